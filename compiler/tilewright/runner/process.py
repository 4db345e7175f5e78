"""Runs the worker as a process: with a time limit, progress, and an end when it is not wanted any more."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from tilewright.runner.request import Outcome, RunRequest

# -I keeps the working directory and the environment's Python variables out, so that no file of the user's shadows a module of ours; the worker gets this
# process's own module path instead.
_START = "import sys, runpy; sys.path[:] = sys.argv[1:]; runpy.run_module('tilewright.runner', run_name='__main__')"
_KEPT = 20_000
_LONGEST_LINE = 1 << 26

Progress = Callable[[str, "int | None"], None]


async def run_in_process(request: RunRequest, timeout: float, on_progress: Progress) -> Outcome:
    """Build and run; `on_progress` gets each stage and the percentage done, if known.

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
    try:
        return await asyncio.wait_for(_converse(worker, request, on_progress), timeout)
    except asyncio.TimeoutError:
        title = f"{request.name}: stopped after {timeout:g} s"
        return Outcome(False, title, "The time limit was reached before the function had been built and run.")
    finally:
        _kill(worker)
        await asyncio.shield(worker.wait())


async def _converse(worker: asyncio.subprocess.Process, request: RunRequest, on_progress: Progress) -> Outcome:
    assert worker.stdin is not None
    assert worker.stdout is not None
    assert worker.stderr is not None
    errors = asyncio.ensure_future(_tail(worker.stderr))
    try:
        # The pipe stays open: the worker takes its end for ours, and ends too.
        worker.stdin.write(json.dumps(asdict(request)).encode() + b"\n")
        await worker.stdin.drain()
        outcome = await _listen(worker.stdout, on_progress)
    except (BrokenPipeError, ConnectionResetError):
        outcome = None
    if outcome is None:
        code = await worker.wait()
        return _died(request, code, await errors)
    worker.stdin.close()
    printed = (await errors).strip()
    text = f"{outcome.text}\n\nprinted\n{printed}" if printed else outcome.text
    return Outcome(outcome.ok, outcome.title, text, outcome.data)


async def _listen(stdout: asyncio.StreamReader, on_progress: Progress) -> Outcome | None:
    """Lines of JSON: stages, then the outcome; None when the worker ends without one."""
    while line := await stdout.readline():
        message: dict[str, Any] = json.loads(line)
        if "title" in message:
            return Outcome(**message)
        on_progress(message["stage"], message["percentage"])
    return None


async def _tail(stderr: asyncio.StreamReader) -> str:
    """The last part of what the worker prints."""
    kept = b""
    while chunk := await stderr.read(1 << 16):
        kept = (kept + chunk)[-_KEPT:]
    return kept.decode(errors="replace")


def _died(request: RunRequest, code: int, printed: str) -> Outcome:
    if code < 0:
        how = f"was ended by signal {-code} ({_signal_name(-code)})"
        why = _REASONS.get(_signal_name(-code), "")
    else:
        how, why = f"ended with exit code {code} before it gave a result", ""
    text = "\n\n".join(part for part in (f"The process {how}.", why, printed.strip()) if part)
    return Outcome(False, f"{request.name}: the process {how}", text)


_REASONS = {
    "SIGSEGV": "It accessed memory outside its buffers, or called something that did.",
    "SIGBUS": "It accessed memory outside its buffers, or called something that did.",
    "SIGFPE": "It divided an integer by zero, or the smallest one by -1.",
    "SIGKILL": "The system may have run out of memory.",
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
