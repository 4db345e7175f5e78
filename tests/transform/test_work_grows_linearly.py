"""Passes over long programs: twice the statements are at most a little more than twice the calls."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from tests.transform.programs import program
from tilewright import IRModule, relax, tir

HEAD = "@T.prim_func\ndef main(A: T.Buffer((8,), 'float32'), C: T.Buffer((8,), 'float32')):\n"


def blocks(count: int) -> str:
    """A chain of blocks, each of which reads what the one before it wrote, with reductions between them."""
    lines = [f"    B{at} = T.alloc_buffer((8,))" for at in range(count)]
    for at in range(count):
        lines += [
            "    for i in range(8):",
            f"        with T.block('b{at}'):",
            "            v = T.axis.spatial(8, i)",
            f"            B{at}[v] = T.exp({f'B{at - 1}' if at else 'A'}[v])",
        ]
    lines += ["    for i in range(8):", "        with T.block('c'):", "            v = T.axis.spatial(8, i)"]
    return HEAD + "\n".join([*lines, f"            C[v] = B{count - 1}[v]"])


def allocations(count: int) -> str:
    """Memory that lives at the same time, so that none is shared."""
    lines = [f"    b{at} = T.allocate([{at + 1}], 'float32')" for at in range(count)]
    lines += [f"    B{at} = T.Buffer(({at + 1},), data=b{at})" for at in range(count)]
    lines += [f"    B{at}[0] = A[0]" for at in range(count)]
    return HEAD + "\n".join([*lines, *(f"    C[0] = C[0] + B{at}[0]" for at in range(count))])


def calls(work: Callable[[IRModule], Any], module: IRModule) -> int:
    """How many functions of Python are called."""
    count = 0

    def counted(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work(module)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(
    ("made", "work", "count"),
    [
        (blocks, relax.transform.InlineInjective(), 10),
        (allocations, tir.transform.ReuseStorage(), 40),
    ],
)
def test_twice_the_statements(made: Callable[[int], str], work: Any, count: int) -> None:
    small, large = program(made(count)), program(made(2 * count))
    work(small)
    assert calls(work, large) < 2.5 * calls(work, small)
