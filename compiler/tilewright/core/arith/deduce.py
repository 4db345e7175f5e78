"""`deduce_bound`: where a comparison certainly holds, as an interval of one of its variables.

Both sides are relaxed first, so that variables with a set stand for their worst value; then the comparison is solved for the variable, operator by
operator from the outside in.  A variable that occurs twice, or below an operator that cannot be undone, leaves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tilewright.core.arith.bounds import bound
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.int_set import NOTHING, IntervalSet, eval_set
from tilewright.core.arith.prove import equal
from tilewright.core.arith.simplify import simplify
from tilewright.core.ir.expr import EQ, GE, GT, LE, LT, Add, Expr, ExprLike, FloorDiv, IntImm, Mul, Sub, Var, expr
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.walk import walk

_TURNED = {">=": "<=", "<=": ">=", "==": "=="}
# What a comparison asks of its left side, and by how much the right side moves for it.
_ASKED: dict[type, tuple[str, int]] = {LT: ("<=", -1), LE: ("<=", 0), GT: (">=", 1), GE: (">=", 0), EQ: ("==", 0)}


class _Unsolvable(Exception):
    """The comparison does not bound the variable by an interval."""


def deduce_bound(
    var: Var, cond: ExprLike, hint_map: Mapping[Var, IntervalSet], relax_map: Mapping[Var, IntervalSet]
) -> IntervalSet:
    """The values of `var` for which the comparison `cond` certainly holds, whatever the variables of `relax_map` are in their sets.

    `hint_map` gives sets from which the signs of factors are read.  The empty set when nothing can be said, as in TVM.
    """
    condition = expr(cond)
    asked = _ASKED.get(type(condition))
    if asked is None or sum(node is var for node in walk(condition)) != 1:
        return NOTHING
    try:
        found = _solved(var, condition, asked, hint_map, relax_map)
    except _Unsolvable:
        return NOTHING
    value = simplify(Facts(), found.value)
    return IntervalSet(value if found.relation != "<=" else None, value if found.relation != ">=" else None)


@dataclass
class _Solving:
    """`part relation value`, where `part` holds the variable."""

    facts: Facts
    part: Expr
    relation: str
    value: Expr


def _solved(
    var: Var,
    condition: Any,
    asked: tuple[str, int],
    hint_map: Mapping[Var, IntervalSet],
    relax_map: Mapping[Var, IntervalSet],
) -> _Solving:
    relation, shift = asked
    part, value = condition.a, condition.b
    if not _holds(part, var):
        part, value, relation, shift = value, part, _TURNED[relation], -shift
    if shift:
        value = value + const(shift, value.dtype)
    found = _Solving(_hinted(hint_map), *_relaxed(part, relation, value, relax_map))
    while found.part is not var:
        undo = _UNDO.get(type(found.part))
        if undo is None:
            raise _Unsolvable
        undo(found, found.part, _holds(found.part.a, var))  # pyright: ignore[reportAttributeAccessIssue]
    return found


def _holds(e: Expr, var: Var) -> bool:
    return any(node is var for node in walk(e))


def _hinted(hint_map: Mapping[Var, IntervalSet]) -> Facts:
    facts = Facts()
    for var, hint in hint_map.items():
        low, high = facts.range_of(var)
        facts.narrow(
            var,
            (
                hint.low.value if isinstance(hint.low, IntImm) else low,
                hint.high.value if isinstance(hint.high, IntImm) else high,
            ),
        )
    return facts


def _relaxed(part: Expr, relation: str, value: Expr, relax_map: Mapping[Var, IntervalSet]) -> tuple[Expr, str, Expr]:
    """Both sides at their worst; an equation is solved only where neither side runs."""
    left, right = eval_set(part, relax_map), eval_set(value, relax_map)
    if relation == "==" and not (_is_point(left) and _is_point(right)):
        raise _Unsolvable
    ends = (left.low, right.high) if relation == ">=" else (left.high, right.low)
    if ends[0] is None or ends[1] is None:
        raise _Unsolvable
    return ends[0], relation, ends[1]


def _is_point(found: IntervalSet) -> bool:
    if found.low is None or found.high is None:
        return False
    return found.is_single_point or equal(Facts(), found.low, found.high)


def _undo_sum(at: _Solving, e: Add, left: bool) -> None:
    """part + other <= value  ->  part <= value - other"""
    at.part, other = (e.a, e.b) if left else (e.b, e.a)
    at.value = at.value - other


def _undo_difference(at: _Solving, e: Sub, left: bool) -> None:
    """part - other <= value  ->  part <= value + other;  other - part <= value  ->  part >= other - value"""
    if left:
        at.part, at.value = e.a, at.value + e.b
        return
    at.part, at.value, at.relation = e.b, e.a - at.value, _TURNED[at.relation]


def _undo_product(at: _Solving, e: Mul, left: bool) -> None:
    """part * factor <= value  ->  part <= value // factor, turned round for a negative factor; rounded up for >="""
    at.part, factor = (e.a, e.b) if left else (e.b, e.a)
    if _sign(at.facts, factor) < 0:
        at.relation = _TURNED[at.relation]
    rest = simplify(at.facts, binary("FloorMod", at.value, factor))
    exact = isinstance(rest, IntImm) and rest.value == 0
    if at.relation == "==" and not exact:
        raise _Unsolvable
    if at.relation != ">=" or exact:
        at.value = binary("FloorDiv", at.value, factor)
    elif isinstance(factor, IntImm):
        size = IntImm(factor.dtype, abs(factor.value))
        value = at.value if factor.value > 0 else _negated(at.value)
        at.value = binary("FloorDiv", value + (size - 1), size)
    else:
        at.value = binary("FloorDiv", at.value, factor) + 1


def _undo_quotient(at: _Solving, e: FloorDiv, left: bool) -> None:
    """part // divisor >= value  ->  part >= value * divisor;  part // divisor <= value  ->  part <= value * divisor + divisor - 1"""
    if not left or at.relation == "==":
        raise _Unsolvable
    divisor, part = e.b, e.a
    if _sign(at.facts, divisor) < 0:  # part // -d is -part // d
        divisor = simplify(at.facts, _negated(divisor))
        product = at.value * divisor
        at.relation = _TURNED[at.relation]
        at.value = _negated(product) if at.relation == "<=" else _negated(product + divisor - 1)
    else:
        product = at.value * divisor
        at.value = product if at.relation == ">=" else product + divisor - 1
    at.part = part


def _sign(facts: Facts, e: Expr) -> int:
    low, high = bound(facts, e)
    if low > 0:
        return 1
    if high < 0:
        return -1
    raise _Unsolvable


def _negated(e: Expr) -> Expr:
    return const(0, e.dtype) - e


_UNDO: dict[type, Callable[[_Solving, Any, bool], None]] = {
    Add: _undo_sum,
    Sub: _undo_difference,
    Mul: _undo_product,
    FloorDiv: _undo_quotient,
}
