"""Mistakes in macros: reported at the call, with notes that lead to their places in the text of the macro."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.base.diagnostics import Diagnostic

HEADER = "from tilewright.script import tir as T\n\n\n"
CALL = """

@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("A"):
            vi = T.axis.spatial(16, i)
            shift(A, vi)
"""


def found(macros: str, code: str) -> Diagnostic:
    (made,) = [each for each in analyze(HEADER + macros + CALL).diagnostics if each.code == code]
    assert made.span.text == "shift(A, vi)"
    assert made.fixes == ()
    return made


def places(made: Diagnostic) -> list[tuple[str, int, str]]:
    """The notes: what is said, the line in the macros, and the text there."""
    return [(note.message, note.span.line - 3, note.span.text) for note in made.notes]


def test_what_the_verifier_finds_names_the_place_in_the_macro_and_the_declaration_there() -> None:
    macro = '@T.macro\ndef shift(A, i):\n    B = T.alloc_buffer((4,), "float32")\n    B[i] = A[i]\n'
    made = found(macro, "index-out-of-bounds")
    assert made.message == "`B[i]` reaches 15 when vi = 15, and `B` has 4 elements"
    assert places(made) == [("in the text of `shift`", 4, "i"), ("`B` is declared here with shape (4,)", 3, "B")]


def test_what_the_caller_declares_is_declared_there() -> None:
    made = found("@T.macro\ndef shift(A, i):\n    A[i] = A[i + 1]\n", "index-out-of-bounds")
    note, declared = made.notes
    assert (note.message, note.span.text) == ("in the text of `shift`", "i + 1")
    assert (declared.span.line, declared.span.text) == (10, "A")


def test_macros_that_call_one_another_are_all_named() -> None:
    macros = (
        "@T.macro\ndef inner(A, i):\n    A[i - 1] = T.float32(0)\n\n\n@T.macro\ndef shift(A, i):\n    inner(A, i)\n"
    )
    made = found(macros, "index-out-of-bounds")
    assert places(made)[:2] == [("in the text of `inner`", 3, "i - 1"), ("in the text of `shift`", 8, "inner(A, i)")]


@pytest.mark.parametrize("index", ["i, 0", "0, i"])
def test_what_the_parser_finds_has_the_declaration_in_the_macro_too(index: str) -> None:
    macro = f'@T.macro\ndef shift(A, i):\n    B = T.alloc_buffer((16,), "float32")\n    A[i] = B[{index}]\n'
    made = found(macro, "rank-mismatch")
    assert places(made) == [
        ("in the text of `shift`", 4, f"B[{index}]"),
        ("`B` is declared here with 1 dimension", 3, "B"),
    ]


def test_a_condition_of_a_macro_is_one_of_all_its_calls() -> None:
    macro = "@T.macro\ndef shift(A, i):\n    if i < 16:\n        A[i] = T.float32(0)\n"
    assert analyze(HEADER + macro + CALL).diagnostics == ()


def test_an_annotation_in_quotes_in_a_macro_stands_where_the_quotes_do() -> None:
    macro = '@T.macro\ndef shift(A, i):\n    x: "T.flaot32" = A[i]\n    A[i] = x\n'
    notes = [note for each in analyze(HEADER + macro + CALL).diagnostics for note in each.notes]
    assert [(note.span.line - 3, note.span.text) for note in notes] == [(3, '"T.flaot32"')]
