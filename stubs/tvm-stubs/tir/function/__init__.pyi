# Generated from tilewright.ir.function by `make stubs`; do not edit.
from typing import Any

from tilewright.ir.function import BaseFunc as BaseFunc
from tilewright.ir.function import IRModule as IRModule
from tilewright.ir.function import PrimFunc as PrimFunc
from tilewright.ir.function import prim_funcs as prim_funcs

def __getattr__(name: str) -> Any: ...
