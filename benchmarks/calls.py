"""The cost of a call from Python by its arguments: nanoseconds of processor time, one thread, peers interleaved; the least of the rounds counts.

The kernels compute on four elements or less, so that the call is all there is.  Arrays are numpy's where the row does not say otherwise.
Usage: python benchmarks/calls.py [--rounds 5] [--peers numba]
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from processor_time import seconds_of

Call = Callable[[], object]
A, B = np.ones(4, "float32"), np.zeros(4, "float32")
# The name, the parameters in TVMScript, what is stored, and the arguments.
KERNELS: dict[str, tuple[str, str, tuple[Any, ...]]] = {
    "two arrays": ("", "A[i]", ()),
    "an integer": (", n: T.int32", 'A[i] + T.Cast("float32", n)', (3,)),
    "a float": (", x: T.float32", "A[i] * x", (2.5,)),
    "a truth value": (", c: T.bool", "T.if_then_else(c, A[i], T.float32(0))", (True,)),
    "three integers and a float": (
        ", n: T.int32, m: T.int64, k: T.int64, x: T.float32",
        'A[i] * x + T.Cast("float32", T.Cast("int64", n) + m + k)',
        (3, 4, 5, 2.5),
    ),
    "a float32 of numpy": (", x: T.float32", "A[i] * x", (np.float32(2.5),)),
}
RESULT = "a number to a number"
# Rows that only Tilewright has: two arrays in other ways.
MODULE, LOOKED_UP, TORCH, DLPACK = (
    "module(a, b)",
    'module["main"](a, b)',
    "two tensors of PyTorch",
    "two objects of DLPack",
)


class Shared:
    """An array that only DLPack shows: the call reads it by way of a method written in Python."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, *, max_version: Any = None, **_: Any) -> Any:
        return self.array.__dlpack__(max_version=max_version)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()


def tilewright_calls() -> dict[str, Call]:
    """The functions after their first calls, as the benchmark calls them often."""
    import tilewright
    from tilewright.script import from_source

    arrays = 'A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")'
    programs = {
        name: (
            f"@T.prim_func\ndef main({arrays}{more}):\n    for i in range(4):\n        B[i] = {value}",
            (A, B, *given),
        )
        for name, (more, value, given) in KERNELS.items()
    }
    programs[RESULT] = ("@T.prim_func\ndef main(x: T.float64) -> T.float64:\n    T.ret(x * x)", (2.5,))
    built = {
        name: (tilewright.build(from_source(text))["main"].quick(), given) for name, (text, given) in programs.items()
    }
    return {
        **{name: lambda call=call, given=given: call(*given) for name, (call, given) in built.items()},
        **_other_ways(tilewright.build(from_source(programs["two arrays"][0]))),
    }


def _other_ways(module: Any) -> dict[str, Call]:
    """Two arrays by way of the module, and arrays of other libraries; without PyTorch none of its."""
    shared = Shared(A), Shared(B)
    main = module["main"]
    ways: dict[str, Call] = {
        MODULE: lambda: module(A, B),
        LOOKED_UP: lambda: module["main"](A, B),
        DLPACK: lambda: main(*shared),
    }
    if importlib.util.find_spec("torch") is not None:
        import torch

        tensors, with_tensors = (torch.ones(4), torch.zeros(4)), module["main"]
        ways[TORCH] = lambda: with_tensors(*tensors)
    return ways


def numba_calls() -> dict[str, Call]:
    """The same functions, compiled at their first call."""
    import numba

    functions: dict[str, Callable[..., Any]] = {
        "two arrays": lambda a, b: _loop(a, b, 1.0, 0),
        "an integer": lambda a, b, n: _loop(a, b, 1.0, n),
        "a float": lambda a, b, x: _loop(a, b, x, 0),
        "a truth value": lambda a, b, c: _loop(a, b, 1.0 if c else 0.0, 0),
        "three integers and a float": lambda a, b, n, m, k, x: _loop(a, b, x, n + m + k),
        "a float32 of numpy": lambda a, b, x: _loop(a, b, x, 0),
    }

    @numba.njit
    def _loop(a: Any, b: Any, x: Any, n: Any) -> None:
        for i in range(4):
            b[i] = a[i] * x + n

    compiled = {name: numba.njit(each) for name, each in functions.items()}
    found: dict[str, Call] = {
        name: lambda call=call, given=(A, B, *KERNELS[name][2]): call(*given) for name, call in compiled.items()
    }
    square = numba.njit(lambda x: x * x)
    found[RESULT] = lambda: square(2.5)
    return found


def nanoseconds(call: Call) -> float:
    """Processor time of a call, with that of the lambda around it."""
    return seconds_of(call, 20000, 100) * 1e9


def serve(peer: str) -> None:
    """Answer requests until standard input ends."""
    calls = {"tilewright": tilewright_calls, "numba": numba_calls}[peer]()
    for line in sys.stdin:
        name = json.loads(line)["name"]
        print(json.dumps({"ns": nanoseconds(calls[name])} if name in calls else {"error": "has no such"}), flush=True)


def main() -> None:
    """Measure and print a table."""
    from rich.console import Console
    from rich.table import Table
    from workers import Worker

    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peers", nargs="*", default=["numba"])
    options = parser.parse_args()
    peers = ["tilewright", *options.peers]
    workers = {peer: Worker(peer, Path(__file__)) for peer in peers}
    names = [*KERNELS, RESULT, MODULE, LOOKED_UP, TORCH, DLPACK]
    table = Table("arguments", *[f"{peer}, ns" for peer in peers])
    for name in names:
        best = [float("inf")] * len(peers)
        for _ in range(options.rounds):
            answers = [workers[peer].ask(name=name) for peer in peers]
            best = [min(least, answer.get("ns", float("inf"))) for least, answer in zip(best, answers)]
        table.add_row(name, *("-" if each == float("inf") else f"{each:,.0f}" for each in best))
    Console(width=120).print(table)


if __name__ == "__main__":
    if len(sys.argv) == 2 and not sys.argv[1].startswith("-"):
        serve(sys.argv[1])
    else:
        main()
