"""`Analyzer.rewrite_simplify`: the rules of `rewrites/`, bottom up, as far as they go.

Where `simplify` brings an expression into a normal form, rewriting keeps what was written and changes only what a rule names: `1 + x` stays,
`x - 1` is `x + -1`.  Bounds and proofs are those of `simplify`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.arith import simplify as normal
from tilewright.core.arith.bounds import bound
from tilewright.core.arith.comparison import decide
from tilewright.core.arith.facts import Facts, negated, upward
from tilewright.core.arith.key import deep_equal, key
from tilewright.core.arith.linear import difference, is_index, linear
from tilewright.core.arith.modular import linear_modular
from tilewright.core.arith.prove import nonnegative
from tilewright.core.arith.rewrites.collected import REWRITES
from tilewright.core.arith.vector import divided_ramp, simplify_vector
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.expr import And, BinaryOp, Broadcast, Call, Expr, FloatImm, IntImm, Let, Not, Or, Select, Var
from tilewright.core.ir.operators import binary, call, const
from tilewright.core.ir.walk import substitute
from tilewright.core.ops.dtype_rules import DivisionByZeroError

DEPTH = 12


def rewrite(facts: Facts, e: Expr) -> Expr:
    """The rewritten expression; the same object when no rule applies."""
    return _Rewriter(facts).visit(e, DEPTH)


class _Rewriter:
    """One walk: what was rewritten under the facts of the moment is kept."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.done: dict[int, tuple[Expr, Expr]] = {}

    def visit(self, e: Expr, depth: int) -> Expr:
        """`e` rewritten; results are rewritten again, `depth` times at most."""
        known = self.done.get(id(e))
        if known is None:
            known = self.done[id(e)] = e, self._visit(e, depth)
        return known[1]

    def _visit(self, e: Expr, depth: int) -> Expr:
        if isinstance(e, (IntImm, FloatImm)):
            return e
        scoped = _SCOPED.get(type(e))
        made = scoped(self, e, depth) if scoped else e.map_children(lambda child: self._child(child, depth))
        changed = self._step(made, depth)
        if changed is None or deep_equal(changed, made):
            return made
        return self.visit(changed, depth - 1) if depth else changed

    def _child(self, child: Any, depth: int) -> Any:
        return self.visit(child, depth) if isinstance(child, Expr) else child

    def under(self, condition: Expr, e: Expr, depth: int) -> Expr:
        """`e` rewritten where `condition` holds."""
        restore = self.facts.assume(condition)
        try:
            return _Rewriter(self.facts).visit(e, depth)
        finally:
            restore()

    def _step(self, e: Expr, depth: int) -> Expr | None:
        """What one rule makes of `e`, whose parts are rewritten."""
        rule = _STEPS.get(type(e))
        made = rule(self.facts, e) if rule is not None else None
        if made is not None:
            return made
        if isinstance(e, nodes.LE):
            return self._less_equal(e, depth)
        return _by_rules(self.facts, e) if isinstance(e, BinaryOp) else None

    def _less_equal(self, e: nodes.LE, depth: int) -> Expr | None:
        """a <= b is not (b < a)"""
        if not is_index(e.a.dtype):
            return None
        opposite = nodes.LT(e.b, e.a)
        made = self.visit(opposite, depth - 1) if depth else opposite
        if not deep_equal(made, opposite):
            return negated(made)
        low = bound(self.facts, e.a)[0]
        return nodes.EQ(e.a, e.b) if isinstance(e.b, IntImm) and low == e.b.value else None


def _by_rules(facts: Facts, e: BinaryOp) -> Expr | None:
    if not (is_index(e.a.dtype) or e.a.dtype is BOOL):
        return None  # the rules are those of numbers that neither wrap around nor round
    for rule in REWRITES.get(type(e), ()):
        made = rule.apply(facts, e)
        if made is not None:
            return made
    return None


def _variable(facts: Facts, e: Var) -> Expr | None:
    value = facts.values.get(e)
    if value is not None:
        return value
    known = facts.truths.get(key(e)) if facts.truths and e.dtype is BOOL else None
    return None if known is None else IntImm(BOOL, int(known))


