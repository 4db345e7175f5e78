"""The C compiler of the system, to link object files."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence


def get_cc() -> str | None:
    """The compiler's path: what `CXX` or `CC` in the environment names, else the first of c++, g++, clang++, cc, gcc and clang; None without any."""
    named = [name for variable in ("CXX", "CC") if (name := os.environ.get(variable))]
    candidates = [*named, "c++", "g++", "clang++", "cc", "gcc", "clang"]
    return next((found for name in candidates if (found := shutil.which(name))), None)


def create_shared(
    output: str,
    objects: str | Sequence[str],
    options: Sequence[str] | None = None,
    cc: str | None = None,
    cwd: str | None = None,
    ccache_env: object = None,
) -> None:
    """Link object or source files into the shared library `output`; raises `RuntimeError` with the compiler's words when it fails."""
    _run(["-shared", "-fPIC"], output, objects, options, cc, cwd)


def create_executable(
    output: str,
    objects: str | Sequence[str],
    options: Sequence[str] | None = None,
    cc: str | None = None,
    cwd: str | None = None,
    ccache_env: object = None,
) -> None:
    """Link object or source files into the program `output`; raises `RuntimeError` with the compiler's words when it fails."""
    _run([], output, objects, options, cc, cwd)


def _run(
    flags: list[str],
    output: str,
    objects: str | Sequence[str],
    options: Sequence[str] | None,
    cc: str | None,
    cwd: str | None,
) -> None:
    compiler = cc or get_cc()
    if compiler is None:
        raise RuntimeError("a C compiler is needed to link, and none is installed")
    files = [objects] if isinstance(objects, str) else list(objects)
    done = subprocess.run(
        [compiler, *flags, "-o", output, *files, *(options or ())], cwd=cwd, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"{compiler} could not make {output}:\n{done.stderr.strip()}")


__all__ = ["create_executable", "create_shared", "get_cc"]
