"""The limits within which one definition is read: a macro that calls macros, or a value made of itself twice, may stand for millions of statements."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Final

from tilewright.core.base.budget import Budget, OutOfBudget, current_budget
from tilewright.core.base.diagnostics import UserError
from tilewright.core.frontend.context import At, Context
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.relax import RelaxExpr
from tilewright.core.ir.walk import walk

# What one definition may take: a function, or a statement of the Python around it.
STEPS: Final = 2_000_000
# A statement of the text costs so many steps, with the variables that it mentions, a statement of a macro more, as does a call of a formula; each part of an expression that is used again costs one.
WRITTEN: Final = 5
EXPANDED: Final = 50
# A value of Python has at most so many parts, counted as often as they stand in it, and an integer so many bits: Python writes out no longer ones.
PARTS: Final = 100_000
BITS: Final = 14_000


def limited(context: Context, at: At, what: str) -> AbstractContextManager[None]:
    """Read a definition, called `what` in a sentence, with a budget of its own: where that ends is reported, and the definition is not whole."""
    around = current_budget()
    return nullcontext() if around is None else _Limited(context, at, what, around.part(STEPS))


class _Limited:
    """A definition, or a statement of Python, that is read with a budget of its own."""

    __slots__ = ("_at", "_context", "_depth", "_force", "_own", "_what")

    def __init__(self, context: Context, at: At, what: str, own: Budget) -> None:
        self._context, self._at, self._what, self._own = context, at, what, own
        self._depth = context.scopes.depth()
        self._force = own.in_force()

    def __enter__(self) -> None:
        self._force.__enter__()

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> bool:
        self._force.__exit__()
        if not isinstance(error, OutOfBudget) or error.budget is not self._own:
            return False
        self._context.scopes.back_to(self._depth)
        sentence = f"{self._what} stands for more than can be read within {error.limit}; the rest of it is not read"
        self._context.report("too-large", sentence, error.place or self._at)
        return True


def spend_on(value: object) -> None:
    """Count the parts of an expression that is used again: it will be visited as a part of what it stands in."""
    budget = current_budget()
    if budget is None or type(value) is Var or not isinstance(value, (Expr, RelaxExpr)):
        return
    for _ in walk(value):
        budget.spend()


def check_parts(value: object) -> None:
    """Raise `UserError` for a collection with too many parts, those of its items included, or too long an integer."""
    if type(value) is int:
        if value.bit_length() > BITS:
            raise UserError(
                "too-large", f"an integer of {value.bit_length()} bits is too large to compute while parsing"
            )
    elif isinstance(value, (tuple, list, dict, set, frozenset, str, bytes)) and _exceeds(value):
        raise UserError("too-large", f"a collection of more than {PARTS} parts is too large to build while parsing")


def _exceeds(value: object) -> bool:
    left, pending = PARTS, [value]
    while pending and left >= 0:
        current = pending.pop()
        left -= 1
        if isinstance(current, (str, bytes)):
            left -= len(current) // 64
        elif isinstance(current, dict):
            pending += [*current.keys(), *current.values()]
        elif isinstance(current, (tuple, list, set, frozenset)):
            left -= len(current)
            pending += [item for item in current if isinstance(item, _COLLECTIONS)] if left >= 0 else []
    return left < 0


_COLLECTIONS = (tuple, list, dict, set, frozenset, str, bytes)
