"""Plain Python, which belongs to the other servers of the editor: files without a script, and names that a script gives no meaning to."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from tilewright.core.analyze import Analysis, Placed
from tilewright.core.builder.namespace import Namespace
from tilewright.core.frontend.imports import OutsideModule
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.frontend.unknown import UNKNOWN

_SCRIPTS: Final = frozenset({SymbolKind.FUNCTION, SymbolKind.MODULE})


def has_script(analysis: Analysis) -> bool:
    """Whether the file defines a function or module of the script, whole or not."""
    return any(_is_script(symbol) for _, symbol in analysis.symbols())


def in_script(analysis: Analysis, offset: int) -> bool:
    """Whether `offset` is inside a definition of the script, also on a line that nothing has been written on yet."""
    definition = analysis.definition_at(offset)
    if definition is None:
        return False
    at, text = offset - definition.base, definition.source.text
    scripts = [symbol for symbol in definition.source_map.symbols if _is_script(symbol)]
    if any(symbol.extent[0] <= at < symbol.extent[1] for symbol in scripts):
        return True
    headers = {text.rfind("\n", 0, symbol.start) + 1 for symbol in scripts}
    return any(line in headers for line in _enclosing_lines(text, at))


def is_plain(analysis: Analysis, placed: Placed) -> bool:
    """Whether what stands there is a name of Python: an import, or anything that no script knows a value of or that stands outside of all scripts."""
    symbol = placed.occurrence.symbol
    if symbol is None or symbol.kind is not SymbolKind.PYTHON:
        return False
    unknown = symbol.value is None or symbol.value is UNKNOWN
    if unknown or isinstance(symbol.value, (Namespace, ModuleType, OutsideModule)):
        return True
    return not in_script(analysis, placed.start)


def _is_script(symbol: Symbol) -> bool:
    return symbol.kind in _SCRIPTS and symbol.start >= 0


def _enclosing_lines(text: str, offset: int) -> list[int]:
    """The beginnings of the lines that are indented less than the one at `offset`, each less than the one found before."""
    start = text.rfind("\n", 0, offset) + 1
    depth = _indentation(text[start:offset])
    found: list[int] = []
    while start and depth:
        start = text.rfind("\n", 0, start - 1) + 1
        line = text[start : text.find("\n", start)]
        if line.strip() and _indentation(line) < depth:
            depth = _indentation(line)
            found.append(start)
    return found


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
