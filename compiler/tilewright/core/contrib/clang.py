"""LLVM IR for functions that a program calls and brings along: LLVM IR as it is given, or C compiled by the clang of the system."""

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

    names = (f"clang-{version()[0]}", "clang", "clang.exe")
    found = [name for name in names if shutil.which(name)]
    if required and not found:
        raise RuntimeError(
            f"C is compiled to LLVM IR by clang, and none is installed ({names[0]} or {names[1]} on the PATH): "
            "install one, name another with `cc`, or give LLVM IR, which takes no compiler"
        )
    return found


def create_llvm(
    inputs: str | Sequence[str],
    output: str | None = None,
    options: Sequence[str] | None = None,
    cc: str | None = None,
) -> str:
    """The LLVM IR of texts or files in C or LLVM IR, as text, written to `output` too where one is named.

    C is compiled by clang, which is `cc` if given and takes `options`; LLVM IR alone (text, `.ll` or `.bc`) is read and linked without any compiler. Raises `RuntimeError`
    for C without a clang, and with the words of clang or LLVM when one refuses an input.
    """
    given = [inputs] if isinstance(inputs, str) else list(inputs)
    if given and all(map(_is_llvm, given)):
        from tilewright.core.codegen.llvm.imported import linked_text

        made = linked_text(given)
        if output is not None:
            Path(output).write_text(made, encoding="utf-8")
        return made
    compiler = cc or find_clang()[0]
    with tempfile.TemporaryDirectory() as folder:
        files = [_file_of(each, Path(folder) / f"input{number}") for number, each in enumerate(given)]
        place = output or str(Path(folder) / "output.ll")
        run_command([compiler, "-O3", "-emit-llvm", "-S", "-o", place, *files, *(options or ())], place)
        return Path(place).read_text(encoding="utf-8")


def _is_llvm(given: str) -> bool:
    """Whether a text is LLVM IR, or a name that of a file with it: no line of C begins like one of LLVM IR."""
    if _is_name(given):
        return given.endswith((".ll", ".bc"))
    return (
        re.search(r"^\s*(define|declare)\s[^;{]*@|^\s*(target (triple|datalayout)|source_filename)\s*=", given, re.M)
        is not None
    )


def _is_name(given: str) -> bool:
    return re.search(r"[\n;{]", given) is None


def _file_of(given: str, place: Path) -> str:
    """A file with the code; a name of a file is kept."""
    if _is_name(given):
        return given
    file = place.with_suffix(".ll" if _is_llvm(given) else ".cc")
    file.write_text(given, encoding="utf-8")
    return str(file)


__all__ = ["create_llvm", "find_clang"]
