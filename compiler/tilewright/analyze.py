"""`analyze(text)`: everything known about a file, for editors and for `tilewright check`.  Nothing of the file is executed.

A file is split by top-level definition; each is parsed on its own and kept as long as its text and what it can see of the rest of the file
stay the same, so an edit inside one function parses that function only.  Diagnostics and the source map come in offsets of the whole file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tilewright.base.diagnostics import Diagnostic
from tilewright.base.source import Source, Span
from tilewright.frontend.source_map import Occurrence, SourceMap, Symbol


@dataclass(frozen=True)
class Definition:
    """One top-level piece of the file, parsed: `base` is where its source begins in the file.

    `values`: the functions and modules it defines by name (`PrimFunc`, `IRModule`); diagnostics, source map and spans are relative to `source`.
    """

    base: int
    source: Source
    values: dict[str, Any]
    source_map: SourceMap
    diagnostics: tuple[Diagnostic, ...]
    key: tuple[str, ...] = ()

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
        from tilewright.ir.function import IRModule, PrimFunc

        found: dict[str, Any] = {}
        for definition in self.definitions:
            for name, value in definition.values.items():
                if isinstance(value, PrimFunc):
                    found[name] = value
                elif isinstance(value, IRModule):
                    found.update({f"{name}.{var.name_hint}": func for var, func in value.functions.items()})
        return found

    def definition_at(self, offset: int) -> Definition | None:
        """The top-level piece around `offset`."""
        return next((d for d in self.definitions if d.base <= offset <= d.end), None)

    def at(self, offset: int) -> Placed | None:
        """What stands at `offset`."""
        for definition in self.definitions:
            if definition.base <= offset <= definition.end:
                found = definition.source_map.at(offset - definition.base)
                if found is not None:
                    return Placed(found.start + definition.base, found.end + definition.base, definition, found)
        return None

    def symbols(self) -> Iterator[tuple[Definition, Symbol]]:
        """Every symbol with the definition whose offsets it uses."""
        for definition in self.definitions:
            for symbol in definition.source_map.symbols:
                yield definition, symbol


def _moved(diagnostic: Diagnostic, definition: Definition, whole: Source) -> Diagnostic:
    """`diagnostic` with its spans shifted from the definition's source to the whole file's."""
    from dataclasses import replace

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
