"""Checks the values that reductions start from: the maximum of numbers below 0 is not found when it starts from 0."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tilewright.core.analysis.checks.blocks import is_element
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.survey import Access, Survey, loads_in
from tilewright.core.analysis.wording import access_span, access_text
from tilewright.core.arith.bounds import bound
from tilewright.core.arith.key import key
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import (
    GE,
    GT,
    LE,
    LT,
    Add,
    And,
    BufferLoad,
    Call,
    Cast,
    Div,
    Expr,
    FloatImm,
    IntImm,
    Max,
    Min,
    Mul,
    Or,
    Select,
    Sub,
    Var,
)
from tilewright.core.ir.stmt import BufferStore

SMALL = 1e-3  # numbers with which programs keep a result off 0
FAR = 10  # programs start maxima from a number that is below all that they expect


def inits_without_update(survey: Survey) -> Iterator[Diagnostic]:
    """Elements that an init sets and their block reads, and never stores to: a maximum whose value is not kept."""
    for start in survey.accesses:
        if not (start.is_write and start.around.in_init and start.around.blocks):
            continue
        data, block = start.buffer.data, start.around.blocks[-1]
        if data in survey.opaque:
            continue
        within = [
            each
            for each in survey.by_memory[data]
            if not each.around.in_init and any(realize is block for realize in each.around.blocks)
        ]
        if within and not any(each.is_write for each in within):
            text = access_text(start)
            sentence = f"`{text}` is set by `T.init` and read in its block, which never stores to it: what it starts with is compared in every iteration"
            yield diagnose("init-without-update", sentence, access_span(start) or survey.somewhere)


def wrong_identities(survey: Survey) -> Iterator[Diagnostic]:
    """Stores of a number that begin a maximum, minimum, sum or product and change its result."""
    for access in survey.accesses:
        found = combined(survey, access)
        if found is None or any(load.buffer.data is access.buffer.data for load in loads_in(found[1])):
            continue  # what is combined with other elements of its own starts where the recurrence does
        same = survey.by_memory[access.buffer.data]
        writes = [each for each in same if each.is_write and each.buffer is access.buffer]
        if found[0] is Mul and any(_added_to(each, access) for each in writes):
            continue  # what the factor scales is a sum, as of an online softmax
        starts = _starts(access, writes) or _only_other(access, writes)
        rule = _RULES[found[0]]
        for start in starts:
            value = _number(start.node.value) if isinstance(start.node, BufferStore) else None
            if value is None or (found[0] is Add and not start.around.in_init):
                continue
            reason = rule(survey, value, found[1])
            if reason is not None:
                span = start.node.span or start.statement or survey.somewhere
                note = () if access.statement is None else (Note("the reduction is here", access.statement),)
                yield diagnose("wrong-identity", f"`{access_text(access)}` {reason}", span, note)


def _added_to(store: Access, access: Access) -> bool:
    """Whether another store of the same block adds to the element."""
    own = store.around.blocks == access.around.blocks and not store.around.in_init
    return store is not access and own and store.place == access.place and isinstance(store.value, (Add, Sub))


def combined(survey: Survey, access: Access) -> tuple[type[Expr], Expr] | None:
    """The kind of the operation that combines another value with the element that it replaces, and that value: `s = max(s, x)`, also where a comparison of the two chooses."""
    value = access.value
    if access.around.in_init or value is None:
        return None
    if isinstance(value, (Max, Min, Add, Mul, And, Or)):
        pairs = ((value.a, value.b), (value.b, value.a))
        return next(((type(value), other) for own, other in pairs if is_element(access, own)), None)
    if isinstance(value, Select):
        pairs = ((value.true_value, value.false_value, False), (value.false_value, value.true_value, True))
        chosen = (
            (_chosen(value.condition, own, other, replaced), other)
            for own, other, replaced in pairs
            if is_element(access, own)
        )
    elif not access.around.guards:
        return None
    else:
        own, other = (in_loop_variables(survey, e) for e in (BufferLoad(access.buffer, access.indices), value))
        guards = [in_loop_variables(survey, guard) for guard in access.around.guards]
        chosen = ((_chosen(guard, own, other, True), value) for guard in guards)
    return next(((kind, other) for kind, other in chosen if kind is not None), None)


def _chosen(condition: Expr, own: Expr, other: Expr, replaced: bool) -> type[Expr] | None:
    """Whether the larger or the smaller of the two values is kept; None where the condition does not compare just these.

    `replaced`: the other value is taken where the condition holds.
    """
    if not isinstance(condition, (LT, LE, GT, GE)):
        return None
    sides = [key(condition.a), key(condition.b)]
    if sides not in ([key(own), key(other)], [key(other), key(own)]):
        return None
    own_is_first, rises = sides[0] == key(own), isinstance(condition, (LT, LE))
    return Max if (own_is_first is rises) is replaced else Min


def _starts(access: Access, writes: list[Access]) -> list[Access]:
    """The stores of the init of the reduction's block."""
    blocks = access.around.blocks
    return [each for each in writes if each.around.in_init and each.around.blocks[: len(blocks)] == blocks]


