"""What Ruff says of the lines of a script can be silenced from the editor; what it says of Python stays."""

from __future__ import annotations

import pytest

from tests.server.test_actions import apply
from tilewright.core.analyze import analyze
from tilewright_server.answers import Complaint, Extent
from tilewright_server.features.noqa import noqa

SCRIPT = """\
from tvm.script import tir as T
undefined
@T.prim_func
def f(A: T.Buffer((16,), "float32")):{comment}
    A[0] = T.float32(0)
"""
ALL = "F722, F821, F841, N803, N805, N806, B007, ARG001, ARG002"


def silenced(text: str, at: str, code: str = "F821", tool: str = "Ruff") -> list[str]:
    """The document after each action that is offered for a complaint at the first place of `at`."""
    start = text.index(at)
    found = noqa(analyze(text), [Complaint(tool, code, Extent(start, start + len(at)))])
    return [apply(text, action) for action in found]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "  # noqa: F821"),
        ("  # mine", "  # mine  # noqa: F821"),
        ("  # noqa: F722", "  # noqa: F722, F821"),
    ],
)
def test_a_line_and_the_file_can_be_silenced(before: str, after: str) -> None:
    line, file = silenced(SCRIPT.format(comment=before), "float32")
    assert line == SCRIPT.format(comment=after)
    assert file == f"# ruff: noqa: {ALL}\n" + SCRIPT.format(comment=before)


@pytest.mark.parametrize("comment", ["  # noqa", "  # noqa: F821"])
def test_a_silent_line_is_left_alone(comment: str) -> None:
    assert len(silenced(SCRIPT.format(comment=comment), "float32")) == 1


def test_the_comment_of_the_file_is_extended_and_stands_behind_what_must_be_first() -> None:
    text = SCRIPT.format(comment="")
    assert silenced("# ruff: noqa: F722, F821\n" + text, "float32")[1] == f"# ruff: noqa: {ALL}\n" + text
    head = "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n"
    assert silenced(head + text, "float32")[1] == f"{head}# ruff: noqa: {ALL}\n{text}"


def test_lines_end_as_they_did() -> None:
    text = SCRIPT.format(comment="").replace("\n", "\r\n")
    assert silenced(text, "float32")[0] == text.replace('"float32")):', '"float32")):  # noqa: F821')


@pytest.mark.parametrize(
    ("at", "code", "tool"), [("undefined", "F821", "Ruff"), ("float32", "E501", "Ruff"), ("float32", "F821", "Pylint")]
)
def test_what_is_true_and_what_others_say_stays(at: str, code: str, tool: str) -> None:
    assert silenced(SCRIPT.format(comment=""), at, code, tool) == []
