"""float8 in native code: every number of every format is read, and rounded to, as `ml_dtypes` does it."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tilewright import build
from tilewright.core.base.dtype import SMALL_FLOATS
from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Static
from tilewright.core.frontend.parse import parse

FORMATS = [name for name in SMALL_FLOATS if name.startswith("float8")]
PROGRAM = """
from tvm.script import tir as T

@T.prim_func
def f(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "FROM")
    B = T.match_buffer(b, (n,), "TO")
    for i in range(n):
        B[i] = VALUE
"""


def compiled(source: str, target: str, value: str) -> Any:
    text = PROGRAM.replace("FROM", source).replace("TO", target).replace("VALUE", value)
    return build(parse(Source(text), Static()).values["f"])


def numbers(name: str) -> Any:
    """All numbers of the format."""
    return np.arange(256, dtype="uint8").view(getattr(ml_dtypes, name))


def same(actual: Any, expected: Any) -> None:
    np.testing.assert_array_equal(np.isnan(expected), np.isnan(actual))
    known = ~np.isnan(expected)
    np.testing.assert_array_equal(actual[known], expected[known])
    np.testing.assert_array_equal(np.signbit(actual[known]), np.signbit(expected[known]))


@pytest.mark.parametrize("name", FORMATS)
def test_every_number_is_decoded(name: str) -> None:
    given, found = numbers(name), np.zeros(256, "float32")
    compiled(name, "float32", 'T.Cast("float32", A[i])')(given, found)
    same(found, given.astype("float32"))


@pytest.mark.parametrize("name", FORMATS)
def test_numbers_between_are_rounded(name: str) -> None:
    values = np.unique(numbers(name).astype("float64"))
    values = values[np.isfinite(values)]
    halves = (values[1:] + values[:-1]) / 2
    steps = [
        halves,
        np.nextafter(halves.astype("float32"), np.float32(np.inf)),
        np.nextafter(halves.astype("float32"), np.float32(-np.inf)),
    ]
    top = values[-1] * np.array([1.01, 1.06, 1.13, 1.3, 2, 100])
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 1e-38, 3e38])
    with np.errstate(over="ignore"):
        given = np.concatenate([values, *steps, top, -top, special]).astype("float32")
    if name == "float8_e8m0fnu":  # ml_dtypes rounds some subnormal float32 numbers to the farther power of two
        given = given[~((given > 2.0**-127) & (given < 2.0**-126))]
    found = np.zeros(len(given), getattr(ml_dtypes, name))
    compiled("float32", name, f'T.Cast("{name}", A[i])')(given, found)
    same(found.astype("float32"), given.astype(getattr(ml_dtypes, name)).astype("float32"))


def test_arithmetic_is_done_in_float32_and_rounded_once() -> None:
    given = numbers("float8_e4m3fn")
    found = np.zeros(256, given.dtype)
    compiled("float8_e4m3fn", "float8_e4m3fn", "A[i] * A[i] + A[i]")(given, found)
    wide = given.astype("float32")
    same(found.astype("float32"), (wide * wide + wide).astype(given.dtype).astype("float32"))


def test_from_one_format_to_another() -> None:
    given = numbers("float8_e5m2")
    found = np.zeros(256, ml_dtypes.float8_e4m3fn)
    compiled("float8_e5m2", "float8_e4m3fn", 'T.Cast("float8_e4m3fn", A[i])')(given, found)
    same(found.astype("float32"), given.astype("float32").astype(found.dtype).astype("float32"))
