"""The limits of this machine: multiply-adds a second in registers, bytes a second from memory.

Both are measured by programs in TVMScript on all threads of the process, so that they are bounds of what a kernel can reach, not figures of a data sheet.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tilewright.core.codegen.llvm.threads import get_num_threads
from tilewright.core.driver.build import build
from tilewright.core.frontend.live import from_source
from tilewright.runner.measure import samples

CHAINS, LANES, ROUNDS, REPEATS = 12, 16, 20_000, 4
STREAM = 1 << 24  # elements of each of the three arrays: 64 MiB
SAMPLES = 12


@dataclass(frozen=True, slots=True)
class Machine:
    """`peak` in operations a second (float32, a multiply-add is two), `bandwidth` in bytes a second, both of `threads` threads together."""

    peak: float
    bandwidth: float
    threads: int

    def bound(self, operations: float, moved: float) -> float:
        """The least seconds that a kernel of so many operations and bytes takes."""
        return max(operations / self.peak, moved / self.bandwidth)


def measured() -> Machine:
    """Measure the machine; a few seconds."""
    threads = get_num_threads()
    return Machine(peak(threads), bandwidth(), threads)


def peak(threads: int) -> float:
    """Operations a second of independent chains of multiply-adds in vector registers, `REPEATS` tasks a thread."""
    tasks, width = threads * REPEATS, CHAINS * LANES
    statements = "\n".join(
        f"            acc[{at}:{at + LANES}] = acc[{at}:{at + LANES}] * x + y" for at in range(0, width, LANES)
    )
    program = f"""
@T.prim_func
def chains(A: T.Buffer(({tasks}, {width}), "float32")):
    for r in T.parallel({tasks}):
        acc = T.decl_buffer(({width},), "float32", scope="local")
        x: T.float32x{LANES} = T.Broadcast(T.float32(0.999), {LANES})
        y: T.float32x{LANES} = T.Broadcast(T.float32(0.001), {LANES})
        for i in T.vectorized({width}):
            acc[i] = A[r, i]
        for t in range({ROUNDS}):
{statements}
        for i in T.vectorized({width}):
            A[r, i] = acc[i]
"""
    kernel = build(from_source(program))
    data = np.ones((tasks, width), np.float32)
    return 2.0 * tasks * width * ROUNDS / min(samples(lambda: kernel(data), SAMPLES, lambda _: None))


def bandwidth() -> float:
    """Bytes a second of `C = A + B` over arrays that are larger than most caches; the line of C is read before it is written, which is not counted."""
    program = f"""
@T.prim_func
def add(A: T.Buffer(({STREAM},), "float32"), B: T.Buffer(({STREAM},), "float32"), C: T.Buffer(({STREAM},), "float32")):
    for i in range({STREAM}):
        C[i] = A[i] + B[i]
"""
    kernel = build(from_source(program))
    a, b, c = (np.ones(STREAM, np.float32) for _ in range(3))
    return 12.0 * STREAM / min(samples(lambda: kernel(a, b, c), SAMPLES, lambda _: None))
