"""The parser's context while it reads one source.

A `Context` is never changed.  What holds for a part of the script only, a function, a suite, the text of a macro, is said by a context derived for that part
and passed to what reads it.  What is written while reading goes into four objects that it holds: diagnostics into `reports`, the source map
into `recorder`, names into `scopes`, and statements into `builder`; `gaps` counts what is missing.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from tilewright.core.analysis.wording import name_span
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix, Note, UserError, diagnose
from tilewright.core.base.names import nearest
from tilewright.core.base.source import Expanded, Source, Span
from tilewright.core.builder.frames import Frame, IRBuilder, IRModuleFrame
from tilewright.core.dialects import CLASSIC, Dialect
from tilewright.core.frontend.environment import Environment, Unexecuted
from tilewright.core.frontend.positions import Place, positions
from tilewright.core.frontend.recorder import Recorder
from tilewright.core.frontend.reports import Reports
from tilewright.core.frontend.scope import Binding, Scopes
from tilewright.core.frontend.script_names import script_name
from tilewright.core.frontend.source_map import Symbol, SymbolKind, Use
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.frontend.world import World
from tilewright.core.ir.expr import Expr

At = ast.AST | tuple[int, int]
Rule = Callable[["Context", Any], Any]

# A host-side computation (a comprehension, a lambda called again and again) may take this many steps before it is given up.
STEP_LIMIT = 200_000


@dataclass(frozen=True)
class StatementTable:
    """The rules by which the statements of a dialect are read, under the dialect's token."""

    token: str
    rules: Mapping[type, Rule]


@dataclass(frozen=True)
class Damage:
    """The syntax errors of a source: `broken` ranges, and `lost_names` that text which could not be read may define."""

    broken: tuple[tuple[int, int], ...] = ()
    lost_names: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Origin:
    """The true place of the text that is being read, when it counts as standing at the call of a macro; `calls` are the macros around it, innermost first."""

    macro: str
    source: Source
    place: Place
    calls: tuple[tuple[str, Span], ...] = ()


# Of macros that call one another so many are named.
_MOST_EXPANSIONS = 8


@dataclass(slots=True)
class Expansion:
    """A macro whose text is being read, inside of `outer`.  `returned` is filled by its `return`, in the middle of its statements."""

    macro: Any
    outer: Expansion | None
    returned: Any = None

    def chain(self) -> Iterator[object]:
        """The macros that are being read, innermost first."""
        expansion: Expansion | None = self
        while expansion is not None:
            yield expansion.macro
            expansion = expansion.outer


@dataclass(slots=True)
class Gaps:
    """The gaps in the function that is being read; all slots grow while its statements fail.

    `count`: statements or frames that could not be built.  `unguarded`: a condition under which others run is among them.
    `holes`: the statements of the text, those with gaps of their own, which are `placed` in all; `doubtful`: suites that lack a condition.
    `given`: what functions that are not known are given in the statement that is read, as far as nothing stands for their results yet.
    """

    count: int = 0
    unguarded: bool = False
    holes: list[ast.stmt] = field(default_factory=lambda: [])
    placed: int = 0
    doubtful: list[tuple[int, int]] = field(default_factory=lambda: [])
    given: list[Expr] = field(default_factory=lambda: [])


