"""Hover: what the thing under the cursor is; of blocks, loop nests and functions also what this machine could do with them, and what the compiler does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from weakref import WeakKeyDictionary

from tilewright.core.analyze import Analysis, Definition, Placed
from tilewright.core.base.diagnostics import Severity
from tilewright.core.base.errors import DiagnosticError
from tilewright.core.describe import deduced, describe
from tilewright.core.frontend.macros import ScriptMacro
from tilewright.core.frontend.source_map import SourceMap, Symbol
from tilewright.core.ir.function import PrimFunc
from tilewright_server import shapes
from tilewright_server.answers import Extent, HoverText
from tilewright_server.ask import Ask
from tilewright_server.features.plain_python import is_plain

# By definition and the place of a function in it: what the default schedule does with it.
_REASONS: WeakKeyDictionary[SourceMap, dict[int, list[str]]] = WeakKeyDictionary()


def hover(analysis: Analysis, offset: int) -> HoverText | None:
    """Markdown about what stands at `offset`."""
    return _described(analysis, _placed(analysis, offset))


def _described(analysis: Analysis, placed: Placed | None) -> HoverText | None:
    markdown = describe(analysis, placed) if placed is not None else None
    return HoverText(markdown, Extent(placed.start, placed.end)) if placed is not None and markdown else None


def _placed(analysis: Analysis, offset: int) -> Placed | None:
    placed = analysis.at(offset) or analysis.in_macro(offset)
    if placed is None or (is_plain(analysis, placed) and not _is_typed_parameter(analysis, placed)):
        return None
    return placed


def _is_typed_parameter(analysis: Analysis, placed: Placed) -> bool:
    """Whether a name is the parameter of a macro, of which the text of the macro says what it is."""
    symbol = placed.occurrence.symbol
    if symbol is None or symbol.parent is None or not isinstance(symbol.parent.value, ScriptMacro):
        return False
    return deduced(placed.definition, symbol, analysis.source.text) is not None


def answer(ask: Ask) -> shapes.Hover | Awaitable[shapes.Hover | None] | None:
    """`textDocument/hover`: what takes long is worked out beside the loop, the first time."""
    placed = _placed(ask.analysis, ask.offset)
    found = _described(ask.analysis, placed)
    symbol = placed.occurrence.symbol if placed is not None else None
    if found is None or placed is None or symbol is None or symbol.start < 0:
        return ask.wire.hover(found)
    more = _More(ask, placed.definition, symbol)
    return ask.wire.hover(more.behind(found)) if more.is_known else _later(ask, found, more)


class _More:
    """Facts about a symbol besides its description: its place under the roofline, and what the default schedule does with it."""

    def __init__(self, ask: Ask, definition: Definition, symbol: Symbol) -> None:
        from tilewright.explore.roofline import cost_of

        self._ask, self._definition, self._symbol = ask, definition, symbol
        self._cost = cost_of(definition, symbol)
        self._func = symbol.value if isinstance(symbol.value, PrimFunc) and not _is_wrong(definition) else None
        self._known = _REASONS.setdefault(definition.source_map, {})

    @property
    def is_known(self) -> bool:
        """Whether it can be said at once."""
        from tilewright.runner.machine import is_known

        return (self._cost is None or is_known()) and (self._func is None or self._symbol.start in self._known)

    def work_out(self) -> None:
        """Do what takes long."""
        from tilewright.runner.machine import known

        if self._cost is not None:
            known()
        if self._func is not None and self._symbol.start not in self._known:
            self._known[self._symbol.start] = _reasons(self._func, self._symbol.name)

    def behind(self, found: HoverText) -> HoverText:
        """The description with what is known."""
        found = with_fact(found, self._roofline())
        return with_reasons(found, self._known[self._symbol.start]) if self._func is not None else found

    def _roofline(self) -> str | None:
        """The bound of a block, loop nest or function on this machine; with the share of it that a profile of this text has shown."""
        from tilewright.explore.roofline import said
        from tilewright.runner.machine import known

        if self._cost is None:
            return None
        source = self._ask.analysis.source
        line = source.line_of(self._symbol.start + self._definition.base)
        return said(known(), *self._cost, self._ask.server.results(self._ask.wire.uri).seconds(source.text, line))


def with_fact(found: HoverText, fact: str | None) -> HoverText:
    """A hover with one more item in its list."""
    return found if fact is None else HoverText(f"{found.markdown}\n- {fact}", found.extent)


def with_reasons(found: HoverText, reasons: list[str]) -> HoverText:
    """A hover with what the compiler does by default."""
    listed = "".join(f"\n- {reason}" for reason in reasons)
    return HoverText(f"{found.markdown}\n\n**default schedule**\n{listed}", found.extent) if reasons else found


def _is_wrong(definition: Definition) -> bool:
    return any(each.severity is Severity.ERROR for each in definition.diagnostics)


async def _later(ask: Ask, found: HoverText, more: _More) -> shapes.Hover | None:
    await asyncio.to_thread(more.work_out)
    return ask.wire.hover(more.behind(found))


def _reasons(func: PrimFunc, name: str) -> list[str]:
    from tilewright.core.target import Target
    from tilewright.explore.lowering import reasons
    from tilewright.explore.programs import as_module

    try:
        return reasons(as_module(func, name), Target("llvm"))
    except (DiagnosticError, RuntimeError, TypeError, ValueError):  # what cannot be built, such as a kernel for a GPU
        return []
