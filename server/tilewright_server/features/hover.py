"""Hover: what the thing under the cursor is; of blocks, loop nests and functions also what this machine could do with them, and what the compiler does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from weakref import WeakKeyDictionary

from tilewright.core.analyze import Analysis, Definition, Placed
from tilewright.core.base.diagnostics import Severity
from tilewright.core.base.errors import DiagnosticError
from tilewright.core.describe import describe
from tilewright.core.frontend.source_map import SourceMap, Symbol
from tilewright.core.ir.function import PrimFunc
from tilewright_server import shapes
from tilewright_server.answers import Extent, HoverText
from tilewright_server.ask import Ask
from tilewright_server.features.plain_python import is_plain
from tilewright_server.results import Results

# By definition and the place of a function in it: what the default schedule does with it.
_REASONS: WeakKeyDictionary[SourceMap, dict[int, list[str]]] = WeakKeyDictionary()


def hover(analysis: Analysis, offset: int) -> HoverText | None:
    """Markdown about what stands at `offset`."""
    placed = _placed(analysis, offset)
    markdown = describe(analysis, placed) if placed is not None else None
    return HoverText(markdown, Extent(placed.start, placed.end)) if placed is not None and markdown else None


def _placed(analysis: Analysis, offset: int) -> Placed | None:
    placed = analysis.at(offset) or analysis.in_macro(offset)
    return None if placed is None or is_plain(analysis, placed) else placed


def answer(ask: Ask) -> shapes.Hover | Awaitable[shapes.Hover | None] | None:
    """`textDocument/hover`: what takes long is worked out beside the loop, the first time."""
    found = hover(ask.analysis, ask.offset)
    placed = _placed(ask.analysis, ask.offset)
    symbol = placed.occurrence.symbol if placed is not None else None
    if found is None or placed is None or symbol is None or symbol.start < 0:
        return ask.wire.hover(found)
    roof = roofline(ask.analysis, placed.definition, symbol, ask.server.results(ask.wire.uri))
    found = with_fact(found, roof)
    func = symbol.value
    if not isinstance(func, PrimFunc) or _is_wrong(placed.definition):
        return ask.wire.hover(found)
    known = _REASONS.setdefault(placed.definition.source_map, {})
    if symbol.start in known:
        return ask.wire.hover(with_reasons(found, known[symbol.start]))
    return _later(ask, found, func, symbol, known)


def roofline(analysis: Analysis, definition: Definition, symbol: Symbol, results: Results) -> str | None:
    """The bound of a block, loop nest or function on this machine; with the share of it that a profile of this text has shown."""
    from tilewright.explore.roofline import cost_of, said
    from tilewright.runner.machine import known

    cost = cost_of(definition, symbol)
    if cost is None:
        return None
    seconds = results.seconds(analysis.source.text, analysis.source.line_of(symbol.start + definition.base))
    return said(known(), *cost, seconds)


def with_fact(found: HoverText, fact: str | None) -> HoverText:
    """A hover with one more item in its list."""
    return found if fact is None else HoverText(f"{found.markdown}\n- {fact}", found.extent)


def with_reasons(found: HoverText, reasons: list[str]) -> HoverText:
    """A hover with what the compiler does by default."""
    listed = "".join(f"\n- {reason}" for reason in reasons)
    return HoverText(f"{found.markdown}\n\n**default schedule**\n{listed}", found.extent) if reasons else found


def _is_wrong(definition: Definition) -> bool:
    return any(each.severity is Severity.ERROR for each in definition.diagnostics)


async def _later(
    ask: Ask, found: HoverText, func: PrimFunc, symbol: Symbol, known: dict[int, list[str]]
) -> shapes.Hover | None:
    known[symbol.start] = await asyncio.to_thread(_reasons, func, symbol.name)
    return ask.wire.hover(with_reasons(found, known[symbol.start]))


def _reasons(func: PrimFunc, name: str) -> list[str]:
    from tilewright.core.target import Target
    from tilewright.explore.lowering import reasons
    from tilewright.explore.programs import as_module

    try:
        return reasons(as_module(func, name), Target("llvm"))
    except (DiagnosticError, RuntimeError, TypeError, ValueError):  # what cannot be built, such as a kernel for a GPU
        return []
