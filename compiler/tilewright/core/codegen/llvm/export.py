"""Compiled functions as files: a shared library made of object code by the C compiler's linker."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tilewright.core.base.compilers import c_compiler

# Threads of the pool may be running when a program lets go of the library, so its code stays.
_STAYS = ("-Wl,-z,nodelete", "-lpthread") if sys.platform.startswith("linux") else ()


def write_library(units: Sequence[bytes], path: Path) -> None:
    """Link object files into a shared library; raises `RuntimeError` when there is no C compiler, or it fails."""
    compiler = c_compiler()
    if compiler is None:
        raise RuntimeError("a C compiler (cc, gcc or clang) is needed to link a shared library, and none is installed")
    done = _linked(compiler, units, path, ["-shared"], ["-lm", *_STAYS])
    if done.returncode:
        raise RuntimeError(f"{compiler} could not link {path}: {done.stderr.strip()}")


def write_object(units: Sequence[bytes], path: Path) -> bool:
    """Put object files into one; whether that was possible."""
    compiler = c_compiler()
    return compiler is not None and not _linked(compiler, units, path, ["-r", "-nostdlib"], []).returncode


def _linked(
    compiler: str, units: Sequence[bytes], path: Path, before: list[str], after: list[str]
) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"unit{number}.o" for number in range(len(units))]
        for file, code in zip(files, units):
            file.write_bytes(code)
        command = [compiler, *before, "-o", str(path), *map(str, files), *after]
        return subprocess.run(command, capture_output=True, text=True, check=False)
