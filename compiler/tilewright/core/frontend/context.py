"""What the parser carries along while it reads one source: places, scopes, the source map, the builder, and the diagnostics so far."""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tilewright.core.base.codes import CATALOGUE
from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix, Note, UserError, diagnose
from tilewright.core.base.names import nearest
from tilewright.core.base.source import Source, Span
from tilewright.core.builder.frames import Frame, IRBuilder, IRModuleFrame
from tilewright.core.frontend.environment import MISSING, Environment, Unexecuted
from tilewright.core.frontend.positions import Place, positions
from tilewright.core.frontend.scope import Binding, Scopes
from tilewright.core.frontend.source_map import SourceMap, Symbol, SymbolKind, Use
from tilewright.core.frontend.spellings import CLASSIC, Spelling
from tilewright.core.frontend.unknown import UNKNOWN

At = ast.AST | tuple[int, int]
Rule = Callable[["Context", Any], Any]

# A host-side computation (a comprehension, a lambda called again and again) may take this many steps before it is given up.
STEP_LIMIT = 200_000


@dataclass(frozen=True)
class Origin:
    """Where the text that is being read really stands, when it counts as standing at the call of a macro."""

    macro: str
    source: Source
    place: Place


class Context:
    """The state of one parse; every function of the front end takes it first.

    `spelling` is the age of the language that is being read.  `owner` is the symbol whose definition is being read.  `access` is how the next subscripted buffer is used: "read", or "write"
    inside `T.writes`.  `holes` counts what the function under construction lacks: statements or frames that could not be built;
    `unguarded` says that a condition under which others run is among them.  `module` is the module around the function that is read, `returned` what
    a macro of Relax returns.
    `broken` are the ranges of syntax errors, `silenced` those of the text put out of the way or mended for them, about which nothing more is said.
    `open_frames` holds, for each frame entered with a suite of its own, those that take the rest of that suite.
    """

    __slots__ = (
        "_captured",
        "_seen",
        "access",
        "broken",
        "builder",
        "diagnostics",
        "environment",
        "expanding",
        "expressions",
        "first_line",
        "holes",
        "lost_names",
        "module",
        "open_frames",
        "origin",
        "owner",
        "place",
        "quiet",
        "recording",
        "return_types",
        "returned",
        "scopes",
        "silenced",
        "source",
        "source_map",
        "spelling",
        "statements",
        "steps",
        "undefined_bases",
        "unguarded",
        "values",
    )

    def __init__(
        self,
        source: Source,
        environment: Environment,
        expressions: Mapping[type, Rule],
        statements: Mapping[type, Rule],
        first_line: int = 1,
    ) -> None:
        self.source = source
        self.expressions = expressions
        self.statements = statements
        self.spelling: Spelling = CLASSIC
        self.environment = environment
        self.first_line = first_line
        self.place: Place = positions(source, first_line)
        self.origin: Origin | None = None
        self.scopes = Scopes()
        self.source_map = SourceMap()
        self.values = self.source_map.values
        self.diagnostics: list[Diagnostic] = []
        self.builder: IRBuilder = IRBuilder()
        self.owner: Symbol | None = None
        self.access = "read"
        self.holes = 0
        self.unguarded = False
        self.open_frames: list[list[Frame]] = [[]]
        self.steps = 0
        self.quiet = 0
        self.recording = environment.recorded
        self.expanding: tuple[Any, ...] = ()
        self.broken: tuple[tuple[int, int], ...] = ()
        self.silenced: tuple[tuple[int, int], ...] = ()
        self.lost_names: frozenset[str] = frozenset()
        self.return_types: dict[Any, Any] = {}
        self.module: IRModuleFrame | None = None
        self.returned: Any = None
        self.undefined_bases: set[str] = set()
        self._captured: dict[str, Binding | None] = {}
        self._seen: set[tuple[str, str, int]] = set()

    # Places

    def range(self, at: At) -> tuple[int, int]:
        """Offsets of a node, or the offsets themselves."""
        return at if isinstance(at, tuple) else self.place(at)

    def span(self, at: At) -> Span:
        """The place `at` as a span of the source."""
        return Span(self.source, *self.range(at))

    def text(self, at: At) -> str:
        """What is written there."""
        if self.origin is None or isinstance(at, tuple):
            return self.span(at).text
        start, end = self.origin.place(at)
        return self.origin.source.text[start:end]

    def at_call(self, place: tuple[int, int], macro: str, source: Source, first_line: int) -> None:
        """From now on all text read, that of a macro, counts as standing at `place`, its call."""
        self.origin = Origin(macro, source, positions(source, first_line))
        self.place = lambda node: place
        self.recording, self.values = False, []

    def share(self, outer: Context) -> None:
        """Build into the frames of `outer`, and report to it."""
        self.builder, self.open_frames, self.return_types = outer.builder, outer.open_frames, outer.return_types
        self.module = outer.module
        self.diagnostics, self._seen = outer.diagnostics, outer._seen
        self.spelling = outer.spelling
        self.quiet, self.silenced, self.owner = outer.quiet, outer.silenced, outer.owner

    # Diagnostics

    def report(self, code: str, message: str, at: At, notes: tuple[Note, ...] = (), fixes: tuple[Fix, ...] = ()) -> Any:
        """Record a diagnostic; returns `UNKNOWN`, the value of what was wrong.  A mistake inside text that is
        already in doubt is not said, nor the same mistake twice in a line."""
        start, end = self.range(at)
        severity = CATALOGUE[code].severity
        if severity == "error":
            self.holes += 1
        if self.origin is not None:
            fixes = ()
            if not isinstance(at, tuple):
                notes = (
                    Note(f"in the macro `{self.origin.macro}`", Span(self.origin.source, *self.origin.place(at))),
                    *notes,
                )
        key = (code, message, self.source.line_of(start))
        if not self.quiet and key not in self._seen and not any(low <= start < high for low, high in self.silenced):
            self._seen.add(key)
            self.diagnostics.append(diagnose(code, message, Span(self.source, start, end), notes, fixes))
        return UNKNOWN

    def refuse(self, error: UserError, at: At) -> Any:
        """Report what the builder refused, at `at`; returns `UNKNOWN`."""
        return self.report(error.code, error.message, at, error.notes)

    def add(self, diagnostic: Diagnostic) -> None:
        """Record a diagnostic that was made elsewhere about this source."""
        key = (diagnostic.code, diagnostic.message, self.source.line_of(diagnostic.span.start))
        if not self.quiet and key not in self._seen:
            self._seen.add(key)
            self.diagnostics.append(diagnostic)

    def unknown(self) -> Any:
        """`UNKNOWN`, for something that is missing without being wrong; the function under construction is not whole."""
        self.holes += 1
        return UNKNOWN

    def defined_note(self, symbol: Symbol | None, message: str) -> tuple[Note, ...]:
        """A note at the definition of `symbol`, nothing when it lies outside this source."""
        if symbol is None or symbol.start < 0:
            return ()
        return (Note(message, Span(self.source, symbol.start, symbol.end)),)

    def suggestion(self, name: str, known: Iterable[str], at: At) -> tuple[str, tuple[Fix, ...]]:
        """The end of the sentence about an unknown name, and the fix that replaces it by the nearest known one."""
        close = nearest(name, known)
        if close is None:
            return "", ()
        return f"; did you mean `{close}`?", (Fix(f"Change to `{close}`", (Edit(self.span(at), close),)),)

    # Names

    def define(
        self,
        kind: SymbolKind,
        name: str,
        place: tuple[int, int],
        extent: tuple[int, int],
        value: Any,
        binding: Any = None,
    ) -> Symbol:
        """A new symbol at `place`, written to the source map, belonging to the definition that is being read."""
        shown = None if value is UNKNOWN else value
        symbol = Symbol(kind, name, *place, extent, shown, None if binding is UNKNOWN else binding, self.owner)
        return self.source_map.define(symbol) if self.recording else symbol

    def use(self, binding: Binding, node: ast.Name, access: str) -> None:
        """Record that a name is mentioned; only while recording."""
        binding.symbol.uses.append(Use(*self.place(node), access))

    def record_nothing(self) -> tuple[bool, list[tuple[int, int, Any]]]:
        """From now on record no places: the same text is being evaluated again.  Returns what `record_again` takes."""
        before = self.recording, self.values
        self.recording, self.values = False, []
        return before

    def record_again(self, before: tuple[bool, list[tuple[int, int, Any]]]) -> None:
        """Go back to recording as before."""
        self.recording, self.values = before

    def bind(
        self,
        kind: SymbolKind,
        name: str,
        place: tuple[int, int],
        extent: tuple[int, int],
        value: Any,
        binding: Any = None,
    ) -> Symbol:
        """Define a symbol and let `name` mean `value` in the innermost scope."""
        symbol = self.define(kind, name, place, extent, value, binding)
        self.scopes.bind(name, value, symbol)
        return symbol

    def captured(self, name: str) -> Binding | None:
        """What a name that no scope defines means in the environment; its symbol is defined outside this source, at -1."""
        if name not in self._captured:
            value = self.environment.lookup(name)
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
    def owned_by(self, symbol: Symbol | None) -> Generator[None]:
        """What is defined inside belongs to `symbol`."""
        before, self.owner = self.owner, symbol or self.owner
        try:
            yield
        finally:
            self.owner = before

    @contextmanager
    def unexecuted(self) -> Generator[None]:
        """Inside, nothing of the user's is called, whatever the environment."""
        before, self.environment = self.environment, Unexecuted(self.environment)
        try:
            yield
        finally:
            self.environment = before

    @contextmanager
    def silence(self) -> Generator[None]:
        """Nothing inside is reported."""
        self.quiet += 1
        try:
            yield
        finally:
            self.quiet -= 1
