"""Images in another size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, call, cast, const
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor


def resize2d(
    data: Tensor,
    roi: Sequence[float],
    size: Sequence[ExprLike],
    layout: str = "NCHW",
    method: str = "linear",
    coordinate_transformation_mode: str = "half_pixel",
    rounding_method: str = "",
    bicubic_alpha: float = -0.75,
    bicubic_exclude: int = 0,
    extrapolation_value: float = 0.0,
    out_dtype: str | None = None,
) -> Tensor:
    """The image with `size` rows and columns: each element from where it lies in the old image, by the nearest element, or linear or cubic between some.

    `coordinate_transformation_mode` says how positions correspond: "half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel",
    "tf_half_pixel_for_nn", "tf_crop_and_resize" (the part `roi` of the image; what lies outside gets `extrapolation_value`).
    """
    way = (method, coordinate_transformation_mode, rounding_method, bicubic_alpha, bicubic_exclude, extrapolation_value)
    return _resized(data, roi, size, layout, "HW", way, out_dtype)


def resize3d(
    data: Tensor,
    roi: Sequence[float],
    size: Sequence[ExprLike],
    layout: str = "NCDHW",
    method: str = "linear",
    coordinate_transformation_mode: str = "half_pixel",
    rounding_method: str = "",
    bicubic_alpha: float = -0.75,
    bicubic_exclude: int = 0,
    extrapolation_value: float = 0.0,
    out_dtype: str | None = None,
) -> Tensor:
    """Like `resize2d` of a volume with its depth before rows and columns."""
    way = (method, coordinate_transformation_mode, rounding_method, bicubic_alpha, bicubic_exclude, extrapolation_value)
    return _resized(data, roi, size, layout, "DHW", way, out_dtype)


def _resized(
    data: Tensor,
    roi: Sequence[float],
    size: Sequence[ExprLike],
    layout: str,
    letters: str,
    way: tuple[str, str, str, float, int, float],
    out_dtype: str | None,
) -> Tensor:
    method, coordinate_transformation_mode, rounding_method, bicubic_alpha, bicubic_exclude, extrapolation_value = way
    at = {letter: place for place, letter in enumerate(layout)}
    old = [data.shape[at[letter]] for letter in letters]
    new = list(size)
    type_ = out_dtype or str(data.dtype)
    whole = "int" in str(data.dtype) and out_dtype is None
    position = _POSITIONS[coordinate_transformation_mode]
    count = len(letters)
    regions = list(zip(roi, roi[count:])) if len(roi) == 2 * count else [(0.0, 1.0)] * count

    def element(*index: Expr) -> Expr:
        places = [
            position(cast(index[at[letter]], "float32"), cast(full, "float32"), cast(wanted, "float32"), region)
            for letter, full, wanted, region in zip(letters, old, new, regions)
        ]

        def get(*place: Expr) -> Expr:
            source = list(index)
            for letter, one, full in zip(letters, place, old):
                source[at[letter]] = _clamped(one, full)
            return cast(data(*source), "float32" if type_ != "float64" else "float64")

        if method == "nearest_neighbor":
            found = get(*(_rounded(one, rounding_method, coordinate_transformation_mode) for one in places))
        elif method == "linear":
            found = _interpolated(get, places, linear_weights)
        else:
            found = _interpolated(get, places, lambda part: cubic_weights(part, bicubic_alpha), bicubic_exclude, old)
        if coordinate_transformation_mode == "tf_crop_and_resize":
            found = _outside(found, places, old, extrapolation_value)
        if whole and method != "nearest_neighbor":
            found = call("tir.round", found)
        return cast(found, type_)

    shape: list[ExprLike] = list(data.shape)
    for letter, one in zip(letters, new):
        shape[at[letter]] = one
    return compute(tuple(shape), element, "resize")


def _half_pixel(x: Expr, old: Expr, new: Expr, _: object) -> Expr:
    return (x + const(0.5, "float32")) * (old / new) - const(0.5, "float32")


def _align_corners(x: Expr, old: Expr, new: Expr, _: object) -> Expr:
    one = const(1, "float32")
    return x * ((old - one) / binary("Max", new - one, one))


def _asymmetric(x: Expr, old: Expr, new: Expr, _: object) -> Expr:
    return old / new * x


def _pytorch_half_pixel(x: Expr, old: Expr, new: Expr, _: object) -> Expr:
    one = const(1, "float32")
    return call("tir.if_then_else", new > one, _half_pixel(x, old, new, None), const(0, "float32"))


def _tf_half_pixel_for_nn(x: Expr, old: Expr, new: Expr, _: object) -> Expr:
    return (x + const(0.5, "float32")) * (old / new)


def _crop(x: Expr, old: Expr, new: Expr, region: tuple[float, float]) -> Expr:
    start, end = region
    one = const(1, "float32")
    step = const(end - start, "float32") * (old - one) / binary("Max", new - one, one)
    middle = const(0.5 * (start + end), "float32") * (old - one)
    return call("tir.if_then_else", new > one, const(start, "float32") * (old - one) + x * step, middle)


_POSITIONS: dict[str, Callable[[Expr, Expr, Expr, Any], Expr]] = {
    "half_pixel": _half_pixel,
    "align_corners": _align_corners,
    "asymmetric": _asymmetric,
    "pytorch_half_pixel": _pytorch_half_pixel,
    "tf_half_pixel_for_nn": _tf_half_pixel_for_nn,
    "tf_crop_and_resize": _crop,
}


def _rounded(x: Expr, method: str, mode: str) -> Expr:
    """The position of the nearest element."""
    if method == "":
        method = "round" if mode == "align_corners" else "floor"
    half = const(0.5, "float32")
    made = {
        "round": lambda: call("tir.round", x),
        "floor": lambda: call("tir.floor", x + const(1e-5, "float32")),
        "ceil": lambda: call("tir.ceil", x - const(1e-5, "float32")),
        "round_prefer_floor": lambda: call("tir.ceil", x - half),
        "round_prefer_ceil": lambda: call("tir.floor", x + half),
    }[method]()
    return cast(made, "int64")


def linear_weights(part: Expr) -> list[tuple[int, Expr]]:
    """The weights of the elements before and after."""
    return [(0, const(1, "float32") - part), (1, part)]


def cubic_weights(part: Expr, alpha: float) -> list[tuple[int, Expr]]:
    """The weights of the four elements around."""
    a = const(alpha, "float32")
    one, two, three = (const(n, "float32") for n in (1, 2, 3))
    four, five, eight = (const(n, "float32") for n in (4, 5, 8))

    def outer(x: Expr) -> Expr:
        return ((a * x - five * a) * x + eight * a) * x - four * a

    def inner(x: Expr) -> Expr:
        return ((a + two) * x - (a + three)) * x * x + one

    return [(-1, outer(part + one)), (0, inner(part)), (1, inner(one - part)), (2, outer(two - part))]


def _interpolated(
    get: Callable[..., Expr],
    places: Sequence[Expr],
    weights: Callable[[Expr], list[tuple[int, Expr]]],
    exclude: int = 0,
    old: Sequence[ExprLike] = (),
) -> Expr:
    """The weighted sum of the elements around a position; `exclude` leaves out those outside of the image."""
    floors = [call("tir.floor", place) for place in places]
    first = [cast(floor, "int64") for floor in floors]
    found = [weights(place - floor) for place, floor in zip(places, floors)]
    if exclude:
        found = [_inside(parts, start, full) for parts, start, full in zip(found, first, old)]
    total: Any = None
    for around in product(*found):
        part = get(*(start + step for start, (step, _) in zip(first, around)))
        for _, weight in around:
            part = part * weight
        total = part if total is None else total + part
    return total


def _inside(parts: list[tuple[int, Expr]], start: Expr, full: ExprLike) -> list[tuple[int, Expr]]:
    zero = const(0, "float32")
    kept = [
        (at, call("tir.if_then_else", binary("And", start + at >= 0, start + at < full), weight, zero))
        for at, weight in parts
    ]
    total = kept[0][1]
    for _, weight in kept[1:]:
        total = total + weight
    return [(at, weight / total) for at, weight in kept]


def _clamped(x: Expr, full: ExprLike) -> Expr:
    """The position moved into the image."""
    return binary("Max", binary("Min", x, cast(full, x.dtype) - 1), const(0, x.dtype))


def _outside(found: Expr, places: Sequence[Expr], old: Sequence[ExprLike], value: float) -> Expr:
    beyond: Expr | None = None
    for place, full in zip(places, old):
        out = binary("Or", place < const(0, "float32"), place > cast(full, "float32") - const(1, "float32"))
        beyond = out if beyond is None else binary("Or", beyond, out)
    return call("tir.if_then_else", beyond, const(value, found.dtype), found)
