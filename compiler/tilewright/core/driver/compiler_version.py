"""The version of the compiler by which builds are kept: an installed one by the hashes of its files, a checkout by the sizes and times of its own."""

from __future__ import annotations

import os
from functools import cache
from hashlib import blake2b
from pathlib import Path

_ROOT = Path(__file__).parents[1]


@cache
def compiler_version(rooms: tuple[str, ...] = ()) -> str:
    """The state of the source files of the engine, or of those in some of its rooms, folders and files below `core`."""
    return _digest(_installed() or repr(_files(rooms)))


def _installed() -> str:
    """The list of an installed package's files with their hashes, "" for a checkout."""
    place = _ROOT.parents[1]
    if place.name not in ("site-packages", "dist-packages"):
        return ""
    found = sorted(place.glob("tilewright-*.dist-info/RECORD"))
    return "".join(each.read_text(encoding="utf-8") for each in found)


def _files(rooms: tuple[str, ...]) -> list[tuple[str, int, int]]:
    """The Python files with their sizes and times, in order."""
    found: list[tuple[str, int, int]] = []
    folders = [str(_ROOT / room) for room in rooms] or [str(_ROOT)]
    while folders:
        folder = folders.pop()
        if folder.endswith(".py"):
            status = os.stat(folder)
            found.append((folder, status.st_size, status.st_mtime_ns))
            continue
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    status = entry.stat()
                    found.append((entry.path, status.st_size, status.st_mtime_ns))
                elif "." not in entry.name and entry.name != "__pycache__":
                    folders.append(entry.path)
    return sorted(found)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


__all__ = ["compiler_version"]
