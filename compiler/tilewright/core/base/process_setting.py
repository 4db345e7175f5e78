"""A setting of the whole process that a piece of work needs larger, such as Python's recursion limit, when several threads may work at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Generic, TypeVar

Value = TypeVar("Value", int, tuple[int, int, int])


class ProcessSetting(Generic[Value]):
    """Holds the largest value that is asked for; the first to ask keeps what was there before, and the last to leave puts it back."""

    def __init__(self, read: Callable[[], Value], write: Callable[[Value], object]) -> None:
        self._read = read
        self._write = write
        self._lock = threading.Lock()
        self._wanted: list[Value] = []
        self._before: Value | None = None

    @contextmanager
    def at_least(self, value: Value) -> Generator[None]:
        """Let the setting be `value` or more inside."""
        with self._lock:
            if self._before is None:
                self._before = self._read()
            self._wanted.append(value)
            self._apply()
        try:
            yield
        finally:
            with self._lock:
                self._wanted.remove(value)
                self._apply()
                if not self._wanted:
                    self._before = None

    def _apply(self) -> None:
        assert self._before is not None
        wanted = max([self._before, *self._wanted])
        if wanted != self._read():
            self._write(wanted)
