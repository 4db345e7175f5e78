"""Temporary folders."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path


class TempDirectory:
    """A folder that is removed with this object; `temp_dir` is its path."""

    def __init__(self, custom_path: str | None = None) -> None:
        self._folder = None if custom_path else tempfile.TemporaryDirectory(prefix="tilewright")
        self.temp_dir = custom_path or str(self._folder.name if self._folder else "")
        Path(self.temp_dir).mkdir(parents=True, exist_ok=True)

    def relpath(self, name: str) -> str:
        """The path of `name` in the folder."""
        return str(Path(self.temp_dir) / name)

    @property
    def path(self) -> Path:
        """The folder."""
        return Path(self.temp_dir)

    def __truediv__(self, other: str) -> Path:
        return self.path / other

    def listdir(self) -> list[str]:
        """The names of what is in the folder."""
        return [item.name for item in self.path.iterdir()]

    def remove(self) -> None:
        """Remove the folder and all that is in it."""
        if self._folder is not None:
            self._folder.cleanup()
        else:
            shutil.rmtree(self.temp_dir, ignore_errors=True)

    def __enter__(self) -> TempDirectory:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()


def tempdir(custom_path: str | None = None) -> TempDirectory:
    """A new temporary folder, or the one at `custom_path`."""
    return TempDirectory(custom_path)


__all__ = ["TempDirectory", "tempdir"]
