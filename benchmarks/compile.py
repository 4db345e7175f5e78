"""Compiling and running plain TVMScript, Tilewright and Apache TVM side by side, one thread, in one interleaved run.

Each round asks either compiler in turn for every kernel, beginning with an empty cache; the least of the rounds counts.  At its end another process of Tilewright's is asked for all
of them, which has the cache of the first: "again", and the share of the first time that it takes.
Usage: python benchmarks/compile.py [--rounds 3] [--peers tvm] [--only gemm softmax ...]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import llvmlite.binding as llvm
from compile_programs import PROGRAMS
from peers import python_of
from rich.console import Console
from rich.table import Table

WORKER = Path(__file__).parent / "compile_worker.py"
OWN, AGAIN = "tilewright", "again"


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
    parser.add_argument("--peers", nargs="*", default=["tvm"])
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    chosen = [name for name in PROGRAMS if not options.only or any(word in name for word in options.only)]
    best: dict[tuple[str, str], dict[str, float]] = {}
    for _ in range(options.rounds):
        with tempfile.TemporaryDirectory() as cache:
            for who in ((OWN, *options.peers), (AGAIN,)):
                processes = {each: worker(OWN if each == AGAIN else each, cache) for each in who}
                for kernel in chosen:
                    for each, process in processes.items():
                        found = ask(process, kernel)
                        known = best.setdefault((kernel, each), found)
                        best[kernel, each] = {what: min(known[what], found[what]) for what in found}
                for process in processes.values():
                    process.terminate()
                    process.wait()
    Console(width=140).print(_table(chosen, options.peers, best))


def _table(chosen: list[str], peers: list[str], best: dict[tuple[str, str], dict[str, float]]) -> Table:
    columns = [
        f"{what} {each}"
        for what in ("compile ms", "call µs")
        for each in (OWN, *(f"{p}{w}" for p in peers for w in ("", ", ratio")))
    ]
    table = Table("kernel", "again ms", "share", *columns)
    for kernel in chosen:
        first, again = (best[kernel, each]["compile"] for each in (OWN, AGAIN))
        row = [kernel, f"{again:,.1f}", f"{again / first:.2f}"]
        for what in ("compile", "call"):
            ours = best[kernel, OWN][what]
            row.append(f"{ours:,.1f}")
            for peer in peers:
                theirs = best[kernel, peer][what]
                row += [f"{theirs:,.1f}", f"{theirs / ours:.2f}"]
        table.add_row(*row)
    return table


if __name__ == "__main__":
    main()
