"""What can go wrong in a call."""

from __future__ import annotations


class ArgumentError(TypeError, ValueError):
    """An argument that the function cannot take; the sentence names function, parameter, what was expected and what was given.

    It is both a `TypeError` and a `ValueError`, because callers expect either.
    """


class FunctionError(RuntimeError):
    """The compiled function gave up while it ran."""


class AssertionFailed(FunctionError, AssertionError):
    """An `assert` of the program did not hold."""


class OutOfMemory(FunctionError, MemoryError):
    """The function could not get the memory that it allocates."""
