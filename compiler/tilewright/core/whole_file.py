"""Mistakes of a file that none of its definitions shows alone, and what is said of a definition, at its place in the file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tilewright.core.base.diagnostics import Diagnostic, Note, Severity, diagnose
from tilewright.core.base.source import Source, Span
from tilewright.core.frontend.definition import Definition
from tilewright.core.frontend.names_of_pieces import may_be_annotated
from tilewright.core.frontend.source_map import SourceMap, Symbol


def mistakes_of_whole(whole: Source, definitions: tuple[Definition, ...]) -> Iterator[Diagnostic]:
    """The mistakes of a file that are not those of one definition."""
    yield from _redefined(whole, definitions)
    yield from _undecorated(whole, definitions)
    yield from _array_calls(whole, definitions)
    yield from mistakes_of_stages(whole)


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


def _undecorated(whole: Source, definitions: tuple[Definition, ...]) -> Iterator[Diagnostic]:
    """Functions of the file that look like those of the script, lack the decorator and are used by nothing."""
    names: dict[str, Any] = {}
    for definition in definitions:
        if may_be_annotated(definition.source.text):
            yield from _lacking(whole, definition, names)
        names.update(definition.bindings)


def _lacking(whole: Source, definition: Definition, names: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """The decorator that the function of a piece lacks."""
    from tilewright.core.frontend.undecorated import is_mentioned, undecorated

    found = undecorated(definition.source.text, names)
    if found is None or is_mentioned(found[0], whole.text):
        return
    name, decorator = found
    source = definition.source
    start = source.text.index(name, len("def"))
    sentence = f"`{name}` is a plain Python function, which is not checked: it needs a decorator, such as `{decorator}`"
    place = source.span(start, start + len(name))
    warning = diagnose("undecorated-function", sentence, place, severity=Severity.WARNING)
    for each in with_fixes_of((warning,), source, definition.source_map):
        yield moved(each, definition, {}, whole)


def _array_calls(whole: Source, definitions: tuple[Definition, ...]) -> Iterator[Diagnostic]:
    """The calls of compiled kernels from plain Python that do not fit them."""
    if not calls_kernels(whole.text):
        return
    from tilewright.core.frontend.array_calls import array_call_mistakes

    bases = {each.source.text: each.base for each in reversed(definitions)}
    values = {name: value for each in definitions for name, value in each.values.items()}
    for number, found in array_call_mistakes([each.source for each in definitions], values):
        yield moved(found, definitions[number], bases, whole)


def mistakes_of_stages(whole: Source) -> Iterator[Diagnostic]:
    """The mistakes in stages of tensor expressions."""
    if "te.compute(" not in whole.text:
        return
    from tilewright.core.frontend.recover import read_quietly
    from tilewright.core.frontend.te_sizes import mistakes_in_stages

    tree = read_quietly(whole.text)
    if tree is not None:
        yield from mistakes_in_stages(whole, tree)


def calls_kernels(text: str) -> bool:
    """Whether a file may call compiled kernels."""
    # Of most texts a search for words says that there are none, which takes a hundredth of the expression's time.
    return any(word in text for word in _CALLING_WORDS) and _CALLS_KERNELS.search(text) is not None


_CALLING_WORDS = ("build", "compile", "call_tir")
_CALLS_KERNELS = re.compile(
    r"\b(?:tvm|tilewright)\b[\w.]*\.(?:build|compile)\s*\(|\bimport\b[^\r\n]*\b(?:build|compile)\b|(?<!\bR)\.call_tir(?:_inplace)?\s*\("
)


def _at_margin(definition: Definition, name: str, value: object) -> Symbol | None:
    """The symbol of a function or module that begins in the first column."""
    text = definition.source.text
    for symbol in definition.source_map.symbols:
        if symbol.name == name and symbol.value is value:
            begin = symbol.extent[0]
            return symbol if begin == 0 or text[begin - 1] in "\r\n" else None
    return None


def with_fixes_of(found: tuple[Diagnostic, ...], source: Source, source_map: SourceMap) -> tuple[Diagnostic, ...]:
    """The diagnostics of a source with their fixes, which are loaded only where something was found."""
    if not found:
        return found
    from tilewright.core.fixes import with_fixes

    return with_fixes(found, source, source_map)


def moved(diagnostic: Diagnostic, definition: Definition, bases: Mapping[str, int], whole: Source) -> Diagnostic:
    """`diagnostic` with its spans shifted from the sources of the definitions to the whole file's."""

    def move(span: Span) -> Span:
        base = definition.base if span.source is definition.source else None
        if base is None and span.source.name == whole.name:
            base = bases.get(span.source.text)
        return Span(whole, span.start + base, span.end + base) if base is not None else span

    notes = tuple(replace(note, span=move(note.span)) for note in diagnostic.notes)
    fixes = tuple(
        replace(fix, edits=tuple(replace(edit, span=move(edit.span)) for edit in fix.edits)) for fix in diagnostic.fixes
    )
    return replace(diagnostic, span=move(diagnostic.span), notes=notes, fixes=fixes)


__all__ = ["calls_kernels", "mistakes_of_stages", "mistakes_of_whole", "moved", "with_fixes_of"]
