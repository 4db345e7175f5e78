"""The decorators and annotations of Relax."""

from __future__ import annotations

from tilewright.core.builder.relax import match_cast
from tilewright.core.builder.relax_info import StructInfoProxy
from tilewright.core.builder.relax_info import callable_ as Callable
from tilewright.core.builder.relax_info import object_ as Object
from tilewright.core.builder.relax_info import prim as Prim
from tilewright.core.builder.relax_info import shape as Shape
from tilewright.core.builder.relax_info import tensor as Tensor
from tilewright.core.builder.relax_info import tuple_ as Tuple
from tilewright.core.builder.struct_info_classes import (
    CallableProxy,
    ObjectProxy,
    PrimProxy,
    ShapeProxy,
    TensorProxy,
    TupleProxy,
)
from tilewright.core.builder.values import macro
from tilewright.core.frontend.live import relax_function as function

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
