"""Timing a call: samples long enough for the clock, until there are enough of them or time is up."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

# A sample takes at least this long (seconds), so that the clock and the call's own overhead weigh little.
SAMPLE = 0.002
# All samples of a call together take about this long at most, unless one alone takes longer.
BUDGET = 2.0


def samples(call: Callable[[], object], repeat: int, on_progress: Callable[[int], None]) -> tuple[float, ...]:
    """Seconds one call takes, measured up to `repeat` times; `on_progress` gets how many samples there are."""
    return samples_in_turn([call], repeat, on_progress)[0]


def samples_in_turn(
    calls: Sequence[Callable[[], object]], repeat: int, on_progress: Callable[[int], None]
) -> list[tuple[float, ...]]:
    """The samples of several calls, one of each in every round: what else the machine does meanwhile slows all of them alike.  `on_progress` gets how many rounds are done."""
    numbers = [_calls_per_sample(call) for call in calls]
    found: list[list[float]] = [[] for _ in calls]
    begun = time.perf_counter()
    for done in range(repeat):
        if done and time.perf_counter() - begun >= BUDGET * len(calls):
            break
        for times, call, number in zip(found, calls, numbers):
            times.append(_sample(call, number))
        on_progress(done + 1)
    return [tuple(times) for times in found]


def _sample(call: Callable[[], object], number: int) -> float:
    """Seconds of one call, as the mean of `number` of them."""
    started = time.perf_counter()
    for _ in range(number):
        call()
    return (time.perf_counter() - started) / number


def _calls_per_sample(call: Callable[[], object]) -> int:
    number = 1
    while True:
        taken = _sample(call, number) * number
        if taken >= SAMPLE or number >= 1 << 20:
            return number
        number = max(number * 2, int(number * SAMPLE / max(taken, 1e-9)))
