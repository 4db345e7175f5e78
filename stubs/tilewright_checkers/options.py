"""The plugins' settings, which stand in the table `[tool.tilewright]` of `pyproject.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError


def flag(name: str, folder: Path | None = None) -> bool:
    """A setting that is on or off; off where nothing is said.  The project file is that of `folder` or of the nearest folder above."""
    return _table(folder or Path.cwd()).get(name) is True


def _table(folder: Path) -> dict[str, Any]:
    for candidate in (folder, *folder.parents):
        path = candidate / "pyproject.toml"
        if path.is_file():
            return _read(path)
    return {}


def _read(path: Path) -> dict[str, Any]:
    """A file that is no TOML says nothing: the checkers themselves complain about it."""
    try:
        table: Any = tomlkit.parse(path.read_text(encoding="utf-8")).unwrap().get("tool", {}).get("tilewright", {})
    except (OSError, UnicodeDecodeError, TOMLKitError):
        return {}
    return table if isinstance(table, dict) else {}
