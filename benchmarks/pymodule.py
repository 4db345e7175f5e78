"""What it costs to go between Python, graphs and TensorIR in a module with Python functions, and between PyTorch's tensors and the runtime's.

Tilewright and TVM take turns, a process each a round, with one thread; microseconds of CPU time a call on tensors of 1,024 floats.
Usage: python benchmarks/pymodule.py [--peers tvm] [--rounds 5]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from peers import python_of
from rich.console import Console
from rich.table import Table

WORKER = Path(__file__).parent / "pymodule_worker.py"


def measured(peer: str) -> dict[str, float]:
    """One round of a peer; PyTorch is taken from this environment."""
    torch = find_spec("torch")
    assert torch is not None
    assert torch.origin is not None, "PyTorch is needed: pip install torch"
    packages = str(Path(torch.origin).parent.parent)
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "TVM_NUM_THREADS": "1"}
    if peer != "tilewright":
        environment.pop("PYTHONPATH", None)
    command = [str(python_of(peer)), str(WORKER), peer, "3", packages]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        sys.exit(f"{peer} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", nargs="*", default=["tvm"])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    peers = ["tilewright", *options.peers]
    taken: dict[str, list[dict[str, float]]] = {peer: [] for peer in peers}
    for _ in range(options.rounds):
        for peer in peers:
            taken[peer].append(measured(peer))
    table = Table("microseconds a call", *peers)
    for name in taken["tilewright"][0]:
        figures = [statistics.median(each[name] for each in taken[peer]) for peer in peers]
        table.add_row(name, *[f"{figure:.1f}" for figure in figures])
    Console().print(table)


if __name__ == "__main__":
    main()
