"""One peer's module with Python functions in a process of its own: `python pymodule_worker.py tilewright|tvm ROUNDS` prints microseconds as JSON."""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from processor_time import seconds_of

SIZE = 1024


def programs(made: Any) -> dict[str, Callable[[], Any]]:
    """What is timed."""
    import torch
    from tvm.script import relax as R

    x, y = torch.randn(SIZE), torch.randn(SIZE)
    info = R.Tensor((SIZE,), "float32")
    ours = made._convert_pytorch_to_tvm(x)
    return {
        "torch eager": lambda: torch.add(x, y),
        "Python function": lambda: made.python_add(x, y),
        "call_tir": lambda: made.call_tir("add", [x, y], info),
        "graph": lambda: made.graph(x, y),
        "PyTorch to runtime": lambda: made._convert_pytorch_to_tvm(x),
        "runtime to PyTorch": lambda: made._convert_tvm_to_pytorch(ours),
    }


def microseconds(program: Callable[[], Any]) -> float:
    """CPU time of one call."""
    return seconds_of(program, 2000, 50) * 1e6


def main() -> None:
    """Time every program, the median of the rounds."""
    if sys.argv[1] == "tilewright":
        import tilewright

        tilewright.install_as_tvm()
    elif len(sys.argv) > 3:
        sys.path.append(sys.argv[3])  # where PyTorch is installed
    import torch

    torch.set_num_threads(1)
    taken: dict[str, Any] = {}
    for name, program in programs(import_module("pymodule_program").instance()).items():
        try:
            taken[name] = statistics.median(microseconds(program) for _ in range(int(sys.argv[2])))
        except Exception as error:
            taken[name] = f"{type(error).__name__}: {error}"
    print(json.dumps(taken))


if __name__ == "__main__":
    main()
