"""`analyze(text)`: everything known about a file, for editors and for `tilewright check`.  Nothing of the file is executed.

A file is split by top-level definition; each is parsed on its own and kept as long as its text and what it can see of the rest of the file
stay the same, so an edit inside one function parses that function only.  Diagnostics and the source map come in offsets of the whole file.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from tilewright.core.base.budget import Budget, OutOfBudget, current_budget
from tilewright.core.base.diagnostics import Diagnostic, Severity, diagnose
from tilewright.core.base.gc_pause import gc_paused
from tilewright.core.base.source import Source, Span
from tilewright.core.frontend.definition import Definition
from tilewright.core.frontend.names_of_pieces import HEADER, bound_in
from tilewright.core.frontend.source_map import Occurrence, SourceMap, Symbol, SymbolKind
from tilewright.core.whole_file import mistakes_of_stages, mistakes_of_whole, moved, with_fixes_of

if TYPE_CHECKING:
    from tilewright.core.frontend.environment import Given, Static
    from tilewright.core.schedule_scripts.followed import Followed


@dataclass(frozen=True)
class Placed:
    """A thing of one definition at its range in the file."""

    start: int
    end: int
    definition: Definition
    occurrence: Occurrence


@dataclass(frozen=True)
class Analysis:
    """A file understood: an immutable snapshot.  `instances` are definitions as they were read again for the values of one call, whose findings are in `extra`; without `shows_python` there are no places in plain Python.  `scripts` are the schedules that the file makes, which are followed when the diagnostics are asked for."""

    source: Source
    definitions: tuple[Definition, ...]
    extra: tuple[Diagnostic, ...] = field(default=())
    instances: tuple[Definition, ...] = field(default=())
    shows_python: bool = True
    scripts: Followed | None = None

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All diagnostics with spans in the whole file, by place."""
        # A note may stand in another definition, which may have been read anew or moved since.
        bases = {each.source.text: each.base for each in reversed(self.definitions)}
        of_definitions = [
            _with_import(moved(diagnostic, definition, bases, self.source), self.source)
            for definition in self.definitions
            for diagnostic in definition.diagnostics
        ]
        of_schedules = () if self.scripts is None else self.scripts.diagnostics(self.source)
        return tuple(
            sorted((*self.extra, *of_schedules, *of_definitions), key=lambda d: (d.span.start, d.span.end, d.code))
        )

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

    @property
    def unusable(self) -> tuple[str, ...]:
        """The functions and modules of the script in the text that have no value because of errors: "f", "Module", "Module.f"."""
        return tuple(
            name
            for definition, symbol in self.symbols()
            if _is_defined_here(symbol) and any(each.severity is Severity.ERROR for each in definition.diagnostics)
            for name in [f"{symbol.parent.name}.{symbol.name}" if symbol.parent is not None else symbol.name]
            if name.partition(".")[0] not in definition.values
        )

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

    def in_macro(self, offset: int) -> Placed | None:
        """The occurrence at `offset` in the body of a macro, as it was read in its own place; its definition has the source map of the bodies."""
        for definition in self.definitions:
            bodies = definition.source_map.bodies
            if bodies is not None and definition.base <= offset <= definition.end:
                found = bodies.at(offset - definition.base)
                if found is not None:
                    inside = replace(definition, source_map=bodies)
                    return Placed(found.start + definition.base, found.end + definition.base, inside, found)
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


# Runs the reading of a definition; when that has to be stopped, gives what the second function makes of the limit, such as "took longer than 5 s".
Within = Callable[[Callable[[], Definition], Callable[[str], Definition]], Definition]


def _is_defined_here(symbol: Symbol) -> bool:
    return symbol.kind in (SymbolKind.FUNCTION, SymbolKind.MODULE) and symbol.start >= 0


def _is_definition_of(symbol: Symbol, outer: str, inner: str) -> bool:
    if not _is_defined_here(symbol) or symbol.name != inner:
        return False
    return symbol.parent.name == outer.rpartition(".")[2] if symbol.parent is not None else True


