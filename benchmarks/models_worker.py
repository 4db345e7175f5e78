"""Networks of one compiler in a process of its own: reads `{"model": ..., "what": "build" | "run"}` lines, answers with times and some of the result.

Building is measured in CPU time: where two compilers share a machine, wall time says who was interrupted.  One thread is CPU time too, several are wall time.
"""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
if os.environ.get("PEER_PACKAGES"):
    sys.path.append(os.environ["PEER_PACKAGES"])

import numpy as np
import torch

from tests.models.networks import make

Run = Callable[[], Any]
THREADS = int(os.environ["OMP_NUM_THREADS"])
clock = time.process_time if THREADS == 1 else time.perf_counter


class Torch:
    """PyTorch as it is."""

    def __init__(self, network: Any, given: Any) -> None:
        self._network, self._given = network, given

    def build(self) -> None:
        """Nothing to do."""

    def run(self) -> Any:
        return self._network(*self._given)


class Tilewright:
    """Tilewright's default pipeline."""

    def __init__(self, network: Any, given: Any) -> None:
        from tilewright.relax.frontend.torch import from_exported_program
        from tilewright.runtime import tensor

        self._module = from_exported_program(torch.export.export(network, given), unwrap_unit_return_tuple=True)
        self._given = [tensor(each.numpy()) for each in given]

    def build(self) -> None:
        from tilewright import relax

        self._main = relax.VirtualMachine(relax.build(self._module))["main"]

    def run(self) -> Any:
        return self._main(*self._given)


class TVM:
    """TVM's default pipeline, for this processor."""

    def __init__(self, network: Any, given: Any) -> None:
        import tvm
        from tvm.relax.frontend.torch import from_exported_program

        self._module = from_exported_program(torch.export.export(network, given), unwrap_unit_return_tuple=True)
        self._given = [tvm.runtime.tensor(each.numpy()) for each in given]

    def build(self) -> None:
        import tvm

        target = tvm.target.Target({"kind": "llvm", "mcpu": tvm.target.codegen.llvm_get_system_cpu()})
        self._main = tvm.relax.VirtualMachine(tvm.relax.build(self._module, target), tvm.cpu())["main"]

    def run(self) -> Any:
        return self._main(*self._given)


KINDS = {"torch": Torch, "tilewright": Tilewright, "tvm": TVM}


def best(run: Run) -> tuple[Any, float]:
    """The result, and the milliseconds of the fastest of some calls: two seconds of them, or only the first where that takes as long."""
    times: list[float] = []
    result: Any = None
    end = time.perf_counter() + 2
    while not times or (time.perf_counter() < end and len(times) < 200):
        start = clock()
        result = run()
        times.append(clock() - start)
    return result, min(times) * 1e3


def answer(kind: str, question: dict[str, str], made: dict[str, Any]) -> dict[str, Any]:
    name = question["model"]
    if name not in made:
        made.clear()
        made[name] = KINDS[kind](*make(name))
    if question["what"] == "build":
        start = time.process_time()
        made[name].build()
        return {"s": time.process_time() - start}
    result, milliseconds = best(made[name].run)
    values: Any = result.numpy() if hasattr(result, "numpy") else result
    return {"ms": milliseconds, "sum": float(np.abs(values).sum())}


def main() -> None:
    """Answer requests until standard input ends."""
    warnings.filterwarnings("ignore")
    torch.set_num_threads(THREADS)
    torch.set_grad_enabled(False)
    made: dict[str, Any] = {}
    for line in sys.stdin:
        try:
            given = answer(sys.argv[1], json.loads(line), made)
        except Exception as error:
            given = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(given), flush=True)


if __name__ == "__main__":
    main()
