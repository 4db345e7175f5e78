"""Comparisons that come out the same at every point of the loops, although they were written to choose."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from tilewright.core.analysis.counter_example import facts_at, in_loop_variables
from tilewright.core.analysis.exact_counter_example import can_hold, place_at
from tilewright.core.analysis.survey import Decision, Survey, loads_in
from tilewright.core.analysis.wording import words
from tilewright.core.arith.bounds import linear_bound
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.facts import negated
from tilewright.core.arith.linear import difference, is_index
from tilewright.core.arith.models import Undecided
from tilewright.core.base.diagnostics import Diagnostic, Severity, diagnose
from tilewright.core.base.source import Expanded, Span
from tilewright.core.ir.expr import EQ, GE, GT, LE, LT, And, Expr, IntImm, Not, Or, Var
from tilewright.core.ir.walk import variables_of

Comparison = LT | LE | GT | GE
# A sentence, and its severity where that is not the one of the code.
Said = tuple[str, Severity | None]
_SAMPLE = 33  # of sizes, where outcomes are tried before the solver is asked
_POINTS = 16


def decided_comparisons(survey: Survey) -> Iterator[Diagnostic]:
    """Comparisons that always hold, or never: of unsigned numbers with 0, of an index with its own end, and those that choose one of two."""
    found: dict[Span, set[Said | None]] = {}
    for decision in survey.decisions:
        for span, said in _findings(survey, decision):
            found.setdefault(span, set()).add(said)
    for span, sentences in found.items():
        said = next(iter(sentences))
        # The text of a macro stands for several conditions.
        if len(sentences) == 1 and said is not None and not isinstance(span, Expanded) and _is_condition(span.text):
            sentence, severity = said
            yield diagnose("decided-comparison", sentence, span, severity=severity)


def _is_condition(text: str) -> bool:
    """Whether a text is the condition itself."""
    try:
        tree = ast.parse(f"({text})", mode="eval").body
    except (SyntaxError, ValueError):
        return False
    return isinstance(tree, (ast.Compare, ast.BoolOp, ast.UnaryOp)) or (
        isinstance(tree, ast.Call) and isinstance(tree.func, ast.Attribute) and tree.func.attr in _OPERATORS
    )


_OPERATORS = frozenset({"And", "Or", "Not", "LT", "LE", "GT", "GE"})


def _findings(survey: Survey, decision: Decision) -> Iterator[tuple[Span, Said | None]]:
    """The sentences about a condition, or about the comparisons in it; None where there is nothing to say."""
    condition = decision.condition
    whole = _of_choice(survey, decision)
    span = condition.span or decision.span
    if span is not None and (whole is not None or isinstance(condition, (And, Or, Not))):
        yield span, whole
    for each in _comparisons(condition) if whole is None else ():
        place = each.span or span
        if place is not None:
            sentence = _of_unsigned(each) or _of_last(survey, each)
            yield place, None if sentence is None else (sentence, None)


def _comparisons(condition: Expr) -> Iterator[Comparison]:
    if isinstance(condition, (LT, LE, GT, GE)):
        yield condition
    elif isinstance(condition, (And, Or)):
        yield from _comparisons(condition.a)
        yield from _comparisons(condition.b)
    elif isinstance(condition, Not):
        yield from _comparisons(condition.a)


def _ordered(comparison: Comparison) -> tuple[Expr, Expr, bool]:
    """The side that is to be less, the other, and whether they may be equal."""
    if isinstance(comparison, (LT, LE)):
        return comparison.a, comparison.b, isinstance(comparison, LE)
    return comparison.b, comparison.a, isinstance(comparison, GE)


def _of_unsigned(comparison: Comparison) -> str | None:
    """x >= 0 and x < 0 of an unsigned x."""
    less, more, equal = _ordered(comparison)
    constant, value = (less, more) if equal else (more, less)
    dtype = value.dtype.element
    if not isinstance(constant, IntImm) or constant.value != 0 or isinstance(value, IntImm):
        return None
    if not dtype.is_integer or dtype.is_signed or dtype.is_bool:
        return None
    return f"`{words(comparison)}` {'always' if equal else 'never'} holds: {dtype} has no negative numbers"


def _of_last(survey: Survey, comparison: Comparison) -> str | None:
    """i <= n, where i runs from 0 to n - 1."""
    index, end, equal = _ordered(comparison)
    if not equal or not _ends_before(survey, index, end):
        return None
    return f"`{words(comparison)}` always holds: `{words(index)}` is at most {_last(end)}; was `<` meant?"


def _ends_before(survey: Survey, index: Expr, end: Expr) -> bool:
    """Whether the end is the one of the index's own domain."""
    if not isinstance(index, Var) or not is_index(index.dtype) or not is_index(end.dtype):
        return False
    if survey.has_threads and survey.thread_variables() & {*variables_of(in_loop_variables(survey, index))}:
        return False  # kernels are written for other numbers of threads as well
    for low, extent in _domains(survey, index):
        rest = difference(low + extent, end)
        if not rest.terms and rest.constant == 0 and not (isinstance(extent, IntImm) and extent.value <= 1):
            return True
    return False


