"""Scopes: which name means what at this point of the script, and the record of it in the source map.

A scope is opened by a function, a loop, a `with`, and each branch of an `if`; what it defines ends with it.  Inside one scope a name is defined once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from tilewright.core.frontend.source_map import Symbol
from tilewright.core.frontend.unknown import HOLE


class Binding:
    """The binding of a name: its value, and its symbol in the source map."""

    __slots__ = ("symbol", "value")

    def __init__(self, value: Any, symbol: Symbol) -> None:
        self.value = value
        self.symbol = symbol


class Scopes:
    """The open scopes, innermost last.  `bindings` are what each name means in them, innermost last; empty for a name that means nothing here."""

    __slots__ = ("_ended", "_opened", "_symbols", "bindings")

    def __init__(self) -> None:
        self.bindings: dict[str, list[Binding]] = {}
        self._opened: list[list[str]] = [[]]
        self._ended: dict[str, Symbol] = {}
        self._symbols: dict[int, tuple[object, Symbol]] = {}

    def find(self, name: str) -> Binding | None:
        """The binding of `name`, None when no open scope defines it."""
        found = self.bindings.get(name)
        return found[-1] if found else None

    def find_here(self, name: str) -> Binding | None:
        """The binding of `name` in the innermost scope alone."""
        return self.find(name) if name in self._opened[-1] else None

    def bind(self, name: str, value: object, symbol: Symbol) -> None:
        """Define `name` in the innermost scope; a second definition there replaces the first.  What stands for broken text keeps its value, which is unknown."""
        if name == HOLE and HOLE in self.bindings:
            return
        binding = Binding(value, symbol)
        opened = self._opened[-1]
        if name in opened:
            self.bindings[name][-1] = binding
        else:
            opened.append(name)
            outer = self.bindings.setdefault(name, [])
            # A lambda binds the names around it once more, each under its own symbol.
            if outer and symbol.hides is None and outer[-1].symbol is not symbol:
                symbol.hides = outer[-1].symbol
            outer.append(binding)
        self._symbols.setdefault(id(value), (value, symbol))

    def enter(self) -> None:
        """Open a scope."""
        self._opened.append([])

    def leave(self) -> dict[str, Symbol]:
        """Close the innermost scope: its names, which are returned, mean nothing any more."""
        ended = {name: self.bindings[name].pop().symbol for name in self._opened.pop()}
        self._ended |= ended
        return ended

    def depth(self) -> int:
        """The number of open scopes."""
        return len(self._opened)

    def back_to(self, depth: int) -> None:
        """Close the scopes that were opened since there were `depth`."""
        while len(self._opened) > depth:
            self.leave()

    def ended(self, name: str) -> Symbol | None:
        """The last definition of a name whose scope is closed, None when there was none."""
        return self._ended.get(name)

    def symbol_of(self, value: Any) -> Symbol | None:
        """The symbol under which this very value was first bound, for notes that point at its definition."""
        found = self._symbols.get(id(value))
        return found[1] if found is not None and found[0] is value else None

    def count(self) -> int:
        """The number of values that were bound so far."""
        return len(self._symbols)

    def bound_since(self, count: int) -> Iterator[object]:
        """The values that were bound for the first time since there were `count`, the last first."""
        return (value for value, _ in islice(reversed(self._symbols.values()), len(self._symbols) - count))

    def names(self) -> Iterator[str]:
        """Every name that means something here."""
        return (name for name, bindings in self.bindings.items() if bindings)
