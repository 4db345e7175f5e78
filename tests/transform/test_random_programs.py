"""Random loops, vectorised, unrolled and parallel, with conditions, gathers and scatters: every way to run them agrees."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.transform.programs import assert_same, program, results
from tilewright.core.driver.build import build, lower

INDICES = st.sampled_from(
    ["v", "i * 8 + v", "v * 2 + i", "39 - v", "i", "(i * 8 + v) // 4", "(i * 8 + v) % 12", "I[v]", "v + 1", "0"]
)
LEAVES = st.one_of(
    INDICES.map(lambda index: f"A[{index}]"),
    INDICES.map(lambda index: f"B[{index}]"),
    st.sampled_from(['T.Cast("float32", v)', 'T.Cast("float32", i)', "T.float32(0.5)", "s"]),
)
CONDITIONS = st.one_of(
    st.sampled_from(
        ["v < 5", "v < n", "i * 8 + v < 13", "v % 2 == 0", "i < 2", "v >= 3 and i < n", "v < 2 or v == 6", "I[v] > 1"]
    ),
    st.tuples(LEAVES, LEAVES).map(lambda pair: f"{pair[0]} < {pair[1]}"),
)
VALUES = st.recursive(
    LEAVES,
    lambda below: st.one_of(
        st.tuples(below, st.sampled_from("+-*"), below).map(lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"),
        st.tuples(below, below).map(lambda pair: f"T.max({pair[0]}, {pair[1]})"),
        st.tuples(CONDITIONS, below, below).map(lambda parts: f"T.if_then_else({parts[0]}, {parts[1]}, {parts[2]})"),
        st.tuples(CONDITIONS, below, below).map(lambda parts: f"T.Select({parts[0]}, {parts[1]}, {parts[2]})"),
        below.map(lambda value: f"T.sqrt(T.fabs({value}))"),
    ),
    max_leaves=5,
)
STORES = st.tuples(st.sampled_from(["B", "C"]), INDICES, VALUES).map(
    lambda parts: f"{parts[0]}[{parts[1]}] = {parts[2]}"
)


def indented(lines: str) -> str:
    return "\n".join("    " + line for line in lines.splitlines())


STATEMENTS = st.recursive(
    STORES,
    lambda below: st.one_of(
        st.tuples(below, below).map("\n".join),
        st.tuples(CONDITIONS, below).map(lambda parts: f"if {parts[0]}:\n{indented(parts[1])}"),
        st.tuples(CONDITIONS, below, below).map(
            lambda parts: f"if {parts[0]}:\n{indented(parts[1])}\nelse:\n{indented(parts[2])}"
        ),
        below.map(lambda body: f"for k in range(2):\n{indented(body)}"),
        below.map(lambda body: f"for k in T.unroll(2):\n{indented(body)}"),
        st.tuples(VALUES, below).map(lambda parts: f"with T.LetStmt({parts[0]}) as x:\n{indented(parts[1])}"),
    ),
    max_leaves=3,
)

HEAD = """@T.prim_func
def main(A: T.Buffer((40,), "float32"), B: T.Buffer((40,), "float32"), C: T.Buffer((40,), "float32"),
         I: T.Buffer((40,), "int32"), s: T.float32, n: T.int32):
    for i in range(3):
        for v in {kind}:
"""


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(STATEMENTS, st.sampled_from(["T.vectorized(8)", "T.unroll(8)", "T.serial(8)"]))
def test_every_way_to_run_agrees(body: str, kind: str) -> None:
    module = program(HEAD.format(kind=kind) + indented(indented(indented(body))))
    try:
        expected = results(module)
    except IndexError:
        return  # the program leaves its buffers, so nothing is promised
    if "vectorized" in kind and not independent(body, expected):
        return  # the program says of its iterations what is not true
    assert_same(expected, results(lower(module)))
    assert_same(expected, results(module, build(module)))


def independent(body: str, expected: list[Any]) -> bool:
    """Whether the iterations of the inner loop give the same when they run backwards."""
    backwards = HEAD.format(kind="range(8)").replace("for v in", "for u in")
    backwards += " " * 12 + "with T.LetStmt(7 - u) as v:\n" + indented(indented(indented(indented(body))))
    try:
        found = results(program(backwards))
    except IndexError:
        return False
    return all(a is None or np.allclose(a, b, 1e-5, 1e-5) for a, b in zip(expected, found))
