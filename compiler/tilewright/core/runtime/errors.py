"""The errors of a call."""

from __future__ import annotations

from tilewright.core.base.diagnostics import TVMError


class ArgumentError(TVMError, TypeError, ValueError):
    """An argument that the function cannot take; the sentence names function, parameter, what was expected and what was given.

    It is a `TypeError`, a `ValueError` and, as of old, TVM's own error, because callers expect either.
    """


class FunctionError(RuntimeError):
    """The compiled function gave up while it ran."""


class AssertionFailed(FunctionError, AssertionError):
    """An `assert` of the program did not hold."""


class OutOfMemory(FunctionError, MemoryError):
    """The function could not get the memory that it allocates."""
