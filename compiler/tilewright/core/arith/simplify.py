"""Simplification: an expression with the same value everywhere the known facts hold, shorter where they allow.

Bottom up, by node type: sums as linear forms, quotients by periods, extrema and comparisons by the sign of a difference, then the
text rules of `rules/`.  Types other than int32 and int64 wrap around, so only constants are folded there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.arith import division
from tilewright.core.arith.bounds import bound
from tilewright.core.arith.comparison import simplify_comparison
from tilewright.core.arith.facts import Facts, negated, upward
from tilewright.core.arith.key import deep_equal, key
from tilewright.core.arith.linear import Linear, difference, is_index, linear, to_expr
from tilewright.core.arith.prove import nonnegative
from tilewright.core.arith.rules.collected import RULES
from tilewright.core.arith.splits import merge_splits
from tilewright.core.arith.vector import divided_ramp, simplify_vector
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.expr import And, BinaryOp, Call, Cast, Expr, FloatImm, IntImm, Let, Mul, Not, Or, Select, Var
from tilewright.core.ir.operators import binary, call, cast
from tilewright.core.ir.walk import substitute, walk

ROUNDS = 12


def simplify(facts: Facts, e: Expr) -> Expr:
    """The simplified expression; the same object when nothing changed."""
    kind = type(e)
    if kind is IntImm or kind is FloatImm:
        return e
    known = facts.simplified.get(id(e))
    if known is not None:
        return known[1]
    found = _fixpoint(facts, e)
    facts.simplified[id(e)] = (e, found)
    return found


def _fixpoint(facts: Facts, e: Expr) -> Expr:
    current = e
    for _ in range(ROUNDS):
        changed = _once(facts, current)
        if changed is current:
            return current
        current = changed
    return current


def _once(facts: Facts, e: Expr) -> Expr:
    whole = _joined_first(e) if isinstance(e, nodes.Add) else None
    if whole is not None:
        return simplify(facts, whole)
    rule = _STEPS.get(type(e))
    if rule is not None and isinstance(e, _SCOPED):
        made: Expr | None = rule(facts, e)
    else:
        found = e.map_children(lambda child: simplify(facts, child) if isinstance(child, Expr) else child)
        made = found if rule is None else rule(facts, found)
        made = _by_rules(facts, found) if made is None else made
    return e if made is None or deep_equal(made, e) else made


def _joined_first(e: nodes.Add) -> Expr | None:
    """Parts of one index as they were written: simplified one by one they might no longer show that they belong together."""
    if not is_index(e.dtype) or not isinstance(e.b, (nodes.FloorMod, Mul, nodes.FloorDiv)):
        return None
    form = linear(e)
    joined = merge_splits(form)
    return None if joined is form else to_expr(joined)


def _by_rules(facts: Facts, e: Expr) -> Expr:
    if isinstance(e, BinaryOp) and not (is_index(e.a.dtype) or e.a.dtype.is_bool):
        return e  # the rules are those of numbers that neither wrap around nor round
    for rule in RULES.get(type(e), ()):
        made = rule.apply(facts, e)
        if made is not None:
            return made
    return e


def _variable(facts: Facts, e: Var) -> Expr:
    value = facts.values.get(e)
    if value is not None:
        return value
    known = facts.truths.get(key(e)) if facts.truths and e.dtype.is_bool else None
    return e if known is None else IntImm(BOOL, int(known))


def _sum(facts: Facts, e: Any) -> Expr | None:
    """Like terms together, parts of one quotient and remainder joined."""
    if not is_index(e.dtype):
        return _folded(e)
    chosen = chosen_together(e)
    if chosen is not None:
        return chosen
    form = linear(e)
    return to_expr(merge_splits(form))


def chosen_together(e: Any) -> Expr | None:
    """select(c, x, y) + select(c, z, w) -> select(c, x + z, y + w); select(c, x, y) - x -> select(c, 0, y - x)"""
    a, b, cls = e.a, e.b, type(e)
    if not isinstance(a, Select):
        return None
    if isinstance(b, Select) and deep_equal(a.condition, b.condition):
        return Select(a.condition, cls(a.true_value, b.true_value), cls(a.false_value, b.false_value), e.span)
    if isinstance(e, nodes.Sub) and (deep_equal(a.true_value, b) or deep_equal(a.false_value, b)):
        return Select(a.condition, cls(a.true_value, b), cls(a.false_value, b), e.span)
    return None


def _folded(e: Any) -> Expr | None:
    vector = simplify_vector(e)
    if vector is not None:
        return vector
    made: Any = binary(type(e).__name__, e.a, e.b)
    return None if type(made) is type(e) and made.a is e.a and made.b is e.b else made


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


def _floordiv(facts: Facts, e: Any) -> Expr | None:
    if not is_index(e.dtype):
        return _folded_vector(facts, e)
    if isinstance(e.a, IntImm) and isinstance(e.b, IntImm):
        return _folded(e)
    return division.floordiv(facts, e.a, e.b)


def _folded_vector(facts: Facts, e: Any) -> Expr | None:
    divided = divided_ramp(facts, e) if e.dtype.is_vector else None
    return _folded(e) if divided is None else divided


def _floormod(facts: Facts, e: Any) -> Expr | None:
    if not is_index(e.dtype) or (isinstance(e.a, IntImm) and isinstance(e.b, IntImm)):
        return _folded_vector(facts, e)
    return division.floormod(facts, e.a, e.b)


def _truncated(facts: Facts, e: Any) -> Expr | None:
    if not is_index(e.dtype) or (isinstance(e.a, IntImm) and isinstance(e.b, IntImm)):
        return _folded(e)
    if not isinstance(e.b, IntImm) or e.b.value <= 0:
        return None
    form, divisor = linear(e.a), e.b.value
    if form.constant % divisor == 0 and all(c % divisor == 0 for _, c in form.atoms()):
        exact = form.with_terms({n: (a, c // divisor) for n, (a, c) in form.terms.items()}, form.constant // divisor)
        return to_expr(exact) if isinstance(e, nodes.Div) else IntImm(e.dtype, 0)
    low, high = bound(facts, e)
    return IntImm(e.dtype, int(low)) if low == high else None


def _extremum(facts: Facts, e: Any) -> Expr | None:
    """The operand that is never the larger (never the smaller) one."""
    if not is_index(e.dtype):
        return _folded(e)
    chosen = chosen_together(e)
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


def _without_repeated(e: Any) -> Expr | None:
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


def _operands(e: Expr, kind: Any) -> list[Expr]:
    """The operands of nested nodes of one kind, from the left."""
    return [*_operands(e.a, kind), *_operands(e.b, kind)] if isinstance(e, kind) else [e]  # type: ignore[attr-defined]


def _comparison(facts: Facts, e: Any) -> Expr | None:
    """Comparisons are written with < and <=: a > b -> b < a"""
    made = _upward_comparison(facts, upward(e))
    return upward(e) if made is None and isinstance(e, (nodes.GT, nodes.GE)) else made


def _upward_comparison(facts: Facts, e: Any) -> Expr | None:
    known = facts.truths.get(key(e)) if facts.truths else None
    if known is not None:
        return IntImm(BOOL, int(known))
    if is_index(e.a.dtype):
        return simplify_comparison(facts, e)
    return _folded(e)


def _and(facts: Facts, e: And) -> Expr:
    """Each side is read knowing the other."""
    return _joined(facts, e, And, e.a, e.b)


def _or(facts: Facts, e: Or) -> Expr:
    """Each side is read knowing that the other fails."""
    return _joined(facts, e, Or, e.a, e.b)


def _joined(facts: Facts, e: Any, cls: type[And] | type[Or], a: Expr, b: Expr) -> Expr:
    if e.dtype.is_vector:
        made = e.map_children(lambda child: simplify(facts, child))
        folded = _folded(made)
        return made if folded is None else folded
    first = simplify(facts, a)
    second = _knowing(facts, first if cls is And else negated(first), b)
    first = _knowing(facts, second if cls is And else negated(second), first)
    folded = binary(cls.__name__, first, second)
    if not isinstance(folded, cls):
        return folded
    if folded.a is e.a and folded.b is e.b:
        folded = e
    known = facts.truths.get(key(folded)) if facts.truths else None
    return _by_rules(facts, folded) if known is None else IntImm(BOOL, int(known))


def _knowing(facts: Facts, condition: Expr, e: Expr) -> Expr:
    """`e` simplified where `condition` holds, for an `e` that is computed elsewhere too.

    There it may become anything but a failure: a load or a quotient that the condition made constant could fail, so it stays.
    """
    if isinstance(condition, IntImm) or not _never_fails(e):
        return simplify(facts, e)
    return _where(facts, condition, e)


def _never_fails(e: Expr) -> bool:
    for node in walk(e):
        if isinstance(node, (nodes.BufferLoad, nodes.ProducerLoad, Call)):
            return False
        if isinstance(node, _QUOTIENTS) and not isinstance(node.b, IntImm):
            return False
    return True


def _where(facts: Facts, condition: Expr, e: Expr) -> Expr:
    """`e` simplified where `condition` holds, for an `e` that is computed only there."""
    restore = facts.assume(condition)
    try:
        return simplify(facts, e)
    finally:
        restore()


def _not(facts: Facts, e: Not) -> Expr | None:
    if e.dtype.is_vector:
        return None
    opposite = negated(e.a)
    if not isinstance(opposite, Not):
        return opposite
    known = facts.truths.get(key(upward(e.a)))
    return None if known is None else IntImm(BOOL, int(not known))


def _boolean(facts: Facts, e: Expr) -> Expr:
    known = facts.truths.get(key(e)) if facts.truths else None
    return e if known is None else IntImm(BOOL, int(known))


def _select(facts: Facts, e: Select) -> Expr:
    chosen = _branches(facts, _knowing, e.condition, e.true_value, e.false_value)
    if isinstance(chosen, Expr):
        return chosen
    condition, yes, no = chosen
    same = condition is e.condition and yes is e.true_value and no is e.false_value
    return _by_rules(facts, e if same else Select(condition, yes, no, e.span))


Reader = Callable[[Facts, Expr, Expr], Expr]


def _branches(facts: Facts, read: Reader, condition: Expr, yes: Expr, no: Expr) -> Expr | tuple[Expr, Expr, Expr]:
    """The branch that is taken, or the three parts with each branch read under its condition."""
    condition = simplify(facts, condition)
    if isinstance(condition, IntImm):
        return simplify(facts, yes if condition.value else no)
    if condition.dtype.is_vector:
        return condition, simplify(facts, yes), simplify(facts, no)
    yes, no = read(facts, condition, yes), read(facts, negated(condition), no)
    return yes if deep_equal(yes, no) else (condition, yes, no)


def _call(facts: Facts, e: Call) -> Expr:
    name = getattr(e.op, "name", "")
    if name == "tir.if_then_else":
        chosen = _branches(facts, _where, *e.args)
        if isinstance(chosen, Expr):
            return chosen
        return e if all(new is old for new, old in zip(chosen, e.args)) else Call(e.dtype, e.op, chosen, e.span)
    made = e.map_children(lambda child: simplify(facts, child))
    if name == "tir.likely":
        return made.args[0] if isinstance(made.args[0], IntImm) else made
    if e.dtype.is_bool and facts.truths:
        return _boolean(facts, made)
    return made if made is e or name not in _BITS else call(e.op, *made.args, dtype_=e.dtype, span=e.span)  # pyright: ignore[reportArgumentType]


_BITS = frozenset(f"tir.{name}" for name in ("bitwise_and", "bitwise_or", "bitwise_xor", "shift_left", "shift_right"))


def converted(facts: Facts, e: Cast) -> Expr | None:
    """cast of a constant; cast<t>(cast<u>(x)) -> cast<t>(x) when u holds every x"""
    if isinstance(e.value, (IntImm, FloatImm, nodes.Broadcast)) or e.value.dtype is e.dtype:
        made = cast(e.value, e.dtype)
        return None if isinstance(made, Cast) else made
    inner = e.value
    if isinstance(inner, Call) and e.dtype.is_integer and not e.dtype.is_vector:
        low, high = bound(facts, e)
        return IntImm(e.dtype, int(low)) if low == high else None
    if isinstance(inner, Cast) and _widens(inner) and inner.value.dtype.is_integer and e.dtype.is_integer:
        return cast(inner.value, e.dtype)
    return None


def _widens(e: Cast) -> bool:
    source, target = e.value.dtype, e.dtype
    signs = source.kind == target.kind or (source.kind in ("uint", "bool") and target.kind == "int")
    return target.is_integer and source.bits < target.bits and signs


def _let(facts: Facts, e: Let) -> Expr:
    """A name for a constant or a variable goes; any other is known by its bounds inside the body."""
    value = simplify(facts, e.value)
    if isinstance(value, (IntImm, FloatImm, Var)):
        return simplify(facts, substitute(e.body, {e.var: value}))
    if is_index(value.dtype):
        facts.narrow(e.var, bound(facts, value))
    body = simplify(facts, e.body)
    return e if value is e.value and body is e.body else Let(e.var, value, body, e.span)


_QUOTIENTS = (nodes.Div, nodes.Mod, nodes.FloorDiv, nodes.FloorMod)
_SCOPED = (And, Or, Select, Call, Let)
_STEPS: dict[type, Callable[[Facts, Any], Expr | None]] = {
    Var: _variable,
    nodes.SizeVar: _variable,
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
    And: _and,
    Or: _or,
    Not: _not,
    Select: _select,
    Call: _call,
    Cast: converted,
    Let: _let,
}
