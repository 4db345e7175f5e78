"""The first few of a line in order: those of a stable sort, whatever the line has, NaN last."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import te, topi

Array = np.ndarray[Any, Any]


def lines(count: int, length: int, type_: str) -> Array:
    """Lines of few different numbers, in order, in the opposite order, all equal, and with NaN and infinities."""
    made = np.random.default_rng(length).integers(-9, 9, (count, length)).astype(type_)
    made[0] = np.arange(length)
    made[1] = np.arange(length)[::-1]
    made[2] = 3
    if made.dtype.kind == "f":
        made[3, ::2] = np.nan
        made[4] = np.nan
        made[5, 1:4] = np.inf, -np.inf, np.inf
        made[6, : length // 2] = -0.0
        made[6, length // 2 :] = 0.0
    return made


def first(a: Array, k: int, axis: int, ascending: bool) -> Array:
    """The positions, by numpy's stable sort of ranks in which NaN is last."""
    missing = np.isnan(a) if a.dtype.kind == "f" else np.zeros(a.shape, bool)
    keys = np.where(missing, 0, a).astype("float64") * (1 if ascending else -1)
    keys[missing] = np.nan
    return np.take(np.argsort(keys, axis=axis, kind="stable"), np.arange(k), axis)


@pytest.mark.parametrize("type_", ["float32", "float64", "int32", "uint8"])
@pytest.mark.parametrize("ascending", [False, True])
@pytest.mark.parametrize(("k", "length"), [(1, 4), (1, 97), (2, 8), (5, 64), (7, 129), (32, 128), (33, 200), (9, 10)])
def test_the_first_few_are_those_of_a_stable_sort(type_: str, ascending: bool, k: int, length: int) -> None:
    for axis in (0, 1):
        a = lines(8, length, type_) if axis else np.ascontiguousarray(lines(8, length, type_).T)
        data = te.placeholder(a.shape, type_, "data")
        values, places = topi.topk(data, k, axis, "both", ascending, "int32")
        built = tilewright.build(te.create_prim_func([data, values, places]))
        shape = (k, 8) if axis == 0 else (8, k)
        got, at = np.zeros(shape, type_), np.zeros(shape, "int32")
        built(a, got, at)
        wanted = first(a, k, axis, ascending)
        np.testing.assert_array_equal(at, wanted)
        np.testing.assert_array_equal(got, np.take_along_axis(a, wanted, axis))
