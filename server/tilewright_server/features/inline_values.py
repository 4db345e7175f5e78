"""Inline values: while a debugger stands in the Python around a script, what its functions were made from; and what their loops and axes run over."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analyze import Analysis
from tilewright.core.describe import domain_text
from tilewright.core.frontend.source_map import SymbolKind
from tilewright_server import shapes
from tilewright_server.answers import Extent, InlineValue
from tilewright_server.ask import Ask
from tilewright_server.features.plain_python import in_script


def inline_values(analysis: Analysis, shown: Extent) -> Iterator[InlineValue]:
    """The values between two offsets: texts of domains, and names that the debugger is to look up."""
    for definition, symbol in analysis.symbols():
        domain = domain_text(symbol)
        if domain is not None and symbol.start >= 0:
            extent = Extent(symbol.start + definition.base, symbol.end + definition.base)
            if shown.start <= extent.start <= shown.end:
                yield InlineValue(extent, f"{symbol.name} in {domain}")
        elif symbol.kind is SymbolKind.PYTHON and isinstance(symbol.value, (int, float, str)):
            for use in symbol.uses:
                extent = Extent(use.start + definition.base, use.end + definition.base)
                if shown.start <= extent.start <= shown.end and in_script(analysis, extent.start):
                    yield InlineValue(extent)


def answer(ask: Ask) -> list[shapes.InlineValue]:
    """`textDocument/inlineValue`"""
    return ask.wire.inline_values(inline_values(ask.analysis, ask.wire.extent(ask.params["range"])))
