"""Two threads next to one, for 1 to ten million elements: a kernel with more threads may never be slower, whatever its size.

One process.  In each round the numbers of threads take turns, the first to be measured changes, and each runs the kernel for some milliseconds of the clock; what counts is the
median of the rounds' ratios, one thread's time divided by that of several.  The least times are shown.
Usage: python benchmarks/threads.py [--threads 2] [--rounds 15] [--only sum ...] [--most 10000000] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from math import isqrt
from pathlib import Path
from statistics import median
from typing import Any

from kernel_programs import Kernel, gemm, operands_of, program_of
from rich.console import Console
from rich.table import Table

import tilewright
from tilewright.script import from_source

_ROUND = 0.004
# A kernel that is slower in threads by more than this falls short.
LIMIT = 0.95


def _square(family: str) -> Callable[[int], Kernel]:
    return lambda count: Kernel(family, (max(1, isqrt(count)),), 0, 0)


def _line(family: str) -> Callable[[int], Kernel]:
    return lambda count: Kernel(family, (count,), 0, 0)


FAMILIES: dict[str, Callable[[int], Kernel]] = {
    "relu(a*b+c)": _line("fused"),
    "relu(a*b+c), size of the call": _line("fused of any size"),
    "exp": _line("exp"),
    "sum": _line("sum"),
    "3-point stencil": _line("stencil3"),
    "softmax": _square("softmax"),
    "layernorm": _square("layernorm"),
    "transpose": _square("transpose"),
    "matmul": lambda count: gemm(*[max(1, isqrt(count))] * 3),
    "matmul of one row": lambda count: gemm(1, *[max(1, isqrt(count))] * 2),
}


def sizes(most: int) -> Iterator[int]:
    """1, 2, 5, 10, ... elements."""
    size = 1
    while size <= most:
        yield from (each for each in (size, 2 * size, 5 * size) if each <= most)
        size *= 10


def measured(run: Callable[[], object], count: int) -> float:
    """Microseconds a call by the clock, over so many calls."""
    start = time.perf_counter()
    for _ in range(count):
        run()
    return (time.perf_counter() - start) / count * 1e6


def compared(kernel: Kernel, threads: int, rounds: int) -> dict[str, float]:
    """The least microseconds of one thread and of several, and the median of the rounds' ratios."""
    built = tilewright.build(from_source(program_of(kernel)))["main"]
    given = operands_of(kernel)
    times: dict[int, list[float]] = {1: [], threads: []}
    start = time.perf_counter()
    for _ in range(10):
        built(*given)
    count = max(1, min(5000, int(_ROUND / max((time.perf_counter() - start) / 10, 1e-7))))
    for at in range(rounds):
        for each in ((1, threads), (threads, 1))[at % 2]:
            tilewright.set_num_threads(each)
            built(*given)
            times[each].append(measured(lambda: built(*given), count))
    ratio = median(one / several for one, several in zip(times[1], times[threads]))
    return {"one": min(times[1]), "several": min(times[threads]), "ratio": ratio}


def main() -> None:
    """Measure, and print a table of ratios with a row for each size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--most", type=int, default=10_000_000)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    chosen = {name: each for name, each in FAMILIES.items() if not options.only or name in options.only}
    found: list[dict[str, Any]] = []
    table = Table("elements", *chosen, title=f"one thread's time divided by that of {options.threads}")
    console = Console(width=180)
    for count in sizes(options.most):
        cells: list[str] = []
        for name, kernel in chosen.items():
            with console.status(f"{name}, {count:,}"):
                made = compared(kernel(count), options.threads, options.rounds)
            found.append({"kernel": name, "elements": count, **made})
            cells.append(f"{made['ratio']:.2f}" if made["ratio"] >= LIMIT else f"[bold]{made['ratio']:.2f}[/]")
        table.add_row(f"{count:,}", *cells)
    console.print(table)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
