"""`check --watch`: the check again whenever a Python file or a file of settings has changed, until somebody interrupts."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.check_options import Options
from tilewright.cli.console import stderr
from tilewright.cli.files import SKIPPED_FOLDERS
from tilewright.cli.interrupts import as_interrupts
from tilewright.core.base.names import counted
from tilewright.project.configuration import NAME, absolute, configuration_in

if TYPE_CHECKING:
    from watchfiles import Change

# Milliseconds after which the watcher lets us look at interrupts.
_TURN = 200


def watch(options: Options, once: Callable[[], int]) -> int:
    """Check with `once`, and again at every change; an interrupt is its normal end."""
    try:
        with as_interrupts(signal.SIGINT, signal.SIGTERM):
            while True:
                _check_while_the_same(options, once)
    except (KeyboardInterrupt, StopIteration):
        return 0


def _check_while_the_same(options: Options, once: Callable[[], int]) -> None:
    """Check, and again at every change, until other places are to be watched."""
    places = _places(options)
    changes = _changes(places)
    next(changes)  # from here on nothing is missed, also while the check runs
    once()
    while places == _places(options):
        stderr().print("Waiting for changes; Ctrl+C ends.", style="dim")
        _tell(next(names for names in changes if names))
        if places == _places(options):
            once()


def _tell(names: set[str]) -> None:
    said = next(iter(names)) if len(names) == 1 else counted(len(names), "file")
    stderr().print(f"\n{said} changed.", markup=False, highlight=False)


def _places(options: Options) -> frozenset[Path]:
    """The paths to watch, and those of the settings that hold there, which may stand above."""
    asked = [absolute(path) for path in options.paths]
    folders = [path if path.is_dir() else path.parent for path in asked]
    settings = [path for folder in folders for path, _ in configuration_in(folder).stamps]
    return frozenset(path for path in (*asked, *settings) if path.exists())


def _changes(places: frozenset[Path]) -> Iterator[set[str]]:
    """The files that have changed since the last time, again and again; the first time, and when nothing has happened for a while, none."""
    from watchfiles import watch as changes

    def is_of_interest(_: Change, name: str) -> bool:
        path = Path(name)
        if path in places or path.name == NAME:
            return True
        return path.suffix == ".py" and not SKIPPED_FOLDERS.intersection(path.parts)

    found = changes(
        *places, watch_filter=is_of_interest, rust_timeout=_TURN, yield_on_timeout=True, raise_interrupt=True
    )
    for each in found:
        yield {name for _, name in each}
