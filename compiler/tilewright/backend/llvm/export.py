"""Compiled functions as files: a shared library made of the object code by the C compiler's linker."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path


def write_library(code: bytes, path: Path) -> None:
    """Link object code into a shared library; raises `RuntimeError` when there is no C compiler, or it fails."""
    compiler = next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)
    if compiler is None:
        raise RuntimeError("a C compiler (cc, gcc or clang) is needed to link a shared library, and none is installed")
    with tempfile.TemporaryDirectory() as folder:
        unit = Path(folder) / "module.o"
        unit.write_bytes(code)
        done = subprocess.run(
            [compiler, "-shared", "-o", str(path), str(unit), "-lm"], capture_output=True, text=True, check=False
        )
    if done.returncode:
        raise RuntimeError(f"{compiler} could not link {path}: {done.stderr.strip()}")
