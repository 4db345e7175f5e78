"""The questions of the page, in the browser: they come as JSON, are checked here, and are answered by the workshop or by a run in a process of its own.

The compiler is loaded in these processes alone, so that the page is served at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tilewright.explore.question import Question
from tilewright.explore.workshop import ExplorerError, Workshop
from tilewright.project.notebook import notebook_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tilewright.explore.shapes import Answer, Rest
    from tilewright.runner.request import Outcome, Request

# A run is ended after this many seconds.
RUN_SECONDS = 60.0
Asked = Mapping[str, object]


class Requests:
    """The file that is explored, and the answers about it; a text in a question stands for one that is not saved.

    `name` is the function that is shown first.  The file is executed for it once `executes` was asked for, and for what the page asks to have made so.
    """

    def __init__(self, path: Path, target: str = "llvm", name: str = "", workshop: Workshop | None = None) -> None:
        self.path = path
        self.target = target
        self.name = name
        self.workshop = workshop or Workshop()
        self._executed: dict[str, tuple[str, str]] = {}
        self._ahead: tuple[Question, Future[Answer]] | None = None

    def executes(self) -> None:
        """Execute the file for the function that is shown first."""
        self._executed[_outer(self.name)] = "", ""

    def ask_ahead(self) -> None:
        """Have the page's first question answered while the browser opens."""
        question = self._question({}, self.text())
        with_thread = ThreadPoolExecutor(1)
        self._ahead = question, with_thread.submit(self.workshop.explore, question)
        with_thread.shutdown(wait=False)

    def text(self) -> str:
        """The Python in the file as it is on disk."""
        text = self.path.read_text(encoding="utf-8", errors="replace")
        notebook = notebook_in(text)
        return text if notebook is None else notebook.program

    def version(self) -> str:
        """A text that is another one after the file has changed; "" while there is no file."""
        try:
            state = self.path.stat()
        except OSError:
            return ""
        return f"{state.st_mtime_ns}.{state.st_size}"

    def answer(self, method: str, asked: Asked) -> Mapping[str, Any]:
        """The answer to a question of the page; raises `KeyError` for a method that there is not, `ExplorerError` where there is no answer."""
        return {"source": self._source, "explore": self._explore, "rest": self._rest, "run": self._run}[method](asked)

    def _source(self, asked: Asked) -> Mapping[str, Any]:
        """The file alone, which is there at once."""
        version = self.version()
        return {"path": str(self.path), "text": _text_in({}, self), "version": version}

    def _explore(self, asked: Asked) -> Mapping[str, Any]:
        version = self.version()
        text = _text_in(asked, self)
        name = _outer(_word(asked, "name") or self.name)
        if asked.get("execute") is True:
            self._executed.setdefault(name, ("", ""))
        program = self._program(name, text, version) if name in self._executed else ""
        return {**self._answer(self._question(asked, text, program)), "text": text, "version": version}

    def _question(self, asked: Asked, text: str, program: str = "") -> Question:
        line = asked.get("line")
        return Question(
            text,
            str(self.path),
            _word(asked, "name") or self.name,
            line if isinstance(line, int) else 0,
            _word(asked, "target") or self.target,
            _word(asked, "call"),
            program=program,
        )

    def _answer(self, question: Question) -> Answer:
        """The answer, which may have been asked for ahead."""
        ahead, self._ahead = self._ahead, None
        return ahead[1].result() if ahead is not None and ahead[0] == question else self.workshop.explore(question)

    def _program(self, name: str, text: str, version: str) -> str:
        """The function or module that executing the saved file makes, as JSON; the file is executed once for each version of it."""
        if text != self.text():
            raise ExplorerError(f"`{name}` is made by executing the file; save it to see the change")
        from tilewright.runner.request import FindRequest

        had, program = self._executed[name]
        if had != version:
            outcome = _run(FindRequest(text, str(self.path), name))
            if not outcome.ok:
                raise ExplorerError(outcome.text or outcome.title)
            program = outcome.data["program"]
            self._executed[name] = version, program
        return program

    def _rest(self, asked: Asked) -> Rest:
        return self.workshop.rest()

    def _run(self, asked: Asked) -> Mapping[str, Any]:
        """Build and run the function on random data, and measure what the machine can do."""
        from tilewright.runner.machine import peaks
        from tilewright.runner.request import RunRequest

        given = asked.get("given")
        values = (
            {str(name): each for name, each in given.items() if isinstance(each, dict)}
            if isinstance(given, dict)
            else {}
        )
        outcome = _run(RunRequest(_text_in(asked, self), str(self.path), _word(asked, "name"), given=values))
        return {**asdict(outcome), "peaks": peaks() if outcome.ok else None}


def _run(request: Request) -> Outcome:
    import asyncio

    from tilewright.runner.process import run_in_process

    return asyncio.run(run_in_process(request, RUN_SECONDS, lambda stage, done: None))


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