def _folded(facts: Facts, e: Any) -> Expr | None:
    """Constants, vectors with known lanes, and selections by the same condition."""
    if e.a.dtype.is_vector:
        if isinstance(e, _QUOTIENTS) and _is_zero(e.b):
            raise DivisionByZeroError
        if isinstance(e, (nodes.Add, nodes.Sub)) and _is_zero(e.b):
            return e.a
        divided = divided_ramp(facts, e) if isinstance(e, _QUOTIENTS) else None
        made = simplify_vector(e) if divided is None else divided
        return made if made is not None else _changed(e)
    if isinstance(e, nodes.Sub) and deep_equal(e.a, e.b):
        return const(0, e.dtype)
    made = normal.chosen_together(e) if isinstance(e, _SELECTING) else None
    return _changed(e) if made is None else made


def _is_zero(e: Expr) -> bool:
    """Whether every lane is 0."""
    return isinstance(e, Broadcast) and isinstance(e.value, (IntImm, FloatImm)) and e.value.value == 0


def _changed(e: Any) -> Expr | None:
    made: Any = binary(type(e).__name__, e.a, e.b)
    return None if type(made) is type(e) and made.a is e.a and made.b is e.b else made


def _extremum(facts: Facts, e: Any) -> Expr | None:
    """The operand that is never the larger (never the smaller) one."""
    folded = _folded(facts, e)
    if folded is None and e.dtype.is_vector:
        return _broadcasts_together(e)
    if folded is not None or not is_index(e.dtype):
        return folded
    made = _by_rules(facts, e)
    if made is not None:
        return made
    form = difference(e.b, e.a)
    smaller, larger = (e.a, e.b) if isinstance(e, nodes.Min) else (e.b, e.a)
    if nonnegative(facts, form):
        return smaller
    return larger if nonnegative(facts, form.scaled(-1)) else None


def _broadcasts_together(e: Any) -> Expr | None:
    """min(min(v, broadcast(x)), broadcast(y)) -> min(v, broadcast(min(x, y))), also for maxima"""
    kind, a, b = type(e), e.a, e.b
    if (
        isinstance(a, kind)
        and isinstance(a.b, Broadcast)
        and isinstance(b, Broadcast)
        and deep_equal(a.b.lanes, b.lanes)
    ):
        return kind(a.a, Broadcast(kind(a.b.value, b.value), b.lanes))
    return None


def _difference(facts: Facts, e: nodes.Sub) -> Expr | None:
    folded = _folded(facts, e)
    alike = type(e.a) is type(e.b) and type(e.a) in (nodes.Min, nodes.Max) and is_index(e.dtype)
    return _of_extrema(e.a, e.b) if folded is None and alike else folded


def _of_extrema(a: Any, b: Any) -> Expr | None:
    """min(x + 3, y + 3) - min(x, y) -> 3, also for maxima"""
    for x, y in ((b.a, b.b), (b.b, b.a)):
        first, second = difference(a.a, x), difference(a.b, y)
        if not first.terms and not second.terms and first.constant == second.constant:
            return IntImm(a.dtype, first.constant)
    return None


def _quotient(facts: Facts, e: Any) -> Expr | None:
    """A quotient that takes one value only."""
    folded = _folded(facts, e)
    if folded is not None or not is_index(e.dtype):
        return folded
    low, high = bound(facts, e)
    if low == high:
        return IntImm(e.dtype, int(low))
    is_part = nonnegative(facts, linear(e.a)) and nonnegative(facts, difference(e.b, e.a).shifted(-1))
    return IntImm(e.dtype, 0) if is_part else None


def _remainder(facts: Facts, e: Any) -> Expr | None:
    """What is smaller than the divisor, or has a known remainder"""
    folded = _folded(facts, e)
    if folded is not None or not is_index(e.dtype):
        return folded
    form = linear(e.a)
    positive = nonnegative(facts, form) if isinstance(e, nodes.Mod) or bound(facts, e.b)[0] >= 0 else False
    if positive and nonnegative(facts, difference(e.b, e.a).shifted(-1)):
        return e.a
    if isinstance(e.b, IntImm) and e.b.value > 0 and (positive or isinstance(e, nodes.FloorMod)):
        known = linear_modular(facts, form)
        if known.coeff % e.b.value == 0:
            return IntImm(e.dtype, known.base % e.b.value)
    return None


def _comparison(facts: Facts, e: Any) -> Expr | None:
    """What is known to hold or to fail; > and >= are written the other way round."""
    turned = upward(e)
    if turned is not e:
        return turned
    known = facts.truths.get(key(e)) if facts.truths else None
    if known is None and is_index(e.a.dtype):
        known = decide(facts, e)
    if known is not None:
        return IntImm(BOOL, int(known))
    if isinstance(e, nodes.EQ) and deep_equal(e.a, e.b) and e.a.dtype.is_integer:
        return IntImm(BOOL, 1)
    return _folded(facts, e)


