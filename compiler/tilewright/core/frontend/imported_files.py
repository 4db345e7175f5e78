"""Names that a file imports from another file beside it: constants and helpers are read, nothing of it runs.

A module is looked for where Python would find it from the importing file: in its package for a relative import, else in the folders around it.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tilewright.core.base.source import Source
from tilewright.core.frontend.unknown import UNKNOWN

_LARGEST = 400_000
_DEEPEST = 4
_OUTWARD = 8
_READING = threading.local()


# Reads the names at the top of a file.
Reader = Callable[[Source, list[ast.stmt]], dict[str, Any]]


def name_from_file(importing: str, module: str, level: int, name: str, read: Reader) -> Any:
    """The value of `name` in the file behind `from module import name`; `UNKNOWN` when there is none, or it is not known."""
    return names_from_file(importing, module, level, read).get(name, UNKNOWN)


def names_from_file(importing: str, module: str, level: int, read: Reader) -> Mapping[str, Any]:
    """The names at the top of the file behind `from module import`, with the values of those that are known; none when there is no such file."""
    file = _file(importing, module, level)
    depth = getattr(_READING, "depth", 0)
    if file is None or depth >= _DEEPEST:
        return {}
    _READING.depth = depth + 1
    try:
        state = file.stat()
        return _names(file, state.st_mtime_ns, state.st_size, read)
    except (OSError, UnicodeDecodeError, RecursionError):
        return {}
    finally:
        _READING.depth = depth


def source_of(importing: str, module: str, level: int) -> Source | None:
    """The text of the file behind `from module import`; None when there is none that can be read."""
    file = _file(importing, module, level)
    try:
        if file is None or file.stat().st_size > _LARGEST:
            return None
        return Source(file.read_text(encoding="utf-8"), str(file))
    except (OSError, UnicodeDecodeError):
        return None


def _path_of_uri(uri: str) -> str:
    from urllib.request import url2pathname  # loads the clients of HTTP and TLS

    return url2pathname(urlsplit(uri).path)


def _file(importing: str, module: str, level: int) -> Path | None:
    """The file of a module, as seen from the importing file."""
    path = Path(_path_of_uri(importing) if importing.startswith("file:") else importing)
    if not path.is_absolute() and not path.exists():
        return None
    parts = module.split(".") if module else []
    folders = [path.parent, *path.parents[1:_OUTWARD]] if not level else [path.parents[level - 1]]
    for folder in folders if parts or level else ():
        target = folder.joinpath(*parts)
        own = [target.parent / f"{target.name}.py"] if parts else []
        for found in (*own, target / "__init__.py"):
            if found.is_file() and found != path:
                return found
    return None


@lru_cache(maxsize=256)
def _names(file: Path, changed: int, size: int, read: Reader) -> dict[str, Any]:
    """The constants, helpers and macros at the top of a file."""
    if size > _LARGEST:
        return {}
    text = file.read_text(encoding="utf-8")
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, MemoryError):
        return {}
    return read(Source(text, str(file)), tree.body)
