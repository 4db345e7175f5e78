"""Processor time of calls that take microseconds."""

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
