"""Integers in memory that stores, counting loops and `while` loops change: an index that is said to leave its buffer does so when the program runs."""

from __future__ import annotations

import textwrap

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.test_verify import HEADER
from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Static
from tilewright.core.frontend.parse import parse
from tilewright.core.interpret import run_checked

ELEMENTS = 8
NUMBERS = st.integers(0, 5)


@st.composite
def suites(draw: st.DrawFn, depth: int, rises: bool = False) -> list[str]:
    """Statements that change the integer `n[0]`, or store at the place that it names; with `rises` none makes it smaller."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(["add", "store", "store", "for", *([] if rises else ["set", "while"])]))
        number = draw(NUMBERS)
        if kind == "set":
            lines.append(f"n[0] = {number}")
        elif kind == "add":
            lines.append(f"n[0] = n[0] + {number}")
        elif kind == "store" or not depth:
            lines.append(f"B[n[0] + {number}] = 1")
        elif kind == "for":
            lines += [f"for i{depth} in range({number}, {number + 2}):", *_inside(draw(suites(depth - 1, rises)))]
        else:
            inside = [*draw(suites(depth - 1, rises=True)), "n[0] = n[0] + 1"]
            lines += [f"while n[0] < {number}:", *_inside(inside)]
    return lines


def _inside(lines: list[str]) -> list[str]:
    return textwrap.indent("\n".join(lines), "    ").split("\n")


@settings(max_examples=60, deadline=None, derandomize=True)
@given(suites(2), NUMBERS)
def test_what_is_said_of_an_index_in_memory_is_true(suite: list[str], first: int) -> None:
    lines = ['n = T.alloc_buffer((1,), "int32")', f"n[0] = {first}", *suite]
    text = f'@T.prim_func\ndef f(B: T.Buffer(({ELEMENTS},), "int32")):\n' + "\n".join(_inside(lines)) + "\n"
    read = parse(Source(HEADER + text), Static())
    if any(found.code == "index-out-of-bounds" for found in read.diagnostics):
        assert _leaves(read.values["f"]), text


def _leaves(func: object) -> bool:
    try:
        run_checked(func, np.zeros(ELEMENTS, "int32"))  # pyright: ignore[reportArgumentType]
    except IndexError:
        return True
    return False
