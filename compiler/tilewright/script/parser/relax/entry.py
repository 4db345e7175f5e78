"""The decorators and annotations of Relax."""

from __future__ import annotations

from tilewright.builder.relax import match_cast
from tilewright.builder.relax_info import callable_ as Callable
from tilewright.builder.relax_info import object_ as Object
from tilewright.builder.relax_info import prim as Prim
from tilewright.builder.relax_info import shape as Shape
from tilewright.builder.relax_info import tensor as Tensor
from tilewright.builder.relax_info import tuple_ as Tuple
from tilewright.builder.struct_info_classes import (
    CallableProxy,
    ObjectProxy,
    PrimProxy,
    ShapeProxy,
    StructInfoProxy,
    TensorProxy,
    TupleProxy,
)
from tilewright.builder.values import macro
from tilewright.frontend.live import relax_function as function

__all__ = [
    "Callable",
    "CallableProxy",
    "Object",
    "ObjectProxy",
    "Prim",
    "PrimProxy",
    "Shape",
    "ShapeProxy",
    "StructInfoProxy",
    "Tensor",
    "TensorProxy",
    "Tuple",
    "TupleProxy",
    "function",
    "macro",
    "match_cast",
]
