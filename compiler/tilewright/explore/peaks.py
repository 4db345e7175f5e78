"""The roof of this machine: operations and bytes a second of all its cores, measured once with kernels of ours in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import TypedDict

_START = "import sys; sys.path[:] = sys.argv[1:]; from tilewright.explore.peaks import measure; measure()"
_SECONDS = 30.0
# A product of matrices in cache, and a copy that no cache holds.
_SIZE, _BYTES = 256, 1 << 27
_KERNELS = f"""
from tvm.script import ir as I, tir as T

@I.ir_module
class Kernels:
    @T.prim_func
    def compute(A: T.Buffer(({_SIZE}, {_SIZE}), "float32"), B: T.Buffer(({_SIZE}, {_SIZE}), "float32"), C: T.Buffer(({_SIZE}, {_SIZE}), "float32")):
        T.func_attr({{"global_symbol": "compute"}})
        for i, j, k in T.grid({_SIZE}, {_SIZE}, {_SIZE}):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

    @T.prim_func
    def copy(A: T.Buffer(({_BYTES // 8},), "float32"), B: T.Buffer(({_BYTES // 8},), "float32")):
        T.func_attr({{"global_symbol": "copy"}})
        for i in range({_BYTES // 8}):
            B[i] = A[i]
"""


class Peaks(TypedDict):
    """Operations on float32 and bytes to and from memory, a second."""

    flops: float
    bytes: float


@cache
def peaks() -> Peaks | None:
    """The figures of this machine; None where they could not be measured."""
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-X", "utf8", "-c", _START, *sys.path],
            capture_output=True,
            timeout=_SECONDS,
            check=True,
        )
    except (subprocess.SubprocessError, OSError):
        return None
    return json.loads(done.stdout)


def measure() -> None:
    """Print the figures of this machine as JSON; runs kernels for about half a second."""
    import numpy as np

    from tilewright.core.analyze import analyze
    from tilewright.core.driver.build import build

    module = next(each.values["Kernels"] for each in analyze(_KERNELS).definitions if "Kernels" in each.values)
    native = build(module)
    a, b, c = (np.ones((_SIZE, _SIZE), np.float32) for _ in range(3))
    x, y = (np.ones(_BYTES // 8, np.float32) for _ in range(2))
    compute, copy = (_best(lambda: native["compute"](a, b, c)), _best(lambda: native["copy"](x, y)))
    print(json.dumps({"flops": 2.0 * _SIZE**3 / compute, "bytes": _BYTES / copy}))


def _best(work: Callable[[], object], seconds: float = 0.3) -> float:
    """Seconds of the quickest call among those of a while."""
    found: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(found) < 3:
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return min(found)
