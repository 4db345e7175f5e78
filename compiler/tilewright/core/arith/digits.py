"""Digits of sums: what nested quotients and remainders by numbers are of the expression inside, as where indices of fused loops are split again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.core.ir.expr import Expr, FloorDiv, FloorMod, IntImm


@dataclass(frozen=True, slots=True)
class Digits:
    """(`of` % `end`) // `low`; without a remainder where `end` is None.  `low` divides `end`."""

    of: Expr
    low: int
    end: int | None


def digits_of(e: Expr) -> Digits:
    """The digits that an expression is of the one inside; all of the expression itself when it is no such quotient or remainder."""
    if not isinstance(e, (FloorDiv, FloorMod)) or not isinstance(e.b, IntImm) or e.b.value <= 0:
        return Digits(e, 1, None)
    inner = digits_of(e.a)
    at = inner.low * e.b.value
    if inner.end is not None and inner.end % at:
        return Digits(e, 1, None)
    return Digits(inner.of, at, inner.end) if isinstance(e, FloorDiv) else Digits(inner.of, inner.low, at)


def are_places(parts: Sequence[Digits]) -> bool:
    """Whether digits of one expression, the lowest first, each end where the next one begins: the expression is the sum of digit * `low`."""
    reached: int | None = 1
    for part in parts:
        if part.low != reached:
            return False
        reached = part.end
    return reached is None


def are_all(parts: list[Digits]) -> bool:
    """Whether digits of one expression, together, tell its value."""
    reached: int | None = 1
    for part in sorted(parts, key=lambda each: each.low):
        if reached is None or part.low > reached:
            break
        reached = None if part.end is None else max(reached, part.end)
    return reached is None
