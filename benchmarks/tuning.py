"""The tuner on plain kernels: the best schedule of so many trials next to the default, measured anew, interleaved, processor time of one thread.

Usage: TILEWRIGHT_NUM_THREADS=1 python benchmarks/tuning.py [--trials 64] [--rounds 5] [--only gemm softmax ...] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from compile_programs import PROGRAMS
from rich.console import Console
from rich.table import Table
from schedules import interleaved

import tilewright
from tilewright import meta_schedule as ms
from tilewright.script import from_source

TARGET = "llvm"
KERNELS = (
    "gemm 64",
    "gemm 256",
    "1x784x128",
    "64x784x128",
    "batched 16x128x128x128",
    "conv2d 1x64x56x56",
    "depthwise conv",
    "softmax 1024x1024",
    "layernorm 1024x1024",
    "transpose 2048x2048",
)


def compared(program: str, trials: int, rounds: int) -> tuple[float, float]:
    """Microseconds of the default and of the best of so many trials; raises `AssertionError` when they compute different results."""
    plain = from_source(program)
    with tempfile.TemporaryDirectory() as folder:
        database = ms.tune_tir(plain, TARGET, folder, trials, num_trials_per_iter=16, seed=0)
        default = tilewright.build(plain, target=TARGET)["main"]
        with database:
            tuned = tilewright.build(plain, target=TARGET)["main"]
    return interleaved(plain, default, tuned, rounds)


def main() -> None:
    """Tune, measure and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--trials", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    chosen = [name for name in KERNELS if not options.only or any(word in name for word in options.only)]
    found = {name: compared(PROGRAMS[name], options.trials, options.rounds) for name in chosen}
    table = Table("kernel", "default µs", f"best of {options.trials} µs", "ratio")
    for name, (default, tuned) in found.items():
        table.add_row(name, f"{default:,.1f}", f"{tuned:,.1f}", f"{default / tuned:.2f}")
    Console(width=120).print(table)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
