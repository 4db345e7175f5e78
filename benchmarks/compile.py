"""Compiling and running plain TVMScript, Tilewright and Apache TVM side by side, one thread, in one interleaved run.

Each round asks either compiler in turn for every kernel; the least of the rounds counts.  Nothing is kept on disk in between.
Usage: python benchmarks/compile.py [--rounds 3] [--only gemm softmax ...]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from compile_programs import PROGRAMS
from peers import python_of
from rich.console import Console
from rich.table import Table

WORKER = Path(__file__).parent / "compile_worker.py"
PEERS = ("tilewright", "tvm")


def worker(peer: str, cache: str) -> subprocess.Popen[str]:
    """A compiler's process, with one thread and an empty cache."""
    environment = {**os.environ, "TVM_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "TILEWRIGHT_CACHE_DIR": cache}
    return subprocess.Popen(
        [str(python_of(peer)), str(WORKER), peer, llvm.get_host_cpu_name()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        text=True,
    )


def ask(process: subprocess.Popen[str], kernel: str) -> dict[str, float]:
    """One measurement: milliseconds to compile, microseconds of a call."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(kernel) + "\n")
    process.stdin.flush()
    while not (line := process.stdout.readline()).startswith("{"):
        if not line:
            sys.exit(f"the process that compiles {kernel} ended")
    return json.loads(line)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    chosen = [name for name in PROGRAMS if not options.only or any(word in name for word in options.only)]
    best: dict[tuple[str, str], dict[str, float]] = {}
    for _ in range(options.rounds):
        with tempfile.TemporaryDirectory() as cache:
            processes = {peer: worker(peer, cache) for peer in PEERS}
            for kernel in chosen:
                for peer, process in processes.items():
                    found = ask(process, kernel)
                    known = best.setdefault((kernel, peer), found)
                    best[kernel, peer] = {what: min(known[what], found[what]) for what in found}
            for process in processes.values():
                process.terminate()
                process.wait()
    Console(width=120).print(_table(chosen, best))


def _table(chosen: list[str], best: dict[tuple[str, str], dict[str, float]]) -> Table:
    table = Table("kernel", *(f"{what} {peer}" for what in ("compile ms", "call µs") for peer in (*PEERS, "ratio")))
    for kernel in chosen:
        row: list[Any] = [kernel]
        for what in ("compile", "call"):
            ours, theirs = (best[kernel, peer][what] for peer in PEERS)
            row += [f"{ours:,.1f}", f"{theirs:,.1f}", f"{theirs / ours:.2f}"]
        table.add_row(*row)
    return table


if __name__ == "__main__":
    main()
