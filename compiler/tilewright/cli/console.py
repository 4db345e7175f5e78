"""The two consoles, made once; rich decides about colours and width."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache

from rich.console import Console
from rich.text import Text

# Where nobody can see a line change, a new one is written after so many seconds.
_EVERY = 10.0


@cache
def stdout() -> Console:
    """The console for results."""
    return Console(soft_wrap=True)


@cache
def stderr() -> Console:
    """The console for progress and errors."""
    return Console(stderr=True, soft_wrap=True)


@contextmanager
def progress(clock: Callable[[], float] = time.monotonic) -> Generator[Callable[[str], None]]:
    """Tell how far long work is: in one line that changes on a terminal, elsewhere in a line now and then."""
    console = stderr()
    if console.is_terminal:
        with console.status("") as status:
            yield lambda said: status.update(Text(said))
        return
    last = clock()

    def show(said: str) -> None:
        nonlocal last
        if clock() - last >= _EVERY:
            last = clock()
            console.print(said, markup=False, highlight=False)

    yield show