def _domains(survey: Survey, index: Var) -> Iterator[tuple[Expr, Expr]]:
    if index in survey.domains and index not in survey.steps:
        yield survey.domains[index]
    for realize, _ in survey.realizes if index in survey.values else ():
        for axis in realize.block.iter_vars:
            if axis.var is index and axis.dom is not None:
                yield axis.dom.min, axis.dom.extent


def _last(end: Expr) -> str:
    return str(end.value - 1) if isinstance(end, IntImm) else f"`{words(end)} - 1`"


def _of_choice(survey: Survey, decision: Decision) -> Said | None:
    """A condition with two branches of which one is never taken, or one of an index and its own end.

    One that always holds is a hint: a guard that is not needed for these sizes may be there for others.
    """
    condition = decision.condition
    if loads_in(condition):
        return None
    if not decision.chooses and isinstance(condition, (LT, GT)) and _ends_before(survey, *_ordered(condition)[:2]):
        return f"`{words(condition)}` always holds: it is the end of the loop itself", Severity.HINT
    outcome = _outcome(survey, decision, condition)
    if outcome is None or (outcome and not decision.chooses):
        return None
    if not decision.chooses:
        return f"`{_text(condition)}` never holds, so that nothing under it ever runs", None
    if outcome:
        return f"`{_text(condition)}` always holds, so that the second branch is never taken", Severity.HINT
    return f"`{_text(condition)}` never holds, so that the first branch is never taken", None


def _text(e: Expr) -> str:
    """A condition as it is written, where that is one line."""
    return e.span.text if e.span is not None and "\n" not in e.span.text else words(e)


def _outcome(survey: Survey, decision: Decision, condition: Expr) -> bool | None:
    """The outcome of a condition at every point; None when it has both or cannot be known."""
    if isinstance(condition, (And, Or)):
        ends = isinstance(condition, Or)
        parts = [_outcome(survey, decision, part) for part in (condition.a, condition.b)]
        if ends in parts:
            return ends
        return None if None in parts else not ends
    if isinstance(condition, Not):
        inner = _outcome(survey, decision, condition.a)
        return None if inner is None else not inner
    if not isinstance(condition, (LT, LE, GT, GE, EQ)) or not is_index(condition.a.dtype):
        return None
    return _of_comparison(survey, decision, condition)


def _of_comparison(survey: Survey, decision: Decision, comparison: Comparison | EQ) -> bool | None:
    value = in_loop_variables(survey, comparison)
    variables = variables_of(value)
    if not any(_runs(survey, var) for var in variables) or loads_in(value):
        return None
    if not all(var in survey.domains or var in survey.sizes for var in variables):
        return None
    if survey.has_threads and survey.thread_variables().intersection(variables):
        return None
    outcome = _by_bounds(survey, decision, comparison)
    if outcome is not None:
        return outcome
    outcomes = set(_sampled(survey, decision, value, variables))
    if len(outcomes) != 1 or not survey.sizes:
        return None
    return _solved(survey, decision, value, outcomes.pop())


def _by_bounds(survey: Survey, decision: Decision, comparison: Comparison | EQ) -> bool | None:
    """The outcome, where the bounds of the difference of the two sides tell it."""
    facts = facts_at(survey, decision.around)
    if isinstance(comparison, EQ):
        low, high = linear_bound(facts, difference(comparison.a, comparison.b))
        return False if low > 0 or high < 0 else None
    less, more, equal = _ordered(comparison)
    low, high = linear_bound(facts, difference(less, more))
    if high < equal:
        return True
    return False if low >= equal else None


def _runs(survey: Survey, var: Var) -> bool:
    """Whether a variable takes several values."""
    extent = survey.domains.get(var, (var, None))[1]
    return extent is not None and not (isinstance(extent, IntImm) and extent.value <= 1)


def _sampled(survey: Survey, decision: Decision, value: Expr, variables: list[Var]) -> Iterator[bool]:
    """The outcomes at the corners of the loops, for one choice of sizes."""
    sizes: Point = {size: _SAMPLE + number for number, size in enumerate(survey.sizes)}
    guards = [in_loop_variables(survey, guard) for guard in decision.around.guards]
    running = [var for var in variables if var in survey.domains]
    ends: list[tuple[int, int]] = []
    for var in running:
        low, extent = (evaluate(in_loop_variables(survey, part), sizes) for part in survey.domains[var])
        if low is None or extent is None or extent <= 0:
            return
        ends.append((low, low + extent - 1))
    for corner in itertools.islice(itertools.product(*ends), _POINTS):
        point = {**sizes, **dict(zip(running, corner))}
        outcome = evaluate(value, point)
        if outcome is not None and all(evaluate(guard, point) is not False for guard in guards):
            yield bool(outcome)


def _solved(survey: Survey, decision: Decision, value: Expr, outcome: bool) -> bool | None:
    """The outcome, where the solver finds no point with the other one."""
    try:
        other = can_hold(place_at(survey, decision.around), negated(value) if outcome else value, {})
    except Undecided:
        return None
    return None if other else outcome
