"""The signature of whatever a dotted name calls: a member of `T`, `R` or `I`, a function, macro or helper of the file, a method."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Sequence
from typing import Any

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.describe.members import Signature, parsed_signature, signature_of
from tilewright.core.describe.names import definition_of_name, resolve
from tilewright.core.frontend.formulas import Formula
from tilewright.core.frontend.macros import ScriptMacro
from tilewright.core.frontend.source_map import Symbol

_HEADER = re.compile(r"\s*\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)(?:\s*->[^:\n]*)?")


def signature_at(analysis: Analysis, offset: int, path: Sequence[str]) -> Signature | None:
    """The signature of what `path` names at `offset`; None when it is not known or cannot be called."""
    value = resolve(analysis, offset, path)
    found = signature_of(value)
    if found is not None:
        return found
    defined = definition_of_name(analysis, offset, path)
    if defined is not None:
        return _written(*defined)
    return _of_method(path[-1], value) if len(path) > 1 and inspect.isroutine(value) else None


def _written(definition: Definition, symbol: Symbol) -> Signature | None:
    """The signature as the header of a `def` writes it."""
    text = definition.source.text
    header = _HEADER.match(text, symbol.end)
    if header is None or not re.search(r"\bdef\s+$", text[: symbol.start]):
        return None
    line = re.sub(r"(?<=\() | (?=\))", "", " ".join(header.group().split()))
    written = re.sub(r",(?=\)(?: ->|$))", "", line)
    return parsed_signature(f"{symbol.name}{written}", _documentation(symbol.value))


def _documentation(value: object) -> str:
    macro = value.macro if isinstance(value, Formula) else value
    return (ast.get_docstring(macro.node) or "") if isinstance(macro, ScriptMacro) else ""


def _of_method(name: str, method: Any) -> Signature | None:
    try:
        shown = str(inspect.signature(method)).replace("'", '"')
    except (TypeError, ValueError):
        return None
    return parsed_signature(f"{name}{shown}", inspect.getdoc(method) or "")
