"""The questions of the page, in the browser: they come as JSON, are checked here, and are answered by the workshop or by a run in a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tilewright.explore.answer import Question
from tilewright.explore.workshop import ExplorerError, Workshop
from tilewright.runner.machine import peaks
from tilewright.runner.process import run_in_process
from tilewright.runner.request import RunRequest

# A run is ended after this many seconds.
RUN_SECONDS = 60.0
Asked = Mapping[str, object]


class Requests:
    """The file that is explored, and the answers about it; a text in a question stands for one that is not saved."""

    def __init__(self, path: Path, target: str = "llvm") -> None:
        self.path = path
        self.target = target
        self.workshop = Workshop()

    def text(self) -> str:
        """The file as it is on disk."""
        return self.path.read_text(encoding="utf-8", errors="replace")

    def version(self) -> str:
        """A text that is another one after the file has changed; "" while there is no file."""
        try:
            state = self.path.stat()
        except OSError:
            return ""
        return f"{state.st_mtime_ns}.{state.st_size}"

    def answer(self, method: str, asked: Asked) -> dict[str, Any]:
        """The answer to a question of the page; raises `KeyError` for a method that there is not, `ExplorerError` where there is no answer."""
        return {"explore": self._explore, "rest": self._rest, "run": self._run}[method](asked)

    def _explore(self, asked: Asked) -> dict[str, Any]:
        version = self.version()
        text = _text_in(asked, self)
        line = asked.get("line")
        question = Question(
            text,
            str(self.path),
            _word(asked, "name"),
            line if isinstance(line, int) else 0,
            _word(asked, "target") or self.target,
        )
        return {**self.workshop.explore(question), "text": text, "version": version}

    def _rest(self, asked: Asked) -> dict[str, Any]:
        return self.workshop.rest()

    def _run(self, asked: Asked) -> dict[str, Any]:
        """Build and run the function on random data, and measure what the machine can do."""
        request = RunRequest(_text_in(asked, self), str(self.path), _word(asked, "name"))
        outcome = asyncio.run(run_in_process(request, RUN_SECONDS, lambda stage, done: None))
        return {**asdict(outcome), "peaks": peaks() if outcome.ok else None}


def _text_in(asked: Asked, requests: Requests) -> str:
    given = asked.get("text")
    if isinstance(given, str):
        return given
    try:
        return requests.text()
    except OSError as error:
        raise ExplorerError(f"{requests.path}: {error.strerror}") from None


def _word(asked: Asked, key: str) -> str:
    value = asked.get(key)
    return value if isinstance(value, str) else ""
