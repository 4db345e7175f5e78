"""The plugins' settings, which stand in the table `[tool.tilewright]` of `pyproject.toml`."""

from __future__ import annotations

from pathlib import Path

from tilewright.project.configuration import configuration_in


def reports_diagnostics(folder: Path | None = None) -> bool:
    """Whether mypy says what the compiler says: `mypy_diagnostics` in the settings of `folder`, by default the working directory."""
    return configuration_in(folder or Path.cwd()).rules.mypy_diagnostics
