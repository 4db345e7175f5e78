"""UseAssumeToReduceBranches: which conditional values go, given what is assumed of padding."""

from __future__ import annotations

import pytest

from tilewright.ir import IRModule
from tilewright.script import from_source
from tilewright.tir import BufferStore, stmt_functor
from tilewright.tir.transform import UseAssumeToReduceBranches


def _value(value: str, pattern: int | None = 0, padding: str = "T.float32(0)") -> str:
    """What is stored to B, where the last two of eight elements of A are `padding`."""
    func = from_source(f"""
from tvm.script import tir as T
@T.prim_func
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("given"):
            v = T.axis.spatial(8, i)
            T.assume(v < 6 or A[v] == {padding})
    for i in range(8):
        with T.block("out"):
            v = T.axis.spatial(8, i)
            B[v] = {value}
""")
    func = func if pattern is None else func.with_attr("op_pattern", pattern)
    found: list[str] = []

    def visit(node: object) -> None:
        if isinstance(node, BufferStore):
            found.append(str(node.value))

    stmt_functor.post_order_visit(UseAssumeToReduceBranches()(IRModule({"main": func}))["main"].body, visit)
    return found[0]


@pytest.mark.parametrize("pattern", [0, 1])
def test_the_value_is_computed_for_padding_too(pattern: int) -> None:
    value = "T.if_then_else(v < 6, A[v] * T.float32(2), T.float32(0))"
    assert _value(value, pattern) == "A[v] * T.float32(2.0)"
    assert _value("T.if_then_else(6 <= v, T.float32(0), A[v] * A[v])", pattern) == "A[v] * A[v]"


@pytest.mark.parametrize(
    ("value", "pattern", "padding"),
    [
        ("T.if_then_else(v < 6, A[v] + T.float32(1), T.float32(0))", 0, "T.float32(0)"),
        ("T.if_then_else(v < 6, A[v] * T.float32(2), T.float32(0))", 0, "T.float32(3)"),
        ("T.if_then_else(v < 5, A[v] * T.float32(2), T.float32(0))", 0, "T.float32(0)"),
        ("T.if_then_else(v < 6, A[v] * T.float32(2), T.float32(0))", 2, "T.float32(0)"),
        ("T.if_then_else(v < 6, A[v] * T.float32(2), T.float32(0))", None, "T.float32(0)"),
    ],
)
def test_a_condition_that_matters_stays(value: str, pattern: int | None, padding: str) -> None:
    assert _value(value, pattern, padding).startswith("T.if_then_else")
