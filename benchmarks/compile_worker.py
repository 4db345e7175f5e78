"""One compiler in a process of its own: reads names of kernels, answers with milliseconds from text to callable and microseconds of a call.

Times are this process's CPU time, which other programs on the machine do not lengthen by being run in between.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from compile_programs import PROGRAMS

_BUFFER = re.compile(r'\w+: T\.Buffer\(\(([\d, ]+)\), "(\w+)"\)')


def arguments(text: str) -> list[Any]:
    """Small random numbers for every buffer in the head of the program."""
    numbers = np.random.default_rng(0)
    found = _BUFFER.findall(text.split("):\n", 1)[0] + ")")
    shapes = [([int(size) for size in shape.split(",") if size.strip()], dtype) for shape, dtype in found]
    return [(numbers.random(shape) * 4 - 2).astype(dtype) for shape, dtype in shapes]


def tilewright(text: str) -> Callable[..., Any]:
    """The program compiled by Tilewright."""
    from tilewright.core.driver.build import build
    from tilewright.script import from_source

    return build(from_source(text))["main"]


def tvm(text: str) -> Callable[..., Any]:
    """The program in tirx, compiled by Apache TVM's default pipeline for this machine's processor."""
    import tvm
    from tvm.script import from_source

    later = text.replace("T.block(", "T.sblock(").replace("T.alloc_buffer(", "T.sblock_alloc_buffer(")
    function = from_source(later.replace("@T.prim_func\n", "@T.prim_func(s_tir=True)\n"))
    built = tvm.compile(function, target={"kind": "llvm", "mcpu": sys.argv[2]})
    return built["main"]


COMPILERS = {"tilewright": tilewright, "tvm": tvm}


def given(peer: str, arrays: list[Any]) -> list[Any]:
    """Arguments as the compiler's users pass them."""
    if peer == "tilewright":
        return arrays
    import tvm

    return [tvm.runtime.tensor(array) for array in arrays]


def measure(call: Callable[..., Any], args: list[Any]) -> float:
    """Microseconds of a call, the fewest of several rounds of about 20 ms."""
    start = time.process_time()
    call(*args)
    once = max(time.process_time() - start, 1e-7)
    count, rounds = max(1, min(20_000, int(0.02 / once))), 5 if once < 0.2 else 1
    best = float("inf") if rounds > 1 else once
    for _ in range(rounds if rounds > 1 else 0):
        start = time.process_time()
        for _ in range(count):
            call(*args)
        best = min(best, (time.process_time() - start) / count)
    return best * 1e6


def main() -> None:
    """Answer until standard input ends."""
    peer = sys.argv[1]
    COMPILERS[peer](PROGRAMS["relu(a*b+c), 4K"].replace("4096", "64"))  # what is loaded once is not counted
    for line in sys.stdin:
        text = PROGRAMS[json.loads(line)]
        start = time.process_time()
        call = COMPILERS[peer](text)
        taken = time.process_time() - start
        print(json.dumps({"compile": taken * 1e3, "call": measure(call, given(peer, arguments(text)))}), flush=True)


if __name__ == "__main__":
    main()
