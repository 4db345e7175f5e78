"""The document between nodes and text: pieces of expressions, lines and suites, which remember the node they were made from.

    text     ::= Text(parts of str and text, node, precedence)
    document ::= Line(text) | Suite(heads, body) | Group(documents) | Blank

`render` lays a document out and tells where each node came to stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright.ops.arithmetic import UNARY

IDENTITY = UNARY + 1
LAMBDA = 0


class Text:
    """A piece of a line; `precedence` is that of its outermost operator in Python's grammar."""

    __slots__ = ("node", "parts", "precedence")

    def __init__(self, parts: tuple[str | Text, ...], precedence: int = IDENTITY, node: Any = None) -> None:
        self.parts = parts
        self.precedence = precedence
        self.node = node

    def __str__(self) -> str:
        return "".join([part if isinstance(part, str) else str(part) for part in self.parts])


def text(*parts: str | Text) -> Text:
    """A piece that binds as tightly as a name or a call."""
    return Text(parts)


def joined(items: Iterable[Text | str], separator: str = ", ") -> Text:
    """The pieces with `separator` between them."""
    parts: list[str | Text] = []
    for item in items:
        if parts:
            parts.append(separator)
        parts.append(item)
    return Text(tuple(parts))


def call(function: Text | str, *args: Text | str, **named: Text | str | None) -> Text:
    """`function(args, name=value)`; named arguments that are None are left out."""
    given = [*args, *(text(f"{name}=", value) for name, value in named.items() if value is not None)]
    return Text((function, "(", joined(given), ")"))


def bracketed(items: Sequence[Text | str]) -> Text:
    """`[a, b]`"""
    return text("[", joined(items), "]")


def tupled(items: Sequence[Text | str]) -> Text:
    """`(a, b)`, `(a,)`, `()`"""
    return text("(", joined(items), ",)" if len(items) == 1 else ")")


def above(part: Text, precedence: int) -> Text:
    """`part`, in parentheses unless its operator binds at least as tightly as `precedence`."""
    return part if part.precedence >= precedence else text("(", part, ")")


@dataclass(slots=True)
class Line:
    """One line, with an optional comment behind it."""

    text: Text
    node: Any = None
    comment: str | None = None


@dataclass(slots=True)
class Suite:
    """Header lines (decorators, then the line that ends with a colon) and what is indented below; an empty body prints `pass`."""

    heads: tuple[Text, ...]
    body: list[Document]
    node: Any = None
    comment: str | None = None


@dataclass(slots=True)
class Group:
    """Documents one below the other."""

    items: list[Document]
    node: Any = None
    comment: str | None = None


@dataclass(slots=True)
class Blank:
    """An empty line."""

    node: Any = None
    comment: str | None = None


Document = Line | Suite | Group | Blank


@dataclass(frozen=True, slots=True)
class Place:
    """`node` was printed at offsets `start` up to `end`."""

    start: int
    end: int
    node: Any


@dataclass(frozen=True, slots=True)
class PrintedScript:
    """Text, and where each node stands in it: `places` come outermost first, in the order of the text."""

    text: str
    places: tuple[Place, ...]

    def of(self, node: Any) -> tuple[tuple[int, int], ...]:
        """Every range at which `node` itself was printed."""
        return tuple((place.start, place.end) for place in self.places if place.node is node)

    def at(self, offset: int) -> tuple[Any, ...]:
        """The nodes printed around `offset`, innermost first."""
        around = [place for place in self.places if place.start <= offset < place.end]
        return tuple(place.node for place in sorted(around, key=lambda place: place.end - place.start))

    @property
    def spans(self) -> dict[int, tuple[int, int]]:
        """First range of each node, by `id(node)`."""
        found: dict[int, tuple[int, int]] = {}
        for place in self.places:
            found.setdefault(id(place.node), (place.start, place.end))
        return found


@dataclass(slots=True)
class _Page:
    """What `render` has written so far."""

    indent_spaces: int
    pieces: list[str] = field(default_factory=list[str])
    offset: int = 0
    places: list[Place | None] = field(default_factory=list["Place | None"])

    def write(self, piece: str) -> None:
        self.pieces.append(piece)
        self.offset += len(piece)


def render(document: Document, indent_spaces: int = 4) -> PrintedScript:
    """Lay `document` out: one line end after each line but the last."""
    page = _Page(indent_spaces)
    _document(page, document, 0)
    whole = "".join(page.pieces).rstrip()
    return PrintedScript(whole, tuple(place for place in page.places if place is not None))


def _document(page: _Page, document: Document, depth: int) -> None:
    slot, start = len(page.places), _content_start(page, document, depth)
    if document.node is not None:
        page.places.append(None)
    if isinstance(document, Line):
        _line(page, document.text, depth, document.comment)
    elif isinstance(document, Suite):
        _suite(page, document, depth)
    elif isinstance(document, Group):
        _comment_above(page, document.comment, depth)
        for item in document.items:
            _document(page, item, depth)
    else:
        page.write("\n")
    if document.node is not None:
        page.places[slot] = Place(start, max(start, page.offset - 1), document.node)


def _content_start(page: _Page, document: Document, depth: int) -> int:
    """Offset of the first character of the document itself, behind indentation and the comment lines above it."""
    spaces = depth * page.indent_spaces
    if document.comment is None or isinstance(document, (Line, Blank)):
        return page.offset + spaces
    return page.offset + sum(spaces + len(line) + 3 for line in document.comment.split("\n")) + spaces


def _suite(page: _Page, suite: Suite, depth: int) -> None:
    _comment_above(page, suite.comment, depth)
    for head in suite.heads:
        _line(page, head, depth, None)
    for item in suite.body or (Line(text("pass")),):
        _document(page, item, depth + 1)


def _comment_above(page: _Page, comment: str | None, depth: int) -> None:
    for line in comment.split("\n") if comment is not None else ():
        _line(page, text(f"# {line}"), depth, None)


def _line(page: _Page, content: Text, depth: int, comment: str | None) -> None:
    page.write(" " * (depth * page.indent_spaces))
    _text(page, content)
    if comment is not None:
        page.write("  # " + comment.replace("\n", " "))
    page.write("\n")


def _text(page: _Page, content: Text) -> None:
    slot, start = len(page.places), page.offset
    if content.node is not None:
        page.places.append(None)
    for part in content.parts:
        if isinstance(part, str):
            page.write(part)
        else:
            _text(page, part)
    if content.node is not None:
        page.places[slot] = Place(start, page.offset, content.node)
