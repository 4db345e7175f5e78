"""Functions run in other processes: one worker, or a pool of them, with a time limit.

Functions and values go between processes by pickle, by cloudpickle where it is installed, so that functions inside of functions can be sent too.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from threading import local
from typing import Any

from tilewright.core.base.new_processes import FIRST
from tilewright.core.base.optional import optional
from tilewright.core.base.registry import PackedFunction

_PICKLE: Any = optional("cloudpickle") or pickle


class StatusKind(IntEnum):
    """The outcome of a call."""

    RUNNING = 0
    COMPLETE = 1
    EXCEPTION = 2
    TIMEOUT = 3


@dataclass
class MapResult:
    """The outcome of a call: its value, or the error."""

    status: StatusKind
    value: Any


class PopenWorker:
    """A process that runs one function at a time; it is started when something is sent to it, and after `maximum_uses` calls anew.

    `initializer` is called with `initargs` in each process first.
    """

    def __init__(
        self,
        initializer: PackedFunction | None = None,
        initargs: Sequence[object] = (),
        maximum_uses: int | None = None,
        stdout: object = None,
        stderr: object = None,
    ) -> None:
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be callable for PopenWorker")
        self._initializer, self._initargs, self._most = initializer, tuple(initargs), maximum_uses
        self._process: Any = None
        self._pipe: Any = None
        self._uses = 0
        self._timeout: float | None = None

    def send(
        self,
        fn: PackedFunction,
        args: Sequence[object] = (),
        kwargs: dict[str, Any] | None = None,
        timeout: float | None = None,
    ) -> None:
        """Have the function called; the time limit is that of `recv`."""
        if self._most is not None and self._uses >= self._most:
            self.kill()
        if self._process is None:
            self._start()
        self._uses += 1
        self._timeout = timeout
        self._pipe.send_bytes(_PICKLE.dumps((fn, tuple(args), dict(kwargs or {}))))

    def recv(self) -> Any:
        """The function's result; raises the error that it raised, `TimeoutError` when that takes too long, `ChildProcessError` when the process died."""
        if self._process is None:
            raise RuntimeError("nothing was sent to this worker")
        try:
            if not self._pipe.poll(self._timeout):
                self.kill()
                raise TimeoutError(f"the call took more than {self._timeout} seconds")
            is_value, value = _PICKLE.loads(self._pipe.recv_bytes())
        except (EOFError, OSError) as error:
            if isinstance(error, TimeoutError):
                raise
            self.kill()
            raise ChildProcessError("Subprocess terminated") from error
        if not is_value:
            raise value
        return value

    def is_alive(self) -> bool:
        """Whether there is a process that runs."""
        return self._process is not None and self._process.is_alive()

    def join(self, timeout: float | None = None) -> None:
        """Let the process end after what it is doing."""
        if self._process is not None:
            self._pipe.close()
            self._process.join(timeout)

    def kill(self) -> None:
        """End the process; the next call gets a new one."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
        self._process = self._pipe = None
        self._uses = 0

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        first = _PICKLE.dumps((FIRST, self._initializer, self._initargs))
        self._process = context.Process(target=_serve, args=(theirs, first), daemon=True)
        self._process.start()
        theirs.close()

    def __del__(self) -> None:
        self.kill()


def _serve(pipe: Any, first: bytes) -> None:
    """Answer calls until nobody asks any more."""
    starting, initializer, initargs = _PICKLE.loads(first)
    for start in starting:
        start()
    if initializer is not None:
        initializer(*initargs)
    while True:
        try:
            asked = pipe.recv_bytes()
        except EOFError:
            return
        pipe.send_bytes(_PICKLE.dumps(_answer(asked)))


def _answer(asked: bytes) -> tuple[bool, Any]:
    try:
        function, args, named = _PICKLE.loads(asked)
        return True, function(*args, **named)
    except Exception as error:
        return False, error


class PopenPoolExecutor:
    """Workers that run functions in parallel; `timeout` is the limit of each call, in seconds."""

    def __init__(
        self,
        max_workers: int | None = None,
        timeout: float | None = None,
        initializer: PackedFunction | None = None,
        initargs: Sequence[object] = (),
        maximum_process_uses: int | None = None,
        stdout: object = None,
        stderr: object = None,
    ) -> None:
        self._threads = ThreadPoolExecutor(max_workers or os.cpu_count())
        self._timeout = timeout
        self._mine = local()
        self._make = lambda: PopenWorker(initializer, initargs, maximum_process_uses)

    def submit(self, fn: PackedFunction, *args: object, **kwargs: object) -> Future[Any]:
        """Have a function called; the future gives its result."""
        return self._threads.submit(self._call, fn, args, kwargs)

    def map_with_error_catching(self, fn: Callable[[Any], Any], iterator: Iterable[object]) -> Iterator[MapResult]:
        """Call a function with each item; errors are among the results, in order."""
        futures = [self.submit(fn, item) for item in iterator]
        return map(_result, futures)

    def _call(self, fn: PackedFunction, args: Sequence[object], kwargs: dict[str, Any]) -> Any:
        worker = self._mine.__dict__.setdefault("worker", None) or self._make()
        self._mine.worker = worker
        worker.send(fn, args, kwargs, self._timeout)
        return worker.recv()

    def __del__(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _result(future: Future[Any]) -> MapResult:
    try:
        return MapResult(StatusKind.COMPLETE, future.result())
    except TimeoutError as error:
        return MapResult(StatusKind.TIMEOUT, error)
    except Exception as error:
        return MapResult(StatusKind.EXCEPTION, error)


__all__ = ["MapResult", "PopenPoolExecutor", "PopenWorker", "StatusKind"]
