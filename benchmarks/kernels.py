"""Plain TVMScript kernels against peers, one thread, in one interleaved run.

Every round asks each peer in turn for the CPU time of one call, so that whatever else the machine does strikes all alike.
Usage: python benchmarks/kernels.py [--peers numpy numba tvm jax] [--rounds 9] [--only matmul ...]
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from workers import Worker

WORKER = Path(__file__).parent / "kernel_worker.py"
KERNELS = ("fused 4K", "fused 16M", "sum 16M", "matmul 128", "softmax 1024", "transpose 2048")


def main() -> None:
    """Measure and print a table: microseconds, and in brackets the time relative to Tilewright's (above 1: slower than we are)."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", nargs="*", default=["numpy", "numba", "tvm"])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    peers = ["tilewright", *options.peers]
    workers = {peer: Worker(peer, WORKER) for peer in peers}
    console = Console(width=160)
    table = Table(title="microseconds a call, median, one thread; in brackets: times Tilewright's")
    for heading in ("kernel", *peers):
        table.add_column(heading, justify="left" if heading == "kernel" else "right")
    for kernel in KERNELS:
        if options.only and not any(word in kernel for word in options.only):
            continue
        answers: dict[str, list[dict[str, Any]]] = {peer: [] for peer in peers}
        with console.status(kernel):
            for _ in range(options.rounds):
                for peer in peers:
                    answers[peer].append(workers[peer].ask(kernel=kernel))
        table.add_row(kernel, *cells(answers))
    console.print(table)


def cells(answers: dict[str, list[dict[str, Any]]]) -> list[str]:
    """The table's cells of one kernel."""
    ours = [answer["us"] for answer in answers["tilewright"] if "us" in answer]
    made: list[str] = []
    for peer, given in answers.items():
        times = [answer["us"] for answer in given if "us" in answer]
        if not times:
            made.append(given[-1]["error"][:40])
        elif peer == "tilewright" or not ours:
            made.append(f"{statistics.median(times):,.2f}")
        else:
            ratio = statistics.median(times) / statistics.median(ours)
            made.append(f"{statistics.median(times):,.2f} ({ratio:.2f})")
    return made


if __name__ == "__main__":
    main()