def _only_other(access: Access, writes: list[Access]) -> list[Access]:
    """The only other store to the buffer, when it stores a number before the reduction."""
    if len(writes) != 2:
        return []
    other = writes[0] if writes[1] is access else writes[1]
    is_number = isinstance(other.node, BufferStore) and _number(other.node.value) is not None
    return [other] if is_number and other.order < access.order else []


def _number(e: Expr) -> float | None:
    if isinstance(e, Cast):
        return _number(e.value)
    return e.value if isinstance(e, (IntImm, FloatImm)) else None


def _maximum(survey: Survey, start: float, value: Expr) -> str | None:
    least = _least(survey, value)
    if start < -FAR or (value.dtype.kind in ("uint", "bool") and start == 0) or least >= start:
        return None
    if least >= 0 and 0 < start <= SMALL:
        return None  # what is divided by the result is not divided by 0
    return f"is a maximum that starts from {_text(start)}: it stays there when all values are smaller; start from `T.min_value`"


def _minimum(survey: Survey, start: float, value: Expr) -> str | None:
    if start > FAR or -_least(survey, value, -1) <= start:
        return None
    return f"is a minimum that starts from {_text(start)}: it stays there when all values are larger; start from `T.max_value`"


def _sum(survey: Survey, start: float, value: Expr) -> str | None:
    if start == 0 or (value.dtype.is_float and 0 < start <= SMALL):
        return None
    return f"is a sum that starts from {_text(start)}, which is part of the result; start from 0"


def _product(survey: Survey, start: float, value: Expr) -> str | None:
    if start == 1:
        return None
    if start == 0:
        return "is a product that starts from 0 and stays 0; start from 1"
    return f"is a product that starts from {_text(start)}, which is part of the result; start from 1"


def _conjunction(survey: Survey, start: float, value: Expr) -> str | None:
    return "is a conjunction that starts from False and stays False; start from True" if start == 0 else None


def _disjunction(survey: Survey, start: float, value: Expr) -> str | None:
    return None if start == 0 else "is a disjunction that starts from True and stays True; start from False"


def _text(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


def _least(survey: Survey, e: Expr, sign: int = 1) -> float:
    """A number that `sign * e` never falls below."""
    if isinstance(e, BufferLoad):
        return _least_stored(survey, e, sign)
    if e.dtype.is_integer and not e.dtype.is_vector:
        low, high = bound(survey.facts, e)
        return low if sign > 0 else -high
    if isinstance(e, (Cast, FloatImm)):
        return sign * e.value if isinstance(e, FloatImm) else _least(survey, e.value, sign)
    if isinstance(e, Max if sign > 0 else Min):
        return max(_least(survey, e.a, sign), _least(survey, e.b, sign))
    if isinstance(e, Max | Min):
        return min(_least(survey, e.a, sign), _least(survey, e.b, sign))
    if isinstance(e, Select):
        return min(_least(survey, e.true_value, sign), _least(survey, e.false_value, sign))
    if isinstance(e, Call) and callee_name(e) == "tir.if_then_else":
        return min(_least(survey, each, sign) for each in e.args[1:])
    if isinstance(e, Add):
        return _least(survey, e.a, sign) + _least(survey, e.b, sign)
    if isinstance(e, Mul) and key(e.a) == key(e.b) and sign > 0:
        return 0
    if isinstance(e, Mul | Div) and sign > 0 and min(_least(survey, e.a), _least(survey, e.b)) >= 0:
        return 0
    if isinstance(e, Call) and callee_name(e) in _NOT_NEGATIVE and sign > 0:
        return 0
    if isinstance(e, Var) and e in survey.values:
        return _least(survey, survey.values[e], sign)
    return -float("inf")


def _least_stored(survey: Survey, load: BufferLoad, sign: int) -> float:
    """The same of memory in which the function stores numbers alone, and adds numbers to them that take it no lower."""
    data = load.buffer.data
    stores = [access for access in survey.by_memory.get(data, ()) if access.is_write]
    if data not in survey.origins or data in survey.aliased or not stores:
        return -float("inf")
    found: list[float] = []
    for store in stores:
        value = store.node.value if isinstance(store.node, BufferStore) else None
        if isinstance(value, Add) and any(is_element(store, side) for side in (value.a, value.b)):
            other = value.b if is_element(store, value.a) else value.a
            step = _number(other)
            found.append(float("inf") if step is not None and sign * step >= 0 else -float("inf"))
        else:
            number = None if value is None else _number(value)
            found.append(-float("inf") if number is None else sign * number)
    return min(found)


_NOT_NEGATIVE = frozenset(("tir.fabs", "tir.exp", "tir.exp2", "tir.exp10", "tir.sqrt", "tir.sigmoid"))
_RULES: dict[type[Expr], Callable[[Survey, float, Expr], str | None]] = {
    Max: _maximum,
    Min: _minimum,
    Add: _sum,
    Mul: _product,
    And: _conjunction,
    Or: _disjunction,
}
