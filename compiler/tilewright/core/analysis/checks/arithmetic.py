"""Integers that go wrong at certain values of the loops: indices too large for their type, divisors that become 0; and loops that never end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import TypeGuard

from tilewright.core.analysis.cells import added
from tilewright.core.analysis.checks.chosen_elements import too_large_by_data
from tilewright.core.analysis.counter_example import find_counter_example, in_loop_variables, linear_of, split_guards
from tilewright.core.analysis.exact_counter_example import holds_somewhere, place_at, relation
from tilewright.core.analysis.survey import Access, Surroundings, Survey
from tilewright.core.analysis.wording import access_span, when, words
from tilewright.core.arith.bounds import linear_bound
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.key import Key, key
from tilewright.core.arith.linear import Linear, linear
from tilewright.core.arith.models import Undecided
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.base.dtype import INT64, DType, int_range
from tilewright.core.base.source import Span
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import (
    GE,
    GT,
    LE,
    LT,
    Add,
    And,
    BinaryOp,
    BufferLoad,
    Call,
    Cast,
    Expr,
    FloorDiv,
    FloorMod,
    IntImm,
    Mul,
    Or,
    Sub,
    Var,
)
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import BufferStore, ForKind, IfThenElse, LetStmt, SeqStmt, While
from tilewright.core.ir.walk import rewrite, variables_of, walk
from tilewright.core.ops.op import CallEffectKind, Op

SMALL = 1 << 12  # of the numbers in counting; hashes multiply with larger ones


def overflows(survey: Survey) -> Iterator[Diagnostic]:
    """Indices, conditions and numbers that loops count, of which a sum or product leaves the range of its type, at values of the loops that the message names."""
    fitting: set[int] = set()
    for access in survey.accesses:
        for index in _computed(access):
            yield from _overflow(survey, access, access.around, index, fitting)
    for decision in survey.decisions:
        place = decision.condition.span or decision.span
        yield from _overflow(survey, place, decision.around, decision.condition, fitting)
    for cast, value, place, around in survey.conversions:
        if cast.dtype.is_integer and cast.dtype.bits > value.dtype.bits:
            yield from _overflow(survey, value.span or place, around, value, fitting)


def _computed(access: Access) -> list[Expr]:
    """The numbers that decide which element is accessed, and those that a store counts."""
    computed = [index for index in access.indices if type(index) is not IntImm]
    if isinstance(access.node, BufferStore) and _counts(access.node.value):
        computed.append(access.node.value)
    return computed


def _counts(value: Expr) -> TypeGuard[BinaryOp]:
    """Whether a stored value is computed of loop variables and small numbers alone: with large ones, as in hashes, wrapping around is meant."""
    return (
        isinstance(value, (Add, Sub, Mul))
        and value.dtype.is_integer
        and all(
            isinstance(node, (Add, Sub, Mul, Var)) or (isinstance(node, IntImm) and abs(node.value) < SMALL)
            for node in walk(value)
        )
    )


def _overflow(
    survey: Survey, at: Access | Span | None, around: Surroundings, index: Expr, fitting: set[int]
) -> Iterator[Diagnostic]:
    """The first part of an index or a condition that is too large for its type; `fitting` are those that need not be looked at again."""
    for part in _suspects(survey, index, fitting):
        reached = _too_large(survey, around, part)
        if reached is None:
            continue
        fitting.add(id(part))  # it is said once
        sentence = f"`{words(part)}` is {reached}, which does not fit in {part.dtype}; use int64 indices, such as `{_wider(part)}`"
        place = access_span(at) if isinstance(at, Access) else at
        yield diagnose("index-overflow", sentence, place or survey.somewhere)
        return


def _too_large(survey: Survey, around: Surroundings, part: Expr) -> str | None:
    """The number outside of its type that a part of an index is somewhere, and when."""
    inner, unknown = split_guards(survey, around)
    value = in_loop_variables(survey, part)
    wide = _widened(value)
    if wide is None:
        return None
    if any(isinstance(node, BufferLoad) for node in walk(value)):
        return too_large_by_data(survey, around, part, wide, int_range(part.dtype)[1])
    found = None if unknown else find_counter_example(survey, inner, wide, _leaves(part.dtype))
    if found is None:
        return None
    used = variables_of(value)
    return f"{found[1]}{when((var, number) for var, number in found[0].items() if var in used)}"


def _leaves(dtype: DType) -> Callable[[int], bool]:
    """Whether a number does not fit in the type."""
    low, high = int_range(dtype)
    return lambda at: not low <= at <= high


def _wider(part: Expr) -> str:
    """The first variable in it, or the number in memory that comes before it, made wider."""
    first = next((node for node in walk(part) if isinstance(node, (Var, BufferLoad))), None)
    if isinstance(first, BufferLoad):
        return f'T.Cast("int64", {words(first)})'
    return f"T.int64({'i' if first is None else first.name})"


def _suspects(survey: Survey, index: Expr, fitting: set[int]) -> Iterator[Expr]:
    """The parts of an index of which bounds alone do not say that their types hold them, innermost first."""
    if id(index) in fitting:
        return
    for operand in _operands(survey, index):
        yield from _suspects(survey, operand, fitting)
    if _may_overflow(index):
        low, high = int_range(index.dtype)
        least, most = linear_bound(survey.facts, linear_of(survey, index))
        if least < low or high < most:
            yield index
            return
    fitting.add(id(index))


def _may_overflow(e: Expr) -> bool:
    return isinstance(e, (Add, Sub, Mul)) and e.dtype.is_integer and not e.dtype.is_vector and e.dtype.bits == 32


def _operands(survey: Survey, e: Expr) -> tuple[Expr, ...]:
    """The parts of an expression that are computed whenever it is, with what its variables are bound to; none of hashes, whose bits are taken."""
    if isinstance(e, (Var, BufferLoad)):
        value = survey.values.get(e) if isinstance(e, Var) else survey.constants.get(e.buffer.data)
        return () if value is None else (value,)
    if isinstance(e, (And, Or)):
        return (e.a,)
    if isinstance(e, BinaryOp):
        return e.a, e.b
    if isinstance(e, Cast):
        return (e.value,) if e.value.dtype.is_signed else ()
    return (e.args[0],) if isinstance(e, Call) and callee_name(e) in ("tir.likely", "tir.if_then_else") else ()


def _widened(e: Expr) -> Expr | None:
    """The same computation in 64 bits, where it is one of sums, products and quotients."""
    if isinstance(e, IntImm):
        return IntImm(INT64, e.value)
    if isinstance(e, (Var, BufferLoad)):
        return Cast(INT64, e)
    kind = type(e)
    if not isinstance(e, BinaryOp) or kind not in (Add, Sub, Mul, FloorDiv, FloorMod):
        return None
    a, b = _widened(e.a), _widened(e.b)
    return None if a is None or b is None else kind(a, b)


def zero_divisors(survey: Survey) -> Iterator[Diagnostic]:
    """Integer divisors that are 0 in some iteration."""
    for division, place, around in survey.quotients:
        divisor = division.b
        if isinstance(divisor, IntImm) or not divisor.dtype.is_integer or divisor.dtype.is_vector:
            continue
        around, unknown = split_guards(survey, around)
        found = None if unknown else _zero(survey, around, in_loop_variables(survey, divisor))
        if found is not None:
            sentence = f"the divisor `{words(divisor)}` is 0{when(found.items())}"
            yield diagnose("zero-divisor", sentence, division.span or place or survey.somewhere)


def _zero(survey: Survey, around: Surroundings, divisor: Expr) -> Point | None:
    """Values of the loops at which a divisor is 0 and every condition holds."""
    form = linear(divisor)
    if not form.terms:
        return {} if form.constant == 0 and not around.guards else None
    found = find_counter_example(survey, around, divisor, lambda at: at == 0)
    if found is not None:
        return {var: at for var, at in found[0].items() if var in variables_of(divisor)}
    variable = next((var for var in variables_of(divisor) if var in survey.domains), None)
    if variable is None:
        return _solved_zero(survey, around, divisor) if _is_difference(survey, form) else None
    crossing = _crossing(survey, around, divisor, variable) if len(variables_of(divisor)) == 1 else None
    return crossing or _solved_zero(survey, around, divisor)


def _is_difference(survey: Survey, form: Linear) -> bool:
    """Whether this is a size less a number or another size: 0 for sizes that nothing excludes."""
    terms = list(form.atoms())
    sizes = all(isinstance(atom, Var) and atom in survey.sizes and abs(factor) == 1 for atom, factor in terms)
    return sizes and min(factor for _, factor in terms) * form.constant <= 0 and len(terms) + (form.constant != 0) == 2


def _solved_zero(survey: Survey, around: Surroundings, divisor: Expr) -> Point | None:
    """The same, by the integer solver."""
    place = place_at(survey, around)
    try:
        found = None if place.open else holds_somewhere(place, relation("EQ", divisor, const(0, divisor.dtype)))
    except Undecided:
        return None
    return found and {var: at for var, at in found.items() if var in variables_of(divisor) or var in survey.sizes}


def _crossing(survey: Survey, around: Surroundings, divisor: Expr, variable: Var) -> Point | None:
    """The iteration of one loop in which a divisor that grows by a constant is 0."""
    low, extent = survey.domains[variable]
    at = [evaluate(divisor, {variable: value}) for value in (0, 1)]
    if not isinstance(low, IntImm) or not isinstance(extent, IntImm) or at[0] is None or at[1] is None:
        return None
    step = at[1] - at[0]
    if step == 0 or at[0] % step:
        return None
    point: Point = {variable: -at[0] // step}
    inside = low.value <= point[variable] < low.value + extent.value
    held = all(evaluate(in_loop_variables(survey, guard), point) for guard in around.guards)
    return point if inside and held and evaluate(divisor, point) == 0 else None


def endless_loops(survey: Survey) -> Iterator[Diagnostic]:
    """`while` loops that nothing inside ends or changes the condition of."""
    for loop, place, around in survey.whiles:
        at_once = (ForKind.PARALLEL, ForKind.VECTORIZED, ForKind.THREAD_BINDING)
        if around.launched or any(each.kind in at_once for each in around.loops) or _ends(loop):
            continue
        receding = _receding(loop)
        if receding is not None:
            survey.said.add(id(loop))
            sentence = f"each change of `{words(receding)}` in the loop takes it further from where `{_condition(loop)}` ends to hold: the loop never ends"
            yield diagnose("endless-loop", sentence, loop.condition.span or place or survey.somewhere)
            continue
        if _never(loop.condition) or hides(loop):
            continue
        if _changes(loop):
            stalling = _stalling(loop)
            if stalling is not None:
                survey.said.add(id(loop))
                holds = "holds" if stalling[1] else "does not hold"
                sentence = f"where `{words(stalling[0])}` {holds}, nothing in the loop changes it or `{_condition(loop)}`: the loop never ends"
                yield diagnose("endless-loop", sentence, loop.condition.span or place or survey.somewhere)
            continue
        survey.said.add(id(loop))
        if isinstance(loop.condition, IntImm):
            sentence = f"the condition `{_condition(loop)}` always holds, and the loop has no `break`: it never ends"
        else:
            sentence = (
                f"nothing in the loop changes the condition `{_condition(loop)}`: once it holds, the loop never ends"
            )
        yield diagnose("endless-loop", sentence, loop.condition.span or place or survey.somewhere)


def _never(condition: Expr) -> bool:
    return isinstance(condition, IntImm) and not condition.value


def _condition(loop: While) -> str:
    if isinstance(loop.condition, IntImm):
        return str(bool(loop.condition.value))
    span = loop.condition.span
    return span.text if span is not None and "\n" not in span.text else words(loop.condition)


def _ends(loop: While) -> bool:
    """Whether the body leaves the loop, or calls what may end the program or change memory."""
    for node in walk(loop.body):
        if isinstance(node, Call) and not _harmless(node):
            return True
    return any(isinstance(node, Call) and not _harmless(node) for node in walk(loop.condition))


def _harmless(call: Call) -> bool:
    if callee_name(call) == "tir.continue_loop":
        return True
    return isinstance(call.op, Op) and call.op.effect <= CallEffectKind.ReadState


def _changes(loop: While) -> bool:
    """Whether the body stores to an element that the condition may read."""
    loads = [node for node in walk(loop.condition) if isinstance(node, BufferLoad)]
    stores = [node for node in walk(loop.body) if isinstance(node, BufferStore)]
    return any(_may_meet(load, store) for load in loads for store in stores)


def _stalling(loop: While) -> tuple[Expr, bool] | None:
    """A condition in the body and an outcome of it with which nothing changes it or the condition of the loop, and which may hold together with that."""
    stores = [node for node in walk(loop.body) if isinstance(node, BufferStore)]
    for choice in _suite(loop.body):
        if not isinstance(choice, IfThenElse):
            continue
        deciding = [
            node for part in (loop.condition, choice.condition) for node in walk(part) if isinstance(node, BufferLoad)
        ]
        moving = {store for store in stores if any(_may_meet(load, store) for load in deciding)}
        for outcome, branch in ((False, choice.then_case), (True, choice.else_case)):
            if moving and moving <= set(walk(branch) if branch is not None else ()) and _are_met(loop, choice, outcome):
                return choice.condition, outcome
    return None


def _suite(body: object) -> Iterator[object]:
    """The statements that run in each iteration, one after the other."""
    if isinstance(body, SeqStmt):
        for each in body.seq:
            yield from _suite(each)
    else:
        yield body


# Numbers that are tried for what two conditions read.
_TRIED = (*range(-2, 18), 63, 64, 100, 1000)
_MOST_READ = 2


def _are_met(loop: While, choice: IfThenElse, outcome: bool) -> bool:
    """Whether some numbers in memory meet the condition of a loop and give a condition in it this outcome."""
    read: dict[Key, Var] = {}

    def variable(load: BufferLoad) -> Expr:
        return read.setdefault(key(load), Var(load.buffer.name, load.dtype))

    conditions = [rewrite(part, {BufferLoad: variable}) for part in (loop.condition, choice.condition)]
    variables = list(dict.fromkeys(var for part in conditions for var in variables_of(part)))
    if not 0 < len(variables) <= _MOST_READ or not all(var.dtype.is_integer for var in variables):
        return False
    for values in product(_TRIED, repeat=len(variables)):
        point = dict(zip(variables, values))
        first, second = (evaluate(part, point) for part in conditions)
        if first and second is not None and bool(second) is outcome:
            return True
    return False


def _receding(loop: While) -> BufferLoad | None:
    """The counter of a condition such as `n[0] < 20` that the body only ever changes the wrong way."""
    condition = loop.condition
    if not isinstance(condition, (LT, LE, GT, GE)):
        return None
    counter, limit, rises = condition.a, condition.b, isinstance(condition, (LT, LE))
    if not isinstance(counter, BufferLoad):
        counter, limit, rises = condition.b, condition.a, not rises
    if not isinstance(counter, BufferLoad) or not isinstance(limit, IntImm):
        return None
    stores = [node for node in walk(loop.body) if isinstance(node, BufferStore) and _may_meet(counter, node)]
    steps = [added(store, counter) for store in stores]
    wrong = all(step is not None and (step < 0 if rises else step > 0) for step in steps)
    return counter if steps and wrong else None


def hides(loop: While) -> bool:
    """Whether the body makes a new variable of a name in the condition: that it does not change is said there."""
    names = {var.name for var in variables_of(loop.condition)}
    return any(isinstance(node, LetStmt) and node.var.name in names for node in walk(loop.body))


def _may_meet(load: BufferLoad, store: BufferStore) -> bool:
    if load.buffer.data is not store.buffer.data:
        return False
    if load.buffer is not store.buffer:
        return True
    numbers = ((a, b) for a, b in zip(load.indices, store.indices) if isinstance(a, IntImm) and isinstance(b, IntImm))
    return all(a.value == b.value for a, b in numbers)
