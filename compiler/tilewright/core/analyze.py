"""`analyze(text)`: everything known about a file, for editors and for `tilewright check`.  Nothing of the file is executed.

A file is split by top-level definition; each is parsed on its own and kept as long as its text and what it can see of the rest of the file
stay the same, so an edit inside one function parses that function only.  Diagnostics and the source map come in offsets of the whole file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.base.source import Source, Span
from tilewright.core.frontend.source_map import Occurrence, SourceMap, Symbol, SymbolKind

if TYPE_CHECKING:
    from tilewright.core.frontend.environment import Static


@dataclass(frozen=True)
class Definition:
    """One top-level piece of the file, parsed: `base` is where its source begins in the file.

    `values`: the functions and modules it defines by name (`PrimFunc`, `IRModule`); diagnostics, source map and spans are relative to `source`.
    `source` says on which line the definition stood when it was parsed.  A definition that moves keeps it, because earlier analyses hold it too:
    `Analysis.span_in_file` gives the lines of today.
    `bindings` are all names that it defines at the top level of the file; `captured` says what the names that it takes from elsewhere stood for, as keys.
    A symbol with a negative `start` is such a name: `Analysis.resolve` finds its definition.
    """

    base: int
    source: Source
    values: dict[str, Any]
    source_map: SourceMap
    diagnostics: tuple[Diagnostic, ...]
    bindings: Mapping[str, Any] = field(default_factory=dict[str, Any])
    captured: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def end(self) -> int:
        """Offset in the file just after it."""
        return self.base + len(self.source.text)


@dataclass(frozen=True)
class Placed:
    """A thing of one definition at its range in the file."""

    start: int
    end: int
    definition: Definition
    occurrence: Occurrence


@dataclass(frozen=True)
class Analysis:
    """A file understood: an immutable snapshot."""

    source: Source
    definitions: tuple[Definition, ...]
    extra: tuple[Diagnostic, ...] = field(default=())

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All diagnostics with spans in the whole file, by place."""
        moved = [
            _moved(diagnostic, definition, self.source)
            for definition in self.definitions
            for diagnostic in definition.diagnostics
        ]
        return tuple(sorted((*self.extra, *moved), key=lambda d: (d.span.start, d.span.end, d.code)))

    @property
    def functions(self) -> dict[str, Any]:
        """Every `PrimFunc` by qualified name: "f", "Module.main"."""
        from tilewright.core.ir.function import IRModule, PrimFunc

        found: dict[str, Any] = {}
        for definition in self.definitions:
            for name, value in definition.values.items():
                if isinstance(value, PrimFunc):
                    found[name] = value
                elif isinstance(value, IRModule):
                    found.update({f"{name}.{var.name_hint}": func for var, func in value.functions.items()})
        return found

    def definition_of(self, name: str) -> Definition | None:
        """The top-level piece that defines the function or module `name` ("f", "Module", "Module.f"), whole or not."""
        outer, _, inner = name.rpartition(".")
        for definition in self.definitions:
            if name in definition.values or outer in definition.values:
                return definition
        return next((each for each, symbol in self.symbols() if _is_definition_of(symbol, outer, inner)), None)

    def diagnostics_of(self, name: str) -> tuple[Diagnostic, ...]:
        """The diagnostics of the piece that defines `name`."""
        found = self.definition_of(name)
        if found is None:
            return ()
        return tuple(each for each in self.diagnostics if found.base <= each.span.start <= found.end)

    def span_in_file(self, span: Span) -> Span:
        """The place in this file of a span of one of its definitions, such as that of a node; any other span as it is."""
        found = next((d for d in self.definitions if d.source is span.source), None)
        return span if found is None else Span(self.source, span.start + found.base, span.end + found.base)

    def definition_at(self, offset: int) -> Definition | None:
        """The top-level piece around `offset`."""
        return next((d for d in self.definitions if d.base <= offset <= d.end), None)

    def at(self, offset: int) -> Placed | None:
        """The occurrence at `offset`, None when there is none."""
        for definition in self.definitions:
            if definition.base <= offset <= definition.end:
                found = definition.source_map.at(offset - definition.base)
                if found is not None:
                    return Placed(found.start + definition.base, found.end + definition.base, definition, found)
        return None

    def resolve(self, name: str) -> tuple[Definition, Symbol] | None:
        """The definition of a top-level name of the file: what a symbol with a negative `start` stands for."""
        for definition, symbol in self.symbols():
            if symbol.name == name and symbol.start >= 0 and symbol.parent is None and name in definition.bindings:
                return definition, symbol
        return None

    def symbols(self) -> Iterator[tuple[Definition, Symbol]]:
        """Every symbol with the definition whose offsets it uses."""
        for definition in self.definitions:
            for symbol in definition.source_map.symbols:
                yield definition, symbol


