"""Inlay hints: behind a name that is defined without an annotation the struct info or dtype that was deduced for it; and the figures of profiles.

Where the settings ask for them, the domains of axes and the regions of blocks stand behind the line that leaves them unsaid; at the end of a line they push no code aside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.base.source import Source
from tilewright.core.builder.blocks import BlockFrame
from tilewright.core.describe import domain_text
from tilewright.core.describe.blocks import block_of, regions_text
from tilewright.core.describe.graphs import info_text
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.relax import Function
from tilewright.core.ir.relax import Var as RelaxVar
from tilewright_server import shapes
from tilewright_server.answers import Extent, Hint
from tilewright_server.ask import Ask
from tilewright_server.features.profile_hints import profile_hints
from tilewright_server.features.remembered import remembered
from tilewright_server.settings import Settings

_LONGEST = 60
# Expressions that begin with their dtype, such as `T.int32(3)`.
_SAYS_DTYPE = re.compile(r"=\s*(\w+\.)*(bool|b?float\d+\w*|u?int\d+|cast|Cast)\(")
_REMAPPED = re.compile(r"\.remap\s*\(")


def inlay_hints(analysis: Analysis, shown: Extent, settings: Settings | None = None) -> tuple[Hint, ...]:
    """The hints between two offsets that the settings ask for, in order."""
    settings = settings or Settings()
    kinds = [of_definition for wanted, of_definition in KINDS.items() if getattr(settings, wanted)]
    return tuple(
        Hint(hint.offset + definition.base, hint.label, hint.whole)
        for definition in analysis.definitions
        if definition.base <= shown.end and shown.start <= definition.end
        for hint in sorted((hint for kind in kinds for hint in kind(definition)), key=lambda hint: hint.offset)
        if shown.start <= hint.offset + definition.base <= shown.end
    )


def _types(definition: Definition) -> Iterator[Hint]:
    """The struct info and dtypes of names without an annotation."""
    text = definition.source.text
    for symbol in definition.source_map.symbols:
        value = symbol.value
        if symbol.kind is not SymbolKind.SCALAR or symbol.start < 0:
            continue
        behind = text[symbol.end : symbol.extent[1]].lstrip(" \t")
        if isinstance(value, RelaxVar):
            if value.struct_info_ is not None and not isinstance(value, Function) and behind[:1] != ":":
                yield Hint(symbol.end, *_label(info_text(value.struct_info_)))
        elif isinstance(value, Var) and isinstance(symbol.binding, Expr) and behind[:1] == "=":
            if value.dtype != "handle" and not _SAYS_DTYPE.match(behind):
                yield Hint(symbol.end, f": {value.dtype}")


def _domains(definition: Definition) -> Iterator[Hint]:
    """The domains of the axes of `T.axis.remap`, which otherwise only the loops say."""
    axes = [each for each in definition.source_map.symbols if each.kind is SymbolKind.AXIS and each.start >= 0]
    for (start, end), group in groupby(axes, key=lambda axis: axis.extent):
        if _REMAPPED.search(definition.source.text, start, end):
            said = [f"{axis.name} in {domain}" for axis in group if (domain := domain_text(axis)) is not None]
            yield from _behind_line(definition.source, end, said)


def _regions(definition: Definition) -> Iterator[Hint]:
    """The regions that blocks read and write without saying so."""
    for symbol in definition.source_map.symbols:
        frame = symbol.value
        if symbol.kind is not SymbolKind.BLOCK or symbol.start < 0 or not isinstance(frame, BlockFrame):
            continue
        block = block_of(definition, symbol)
        if block is not None:
            unsaid = (
                ("reads", block.reads if frame.reads is None else ()),
                ("writes", block.writes if frame.writes is None else ()),
            )
            said = [f"{verb} {regions_text(regions)}" for verb, regions in unsaid if regions]
            yield from _behind_line(definition.source, symbol.start, said)


def _behind_line(source: Source, offset: int, said: list[str]) -> Iterator[Hint]:
    """A hint behind the line of an offset, if there is something to say."""
    if said:
        label, whole = _shortened(", ".join(said))
        yield Hint(source.line_end(source.line_of(offset)), f"  {label}", whole)


def _label(info: str) -> tuple[str, str]:
    """The text behind the name, and all of it where it is cut short."""
    label, whole = _shortened(info)
    return f": {label}", whole


def _shortened(text: str) -> tuple[str, str]:
    return (text, "") if len(text) <= _LONGEST else (f"{text[:_LONGEST]}…", text)


def _kept(hints: Callable[[Definition], Iterator[Hint]]) -> Callable[[Definition], tuple[Hint, ...]]:
    return remembered(lambda definition: tuple(hints(definition)))


# The hints of a definition, by the setting that asks for them.
KINDS: Final = {"inlay_hints": _kept(_types), "inlay_domains": _kept(_domains), "inlay_regions": _kept(_regions)}


def answer(ask: Ask) -> list[shapes.InlayHint]:
    """`textDocument/inlayHint`: what the user has asked to be measured is shown in any case."""
    shown = ask.wire.extent(ask.params["range"])
    measured = profile_hints(ask.analysis.source, ask.server.results(ask.wire.uri), shown)
    return ask.wire.hints((*inlay_hints(ask.analysis, shown, ask.settings), *measured))
