"""Sorting of whole lines: by digits from 128 elements on, by merging below; both are stable and put NaN last."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import te, topi

Array = np.ndarray[Any, Any]
TYPES = [
    "bool",
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
    "float16",
    "float32",
    "float64",
]


def lines(length: int, type_: str) -> Array:
    """Lines of random, equal, few different, extreme and ordered numbers; zeros of both signs, infinities and NaN of both signs."""
    random = np.random.default_rng(length)
    if type_ == "bool":
        return random.integers(0, 2, (5, length)).astype(bool)
    kind = np.dtype(type_)
    if kind.kind == "f":
        made = np.stack([random.standard_normal(length) * scale for scale in (1, 0, 100, 1e4, 1e-3)]).astype(type_)
        made[0, 3:9] = 0.0, -0.0, np.nan, -np.inf, np.inf, -np.nan
        made[1, ::2] = -0.0
        made[2] = np.round(made[2], -1)
        return made
    low, high = np.iinfo(kind).min, np.iinfo(kind).max
    made = np.stack([random.integers(low, high, length, kind, endpoint=True) for _ in range(5)])
    made[1] = 3
    made[2] %= 3
    made[3, :4] = low, high, high, low
    made[4] = np.sort(made[4])[::-1]
    return made


def stable(a: Array, ascending: bool) -> Array:
    """The positions, by numpy's stable sort of exact ranks in which NaN is last."""
    missing = np.isnan(a) if a.dtype.kind == "f" else np.zeros(a.shape, bool)
    ranks = np.unique(np.where(missing, 0, a), return_inverse=True)[1].reshape(a.shape) * (1 if ascending else -1)
    return np.argsort(np.where(missing, a.size, ranks), -1, kind="stable")


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize(
    ("length", "axis", "ascending"), [(97, 1, False), (128, 0, True), (257, 1, False), (257, 1, True)]
)
def test_lines_are_in_order(type_: str, length: int, axis: int, ascending: bool) -> None:
    a = lines(length, type_)
    wanted = stable(a, ascending)
    given = a if axis else np.ascontiguousarray(a.T)
    data = te.placeholder(given.shape, type_, "data")
    made = (topi.argsort(data, None, axis, ascending, "int32"), topi.sort(data, axis, ascending))
    places, values = np.zeros(given.shape, "int32"), np.zeros(given.shape, type_)
    tilewright.build(te.create_prim_func([data, *made]))(given, places, values)
    np.testing.assert_array_equal(places if axis else places.T, wanted)
    np.testing.assert_array_equal(values if axis else values.T, np.take_along_axis(a, wanted, 1))


def test_a_part_of_each_long_line_is_sorted() -> None:
    a, counts = (
        np.random.default_rng(0).standard_normal((4, 200)).astype("float32"),
        np.array([0, 1, 150, 200], "int32"),
    )
    data, count = te.placeholder(a.shape, "float32", "data"), te.placeholder((4,), "int32", "count")
    places = np.zeros(a.shape, "int32")
    tilewright.build(te.create_prim_func([data, count, topi.argsort(data, count, 1, True, "int32")]))(a, counts, places)
    for line, keys, number in zip(places, a, counts):
        np.testing.assert_array_equal(line, [*np.argsort(keys[:number], kind="stable"), *range(number, 200)])
