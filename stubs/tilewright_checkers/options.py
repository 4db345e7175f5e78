"""The plugins' settings, which stand in the table `[tool.tilewright]` of `pyproject.toml`, or with mypy's own in an INI file."""

from __future__ import annotations

from configparser import ConfigParser, Error
from pathlib import Path

from tilewright.project.configuration import configuration_in


def reports_diagnostics(folder: Path | None = None, mypy_settings: str | None = None) -> bool:
    """Whether mypy says what the compiler says: `mypy_diagnostics` in the settings of `folder`, by default the working directory, or under `[tilewright]` in the
    INI file that mypy reads."""
    return configuration_in(folder or Path.cwd()).rules.mypy_diagnostics or _in_ini(mypy_settings)


def _in_ini(path: str | None) -> bool:
    if path is None or path.endswith(".toml"):
        return False
    try:
        settings = ConfigParser(interpolation=None)
        settings.read(path, encoding="utf-8")
        return settings.getboolean("tilewright", "mypy_diagnostics", fallback=False)
    except (Error, OSError, ValueError):
        return False
