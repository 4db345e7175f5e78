"""Conditions on the length of scalable vectors, which hold where they do at each length that the target can have."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, Expr, IntImm
from tilewright.core.ir.node import Node
from tilewright.core.ir.walk import rewrite, walk
from tilewright.core.target.target import Target

_LENGTHS = range(1, 17)  # times 128 bits, as `T.vscale()` counts them


def _is_length(node: Node) -> bool:
    return isinstance(node, Call) and callee_name(node) == "tir.vscale"


def holds_at_each_length(condition: Expr, holds: Callable[[Expr], bool]) -> bool:
    """Whether a condition that mentions `T.vscale()` holds at each of its values; of a target without such vectors nothing is known."""
    target = Target.current()
    if target is None or not target.has_scalable_vectors or not any(map(_is_length, walk(condition))):
        return False
    return all(holds(_at(condition, length)) for length in _LENGTHS)


def _at(condition: Expr, length: int) -> Expr:
    return rewrite(condition, {Call: lambda e: IntImm(e.dtype, length) if _is_length(e) else e})
