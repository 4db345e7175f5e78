"""Windows that slide over axes: padding as programs write it, and how many places a window has."""

from __future__ import annotations

from typing import Any

from tilewright.core.base.names import are
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.topi.shapes import Sizes, simplified


def several(value: Sizes, count: int) -> tuple[Any, ...]:
    """One value for each of `count` axes, from one for all or a sequence; raises `ValueError` when their number is wrong."""
    if not isinstance(value, (tuple, list)):
        return (value,) * count
    if len(value) != count:
        raise ValueError(f"{are(count, 'value')} needed, one for each axis, and {are(len(value))} given")
    return tuple(value)


def padding_of(padding: str | Sizes, kernel: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Padding before and after each axis: from one number, one for each axis, all befores and then all afters, "VALID" or "SAME"."""
    count = len(kernel)
    if padding == "VALID":
        return (0,) * count, (0,) * count
    if padding == "SAME":
        total = [size - 1 for size in kernel]
        before = tuple((one + 1) // 2 for one in total)
        return before, tuple(one - low for one, low in zip(total, before))
    if isinstance(padding, (tuple, list)) and len(padding) == 2 * count:
        return tuple(padding[:count]), tuple(padding[count:])
    if isinstance(padding, str):
        raise ValueError(f'a padding is "VALID", "SAME" or numbers, not "{padding}"')
    both = several(padding, count)
    return both, both


def places(
    size: Expr, extent: ExprLike, stride: ExprLike, before: ExprLike, after: ExprLike, ceil_mode: bool = False
) -> Expr:
    """The number of places a window of `extent` elements has on an axis; with `ceil_mode` the last may reach beyond its end."""
    room = size + before + after - extent
    return simplified((room + (stride - 1 if ceil_mode else 0)) // stride + 1)
