"""Finding and reading what the user names on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import typer

SKIPPED_FOLDERS = frozenset(
    {".git", ".venv", "venv", "node_modules", "__pycache__", ".tox", ".mypy_cache", "build", "dist"}
)
LARGEST = 32 * 1024 * 1024
_Text = TypeVar("_Text", str, tuple[str, str])


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
    """The text of a Python file, by its declared encoding, with lines that end as Python's do; raises `Unreadable`."""
    return exact_text(path)[0].replace("\r\n", "\n").replace("\r", "\n")


def exact_text(path: Path) -> tuple[str, str]:
    """The text of a Python file with its own line ends, and its encoding; raises `Unreadable`."""
    import tokenize
    from io import BytesIO

    if path.is_dir():
        raise Unreadable("it is a folder")
    try:
        if path.stat().st_size > LARGEST:
            raise Unreadable(f"it is larger than {LARGEST // 2**20} MB")
        content = path.read_bytes()
        encoding = tokenize.detect_encoding(BytesIO(content).readline)[0]
        return content.decode(encoding), encoding
    except (UnicodeDecodeError, SyntaxError, LookupError) as error:
        raise Unreadable("it is not UTF-8, nor in the encoding that it declares") from error
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error


def text_of(path: Path, read: Callable[[Path], _Text] = read_text) -> _Text:
    """The text of the file that a command is about; raises typer.Exit(2) with the reason when it cannot be read."""
    if not path.exists():
        raise fail(f"{path} does not exist")
    try:
        return read(path)
    except Unreadable as reason:
        raise fail(f"{path} cannot be read: {reason}") from reason


def settings_text(path: Path) -> str | None:
    """The text of a project's settings with its own line ends, None where there is no such file; raises typer.Exit(2) when it cannot be read."""
    try:
        return path.read_bytes().decode("utf-8") if path.is_file() else None
    except OSError as error:
        raise fail(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise fail(f"{path} cannot be read: it is not UTF-8") from error


def split_target(target: str) -> tuple[Path, str | None]:
    """`FILE::NAME` as a path and a name."""
    file, separator, name = target.partition("::")
    return Path(file), (name or None) if separator else None


def rewrite(path: Path, content: bytes) -> None:
    """Give a file other content, all of it at once, so that it is never lost half-way; links and permissions stay.  Raises `OSError`."""
    import errno
    import os
    import shutil
    import tempfile

    target = path.resolve()
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    file = tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}-", delete=False)
    try:
        with file:
            file.write(content)
        if target.exists():
            shutil.copymode(target, file.name)
        else:
            os.chmod(file.name, 0o666 & ~_umask())
        os.replace(file.name, target)
    except BaseException:
        Path(file.name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """The permission bits that new files lack (umask)."""
    import os

    mask = os.umask(0)
    os.umask(mask)
    return mask
