# Generated from tilewright.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.transform import ApplyPassToFunction as ApplyPassToFunction
from tvm.transform import FunctionPass as FunctionPass
from tvm.transform import ModulePass as ModulePass
from tvm.transform import Pass as Pass
from tvm.transform import PassContext as PassContext
from tvm.transform import PassInfo as PassInfo
from tvm.transform import PrimFuncPass as PrimFuncPass
from tvm.transform import PrintIR as PrintIR
from tvm.transform import Sequential as Sequential
from tvm.transform import function_pass as function_pass
from tvm.transform import module_pass as module_pass
from tvm.transform import prim_func_pass as prim_func_pass

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
