"""Fixes of sums in narrow types, late limits, conditions that choose nothing, operands that do not move, and points that need each other."""

from __future__ import annotations

import textwrap

import pytest

from tilewright.core.analyze import analyze
from tilewright.project.fixing import spliced

HEADER = """from tilewright.script import tir as T


@T.prim_func
def f(A: T.Buffer((64, 64), "int8"), B: T.Buffer((64, 64), "float16"), M: T.Buffer((64, 64), "float32"), N: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32"), O: T.Buffer((64,), "int32"), Q: T.Buffer((64, 64), "int8")):
"""


def text_of(body: str) -> str:
    return HEADER + textwrap.indent(textwrap.dedent(body).strip(), " " * 4) + "\n"


def codes(body: str) -> list[str]:
    return [each.code for each in analyze(text_of(body)).diagnostics]


def fixed(body: str, code: str) -> str | None:
    """The body with the fix of a code, which guesses; None without one."""
    text = text_of(body)
    fixes = [fix for each in analyze(text).diagnostics if each.code == code for fix in each.fixes]
    assert code in codes(body)
    assert not any(fix.safe for fix in fixes)
    return textwrap.dedent(spliced(text, fixes[0].edits).removeprefix(HEADER)).strip() if fixes else None


SUM = """
s = T.alloc_buffer((64,), "{dtype}")
for i in range(64):
    s[i] = T.{dtype}(0)
    for k in range(64):
        {statement}
    O[i] = T.cast(s[i], "int32")
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("s[i] += A[i, k] * A[k, i]", 's[i] += T.cast(A[i, k], "int32") * T.cast(A[k, i], "int32")'),
        ("s[i] = A[i, k] + s[i]", 's[i] = T.cast(A[i, k], "int32") + s[i]'),
    ],
)
def test_a_sum_is_added_up_in_a_wider_type(before: str, after: str) -> None:
    wide = SUM.format(dtype="int32", statement=after).strip()
    assert fixed(SUM.format(dtype="int8", statement=before), "narrow-accumulator") == wide
    assert codes(wide) == []


def test_the_result_in_half_floats_keeps_the_type_that_its_caller_has() -> None:
    body = """
    for i in range(64):
        B[i, 0] = T.float16(0)
        for k in range(64):
            for l in range(64):
                B[i, 0] += T.cast(M[k, l], "float16")
    """
    assert fixed(body, "narrow-accumulator") is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'T.min(T.max(T.cast(O[i], "int8"), T.int8(-128)), T.int8(127))',
            'T.cast(T.min(T.max(O[i], -128), 127), "int8")',
        ),
        (
            'T.max(-128, T.min(127, T.Cast("int8", M[i, j])))',
            'T.cast(T.max(T.float32(-128), T.min(T.float32(127), M[i, j])), "int8")',
        ),
    ],
)
def test_a_limit_comes_before_the_conversion(before: str, after: str) -> None:
    body = "for i, j in T.grid(64, 64):\n    Q[i, j] = {}"
    assert fixed(body.format(before), "late-clip") == body.format(after)
    assert codes(body.format(after)) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("C[i, j] = T.if_then_else(j <= 64, M[i, j], 0.0)", "C[i, j] = M[i, j]"),
        ("C[i, j] = T.if_then_else(j > 64, M[i, j], 0.0)", "C[i, j] = 0.0"),
        (
            "C[i, j] = T.if_then_else(j <= 64 and i < j, M[i, j], 0.0)",
            "C[i, j] = T.if_then_else(i < j, M[i, j], 0.0)",
        ),
    ],
)
def test_a_condition_that_chooses_nothing_is_left_out(before: str, after: str) -> None:
    body = "for i, j in T.grid(64, 64):\n    {}"
    assert fixed(body.format(before), "decided-comparison") == body.format(after)
    assert codes(body.format(after)) == []


MATMUL = """
for i, j in T.grid(64, 64):
    C[i, j] = 0.0
    for k in range(64):
        C[i, j] += {}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("M[i, k] * N[i, j]", "M[i, k] * N[k, j]"),
        ("M[i, j] * N[k, j]", "M[i, k] * N[k, j]"),
        ("M[i, k] * M[k, j]", "M[i, k] * N[k, j]"),
    ],
)
def test_the_operand_moves_with_the_reduction(before: str, after: str) -> None:
    made = MATMUL.format(after).strip()
    assert fixed(MATMUL.format(before), "doubtful-operand") == made
    assert codes(made) == []


def test_the_axis_that_has_an_order_is_a_scan() -> None:
    body = """
    for i, j in T.grid(64, 64):
        with T.block("sum"):
            vi = T.axis.spatial(64, i)
            vj = T.axis.spatial(64, j)
            C[vi, vj] = T.if_then_else(vj == 0, M[vi, vj], C[vi, T.max(vj - 1, 0)] + M[vi, vj])
    """
    made = fixed(body, "dependent-points")
    assert made == textwrap.dedent(body).strip().replace("vj = T.axis.spatial", "vj = T.axis.scan")
    assert codes(made) == []