def analyze(
    text: str,
    name: str = "<string>",
    previous: Analysis | None = None,
    on_progress: Callable[[int], None] | None = None,
    budget: Budget | None = None,
    within: Within | None = None,
    given: Given | None = None,
    shows_python: bool = True,
) -> Analysis:
    """Everything known about the file `name` with this text, without executing any of it.

    `previous` is an earlier analysis, of the same file or not: its definitions are used again where text and surroundings are the same.  Of a file that does not mention the script
    only stages of tensor expressions are looked at.  `on_progress` gets after each definition how much of the text has been read, in percent.

    `budget` limits the whole; where it ends the rest of the file is left out, and a diagnostic says so.  By default a file has `SECONDS` and `MEGABYTES`; each
    definition has its own limits of steps besides.  Raises `Stopped` when another thread stops the budget.
    `within` runs the reading of each definition that is not taken over, and may stop it.
    `given` chooses instantiations: Python functions around definitions of the script, `{"make": {"n": 16}}`, are read for these values of their parameters.
    Without `shows_python` the bodies of functions and classes of plain Python are left out, in which nothing can be wrong and an editor knows the names.
    """
    whole = Source(text, name)
    if not _mentions_script(text):
        scripts = _schedules(whole, None, previous)
        return Analysis(whole, (), tuple(mistakes_of_stages(whole)), shows_python=shows_python, scripts=scripts)
    made: list[Definition] = []
    unread: tuple[Diagnostic, ...] = ()
    limits = budget or current_budget() or Budget(seconds=SECONDS, megabytes=MEGABYTES, processor=time.process_time)
    try:
        with limits.in_force(), gc_paused():
            for definition in _definitions(whole, previous, within or _without_limits, given or {}, shows_python):
                made.append(definition)
                if on_progress is not None:
                    on_progress(100 * definition.end // len(text))
    except OutOfBudget as error:
        unread = (_not_read(whole, made[-1].end if made else 0, error),)
    definitions = tuple(made)
    about = tuple(mistakes_of_whole(whole, definitions))
    scripts = None if unread else _schedules(whole, definitions, previous)
    return Analysis(whole, definitions, (*unread, *about), shows_python=shows_python, scripts=scripts)


# What the analysis of one file may take unless its caller says otherwise: seconds of processor time, since a busy machine says nothing of the file.
SECONDS = 60.0
MEGABYTES = 4096


def _not_read(whole: Source, start: int, error: OutOfBudget) -> Diagnostic:
    """That the file was left at the definition that begins after `start`."""
    rest = whole.text[start:]
    begin = start + len(rest) - len(rest.lstrip())
    line = re.compile(r"[^\r\n]*").match(whole.text, begin)
    sentence = f"the analysis of the file took more than {error.limit} and stopped here; what follows is not checked"
    return diagnose("too-large", sentence, Span(whole, begin, begin if line is None else line.end()))


def _mentions_script(text: str) -> bool:
    """Whether a file may define scripts.  Of most texts a search for words says it, which takes a tenth of the expression's time."""
    if "prim_func" in text or "ir_module" in text:
        return True
    return ("script" in text or "hybrid" in text) and _SCRIPT.search(text) is not None


_SCRIPT = re.compile(r"\b(?:tvm|tilewright)\s*\.\s*(?:script|hybrid)\b|\b(?:tvm|tilewright)\s+import\s+script\b")


def _without_limits(read: Callable[[], Definition], _stopped: Callable[[str], Definition]) -> Definition:
    return read()


def _definitions(
    whole: Source, previous: Analysis | None, within: Within, given: Given, shows_python: bool
) -> Iterator[Definition]:
    """The pieces of the file, each parsed with what stands before it, or taken over from `previous`."""
    from tilewright.core.frontend.pieces import split
    from tilewright.core.frontend.surroundings import Surroundings

    earlier = previous.definitions if previous is not None and previous.source.name == whole.name else ()
    pieces = [(piece.start, whole.text[piece.start : piece.end]) for piece in split(whole.text)]
    same = _bind_the_same(earlier, [text for _, text in pieces])
    surroundings = Surroundings(whole, pieces, given, shows_python)
    candidates = _by_text(earlier)
    for at, (start, text) in enumerate(pieces):
        same = same and _still_given(earlier[at], given)
        is_same = same and earlier[at].source.text == text and not surroundings.looks_ahead(earlier[at].captured)
        if is_same and _still_says(earlier[at], whole, start):
            made = _at_base(earlier[at], start)
        else:
            environment = surroundings.environment()
            found = _reused(candidates.get(text), environment, whole, start)
            if found is None:
                read = partial(_parsed, text, environment, whole, start)
                found = within(read, partial(_stopped, text, environment, whole, start))
            made = found
            same = same and _mean_the_same(made, earlier[at])
        surroundings.add(made.bindings)
        yield made


def read_instance(analysis: Analysis, of: Definition, given: Given, previous: Analysis | None) -> Definition:
    """A definition of the file as it is with the values `given` for the parameters of its Python function, taken over from the instances of `previous` where nothing changed."""
    from tilewright.core.frontend.surroundings import Surroundings

    pieces = [(each.base, each.source.text) for each in analysis.definitions]
    surroundings = Surroundings(analysis.source, pieces, given, analysis.shows_python)
    for each in analysis.definitions:
        if each is of:
            break
        surroundings.add(each.bindings)
    environment = surroundings.environment()
    earlier = previous.instances if previous is not None else ()
    candidates = [each for each in earlier if each.source.text == of.source.text]
    found = _reused(candidates, environment, analysis.source, of.base)
    return found or _parsed(of.source.text, environment, analysis.source, of.base)


def _by_text(earlier: tuple[Definition, ...]) -> dict[str, list[Definition]]:
    found: dict[str, list[Definition]] = {}
    for definition in earlier:
        found.setdefault(definition.source.text, []).append(definition)
    return found


def _bind_the_same(earlier: tuple[Definition, ...], texts: list[str]) -> bool:
    """Whether there are as many pieces as before, and those that changed bind names that they did before: then the surroundings of the first are what they were."""
    return len(earlier) == len(texts) and all(
        old.source.text == new or bound_in(old.source.text) == bound_in(new) for old, new in zip(earlier, texts)
    )


def _mean_the_same(new: Definition, old: Definition) -> bool:
    """Whether what two definitions bind is the same to the pieces that follow."""
    from tilewright.core.frontend.surroundings import key_of, seen_from_outside

    return new.bindings.keys() == old.bindings.keys() and all(
        key_of(seen_from_outside(value)) == key_of(seen_from_outside(old.bindings[name]))
        for name, value in new.bindings.items()
    )


def _schedules(whole: Source, definitions: tuple[Definition, ...] | None, previous: Analysis | None) -> Followed | None:
    """The schedules of the file, None where it makes none."""
    if "Schedule" not in whole.text:
        return None
    from tilewright.core.frontend.pieces import split
    from tilewright.core.schedule_scripts.followed import Followed

    if definitions is None:
        texts = [(piece.start, whole.text[piece.start : piece.end]) for piece in split(whole.text)]
    else:
        texts = [(each.base, each.source.text) for each in definitions]
    return Followed(texts, previous.scripts if previous is not None else None)


def in_file(found: Diagnostic, analysis: Analysis, definition: Definition) -> Diagnostic:
    """A diagnostic of a definition with spans in the whole file."""
    return moved(found, definition, {each.source.text: each.base for each in analysis.definitions}, analysis.source)


def _reused(candidates: list[Definition] | None, environment: Static, whole: Source, base: int) -> Definition | None:
    """One of the earlier definitions with the same text, if every name that it took from outside still means the same, and nothing that it says has become wrong."""
    from tilewright.core.frontend.surroundings import key_of

    for definition in candidates or ():
        same = all(key_of(_answer(environment, name)) == key for name, key in definition.captured.items())
        if same and _still_says(definition, whole, base) and _still_given(definition, environment.given):
            return _at_base(definition, base)
    return None


def _answer(environment: Static, name: str) -> Any:
    """The answer of the environment about a name today, or about all names."""
    from tilewright.core.frontend.recorder import ALL_NAMES

    return tuple(sorted({*environment.names()})) if name == ALL_NAMES else environment.lookup(name)


def _still_given(definition: Definition, given: Given) -> bool:
    """Whether a definition was read for the instantiations that are chosen now."""
    return (not given and not definition.given) or _given_in(definition.source.text, given) == definition.given


def _given_in(text: str, given: Given) -> str:
    """The instantiations of the functions of a piece, as it is shown: `make(n=16)`."""
    bound = bound_in(text) if given else frozenset[str]()
    return ", ".join(
        f"{name}({', '.join(f'{parameter}={value!r}' for parameter, value in values.items())})"
        for name, values in given.items()
        if values and name.partition(".")[0] in bound
    )


def _still_says(definition: Definition, whole: Source, base: int) -> bool:
    """Whether the diagnostics are true of the definition at another place: those that name a line by its number are not where the lines moved."""
    source = definition.source
    return (source.first_line == whole.line_of(base) and source.around == whole.cells) or not any(
        _LINE_NUMBER.search(diagnostic.message) for diagnostic in definition.diagnostics
    )


_LINE_NUMBER = re.compile(r"\bline \d")


def _at_base(definition: Definition, base: int) -> Definition:
    """The definition where it stands today."""
    if definition.base == base:
        return definition
    d = definition
    return Definition(base, d.source, d.values, d.source_map, d.diagnostics, d.bindings, d.captured, d.given)


def _parsed(text: str, environment: Static, whole: Source, base: int) -> Definition:
    from tilewright.core.frontend.parse import parse
    from tilewright.core.frontend.surroundings import key_of

    source = whole.part(base, text)
    parsed = parse(source, environment)
    diagnostics = with_fixes_of(parsed.diagnostics, source, parsed.source_map)
    given = _given_in(text, environment.given)
    if given:
        diagnostics = tuple(replace(each, message=f"{each.message}, in `{given}`") for each in diagnostics)
    captured = {name: key_of(value) for name, value in parsed.captured.items()}
    return Definition(
        base, source, dict(parsed.values), parsed.source_map, diagnostics, parsed.bindings, captured, given
    )


def _with_import(found: Diagnostic, whole: Source) -> Diagnostic:
    """The diagnostic with the fix that imports what it says is not defined, loaded only where one may be needed."""
    if found.code != "undefined-name":
        return found
    from tilewright.core.fixes.missing_import import with_import

    return with_import(found, whole)


def _stopped(text: str, environment: Static, whole: Source, base: int, limit: str) -> Definition:
    """A definition that could not be read within `limit`: nothing is known of its names.  Any change of what it sees is reason to try again."""
    from tilewright.core.frontend.surroundings import key_of
    from tilewright.core.frontend.unknown import UNKNOWN

    source = whole.part(base, text)
    header = HEADER.search(text)
    start, end = header.span(1) if header is not None else (0, len(text.partition("\n")[0]))
    name = f"`{header[1]}`" if header is not None else "this part of the file"
    found = diagnose("too-large", f"{name} is not checked: reading it {limit}", source.span(start, end))
    captured = {name: key_of(environment.lookup(name)) for name in environment.names()}
    bound = dict.fromkeys(bound_in(text), UNKNOWN)
    return Definition(base, source, {}, SourceMap(), (found,), bound, captured, _given_in(text, environment.given))