def _is_definition_of(symbol: Symbol, outer: str, inner: str) -> bool:
    if symbol.kind is not SymbolKind.FUNCTION or symbol.start < 0 or symbol.name != inner:
        return False
    return symbol.parent.name == outer.rpartition(".")[2] if symbol.parent is not None else True


def analyze(
    text: str,
    name: str = "<string>",
    previous: Analysis | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Analysis:
    """Everything known about the file `name` with this text, without executing any of it.

    `previous` is an earlier analysis, of the same file or not: its definitions are used again where text and surroundings are the same.  A file that does not mention the script
    gets no diagnostics.  `on_progress` gets after each definition how much of the text has been read, in percent.
    """
    whole = Source(text, name)
    if not _MENTIONS_SCRIPT.search(text):
        return Analysis(whole, ())
    made: list[Definition] = []
    for definition in _definitions(whole, previous):
        made.append(definition)
        if on_progress is not None:
            on_progress(100 * definition.end // len(text))
    definitions = tuple(made)
    return Analysis(whole, definitions, tuple(_redefined(whole, definitions)))


_MENTIONS_SCRIPT = re.compile(
    r"prim_func|ir_module|\b(?:tvm|tilewright)\s*\.\s*(?:script|hybrid)\b|\b(?:tvm|tilewright)\s+import\s+script\b"
)


def _definitions(whole: Source, previous: Analysis | None) -> Iterator[Definition]:
    """The pieces of the file, each parsed with what stands before it, or taken over from `previous`."""
    from tilewright.core.frontend.environment import Static
    from tilewright.core.frontend.pieces import split

    old: dict[str, list[Definition]] = {}
    for definition in previous.definitions if previous is not None and previous.source.name == whole.name else ():
        old.setdefault(definition.source.text, []).append(definition)
    known: dict[str, Any] = {}
    pieces = [(piece.start, whole.text[piece.start : piece.end]) for piece in split(whole.text)]
    environment = Static(known, _BoundSomewhere([text for _, text in pieces]))
    for start, text in pieces:
        made = _reused(old.get(text), environment, start) or _parsed(text, environment, whole, start)
        known.update((name, _seen_from_outside(value)) for name, value in made.bindings.items())
        yield made


def _redefined(whole: Source, definitions: tuple[Definition, ...]) -> Iterator[Diagnostic]:
    """Functions and modules of the file that hide an earlier one of the same name before anything has mentioned that."""
    times = Counter(name for definition in definitions for name in definition.values)
    earlier: dict[str, Span] = {}
    for definition in definitions:
        for name, value in definition.values.items():
            if times[name] == 1:
                continue
            symbol = _at_margin(definition, name, value)
            if symbol is None:
                continue
            span = Span(whole, symbol.start + definition.base, symbol.end + definition.base)
            before = earlier.get(name)
            if before is not None and not re.search(rf"\b{name}\b", whole.text[before.end : span.start]):
                note = Note(f"this `{name}` cannot be reached", before)
                yield diagnose("redefined-function", f"`{name}` is defined already", span, (note,))
            earlier[name] = span


def _at_margin(definition: Definition, name: str, value: Any) -> Symbol | None:
    """The symbol of a function or module that begins in the first column."""
    text = definition.source.text
    for symbol in definition.source_map.symbols:
        if symbol.name == name and symbol.value is value:
            begin = symbol.extent[0]
            return symbol if begin == 0 or text[begin - 1] in "\r\n" else None
    return None


def _reused(candidates: list[Definition] | None, environment: Static, base: int) -> Definition | None:
    """One of the earlier definitions with the same text, if every name that it took from outside still means the same."""
    for definition in candidates or ():
        if all(_key(environment.lookup(name)) == key for name, key in definition.captured.items()):
            return definition if definition.base == base else replace(definition, base=base)
    return None


def _parsed(text: str, environment: Static, whole: Source, base: int) -> Definition:
    from tilewright.core.frontend.parse import parse

    source = Source(text, whole.name, whole.line_of(base))
    parsed = parse(source, environment)
    captured = {name: _key(value) for name, value in parsed.captured.items()}
    return Definition(
        base, source, dict(parsed.values), parsed.source_map, parsed.diagnostics, parsed.bindings, captured
    )


def _seen_from_outside(value: Any) -> Any:
    """A name's value as other definitions see it: functions and modules are made anew at every change, so others do not look into them."""
    from tilewright.core.frontend.unknown import UNKNOWN
    from tilewright.core.ir.node import Node

    return UNKNOWN if isinstance(value, Node) else value


def _key(value: Any) -> str:
    """A text that is the same for two values exactly when a definition that sees one instead of the other reads the same."""
    from tilewright.core.frontend.formulas import Formula, meaning
    from tilewright.core.frontend.macros import ScriptMacro

    if isinstance(value, (bool, int, float, str, tuple, list, dict, type(None))):
        return repr(value)
    if isinstance(value, ScriptMacro):
        return f"macro {value.source.text}"
    if isinstance(value, Formula):
        text, taken = meaning(value)
        return f"function {text} {[(name, _key(each)) for name, each in taken]}"
    return f"{type(value).__name__} {id(value)}"


class _BoundSomewhere:
    """The names that some line of the file's pieces binds in its first column; asked only about names that nothing before has bound."""

    def __init__(self, pieces: list[str]) -> None:
        self.pieces = pieces

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    @cached_property
    def names(self) -> frozenset[str]:
        """Names of definitions and assignments, and all words of imports."""
        return frozenset[str]().union(*map(_bound_in, self.pieces))


@lru_cache(maxsize=1024)
def _bound_in(piece: str) -> frozenset[str]:
    """The names that a piece binds; an edit changes one piece of many."""
    words = (match[0] for match in _BINDING_LINE.finditer(piece))
    return frozenset(word for line in words for word in re.findall(r"[^\W\d]\w*", line))


_BINDING_LINE = re.compile(
    r"^(?:(?:async[ \t]+)?(?:def|class)[ \t]+\w+|(?:from|import)[ \t][^\r\n]*|[^\W\d][\w, \t]*(?=[:=]))", re.MULTILINE
)


def _moved(diagnostic: Diagnostic, definition: Definition, whole: Source) -> Diagnostic:
    """`diagnostic` with its spans shifted from the definition's source to the whole file's."""

    def move(span: Span) -> Span:
        return (
            Span(whole, span.start + definition.base, span.end + definition.base)
            if span.source is definition.source
            else span
        )

    notes = tuple(replace(note, span=move(note.span)) for note in diagnostic.notes)
    fixes = tuple(
        replace(fix, edits=tuple(replace(edit, span=move(edit.span)) for edit in fix.edits)) for fix in diagnostic.fixes
    )
    return replace(diagnostic, span=move(diagnostic.span), notes=notes, fixes=fixes)
