"""Counter-examples: concrete values of the loop variables at which a property fails, for messages to name.

An index and the conditions around it are written in terms of loop variables: axes and lets are replaced by their values.  Then the corners of
the loops, narrowed by the conditions, are tried one by one, and every condition is evaluated there.  So every reported point is a real one.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from tilewright.core.analysis.survey import Surroundings, Survey
from tilewright.core.arith import interval as iv
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.linear import Linear, linear
from tilewright.core.base.budget import spend
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary
from tilewright.core.ir.walk import rewrite, substitute, variables_of

CORNERS = 64


def in_loop_variables(survey: Survey, e: Expr) -> Expr:
    """`e` with axes, lets and constants in memory replaced by their values."""
    if type(e) is IntImm or (type(e) is Var and e not in survey.values):
        return e
    known = survey.expanded.get(id(e))
    if known is None:
        survey.expanded[id(e)] = e, e  # what a value that mentions itself stands for
        known = survey.expanded[id(e)] = e, _expanded(survey, e)
    return known[1]


def _expanded(survey: Survey, e: Expr) -> Expr:
    """Values of values are put in as they are, so that their parts are shared."""
    if isinstance(e, Var):
        value = survey.values.get(e)
        return e if value is None else in_loop_variables(survey, value)
    values = ((var, survey.values.get(var)) for var in variables_of(e))
    known = {
        var: in_loop_variables(survey, value) for var, value in values if value is not None and value.dtype == var.dtype
    }
    made: Expr = substitute(e, known) if known else e
    if survey.constants:
        made = rewrite(made, {BufferLoad: partial(_constant, survey)})
    spend(_parts(survey, made))
    return made


def _constant(survey: Survey, load: BufferLoad) -> Expr:
    value = survey.constants.get(load.buffer.data)
    return load if value is None else in_loop_variables(survey, value)


def _parts(survey: Survey, e: Node) -> int:
    """The number of parts of an expression, those that it has several times counted as often: what looks at all of them takes so many steps."""
    known = survey.parts.get(id(e))
    if known is None:
        known = survey.parts[id(e)] = e, 1 + sum([_parts(survey, child) for child in e.children()])
    return known[1]


def linear_of(survey: Survey, e: Expr) -> Linear:
    """The linear form of an expression, made once."""
    known = survey.sums.get(id(e))
    if known is None:
        known = survey.sums[id(e)] = e, linear(e)
    return known[1]


def facts_at(survey: Survey, around: Surroundings) -> Facts:
    """The ranges of the loops and the conditions that hold in `around`, in terms of loop variables; who adds to them takes it back."""
    if not around.guards:
        return survey.facts
    known = survey.known_facts.get(id(around))
    if known is None:
        facts = Facts()
        facts.ranges.update(survey.facts.ranges)
        for guard in around.guards:
            facts.assume(in_loop_variables(survey, guard))
        known = survey.known_facts[id(around)] = around, facts
    return known[1]


def reachable(survey: Survey, around: Surroundings) -> bool:
    """Whether the loops around run at least once, as far as their extents are known."""
    return all(not isinstance(loop.extent, IntImm) or loop.extent.value > 0 for loop in around.loops)


def split_guards(survey: Survey, around: Surroundings) -> tuple[Surroundings, bool]:
    """The surroundings with only the conditions that loop variables decide, and whether other conditions depend on data."""
    if not around.guards:
        return around, False
    known = tuple([guard for guard in around.guards if _decided(survey, guard)])
    if len(known) == len(around.guards):
        return around, False
    return replace(around, guards=known), True


def _decided(survey: Survey, guard: Expr) -> bool:
    known = survey.decided.get(id(guard))
    if known is None:
        known = survey.decided[id(guard)] = guard, _is_decided(survey, guard)
    return known[1]


def _is_decided(survey: Survey, guard: Expr) -> bool:
    value = in_loop_variables(survey, guard)
    variables = variables_of(value)
    if any(var not in survey.domains for var in variables):
        return False
    return (
        evaluate(value, dict.fromkeys(variables, 1)) is not None
        or evaluate(value, dict.fromkeys(variables, 0)) is not None
    )


def find_counter_example(
    survey: Survey, around: Surroundings, e: Expr, wanted: Callable[[int], bool]
) -> tuple[Point, int] | None:
    """A point of the loops at which every condition holds and `e` has a wanted value, with that value; None when no corner is one."""
    if not reachable(survey, around):
        return None
    value = in_loop_variables(survey, e)
    guards = [in_loop_variables(survey, guard) for guard in around.guards]
    guards += list(_domain_conditions(survey, [value, *guards]))
    guards += [loop.loop_var <= loop.min for loop in around.loops if loop.loop_var in survey.left_early]
    variables = list(dict.fromkeys(var for part in (value, *guards) for var in variables_of(part)))
    for point in _corners(variables, survey, facts_at(survey, around)):
        if all(evaluate(guard, point) for guard in guards):
            found = evaluate(value, point)
            if found is not None and wanted(found):
                return point, found
    return None


def _domain_conditions(survey: Survey, parts: list[Expr]) -> Iterator[Expr]:
    """min <= v < min + extent for the variables whose loop bounds depend on other loops, and for those bounds' own variables; what steps leave out."""
    pending = [var for part in parts for var in variables_of(part)]
    seen: set[Var] = set()
    while pending:
        var = pending.pop()
        domain = survey.domains.get(var)
        step = survey.steps.get(var)
        if var in seen or domain is None or (step is None and all(isinstance(part, IntImm) for part in domain)):
            continue
        seen.add(var)
        if step is not None:
            yield on_step(var, domain[0], step)
        low, extent = (in_loop_variables(survey, part) for part in domain)
        pending += [*variables_of(low), *variables_of(extent)]
        yield var >= low
        yield var < low + extent


def on_step(var: Var, low: Expr, step: Expr) -> Expr:
    """(var - low) % step == 0"""
    rest = binary("FloorMod", binary("Sub", var, low), step)
    return binary("EQ", rest, IntImm(rest.dtype, 0))


def _corners(variables: list[Var], survey: Survey, facts: Facts) -> Iterator[Point]:
    """Every combination of first and last values; none when a variable has no known ends."""
    ends: list[tuple[int, ...]] = []
    for var in variables:
        low, high = facts.range_of(var)
        if var not in survey.domains or low == -iv.INF or high == iv.INF or low > high:
            return
        ends.append((int(high), int(low)) if low < high else (int(low),))
    if 2 ** len(ends) > CORNERS:
        return
    for values in itertools.product(*ends):
        spend()
        yield dict(zip(variables, values))
