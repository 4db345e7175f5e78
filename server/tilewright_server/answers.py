"""Answers of the features: plain data in offsets of the document, without types of the protocol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Extent:
    """A range of the document."""

    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Local(Generic[Found]):
    """An answer for one definition, in offsets of its own text: the same object while the definition is unchanged.

    `converted` is for the converter, which need not do the same work again.
    """

    found: tuple[Found, ...]
    converted: dict[Any, Any] = field(default_factory=dict[Any, Any])


@dataclass(frozen=True, slots=True)
class Part(Generic[Found]):
    """An answer for the definition that begins at `base`, the first column of a line."""

    base: int
    text: str
    local: Local[Found]


@dataclass(frozen=True, slots=True)
class FilePlace:
    """A range on one line of another file, all numbers 0-based, in characters."""

    path: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that explains a problem."""

    extent: Extent
    message: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A diagnostic; `severity` 1 to 4 as in the protocol, `link` the page that explains the code, `fixes` the titles of its fixes; `unnecessary` marks text that could be left out."""

    extent: Extent
    severity: int
    code: str
    message: str
    link: str
    related: tuple[Related, ...] = ()
    fixes: tuple[str, ...] = ()
    unnecessary: bool = False


@dataclass(frozen=True, slots=True)
class Complaint:
    """A diagnostic of another tool."""

    tool: str
    code: str
    extent: Extent


@dataclass(frozen=True, slots=True)
class HoverText:
    """Markdown about the thing at `extent`."""

    markdown: str
    extent: Extent


@dataclass(frozen=True, slots=True)
class InlineValue:
    """Text to show behind a name while a debugger stands; without a text the debugger looks the name up."""

    extent: Extent
    text: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """One occurrence of a symbol; `access` is "read", "write" or "text"."""

    extent: Extent
    access: str


@dataclass(frozen=True, slots=True)
class Outline:
    """A symbol of the document with those inside it; `kind` is a `SymbolKind` value."""

    name: str
    detail: str
    kind: str
    extent: Extent
    name_extent: Extent
    children: tuple[Outline, ...] = ()


@dataclass(frozen=True, slots=True)
class Function:
    """A function with the place of its name."""

    name: str
    detail: str
    extent: Extent
    name_extent: Extent


@dataclass(frozen=True, slots=True)
class Calls:
    """The other end of calls, and where they stand."""

    function: Function
    places: tuple[Extent, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that may be typed in place of the word at the cursor.

    `key` finds signature and documentation later; lower ranks are shown first; `kind` is a `SymbolKind` value or one of "op", "form", "dtype", "class", "namespace", "attribute", "snippet".
    `snippet` is what is inserted, with places to fill in; `replaces` what the label takes the place of, if not the word at the cursor; `also` are further changes.
    """

    label: str
    kind: str
    detail: str = ""
    key: str = ""
    rank: int = 0
    snippet: str = ""
    replaces: Extent | None = None
    also: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class SignatureText:
    """A signature with the place of each parameter inside its label; `active` is the parameter at the cursor, None behind the last."""

    label: str
    documentation: str
    parameters: tuple[tuple[int, int], ...]
    active: int | None


@dataclass(frozen=True, slots=True)
class Change:
    """Replace `extent` by `text`."""

    extent: Extent
    text: str


@dataclass(frozen=True, slots=True)
class Command:
    """Something the client is to execute, with the arguments that name the function: a run, unless another `command` is named."""

    title: str
    arguments: Mapping[str, Any]
    command: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    """A code action: changes to the document, a command, or a `key` by which its changes are made once it is chosen at an offset.  `problem` is the diagnostic it fixes.

    `disabled` is the reason why it cannot be chosen.
    """

    title: str
    kind: str
    changes: tuple[Change, ...] = ()
    command: Command | None = None
    problem: Problem | None = None
    preferred: bool = False
    key: str = ""
    offset: int = 0
    disabled: str = ""


@dataclass(frozen=True, slots=True)
class Lens:
    """A command offered above a line."""

    extent: Extent
    command: Command


@dataclass(frozen=True, slots=True)
class Fold:
    """Lines (0-based) that fold under the first; `kind` is "region", "imports" or "comment"."""

    first: int
    last: int
    kind: str = "region"


@dataclass(frozen=True, slots=True)
class Token:
    """The role of a name: `role` is a `SymbolKind` value."""

    extent: Extent
    role: str
    modifiers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """Text that leads to a page; `tooltip` says to which."""

    extent: Extent
    address: str
    tooltip: str


@dataclass(frozen=True, slots=True)
class Hint:
    """Text to be shown behind an offset; `whole` is all of it where `label` is cut short."""

    offset: int
    label: str
    whole: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The report of a run or a question: a one-line title and the whole text."""

    ok: bool
    title: str
    text: str
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])


def not_open(what: str, uri: str) -> Report:
    """The report on something that is done with open documents alone."""
    return Report(False, f"{what}: the document is not open", f"{uri} is not open.")
