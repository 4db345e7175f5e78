"""Models in Relax against peers, one thread, in one interleaved run: make bench-relax

Every round asks each peer in turn for the CPU time of one call, so that whatever else the machine does strikes all alike.  Each peer's result is compared with
ours.  Usage: python benchmarks/relax.py [--peers tvm torch torch.compile jax onnxruntime] [--rounds 7] [--only MLP ...]
"""

from __future__ import annotations

import argparse
import math
import statistics
from pathlib import Path
from typing import Any

from relax_models import MODELS
from rich.console import Console
from rich.table import Table
from workers import Worker

WORKER = Path(__file__).parent / "relax_worker.py"
PEERS = ("tvm", "torch", "torch.compile", "jax", "onnxruntime")


def main() -> None:
    """Measure and print a table: microseconds, and in brackets the time relative to Tilewright's (above 1: slower than we are)."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", nargs="*", default=PEERS)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    workers = {peer: Worker(peer, WORKER) for peer in ("tilewright", *options.peers)}
    console = Console(width=200)
    table = Table(title="microseconds a call, median, one thread; in brackets: times Tilewright's")
    for heading in ("model", *workers):
        table.add_column(heading, justify="left" if heading == "model" else "right")
    for model in MODELS:
        if options.only and not any(word in model for word in options.only):
            continue
        answers: dict[str, list[dict[str, Any]]] = {peer: [] for peer in workers}
        with console.status(model):
            for _ in range(options.rounds):
                for peer, worker in workers.items():
                    answers[peer].append(worker.ask(model=model))
        table.add_row(model, *(cell(answers["tilewright"], given) for given in answers.values()))
    console.print(table)


def cell(ours: list[dict[str, Any]], given: list[dict[str, Any]]) -> str:
    """The table's cell of a peer; a result that is not ours counts as an error."""
    times = [answer["us"] for answer in given if "us" in answer]
    own = [answer["us"] for answer in ours if "us" in answer]
    if not times:
        return str(given[-1]["error"])[:60]
    if given is ours or not own:
        return f"{statistics.median(times):,.2f}"
    same = math.isclose(given[-1]["sum"], ours[-1]["sum"], rel_tol=1e-3)
    ratio = f"{statistics.median(times):,.2f} ({statistics.median(times) / statistics.median(own):.2f})"
    return ratio if same else f"another result ({ratio})"


if __name__ == "__main__":
    main()