@dataclass(slots=True, eq=False)
class Context:
    """The context of a part of the script; every function of the front end takes it first.

    No slot changes once it is made; a test sees to that, since Python would take three times as long to make it if it had to.

    Fixed for a source: `source`, whose first line has the number `first_line` in `ast`, `place` from its syntax nodes to offsets, the `environment` of its
    names, the rules for `expressions`, and its `damage`.  `steps` counts what is computed while parsing.
    Fixed for a part: the `statements` and the `dialect` it is written in, its `owner`, the symbol whose definition it belongs to, the `module` around it
    with the `return_types` of its functions, the macro that is read, as `expansion` and `origin`, and the `world` in which unknown names have values.  `open_frames` holds, for each frame entered with a
    suite of its own, those that take the rest of that suite.
    """

    source: Source
    environment: Environment
    expressions: Mapping[type, Rule]
    statements: StatementTable
    reports: Reports
    recorder: Recorder
    place: Place
    first_line: int = 1
    damage: Damage = Damage()
    dialect: Dialect = CLASSIC
    scopes: Scopes = field(default_factory=Scopes)
    steps: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    builder: IRBuilder = field(default_factory=IRBuilder)
    open_frames: list[list[Frame]] = field(default_factory=lambda: [[]])
    gaps: Gaps = field(default_factory=Gaps)
    owner: Symbol | None = None
    module: IRModuleFrame | None = None
    return_types: dict[Any, Any] = field(default_factory=lambda: {})
    expansion: Expansion | None = None
    origin: Origin | None = None
    world: World | None = None

    @staticmethod
    def of_source(
        source: Source,
        environment: Environment,
        expressions: Mapping[type, Rule],
        statements: StatementTable,
        first_line: int = 1,
        reports: Reports | None = None,
        damage: Damage | None = None,
    ) -> Context:
        """The context in which the top of a source is read."""
        return Context(
            source,
            environment,
            expressions,
            statements,
            reports or Reports(source),
            Recorder(environment.recorded),
            positions(source, first_line),
            first_line,
            damage or Damage(),
        )

    # Parts of the script

    def derived(self, **changes: object) -> Context:
        """The context of a part of the script, in which some fields differ."""
        made = _copy(self)
        for name, value in changes.items():
            setattr(made, name, value)
        return made

    def owned_by(self, symbol: Symbol | None) -> Context:
        """The context of what belongs to `symbol`."""
        return self if symbol is None else self.derived(owner=symbol)

    def unexecuted(self) -> Context:
        """A context in which nothing of the user's is called, whatever the environment."""
        return self.derived(environment=Unexecuted(self.environment))

    def at_call(self, at: At, macro: Any, environment: Environment, scopes: Scopes) -> Context:
        """The context of the text of a macro, all of which counts as standing at its call."""
        place, span = self.range(at), self.span(at)
        within = positions(macro.source, macro.first_line)
        calls = span.stack[:_MOST_EXPANSIONS] if isinstance(span, Expanded) else ()
        return self.derived(
            place=lambda node: place,
            origin=Origin(macro.name, macro.source, within, calls),
            expansion=Expansion(macro, self.expansion),
            environment=environment,
            scopes=scopes,
            recorder=Recorder(recording=False),
            gaps=Gaps(),
        )

    def standing_at(self, node: ast.AST) -> Context:
        """The context of text in quotes, of which all parts count as standing where the quotes do."""
        place, origin = self.place(node), self.origin
        if origin is not None:
            inside = origin.place(node)
            origin = replace(origin, place=lambda node: inside)
        return self.derived(place=lambda node: place, origin=origin)

    @contextmanager
    def building(self, symbol: Symbol | None = None) -> Generator[Context]:
        """The context of a definition of its own: with a builder that is open inside, and frames and gaps that nothing around it sees."""
        with IRBuilder() as builder:
            yield self.derived(builder=builder, open_frames=[[]], gaps=Gaps(), owner=symbol or self.owner)

    # Places

    def range(self, at: At) -> tuple[int, int]:
        """Offsets of a node, or the offsets themselves."""
        return at if isinstance(at, tuple) else self.place(at)

    def span(self, at: At) -> Span:
        """The place `at` as a span of the source; of a node in the text of a macro, it knows the place there."""
        if self.origin is None or isinstance(at, tuple):
            return Span(self.source, *self.range(at))
        return self.expanded(at, self.origin.place(at))

    def spanned(self, node: ast.AST, place: tuple[int, int]) -> Span:
        """The span of a node whose place is known."""
        return Span(self.source, *place) if self.origin is None else self.span(node)

    def expanded(self, at: ast.AST, inside: tuple[int, int]) -> Span:
        """The place of a part of a node in the text of the macro that is being read, which is at `inside` there."""
        origin = self.origin
        assert origin is not None
        return Expanded(self.source, *self.place(at), origin.macro, Span(origin.source, *inside), origin.calls)

    def text(self, at: At) -> str:
        """The source text of a node."""
        if self.origin is None or isinstance(at, tuple):
            return self.span(at).text
        start, end = self.origin.place(at)
        return self.origin.source.text[start:end]

    # Diagnostics

    def report(self, code: str, message: str, at: At, notes: tuple[Note, ...] = (), fixes: tuple[Fix, ...] = ()) -> Any:
        """Record a diagnostic; returns `UNKNOWN`, the value of what was wrong.  A mistake inside text that is
        already in doubt is not said, nor the same mistake twice in a line."""
        start, _ = self.range(at)
        if CATALOGUE[code].severity == "error":
            self.gaps.count += 1
        if self.origin is not None:
            fixes = ()
        if not self.reports.quiet and not self.reports.is_silenced(start):
            self.reports.add(diagnose(code, message, self.span(at), notes, fixes))
        return UNKNOWN

    def refuse(self, error: UserError, at: At) -> object:
        """Report what the builder refused, at `at`; returns `UNKNOWN`, or what was meant where that is known."""
        refused = self.report(error.code, error.message, at, error.notes)
        if error.meant is None:
            return refused
        self.gaps.placed += 1  # no statement is missing
        return error.meant

    def add(self, diagnostic: Diagnostic) -> None:
        """Record a diagnostic that was made elsewhere about this source."""
        self.reports.add(diagnostic)

    def silence(self) -> AbstractContextManager[None]:
        """Suppresses reports inside the `with`."""
        return self.reports.silence()

    def unknown(self) -> Any:
        """`UNKNOWN`, for something that is missing without being wrong; the function under construction is not whole."""
        self.gaps.count += 1
        return UNKNOWN

    def defined_note(self, symbol: Symbol | None, message: str) -> tuple[Note, ...]:
        """A note at the definition of `symbol`, nothing when it lies outside this source."""
        if symbol is None or symbol.start < 0:
            return ()
        made = getattr(symbol.value, "span", None)
        if isinstance(made, Expanded) and made.call.start == symbol.start:  # the macro defines it
            name = name_span(symbol.name, made)
            return (Note(message, (name if isinstance(name, Expanded) else made).inside),)
        return (Note(message, Span(self.source, symbol.start, symbol.end)),)

    def suggestion(self, name: str, known: Iterable[str], at: At) -> tuple[str, tuple[Fix, ...]]:
        """The end of the sentence about an unknown name, and the fix that replaces it by the nearest known one."""
        close = nearest(name, known)
        if close is None:
            return "", ()
        return f"; did you mean `{close}`?", self.replacement(close, at, safe=False)

    def replacement(self, text: str, at: At, safe: bool = True) -> tuple[Fix, ...]:
        """The fix that writes `text` where something else stands."""
        return (Fix(f"Change to `{text}`", (Edit(self.span(at), text),), safe),)

    # Names

    def script(self, name: str = "T") -> str:
        """The name by which the text calls the namespace `T`, `R` or `I`, for what it is advised to write."""
        return script_name(self.recorder.source_map, self.source.text, name)

    def define(
        self,
        kind: SymbolKind,
        name: str,
        place: tuple[int, int],
        extent: tuple[int, int],
        value: object,
        binding: object = None,
    ) -> Symbol:
        """A new symbol at `place`, written to the source map, belonging to the definition that is being read."""
        shown = None if value is UNKNOWN else value
        return self.recorder.define(
            Symbol(kind, name, *place, extent, shown, None if binding is UNKNOWN else binding, self.owner)
        )

    def use(self, binding: Binding, node: ast.Name, access: str) -> None:
        """Record that a name is mentioned; only while recording."""
        binding.symbol.uses.append(Use(*self.place(node), access))

    def record(self, at: At, value: object) -> None:
        """Record the value of what stands at `at`, while recording."""
        if self.recorder.recording:
            self.recorder.values.append((*self.range(at), value))

    def bind(
        self,
        kind: SymbolKind,
        name: str,
        place: tuple[int, int],
        extent: tuple[int, int],
        value: object,
        binding: object = None,
    ) -> Symbol:
        """Define a symbol and let `name` mean `value` in the innermost scope."""
        symbol = self.define(kind, name, place, extent, value, binding)
        self.scopes.bind(name, value, symbol)
        return symbol

    def captured(self, name: str) -> Binding | None:
        """The binding of a name that no scope defines, from the environment; its symbol is defined outside this source, at -1."""
        return self.recorder.captured(name, self.environment)


def _copier() -> Callable[[Context], Context]:
    """The function that copies a context, in straight-line code: each function, block and silence of a script may need it."""
    lines = [f"    made.{name} = context.{name}" for name in Context.__dataclass_fields__]
    scope: dict[str, Any] = {"new": object.__new__, "Context": Context}
    exec("\n".join(["def copy(context):", "    made = new(Context)", *lines, "    return made"]), scope)
    return scope["copy"]


_copy = _copier()
