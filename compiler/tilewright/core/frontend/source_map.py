"""The source map: definitions, uses, and the value of every expression, by place in the text.

Offsets are relative to the `Source` that was parsed.  The parser writes, through `scope` and `evaluate`; every editor feature and
every note of a diagnostic reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class SymbolKind(Enum):
    """The kind of a symbol."""

    MODULE = "module"
    FUNCTION = "function"
    PARAMETER = "parameter"  # a scalar or handle parameter
    BUFFER = "buffer"
    LOOP = "loop variable"
    AXIS = "block axis"
    BLOCK = "block"
    SCALAR = "variable"  # a let-bound scalar, an allocated pointer, a symbolic size
    PYTHON = "Python value"  # an import, a captured or module-level constant, a host function


@dataclass(slots=True, eq=False)
class Use:
    """One mention of a symbol; `access` is "read", "write" (the target of a store or of `T.writes`) or "text"."""

    start: int
    end: int
    access: str = "read"


@dataclass(slots=True, eq=False)
class Symbol:
    """A name with its definition.

    `start`/`end`: the name where it is defined.  `extent`: the whole statement or definition (what a symbol list folds).
    `value`: the `Var`, `Buffer`, `IterVar`, `PrimFunc`, `IRModule`, or Python value it stands for, None when the parser could not tell.
    `binding`: for an axis the expression bound to it; for a loop variable the `For`-frame's `(min, extent, kind)`; for a scalar its value;
    for a cell of tirx the load of its element.
    `parent`: the symbol whose definition encloses it, which does not know those inside: then nothing that is dropped has to be collected as garbage.  `hides`: what the name means outside of its scope.
    """

    kind: SymbolKind
    name: str
    start: int
    end: int
    extent: tuple[int, int]
    value: Any = None
    binding: Any = None
    parent: Symbol | None = None
    uses: list[Use] = field(default_factory=lambda: [])
    hides: Symbol | None = None


@dataclass(slots=True, eq=False)
class Occurrence:
    """An occurrence: a range with the symbol it defines or uses, and the value it was evaluated to (an `Expr`, a namespace `Member`, ...)."""

    start: int
    end: int
    symbol: Symbol | None
    value: Any


class SourceMap:
    """Everything recorded while parsing one source; `bodies` are the bodies of its macros, where any was read in its own place, and `around` is the source map that has these."""

    def __init__(self, around: SourceMap | None = None) -> None:
        self.around = around
        self.bodies: SourceMap | None = None
        self.symbols: list[Symbol] = []
        self.values: list[tuple[int, int, Any]] = []
        self._index: list[Occurrence] | None = None

    def define(self, symbol: Symbol) -> Symbol:
        """Record a definition."""
        self.symbols.append(symbol)
        self._index = None
        return symbol

    def use(self, symbol: Symbol, start: int, end: int, access: str = "read") -> None:
        """Record a mention of `symbol`."""
        symbol.uses.append(Use(start, end, access))
        self._index = None

    def changed(self) -> None:
        """Say that symbols and values were written without the methods above."""
        self._index = None
        if self.bodies is not None:
            self.bodies.changed()

    def record(self, start: int, end: int, value: object) -> None:
        """Record that the text from `start` to `end` was evaluated to `value`."""
        self.values.append((start, end, value))

    def occurrences(self) -> list[Occurrence]:
        """All names and values, by start; made when first asked after a change."""
        if self._index is None:
            found = [Occurrence(s.start, s.end, s, s.value) for s in self.symbols]
            found += [Occurrence(use.start, use.end, s, s.value) for s in self.symbols for use in s.uses]
            named = {(o.start, o.end) for o in found}
            found += [
                Occurrence(start, end, None, value) for start, end, value in self.values if (start, end) not in named
            ]
            found.sort(key=lambda o: (o.start, -o.end))
            self._index = found
        return self._index

    def at(self, offset: int) -> Occurrence | None:
        """The narrowest thing recorded around `offset` (its end included, so that a cursor behind a name finds it); names win over values."""
        around = [Occurrence(s.start, s.end, s, s.value) for s in self.symbols if s.start <= offset <= s.end]
        around += [
            Occurrence(use.start, use.end, s, s.value)
            for s in self.symbols
            for use in s.uses
            if use.start <= offset <= use.end
        ]
        around += [Occurrence(start, end, None, value) for start, end, value in self.values if start <= offset <= end]
        return min(around, key=lambda o: (o.end - o.start, o.symbol is None, o.end == offset, o.start), default=None)

    def enclosing(self, offset: int) -> Iterator[Symbol]:
        """The symbols whose extent holds `offset`, innermost first."""
        inside = [s for s in self.symbols if s.extent[0] <= offset <= s.extent[1]]
        return iter(sorted(inside, key=lambda s: s.extent[1] - s.extent[0]))

    def visible(self, offset: int) -> list[Symbol]:
        """Symbols that a name typed at `offset` may mean: defined before it, in a definition that encloses it."""
        return [
            s
            for s in self.symbols
            if s.start <= offset
            and (s.parent is None or s.parent.extent[0] <= offset <= s.parent.extent[1])
            and (s.kind is not SymbolKind.LOOP or s.extent[0] <= offset <= s.extent[1])
        ]
