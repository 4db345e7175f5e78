"""Values that cannot be meant: shifts by more than there is, loops whose bounds are the wrong way round, results that nobody takes or gives."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.exact_counter_example import holds_somewhere, outside, place_at
from tilewright.core.analysis.returns import returns, way_through
from tilewright.core.analysis.survey import SHIFTS, Surroundings, Survey
from tilewright.core.analysis.wording import name_span, when
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.linear import is_index
from tilewright.core.arith.models import Undecided, decidable
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.base.dtype import VOID
from tilewright.core.base.source import Span
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Cast, Expr, IntImm, StringImm, Var
from tilewright.core.ir.node.type_ import dtype_of
from tilewright.core.ir.stmt import Evaluate, For, IfThenElse, While
from tilewright.core.ir.walk import variables_of, walk
from tilewright.core.ops.op import CallEffectKind, Op


def shift_ranges(survey: Survey) -> Iterator[Diagnostic]:
    """Shifts by a constant that is negative, or not below the number of bits."""
    for call, place, _ in survey.shifts:
        amount = call.args[1]
        if isinstance(amount, IntImm) and not 0 <= amount.value < call.args[0].dtype.bits:
            yield _shifted(survey, call, place, str(amount.value))


def shifts_in_loops(survey: Survey) -> Iterator[Diagnostic]:
    """Shifts by such numbers for some values of the loops around."""
    for call, place, around in survey.shifts:
        amount = call.args[1]
        while isinstance(amount, Cast) and amount.value.dtype.is_integer:
            amount = amount.value
        point = None if isinstance(amount, IntImm) else _too_far(survey, amount, around, call.args[0].dtype.bits)
        if point is not None:
            values = [
                (each, evaluate(in_loop_variables(survey, each), point)) for each in (amount, *variables_of(amount))
            ]
            named = when((var, value) for var, value in values[1:] if isinstance(var, Var))
            yield _shifted(survey, call, place, f"{values[0][1]}{named}")


def _too_far(survey: Survey, amount: Expr, around: Surroundings, bits: int) -> Point | None:
    """A point of the loops at which as many bits or more are shifted."""
    condition = in_loop_variables(survey, amount)
    if not is_index(amount.dtype) or not variables_of(condition):
        return None
    place = place_at(survey, around)
    try:
        condition = outside(condition, IntImm(amount.dtype, 0), IntImm(amount.dtype, bits))
        return None if place.open or not decidable(condition) else holds_somewhere(place, condition)
    except Undecided:
        return None


def _shifted(survey: Survey, call: Call, place: Span | None, amount: str) -> Diagnostic:
    type_ = call.args[0].dtype
    sentence = f"{type_} has {type_.bits} bits, and is shifted {SHIFTS[callee_name(call)]} by {amount}"
    return diagnose("shift-range", sentence, call.span or place or survey.somewhere)


def backward_loops(survey: Survey) -> Iterator[Diagnostic]:
    """Loops over a constant range that ends before it begins."""
    for loop, _ in survey.loops:
        if not (isinstance(loop.min, IntImm) and isinstance(loop.extent, IntImm)) or loop.extent.value >= 0:
            continue
        first, end = loop.min.value, loop.min.value + loop.extent.value
        sentence = f"the loop `{loop.loop_var.name}` never runs: it begins at {first} and ends before {end}"
        span = name_span(loop.loop_var.name, loop.span) or survey.somewhere
        yield diagnose("backward-loop", sentence, span)


def discarded_values(survey: Survey) -> Iterator[Diagnostic]:
    """Statements that compute something and do nothing with it; `T.evaluate` says that this is meant."""
    for statement in survey.evaluated:
        span = statement.span
        if span is None or _is_meant(statement, span.text) or not _only_computes(statement.value):
            continue
        yield diagnose("discarded-value", f"the value of `{_short(span.text)}` is computed but not used", span)


def _is_meant(statement: Evaluate, text: str) -> bool:
    """Whether the text says so, or is another statement that left this one behind."""
    left_behind = isinstance(statement.value, (IntImm, Var)) or _is_unknown(statement.value)
    return left_behind or "evaluate(" in text or text.startswith(("return", "with "))


def _is_unknown(value: Expr) -> bool:
    """Whether this is what a function of which nothing is known was given."""
    first = value.args[0] if isinstance(value, Call) and value.args else None
    return isinstance(first, StringImm) and not first.value


def _only_computes(value: Expr) -> bool:
    if isinstance(value, Call) and (not isinstance(value.op, Op) or value.op.effect != CallEffectKind.Pure):
        return False
    return all(
        not isinstance(node, Call) or (isinstance(node.op, Op) and node.op.effect <= CallEffectKind.ReadState)
        for node in walk(value)
    ) and not _is_handle(value)


def _is_handle(value: Expr) -> bool:
    return value.dtype.is_handle and not isinstance(value, BufferLoad)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else f"{line[:37]}..."


def missing_returns(survey: Survey) -> Iterator[Diagnostic]:
    """Functions that say they return a value and have no `return`, or have a way to their end without one."""
    func = survey.func
    type_ = dtype_of(func.ret_type)
    if type_ is VOID:
        return
    declared = f"the function is declared to return {type_}"
    if not any(returns(call) for call, _ in survey.calls):
        yield diagnose("missing-return", f"{declared}, and it has no `return`", survey.somewhere)
        return
    end = way_through(func.body)
    if end is not None:
        how = _ENDS.get(type(end), "after this it ends")
        place: Span | None = getattr(end, "span", None)
        yield diagnose("missing-return", f"{declared}, and {how} without a `return`", place or survey.somewhere)


_ENDS: dict[type, str] = {
    IfThenElse: "where this condition does not hold it ends",
    For: "when this loop has run it ends",
    While: "when this loop has run it ends",
}
