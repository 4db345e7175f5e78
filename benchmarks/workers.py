"""Processes that measure peers, and answer one question after the other."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from peers import python_of

_POOLS = ("OMP", "OPENBLAS", "MKL", "NUMBA", "TVM", "TILEWRIGHT")


def thread_settings(threads: int) -> dict[str, str]:
    """The variables that give every peer as many threads."""
    flags = f"--xla_cpu_multi_thread_eigen={'false' if threads == 1 else 'true'} intra_op_parallelism_threads={threads}"
    return {**{f"{name}_NUM_THREADS": str(threads) for name in _POOLS}, "XLA_FLAGS": flags}


class Worker:
    """The process in which `program` measures a peer: a line of JSON in, a line out.

    One thread, in the peer's own environment, unless `extra` variables or another `python` say otherwise.
    """

    def __init__(
        self,
        peer: str,
        program: Path,
        threads: int = 1,
        extra: Mapping[str, str] | None = None,
        python: Path | None = None,
    ) -> None:
        self.process = subprocess.Popen(
            [str(python or python_of(peer)), str(program), peer],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **thread_settings(threads), **(extra or {})},
            text=True,
        )

    def ask(self, **question: str) -> dict[str, Any]:
        """One measurement."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline() or '{"error": "the process ended"}')
