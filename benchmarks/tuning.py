"""The tuner on plain kernels: the best schedule of so many trials next to the default, measured anew, interleaved, processor time of one thread.

Each kernel has a database of its own in the work folder, so that a run that was stopped goes on.  The tuned kernel is built from the database as it is read from the disk again.
Usage: TILEWRIGHT_NUM_THREADS=1 python benchmarks/tuning.py [--trials 64] [--rounds 15] [--only gemm softmax ...] [--work-dir FOLDER] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from compile_programs import PROGRAMS
from rich.console import Console
from rich.table import Table
from schedules import interleaved

import tilewright
from tilewright import meta_schedule as ms
from tilewright.ir import structural_equal
from tilewright.meta_schedule.runner import EvaluatorConfig, LocalRunner
from tilewright.script import from_source
from tilewright.target import Target

TARGET = "llvm"
# A tuned kernel below this ratio falls short.
LIMIT = 0.97
_ATTENTION = """@T.prim_func
def main(Q: T.Buffer((8, 256, 64), "float32"), K: T.Buffer((8, 256, 64), "float32"), V: T.Buffer((8, 256, 64), "float32"), O: T.Buffer((8, 256, 64), "float32")):
    S = T.alloc_buffer((8, 256, 256), "float32")
    M = T.alloc_buffer((8, 256), "float32")
    E = T.alloc_buffer((8, 256, 256), "float32")
    Z = T.alloc_buffer((8, 256), "float32")
    P = T.alloc_buffer((8, 256, 256), "float32")
    for h, i, j, k in T.grid(8, 256, 256, 64):
        with T.block("S"):
            vh, vi, vj, vk = T.axis.remap("SSSR", [h, i, j, k])
            with T.init():
                S[vh, vi, vj] = T.float32(0)
            S[vh, vi, vj] = S[vh, vi, vj] + Q[vh, vi, vk] * K[vh, vj, vk]
    for h, i, j in T.grid(8, 256, 256):
        with T.block("M"):
            vh, vi, vj = T.axis.remap("SSR", [h, i, j])
            with T.init():
                M[vh, vi] = T.min_value("float32")
            M[vh, vi] = T.max(M[vh, vi], S[vh, vi, vj])
    for h, i, j in T.grid(8, 256, 256):
        with T.block("E"):
            vh, vi, vj = T.axis.remap("SSS", [h, i, j])
            E[vh, vi, vj] = T.exp((S[vh, vi, vj] - M[vh, vi]) * T.float32(0.125))
    for h, i, j in T.grid(8, 256, 256):
        with T.block("Z"):
            vh, vi, vj = T.axis.remap("SSR", [h, i, j])
            with T.init():
                Z[vh, vi] = T.float32(0)
            Z[vh, vi] = Z[vh, vi] + E[vh, vi, vj]
    for h, i, j in T.grid(8, 256, 256):
        with T.block("P"):
            vh, vi, vj = T.axis.remap("SSS", [h, i, j])
            P[vh, vi, vj] = E[vh, vi, vj] / Z[vh, vi]
    for h, i, k, j in T.grid(8, 256, 64, 256):
        with T.block("O"):
            vh, vi, vk, vj = T.axis.remap("SSSR", [h, i, k, j])
            with T.init():
                O[vh, vi, vk] = T.float32(0)
            O[vh, vi, vk] = O[vh, vi, vk] + P[vh, vi, vj] * V[vh, vj, vk]
"""
KERNELS: dict[str, str] = {
    **{
        name: PROGRAMS[name]
        for name in (
            "gemm 64",
            "gemm 256",
            "1x784x128",
            "64x784x128",
            "batched 16x128x128x128",
            "conv2d 1x64x56x56",
            "depthwise conv",
            "softmax 1024x1024",
            "layernorm 1024x1024",
            "sum 16M",
            "transpose 2048x2048",
            "relu(a*b+c), 4K",
        )
    },
    "attention 8x256x64": _ATTENTION,
}


def tuned(plain: Any, folder: Path, trials: int) -> Any:
    """The kernel with the best of so many schedules; raises `AssertionError` when the files of the database give another schedule than the search found."""
    runner = LocalRunner(evaluator_config=EvaluatorConfig(repeat=5, min_repeat_ms=5))
    database = ms.tune_tir(plain, TARGET, str(folder), trials, num_trials_per_iter=16, seed=0, runner=runner)
    runner.close()
    again = ms.database.JSONDatabase(work_dir=str(folder))
    mod, target = ms.TuneContext(plain).mod, Target(TARGET)
    found, read = (each.query_ir_module(mod, target) for each in (database, again))
    assert structural_equal(found, read), "the database replays another schedule"
    with again:
        return tilewright.build(plain, target=TARGET)["main"]


def compared(default: Callable[..., object], best: Callable[..., object], plain: Any, rounds: int) -> dict[str, float]:
    """Median microseconds a call of both, in turn, and the median of the rounds' ratios; raises `AssertionError` when they compute different results."""
    times = interleaved(plain, default, best, rounds)
    before, after = (median(each) for each in zip(*times))
    return {"default": before, "tuned": after, "ratio": median(one / other for one, other in times)}


def main() -> None:
    """Tune, measure and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--trials", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--work-dir", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    chosen = [name for name in KERNELS if not options.only or any(word in name for word in options.only)]
    with TemporaryDirectory() as temporary:
        work_dir = options.work_dir or Path(temporary)
        found: dict[str, dict[str, float]] = {}
        for at, name in enumerate(chosen):
            plain = from_source(KERNELS[name])
            best = tuned(plain, work_dir / "".join(each if each.isalnum() else "_" for each in name), options.trials)
            found[name] = compared(tilewright.build(plain, target=TARGET)["main"], best, plain, options.rounds)
            print(f"{at + 1}/{len(chosen)} {name}: {found[name]['ratio']:.2f}", flush=True)
    table = Table("kernel", "default µs", f"best of {options.trials} µs", "ratio")
    for name, each in found.items():
        ratio = f"{each['ratio']:.2f}" if each["ratio"] >= LIMIT else f"[bold]{each['ratio']:.2f}[/]"
        table.add_row(name, f"{each['default']:,.1f}", f"{each['tuned']:,.1f}", ratio)
    Console(width=120).print(table)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
