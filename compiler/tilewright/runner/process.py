"""Runs the worker as a process: with a time limit, progress, and an end when it is not wanted any more."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from tilewright.runner.report import sizes_text
from tilewright.runner.request import Outcome, Request, RunRequest

# -I keeps the working directory and the environment's Python variables out, so that no file of the user's shadows a module of ours; the worker gets this
# process's own module path instead.
_START = "import sys, runpy; sys.path[:] = sys.argv[1:]; runpy.run_module('tilewright.runner', run_name='__main__')"
_KEPT = 20_000
_LONGEST_LINE = 1 << 26

Progress = Callable[[str, "int | None"], None]


@dataclass
class _Course:
    """The stage that a run has reached, which is known here also when the worker cannot tell any more."""

    request: Request
    on_progress: Progress
    stage: str = "starting"
    sizes: dict[str, int] = field(default_factory=dict[str, int])

    def reach(self, stage: str, percentage: int | None) -> None:
        """Note a stage and pass it on."""
        self.stage = stage
        self.on_progress(stage, percentage)

    @property
    def where(self) -> str:
        """The end of the sentence about what was being done."""
        return _STAGES.get(self.stage, self.stage).format(path=self.request.path, name=self.request.name)

    @property
    def sizes_line(self) -> str:
        """The symbolic sizes, if there are any and they were chosen already."""
        return f"sizes    {sizes_text(self.sizes)}" if self.sizes else ""


# What is being done in each stage.
_STAGES = {
    "starting": "while the worker process was starting",
    "loading": "while {path} was being read",
    "importing": "while {path} was being executed, before anything was built",
    "tuning": "while schedules of `{name}` were being measured",
    "executing": "while {path} was being executed",
    "building": "while `{name}` was being built",
    "running": "while `{name}` was running",
}


_LATE = {
    "run": "The time limit is for reading the file, building the function and all timed calls together.",
    "profile": "The time limit was reached before all loop nests had been timed.",
    "tune": "The time limit was reached before all schedules had been measured.",
    "find": "The time limit was reached before the file had been executed.",
    "exact": "The time limit was reached before the file had been executed.",
}


async def run_in_process(request: Request, timeout: float, on_progress: Progress) -> Outcome:
    """Carry out a request; `on_progress` gets each stage and the percentage done, if known.

    When the surrounding task is cancelled, the worker and all it started are killed.
    """
    worker = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        "-X",
        "utf8",
        "-c",
        _START,
        *sys.path,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=_LONGEST_LINE,
        start_new_session=True,
    )
    course = _Course(request, on_progress)
    try:
        return await asyncio.wait_for(_converse(worker, course), timeout)
    except asyncio.TimeoutError:
        title = f"{request.name}: stopped after {timeout:g} s, {course.where}"
        return Outcome(False, title, _paragraphs(_LATE[request.task], course.sizes_line))
    finally:
        _kill(worker)
        await asyncio.shield(worker.wait())


def _paragraphs(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


async def _converse(worker: asyncio.subprocess.Process, course: _Course) -> Outcome:
    assert worker.stdin is not None
    assert worker.stdout is not None
    assert worker.stderr is not None
    errors = asyncio.ensure_future(_tail(worker.stderr))
    try:
        # The pipe stays open: the worker takes its end for ours, and ends too.
        worker.stdin.write(json.dumps({"task": course.request.task, **asdict(course.request)}).encode() + b"\n")
        await worker.stdin.drain()
        outcome = await _listen(worker.stdout, course)
    except (BrokenPipeError, ConnectionResetError):
        outcome = None
    if outcome is None:
        code = await worker.wait()
        return _died(course, code, await errors)
    worker.stdin.close()
    printed = (await errors).strip()
    text = f"{outcome.text}\n\nprinted\n{printed}" if printed else outcome.text
    return Outcome(outcome.ok, outcome.title, text, outcome.data)


async def _listen(stdout: asyncio.StreamReader, course: _Course) -> Outcome | None:
    """Lines of JSON: stages, sizes, then the outcome; None when the worker ends without one."""
    while line := await stdout.readline():
        message: dict[str, Any] = json.loads(line)
        if "title" in message:
            return Outcome(**message)
        if "sizes" in message:
            course.sizes = message["sizes"]
        else:
            course.reach(message["stage"], message["percentage"])
    return None


async def _tail(stderr: asyncio.StreamReader) -> str:
    """The last part of what the worker prints."""
    kept = b""
    while chunk := await stderr.read(1 << 16):
        kept = (kept + chunk)[-_KEPT:]
    return kept.decode(errors="replace")


def _died(course: _Course, code: int, printed: str) -> Outcome:
    name = course.request.name
    if code >= 0:
        how = f"ended with exit code {code} before it gave a result"
        return Outcome(False, f"{name}: the process {how}", _paragraphs(f"The process {how}.", printed.strip()))
    signal_ = _signal_name(-code)
    how = f"was ended by signal {-code} ({signal_})"
    text = _paragraphs(
        f"The process {how} {course.where}.",
        _REASONS.get(signal_, ""),
        _offer(course.request) if signal_ in _OF_MEMORY and course.stage == "running" else "",
        course.sizes_line,
        printed.strip(),
    )
    return Outcome(False, f"{name}: the process {how}", text)


# Signals that an access outside of a buffer may end in.
_OF_MEMORY = frozenset({"SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGTRAP"})


def _offer(request: Request) -> str:
    """The option that finds the access, unless it was used."""
    if not isinstance(request, RunRequest):
        return ""
    if request.check_bounds:
        return "Accesses to buffers were checked: it was none of them, but a call, a pointer or too deep a recursion."
    return f"To see which access it was: tilewright run --check-bounds {request.path}::{request.name}"


_REASONS = {
    "SIGSEGV": "It accessed memory outside its buffers, or called something that did.",
    "SIGBUS": "It accessed memory outside its buffers, or called something that did.",
    "SIGFPE": "It divided an integer by zero, or the smallest one by -1.",
    "SIGKILL": "The system may have run out of memory.",
    "SIGABRT": "It called `abort`: the memory that it had been given was damaged, or something that it called gave up.",
    "SIGILL": "It reached an instruction that this processor does not have, or a place that was proven unreachable.",
}


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"


def _kill(worker: asyncio.subprocess.Process) -> None:
    """End the worker and everything in its process group; once it has ended, its number may belong to another process."""
    if worker.returncode is not None:
        return
    if os.name == "posix":
        try:
            os.killpg(worker.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return
    else:
        worker.kill()
