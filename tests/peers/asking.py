"""Asking Apache TVM, in the environment that the benchmarks keep for it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers import python_of

HERE = Path(__file__).parent


class Tvm:
    """A process with TVM in it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [str(python_of("tvm")), str(HERE / "tvm_worker.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def printed(self, text: str) -> str:
        """What TVM prints of a program in its own dialect; fails when it does not read it."""
        return self._ask({"text": text})["text"]

    def run(self, text: str, arguments: tuple[Any, ...]) -> tuple[str, list[Any]]:
        """What TVM prints, and the arrays as float64, flat, after a call of what it compiles."""
        found = self._ask({"text": text, "arguments": [_sent(argument) for argument in arguments]})
        return found["text"], [np.array(values) for values in found["arrays"]]

    def end(self) -> None:
        """Let the process end."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        while not (line := self.process.stdout.readline()).startswith("{"):
            assert line, f"TVM's process ended while it read\n{request['text']}"
        found = json.loads(line)
        assert "error" not in found, f"{found['error']}\n{request['text']}"
        return found


def _sent(argument: Any) -> Any:
    if isinstance(argument, int):
        return argument
    return {"dtype": str(argument.dtype), "shape": argument.shape, "values": argument.ravel().tolist()}
