"""Processes that measure peers, and answer one question after the other."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from peers import python_of

ONE_THREAD = {
    **dict.fromkeys(
        ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "TVM_NUM_THREADS"), "1"
    ),
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}


class Worker:
    """The process in which `program` measures a peer, with one thread: a line of JSON in, a line out."""

    def __init__(self, peer: str, program: Path) -> None:
        self.process = subprocess.Popen(
            [str(python_of(peer)), str(program), peer],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **ONE_THREAD},
            text=True,
        )

    def ask(self, **question: str) -> dict[str, Any]:
        """One measurement."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline() or '{"error": "the process ended"}')
