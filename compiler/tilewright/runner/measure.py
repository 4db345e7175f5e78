"""Timing a call: samples long enough for the clock, until there are enough of them or time is up."""

from __future__ import annotations

import time
from collections.abc import Callable

# A sample takes at least this long (seconds), so that the clock and the call's own overhead weigh little.
SAMPLE = 0.002
# All samples together take about this long at most, unless one alone takes longer.
BUDGET = 2.0


def samples(call: Callable[[], object], repeat: int, on_progress: Callable[[int], None]) -> tuple[float, ...]:
    """Seconds one call takes, measured up to `repeat` times; `on_progress` gets how many samples there are."""
    number = _calls_per_sample(call)
    found: list[float] = []
    begun = time.perf_counter()
    while len(found) < repeat and (not found or time.perf_counter() - begun < BUDGET):
        started = time.perf_counter()
        for _ in range(number):
            call()
        found.append((time.perf_counter() - started) / number)
        on_progress(len(found))
    return tuple(found)


def _calls_per_sample(call: Callable[[], object]) -> int:
    number = 1
    while True:
        started = time.perf_counter()
        for _ in range(number):
            call()
        taken = time.perf_counter() - started
        if taken >= SAMPLE or number >= 1 << 20:
            return number
        number = max(number * 2, int(number * SAMPLE / max(taken, 1e-9)))
