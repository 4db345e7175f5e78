"""Diagnostics: a code, a range, a sentence, notes at other places, and a fix when one is known."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum

from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.source import Expanded, Span


class Severity(IntEnum):
    """The severity of a diagnostic; the numbers are those of the Language Server Protocol."""

    ERROR = 1
    WARNING = 2
    INFORMATION = 3
    HINT = 4


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that helps to understand the first, such as the definition of the name used wrongly."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text of `span` by `text`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that fixes the mistake: a title in the imperative and the edits.

    A fix is `safe` when it cannot change what a correct part of the program computes; an unsafe one guesses what the author meant.
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing wrong (or doubtful) in the user's program.

    `code` is a key of the catalogue (`base/catalogue.py`), `message` one sentence about *their* program that names their names,
    `span` the narrowest range that shows the mistake.
    """

    code: str
    message: str
    span: Span
    notes: tuple[Note, ...] = ()
    fixes: tuple[Fix, ...] = ()
    severity: Severity = field(default=Severity.ERROR)

    def __str__(self) -> str:
        return f"{self.span}: {self.severity.name.lower()}[{self.code}]: {self.message}"


def diagnose(
    code: str,
    message: str,
    span: Span,
    notes: tuple[Note, ...] = (),
    fixes: tuple[Fix, ...] = (),
    severity: Severity | None = None,
) -> Diagnostic:
    """A diagnostic with the severity that the catalogue gives to `code`, unless this one is less serious than most of its code.

    What stands in the text of a macro is reported at the call, with notes at its place in the macro; no fix can be made for this call alone.
    """
    if isinstance(span, Expanded):
        notes, fixes = (*in_macros(span.stack), *notes), ()
        span = span.call
    if any(isinstance(note.span, Expanded) for note in notes):
        notes = tuple(map(_in_text, notes))
    return Diagnostic(code, message, span, notes, fixes, severity or Severity[CATALOGUE[code].severity.upper()])


def in_macros(stack: tuple[tuple[str, Span], ...]) -> tuple[Note, ...]:
    """Notes at the places in macros, innermost first."""
    return tuple(Note(f"in the text of `{macro}`", place) for macro, place in stack)


def _in_text(note: Note) -> Note:
    """A note at the place in the text of a macro instead of at its call."""
    return replace(note, span=note.span.inside) if isinstance(note.span, Expanded) else note


# A parameter of a call by name or position, or an item of what it is given: `("bindings", 1)`.
Argument = str | int | tuple[str, int]


class TVMError(RuntimeError):
    """Base of the errors about programs; TVM's name for it."""


class UserError(TVMError):
    """A mistake of the user's found where only its sentence is known; the caller who knows the place makes the diagnostic.

    The builder raises it, the parser catches it; who builds from Python sees it as a `TVMError`.  `argument` names the parameter at fault, if one is, and
    `node` is the call or statement that has it where several could be meant; `notes` are other places that explain it.  `meant` is the value of a call
    that is only written in the wrong place: what follows is read as if it had that value.
    """

    def __init__(
        self,
        code: str,
        message: str,
        argument: Argument | None = None,
        node: object = None,
        notes: tuple[Note, ...] = (),
        meant: object = None,
    ) -> None:
        super().__init__(message)
        self.meant = meant
        self.code = code
        self.message = message
        self.argument = argument
        self.node = node
        self.notes = notes


class UserTypeError(UserError, TypeError):
    """An argument too many or too few, or a value of the wrong kind: to Python's programs a `TypeError` too, as where such a call fails in TVM."""


class UserValueError(UserError, ValueError):
    """A mistake of the user's for which TVM raises a `ValueError`."""
