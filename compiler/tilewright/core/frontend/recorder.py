"""The record of one parse: names and places for editors, and the values that a script captured."""

from __future__ import annotations

import ast
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from tilewright.core.frontend.environment import MISSING, Environment
from tilewright.core.frontend.scope import Binding
from tilewright.core.frontend.source_map import SourceMap, Symbol, SymbolKind
from tilewright.core.frontend.unknown import HOLE, UNKNOWN

# In the place of a name: all names of the environment.
ALL_NAMES = "*all names*"


class Recorder:
    """The source map with its `values`, and the names that the environment was asked for.

    `recording` and `again` change: text that is evaluated again, in a comprehension or a lambda, leaves no second trace, whoever calls it; while a definition is read
    in another world, what it defines is what the first one defined.
    `asked_for` are the names that the environment was asked for, with what each means, None where it has none.
    `undefined_bases` are the namespaces that are not defined, each reported once; `text_sizes` what the parameters of the current function, which are refused, give as
    sizes in quotes.  `macros` are those that the source defines, each with the
    context around it; `read_bodies` those whose bodies were read in their own place.
    """

    __slots__ = (
        *("_names", "_places", "again", "asked_for", "macros", "read_bodies", "recording"),
        *("source_map", "text_sizes", "undefined_bases", "values"),
    )

    def __init__(self, recording: bool, source_map: SourceMap | None = None) -> None:
        self.recording = recording
        self.source_map = source_map or SourceMap()
        self.read_bodies: set[ast.FunctionDef] = set()
        self.macros: list[tuple[Any, Any]] = []
        self.values = self.source_map.values
        self.undefined_bases: set[str] = set()
        self.text_sizes: set[str] = set()
        self.again = False
        self.asked_for: dict[str, Binding | None] = {}
        self._places: dict[tuple[int, int, str], Symbol] = {}
        self._names: tuple[str, ...] | None = None

    def of_bodies(self) -> Recorder:
        """The recorder of the bodies of macros, which asks this one for the names of the environment."""
        within = self.source_map
        if within.bodies is None:
            within.bodies = SourceMap(within)
        return _OfBodies(within.bodies, self)

    def define(self, symbol: Symbol) -> Symbol:
        """Write a definition to the source map, unless it is of what stands for broken text; returns the symbol, of text that is read again the one it had."""
        if self.again:
            known = self._places.get((symbol.start, symbol.end, symbol.name))
            if known is not None:
                _complete(known, symbol)
                return known
        if not self.recording or symbol.name == HOLE:
            return symbol
        self._places[symbol.start, symbol.end, symbol.name] = symbol
        return self.source_map.define(symbol)

    def captured(self, name: str, environment: Environment) -> Binding | None:
        """The binding of a name that no scope defines, from the environment; its symbol is defined outside this source, at -1."""
        if name not in self.asked_for:
            value = environment.lookup(name)
            if value is MISSING:
                self.asked_for[name] = None
            else:
                shown = None if value is UNKNOWN else value
                symbol = self.source_map.define(Symbol(SymbolKind.PYTHON, name, -1, -1, (-1, -1), shown))
                self.asked_for[name] = Binding(value, symbol)
        return self.asked_for[name]

    def names(self, environment: Environment) -> tuple[str, ...]:
        """All names of the environment, in order: what is said depends on them."""
        self._names = tuple(sorted({*environment.names()}))
        return self._names

    def asked(self) -> dict[str, object]:
        """The names that the environment was asked for, with its answers; under `ALL_NAMES` all that there are, where these were asked for."""
        found = {name: MISSING if found is None else found.value for name, found in self.asked_for.items()}
        return found if self._names is None else {**found, ALL_NAMES: self._names}

    @contextmanager
    def read_again(self) -> Generator[None]:
        """Inside, a definition is read another time: only what it did not reach before is recorded, where `recording` is set for it."""
        before, self.again = self.again, True
        with self.paused():
            yield
        self.again = before

    def paused(self) -> AbstractContextManager[None]:
        """Inside, no places are recorded: the same text is evaluated a second time."""
        return _Pause(self)


class _Pause:
    """Inside, a recorder records no places."""

    __slots__ = ("_before", "_recorder")

    def __init__(self, recorder: Recorder) -> None:
        self._recorder, self._before = recorder, recorder.recording

    def __enter__(self) -> None:
        self._before, self._recorder.recording = self._recorder.recording, False

    def __exit__(self, *_: object) -> None:
        self._recorder.recording = self._before


class _OfBodies(Recorder):
    """A recorder that writes into a source map of its own; what is asked of the environment is asked through `whole`."""

    __slots__ = ("_whole",)

    def __init__(self, source_map: SourceMap, whole: Recorder) -> None:
        super().__init__(True, source_map)
        self._whole = whole
        self.read_bodies = whole.read_bodies

    def of_bodies(self) -> Recorder:
        return self

    def captured(self, name: str, environment: Environment) -> Binding | None:
        return self._whole.captured(name, environment)

    def names(self, environment: Environment) -> tuple[str, ...]:
        return self._whole.names(environment)


def _complete(known: Symbol, now: Symbol) -> None:
    """Let a symbol that stood for nothing known stand for what it does now."""
    if known.value is None and now.value is not None:
        known.kind, known.value, known.binding = now.kind, now.value, now.binding
