"""Quotients of sizes that callers are taken to give without a remainder: `k // 32` scales for rows of `k` elements are meant for multiples of 32."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilewright.core.analysis.survey import Surroundings, Survey
from tilewright.core.analysis.wording import words
from tilewright.core.arith.linear import linear
from tilewright.core.ir.expr import Expr, FloorDiv, FloorMod, IntImm
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.walk import variables_of, walk


def remainders(survey: Survey, size: Expr) -> list[Expr]:
    """`a % c` for each quotient `a // c` of sizes by a number in a size; none of quotients that are written to round up or down."""
    found: list[Expr] = []
    for node in walk(size) if not isinstance(size, IntImm) else ():
        if not isinstance(node, FloorDiv) or not isinstance(node.b, IntImm) or node.b.value < 2:
            continue
        used = variables_of(node.a)
        if used and survey.sizes.keys() >= {*used} and linear(node.a).constant == 0:
            found.append(binary("FloorMod", node.a, node.b))
    return found


def where_they_divide(around: Surroundings, rest: Sequence[Expr]) -> Surroundings:
    """The surroundings for sizes that leave no remainder."""
    whole = [binary("EQ", each, const(0, each.dtype)) for each in rest]
    return replace(around, guards=(*around.guards, *whole))


def demand(rest: Sequence[Expr]) -> str:
    """The end of a sentence about what is wrong with a remainder alone: for which sizes it is, and how to say that callers give none."""
    each = rest[0]
    assert isinstance(each, FloorMod)
    size, tile = words(each.a), words(each.b)
    return f"; right only where {size} is a multiple of {tile}, which `T.assume({size} % {tile} == 0)` says"
