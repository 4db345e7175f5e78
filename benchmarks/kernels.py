"""Kernels written plainly, next to the libraries of PyPI: the least time of each, and Tilewright's share of the best.

Peers run in processes of their own, one after the other in each round, so that what else the machine does falls on all alike.
Usage: python benchmarks/kernels.py [--peers openblas torch ...] [--threads 1 2] [--rounds 9] [--only gemm ...] [--json FILE] [--picture FILE]
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from kernel_picture import picture
from kernel_programs import KERNELS
from rich.console import Console
from rich.table import Table
from workers import Worker

WORKER = Path(__file__).parent / "kernel_worker.py"
PEERS = ("openblas", "torch", "jax", "onnxruntime", "numba")
# OpenBLAS picks narrower kernels than the processor has on some machines, unless it is told.
CORES = {"avx512_bf16": "COOPERLAKE", "avx512f": "SKYLAKEX"}


def main() -> None:
    """Measure, print a table for each number of threads, and write what was asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", nargs="*", default=PEERS)
    parser.add_argument("--threads", nargs="*", type=int, default=[1, 2])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--picture", type=Path)
    options = parser.parse_args()
    chosen = [name for name in KERNELS if not options.only or any(word in name for word in options.only)]
    console, rows = Console(width=180), list[dict[str, Any]]()
    for threads in options.threads:
        workers = {peer: worker(peer, threads) for peer in ("tilewright", *options.peers)}
        for name in chosen:
            with console.status(f"{name}, {threads} threads"):
                rows.append(measured(name, threads, workers, options.rounds))
        for each in workers.values():
            each.process.terminate()
        console.print(table([row for row in rows if row["threads"] == threads], threads, list(workers)))
    if options.json:
        options.json.write_text(json.dumps({"machine": machine(), "rows": rows}, indent=1) + "\n", encoding="utf-8")
    if options.picture:
        options.picture.write_text(picture(rows, machine()["processor"]), encoding="utf-8")


def worker(peer: str, threads: int) -> Worker:
    """A peer's process; OpenBLAS is that of numpy with its kernels for AVX-512."""
    features = llvm.get_host_cpu_features()
    core = next((name for feature, name in CORES.items() if features.get(feature.replace("_", ""))), None)
    extra = {"OPENBLAS_CORETYPE": core} if peer == "openblas" and core is not None else {}
    return Worker(peer, WORKER, threads, extra)


def measured(name: str, threads: int, workers: dict[str, Worker], rounds: int) -> dict[str, Any]:
    """The least microseconds of each peer for a kernel, and what is wrong with the others."""
    answers: dict[str, list[dict[str, Any]]] = {peer: [] for peer in workers}
    for _ in range(rounds):
        for peer, each in workers.items():
            answers[peer].append(each.ask(kernel=name))
    least = {
        peer: min(answer["us"] for answer in given if "us" in answer)
        for peer, given in answers.items()
        if any("us" in answer for answer in given)
    }
    faults = {peer: given[-1]["error"] for peer, given in answers.items() if peer not in least}
    ours = answers["tilewright"][-1].get("sum")
    for peer in [peer for peer in least if peer != "tilewright"]:
        theirs = answers[peer][-1]["sum"]
        if ours is not None and not math.isclose(ours, theirs, rel_tol=1e-2, abs_tol=1.0):
            faults[peer] = f"another result ({theirs:g}, not {ours:g})"
            del least[peer]
    kernel = KERNELS[name]
    others = {peer: us for peer, us in least.items() if peer != "tilewright"}
    best = min(others, key=lambda peer: others[peer], default=None)
    ratio = others[best] / least["tilewright"] if best is not None and "tilewright" in least else None
    work = {"operations": kernel.operations, "moved": kernel.moved, "dtype": kernel.dtype}
    return {"kernel": name, "threads": threads, "us": least, "best": best, "ratio": ratio, "faults": faults, **work}


def table(rows: list[dict[str, Any]], threads: int, peers: list[str]) -> Table:
    """The rows of one number of threads."""
    made = Table(
        title=f"microseconds a call, least, {threads} thread{'s' * (threads > 1)}; ratio: best peer / Tilewright"
    )
    for heading in ("kernel", "ratio", "GFLOP/s", "GB/s", *peers):
        made.add_column(heading, justify="left" if heading == "kernel" else "right")
    for row in rows:
        us = row["us"]
        cells = [f"{us[peer]:,.2f}" if peer in us else row["faults"].get(peer, "-")[:18] for peer in peers]
        ours = us.get("tilewright", math.nan)
        ratio = "-" if row["ratio"] is None else f"{row['ratio']:.2f}"
        speed = f"{row['operations'] / ours / 1e3:.1f}", f"{row['moved'] / ours / 1e3:.1f}"
        made.add_row(row["kernel"], ratio, *speed, *cells)
    return made


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {"processor": llvm.get_host_cpu_name(), "cores": cores, "system": platform.system()}


if __name__ == "__main__":
    main()
