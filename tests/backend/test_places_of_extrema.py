"""Argmax and argmin in lanes: the first of equal elements in every lane and row length, rows with NaN and zeros as written, and what stays a loop."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tests.transform.programs import program
from tilewright.core.codegen.llvm import native_stages
from tilewright.core.driver.build import build
from tilewright.core.driver.native import lower

Array = np.ndarray[Any, Any]
PROCESSOR = "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4 -num-cores=1"
PAIR = """
@T.prim_func
def main(A: T.Buffer(({n}, {k}), "float32"), I: T.Buffer(({n},), "int32"), M: T.Buffer(({n},), "float32")):
    for i, j in T.grid({n}, {k}):
        with T.block("arg"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                I[vi] = {at}
                M[vi] = T.float32({start})
            v_i: T.int32 = T.Select({kept}, I[vi], vj)
            v_m: T.float32 = T.Select({kept}, M[vi], A[vi, vj])
            I[vi] = v_i
            M[vi] = v_m
"""
LOWEST, HIGHEST = np.finfo("float32").min, np.finfo("float32").max
FORMS = {
    "greatest": ("M[vi] >= A[vi, vj]", LOWEST),
    "greatest by place": ("M[vi] > A[vi, vj] or (M[vi] == A[vi, vj] and I[vi] < vj)", LOWEST),
    "least": ("M[vi] <= A[vi, vj]", HIGHEST),
    "least by place": ("M[vi] < A[vi, vj] or (M[vi] == A[vi, vj] and I[vi] < vj)", HIGHEST),
    "last of the greatest": ("M[vi] > A[vi, vj]", LOWEST),
}


def pair(form: str, n: int, k: int, at: int = -1) -> str:
    kept, start = FORMS[form]
    return PAIR.format(n=n, k=k, kept=kept, start=float(start), at=at)


def by_hand(form: str, a: Array, at: int) -> tuple[list[int], list[float]]:
    """The pairs of each row, one element after the other."""
    places, values = list[int](), list[float]()
    for row in a.tolist():
        place, value = at, float(FORMS[form][1])
        for j, x in enumerate(row):
            beyond = {"greatest": value > x, "least": value < x, "last of": value > x}[
                form.replace(" by place", "")[:8].strip()
            ]
            tie = value == x and not form.startswith("last")
            if not (beyond or (tie and (place < j or "place" not in form))):
                place, value = j, x
        places.append(place)
        values.append(value)
    return places, values


def rows(n: int, k: int) -> Array:
    """Rows with what matters: few different numbers, zeros of both signs, infinities, NaN, numbers that are the first extremum."""
    numbers = np.random.default_rng(k)
    a = numbers.integers(-3, 4, (n, k)).astype("float32") * numbers.choice([1, 100], (n, 1)).astype("float32")
    a[0] = -0.0
    a[0, k // 2] = 0.0
    a[1, k // 3] = np.nan
    a[2] = LOWEST
    a[3] = -np.inf
    a[4, k - 1] = np.inf
    a[5, 0], a[5, k // 2] = np.inf, -np.inf
    a[6] = HIGHEST
    a[7] = np.abs(a[7]) + 1
    a[8] = -np.abs(a[8]) - 1
    return a


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("target", ["llvm -num-cores=1", "llvm -num-cores=1 -mcpu=x86-64-v3", "llvm -opt-level=0"])
def test_pairs_are_those_of_the_loop(form: str, target: str) -> None:
    for k in (1, 63, 127, 128, 129, 200, 321, 1024):
        a = rows(12, k)
        place, value = np.full(12, 99, "int32"), np.full(12, 99, "float32")
        build(program(pair(form, 12, k)), target)["main"](a, place, value)
        places, values = by_hand(form, a, -1)
        assert place.tolist() == places
        wanted = np.array(values, "float32")
        np.testing.assert_array_equal(value, wanted)
        assert (np.signbit(value) == np.signbit(wanted))[~np.isnan(wanted)].all()


def test_long_places() -> None:
    text = pair("greatest by place", 12, 321).replace("12", "T.int64(12)").replace("321", "T.int64(321)")
    text = text.replace("int32", "int64").replace("I[vi] = -1", "I[vi] = T.int64(-1)")
    a = rows(12, 321)
    place, value = np.full(12, 99, "int64"), np.full(12, 99, "float32")
    assert reasons(text) == ["`I`: each place found in 64 lanes along `j`"]
    build(program(text))["main"](a, place, value)
    assert place.tolist() == by_hand("greatest by place", a, -1)[0]


def reasons(text: str) -> list[str]:
    stages = native_stages(lower(program(text), PROCESSOR), tilewright.target.Target(PROCESSOR))
    return [reason for _, _, said in stages for reason in said if "place found" in reason]


def test_the_choice_is_said() -> None:
    for form in FORMS:
        assert reasons(pair(form, 4, 512)) == (
            [] if "last" in form else ["`I`: each place found in 64 lanes along `j`"]
        )
    assert reasons(pair("greatest", 4, 127)) == []
    assert reasons(pair("greatest", 4, 512, at=7)) == []
    assert reasons(pair("greatest", 4, 512).replace("A[vi, vj])", "A[vi, 511 - vj])")) == []
