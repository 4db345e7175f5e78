"""The errors by which running programs say that a value is not what they need, of the types that TVM's users know."""

from __future__ import annotations

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.names import are, counted


class MismatchError(TVMError, ValueError):
    """A value is not what the program says it is.

    TVM raises a `ValueError` for a data type or number of dimensions and a `RuntimeError` for a size; this is both.
    """


class UnknownSize(MismatchError):
    """A size that nothing has determined yet."""


class MismatchedKind(MismatchError, TypeError):
    """A value of another kind altogether: a number where a tensor is needed."""


class WrongCount(MismatchedKind):
    """More or fewer arguments than a function takes."""

    def __init__(self, name: str, wanted: int, given: int) -> None:
        super().__init__(f"`{name}` takes {counted(wanted, 'argument')}, and {are(given)} given")
