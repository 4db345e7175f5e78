# Generated from tilewright.ir.function by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.function import BaseFunc as BaseFunc
from tilewright.ir.function import IRModule as IRModule
from tilewright.ir.function import PrimFunc as PrimFunc
from tilewright.ir.function import prim_funcs as prim_funcs

def __getattr__(name: _str) -> _Any: ...
