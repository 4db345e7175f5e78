"""The struct infos that scripts write, as classes: `TensorProxy((4,), "float32")` is what `R.Tensor((4,), "float32")` is.

Programs that list what may stand in an annotation do it by these classes; a class alone means what it makes without arguments.
"""

from __future__ import annotations

from tilewright.core.builder import relax_dist, relax_info
from tilewright.core.builder.relax_info import StructInfoProxy


class ObjectProxy(StructInfoProxy):
    """`R.Object`."""

    make = relax_info.object_


class TensorProxy(StructInfoProxy):
    """`R.Tensor`."""

    make = relax_info.tensor


class TupleProxy(StructInfoProxy):
    """`R.Tuple`."""

    make = relax_info.tuple_


class ShapeProxy(StructInfoProxy):
    """`R.Shape`."""

    make = relax_info.shape


class PrimProxy(StructInfoProxy):
    """`R.Prim`."""

    make = relax_info.prim


class CallableProxy(StructInfoProxy):
    """`R.Callable`."""

    make = relax_info.callable_


class DTensorProxy(StructInfoProxy):
    """`R.DTensor`."""

    make = relax_dist.dtensor
