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
from tilewright.runner.request import FindRequest, RunRequest

# A run is ended after this many seconds.
RUN_SECONDS = 60.0
Asked = Mapping[str, object]


class Requests:
    """The file that is explored, and the answers about it; a text in a question stands for one that is not saved.

    `name` is the function that is shown first.  The file is executed for it where `executes`, and for what the page asks to have made so.
    """

    def __init__(self, path: Path, target: str = "llvm", name: str = "", executes: bool = False) -> None:
        self.path = path
        self.target = target
        self.name = name
        self.workshop = Workshop()
        self._executed: dict[str, tuple[str, str]] = {_outer(name): ("", "")} if executes else {}

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
        name = _word(asked, "name") or self.name
        if asked.get("execute") is True:
            self._executed.setdefault(_outer(name), ("", ""))
        question = Question(
            text,
            str(self.path),
            name,
            line if isinstance(line, int) else 0,
            _word(asked, "target") or self.target,
            _word(asked, "call"),
            program=self._program(_outer(name), text, version) if _outer(name) in self._executed else "",
        )
        return {**self.workshop.explore(question), "text": text, "version": version}

    def _program(self, name: str, text: str, version: str) -> str:
        """The function or module that executing the saved file makes, as JSON; the file is executed once for each version of it."""
        if text != self.text():
            raise ExplorerError(f"`{name}` is made by executing the file; save it to see the change")
        had, program = self._executed[name]
        if had != version:
            request = FindRequest(text, str(self.path), name)
            outcome = asyncio.run(run_in_process(request, RUN_SECONDS, lambda stage, done: None))
            if not outcome.ok:
                raise ExplorerError(outcome.text or outcome.title)
            program = outcome.data["program"]
            self._executed[name] = version, program
        return program

    def _rest(self, asked: Asked) -> dict[str, Any]:
        return self.workshop.rest()

    def _run(self, asked: Asked) -> dict[str, Any]:
        """Build and run the function on random data, and measure what the machine can do."""
        given = asked.get("given")
        values = (
            {str(name): each for name, each in given.items() if isinstance(each, dict)}
            if isinstance(given, dict)
            else {}
        )
        request = RunRequest(_text_in(asked, self), str(self.path), _word(asked, "name"), given=values)
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


def _outer(name: str) -> str:
    """The first part of a name: the variable that holds a function or a module."""
    return name.partition(".")[0]
