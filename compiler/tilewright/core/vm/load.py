"""`load_module`: what was exported into a file, native functions or the executable of a graph, loaded again without a compiler."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tilewright.core.runtime.library import load_library
from tilewright.core.vm.library import read_executable


def load_module(path: str | Path, fmt: str = "") -> Any:
    """The module of an exported library, or the executable of an exported graph; its code is trusted, as that of any library is.

    Raises `OSError` when the file is no library that can be loaded here, `ValueError` when Tilewright did not export it.
    """
    return read_executable(Path(path)) or load_library(path)
