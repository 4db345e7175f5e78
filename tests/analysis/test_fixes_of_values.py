"""Fixes of narrow arithmetic, of selects that guard nothing and of axes outside of their domains; and data types of factories."""

from __future__ import annotations

import textwrap

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.project.fixing import spliced

HEADER = """from tilewright.script import tir as T


@T.prim_func
def f(A: T.Buffer((64,), "int8"), B: T.Buffer((64,), "uint8"), C: T.Buffer((64,), "int32"), D: T.Buffer((64,), "float32")):
    for i in range(64):
"""


def found(body: str) -> tuple[str, tuple[Diagnostic, ...]]:
    text = HEADER + textwrap.indent(textwrap.dedent(body).strip(), " " * 8) + "\n"
    return text, analyze(text).diagnostics


def fixed(body: str, code: str) -> str:
    """The body with the first fix of a code."""
    text, diagnostics = found(body)
    fix = next(fix for each in diagnostics if each.code == code for fix in each.fixes)
    made = spliced(text, fix.edits)
    return textwrap.dedent(made.removeprefix(HEADER)).strip()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("C[i] = A[i] * A[i]", 'C[i] = T.cast(A[i], "int32") * T.cast(A[i], "int32")'),
        (
            "C[i] += (A[i] + A[i]) + A[i]",
            'C[i] += (T.cast(A[i], "int32") + T.cast(A[i], "int32")) + T.cast(A[i], "int32")',
        ),
        ("D[i] = (B[i] - 8) * D[i]", 'D[i] = (T.cast(B[i], "int32") - 8) * D[i]'),
        (
            'C[i] = T.Cast("int16", A[i] * A[i])',
            'C[i] = T.Cast("int16", T.cast(A[i], "int16") * T.cast(A[i], "int16"))',
        ),
    ],
)
def test_operands_are_converted_first(before: str, after: str) -> None:
    assert fixed(before, "late-widening") == after
    assert [each.code for each in found(after)[1]] == []


@pytest.mark.parametrize(
    "body",
    [
        "C[i] = A[i] // 2",
        'C[i] = T.cast(A[i], "int32") * A[i]',
        "D[i] = (A[i] - 8) * D[i]",
        "D[i] = T.max(B[i], T.uint8(8)) - T.uint8(8)",
        "if B[i] > 8:\n    C[i] = T.cast(B[i] - 8, 'int32')",
        'C[i] = T.cast(A[i], "int16") * T.cast(A[i], "int16")',
        "A[i] = A[i] * A[i]",
    ],
)
def test_what_fits_or_is_kept_narrow_is_right(body: str) -> None:
    assert found(body)[1] == ()


def test_a_select_becomes_a_condition() -> None:
    before = "D[i] = T.Select(i > 0, T.if_then_else(i < 60, D[i - 1], D[0]), D[i])"
    assert fixed(before, "select-out-of-bounds") == before.replace("T.Select", "T.if_then_else")


@pytest.mark.parametrize(("value", "where"), [("i - 2", "i - 2 >= 0"), ("i + 2", "i + 2 < 64")])
def test_the_block_runs_where_its_axis_is_inside(value: str, where: str) -> None:
    block = f'with T.block("b"):\n    vi = T.axis.spatial(64, {value})\n'
    made = fixed(f"{block}    D[vi] = 0.0", "axis-out-of-domain")
    assert made == f"{block}    T.where({where})\n    D[vi] = 0.0"


FACTORY = """from tilewright.script import tir as T


def make(n, dtype{default}):
    @T.prim_func
    def f(A: T.Buffer((n,), dtype), C: T.Buffer((n,), "int32")):
        for i in range(n):
            C[i] = T.cast(A[i] * A[i], "int32")
    return f
"""


def test_a_narrow_type_counts_where_the_factory_names_it() -> None:
    assert [each.code for each in analyze(FACTORY.format(default='="int8"')).diagnostics] == ["late-widening"]
    assert analyze(FACTORY.format(default="")).diagnostics == ()
