"""Comments that silence: which diagnostics, and that those which silence nothing are reported with the fix that removes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.project.fixing import spliced
from tilewright.project.rules import Rules
from tilewright.project.verdict import judged

HEAD = "from tvm.script import tir as T\n\n\n@T.prim_func\n"
FUNCTION = HEAD + 'def f(A: T.Buffer((8,), "float32")):\n'


def reported(text: str, rules: Rules | None = None) -> tuple[Diagnostic, ...]:
    analysis = analyze(text, "/programs/a.py")
    return judged(analysis.source, analysis.diagnostics, (rules or Rules()).of_file(Path("/programs/a.py")))


def codes(text: str, rules: Rules | None = None) -> list[str]:
    return [each.code for each in reported(text, rules)]


def test_without_a_comment_it_is_reported() -> None:
    assert codes(FUNCTION + "    A[0] = C[0]\n") == ["undefined-name"]


@pytest.mark.parametrize(
    "body",
    [
        "    A[0] = C[0]  # tilewright: ignore[undefined-name]\n",
        "    A[0] = C[0]  #tilewright:ignore[ undefined-name ]\n",
        "    A[0] = C[0]  # tilewright: ignore[undefined-name] - C comes later\n",
        "    A[0] = C[0]  # tilewright: ignore\n",
        "    A[0] = C[0]  # type: ignore # tilewright: ignore[undefined-name] # noqa: F821\n",
        "    A[8] = C[0]  # tilewright: ignore[index-out-of-bounds, undefined-name]\n",
        "    # tilewright: ignore-file[undefined-name]\n    A[0] = C[0]\n    A[1] = D[0]\n",
        "    A[0] = C[0]\n    # tilewright: ignore-file\n",
        # A statement of several lines: on its first line, on its last, and on the line itself.
        "    A[0] = T.max(  # tilewright: ignore[undefined-name]\n        C[0],\n        D[0],\n    )\n",
        "    A[0] = T.max(\n        C[0],\n        D[0],\n    )  # tilewright: ignore[undefined-name]\n",
        "    A[0] = T.max(\n        C[0],  # tilewright: ignore[undefined-name]\n        1.0,\n    )\n",
    ],
)
def test_a_comment_silences(body: str) -> None:
    assert codes(FUNCTION + body) == []


def test_a_comment_in_the_header_of_several_lines_silences_the_header_alone() -> None:
    text = HEAD + (
        'def f(\n    A: T.Bufer((8,), "float32"),\n    B: T.Buffer((8,), "float32"),\n'
        "):  # tilewright: ignore[unknown-member]\n    B[0] = T.exq(B[1])\n"
    )
    (found,) = reported(text)
    assert (found.code, found.span.text) == ("unknown-member", "exq")


def test_a_comment_within_a_statement_silences_its_own_line_alone() -> None:
    body = "    A[0] = T.max(\n        C[0],  # tilewright: ignore[undefined-name]\n        D[0],\n    )\n"
    (found,) = reported(FUNCTION + body)
    assert found.message == "`D` is not defined here"


def test_a_comment_on_another_line_or_in_a_string_silences_nothing() -> None:
    body = '    """# tilewright: ignore-file[undefined-name]"""\n    # tilewright: ignore[undefined-name]\n    A[0] = C[0]\n'
    assert codes(FUNCTION + body) == ["unused-ignore", "undefined-name"]


def test_comments_are_found_behind_a_place_that_is_no_python() -> None:
    text = (
        FUNCTION
        + "    A[0] = (1.0\n\n\n"
        + FUNCTION.replace("f(", "g(")
        + "    A[0] = C[0]  # tilewright: ignore[undefined-name]\n"
    )
    assert codes(text) == ["syntax-error"]


UNUSED = [
    ("    A[0] = 1.0  # tilewright: ignore[undefined-name]\n", "    A[0] = 1.0\n", "on this line"),
    ("    A[0] = 1.0  # tilewright: ignore\n", "    A[0] = 1.0\n", "nothing on this line"),
    ("    A[0] = 1.0  # tilewright: ignore[]\n", "    A[0] = 1.0\n", "names no code"),
    ("    # tilewright: ignore-file[undefined-name]\n    A[0] = 1.0\n", "    A[0] = 1.0\n", "in this file"),
    ("    A[0] = 1.0  # tilewright: ignore[no-such]\n", "    A[0] = 1.0\n", "is no code"),
    ("    A[0] = 1.0  # noqa # tilewright: ignore[undefined-name] why\n", "    A[0] = 1.0  # noqa\n", "on this line"),
    ("    A[0] = 1.0  # tilewright: ignore[undefined-name] # noqa\n", "    A[0] = 1.0  # noqa\n", "on this line"),
    (
        "    A[0] = C[0]  # tilewright: ignore[undefined-name, rank-mismatch]\n",
        "    A[0] = C[0]  # tilewright: ignore[undefined-name]\n",
        "`rank-mismatch` is not reported",
    ),
    (
        "    A[0] = C[0]  # tilewright: ignore[undefined-name, undefined-name]\n",
        "    A[0] = C[0]  # tilewright: ignore[undefined-name]\n",
        "named twice",
    ),
    (
        "    A[0] = C[0]  # tilewright: ingore[undefined-name]\n",
        "    A[0] = C[0]  # tilewright: ignore[undefined-name]\n",
        "did you mean `ignore`",
    ),
]


@pytest.mark.parametrize(("before", "after", "said"), UNUSED)
def test_what_silences_nothing_is_reported_with_its_fix(before: str, after: str, said: str) -> None:
    found = [each for each in reported(FUNCTION + before) if each.code == "unused-ignore"]
    (only,) = found
    assert said in only.message
    assert spliced(FUNCTION + before, only.fixes[0].edits) == FUNCTION + after


def test_a_bracket_that_is_not_closed_is_reported() -> None:
    found = reported(FUNCTION + "    A[0] = 1.0  # tilewright: ignore[undefined-name\n")
    assert [each.message for each in found] == ["the bracket behind the codes is not closed"]


def test_other_comments_that_name_us_are_left_alone() -> None:
    assert codes(FUNCTION + "    A[0] = 1.0  # tilewright: a compiler\n") == []


def test_comments_for_codes_that_nobody_wants_are_not_called_unused() -> None:
    text = FUNCTION + "    A[0] = 1.0  # tilewright: ignore[undefined-name]\n"
    assert codes(text, Rules(ignore=("undefined-name",))) == []
    assert codes(text, Rules(only=("rank-mismatch", "unused-ignore"))) == []
    assert codes(text, Rules(ignore=("unused-ignore",))) == []
    blanket = FUNCTION + "    A[0] = 1.0  # tilewright: ignore\n"
    assert codes(blanket, Rules(ignore=("undefined-name",))) == []


def test_unused_comments_can_be_silenced_themselves() -> None:
    assert codes(FUNCTION + "    A[0] = 1.0  # tilewright: ignore[undefined-name, unused-ignore]\n") == []
    text = "# tilewright: ignore-file[unused-ignore]\n" + FUNCTION + "    A[0] = 1.0  # tilewright: ignore[race]\n"
    assert codes(text) == []


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_any_line_ends(end: str) -> None:
    text = (FUNCTION + "    A[0] = C[0]  # tilewright: ignore[undefined-name]\n    A[1] = D[0]\n").replace("\n", end)
    assert codes(text) == ["undefined-name"]
