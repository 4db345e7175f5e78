"""Measuring how long a compiled function takes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tilewright.core.base.registry import PackedFunction


@dataclass(frozen=True)
class BenchmarkResult:
    """Seconds per call, one figure for each repetition."""

    results: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Average."""
        return statistics.fmean(self.results)

    @property
    def median(self) -> float:
        """Middle figure."""
        return statistics.median(self.results)

    @property
    def min(self) -> float:
        """Fastest repetition."""
        return min(self.results)

    @property
    def max(self) -> float:
        """Slowest repetition."""
        return max(self.results)

    @property
    def std(self) -> float:
        """Standard deviation over the repetitions."""
        return statistics.pstdev(self.results)

    def __str__(self) -> str:
        milliseconds = [f"{name} {getattr(self, name) * 1e3:.4f}" for name in ("mean", "median", "max", "min", "std")]
        return f"time in ms: {', '.join(milliseconds)}"


def evaluator(
    function: PackedFunction,
    number: int,
    repeat: int,
    min_repeat_ms: int,
    cooldown_interval_ms: int = 0,
    repeats_to_cooldown: int = 1,
    prepare: PackedFunction | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Callable[..., BenchmarkResult]:
    """A function that calls `function` with its arguments, `repeat` times `number` calls, and gives the times.

    `number` grows until a repetition takes `min_repeat_ms`.  After every `repeats_to_cooldown` repetitions it waits `cooldown_interval_ms`; `prepare`
    is called with the arguments before each repetition, outside of the time.  `clock` tells the seconds.
    """
    if number < 1 or repeat < 1:
        raise ValueError(f"number ({number}) and repeat ({repeat}) must be at least 1")

    def measure(*args: object) -> BenchmarkResult:
        function(*args)
        count = _enough(function, args, number, min_repeat_ms / 1e3, clock)
        return BenchmarkResult(tuple(repetition(at, args, count) for at in range(repeat)))

    def repetition(at: int, args: tuple[object, ...], count: int) -> float:
        if at and cooldown_interval_ms > 0 and at % repeats_to_cooldown == 0:
            time.sleep(cooldown_interval_ms / 1e3)
        if prepare is not None:
            prepare(*args)
        return _seconds(function, args, count, clock) / count

    return measure


def flushing(size: int, prepare: PackedFunction | None) -> PackedFunction | None:
    """A function to call before a repetition: it flushes the caches by writing `size` bytes, then calls `prepare`."""
    if size <= 0:
        return prepare
    memory = np.zeros(size, np.uint8)

    def flush(*args: object) -> None:
        memory[...] += 1
        if prepare is not None:
            prepare(*args)

    return flush


def _enough(
    function: PackedFunction, args: tuple[object, ...], number: int, least: float, clock: Callable[[], float]
) -> int:
    while least > 0 and (taken := _seconds(function, args, number, clock)) < least:
        number = max(number * 2, int(number * least / max(taken, 1e-9)))
    return number


def _seconds(function: PackedFunction, args: tuple[object, ...], number: int, clock: Callable[[], float]) -> float:
    start = clock()
    for _ in range(number):
        function(*args)
    return clock() - start
