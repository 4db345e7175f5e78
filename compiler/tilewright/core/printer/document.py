"""The document between nodes and text: lines and suites of pieces, which are strings.

    text     ::= str, or Operation when an operator stands outermost
    document ::= Line(text) | Suite(heads, body) | Group(documents) | Blank

`plain` lays a document out.  `render` tells too where each node came to stand: the printer then encloses the piece of each node in marks,
characters that no printed text holds, and `render` takes them out again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.core.ops.arithmetic import UNARY

IDENTITY = UNARY + 1
LAMBDA = 0

Text = str  # a piece of a line


class Operation(str):
    """A piece whose outermost operator has this `precedence` in Python's grammar; any other binds as tightly as a name or a call."""

    __slots__ = ("precedence",)
    precedence: int


def operation(precedence: int, written: str) -> Operation:
    """`written` as a piece of this precedence."""
    made = Operation(written)
    made.precedence = precedence
    return made


class Marks:
    """Numbers for nodes whose pieces are to be found again in the text."""

    def __init__(self) -> None:
        self.nodes: list[object] = []
        self.definitions: set[int] = set()
        self._numbers: dict[int, int] = {}

    def around(self, piece: Text, node: object) -> Text:
        """`piece` between the marks of `node`, with the precedence that it has."""
        number = self._numbers.setdefault(id(node), len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        begin = f"\x01{number}\x02"
        if piece.startswith(begin):
            return piece
        made = f"{begin}{piece}\x03"
        return operation(piece.precedence, made) if isinstance(piece, Operation) else made

    def around_definition(self, piece: Text, node: object) -> Text:
        """`piece`, which gives `node` its name, between marks of its own."""
        self.definitions.add(len(self.nodes))
        self.nodes.append(node)
        return f"\x01{len(self.nodes) - 1}\x02{piece}\x03"


_MARK = re.compile("\x01(\\d+)\x02|\x03")


def unmarked(piece: Text) -> str:
    """The piece as it will be printed."""
    return _MARK.sub("", piece) if "\x01" in piece else piece


def text(*parts: Text) -> Text:
    """A piece that binds as tightly as a name or a call."""
    return "".join(parts)


def joined(items: Iterable[Text]) -> Text:
    """The pieces with commas between them."""
    return ", ".join(items)


def call(function: Text, *args: Text, **named: Text | None) -> Text:
    """`function(args, name=value)`; named arguments that are None are left out."""
    if not named:
        return f"{function}({', '.join(args)})"
    given = [*args, *[f"{name}={value}" for name, value in named.items() if value is not None]]
    return f"{function}({', '.join(given)})"


def bracketed(items: Sequence[Text]) -> Text:
    """`[a, b]`"""
    return f"[{', '.join(items)}]"


def tupled(items: Sequence[Text]) -> Text:
    """`(a, b)`, `(a,)`, `()`"""
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def above(part: Text, precedence: int) -> Text:
    """`part`, in parentheses unless its operator binds at least as tightly as `precedence`."""
    return f"({part})" if isinstance(part, Operation) and part.precedence < precedence else part


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
    """`node` was printed at offsets `start` up to `end`; `defines` tells its definition from its uses."""

    start: int
    end: int
    node: Any
    defines: bool = False


@dataclass(frozen=True, slots=True)
class PrintedScript:
    """Text, and where each node stands in it: `places` come outermost first, in the order of the text."""

    text: str
    places: tuple[Place, ...]

    def of(self, node: object) -> tuple[tuple[int, int], ...]:
        """Every range at which `node` itself was printed."""
        return tuple((place.start, place.end) for place in self.places if place.node is node)

    def uses_of(self, node: object) -> tuple[tuple[int, int], ...]:
        """Every range at which `node` was printed but where it gets its name."""
        return tuple((place.start, place.end) for place in self.places if place.node is node and not place.defines)

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
            if document.comment is not None:
                self.comment_above(document.comment, indent)
            for item in document.items:
                self.document(item, indent)
        else:
            self.pieces.append("\n")

    def suite(self, suite: Suite, indent: str) -> None:
        if suite.comment is not None:
            self.comment_above(suite.comment, indent)
        for head in suite.heads:
            self.line(head, indent, None)
        inner = indent + self.step
        for item in suite.body or (Line(text("pass")),):
            self.document(item, inner)

    def comment_above(self, comment: str, indent: str) -> None:
        for line in comment.split("\n"):
            self.line(text(f"# {line}"), indent, None)

    def line(self, content: Text, indent: str, comment: str | None) -> None:
        behind = "" if comment is None else "  # " + comment.replace("\n", " ")
        self.pieces.append(f"{indent}{content}{behind}\n")


class _PlacedPage(_Page):
    """A page that remembers where each node came to stand."""

    def __init__(self, indent_spaces: int, marks: Marks) -> None:
        super().__init__(indent_spaces)
        self.marks = marks
        self.places: list[Place | None] = []
        self.counted = 0
        self.length = 0

    def offset(self) -> int:
        """The number of characters written."""
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

    def line(self, content: Text, indent: str, comment: str | None) -> None:
        self.pieces.append(indent)
        self.text(content)
        super().line("", "", comment)

    def text(self, content: Text) -> None:
        at, places = self.offset(), self.places
        open_: list[tuple[int, int, int]] = []  # place to fill, offset and number of the marks that are open
        first, *rest = _MARK.split(content)
        written = [first]
        at += len(first)
        for number, piece in zip(rest[::2], rest[1::2]):
            if number is not None:
                open_.append((len(places), at, int(number)))
                places.append(None)
            else:
                slot, start, node = open_.pop()
                places[slot] = Place(start, at, self.marks.nodes[node], node in self.marks.definitions)
            written.append(piece)
            at += len(piece)
        self.pieces.append("".join(written))
        self.counted, self.length = len(self.pieces), at


def _above(document: Document, indent: int) -> int:
    """The number of characters the comment lines above a document take."""
    if document.comment is None or isinstance(document, (Line, Blank)):
        return 0
    return sum(indent + len(line) + 3 for line in document.comment.split("\n"))


def plain(document: Document, indent_spaces: int = 4) -> str:
    """The text of `document`: one line end after each line but the last."""
    page = _Page(indent_spaces)
    page.document(document, "")
    return page.whole


def render(document: Document, marks: Marks, indent_spaces: int = 4) -> PrintedScript:
    """The text of `document`, and where each node came to stand in it."""
    page = _PlacedPage(indent_spaces, marks)
    page.document(document, "")
    return PrintedScript(page.whole, tuple(place for place in page.places if place is not None))
