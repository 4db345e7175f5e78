"""`Worker`: a process that does one job at a time, with a time limit; a job that crashes ends the process and nothing else.

Jobs are the functions of `JOBS`; what they get and give is plain data.  The process ends when the one that started it does.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import IO, Any

# Gets this process's module path, so that both import the same modules, wherever they were started.
_START = "import sys; sys.path[:] = sys.argv[1:]; from tilewright.core.tuning.measuring.worker import serve; serve()"
# The jobs by name: the module and the function.
JOBS: Mapping[str, tuple[str, str]] = {
    "build": ("tilewright.core.tuning.measuring.artifact", "built"),
    "measure": ("tilewright.core.tuning.measuring.timing", "measured"),
}


class WorkerError(Exception):
    """A job that failed: it took too long, its process died, or it raised an error."""


class Worker:
    """A process for jobs, started at the first one and again after one that ended it; those of several threads are done one by one.

    `initializer` is called in the process first; it must be a function of a module, so that it can be pickled.
    """

    def __init__(self, initializer: Callable[[], None] | None = None) -> None:
        self._initializer = initializer
        self._process: subprocess.Popen[bytes] | None = None
        self._at_work = threading.Lock()

    def run(self, job: str, argument: object, timeout: float) -> Any:
        """The result of a job; raises `WorkerError` after `timeout` seconds, when the process dies, or with what the job raised."""
        with self._at_work:
            return self._done(job, argument, timeout)

    def _done(self, job: str, argument: object, timeout: float) -> Any:
        process = self._process if self._process is not None and self._process.poll() is None else self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        expired = threading.Event()

        def expire() -> None:
            expired.set()
            process.kill()

        timer = threading.Timer(timeout, expire)
        timer.start()
        try:
            _send(process.stdin, (job, argument))
            is_value, value = _received(process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            raise WorkerError(self._ending(process, timeout if expired.is_set() else None)) from None
        finally:
            timer.cancel()
        if not is_value:
            raise WorkerError(value)
        return value

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    _close(pipe)

    def _started(self) -> subprocess.Popen[bytes]:
        self.close()
        command = [sys.executable, "-X", "utf8", "-c", _START, *sys.path]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self._process.stdin is not None
        if self._initializer is not None:
            _send(self._process.stdin, ("", self._initializer))
        return self._process

    def _ending(self, process: subprocess.Popen[bytes], limit: float | None) -> str:
        code = process.wait()
        if limit is not None:
            return f"stopped after {limit:g} s, the time limit"
        if code < 0:
            return f"the process was ended by {_signal_name(-code)}"
        return f"the process ended with exit code {code}"


def serve() -> None:
    """Do jobs until nobody asks any more; what they print is dropped."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    asked: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    while True:
        job, argument = asked.get()
        if not job:
            argument()
            continue
        _send(answers, _answer(job, argument))


def _listen(source: IO[bytes], asked: queue.SimpleQueue[Any]) -> None:
    """Pass requests on; when there are no more, nobody wants what is being done any more either."""
    while True:
        try:
            asked.put(_received(source))
        except EOFError:
            os._exit(0)


def _answer(job: str, argument: object) -> tuple[bool, Any]:
    module, function = JOBS[job]
    try:
        return True, getattr(import_module(module), function)(argument)
    except Exception as error:
        return False, f"{type(error).__name__}: {error}"


def _send(pipe: IO[bytes], value: object) -> None:
    content = pickle.dumps(value)
    pipe.write(len(content).to_bytes(8, "little") + content)
    pipe.flush()


def _received(pipe: IO[bytes]) -> Any:
    length = pipe.read(8)
    content = pipe.read(int.from_bytes(length, "little")) if len(length) == 8 else b""
    if not content:
        raise EOFError
    return pickle.loads(content)


def _close(pipe: IO[bytes]) -> None:
    try:
        pipe.close()
    except BrokenPipeError:  # what was not written to a process that has ended
        pass


def _signal_name(number: int) -> str:
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"


__all__ = ["JOBS", "Worker", "WorkerError", "serve"]
