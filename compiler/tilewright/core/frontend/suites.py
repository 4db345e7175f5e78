"""Statements of Python inside of others, without a look at their expressions, which are most of a tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence


def statements_in(body: Sequence[ast.AST]) -> Iterator[ast.stmt]:
    """The statements of a suite and those in the suites of each, in no particular order."""
    pending = list(body)
    while pending:
        part = pending.pop()
        if isinstance(part, ast.stmt):
            yield part
        for name in _SUITES:
            pending += getattr(part, name, ())


# The fields of statements that hold statements, or handlers and cases with statements in them.
_SUITES = ("body", "orelse", "finalbody", "handlers", "cases")
