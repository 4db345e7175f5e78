"""Slices whose bounds are known at run time only: the shape is computed first, the elements then."""

from __future__ import annotations

from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import binary, cast, const
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.shapes import Sizes, choose, elements, named


def dynamic_strided_slice(a: Tensor, begin: Tensor, end: Tensor, strides: Tensor, output_shape: Sizes) -> Tensor:
    """`a[begin:end:strides]` with bounds in vectors, one entry an axis; `output_shape` says how long each axis becomes."""
    shape = elements(output_shape)

    def value(*at: Expr) -> Expr:
        starts = [_piece(a, begin, end, strides, axis)[0] for axis in range(a.ndim)]
        steps = [cast(strides(const(axis, "int32")), "int64") for axis in range(a.ndim)]
        return a(
            *[cast(start + index * step, size.dtype) for start, index, step, size in zip(starts, at, steps, a.shape)]
        )

    return named(shape, value, "T_strided_slice_dynamic", tag.INJECTIVE)


def shape_func_dynamic_strided_slice(a: Tensor, begin: Tensor, end: Tensor, strides: Tensor) -> Tensor:
    """The length of each axis of the slice, as int64."""

    def value(axis: Expr) -> Expr:
        found: Expr = const(0, "int64")
        for at in range(a.ndim):
            found = choose(binary("EQ", axis, const(at, axis.dtype)), _length(a, begin, end, strides, at), found)
        return found

    return named((const(a.ndim, "int64"),), value, "T_shape_func_strided_slice_dynamic", tag.INJECTIVE)


def _length(a: Tensor, begin: Tensor, end: Tensor, strides: Tensor, axis: int) -> Expr:
    low, high = _piece(a, begin, end, strides, axis)
    step = cast(strides(const(axis, "int32")), "int64")
    one = const(1, "int64")
    forward, backward = (high - low + step - one) // step, (low - high - step - one) // (-step)
    return binary("Max", choose(step > 0, forward, backward), const(0, "int64"))


def _piece(a: Tensor, begin: Tensor, end: Tensor, strides: Tensor, axis: int) -> tuple[Expr, Expr]:
    """The start and stop of the slice along an axis, with Python's meaning of negative numbers and of bounds outside."""
    size, step = cast(a.shape[axis], "int64"), strides(const(axis, "int32"))
    zero = const(0, "int64")
    least, most = choose(step > 0, zero, zero - 1), choose(step > 0, size, size - 1)

    def bounded(bound: Expr) -> Expr:
        value = cast(bound, "int64")
        turned = choose(value < 0, value + size, value)
        return binary("Max", binary("Min", turned, most), least)

    return bounded(begin(const(axis, "int32"))), bounded(end(const(axis, "int32")))
