"""LLVM code from C, by the clang of the system: for functions that a program of one's own calls."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tilewright.core.contrib.cc import run_command


def find_clang(required: bool = True) -> list[str]:
    """The names of clang that are installed, that of LLVM's own version first; raises `RuntimeError` when one is `required` and none is."""
    from tilewright.core.codegen.llvm.machine import version

    found = [name for name in (f"clang-{version()[0]}", "clang", "clang.exe") if shutil.which(name)]
    if required and not found:
        raise RuntimeError("clang is needed to compile C to LLVM code, and none is installed")
    return found


def create_llvm(
    inputs: str | Sequence[str],
    output: str | None = None,
    options: Sequence[str] | None = None,
    cc: str | None = None,
) -> str:
    """The LLVM code of C files, or of C text itself, as text, written to `output` too where one is named; `options` go to clang, which is `cc` if given.

    Raises `RuntimeError` without a clang, and with its words when it fails.
    """
    compiler = cc or find_clang()[0]
    with tempfile.TemporaryDirectory() as folder:
        files: list[str] = []
        for number, each in enumerate([inputs] if isinstance(inputs, str) else inputs):
            files.append(_file_of(each, Path(folder) / f"input{number}.cc"))
        made = output or str(Path(folder) / "output.ll")
        run_command([compiler, "-O3", "-emit-llvm", "-S", "-o", made, *files, *(options or ())], made)
        return Path(made).read_text(encoding="utf-8")


def _file_of(text: str, place: Path) -> str:
    """A file with the code; a name of a file is kept."""
    if re.search(r"[\n;{]", text) is None:
        return text
    place.write_text(text, encoding="utf-8")
    return str(place)


__all__ = ["create_llvm", "find_clang"]
