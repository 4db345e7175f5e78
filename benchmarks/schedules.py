"""Schedules that courses teach, next to the plain program: neither may be slower than the other suggests.

One process, one thread, processor time, interleaved; the least of the rounds counts.  The ratio is the scheduled program's time divided by the plain one's.
Usage: TILEWRIGHT_NUM_THREADS=1 python benchmarks/schedules.py [--rounds 5] [--only matmul softmax ...] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from schedule_programs import LESSONS, Lesson

import tilewright
from tilewright.script import from_source

TARGET = "llvm"
_ROUND = 0.02
# A scheduled program above this ratio falls short.
LIMIT = 1.15


def operands(function: Any) -> list[Any]:
    """Arrays for the parameters, the same at each call."""
    random = np.random.default_rng(0)
    buffers = [function.buffer_map[param] for param in function.params]
    return [
        random.standard_normal([int(size) for size in buffer.shape]).astype(str(buffer.dtype)) for buffer in buffers
    ]


def measured(run: Callable[[], object]) -> float:
    """Microseconds of processor time a call."""
    start = time.perf_counter()
    run()
    count = max(1, min(20000, int(_ROUND / max(time.perf_counter() - start, 1e-7))))
    start = time.process_time()
    for _ in range(count):
        run()
    return (time.process_time() - start) / count * 1e6


def compared(lesson: Lesson, rounds: int) -> tuple[float, float]:
    """Microseconds of the plain and of the scheduled program; raises `AssertionError` when they compute different results."""
    plain = from_source(lesson.program)
    schedule = tilewright.tir.Schedule(plain)
    lesson.rewriting(schedule)
    as_written, scheduled = (tilewright.build(each, target=TARGET)["main"] for each in (plain, schedule.mod))
    before, after = zip(*interleaved(plain, as_written, scheduled, rounds))
    return min(before), min(after)


def interleaved(
    function: Any, one: Callable[..., object], other: Callable[..., object], rounds: int
) -> list[tuple[float, float]]:
    """Microseconds a call of two forms of a function in each round, of which the first to be measured changes; raises `AssertionError` when they compute different results."""
    runs, given = (one, other), (operands(function), operands(function))
    for run, arrays in zip(runs, given):
        run(*arrays)
    np.testing.assert_allclose(given[1][-1], given[0][-1], rtol=1e-3, atol=1e-3)
    found: list[tuple[float, float]] = []
    for at in range(rounds):
        times = {each: measured(lambda each=each: runs[each](*given[each])) for each in ((0, 1), (1, 0))[at % 2]}
        found.append((times[0], times[1]))
    return found


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    chosen = {name: each for name, each in LESSONS.items() if not options.only or any(w in name for w in options.only)}
    found = {name: compared(lesson, options.rounds) for name, lesson in chosen.items()}
    table = Table("schedule", "plain µs", "scheduled µs", "ratio")
    for name, (plain, scheduled) in found.items():
        ratio = scheduled / plain
        table.add_row(
            name, f"{plain:,.1f}", f"{scheduled:,.1f}", f"{ratio:.2f}" if ratio <= LIMIT else f"[bold]{ratio:.2f}[/]"
        )
    Console(width=120).print(table)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
