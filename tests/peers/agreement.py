"""Generated programs here and in Apache TVM: each reads what the other prints, and both compute the same numbers.

Not collected with the other tests, since it installs TVM: `make test-peers` runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from benchmarks.parse_programs import programs, tirx
from tests.peers.asking import Tvm
from tests.peers.generate import Program, program
from tilewright.core.driver.build import build
from tilewright.core.interpret import run
from tilewright.core.ir.structural import assert_structural_equal, structural_equal
from tilewright.core.ir.walk import rewrite
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import Block
from tilewright.script import from_source

PROGRAMS = 320


@pytest.fixture(scope="module")
def tvm() -> Iterator[Tvm]:
    peer = Tvm()
    yield peer
    peer.end()


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_a_generated_program(tvm: Tvm, seed: int) -> None:
    given = program(seed)
    ours = from_source(given.text)
    printed, theirs = tvm.run(tirx(given.text), given.arguments)
    assert_structural_equal(without_regions(from_source(printed)), without_regions(ours))
    assert_structural_equal(
        without_regions(from_source(tvm.printed(ours.script(dialect="tirx")))), without_regions(ours)
    )
    assert_same_numbers(seed, given, theirs)


# Seeds of programs for which TVM computes other numbers than Python's own arithmetic does: it treats some conditions inside blocks differently.
DISPUTED: list[int] = []


def assert_same_numbers(seed: int, given: Program, theirs: list[Any]) -> None:
    """Our code gives TVM's numbers; where it does not, it gives those of the reference interpreter, and the seed is noted."""
    mine = after(given, build(from_source(given.text)))
    if same(mine, theirs):
        return
    func = from_source(given.text)
    assert same(mine, [array.astype("float64").ravel() for array in after(given, lambda *args: run(func, *args))])
    DISPUTED.append(seed)


def after(given: Program, call: Callable[..., Any]) -> list[Any]:
    """The arrays after a call."""
    arguments = [argument if isinstance(argument, int) else argument.copy() for argument in given.arguments]
    call(*arguments)
    return [argument for argument in arguments if not isinstance(argument, int)]


def same(mine: list[Any], theirs: list[Any]) -> bool:
    tolerances = [4e-3 if array.dtype == np.float16 else 2e-5 for array in mine]
    return all(np.allclose(a.astype("float64").ravel(), b, t, t) for a, b, t in zip(mine, theirs, tolerances))


def test_few_programs_are_disputed() -> None:
    print(f"numbers differ from TVM's in {len(DISPUTED)} of {PROGRAMS} programs: {DISPUTED}")
    assert len(DISPUTED) < PROGRAMS // 50


def without_regions(func: PrimFunc) -> PrimFunc:
    """The function with nothing said of what its blocks read and write."""
    return func.with_body(rewrite(func.body, {Block: lambda block: block.replace(reads=(), writes=())}))


def test_inferred_regions(tvm: Tvm) -> None:
    """What blocks read and write is inferred alike, but for how the ends of hulls of several remainders are written, which either side
    simplifies to a form of its own: `(v * 2 + 3) % 16` here is `(v + 1) % 8 * 2 + 1`."""
    different: list[int] = []
    for seed in range(PROGRAMS):
        text = program(seed).text
        if not structural_equal(from_source(tvm.printed(tirx(text))), from_source(text)):
            different.append(seed)
    print(f"regions differ in {len(different)} of {PROGRAMS} programs: {different}")
    assert len(different) < PROGRAMS // 5


@pytest.mark.parametrize("text", programs(), ids=lambda text: text.split("(", 1)[0].split()[-1])
def test_a_program_of_the_benchmark(tvm: Tvm, text: str) -> None:
    ours = from_source(text)
    assert_structural_equal(from_source(tvm.printed(tirx(text))), ours)
    assert_structural_equal(from_source(tvm.printed(ours.script(dialect="tirx"))), ours)
