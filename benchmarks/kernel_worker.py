"""One peer's kernels in a process of its own: reads `{"kernel": ...}` lines, answers with microseconds a call and with the sum of the result.

Each round runs the kernel often enough to take about 20 ms.  With one thread the process's CPU time counts, which other programs hardly disturb; with several, the
least time of a call by the clock.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from kernel_peers import PEERS
from kernel_programs import KERNELS, operands, program
from processor_time import microseconds

Run = Callable[[], Any]
THREADS = int(os.environ.get("OMP_NUM_THREADS", "1"))


def tilewright_kernel(name: str, inputs: list[Any], out: Any) -> Run:
    """The plain TVMScript program built by Tilewright."""
    import tilewright
    from tilewright.script import from_source

    built = tilewright.build(from_source(program(name)))["main"]
    return lambda: built(*inputs, out)


def tvm_kernel(name: str, inputs: list[Any], out: Any) -> Run:
    """The same program built by Apache TVM's default pipeline."""
    import tvm
    from tvm.script import from_source

    function = from_source(program(name, "sblock", "sblock_alloc_buffer", "prim_func(s_tir=True)"))
    built = tvm.compile(function, target="llvm")["main"]
    given = [tvm.runtime.tensor(each) for each in (*inputs, out)]

    def run() -> Any:
        built(*given)
        return given[-1]

    return run


def made(peer: str, name: str) -> tuple[Run, Any]:
    """The kernel as a peer has it, and the array that it may write its result to; raises `LookupError` where it has none."""
    *inputs, out = operands(name)
    if peer in ("tilewright", "tvm"):
        return (tilewright_kernel if peer == "tilewright" else tvm_kernel)(name, inputs, out), out
    make = PEERS[peer].get(KERNELS[name].family)
    if make is None:
        raise LookupError("has no such kernel")
    return make(inputs, out), out


def result(run: Run, out: Any) -> float:
    """The sum of a call's result, to tell whether peers compute the same."""
    found = run()
    found = run.result() if hasattr(run, "result") else found  # pyright: ignore[reportFunctionMemberAccess]
    found = out if found is None else found.numpy() if hasattr(found, "numpy") else found
    return float(np.asarray(found, dtype="float64").sum())


def main() -> None:
    """Answer requests until standard input ends."""
    peer = sys.argv[1]
    kept: dict[str, tuple[Run, float]] = {}
    for line in sys.stdin:
        name = json.loads(line)["kernel"]
        try:
            if name not in kept:
                kept.clear()
                run, out = made(peer, name)
                kept[name] = run, result(run, out)
                microseconds(run, THREADS)
            run, total = kept[name]
            answer: dict[str, Any] = {"us": microseconds(run, THREADS), "sum": total}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}".splitlines()[0][:200]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
