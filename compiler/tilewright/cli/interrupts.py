"""Signals that ask a command to end, as `KeyboardInterrupt` in the main thread, so that its `finally` blocks run."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def as_interrupts(*numbers: signal.Signals) -> Generator[None]:
    """Inside, each of these signals raises `KeyboardInterrupt`, also where the parent process had it ignored: a shell that runs no terminal starts `COMMAND &` with SIGINT ignored."""
    before = {number: signal.signal(number, _interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
