"""Broken text: every error is reported, the rest is read, and nothing ever raises or hangs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.frontend.carets import IMPORTS, found_in, program, split_marks
from tilewright.core.analyze import analyze
from tilewright.core.frontend.pieces import split
from tilewright.project.fixing import spliced

EXAMPLES = Path(__file__).parents[2] / "examples"

# After each broken function stands a good one, whose own mistake must still be found.
AFTER = (
    '\n@T.prim_func\ndef after(A: T.Buffer((4,), "float32")):\n    A[0] = missing\n           ^^^^^^^ undefined-name\n'
)

BROKEN = {
    "a missing colon": """
def f(A: T.Buffer((4, 4), "float32")):
    for i, j in T.grid(4, 4)
                            ^ syntax-error
        A[i, j] = A[j]
                  ^^^^ rank-mismatch
""",
    "a missing colon of a block": """
def f(A: T.Buffer((4, 4), "float32")):
    for i, j in T.grid(4, 4):
        with T.block("b")
                         ^ syntax-error
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi, vj] = vk
                        ^^ undefined-name
""",
    "an open bracket": """
def f(A: T.Buffer((4, 4), "float32")):
    A[0, 0] = (1.0 +
              ^ syntax-error
    A[1] = 2.0
    ^^^^ rank-mismatch
""",
    "a loop without a suite": """
def f(A: T.Buffer((4, 4), "float32")):
    for i in range(4):
    ^^^^^^^^^^^^^^^^^^ syntax-error
    A[1] = 2.0
    ^^^^ rank-mismatch
""",
    "an unexpected indent": """
def f(A: T.Buffer((4, 4), "float32")):
    A[0, 0] = 2.0
        A[0, 1] = 1.0
        ^^^^^^^^^^^^^ syntax-error
        A[0, 2] = 1.0
    A[1] = 1.0
    ^^^^ rank-mismatch
""",
    "an unindent to nowhere": """
def f(A: T.Buffer((4, 4), "float32")):
    for i in range(4):
        A[0, i] = 2.0
      A[1] = 1.0
      ^^^^^^^^^^ syntax-error
""",
    "two errors": """
def f(A: T.Buffer((4, 4), "float32")):
    A[0, 0] = 2.0 2.0
                  ^^^ syntax-error
    A[0, 1] = = 3
              ^ syntax-error
    A[1] = 1.0
    ^^^^ rank-mismatch
""",
    "an unfinished name": """
def f(A: T.Buffer((4, 4), "float32")):
    A[0, 0] = T.
               ^ syntax-error
    A[1] = 1.0
    ^^^^ rank-mismatch
""",
    "an open text": """
def f(A: T.Buffer((4, 4), "float32)):
                          ^^^^^^^^^^^ syntax-error
    A[1] = 1.0
""",
    "a misspelt else": """
def f(A: T.Buffer((4, 4), "float32"), n: T.int32):
    if n > 1:
        A[0, 0] = 1.0
    els:
       ^ syntax-error
        A[0, 1] = 1.0
    A[1] = 0.0
    ^^^^ rank-mismatch
""",
    "an open decorator": """
@T.prim_func(
            ^ syntax-error
def f(A: T.Buffer((4, 4), "float32")):
    A[1] = 0.0
""",
}


@pytest.mark.parametrize("title", BROKEN)
def test_one_broken_function_silences_only_what_is_broken(title: str) -> None:
    text, marks = split_marks(BROKEN[title].strip("\n") + "\n" + AFTER)
    analysis, found = found_in(text)
    assert found == sorted(marks)
    assert list(analysis.functions) == []


def test_a_missing_colon_has_a_fix() -> None:
    text = program('def f(A: T.Buffer((4,), "float32")):\n    for i in range(4)  # all\n        A[i] = 0.0\n')
    edit = analyze(text).diagnostics[0].fixes[0].edits[0]
    mended = spliced(text, [edit])
    assert analyze(mended).diagnostics == ()


def test_every_beginning_of_an_example_is_read() -> None:
    text = (EXAMPLES / "matmul.py").read_text()
    begin, end = text.index("@T.prim_func"), text.index("def check")
    for at in range(begin, end):
        codes = {found.code for found in analyze(text[:at]).diagnostics}
        assert "internal-error" not in codes, text[:at]


PARTS = st.sampled_from(
    [
        *"()[]{}:,.\"'\n\t\0\\@#*=é",
        '"""',
        "    ",
        "for ",
        "with ",
        "def ",
        "if ",
        "T.",
        "lambda: ",
        "\ud800",
        "\r",
        "\f",
        "\ufeff",
        "vi",
        "1e999",
        "None",
        "T.block()",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10_000), st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), PARTS), min_size=1, max_size=4))
