# Generated from tilewright.relax.type by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.type import AnyType as AnyType
from tilewright.relax.type import DynTensorType as DynTensorType
from tilewright.relax.type import FuncType as FuncType
from tilewright.relax.type import ObjectType as ObjectType
from tilewright.relax.type import PackedFuncType as PackedFuncType
from tilewright.ir.type_ import PrimType as PrimType
from tilewright.relax.type import ShapeType as ShapeType
from tilewright.relax.type import TensorType as TensorType
from tilewright.relax.type import TupleType as TupleType
from tilewright.relax.type import Type as Type

def __getattr__(name: _str) -> _Any: ...
