"""The import of a namespace of the script that a file uses without: where it goes, and in which form the file's other imports are written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix
from tilewright.core.base.source import Source

MODULES: Final[Mapping[str, str]] = {"T": "tir", "R": "relax", "I": "ir"}
OF_SCRIPT: Final = re.compile(r"^from[ \t]+(\w+)\.script[ \t]+import[^\r\n(]*(?:\([^)]*\)[^\r\n]*)?", re.MULTILINE)
_ANY: Final = re.compile(r"^(?:from|import)[ \t][^\r\n(]*(?:\([^)]*\)[^\r\n]*)?", re.MULTILINE)
_TVM: Final = re.compile(r"^(?:from|import)[ \t]+tvm\b", re.MULTILINE)
_TIRX: Final = re.compile(r"\btirx\b|\bs_tir\b|\bT\.sblock\b")
_HEAD: Final = re.compile(
    r"(?:[ \t]*(?:\#[^\r\n]*)?(?:\r\n|\n|\r))*(?:[rRuU]?(\"{3}|'{3})[\s\S]*?\1[^\r\n]*(?:\r\n|\n|\r))?"
)
_SENTENCE: Final = re.compile(r"`([TRI])` is not defined here")


def import_line(text: str, name: str) -> str:
    """The import that a text needs for `T`, `R` or `I`."""
    found = OF_SCRIPT.search(text)
    package = found[1] if found is not None else "tvm" if _TVM.search(text) else "tilewright"
    module = "tirx" if name == "T" and package == "tvm" and _TIRX.search(text) else MODULES[name]
    return f"from {package}.script import {module} as {name}"


def with_import(diagnostic: Diagnostic, source: Source) -> Diagnostic:
    """The diagnostic of an undefined `T.` with the fix that imports it, at the other imports or the top of the file; any other as it is."""
    if diagnostic.code != "undefined-name" or diagnostic.fixes or diagnostic.span.source is not source:
        return diagnostic
    found = _SENTENCE.fullmatch(diagnostic.message)
    if found is None or not source.text.startswith(".", diagnostic.span.end):
        return diagnostic
    line = import_line(source.text, found[1])
    made = Fix(f"Import it: `{line}`", (inserted(source, line),), safe=False)
    return replace(diagnostic, fixes=(made,))


def inserted(source: Source, line: str) -> Edit:
    """Put an import behind the other imports, those of the script first, or at the top of the file."""
    text = source.text
    end = "\r\n" if "\r\n" in text else "\n"
    others = [*OF_SCRIPT.finditer(text)] or [*_ANY.finditer(text)]
    if others:
        at = others[-1].end()
        return Edit(source.span(at, at), f"{end}{line}")
    head = _HEAD.match(text)
    at = head.end() if head is not None and head[0].strip() else 0
    return Edit(
        source.span(at, at), f"{line}{end}{end}{end}" if text[at : at + 1] not in ("\r", "\n") else f"{line}{end}"
    )
