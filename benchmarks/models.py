"""Networks of torchvision and transformers next to PyTorch and TVM, in one interleaved run: make bench-models

For each network: seconds of CPU time to build it, the first time, and from the cache in another process; milliseconds a call at one thread (CPU time) and at
two (wall time).  Every result is compared with PyTorch's.  Usage: python benchmarks/models.py [--peers tvm torch] [--rounds 2] [--only resnet18 ...]
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from peers import python_of
from workers import Worker

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.models.networks import TRANSFORMERS, VISION

WORKER = Path(__file__).parent / "models_worker.py"
HEADINGS = (
    "network",
    "build, s",
    "again, s",
    "TVM build, s",
    "1 thread, ms",
    "torch",
    "TVM",
    "2 threads, ms",
    "torch",
    "TVM",
)


def main() -> None:
    """Measure and print a table in Markdown, a row as soon as it is there; in brackets a peer's time divided by Tilewright's."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", nargs="*", default=("torch", "tvm"))
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    print("| " + " | ".join(HEADINGS) + " |\n|---" + "|--:" * (len(HEADINGS) - 1) + "|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TILEWRIGHT_CACHE_DIR"] = folder
        workers = {
            (peer, threads): _worker(peer, threads) for threads in (1, 2) for peer in ("tilewright", *options.peers)
        }
        for name in (*VISION, *TRANSFORMERS):
            if not options.only or name in options.only:
                print(row(name, workers, options.rounds), flush=True)


def _worker(peer: str, threads: int) -> Worker:
    """TVM runs in our environment, with its packages added, since both import what torch.export gives."""
    extra = {"OMP_NUM_THREADS": str(threads), "TVM_NUM_THREADS": str(threads), "TILEWRIGHT_NUM_THREADS": str(threads)}
    if peer == "tvm":
        extra["PEER_PACKAGES"] = str(next((python_of("tvm").parents[1] / "lib").glob("python*/site-packages")))
    return Worker(peer, WORKER, python=Path(sys.executable), extra=extra)


def row(name: str, workers: dict[tuple[str, int], Worker], rounds: int) -> str:
    """The table's row of a network."""
    builds = {key: worker.ask(model=name, what="build") for key, worker in workers.items()}
    runs: dict[tuple[str, int], list[dict[str, Any]]] = {key: [] for key in workers}
    for _ in range(rounds):
        for key, worker in workers.items():
            runs[key].append(worker.ask(model=name, what="run") if "error" not in builds[key] else builds[key])
    wanted = runs["torch", 1][-1].get("sum") if ("torch", 1) in runs else None
    cells = [name, *(seconds(builds, *key) for key in (("tilewright", 1), ("tilewright", 2), ("tvm", 1)))]
    for threads in (1, 2):
        own = least(runs["tilewright", threads])
        cells += [cell(runs.get((peer, threads)), own, wanted) for peer in ("tilewright", "torch", "tvm")]
    return "| " + " | ".join(cells) + " |"


def seconds(builds: dict[tuple[str, int], dict[str, Any]], peer: str, threads: int) -> str:
    given = builds.get((peer, threads), {})
    return f"{given['s']:.2f}" if "s" in given else str(given.get("error", "-"))[:50]


def least(answers: list[dict[str, Any]]) -> float | None:
    """The smallest of the times, None when there is none."""
    return min((each["ms"] for each in answers if "ms" in each), default=None)


def cell(answers: list[dict[str, Any]] | None, own: float | None, wanted: float | None) -> str:
    """A peer's time; a result that is not PyTorch's is an error."""
    time = least(answers or [])
    if answers is None or time is None:
        return "-" if answers is None else str(answers[-1]["error"])[:50]
    if wanted is not None and not math.isclose(answers[-1]["sum"], wanted, rel_tol=1e-3):
        return "another result"
    shown = f"{time:,.2f}" if time < 100 else f"{time:,.0f}"
    return shown if own is None or own == time else f"{shown} ({time / own:.2f})"


if __name__ == "__main__":
    main()
