"""LLVM IR that a program brings along (`pragma_import_llvm`), linked into the module of the functions that call it.

What it defines is internal, so that modules which bring the same functions do not meet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from tilewright.core.codegen.llvm.types import unsupported
from tilewright.core.ir.expr import StringImm

PRAGMA = "pragma_import_llvm"
_FILES = (".ll", ".bc")


def imported_text(value: object) -> str:
    """The LLVM IR of a pragma, which is that text or the path of a file; raises `UserError` when LLVM cannot read it."""
    given = value.value if isinstance(value, StringImm) else value
    if not isinstance(given, str):
        raise unsupported(f"`{PRAGMA}` takes LLVM IR as text, or the path of a file with it")
    try:
        return str(_module(given))
    except OSError as error:
        raise unsupported(f"`{PRAGMA}` names the file {given}, which cannot be read: {error.strerror}") from error
    except RuntimeError as error:
        if _looks_like_c(given):
            raise unsupported(
                f"`{PRAGMA}` takes LLVM IR, and is given C: `contrib.clang.create_llvm` compiles C to LLVM IR, for which it needs clang"
            ) from error
        version = ".".join(map(str, llvm.llvm_version_info[:2]))
        raise unsupported(f"LLVM {version} cannot read the code of `{PRAGMA}`: {str(error).strip()}") from error


def linked_text(given: Sequence[str]) -> str:
    """Texts and files of LLVM IR as one text; raises `RuntimeError` with LLVM's words where it cannot read or link one."""
    first, *others = map(_module, given)
    for other in others:
        first.link_in(other)
    return str(first)


def _looks_like_c(given: str) -> bool:
    """Whether a text that LLVM cannot read has what only C has, a directive, a function or a statement, or names a file of C."""
    if "\n" not in given and given.endswith((".c", ".cc", ".cpp")):
        return True
    return re.search(r"^\s*#\s*(include|define|if)|^\s*return\b.*;|^[\w\s*\"]+\(.*\)\s*\{", given, re.M) is not None


def _module(given: str) -> Any:
    if not given.endswith(_FILES) or "\n" in given:
        return llvm.parse_assembly(given)
    content = Path(given).read_bytes()
    return llvm.parse_bitcode(content) if given.endswith(".bc") else llvm.parse_assembly(content.decode())


def needed_symbols(texts: Sequence[str], called: frozenset[str]) -> frozenset[str]:
    """The C functions that are left for the linker to find, of those called by the program and by what it imports."""
    functions = [function for text in texts for function in llvm.parse_assembly(text).functions]
    defined = {function.name for function in functions if not function.is_declaration}
    declared = {function.name for function in functions if not function.name.startswith("llvm.")}
    return (called | declared) - defined


def link_imported(module: Any, texts: Sequence[str]) -> None:
    """Link LLVM IR into a module; raises `UserError` when two of them define the same function."""
    for text in texts:
        other = llvm.parse_assembly(text)
        other.triple, other.data_layout = module.triple, module.data_layout
        names = [each.name for each in (*other.functions, *other.global_variables) if not each.is_declaration]
        try:
            module.link_in(other)
        except RuntimeError as error:
            raise unsupported(f"the code of `{PRAGMA}` cannot be linked: {error}") from error
        kept = {each.name: each for each in (*module.functions, *module.global_variables)}
        for name in names:
            kept[name].linkage = llvm.Linkage.internal
