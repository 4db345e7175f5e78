# Generated from tilewright.relax.type by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import ObjectStructInfo as _ObjectStructInfo_

AnyType = _ObjectStructInfo_
from tvm.relax import DynTensorType as DynTensorType
from tvm.relax import FuncStructInfo as _FuncStructInfo_

FuncType = _FuncStructInfo_
from tvm.relax import ObjectStructInfo as _ObjectStructInfo_

ObjectType = _ObjectStructInfo_
from tvm.relax import PackedFuncType as PackedFuncType
from tvm.ir import PrimType as PrimType
from tvm.relax import ShapeStructInfo as _ShapeStructInfo_

ShapeType = _ShapeStructInfo_
from tvm.relax import TensorStructInfo as _TensorStructInfo_

TensorType = _TensorStructInfo_
from tvm.relax import TupleStructInfo as _TupleStructInfo_

TupleType = _TupleStructInfo_
from tvm.relax import StructInfo as _StructInfo_

Type = _StructInfo_

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
