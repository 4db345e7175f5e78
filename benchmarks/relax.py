"""Models in Relax against peers, in one interleaved run: make bench-relax

Every round asks each peer in turn for the time of a call, so that whatever else the machine does strikes all alike.  With one thread that is CPU time, of which the
median counts; with several it is time by the clock, of which the least counts.  Each peer's results are compared with ours.
Usage: python benchmarks/relax.py [--peers tvm torch torch.compile jax onnxruntime] [--threads 1 2] [--rounds 7] [--only MLP ...] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
from pathlib import Path
from typing import Any

from relax_models import MODELS
from rich.console import Console
from rich.table import Table
from workers import Worker

WORKER = Path(__file__).parent / "relax_worker.py"
OWN = "tilewright"
PEERS = ("tvm", "torch", "torch.compile", "jax", "onnxruntime")
Answers = dict[str, list[dict[str, Any]]]


def main() -> None:
    """Measure and print a table for each number of threads: microseconds, and in brackets the time relative to Tilewright's (above 1: slower than we are)."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", nargs="*", default=PEERS)
    parser.add_argument("--threads", nargs="*", type=int, default=[1, 2])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    chosen = [model for model in MODELS if not options.only or any(word in model for word in options.only)]
    console, found = Console(width=200), list[dict[str, Any]]()
    for threads in options.threads:
        workers = {peer: Worker(peer, WORKER, threads) for peer in (OWN, *options.peers)}
        counts = "one thread, median" if threads == 1 else f"{threads} threads, least"
        table = Table(title=f"microseconds a call, {counts}; in brackets: times Tilewright's")
        for heading in ("model", *workers):
            table.add_column(heading, justify="left" if heading == "model" else "right")
        for model in chosen:
            with console.status(f"{model}, {threads} threads"):
                answers = measured(model, workers, options.rounds)
            table.add_row(model, *(cell(answers[OWN], given, threads) for given in answers.values()))
            times = {peer: time(given, threads) for peer, given in answers.items() if is_same(answers[OWN], given)}
            found.append({"model": model, "threads": threads, "us": times})
        for each in workers.values():
            each.process.terminate()
        console.print(table)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def measured(model: str, workers: dict[str, Worker], rounds: int) -> Answers:
    """What the peers answer in so many rounds."""
    answers: Answers = {peer: [] for peer in workers}
    for _ in range(rounds):
        for peer, worker in workers.items():
            answers[peer].append(worker.ask(model=model))
    return answers


def time(given: list[dict[str, Any]], threads: int) -> float:
    """Microseconds of a peer, infinite for one that fails."""
    times = [answer["us"] for answer in given if "us" in answer]
    return math.inf if not times else statistics.median(times) if threads == 1 else min(times)


def is_same(ours: list[dict[str, Any]], given: list[dict[str, Any]]) -> bool:
    """Whether a peer computes what we do."""
    return all("sum" in each[-1] for each in (ours, given)) and math.isclose(
        given[-1]["sum"], ours[-1]["sum"], rel_tol=1e-3
    )


def cell(ours: list[dict[str, Any]], given: list[dict[str, Any]], threads: int) -> str:
    """The table's cell of a peer; a result that is not ours counts as an error."""
    taken, own = time(given, threads), time(ours, threads)
    if taken == math.inf:
        return str(given[-1]["error"])[:60]
    if given is ours or own == math.inf:
        return f"{taken:,.2f}"
    ratio = f"{taken:,.2f} ({taken / own:.2f})"
    return ratio if is_same(ours, given) else f"another result ({ratio})"


if __name__ == "__main__":
    main()
