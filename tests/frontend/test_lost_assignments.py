"""Variables that are given a second value in an inner scope: where the outer one is read again, the value is lost."""

from __future__ import annotations

import textwrap

import pytest

from tilewright.core.analyze import Analysis, analyze
from tilewright.project.fixing import spliced

HEAD = "from tvm.script import tir as T\n\n\n"


def analysis(body: str, parameters: str = "A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')") -> Analysis:
    text = f"{HEAD}@T.prim_func\ndef f({parameters}):\n{textwrap.indent(textwrap.dedent(body).strip(), '    ')}\n"
    return analyze(text)


def fixed(found: Analysis) -> str:
    """The text after the first fix of each diagnostic."""
    edits = {edit for diagnostic in found.diagnostics for edit in diagnostic.fixes[0].edits}
    return spliced(found.source.text, edits)


LOST = {
    "behind a branch": """
for i in range(8):
    x = T.float32(0)
    if A[i] > T.float32(0):
        x = T.float32(1)
    B[i] = x
""",
    "behind a loop": "s = T.float32(0)\nfor i in range(8):\n    s += A[i]\nB[0] = s",
    "in the next iteration": "s = T.float32(0)\nfor i in range(8):\n    s = s + A[i]\n    B[i] = s",
    "in the condition of a loop": "i = T.int32(0)\nwhile i < 8:\n    B[0] = A[i]\n    i = i + 1",
    "in the other branch, in the next iteration": """
x = A[0]
for i in range(8):
    if A[i] > x:
        x = A[i]
    else:
        B[i] = x
""",
    "with a type": """
s: T.float32 = T.float32(0)
for i in range(8):
    if A[i] > T.float32(0):
        s: T.float32 = s + A[i]
B[0] = s
""",
    "behind a block": """
s = T.float32(0)
for i in range(8):
    with T.block('b'):
        vi = T.axis.opaque(8, i)
        s = s + A[vi]
        B[vi] = s
""",
}


@pytest.mark.parametrize("title", LOST)
def test_a_value_that_is_lost_is_reported_and_kept_in_a_buffer(title: str) -> None:
    found = analysis(LOST[title])
    assert [each.code for each in found.diagnostics] == ["lost-assignment"]
    mended = analyze(fixed(found))
    assert [each.message for each in mended.diagnostics] == []
    assert "[0] = " in mended.source.text


def test_places_and_words() -> None:
    found = analysis("s = T.float32(0)\nfor i in range(8):\n    s += A[i]\nB[0] = s").diagnostics[0]
    assert found.message == (
        "`s` is a new variable here, which is lost at the end of the loop's body, and the outer `s` keeps its value; "
        "keep what changes in a buffer of one element"
    )
    text = found.span.source.text
    assert text[found.span.start :].startswith("s += A[i]")
    assert [(note.message, text[note.span.start :].splitlines()[0]) for note in found.notes] == [
        ("the outer `s` gets its value here", "s = T.float32(0)"),
        ("this reads the outer `s`", "s"),
    ]


def test_parameters_and_loop_variables_keep_their_values_too() -> None:
    body = "for i in range(8):\n    if n > 4:\n        n = T.int32(4)\n    B[i] = A[i] * T.cast(n, 'float32')"
    parameters = "A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32'), n: T.int32"
    assert [(each.code, each.fixes) for each in analysis(body, parameters).diagnostics] == [("lost-assignment", ())]
    body = "for i in range(8):\n    if A[i] > T.float32(0):\n        i = i + 1\n    B[i] = A[i]"
    assert [each.code for each in analysis(body).diagnostics] == ["lost-assignment"]


def test_a_value_that_nothing_reads() -> None:
    body = "x = A[0]\nB[0] = x\nif A[1] > x:\n    x = A[1]"
    assert [each.message for each in analysis(body).diagnostics] == [
        "`x` is a new variable here, and nothing reads it before the end of the branch"
    ]


def test_a_variable_read_behind_its_suite_says_what_to_do() -> None:
    body = "if A[0] > T.float32(0):\n    x = T.float32(1)\nelse:\n    x = T.float32(2)\nB[0] = x"
    assert [each.message for each in analysis(body).diagnostics] == [
        "`x` is not defined here any more; a variable ends with the loop, branch or `with` that it is made in, and what outlives it is kept in a buffer of one element"
    ]


RIGHT = {
    "read in the other branch": """
for i in range(8):
    x = A[i]
    if x > T.float32(0):
        x = x * T.float32(2)
        B[i] = x
    else:
        B[i] = x
""",
    "a name used again": """
x = A[0]
B[0] = x
for i in range(7):
    x = A[i + 1]
    B[i + 1] = x
""",
    "a jump to the next iteration": """
for i in range(8):
    x = A[i]
    if i > 3:
        x = T.float32(0)
        B[i] = x
        continue
    B[i] = x
""",
    "a jump out of the loop": """
x = A[0]
for i in range(8):
    B[i] = x
    if A[i] > x:
        x = A[i]
        B[0] = x
        break
    B[i] = x
""",
    "a value that Python computes": """
for i in range(8):
    k = T.meta_var(1)
    B[i] = A[i]
    if A[i] > T.float32(0):
        k = T.meta_var(2)
        B[i] = A[i] * k
""",
    "a buffer of one element": """
s = T.alloc_buffer((1,), 'float32')
s[0] = T.float32(0)
for i in range(8):
    s[0] += A[i]
B[0] = s[0]
""",
}


@pytest.mark.parametrize("title", RIGHT)
def test_what_loses_nothing_gets_nothing(title: str) -> None:
    assert [each.message for each in analysis(RIGHT[title]).diagnostics] == []


def test_return_ends_all() -> None:
    text = f"{HEAD}@T.prim_func\ndef f(n: T.int32) -> T.int32:\n    x = n + 1\n    if n > 3:\n        x = n + 2\n        return x\n    return x\n"
    assert analyze(text).diagnostics == ()


def test_names_of_today_are_changed() -> None:
    body = "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((1,), 'float32')):\n    s = T.float32(0)\n    for i in range(8):\n        s += A[i]\n    B[0] = s\n"
    assert analyze(f"from tvm.script import tirx as T\n\n\n{body}").diagnostics == ()


def test_a_lambda_that_sees_the_variable_hides_it_from_nothing() -> None:
    text = """from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((8,), "float32")):
    x = A[0]
    A[1] = (lambda y: y + x)(1.0)
    for i in range(8):
        x = A[i]
    A[0] = x
"""
    assert [found.code for found in analyze(text).diagnostics] == ["lost-assignment"]


def test_a_value_that_is_stored_in_no_buffer() -> None:
    found = analysis("for i in range(8):\n    B = A[i]").diagnostics
    assert [(each.code, each.notes[0].message) for each in found] == [
        ("lost-assignment", "the buffer `B` is defined here")
    ]
    assert "write `B[...] = ...` to store an element" in found[0].message
    assert analysis("for i in range(8):\n    B[i] = A[i]\n    A = B[i]\n    B[i] = A").diagnostics == ()
