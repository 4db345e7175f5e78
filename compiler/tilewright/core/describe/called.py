"""Which function of the file a call means."""

from __future__ import annotations

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.expr import GlobalVar


def function_called(analysis: Analysis, value: object, near: Definition) -> tuple[Definition, Symbol] | None:
    """The function that a call in a module names: one of the same definition (a module calls its own functions) before any other."""
    if not isinstance(value, GlobalVar):
        return None
    found = [
        (definition, symbol)
        for definition, symbol in analysis.symbols()
        if symbol.kind is SymbolKind.FUNCTION and symbol.name == value.name_hint and symbol.start >= 0
    ]
    return min(found, key=lambda pair: pair[0] is not near, default=None)
