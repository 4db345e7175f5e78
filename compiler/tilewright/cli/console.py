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


class Bar:
    """The progress of work on many things: something to be called for each that is done, and for what is going on."""

    def __init__(self, draw: Callable[[str, int], None], total: int) -> None:
        self._draw = draw
        self._total = total
        self._done = 0

    def advance(self, name: str) -> None:
        """One more is done."""
        self._done += 1
        self.show(name)

    def show(self, said: str) -> None:
        """Something is under way."""
        self._draw(said, self._done)


@contextmanager
def progress_bar(total: int) -> Generator[Bar]:
    """A bar on a terminal, elsewhere a line now and then; nothing where there is nothing to do."""
    console = stderr()
    if not console.is_terminal or not total:
        with progress() as show:
            yield Bar(lambda said, done: show(f"Checking {said} ({done}/{total})"), total)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("Checking"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[said]}", markup=False),
    )
    with Progress(*columns, console=console, transient=True) as drawing:
        task = drawing.add_task("", total=total, said="")
        yield Bar(lambda said, done: drawing.update(task, completed=done, said=_short(said)), total)


def _short(name: str) -> str:
    """The end of a long path, which says most."""
    return name if len(name) <= 48 else f"...{name[-45:]}"
