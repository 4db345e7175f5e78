"""Our own functions of float32: how far from the true values they are, at random numbers and at the ends."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright.core.driver.build import build

COUNT = 20_000
TEXT = """
@T.prim_func
def main(A: T.Buffer((20000,), "float32"), B: T.Buffer((20000,), "float32")):
    for i in range(20000):
        B[i] = T.{name}(A[i])
"""


def _log(x: float) -> float:
    return math.log(x) if x > 0 else -math.inf if x == 0 else math.nan


def _exp(x: float) -> float:
    return math.exp(x) if x < 700 else math.inf


def _of_angles(function: Callable[[float], float]) -> Callable[[float], float]:
    return lambda x: function(x) if math.isfinite(x) else math.nan


# The function, the range of most numbers, and the units in the last place that it may be wrong by.
CASES: dict[str, tuple[Callable[[float], float], float, float, float]] = {
    "exp": (_exp, -105, 90, 1.0),
    "log": (_log, 0, 4, 1.0),
    "tanh": (math.tanh, -10, 10, 1.5),
    "erf": (math.erf, -5, 5, 2.5),
    "sin": (_of_angles(math.sin), -100, 100, 1.0),
    "cos": (_of_angles(math.cos), -70_000, 70_000, 1.0),
}


@pytest.mark.parametrize("target", ["llvm", "llvm -mcpu=x86-64"])
@pytest.mark.parametrize("name", CASES)
def test_units_in_the_last_place(name: str, target: str) -> None:
    function, low, high, units = CASES[name]
    numbers = np.random.default_rng(5)
    given = numbers.uniform(low, high, COUNT).astype("float32")
    given[: COUNT // 4] = numbers.integers(0, 1 << 32, COUNT // 4, dtype="uint64").astype("uint32").view("float32")
    given[:10] = [0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 1e-40, 3e38, -3e38]
    found = np.empty_like(given)
    build(program(TEXT.format(name=name)), target)(given, found)
    wanted = np.array([math.nan if math.isnan(x) else function(float(x)) for x in given])
    with np.errstate(over="ignore"):
        rounded = wanted.astype("float32")
    finite = np.isfinite(rounded)
    np.testing.assert_array_equal(found[~finite], rounded[~finite])
    signed = ~np.isnan(rounded[:4])
    assert np.array_equal(np.signbit(found[:4][signed]), np.signbit(rounded[:4][signed]))
    wrong = np.abs(found[finite].astype("float64") - wanted[finite]) / np.spacing(np.abs(rounded[finite]))
    assert wrong.max() <= units


@pytest.mark.parametrize("target", ["llvm", "llvm -mattr=-avx512f", "llvm -mcpu=x86-64"])
def test_exponents_of_which_few_are_far(target: str) -> None:
    given = np.random.default_rng(6).uniform(-87, 87, COUNT).astype("float32")
    given[::977] = [np.nan, np.inf, -np.inf, -88, 88.5, 89, -103, *given[7::977][: len(given[::977]) - 7]]
    found = np.empty_like(given)
    build(program(TEXT.format(name="exp")), target)(given, found)
    with np.errstate(over="ignore"):
        wanted = np.exp(given.astype("float64"))
        rounded = wanted.astype("float32")
    finite = np.isfinite(rounded)
    np.testing.assert_array_equal(found[~finite], rounded[~finite])
    wrong = np.abs(found[finite].astype("float64") - wanted[finite]) / np.spacing(np.abs(rounded[finite]))
    assert wrong.max() <= 1.0


def test_vectors_of_exponents_near_zero_need_no_limits() -> None:
    target = "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3 -num-cores=1"
    assembly = build(program(TEXT.format(name="exp")), target).inspect_source("asm")
    blocks = re.split(r"^\.LBB\d+_\d+:", assembly, flags=re.MULTILINE)
    limited = [block for block in blocks if "vminps" in block]
    plain = [block for block in blocks if "vfmadd" in block and "vminps" not in block]
    assert limited
    assert any(block.count("vfmadd213ps") >= 20 for block in plain)
    assert all("vandn" in block for block in limited), "zero is chosen below, where a product would be too small"
