"""Steps of the canonical mode: an expression with the same value everywhere the known facts hold, in a normal form, shorter where they allow.

Sums are linear forms, quotients are read by their periods, extrema and comparisons by the sign of a difference; the rules of the mode come after that.
Types other than int32 and int64 wrap around, so only constants are folded there.  TVM's `canonical_simplify` and `simplify` are this mode.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.core.arith import common_steps as common
from tilewright.core.arith import division
from tilewright.core.arith.bounds import bound
from tilewright.core.arith.cast_sums import cancelled_casts
from tilewright.core.arith.comparison import simplify_comparison
from tilewright.core.arith.facts import Facts, negated, upward
from tilewright.core.arith.key import key
from tilewright.core.arith.linear import Linear, difference, is_index, linear, to_expr
from tilewright.core.arith.products import without_common_factor
from tilewright.core.arith.prove import nonnegative
from tilewright.core.arith.simplifier import Mode, Simplifier, Step
from tilewright.core.arith.splits import merge_splits
from tilewright.core.arith.vector import divided_ramp, simplify_vector
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import And, Call, Expr, IntImm, Mul, Or
from tilewright.core.ir.operators import binary, call

if TYPE_CHECKING:
    from tilewright.core.ir.expr import BinaryOp


def _whole_sum(walk: Simplifier, e: nodes.Add) -> Expr:
    """Parts of one index as they were written: simplified one by one they might no longer show that they belong together."""
    if is_index(e.dtype) and isinstance(e.b, (nodes.FloorMod, Mul, nodes.FloorDiv)):
        form = linear(e)
        joined = merge_splits(form)
        if joined is not form:
            return walk.visit(to_expr(joined))
    return walk.parts(e)


def _sum(facts: Facts, e: BinaryOp) -> Expr | None:
    """Like terms together, parts of one quotient and remainder joined."""
    if not is_index(e.dtype):
        return _folded(e)
    chosen = common.selected_together(e)
    if chosen is not None:
        return chosen
    form = cancelled_casts(facts, linear(e))
    return to_expr(merge_splits(form))


def _folded(e: object) -> Expr | None:
    vector = simplify_vector(e)
    return common.folded(e) if vector is None else vector


def _product(facts: Facts, e: Mul) -> Expr | None:
    """(c * x) * y -> (x * y) * c"""
    if not is_index(e.dtype):
        return _folded(e)
    if isinstance(e.a, IntImm) or isinstance(e.b, IntImm):
        return _multiple(e)
    a, x = _content(linear(e.a))
    b, y = _content(linear(e.b))
    if a * b == 1:
        return None
    return to_expr(linear(Mul(x, y)).scaled(a * b))


def _multiple(e: Mul) -> Expr:
    """(x + y) * 2 -> x * 2 + y * 2; x * -1 stays"""
    form = merge_splits(linear(e))
    if len(form.terms) == 1 and form.constant == 0:
        ((atom, coefficient),) = form.atoms()
        return Mul(atom, IntImm(e.dtype, -1)) if coefficient == -1 else to_expr(form)
    return to_expr(form)


def _content(form: Linear) -> tuple[int, Expr]:
    """The coefficient of a form that is a multiple of one atom; 1 for any other."""
    if form.constant == 0 and len(form.terms) == 1:
        ((atom, coefficient),) = form.atoms()
        return coefficient, atom
    return 1, to_expr(form)


def _floordiv(facts: Facts, e: BinaryOp) -> Expr | None:
    if not is_index(e.dtype):
        return _folded_vector(facts, e)
    if isinstance(e.a, IntImm) and isinstance(e.b, IntImm):
        return _folded(e)
    made = without_common_factor(e)
    return division.floordiv(facts, e.a, e.b) if made is None else made


def _folded_vector(facts: Facts, e: Any) -> Expr | None:
    divided = divided_ramp(facts, e) if e.dtype.is_vector else None
    return _folded(e) if divided is None else divided


def _floormod(facts: Facts, e: BinaryOp) -> Expr | None:
    if not is_index(e.dtype) or (isinstance(e.a, IntImm) and isinstance(e.b, IntImm)):
        return _folded_vector(facts, e)
    made = without_common_factor(e)
    return division.floormod(facts, e.a, e.b) if made is None else made


def _truncated(facts: Facts, e: BinaryOp) -> Expr | None:
    if not is_index(e.dtype) or (isinstance(e.a, IntImm) and isinstance(e.b, IntImm)):
        made = _folded(e)
        return common.divided(e) if made is None and isinstance(e, nodes.Div) else made
    if not isinstance(e.b, IntImm) or e.b.value <= 0:
        return without_common_factor(e)
    form, divisor = linear(e.a), e.b.value
    if form.constant % divisor == 0 and all(c % divisor == 0 for _, c in form.atoms()):
        exact = form.with_terms({n: (a, c // divisor) for n, (a, c) in form.terms.items()}, form.constant // divisor)
        return to_expr(exact) if isinstance(e, nodes.Div) else IntImm(e.dtype, 0)
    low, high = bound(facts, e)
    return IntImm(e.dtype, int(low)) if low == high else None


def _extremum(facts: Facts, e: BinaryOp) -> Expr | None:
    """The operand that is never the larger (never the smaller) one."""
    if not is_index(e.dtype):
        return _folded(e)
    chosen = common.selected_together(e)
    if chosen is None:
        chosen = _without_repeated(e)
    if chosen is not None:
        return chosen
    form = difference(e.b, e.a)
    if nonnegative(facts, form):
        return e.a if isinstance(e, nodes.Min) else e.b
    if nonnegative(facts, form.scaled(-1)):
        return e.b if isinstance(e, nodes.Min) else e.a
    return None


def _without_repeated(e: BinaryOp) -> Expr | None:
    """An extremum of extrema whose operands on the right are among those on the left, without them: max(max(max(x, y), z), x) -> max(max(x, y), z)"""
    kind = type(e)
    if not isinstance(e.a, kind):
        return None
    known = {key(operand) for operand in _operands(e.a, kind)}
    right = _operands(e.b, kind)
    new = [operand for operand in right if key(operand) not in known]
    if len(new) == len(right):
        return None
    made = e.a
    for operand in new:
        made = kind(made, operand)
    return made


def _operands(e: Expr, kind: object) -> list[Expr]:
    """The operands of nested nodes of one kind, from the left."""
    return [*_operands(e.a, kind), *_operands(e.b, kind)] if isinstance(e, kind) else [e]  # type: ignore[attr-defined]


def _comparison(facts: Facts, e: Any) -> Expr | None:
    """Comparisons are written with < and <=: a > b -> b < a"""
    made = _upward_comparison(facts, upward(e))
    return upward(e) if made is None and isinstance(e, (nodes.GT, nodes.GE)) else made


def _upward_comparison(facts: Facts, e: Any) -> Expr | None:
    known = common.truth(facts, e)
    if known is not None:
        return known
    if is_index(e.a.dtype):
        return simplify_comparison(facts, e)
    return _folded(e)


def _and(walk: Simplifier, e: And) -> Expr:
    """Each side is read knowing the other."""
    return _joined(walk, e, lambda side: side)


def _or(walk: Simplifier, e: Or) -> Expr:
    """Each side is read knowing that the other fails."""
    return _joined(walk, e, negated)


def _joined(walk: Simplifier, e: BinaryOp, told: Callable[[Expr], Expr]) -> Expr:
    """The condition with each side visited; `told` is what the other side may know where it counts."""
    if e.dtype.is_vector:
        return walk.parts(e)
    first = walk.visit(e.a)
    second = common.knowing(walk, told(first), e.b)
    first = common.knowing(walk, told(second), first)
    return e if first is e.a and second is e.b else walk.again(binary(type(e).__name__, first, second))


def _condition(facts: Facts, e: BinaryOp) -> Expr | None:
    """Constants folded; the value where it is known"""
    made = _folded(e)
    return common.truth(facts, e) if made is None and not e.dtype.is_vector else made


def _call(facts: Facts, e: Call) -> Expr | None:
    """A condition that is known, operations on the bits of constants"""
    if e.dtype.is_bool and facts.truths:
        return common.truth(facts, e)
    return call(e.op, *e.args, dtype_=e.dtype, span=e.span) if callee_name(e) in _BITS else None  # pyright: ignore[reportArgumentType]


_BITS = frozenset(f"tir.{name}" for name in ("bitwise_and", "bitwise_or", "bitwise_xor", "shift_left", "shift_right"))
_STEPS: dict[type, Step] = {
    **common.STEPS,
    nodes.Add: _sum,
    nodes.Sub: _sum,
    Mul: _product,
    nodes.FloorDiv: _floordiv,
    nodes.FloorMod: _floormod,
    nodes.Div: _truncated,
    nodes.Mod: _truncated,
    nodes.Min: _extremum,
    nodes.Max: _extremum,
    **dict.fromkeys((nodes.EQ, nodes.NE, nodes.LT, nodes.LE, nodes.GT, nodes.GE), _comparison),
    And: _condition,
    Or: _condition,
    Call: _call,
}
CANONICAL = Mode("canonical", {**common.WHOLES, nodes.Add: _whole_sum, And: _and, Or: _or}, _STEPS)
