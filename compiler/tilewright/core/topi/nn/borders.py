"""Padding with elements of the tensor itself: its border, its reflection, or its other end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, cast, const, convert
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.shapes import choose, known, simplified

Place = Callable[
    [Expr, Expr], Expr
]  # where an index, counted from the first element of the tensor, is found in one of a size


def replicate_pad(
    data: Tensor,
    pad_before: Sequence[ExprLike],
    pad_after: Sequence[ExprLike] | None = None,
    name: str = "ReplicatePadInput",
) -> Tensor:
    """`data` with its first and last elements repeated around it."""
    return _padded(data, pad_before, pad_after, _nearest, name, is_everywhere=True)


def reflect_pad(
    data: Tensor,
    pad_before: Sequence[ExprLike],
    pad_after: Sequence[ExprLike] | None = None,
    name: str = "ReflectPadInput",
) -> Tensor:
    """`data` with its elements mirrored at the first and last, which are not repeated."""
    return _padded(data, pad_before, pad_after, lambda at, size: _mirrored(at, size, 0), name)


def mirror_pad(
    data: Tensor,
    pad_before: Sequence[ExprLike],
    pad_after: Sequence[ExprLike] | None = None,
    mode: str = "SYMMETRIC",
    name: str = "MirrorPadInput",
) -> Tensor:
    """`data` with its elements mirrored around it: "SYMMETRIC" repeats the first and last, "REFLECT" does not."""
    if mode not in ("SYMMETRIC", "REFLECT"):
        raise ValueError(f'mirror_pad has the modes "SYMMETRIC" and "REFLECT", not {mode!r}')
    again = int(mode == "SYMMETRIC")
    return _padded(data, pad_before, pad_after, lambda at, size: _mirrored(at, size, again), name)


def circular_pad(
    data: Tensor,
    pad_before: Sequence[ExprLike],
    pad_after: Sequence[ExprLike] | None = None,
    name: str = "CircularPadInput",
) -> Tensor:
    """`data` with the elements of its other end around it."""
    return _padded(data, pad_before, pad_after, lambda at, size: (at + size) % size, name)


def _nearest(at: Expr, size: Expr) -> Expr:
    above = choose(binary("GE", at, size), size - 1, at)
    return choose(binary("LT", at, const(0, at.dtype)), const(0, at.dtype), above)


def _mirrored(at: Expr, size: Expr, again: int) -> Expr:
    below = choose(binary("LT", at, const(0, at.dtype)), -at - again if again else -at, at)
    return choose(binary("GE", at, size), size * 2 - at - 2 + again, below)


def _padded(
    data: Tensor,
    pad_before: Sequence[ExprLike],
    pad_after: Sequence[ExprLike] | None,
    place: Place,
    name: str,
    is_everywhere: bool = False,
) -> Tensor:
    """The padded tensor; axes without padding are left alone, unless the place is asked for everywhere."""
    before, after = (
        [cast(convert(one), size.dtype) for one, size in zip(pads, data.shape)]
        for pads in (pad_before, pad_before if pad_after is None else pad_after)
    )
    if not len(before) == len(after) == data.ndim:
        raise ValueError(
            f"`{data.name}` has {data.ndim} dimensions, and padding is given for {len(before)} and {len(after)}"
        )
    shape = tuple(simplified(size + low + high) for size, low, high in zip(data.shape, before, after))

    def element(*at: Expr) -> Expr:
        return data(*[
            index if known(low) == 0 == known(high) and not is_everywhere else place(index if known(low) == 0 else index - low, size)
            for index, low, high, size in zip(at, before, after, data.shape)
        ])  # fmt: skip

    return compute(shape, element, name, "injective,pad")
