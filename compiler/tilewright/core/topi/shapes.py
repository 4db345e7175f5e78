"""Shapes and indices, as the operators share them: sizes that are known, axes counted from the end, flat positions, and loops called ax0, ax1, ..."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import call, const, convert, match_types
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor

# One size or several.
Sizes = ExprLike | Sequence[ExprLike]
# A dimension, several, or all.
Axes = int | list[int] | tuple[int, ...] | None
# What operators take: tensors, element by element, and numbers.
Operand = Tensor | ExprLike

Shape = tuple[Expr, ...]


def named(
    shape: Sequence[ExprLike],
    fcompute: Callable[..., Any],
    name: str,
    tag: str = "",
    attrs: Mapping[str, object] | None = None,
) -> Any:
    """A stage whose loops are called ax0, ax1, ..."""
    names = [f"ax{at}" for at in range(len(shape))]
    return compute(shape, lambda *at: fcompute(*at), name, tag, attrs, names)


def known(size: ExprLike) -> int | None:
    """The number that a size is, None for a symbolic one."""
    if isinstance(size, int):
        return size
    return size.value if isinstance(size, IntImm) else None


def required(size: ExprLike, what: str) -> int:
    """The number; raises `ValueError` for a symbolic one."""
    found = known(size)
    if found is None:
        raise ValueError(f"{what} must be a known number, and it is {size}")
    return found


def same(a: Expr, b: Expr) -> bool:
    """Whether two sizes are surely equal."""
    return a is b or Analyzer().can_prove_equal(*match_types(a, b))


def simplified(value: Expr) -> Expr:
    """The same value, shorter."""
    return Analyzer().simplify(value)


def product(sizes: Sequence[Expr]) -> Expr:
    """The number of elements."""
    return reduce(lambda a, b: a * b, sizes, const(1, sizes[0].dtype if sizes else "int32"))


def axis_of(axis: int, ndim: int) -> int:
    """An axis that may be counted from the end, counted from the beginning; raises `ValueError` when there is none such."""
    number = required(axis, "an axis")
    if not -ndim <= number < ndim:
        raise ValueError(f"there is no axis {number} in a tensor of {ndim} dimensions")
    return number % ndim


def axes_of(axis: Axes, ndim: int) -> tuple[int, ...]:
    """Several axes, all for None, sorted; raises `ValueError` when one is named twice."""
    if axis is None:
        return tuple(range(ndim))
    given = axis if isinstance(axis, (tuple, list)) else (axis,)
    found = sorted(axis_of(one, ndim) for one in given)
    if len(set(found)) != len(found):
        raise ValueError(f"an axis is named twice in {given}")
    return tuple(found)


def ravel(indices: Sequence[Expr], shape: Sequence[Expr]) -> Expr:
    """The position of an element in row-major order."""
    if not indices:
        return const(0, "int32")
    flat = indices[0]
    for index, size in zip(indices[1:], shape[1:]):
        flat = flat * size + index
    return flat


def unravel(position: Expr, shape: Sequence[Expr]) -> tuple[Expr, ...]:
    """The indices of the element at a position in row-major order; of a shape without elements, which none is asked of, zeros."""
    if any(isinstance(size, IntImm) and size.value == 0 for size in shape):
        return tuple(const(0, position.dtype) for _ in shape)
    found: list[Expr] = []
    for size in reversed(shape):
        found.append(position % size)
        position = position // size
    return tuple(reversed(found))


def elements(shape: Sizes) -> Shape:
    """Sizes as expressions."""
    return tuple(convert(size) for size in (shape if isinstance(shape, (tuple, list)) else (shape,)))


def get_const_tuple(in_tuple: Sequence[Any]) -> tuple[Any, ...]:
    """Sizes as Python numbers where they are known."""
    return tuple(size if known(size) is None else known(size) for size in in_tuple)


def like(value: ExprLike, tensor: Tensor) -> Expr:
    """A number as a constant of the tensor's type."""
    return const(value, tensor.dtype) if isinstance(value, (int, float)) else convert(value)


def choose(condition: ExprLike, chosen: ExprLike, other: ExprLike) -> Expr:
    """`chosen` where the condition holds, else `other`; only the one is computed, and both are brought to one type."""
    return call("tir.if_then_else", condition, *match_types(chosen, other))