def test_no_change_of_an_example_raises(seed: int, changes: list[tuple[float, int, str]]) -> None:
    files = sorted(EXAMPLES.glob("*.py"))
    text = random.Random(seed).choice(files).read_text()
    for where, length, part in changes:
        at = int(where * len(text))
        text = text[:at] + part + text[at + length :]
    analysis = analyze(text)
    assert "internal-error" not in {found.code for found in analysis.diagnostics}
    assert all(0 <= found.span.start <= found.span.end <= len(text) for found in analysis.diagnostics)


ODD = {
    "carriage returns": program('def f(A: T.Buffer((4,), "float32")):\n    A[0] = b\n').replace("\n", "\r\n"),
    "tabs": program('def f(A: T.Buffer((4,), "float32")):\n\tA[0] = b\n'),
    "a form feed": program('def f(A: T.Buffer((4,), "float32")):\n    A[1] = 0.0\n\f\n    A[0] = b\n'),
    "a byte order mark": "\ufeff" + program('def f(A: T.Buffer((4,), "float32")):\n    A[0] = b\n'),
    "a letter beyond ASCII": program('def f(A: T.Buffer((4,), "float32")):\n    ä = A[1]; A[0] = b\n'),
    "a lone surrogate": program('def f(A: T.Buffer((4,), "float32")):\n    A[0] = b  # \ud800\n'),
    "no newline at the end": program('def f(A: T.Buffer((4,), "float32")):\n    A[0] = b'),
}


@pytest.mark.parametrize("title", ODD)
def test_odd_characters_do_not_shift_ranges(title: str) -> None:
    (found,) = analyze(ODD[title]).diagnostics
    assert (found.code, found.span.text) == ("undefined-name", "b")


def test_deep_nesting_is_reported_and_not_followed() -> None:
    for deep in ("-" * 3000 + "A[1]", "+".join(["A[1]"] * 4000), "(" * 150 + "1.0" + ")" * 150, "[" * 500):
        text = program(f'def f(A: T.Buffer((4,), "float32")):\n    A[0] = {deep}\n    A[1, 1] = 0.0\n')
        codes = [found.code for found in analyze(text).diagnostics]
        assert codes[-1] == "rank-mismatch"
        assert set(codes[:-1]) <= {"too-deep", "syntax-error"}


def test_nothing_large_is_computed() -> None:
    values = ("10**10**10", "[0]*10**10", "sum(range(10**12))", '"x" * 10**11', 'f"{1:1000000000}"', "1 << 10**9")
    values += (
        "[1 for a in range(10**4) for b in range(10**4) for c in range(10**4)][0]",
        "(lambda f: f(f))(lambda f: f(f))",
    )
    for value in values:
        text = program(f'def f(A: T.Buffer((4,), "float32")):\n    A[0] = {value}\n')
        assert [found.code for found in analyze(text).diagnostics] in (["too-large"], ["too-deep"])


def test_pieces_cover_the_text() -> None:
    text = (
        IMPORTS
        + 'x = """\ndef no():\n"""\n\n# c\n@a\n# d\n@b\ndef f(\n):\n    pass\nelse_ = (1,\n2)\nif x:\n    y = 1\nelse:\n    y = 2\n'
    )
    pieces = split(text)
    assert "".join(text[piece.start : piece.end] for piece in pieces) == text
    assert [text[piece.start : piece.end].split("\n")[0] for piece in pieces] == [
        IMPORTS.strip(),
        "@a",
        "else_ = (1,",
        "if x:",
    ]
