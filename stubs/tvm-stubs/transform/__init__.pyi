# Generated from tilewright.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.transform.apply import ApplyPassToFunction as ApplyPassToFunction
from tilewright.transform.decorators import FunctionPass as FunctionPass
from tilewright.transform.decorators import ModulePass as ModulePass
from tilewright.transform.pass_ import Pass as Pass
from tilewright.transform.context import PassContext as PassContext
from tilewright.transform.info import PassInfo as PassInfo
from tilewright.transform.decorators import PrimFuncPass as PrimFuncPass
from tilewright.transform.apply import PrintIR as PrintIR
from tilewright.transform.sequential import Sequential as Sequential
from tilewright.transform.decorators import function_pass as function_pass
from tilewright.transform.decorators import module_pass as module_pass
from tilewright.transform.decorators import prim_func_pass as prim_func_pass
from . import instruments as instruments
from . import reductions as reductions

def __getattr__(name: _str) -> _Any: ...
