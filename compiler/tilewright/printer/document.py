"""The document between nodes and text: pieces of expressions, lines and suites, which remember the node they were made from.

    text     ::= Text(parts of str and text, node, precedence)
    document ::= Line(text) | Suite(heads, body) | Group(documents) | Blank

`plain` lays a document out, `render` tells too where each node came to stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
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


def joined(items: Iterable[Text | str]) -> Text:
    """The pieces with commas between them."""
    return Text(tuple(separated(items)))


def separated(items: Iterable[Text | str]) -> list[Text | str]:
    """The pieces and the commas between them."""
    parts: list[str | Text] = []
    for item in items:
        if parts:
            parts.append(", ")
        parts.append(item)
    return parts


def call(function: Text | str, *args: Text | str, **named: Text | str | None) -> Text:
    """`function(args, name=value)`; named arguments that are None are left out."""
    given: list[Text | str] = list(args)
    for name, value in named.items():
        if value is not None:
            given.append(text(f"{name}=", value))
    return Text((function, "(", *separated(given), ")"))


def bracketed(items: Sequence[Text | str]) -> Text:
    """`[a, b]`"""
    return Text(("[", *separated(items), "]"))


def tupled(items: Sequence[Text | str]) -> Text:
    """`(a, b)`, `(a,)`, `()`"""
    return Text(("(", *separated(items), ",)" if len(items) == 1 else ")"))


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


class _Page:
    """Lines, as they are written one after another."""

    def __init__(self, indent_spaces: int) -> None:
        self.pieces: list[str] = []
        self.step = " " * indent_spaces

    @property
    def whole(self) -> str:
        """All that was written."""
        return "".join(self.pieces).rstrip()

    def document(self, document: Document, indent: str) -> None:
        kind = type(document)
        if kind is Line:
            self.line(document.text, indent, document.comment)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
        elif isinstance(document, Suite):
            self.suite(document, indent)
        elif isinstance(document, Group):
            self.comment_above(document.comment, indent)
            for item in document.items:
                self.document(item, indent)
        else:
            self.pieces.append("\n")

    def suite(self, suite: Suite, indent: str) -> None:
        self.comment_above(suite.comment, indent)
        for head in suite.heads:
            self.line(head, indent, None)
        inner = indent + self.step
        for item in suite.body or (Line(text("pass")),):
            self.document(item, inner)

    def comment_above(self, comment: str | None, indent: str) -> None:
        for line in comment.split("\n") if comment is not None else ():
            self.line(text(f"# {line}"), indent, None)

    def line(self, content: Text, indent: str, comment: str | None) -> None:
        if indent:
            self.pieces.append(indent)
        self.text(content)
        self.pieces.append("\n" if comment is None else "  # " + comment.replace("\n", " ") + "\n")

    def text(self, content: Text) -> None:
        _flatten(content.parts, self.pieces.append)


def _flatten(parts: tuple[str | Text, ...], put: Callable[[str], None]) -> None:
    for part in parts:
        if isinstance(part, Text):
            _flatten(part.parts, put)
        else:
            put(part)


class _PlacedPage(_Page):
    """A page that remembers where each node came to stand."""

    def __init__(self, indent_spaces: int) -> None:
        super().__init__(indent_spaces)
        self.places: list[Place | None] = []
        self.counted = 0
        self.length = 0

    def offset(self) -> int:
        """How many characters were written."""
        self.length += sum(map(len, self.pieces[self.counted :]))
        self.counted = len(self.pieces)
        return self.length

    def document(self, document: Document, indent: str) -> None:
        if document.node is None:
            super().document(document, indent)
            return
        slot, start = len(self.places), self.offset() + _above(document, len(indent)) + len(indent)
        self.places.append(None)
        super().document(document, indent)
        self.places[slot] = Place(start, max(start, self.offset() - 1), document.node)

    def text(self, content: Text) -> None:
        slot, start = len(self.places), self.offset()
        if content.node is not None:
            self.places.append(None)
        for part in content.parts:
            if isinstance(part, Text):
                self.text(part)
            else:
                self.pieces.append(part)
        if content.node is not None:
            self.places[slot] = Place(start, self.offset(), content.node)


def _above(document: Document, indent: int) -> int:
    """How many characters the comment lines above a document take."""
    if document.comment is None or isinstance(document, (Line, Blank)):
        return 0
    return sum(indent + len(line) + 3 for line in document.comment.split("\n"))


def plain(document: Document, indent_spaces: int = 4) -> str:
    """The text of `document`: one line end after each line but the last."""
    page = _Page(indent_spaces)
    page.document(document, "")
    return page.whole


def render(document: Document, indent_spaces: int = 4) -> PrintedScript:
    """The text of `document`, and where each node came to stand in it."""
    page = _PlacedPage(indent_spaces)
    page.document(document, "")
    return PrintedScript(page.whole, tuple(place for place in page.places if place is not None))
