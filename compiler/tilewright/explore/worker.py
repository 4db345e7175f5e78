"""The worker process: requests as lines of JSON on standard input, answers as lines of JSON on standard output.

It reads and compiles; nothing that it makes is linked or run.  The end of standard input ends it.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable
from typing import TextIO

from tilewright.core.analyze import Analysis
from tilewright.explore.answer import explore
from tilewright.explore.question import Question
from tilewright.explore.shapes import Answer, Rest

# Address space: a program that unrolls itself into more ends with an error, not with the machine.
MEMORY = 8 << 30


class Worker:
    """Answers one request after another; keeps the analysis of the last text, and what it takes to work out the rest of the last answer."""

    def __init__(self) -> None:
        self._previous: Analysis | None = None
        self._rest: Callable[[], Rest] | None = None

    def explore(self, question: Question) -> Answer:
        """The stages of a function."""
        made = explore(question, self._previous)
        self._previous, self._rest = made.analysis, made.rest
        return made.answer

    def rest(self) -> Rest:
        """The next part of what takes longer of the last answer."""
        if self._rest is None:
            return {"stages": [], "graph": None, "milliseconds": 0.0, "more": False}
        return self._rest()


def main() -> None:
    """Serve requests until nobody waits any more."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    _limit_memory()
    worker = Worker()
    # What is loaded by now stays.
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    for line in sys.stdin:
        _reply(channel, worker, line)
    os._exit(0)


def _reply(channel: TextIO, worker: Worker, line: str) -> None:
    asked = json.loads(line)
    try:
        made = worker.rest() if asked is None else worker.explore(Question(**asked))
        message: dict[str, object] = {"answer": made}
    except MemoryError:
        message = {"error": "the program takes more memory than the explorer may use"}
    except Exception as error:
        message = {"error": f"{type(error).__name__}: {error}"}
    channel.write(json.dumps(message, default=str) + "\n")
    channel.flush()


def _limit_memory() -> None:
    if os.name == "posix":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


if __name__ == "__main__":
    main()
