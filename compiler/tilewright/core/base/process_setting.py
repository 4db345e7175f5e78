"""A setting of the whole process that a piece of work needs larger, such as Python's recursion limit, when several threads may work at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
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

    def at_least(self, value: Value) -> AbstractContextManager[None]:
        """Let the setting be `value` or more inside."""
        return _Held(self, value)

    def ask(self, value: Value) -> None:
        """Let the setting be `value` or more until it is taken back."""
        with self._lock:
            if self._before is None:
                self._before = self._read()
            self._wanted.append(value)
            self._apply()

    def take_back(self, value: Value) -> None:
        """Undo one `ask` for this value."""
        with self._lock:
            self._wanted.remove(value)
            self._apply()
            if not self._wanted:
                self._before = None

    def _apply(self) -> None:
        assert self._before is not None
        wanted = max(self._before, *self._wanted) if self._wanted else self._before
        if wanted != self._read():
            self._write(wanted)


class _Held(AbstractContextManager[None], Generic[Value]):
    """The time in which a setting has a value at least; each parse and each print asks, and a generator would take twice as long."""

    __slots__ = ("setting", "value")

    def __init__(self, setting: ProcessSetting[Value], value: Value) -> None:
        self.setting, self.value = setting, value

    def __enter__(self) -> None:
        self.setting.ask(self.value)

    def __exit__(self, *_: object) -> None:
        self.setting.take_back(self.value)
