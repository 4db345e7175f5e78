"""Inlay hints: after a name of Relax that is defined without an annotation, the struct info that was deduced for it; and the figures of profiles."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.describe.graphs import info_text
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.ir.relax import Function, Var
from tilewright_server import shapes
from tilewright_server.answers import Extent, Hint
from tilewright_server.ask import Ask
from tilewright_server.features.profile_hints import profile_hints
from tilewright_server.features.remembered import remembered

_LONGEST = 60


def inlay_hints(analysis: Analysis, shown: Extent) -> tuple[Hint, ...]:
    """The hints between two offsets, in order."""
    return tuple(
        Hint(hint.offset + definition.base, hint.label, hint.whole)
        for definition in analysis.definitions
        if definition.base <= shown.end and shown.start <= definition.end
        for hint in _of_definition(definition)
        if shown.start <= hint.offset + definition.base <= shown.end
    )


@remembered
def _of_definition(definition: Definition) -> tuple[Hint, ...]:
    return tuple(sorted(_hints(definition), key=lambda hint: hint.offset))


def _hints(definition: Definition) -> Iterator[Hint]:
    text = definition.source.text
    for symbol in definition.source_map.symbols:
        value = symbol.value
        if symbol.kind is not SymbolKind.SCALAR or symbol.start < 0:
            continue
        if not isinstance(value, Var) or value.struct_info_ is None or isinstance(value, Function):
            continue
        if text[symbol.end :].lstrip(" \t")[:1] != ":":
            yield Hint(symbol.end, *_label(info_text(value.struct_info_)))


def _label(info: str) -> tuple[str, str]:
    """The text behind the name, and all of it where it is cut short."""
    return (f": {info}", "") if len(info) <= _LONGEST else (f": {info[:_LONGEST]}…", info)


def answer(ask: Ask) -> list[shapes.InlayHint]:
    """`textDocument/inlayHint`: what the user has asked to be measured is shown in any case."""
    shown = ask.wire.extent(ask.params["range"])
    measured = profile_hints(ask.analysis.source, ask.server.results(ask.wire.uri), shown)
    deduced = inlay_hints(ask.analysis, shown) if ask.settings.inlay_hints else ()
    return ask.wire.hints((*deduced, *measured))
