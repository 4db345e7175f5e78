"""The errors by which running programs say that a value is not what they need, of the types that TVM's users know."""

from __future__ import annotations

from tilewright.base.diagnostics import TVMError


class MismatchError(TVMError, ValueError):
    """A value is not what the program says it is.

    TVM raises a `ValueError` for a data type or number of dimensions and a `RuntimeError` for a size; this is both.
    """


class UnknownSize(MismatchError):
    """A size that nothing has told yet."""


class MismatchedKind(MismatchError, TypeError):
    """A value of another kind altogether: a number where a tensor is needed."""