def _different(facts: Facts, e: nodes.NE) -> Expr | None:
    """a != b is not (a == b)"""
    opposite = nodes.EQ(e.a, e.b)
    made = _comparison(facts, opposite)
    made = _by_rules(facts, opposite) if made is None else made
    return None if made is None else negated(made) if not made.dtype.is_vector else _folded(facts, e)


def _not(facts: Facts, e: Not) -> Expr | None:
    if e.dtype.is_vector:
        return None
    opposite = negated(e.a)
    return None if isinstance(opposite, Not) else opposite


def _select(walk: _Rewriter, e: Select, depth: int) -> Expr:
    made = _branches(walk, e.condition, e.true_value, e.false_value, depth)
    return made if isinstance(made, Expr) else Select(*made, e.span)


def _branches(walk: _Rewriter, condition: Expr, yes: Expr, no: Expr, depth: int) -> Expr | tuple[Expr, Expr, Expr]:
    """The branch taken, or all three parts with each branch rewritten under its condition."""
    condition = walk.visit(condition, depth)
    if isinstance(condition, IntImm):
        return walk.visit(yes if condition.value else no, depth)
    if condition.dtype.is_vector:
        return condition, walk.visit(yes, depth), walk.visit(no, depth)
    yes, no = walk.under(condition, yes, depth), walk.under(negated(condition), no, depth)
    return yes if deep_equal(yes, no) else (condition, yes, no)


def _call(walk: _Rewriter, e: Call, depth: int) -> Expr:
    name = getattr(e.op, "name", "")
    if name == "tir.if_then_else":
        condition, yes, no = e.args
        made = _branches(walk, condition, yes, no, depth)
        return made if isinstance(made, Expr) else Call(e.dtype, e.op, _joined(made), e.span)
    found = e.map_children(lambda child: walk.visit(child, depth))
    if name == "tir.likely" and isinstance(found.args[0], IntImm):
        return found.args[0]
    if name == "tir.clz" and isinstance(found.args[0], IntImm):
        return _leading_zeros(found, found.args[0])
    if any(isinstance(arg, (IntImm, FloatImm)) for arg in found.args) and not isinstance(e.op, str):
        return call(e.op, *found.args, dtype_=e.dtype, span=e.span)  # pyright: ignore[reportArgumentType]
    return found


def _leading_zeros(e: Call, of: IntImm) -> Expr:
    """Zeros above the highest bit, as TVM counts them: 0 has as many as its type has bits."""
    pattern = of.value & ((1 << of.dtype.bits) - 1)
    return IntImm(e.dtype, of.dtype.bits - pattern.bit_length())


def _joined(parts: tuple[Expr, Expr, Expr]) -> tuple[Expr, Expr, Expr]:
    """if_then_else(a, if_then_else(b, x, y), y) -> if_then_else(a and b, x, y)"""
    condition, yes, no = parts
    if isinstance(yes, Call) and getattr(yes.op, "name", "") == "tir.if_then_else" and deep_equal(yes.args[2], no):
        return And(condition, yes.args[0]), yes.args[1], no
    return parts


def _let(walk: _Rewriter, e: Let, depth: int) -> Expr:
    value = walk.visit(e.value, depth)
    if isinstance(value, (IntImm, FloatImm, Var)):
        return walk.visit(substitute(e.body, {e.var: value}), depth)
    body = walk.visit(e.body, depth)
    return e if value is e.value and body is e.body else Let(e.var, value, body, e.span)


_QUOTIENTS = (nodes.FloorDiv, nodes.FloorMod, nodes.Div, nodes.Mod)
_SELECTING = (nodes.Add, nodes.Sub, nodes.Min, nodes.Max)
_SCOPED: dict[type, Callable[[_Rewriter, Any, int], Expr]] = {Select: _select, Call: _call, Let: _let}
_STEPS: dict[type, Callable[[Facts, Any], Expr | None]] = {
    Var: _variable,
    nodes.SizeVar: _variable,
    nodes.Add: _folded,
    nodes.Sub: _difference,
    nodes.Mul: _folded,
    nodes.Div: _quotient,
    nodes.Mod: _remainder,
    nodes.FloorDiv: _quotient,
    nodes.FloorMod: _remainder,
    nodes.Min: _extremum,
    nodes.Max: _extremum,
    nodes.NE: _different,
    **dict.fromkeys((nodes.EQ, nodes.LT, nodes.LE, nodes.GT, nodes.GE), _comparison),
    And: _folded,
    Or: _folded,
    Not: _not,
    nodes.Cast: normal.converted,
}
