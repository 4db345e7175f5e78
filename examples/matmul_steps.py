"""A matrix product from plain loops to the machine's peak: one step of a schedule after another, each with its time and its part of the peak.

`python examples/matmul_steps.py` prints the table; `tilewright bench` measures the peak.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import tilewright
from tilewright import tir
from tilewright.script import tir as T

N = 512


@T.prim_func
def matmul(A: T.Buffer((512, 512), "float32"), B: T.Buffer((512, 512), "float32"), C: T.Buffer((512, 512), "float32")):
    for i, j, k in T.grid(512, 512, 512):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] += A[vi, vk] * B[vk, vj]


def steps() -> Iterator[tuple[str, Any, str]]:
    """The function after each step, with a name and a target; up to the last line the compiler leaves the loops as they are (`-opt-level=1`)."""
    yield "loops as written", matmul, AS_WRITTEN
    sch = tir.Schedule(matmul)
    for name, step in STEPS:
        step(sch)
        yield name, sch.mod["main"], AS_WRITTEN
    yield "no schedule: the compiler decides", matmul, "llvm"


def tiles(sch: Any) -> None:
    """Compute 8 x 32 elements of C together: the rows and columns that are loaded are used several times."""
    i, j, k = sch.get_loops("C")
    i0, i1 = sch.split(i, factors=[None, 8])
    j0, j1 = sch.split(j, factors=[None, 32])
    sch.reorder(i0, j0, k, i1, j1)


def cache(sch: Any) -> None:
    """Collect the tile in memory of its own, and copy it to C when it is complete."""
    copy = sch.cache_write(sch.get_block("C"), 0, "local")
    sch.reverse_compute_at(copy, sch.get_loops("C")[1])


def vectors(sch: Any) -> None:
    """One instruction for several columns, also in the copy."""
    sch.vectorize(sch.get_loops("C")[-1])
    sch.vectorize(sch.get_loops("C_local")[-1])


def unrolled(sch: Any) -> None:
    """No loop over the rows of a tile: each has registers of its own."""
    sch.unroll(sch.get_loops("C")[-2])


def threads(sch: Any) -> None:
    """Rows of tiles on all processors."""
    sch.parallel(sch.get_loops("C")[0])


def initialization(sch: Any) -> None:
    """Set the tile to 0 before the sum, instead of asking in each iteration whether it is the first."""
    sch.decompose_reduction(sch.get_block("C"), sch.get_loops("C")[2])


AS_WRITTEN = "llvm -opt-level=1"
STEPS: tuple[tuple[str, Callable[[Any], None]], ...] = (
    ("tiles of 8 x 32", tiles),
    ("a cache for the tile", cache),
    ("vectors", vectors),
    ("unrolled", unrolled),
    ("threads", threads),
    ("initialization apart", initialization),
)


def check(report: Callable[[str, float], None] = lambda name, seconds: None) -> None:
    """Build each step and compare it with numpy; `report` gets the name and the best seconds of three calls."""
    rng = np.random.default_rng(0)
    a, b = rng.random((2, N, N), dtype=np.float32)
    for name, func, target in steps():
        kernel, c = tilewright.build(func, target), np.empty((N, N), np.float32)
        report(name, min(timed(kernel, a, b, c) for _ in range(3)))
        np.testing.assert_allclose(c, a @ b, rtol=1e-4)


def timed(kernel: Callable[..., object], *arrays: np.ndarray) -> float:
    start = time.perf_counter()
    kernel(*arrays)
    return time.perf_counter() - start


def main() -> None:
    from tilewright.runner.machine import measured

    machine = measured()
    print(f"peak of {machine.threads} threads: {machine.peak / 1e9:.0f} GFLOP/s")
    check(lambda name, seconds: print(f"{name:36} {seconds * 1e3:8.2f} ms {2 * N**3 / seconds / machine.peak:6.0%}"))


if __name__ == "__main__":
    main()
