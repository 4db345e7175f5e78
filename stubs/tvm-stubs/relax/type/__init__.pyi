# Generated from tilewright.relax.type by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import ObjectStructInfo as _AnyType_

AnyType = _AnyType_
from tvm.relax import DynTensorType as DynTensorType
from tvm.relax import FuncStructInfo as _FuncType_

FuncType = _FuncType_
from tvm.relax import ObjectStructInfo as _ObjectType_

ObjectType = _ObjectType_
from tvm.relax import PackedFuncType as PackedFuncType
from tvm.ir import PrimType as PrimType
from tvm.relax import ShapeStructInfo as _ShapeType_

ShapeType = _ShapeType_
from tvm.relax import TensorStructInfo as _TensorType_

TensorType = _TensorType_
from tvm.relax import TupleStructInfo as _TupleType_

TupleType = _TupleType_
from tvm.relax import StructInfo as _Type_

Type = _Type_

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
