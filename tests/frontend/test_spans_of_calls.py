"""What a call of the language makes stands where the call stands, not where its statement does."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Static
from tilewright.core.frontend.parse import parse
from tilewright.core.ir.walk import walk

PROGRAM = """from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    for i in range(4):
        A[i] = {}
"""


def placed(expression: str) -> list[tuple[str, str]]:
    """The kinds of the nodes of the expression, with the text that each stands for."""
    text = PROGRAM.format(expression)
    func = parse(Source(text), Static()).values["f"]
    spans = [(type(node).__name__, getattr(node, "span", None)) for node in walk(func.body.body.value)]
    return [(kind, text[span.start : span.end]) for kind, span in spans if span is not None]


@pytest.mark.parametrize("call", ["T.exp(A[i])", "T.float32(i)", "T.max(A[i], A[0])", 'T.Cast("float32", i)'])
def test_a_call_stands_where_it_is_written(call: str) -> None:
    assert placed(call)[0][1] == call


def test_a_call_in_another() -> None:
    assert [text for kind, text in placed("T.exp(T.sqrt(A[i]) + 1.0)") if kind == "Call"] == [
        "T.exp(T.sqrt(A[i]) + 1.0)",
        "T.sqrt(A[i])",
    ]


@pytest.mark.parametrize("division", ["T.floormod(i, 0)", "T.truncmod(7, 0)", "T.floordiv(7, 0)", "T.truncdiv(i, 0)"])
def test_a_division_by_zero_is_reported_at_the_division(division: str) -> None:
    text = PROGRAM.format(f'T.Cast("float32", {division})')
    (found,) = analyze(text).diagnostics
    assert found.code == "division-by-zero"
    assert found.span is not None
    assert text[found.span.start : found.span.end] == division
