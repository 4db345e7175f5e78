"""Finding and reading what the user names on the command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from tilewright.project.texts import LARGEST, Unreadable, decoded, program

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typer

SKIPPED_FOLDERS = frozenset(
    {".git", ".venv", "venv", "node_modules", "__pycache__", ".tox", ".mypy_cache", "build", "dist"}
)
_Text = TypeVar("_Text", str, tuple[str, str])


def fail(message: str) -> typer.Exit:
    """Say what is wrong with the command, and give the exit to raise."""
    from typer import Exit

    from tilewright.cli.console import stderr

    stderr().print("[red]error:[/] ", end="")
    stderr().print(message, markup=False, highlight=False)
    return Exit(2)


def python_files(paths: Iterable[Path], excluded: Callable[[Path], bool], is_forced: bool) -> Iterator[Path]:
    """The files named, and all `*.py` below the folders named that are not excluded, in order, each once, whatever links lead to it; raises typer.Exit(2) for what does not exist.

    Files that are named themselves are taken even if they are excluded, unless `is_forced`.
    """
    seen: set[str] = set()
    for path in paths:
        for file in _of(path, excluded, is_forced):
            place = os.path.realpath(file)
            if place not in seen:
                seen.add(place)
                yield file


def _of(path: Path, excluded: Callable[[Path], bool], is_forced: bool) -> Iterator[Path]:
    if path.is_dir():
        yield from _below(path, excluded)
    elif not path.exists():
        raise fail(f"{path} does not exist")
    elif not (is_forced and excluded(path)):
        yield path


def _below(folder: Path, excluded: Callable[[Path], bool]) -> list[Path]:
    found: list[Path] = []
    for parent, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if each not in SKIPPED_FOLDERS]
        paths = (Path(parent, name) for name in files if name.endswith(".py"))
        found += [path for path in paths if not excluded(path)]
    return sorted(found, key=lambda path: (path.is_symlink(), path))


def read_text(path: Path) -> str:
    """The text of a Python file, by its declared encoding, or of a notebook's cells, with lines that end as Python's do; raises `Unreadable`."""
    return program(read_content(path))


def exact_text(path: Path) -> tuple[str, str]:
    """The text of a Python file with its own line ends, and its encoding; raises `Unreadable`."""
    return decoded(read_content(path))


def read_content(path: Path) -> bytes:
    """The bytes of a file that is not too large; raises `Unreadable`."""
    try:
        if path.is_dir():
            raise Unreadable("it is a folder")
        with path.open("rb") as file:  # a device or a pipe does not say how long it is
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error
    if len(content) > LARGEST:
        raise Unreadable(f"it is larger than {LARGEST // 2**20} MB")
    return content


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
    """Give a file other content, all of it at once, so that it is never lost half-way; links and permissions stay.  Devices and pipes are written to.  Raises `OSError`."""
    import errno
    import shutil
    import tempfile

    if path.exists() and not path.is_file():
        with path.open("wb", buffering=0) as stream:
            stream.write(content)
        return
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
    mask = os.umask(0)
    os.umask(mask)
    return mask
