"""The folders that the user has open: their Python files, as they are in the editor or on disk, and what an import in one of them leads to."""

from __future__ import annotations

import os
import tokenize
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tilewright_server.streams import giving_way

# Folders that hold no sources of the user's.
_FOREIGN: Final = frozenset(
    {"node_modules", "site-packages", "__pycache__", "venv", "env", "build", "dist", "__pypackages__"}
)


@dataclass(frozen=True, slots=True)
class File:
    """A Python file: its path, the URI and version under which the editor has it open (None when it has not), and its text."""

    path: Path
    uri: str
    version: int | None
    text: str


@dataclass(frozen=True)
class Workspace:
    """A snapshot: the folders, and the files that the editor has open."""

    folders: tuple[Path, ...] = ()
    open_files: tuple[File, ...] = ()

    def files_with(self, *words: str) -> Iterator[File]:
        """The Python files in which one of these words stands."""
        opened = {file.path for file in self.open_files}
        yield from (file for file in self.open_files if any(word in file.text for word in words))
        wanted = [word.encode() for word in words]
        for path in self._paths():
            if path not in opened:
                file = _read(path, wanted)
                if file is not None:
                    yield file

    def module(self, name: str, level: int, importer: Path) -> Path | None:
        """The file that `import name`, or `from ..name import` with as many dots as `level`, means in the file `importer`."""
        parts = name.split(".") if name else []
        for base in self._bases(level, importer):
            target = base.joinpath(*parts)
            for found in (target.with_name(f"{target.name}.py") if parts else target, target / "__init__.py"):
                if found.suffix == ".py" and found.is_file():
                    return found
        return None

    def _bases(self, level: int, importer: Path) -> Iterable[Path]:
        """The folders in which the import looks: that of the file and those around it, and those that are open, with `src` in each."""
        if level:
            return (importer.parents[level - 1],) if level <= len(importer.parents) else ()
        around = [folder for folder in importer.parents if self._holds(folder)] or [importer.parent]
        return [each for folder in (*around, *self.folders) for each in (folder, folder / "src")]

    def _holds(self, folder: Path) -> bool:
        return any(folder == each or each in folder.parents for each in self.folders)

    def _paths(self) -> Iterator[Path]:
        seen: set[Path] = set()
        for folder in self.folders:
            for root, folders, files in os.walk(folder):
                folders[:] = [each for each in folders if each not in _FOREIGN and not each.startswith(".")]
                for name in files:
                    path = Path(root, name)
                    if name.endswith((".py", ".pyi")) and path not in seen:
                        seen.add(path)
                        yield path


def _read(path: Path, words: list[bytes]) -> File | None:
    """The file when it has one of the words in it and can be read."""
    with giving_way(), suppress(OSError, SyntaxError, UnicodeError):
        content = path.read_bytes()
        if not any(word in content for word in words):
            return None
        with tokenize.open(path) as stream:
            return File(path, path.as_uri(), None, stream.read())
    return None
