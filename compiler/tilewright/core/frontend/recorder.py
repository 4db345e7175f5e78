"""The record of one parse: names and places for editors, and the values that a script captured."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from tilewright.core.frontend.environment import MISSING, Environment
from tilewright.core.frontend.scope import Binding
from tilewright.core.frontend.source_map import SourceMap, Symbol, SymbolKind
from tilewright.core.frontend.unknown import UNKNOWN


class Recorder:
    """The source map with its `values`, and the names that the environment was asked for.

    `recording` is the one slot that changes: text that is evaluated again, in a comprehension or a lambda, leaves no second trace, whoever calls it.
    `undefined_bases` are the namespaces that are not defined, each reported once.
    """

    __slots__ = ("_captured", "recording", "source_map", "undefined_bases", "values")

    def __init__(self, recording: bool) -> None:
        self.recording = recording
        self.source_map = SourceMap()
        self.values = self.source_map.values
        self.undefined_bases: set[str] = set()
        self._captured: dict[str, Binding | None] = {}

    def define(self, symbol: Symbol) -> Symbol:
        """Write a definition to the source map; returns the symbol."""
        return self.source_map.define(symbol) if self.recording else symbol

    def captured(self, name: str, environment: Environment) -> Binding | None:
        """The binding of a name that no scope defines, from the environment; its symbol is defined outside this source, at -1."""
        if name not in self._captured:
            value = environment.lookup(name)
            if value is MISSING:
                self._captured[name] = None
            else:
                shown = None if value is UNKNOWN else value
                symbol = self.source_map.define(Symbol(SymbolKind.PYTHON, name, -1, -1, (-1, -1), shown))
                self._captured[name] = Binding(value, symbol)
        return self._captured[name]

    def asked(self) -> dict[str, Any]:
        """The names that the environment was asked for, with its answers."""
        return {name: MISSING if found is None else found.value for name, found in self._captured.items()}

    @contextmanager
    def paused(self) -> Generator[None]:
        """Inside, no places are recorded: the same text is evaluated a second time."""
        before, self.recording = self.recording, False
        try:
            yield
        finally:
            self.recording = before
