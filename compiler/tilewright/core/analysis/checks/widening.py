"""Sums and products of narrow integers that are widened only after they are computed, when they have already wrapped around."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.counter_example import facts_at
from tilewright.core.analysis.survey import NARROW, SHIFTS, Surroundings, Survey, memory_read
from tilewright.core.arith import interval as iv
from tilewright.core.arith.bounds import bound
from tilewright.core.arith.key import key
from tilewright.core.base.diagnostics import Diagnostic, Severity, diagnose
from tilewright.core.base.dtype import DType, int_range
from tilewright.core.base.source import Span
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Add, Broadcast, Cast, Div, Expr, FloorDiv, IntImm, Max, Min, Mul, Sub

Ends = tuple[iv.End, iv.End]


def late_widenings(survey: Survey) -> Iterator[Diagnostic]:
    """Conversions to a wider type of sums and products that narrow data make too large for their own type; of products in 32 bits, whose data are mostly small, as a hint."""
    for cast, value, place, around in survey.conversions:
        long = _is_long_product(survey, cast, value)
        reached = _reached(survey, around, value) if long or _is_widening(cast, value) else None
        if reached is None:
            continue
        done = f"is converted to {cast.dtype.element}"
        sentence = _sentence(value, done, reached, _wide(cast.dtype.element, reached))
        span = value.span or cast.span or place or survey.somewhere
        yield diagnose("late-widening", sentence, span, severity=Severity.HINT if long else None)
    for value, place, around in _divided(survey):
        reached = _reached(survey, around, value)
        if reached is not None:
            sentence = _sentence(value, "is divided", reached, "int32")
            yield diagnose("late-widening", sentence, value.span or place or survey.somewhere)


def _sentence(value: Expr, done: str, reached: Ends, wide: str) -> str:
    narrow = value.dtype.element
    low, high = int_range(narrow)
    beyond = reached[1] if reached[1] > high else reached[0]
    what = "product" if isinstance(value, Mul) else "difference" if isinstance(value, Sub) else "sum"
    return (
        f"the {what} is computed in {narrow}, which holds {low} to {high}, and {done} only then: "
        f"it can be {beyond}, and wraps around; convert its operands to {wide} first"
    )


def _divided(survey: Survey) -> Iterator[tuple[Expr, Span | None, Surroundings]]:
    """Sums and products of narrow integers of which a quotient or a shift to the right takes the upper bits."""
    for quotient, place, around in survey.quotients:
        if isinstance(quotient, (Div, FloorDiv)) and _is_narrow(quotient.a):
            yield quotient.a, place, around
    for shift, place, around in survey.shifts:
        if SHIFTS.get(callee_name(shift) or "") == "right" and _is_narrow(shift.args[0]):
            yield shift.args[0], place, around


def _is_widening(cast: Cast, value: Expr) -> bool:
    """Whether a conversion makes a sum, difference or product of narrow integers wider."""
    if not _is_narrow(value):
        return False
    return cast.dtype.is_float or (cast.dtype.is_integer and cast.dtype.bits > value.dtype.bits)


def _is_long_product(survey: Survey, cast: Cast, value: Expr) -> bool:
    """Whether a conversion makes a product of two numbers of 32 bits wider, both of which are read from memory."""
    if not isinstance(value, Mul) or not value.dtype.is_integer or value.dtype.bits != 32:
        return False
    wider = cast.dtype.is_integer and cast.dtype.bits > 32
    return wider and bool(memory_read(survey, value.a)) and bool(memory_read(survey, value.b))


def _is_narrow(value: Expr) -> bool:
    """Whether this is a sum, difference or product of narrow integers."""
    return isinstance(value, (Add, Sub, Mul)) and value.dtype.is_integer and 1 < value.dtype.bits <= NARROW


def _wide(target: DType, reached: Ends) -> str:
    """The type that the operands should have: the one that is converted to where it holds the results; integers, for floats lose digits."""
    low, high = int_range(target) if target.is_integer else (0, 0)
    return str(target) if low <= reached[0] and reached[1] <= high else "int32"


def _reached(survey: Survey, around: Surroundings, value: Expr) -> Ends | None:
    """The smallest and largest result without wrapping around; None where it fits, or where the values may be limited by what the program knows of them."""
    if not is_of_data(value):
        return None
    read = memory_read(survey, value)
    if any(read & memory_read(survey, guard) for guard in around.guards):
        return None
    low, high = ends_of(survey, around, value)
    least, most = int_range(value.dtype.element)
    return None if low >= least and high <= most else (low, high)


def is_of_data(value: Expr) -> bool:
    """Whether both operands are data, or a number is subtracted from unsigned data: other numbers are chosen to fit the data at hand."""
    if not isinstance(value, (Add, Sub, Mul)):
        return True
    constants = [isinstance(_scalar(each), IntImm) for each in (value.a, value.b)]
    return not any(constants) or (isinstance(value, Sub) and not value.dtype.is_signed and not constants[0])


def _scalar(e: Expr) -> Expr:
    return e.value if isinstance(e, Broadcast) else e


def ends_of(survey: Survey, around: Surroundings, e: Expr) -> Ends:
    """Bounds of an expression whose sums and products do not wrap around."""
    e = _scalar(e)
    if isinstance(e, (Add, Sub, Mul)):
        combine = COMBINED[type(e)]
        low, high = combine(ends_of(survey, around, e.a), ends_of(survey, around, e.b))
        return max(low, 0) if isinstance(e, Sub) and _is_ordered(e) else low, high
    if isinstance(e, IntImm):
        return e.value, e.value
    if e.dtype.is_vector:
        inner = e.value if isinstance(e, Cast) and e.value.dtype.is_integer else e
        return int_range(min((inner.dtype.element, e.dtype.element), key=lambda each: each.bits))
    return bound(facts_at(survey, around), e)


def _is_ordered(e: Sub) -> bool:
    """Whether the smaller of two numbers is subtracted from the larger, as in `max(a, b) - min(a, b)` and `max(a, b) - b`."""
    larger = [e.a.a, e.a.b] if isinstance(e.a, Max) else [e.a]
    smaller = [e.b.a, e.b.b] if isinstance(e.b, Min) else [e.b]
    first, second = ({key(each) for each in part} for part in (larger, smaller))
    return first == second if len(first) == len(second) else first <= second or second <= first


COMBINED = {Add: iv.plus, Sub: iv.minus, Mul: iv.times}
