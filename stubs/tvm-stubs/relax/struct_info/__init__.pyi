# Generated from tilewright.relax.struct_info by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import FuncStructInfo as FuncStructInfo
from tvm.relax import ObjectStructInfo as ObjectStructInfo
from tvm.relax import PrimStructInfo as PrimStructInfo
from tvm.relax import ShapeStructInfo as ShapeStructInfo
from tvm.relax import StructInfo as StructInfo
from tvm.relax import TensorStructInfo as TensorStructInfo
from tvm.relax import TupleStructInfo as TupleStructInfo

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
