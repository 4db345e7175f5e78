# Generated from tilewright.script.parser.tir.parser by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.script.parser.tir.parser import TIR_STATEMENTS as TIR_STATEMENTS
from tilewright.frontend.tir_function import visit_prim_func as visit_prim_func

def __getattr__(name: _str) -> _Any: ...
