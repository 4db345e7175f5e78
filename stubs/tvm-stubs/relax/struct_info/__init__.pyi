# Generated from tilewright.relax.struct_info by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.struct_info import FuncStructInfo as FuncStructInfo
from tilewright.ir.struct_info import ObjectStructInfo as ObjectStructInfo
from tilewright.ir.struct_info import PrimStructInfo as PrimStructInfo
from tilewright.ir.struct_info import ShapeStructInfo as ShapeStructInfo
from tilewright.ir.struct_info import StructInfo as StructInfo
from tilewright.ir.struct_info import TensorStructInfo as TensorStructInfo
from tilewright.ir.struct_info import TupleStructInfo as TupleStructInfo

def __getattr__(name: _str) -> _Any: ...
