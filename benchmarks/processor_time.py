"""Times of calls that take microseconds."""

from __future__ import annotations

import time
from collections.abc import Callable


def seconds_of(call: Callable[[], object], calls: int, before: int) -> float:
    """Seconds of processor time that a call takes, with those of the function around it, after as many as `before` that do not count."""
    for _ in range(before):
        call()
    start = time.process_time()
    for _ in range(calls):
        call()
    return (time.process_time() - start) / calls


# Seconds of calls that are measured at once.
_ROUND = 0.02


def microseconds(call: Callable[[], object], threads: int) -> float:
    """Microseconds a call, over about 20 ms of calls: processor time, their mean, of one thread, and time by the clock, the least, of several."""
    start = time.perf_counter()
    call()
    count = max(1, min(20000, int(_ROUND / max(time.perf_counter() - start, 1e-7))))
    if threads == 1:
        return seconds_of(call, count, 0) * 1e6
    least = float("inf")
    for _ in range(count):
        start = time.perf_counter()
        call()
        least = min(least, time.perf_counter() - start)
    return least * 1e6
