"""Lines a second of parsing and printing, beside Apache TVM's, in one interleaved run.

Every round asks each peer in turn for the CPU time of its process for one pass over the same programs (ours in the classic dialect,
TVM's in its own), so that whatever else the machine does strikes all alike.
Usage: python benchmarks/parse.py [--rounds 15]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
from pathlib import Path

from parse_programs import programs
from peers import python_of
from rich.console import Console
from rich.table import Table

WORKER = Path(__file__).parent / "parse_worker.py"
PEERS = ("tilewright", "tvm")
TASKS = {"parse": "from_source", "print": ".script()", "edit": "analyze after an edit"}


class Worker:
    """A peer's process, ready when its programs are made."""

    def __init__(self, peer: str) -> None:
        command = [str(python_of(peer)), str(WORKER), peer]
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "TVM_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
        )
        self.tasks = frozenset(json.loads(self._line()))

    def ask(self, task: str) -> float:
        """Seconds of CPU time for one pass."""
        assert self.process.stdin is not None
        self.process.stdin.write(task + "\n")
        self.process.stdin.flush()
        return float(self._line())

    def end(self) -> None:
        """Let the process end."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()


def main() -> None:
    """Measure and print the table: milliseconds for 1,000 lines, lines a second, and TVM's time as a multiple of ours."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    lines = sum(text.count("\n") for text in programs())
    workers = {peer: Worker(peer) for peer in PEERS}
    times = {(task, peer): [] for task in TASKS for peer in PEERS if task in workers[peer].tasks}
    for _ in range(rounds):
        for (task, peer), found in times.items():
            found.append(workers[peer].ask(task))
    for worker in workers.values():
        worker.end()
    Console(width=120).print(table({key: statistics.median(found) for key, found in times.items()}, lines))


def table(medians: dict[tuple[str, str], float], lines: int) -> Table:
    """The table of the medians."""
    made = Table(title=f"{len(programs())} functions, {lines} lines; CPU time, medians")
    for heading in ("task", "peer", "ms per 1,000 lines", "lines a second", "times ours"):
        made.add_column(heading, justify="left" if heading in ("task", "peer") else "right")
    for (task, peer), seconds in medians.items():
        ratio = seconds / medians[task, "tilewright"]
        if task == "edit":
            made.add_row(TASKS[task], peer, f"{seconds * 1e3:.1f} ms an edit", "", "")
        else:
            made.add_row(TASKS[task], peer, f"{seconds * 1e6 / lines:.1f}", f"{lines / seconds:,.0f}", f"{ratio:.2f}")
    return made


if __name__ == "__main__":
    main()
