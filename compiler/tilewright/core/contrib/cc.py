"""The C compiler of the system, to link object files."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence

from tilewright.core.base.compilers import any_compiler


def get_cc() -> str | None:
    """The compiler's path: what `CXX` or `CC` in the environment names, else the first of c++, g++, clang++, cc, gcc and clang; None without any."""
    return any_compiler()


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


def create_staticlib(
    output: str,
    inputs: str | Sequence[str],
    ar: str | None = None,
) -> None:
    """Put object files into the static library `output`; raises `RuntimeError` with the archiver's words when it fails."""
    archiver = ar or shutil.which("ar")
    if archiver is None:
        raise RuntimeError("an archiver (ar) is needed to make static libraries, and none is installed")
    files = [inputs] if isinstance(inputs, str) else list(inputs)
    run_command([archiver, "qcs", output, *files], output)


create_staticlib.output_format = "a"  # pyright: ignore[reportFunctionMemberAccess]


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
    run_command([compiler, *flags, "-o", output, *files, *(options or ())], output, cwd)


def run_command(command: list[str], output: str, cwd: str | None = None) -> None:
    """Run a compiler that makes `output`; raises `RuntimeError` with its words when it fails."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} could not make {output}:\n{done.stderr.strip()}")


__all__ = ["create_executable", "create_shared", "create_staticlib", "get_cc", "run_command"]
