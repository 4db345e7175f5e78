"""Finding and reading what the user names on the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import typer

SKIPPED_FOLDERS = frozenset(
    {".git", ".venv", "venv", "node_modules", "__pycache__", ".tox", ".mypy_cache", "build", "dist"}
)
LARGEST = 32 * 1024 * 1024


class Unreadable(Exception):
    """A file that cannot be read as Python text; the message is a sentence without the file's name."""


def fail(message: str) -> typer.Exit:
    """Say what is wrong with the command, and give the exit to raise."""
    from tilewright.cli.console import stderr

    stderr().print("[red]error:[/] ", end="")
    stderr().print(message, markup=False, highlight=False)
    return typer.Exit(2)


def python_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and all `*.py` below the folders named, in order; raises typer.Exit(2) for what does not exist."""
    for path in paths:
        if path.is_dir():
            yield from _below(path)
        elif path.exists():
            yield path
        else:
            raise fail(f"{path} does not exist")


def _below(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*.py")):
        if not SKIPPED_FOLDERS.intersection(path.relative_to(folder).parts[:-1]) and path.is_file():
            yield path


def read_text(path: Path) -> str:
    """The text of a Python file, by its declared encoding; raises `Unreadable`."""
    import tokenize

    try:
        if path.stat().st_size > LARGEST:
            raise Unreadable(f"it is larger than {LARGEST // 2**20} MB")
        with tokenize.open(path) as file:
            return file.read()
    except (UnicodeDecodeError, SyntaxError, LookupError) as error:
        raise Unreadable("it is not UTF-8, nor in the encoding that it declares") from error
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error


def split_target(target: str) -> tuple[Path, str | None]:
    """`FILE::NAME` as a path and a name."""
    file, separator, name = target.partition("::")
    return Path(file), (name or None) if separator else None
