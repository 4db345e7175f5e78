"""The limits of this machine: multiply-adds a second in registers, bytes a second from memory.

Both are measured by programs in TVMScript on all threads of the process, so that they are bounds of what a kernel can reach, not figures of a data sheet.
Until they have been measured, which happens after a run that somebody asks for, they are estimated from the number and kind of the processors.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from functools import cache
from typing import TypedDict

# The code generator is loaded by what measures or estimates: a server that answers hovers imports this module, and has no use for the 50 MB of LLVM.

CHAINS, LANES, ROUNDS, REPEATS = 12, 16, 20_000, 4
STREAM = 1 << 24  # elements of each of the three arrays: 64 MiB
SAMPLES = 12
# The process that measures is ended after so many seconds.
LONGEST = 30.0
# For estimates: cycles a second, and bytes a second that one core moves, of the first cores only.
CYCLES, CORE_BANDWIDTH, BUSY_CORES = 3e9, 10e9, 4
_START = "import sys; sys.path[:] = sys.argv[1:]; from tilewright.runner.machine import {0}; {0}()"
_GENERATOR = "tilewright.core.codegen.llvm.jit"


@dataclass(frozen=True, slots=True)
class Machine:
    """`peak` in operations a second (float32, a multiply-add is two), `bandwidth` in bytes a second, both of `threads` threads together."""

    peak: float
    bandwidth: float
    threads: int
    is_measured: bool = True

    def bound(self, operations: float, moved: float) -> float:
        """The least seconds that a kernel of so many operations and bytes takes."""
        return max(operations / self.peak, moved / self.bandwidth)


class Peaks(TypedDict):
    """Operations on float32 and bytes to and from memory, a second."""

    flops: float
    bytes: float


@cache
def peaks() -> Peaks | None:
    """The figures of this machine, measured once in a process of its own; None where they could not be measured."""
    found = _told("print_peaks")
    return None if found is None else json.loads(found)


def _told(function: str) -> str | None:
    """The output of a function of this module in a process of its own; None where that fails."""
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-X", "utf8", "-c", _START.format(function), *sys.path],
            capture_output=True,
            timeout=LONGEST,
            check=True,
            text=True,
        )
    except (subprocess.SubprocessError, OSError):
        return None
    return done.stdout


def print_peaks() -> None:
    """Print the figures of this machine as JSON; runs kernels for a second or two."""
    machine = measured()
    print(json.dumps({"flops": machine.peak, "bytes": machine.bandwidth}))


def known() -> Machine:
    """The machine as it has been measured in this process, else estimated; measures nothing."""
    found = peaks() if peaks.cache_info().currsize else None
    if found is None:
        return _estimated()
    return Machine(found["flops"], found["bytes"], _estimated().threads)


def is_known() -> bool:
    """Whether `known` answers at once, since the code generator has been asked what this machine is."""
    return bool(_estimated.cache_info().currsize)


@cache
def _estimated() -> Machine:
    """The estimate, which the code generator makes where it is loaded, else one in a process of its own."""
    told = None if _GENERATOR in sys.modules else _told("print_estimate")
    return _estimate() if told is None else Machine(**json.loads(told))


def print_estimate() -> None:
    """Print the estimate as JSON."""
    print(json.dumps(asdict(_estimate())))


def _estimate() -> Machine:
    """Two units for multiply-adds of whole vectors a core, and a memory that a few cores keep busy."""
    from tilewright.core.codegen.llvm.machine import features_of
    from tilewright.core.codegen.llvm.threads import get_num_threads

    features = features_of(None)
    lanes = 16 if "+avx512f" in features else 8 if "+avx" in features else 4
    threads = get_num_threads()
    return Machine(2 * 2 * lanes * CYCLES * threads, CORE_BANDWIDTH * min(threads, BUSY_CORES), threads, False)


def measured() -> Machine:
    """Measure the machine; a few seconds."""
    from tilewright.core.codegen.llvm.threads import get_num_threads

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
    return 2.0 * tasks * width * ROUNDS / _best(program, (tasks, width))


def bandwidth() -> float:
    """Bytes a second of `C = A + B` over arrays that are larger than most caches; the line of C is read before it is written, which is not counted."""
    program = f"""
@T.prim_func
def add(A: T.Buffer(({STREAM},), "float32"), B: T.Buffer(({STREAM},), "float32"), C: T.Buffer(({STREAM},), "float32")):
    for i in range({STREAM}):
        C[i] = A[i] + B[i]
"""
    return 12.0 * STREAM / _best(program, *[(STREAM,)] * 3)


def _best(program: str, *shapes: tuple[int, ...]) -> float:
    """The least seconds that a call of the program on arrays of ones takes."""
    import numpy as np

    from tilewright.core.driver.build import build
    from tilewright.core.frontend.live import from_source
    from tilewright.runner.measure import samples

    kernel = build(from_source(program))
    arrays = [np.ones(shape, np.float32) for shape in shapes]
    return min(samples(lambda: kernel(*arrays), SAMPLES, lambda _: None))
