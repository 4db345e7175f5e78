"""Networks of torchvision and transformers next to PyTorch and TVM: make bench-models

For each network: seconds of CPU time to build it, the first time, and from the cache in another process; milliseconds a call at one thread (CPU time) and at
several (wall time), the peers in turn.  Every result is compared with PyTorch's.

    python benchmarks/models.py [--only resnet18 ...] [--threads 1 2] [--peers torch tvm] [--rounds 2] [--results FILE] [--table]

`--results` keeps what was measured in a file, in which a run replaces what it measures anew and nothing else: a table can be filled in pieces.  `--table`
measures nothing and prints the table of the file.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from peers import python_of
from workers import Worker

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.models.networks import TRANSFORMERS, VISION

WORKER = Path(__file__).parent / "models_worker.py"
OWN = "tilewright"
# What a cell shows: a heading, what is measured, of whom, at how many threads.
COLUMNS = (
    ("build, s", "build", OWN, 1),
    ("again, s", "again", OWN, 1),
    ("TVM build, s", "build", "tvm", 1),
    ("1 thread, ms", "run", OWN, 1),
    ("torch", "run", "torch", 1),
    ("TVM", "run", "tvm", 1),
    ("2 threads, ms", "run", OWN, 2),
    ("torch", "run", "torch", 2),
    ("TVM", "run", "tvm", 2),
)
# The answers of one network: `what peer threads` to what the worker said.
Answers = dict[str, dict[str, Any]]


def main() -> None:
    """Measure and print a table in Markdown, a row as soon as it is there; in brackets a peer's time divided by Tilewright's."""
    options = _options()
    known: dict[str, Answers] = {}
    if options.results is not None and options.results.exists():
        known = json.loads(options.results.read_text())
    names = [name for name in (*VISION, *TRANSFORMERS) if not options.only or name in options.only]
    headings = ["network", *(heading for heading, *_ in COLUMNS)]
    print("| " + " | ".join(headings) + " |\n|---" + "|--:" * len(COLUMNS) + "|", flush=True)
    if options.table:
        print("\n".join(row(name, known[name]) for name in names if name in known))
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TILEWRIGHT_CACHE_DIR"] = folder
        workers = started(options.peers, options.threads)
        for name in names:
            known[name] = merged(known.get(name, {}), measured(name, workers, options.rounds))
            if options.results is not None:
                options.results.write_text(json.dumps(known, indent=1) + "\n")
            print(row(name, known[name]), flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", nargs="*", default=("torch", "tvm"))
    parser.add_argument("--threads", nargs="*", type=int, default=(1, 2))
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--results", type=Path)
    parser.add_argument("--table", action="store_true")
    return parser.parse_args()


def started(peers: Iterable[str], threads: Iterable[int]) -> dict[tuple[str, str, int], Worker]:
    """A process for each peer and number of threads, and one that builds what another has built before."""
    made = {("run", peer, count): _worker(peer, count) for count in threads for peer in (OWN, *peers)}
    return {**made, ("again", OWN, 1): _worker(OWN, 1)} if ("run", OWN, 1) in made else made


def _worker(peer: str, threads: int) -> Worker:
    """TVM runs in our environment, with its packages added, since both import what torch.export gives."""
    extra = {"OMP_NUM_THREADS": str(threads), "TVM_NUM_THREADS": str(threads), "TILEWRIGHT_NUM_THREADS": str(threads)}
    if peer == "tvm":
        extra["PEER_PACKAGES"] = str(next((python_of("tvm").parents[1] / "lib").glob("python*/site-packages")))
    return Worker(peer, WORKER, python=Path(sys.executable), extra=extra)


def measured(name: str, workers: Mapping[tuple[str, str, int], Worker], rounds: int) -> Answers:
    """What the workers say about a network: the fastest of some rounds, in which each has its turn."""
    found: Answers = {}
    for (what, peer, threads), worker in workers.items():
        answer = worker.ask(model=name, what="build")
        found[f"{'build' if what == 'run' else what} {peer} {threads}"] = answer
    running = [key for key in workers if key[0] == "run" and "error" not in found[f"build {key[1]} {key[2]}"]]
    for _ in range(rounds):
        for what, peer, threads in running:
            answer, key = workers[what, peer, threads].ask(model=name, what="run"), f"run {peer} {threads}"
            found[key] = min(found.get(key, answer), answer, key=lambda each: each.get("ms", math.inf))
    return found


def merged(old: Answers, new: Answers) -> Answers:
    """What is known of a network now; a build that fails takes away how fast the network ran."""
    failed = [key.replace("build", "run") for key, answer in new.items() if "error" in answer]
    return {**{key: answer for key, answer in old.items() if key not in failed}, **new}


def row(name: str, known: Answers) -> str:
    """The table's row of a network."""
    wanted = known.get("run torch 1", known.get("run torch 2", {})).get("sum")
    cells = [cell(known, what, peer, threads, wanted) for _, what, peer, threads in COLUMNS]
    return "| " + " | ".join([name, *cells]) + " |"


def cell(known: Answers, what: str, peer: str, threads: int, wanted: float | None) -> str:
    """A time, in brackets divided by ours; a result that is not PyTorch's is an error."""
    answer = known.get(f"{what} {peer} {threads}") or known.get(f"build {peer} {threads}", {})
    if "error" in answer:
        return "fails"
    if what != "run":
        return f"{answer['s']:.2f}" if "s" in answer else "-"
    if "ms" not in answer:
        return "-"
    if wanted is not None and not math.isclose(answer["sum"], wanted, rel_tol=1e-3):
        return "another result"
    time, own = answer["ms"], known.get(f"run {OWN} {threads}", {}).get("ms")
    shown = f"{time:,.2f}" if time < 100 else f"{time:,.0f}"
    return shown if own is None or peer == OWN else f"{shown} ({time / own:.2f})"


if __name__ == "__main__":
    main()
