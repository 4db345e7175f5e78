"""The interpreters that this machine has of those that `pyproject.toml` admits: on PATH as `python3.10` and the like, or under pyenv."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

MINORS = range(10, 15)


def found() -> dict[int, Path]:
    """By minor version, from the oldest to the newest; of several the one that a shell would start."""
    candidates = {minor: [*_on_path(minor), *_under_pyenv(minor)] for minor in MINORS}
    chosen = {minor: next(filter(None, map(_executable, paths)), None) for minor, paths in candidates.items()}
    return {minor: path for minor, path in chosen.items() if path is not None}


def _on_path(minor: int) -> list[Path]:
    path = shutil.which(f"python3.{minor}")
    return [Path(path)] if path else []


def _under_pyenv(minor: int) -> list[Path]:
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    return sorted(root.glob(f"versions/3.{minor}.*/bin/python3.{minor}"), reverse=True)


def _executable(path: Path) -> Path | None:
    """The interpreter itself: pyenv's programs on PATH are shims, which may refuse to start. None where it has no `venv`."""
    asked = [str(path), "-c", "import ensurepip, venv, sys; print(sys.executable)"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    return Path(done.stdout.strip()) if done.returncode == 0 else None
