"""Images and volumes at positions from -1 to 1: which places a map leads to, and what is there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, call, cast, const
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.image.resize import cubic_weights, linear_weights


def affine_grid(data: Tensor, target_shape: Sequence[ExprLike], align_corners: bool = True) -> Tensor:
    """The positions of places after maps: `data` has a matrix for each, (batch, 2, 3) or (batch, 3, 4), whose last column is added.

    The result has column, row and, in volumes, depth along axis 1; with `align_corners` -1 and 1 are the middles of the first and last place, else
    their outer edges.
    """
    sizes = list(target_shape)

    def element(*index: Expr) -> Expr:
        batch, row, *places = index
        total: Any = None
        for at, (place, size) in enumerate(zip(reversed(places), reversed(sizes))):
            part = data(batch, row, at) * _position(place, size, align_corners, str(data.dtype))
            total = part if total is None else total + part
        return total + data(batch, row, len(sizes))

    return compute((data.shape[0], len(sizes), *sizes), element, "affine_grid")


def _position(place: Expr, size: ExprLike, align_corners: bool, dtype: str) -> Expr:
    number, count, one = cast(place, dtype), cast(size, dtype), const(1, dtype)
    if align_corners:
        return number * (const(2, dtype) / binary("Max", count - one, one)) - one
    return (number * const(2, dtype) + one) / count - one


def grid_sample(
    data: Tensor,
    grid: Tensor,
    method: str = "bilinear",
    layout: str = "NCHW",
    padding_mode: str = "zeros",
    align_corners: bool = True,
) -> Tensor:
    """The data sampled at the positions of `grid`: "nearest", or interpolated "bilinear" or "bicubic".

    Outside there are "zeros", the "border", or the image mirrored ("reflection").
    """
    letters = "".join(letter for letter in layout if letter in "DHW")
    at = {letter: place for place, letter in enumerate(layout)}
    old = [data.shape[at[letter]] for letter in letters]
    wanted = [grid.shape[2 + number] for number in range(len(letters))]

    def element(*index: Expr) -> Expr:
        spots = [index[at[letter]] for letter in letters]
        given = [
            grid(index[at["N"]], len(letters) - 1 - number, *spots).astype("float32") for number in range(len(letters))
        ]
        places = [_unfolded(one, size, align_corners) for one, size in zip(given, old)]
        if padding_mode != "zeros" and method != "bicubic":
            places = [_moved_inside(one, size, padding_mode, align_corners) for one, size in zip(places, old)]

        def get(*place: Expr) -> Expr:
            source = list(index)
            inside: Expr | None = None
            for letter, one, size in zip(letters, place, old):
                if padding_mode == "zeros":
                    here = binary("And", one >= 0, one < cast(size, one.dtype))
                    inside = here if inside is None else binary("And", inside, here)
                else:
                    one = cast(_moved_inside(cast(one, "float32"), size, padding_mode, align_corners), "int64")
                source[at[letter]] = one
            found = cast(data(*source), "float32")
            return found if inside is None else call("tir.if_then_else", inside, found, const(0, "float32"))

        return cast(_sampled(get, places, method), data.dtype)

    shape = list(data.shape)
    for letter, size in zip(letters, wanted):
        shape[at[letter]] = size
    return compute(tuple(shape), element, "grid_sample")


def _unfolded(place: Expr, size: ExprLike, align_corners: bool) -> Expr:
    """A position as an index."""
    count, one, half = cast(size, "float32"), const(1, "float32"), const(0.5, "float32")
    if align_corners:
        return (place + one) * half * (count - one)
    return ((place + one) * count - one) * half


def _moved_inside(place: Expr, size: ExprLike, padding_mode: str, align_corners: bool) -> Expr:
    """An index of the image for any: the nearest, or where mirroring leads."""
    last, zero = cast(size, "float32") - const(1, "float32"), const(0, "float32")
    if padding_mode == "reflection":
        low = zero if align_corners else const(-0.5, "float32")
        high = last if align_corners else last + const(0.5, "float32")
        place = _mirrored(place, low, high)
    return binary("Max", binary("Min", place, last), zero)


def _mirrored(place: Expr, low: Expr, high: Expr) -> Expr:
    width = binary("Max", high - low, const(1e-6, "float32"))
    apart = call("tir.fabs", place - low)
    turns = call("tir.floor", apart / width)
    rest = apart - turns * width
    is_even = binary(
        "EQ", turns - const(2, "float32") * call("tir.floor", turns / const(2, "float32")), const(0, "float32")
    )
    return call("tir.if_then_else", is_even, rest + low, high - rest)


def _sampled(get: Any, places: Sequence[Expr], method: str) -> Expr:
    if method == "nearest":
        return get(*(cast(call("tir.nearbyint", place), "int64") for place in places))
    floors = [call("tir.floor", place) for place in places]
    weights = [
        linear_weights(place - floor) if method == "bilinear" else cubic_weights(place - floor, -0.75)
        for place, floor in zip(places, floors)
    ]
    total: Any = None
    for around in product(*weights):
        part = get(*(cast(floor, "int64") + step for floor, (step, _) in zip(floors, around)))
        for _, weight in around:
            part = part * weight
        total = part if total is None else total + part
    return total
