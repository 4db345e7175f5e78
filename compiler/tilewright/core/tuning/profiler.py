"""`Profiler`: the seconds that each stage of tuning takes."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar, Token

_CURRENT: ContextVar[Profiler | None] = ContextVar("tuning_profiler", default=None)


class Profiler:
    """Seconds by stage, of what runs inside `with Profiler() as profiler`."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}
        self._started = 0.0
        self._tokens: list[Token[Profiler | None]] = []

    def get(self) -> dict[str, float]:
        """The seconds of each stage, and those of all as "Total"."""
        return dict(self._seconds)

    def table(self) -> str:
        """The stages as lines of text, with seconds and parts of the whole."""
        total = self._seconds.get("Total") or sum(self._seconds.values()) or 1.0
        rows = sorted(self._seconds.items(), key=lambda row: -row[1])
        return "\n".join(f"{name:<24} {secs:10.3f} s {secs / total:7.1%}" for name, secs in rows)

    def add(self, name: str, seconds: float) -> None:
        """Count more seconds for a stage."""
        self._seconds[name] = self._seconds.get(name, 0.0) + seconds

    def __enter__(self) -> Profiler:
        self._tokens.append(_CURRENT.set(self))
        self._started = time.perf_counter()
        return self

    def __exit__(self, *error: object) -> None:
        self.add("Total", time.perf_counter() - self._started)
        _CURRENT.reset(self._tokens.pop())

    @staticmethod
    def current() -> Profiler | None:
        """The profiler in force."""
        return _CURRENT.get()

    @staticmethod
    @contextmanager
    def timeit(name: str) -> Generator[None]:
        """Count what runs inside for a stage of the profiler in force."""
        started = time.perf_counter()
        try:
            yield
        finally:
            current = _CURRENT.get()
            if current is not None:
                current.add(name, time.perf_counter() - started)


__all__ = ["Profiler"]
