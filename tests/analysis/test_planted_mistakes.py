"""Kernels and graphs as people write them, with one mistake each, and others that are right and look as if they had one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.analysis.test_verify import said
from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Static
from tilewright.core.frontend.parse import parse

HEADER = "from tilewright.script import ir as I, relax as R, tir as T\n\n"
PROGRAMS = Path(__file__).parent / "programs"


def programs(name: str) -> dict[str, str]:
    """The programs of a file by the headings above them."""
    parts = re.split(r"^### (.*)\n", (PROGRAMS / name).read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


MISTAKES = programs("mistakes.txt")
CORRECT = programs("correct.txt")


def codes(text: str) -> list[str]:
    return sorted({found.code for found in parse(Source(HEADER + text), Static()).diagnostics})


@pytest.mark.parametrize("heading", MISTAKES)
def test_the_mistake_is_found(heading: str) -> None:
    _, _, expected = heading.partition(": ")
    assert codes(MISTAKES[heading]) == expected.split()


@pytest.mark.parametrize("heading", CORRECT)
def test_what_is_right_is_not_accused(heading: str) -> None:
    assert codes(CORRECT[heading]) == []


def test_two_tiles_that_overlap_meet_in_their_first_common_element() -> None:
    body = """
        for io in T.parallel(8):
            for ii in range(9):
                if io * 8 + ii < 64:
                    B[io * 8 + ii, 0] = A[0] + T.cast(io, "float32")
    """
    assert said(body) == [
        "parallel-race: B[io * 8 + ii, 0]: iteration io = 0 writes `B[8, 0]`, which iteration io = 1 writes too"
    ]


def test_iterations_that_write_the_same_to_one_element_do_no_harm() -> None:
    assert said("for i in T.parallel(128):\n    B[i // 2, 0] = A[i // 2]") == []
    assert len(said("for i in T.parallel(128):\n    B[i // 2, 0] = A[i]")) == 1


def test_sizes_for_which_iterations_meet_are_named() -> None:
    text = """
@T.prim_func
def f(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, n), "float32")
    B = T.match_buffer(b, (2 * n,), "float32")
    for i in T.parallel(n):
        for j in range(n):
            B[i + j] = A[i, j]
"""
    found = [each.message for each in parse(Source(HEADER + text), Static()).diagnostics]
    assert len(found) == 1
    assert re.fullmatch(
        r"iteration i = \d+ writes `B\[\d+\]`, which iteration i = \d+ writes too \(for n = \d+\)", found[0]
    )


def test_an_extent_without_arguments_is_no_arithmetic() -> None:
    assert said("for i in range(T.vscale() * 4):\n    if i < 128:\n        A[i] = 0.0") == []


def test_the_axis_that_stands_for_an_outer_loop_is_offered() -> None:
    body = """
        for i in range(128):
            with T.block("b"):
                vi = T.axis.spatial(128, i)
                A[vi] = B[i, 0]
    """
    found = parse(
        Source(HEADER + f"@T.prim_func\ndef f(A: T.Buffer((128,)), B: T.Buffer((128, 64))):\n{body}"), Static()
    )
    assert [fix.title for each in found.diagnostics for fix in each.fixes] == ["Use the axis `vi`"]
