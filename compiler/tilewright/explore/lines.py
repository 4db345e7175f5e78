"""Lines of texts: those of the file that a node comes from, and those of a printed stage that a node came to stand on."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from tilewright.core.analyze import Analysis
from tilewright.core.base.source import Source, Span, line_starts
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.function import IRModule
from tilewright.core.printer.document import Place
from tilewright.core.printer.script import IMPORT_COMMENTS, printed_statements


class File:
    """The lines of a file for the spans of its definitions, wherever those stand today; for those of a program that executing it has made, where it `is_executed`."""

    def __init__(self, analysis: Analysis, is_executed: bool = False) -> None:
        self._name = analysis.source.name if is_executed else None
        self._bases = {id(each.source): each.base for each in analysis.definitions}
        self._kept: list[Source] = [each.source for each in analysis.definitions]
        self._whole = analysis.source

    def line(self, span: Span) -> int | None:
        """The 0-based line in which a span of the file begins; None for a span of another text."""
        base = self._bases.get(id(span.source))
        if base is not None:
            return self._whole.line_of(span.start + base)
        return span.line - 1 if span.source.name == self._name else None

    def origin(self, node: object) -> int | None:
        """The line of a node's own span."""
        span = getattr(node, "span", None)
        return self.line(span) if isinstance(span, Span) else None


def size(value: Expr) -> str:
    """A size as people write it, without the types of numbers."""
    return str(value.value) if isinstance(value, IntImm) else _TYPED.sub(r"\1", str(value))


_TYPED = re.compile(r"T\.int(?:32|64)\((-?\d+)\)")


@dataclass(frozen=True)
class Page:
    """A printed program: its lines, the kind of statement on each, and where they come from."""

    lines: list[str]
    kinds: list[str]
    origins: list[list[int]]
    lines_of: dict[int, int]

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)

    def line_of(self, node: object) -> int:
        """The line on which a statement was printed first, -1 for one that was not."""
        return self.lines_of.get(id(node), -1)


def page(module: IRModule, file: File, name: str | None) -> Page:
    """A module printed, or the one function in it, without the comments that say which imports it needs."""
    alone = [*module.functions.values()]
    script = printed_statements(alone[0] if len(alone) == 1 else module, name=None if len(alone) == 1 else name)
    first = _after_imports(script.text)
    starts = line_starts(script.text)
    lines = script.text.split("\n")[first:]
    made = Page(lines, [""] * len(lines), [[] for _ in lines], {})
    for place in script.places:
        line = bisect_right(starts, place.start) - 1 - first
        if line >= 0 and place.start - starts[line + first] == _indentation(lines[line]):
            _note(made, line, place, file)
    return made


def _note(made: Page, line: int, place: Place, file: File) -> None:
    """Note the outermost statement that begins a line."""
    made.lines_of.setdefault(id(place.node), line)
    if not made.kinds[line]:
        made.kinds[line] = type(place.node).__name__
    if not made.origins[line] and not isinstance(place.node, (Buffer, Var)):
        origin = file.origin(place.node)
        if origin is not None:
            made.origins[line].append(origin)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _after_imports(text: str) -> int:
    """The number of lines that comments about imports take at the beginning."""
    for number, line in enumerate(text.split("\n")):
        if line and not line.startswith(IMPORT_COMMENTS):
            return number
    return 0


__all__ = ["File", "Page", "page", "size"]
