"""Reading, printing, building and lowering in many threads at once gives what it gives in one."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest

from tests.operations import TEXTS, everything
from tilewright.core.base.dtype import dtype
from tilewright.core.base.gc_pause import gc_paused
from tilewright.core.ir.recursion import deep_recursion, on_large_stack

THREADS = 8


@pytest.fixture
def many_switches() -> Generator[None]:
    """Python changes threads as often as it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


Made = TypeVar("Made")


def at_once(work: Callable[[int], Made]) -> list[Made]:
    """What `work` gives for each number of a thread, all of which begin together."""
    start = threading.Barrier(THREADS)

    def run(number: int) -> Made:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def in_turn(number: int) -> Iterator[str]:
    """The names of all programs, beginning at another one in each thread."""
    names = list(TEXTS)
    at = number * len(names) // THREADS
    yield from (*names[at:], *names[:at])


@pytest.mark.usefixtures("many_switches")
def test_every_thread_makes_of_each_program_what_one_alone_makes() -> None:
    alone = {name: everything(text) for name, text in TEXTS.items()}
    assert sum(len(made) for made in alone.values()) > 200

    def work(number: int) -> list[str]:
        made = {name: everything(TEXTS[name]) for name in in_turn(number)}
        return [f"{name}: {key}" for name in TEXTS for key in alone[name] if made[name].get(key) != alone[name][key]]

    assert at_once(work) == [[]] * THREADS


@pytest.mark.usefixtures("many_switches")
def test_types_made_at_the_same_time_are_one_type() -> None:
    made = at_once(lambda number: [dtype(f"int{bits}x{bits + 3}") for bits in range(100, 400)])
    assert all(a is b for others in made for a, b in zip(made[0], others))


@pytest.mark.usefixtures("many_switches")
def test_the_recursion_limit_and_the_collector_are_put_back_by_the_last_thread() -> None:
    limit = sys.getrecursionlimit()

    def depth(levels: int) -> int:
        return levels and 1 + depth(levels - 1)

    def work(number: int) -> list[int]:
        found: list[int] = []
        for _ in range(40):
            with deep_recursion(), gc_paused():
                found.append(depth(3 * limit))
        return found

    assert at_once(work) == [[3 * limit] * 40] * THREADS
    assert sys.getrecursionlimit() == limit
    assert gc.isenabled()


def test_threads_that_need_plenty_of_room_do_not_wait_for_one_another() -> None:
    meeting = threading.Barrier(THREADS, timeout=60)
    limit = sys.getrecursionlimit()
    assert at_once(lambda number: on_large_stack(meeting.wait) in range(THREADS)) == [True] * THREADS
    assert sys.getrecursionlimit() == limit
