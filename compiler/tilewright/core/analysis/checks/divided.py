"""Syncs that some threads of a block never come to: under conditions, and in loops, that threads of one block decide differently."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from tilewright.core.analysis.checks.threads import is_of_warp
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.exact_counter_example import inside, place_at
from tilewright.core.analysis.survey import Access, Surroundings, Survey, Wait, as_written, loads_in
from tilewright.core.analysis.wording import words
from tilewright.core.arith.evaluate import evaluate
from tilewright.core.arith.facts import Facts, negated
from tilewright.core.arith.key import deep_equal
from tilewright.core.arith.models import Undecided, decidable, has_model
from tilewright.core.arith.simplify import simplify
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import For, thread_tag
from tilewright.core.ir.walk import substitute, variables_of, walk
from tilewright.core.ops.op import CallEffectKind, Op


def divided_waits(survey: Survey) -> Iterator[Diagnostic]:
    """Syncs of a block of threads under a condition that some of its threads do not meet, or in a loop that some leave before others."""
    for wait in survey.waits:
        if callee_name(wait.call) != "tir.tvm_storage_sync" or is_of_warp(wait.call):
            continue
        sentence = next(chain(_under_conditions(survey, wait), _in_loops(survey, wait)), None)
        if sentence is not None:
            yield diagnose("divided-sync", sentence, wait.call.span or wait.statement or survey.somewhere)


def _under_conditions(survey: Survey, wait: Wait) -> Iterator[str]:
    for guard in wait.around.guards:
        for loop in wait.around.threads:
            if _divides(survey, wait.around, guard, loop):
                yield f'this waits for every thread of the block, but only threads of "{thread_tag(loop)}" for which `{words(guard)}` holds come here'
        for loop in wait.around.threads:
            if _varies(survey, as_written(survey, guard), loop):
                yield f'this waits for every thread of the block, but each thread of "{thread_tag(loop)}" decides by its own data whether `{words(as_written(survey, guard))}` holds'


def _in_loops(survey: Survey, wait: Wait) -> Iterator[str]:
    for around in wait.around.loops:
        end = around.min + around.extent
        if isinstance(around.extent, IntImm) or thread_tag(around):
            continue
        for loop in wait.around.threads:
            runs = binary("LT", around.loop_var, end) if around.loop_var.dtype == end.dtype else None
            differs = runs is not None and _divides(survey, wait.around, runs, loop)
            if differs or _varies(survey, around.extent, loop):
                name = around.loop_var.name
                yield f'this waits for every thread of the block, but the loop over `{name}` runs `{words(around.extent)}` times, which differs between threads of "{thread_tag(loop)}"'


def _divides(survey: Survey, around: Surroundings, guard: Expr, loop: For) -> bool:
    """Whether a condition of integers holds for some threads of a block and not for others."""
    condition = in_loop_variables(survey, guard)
    if not thread_tag(loop).startswith("threadIdx") or loop.loop_var not in variables_of(condition):
        return False
    other = Var(loop.loop_var.name, loop.loop_var.dtype)
    place = place_at(survey, around)
    elsewhere = substitute(inside(loop.loop_var, loop.min, loop.min + loop.extent), {loop.loop_var: other})
    try:
        conditions = [
            *place.conditions(condition),
            condition,
            elsewhere,
            negated(substitute(condition, {loop.loop_var: other})),
        ]
        if all(map(decidable, conditions)):
            return has_model(conditions, None, survey.readings)
        return _divides_first(survey, around, condition, loop)
    except Undecided:
        return _divides_first(survey, around, condition, loop)


def _divides_first(survey: Survey, around: Surroundings, condition: Expr, loop: For) -> bool:
    """The same for the first and last thread, with other loops in their first iterations: of conditions that the solver cannot read."""
    guards = [in_loop_variables(survey, guard) for guard in around.guards]
    first: dict[Var, int] = {}
    for var in (var for guard in guards for var in variables_of(guard)):
        low = survey.domains[var][0] if var in survey.domains else None
        if not isinstance(low, IntImm):
            return False
        first[var] = low.value
    if not isinstance(loop.extent, IntImm):
        return False
    last = {**first, loop.loop_var: first[loop.loop_var] + loop.extent.value - 1}
    meets = [evaluate(condition, point) for point in (first, last)]
    arrives = [all(evaluate(guard, point) for guard in guards) for point in (first, last)]
    return None not in meets and any(arrives) and not all(meets)


def _varies(survey: Survey, value: Expr, loop: For) -> bool:
    """Whether data of their own give the threads of an axis different values, as far as nothing that they may have exchanged is in it."""
    several = isinstance(loop.extent, IntImm) and loop.extent.value > 1
    if not several or not thread_tag(loop).startswith("threadIdx") or not loads_in(value):
        return False
    return _is_own(survey, value, loop, {})


def _is_own(survey: Survey, value: Expr, loop: For, known: dict[Var, bool]) -> bool:
    """Whether a value is loaded from elements that depend on the thread, or from the thread's own memory with such contents."""
    value = in_loop_variables(survey, value)
    if any(_may_exchange(node) for node in walk(value)):
        return False
    return any(_loads_own(survey, load, loop, known) for load in loads_in(value))


def _may_exchange(node: object) -> bool:
    """Whether a call may give all threads one value."""
    return isinstance(node, Call) and (not isinstance(node.op, Op) or node.op.effect > CallEffectKind.Pure)


def _loads_own(survey: Survey, load: BufferLoad, loop: For, known: dict[Var, bool]) -> bool:
    if load.buffer.data in survey.opaque:
        return False
    if not load.buffer.scope().startswith("local"):
        stored = survey.by_memory.get(load.buffer.data, ())
        return not any(each.is_write for each in stored) and _is_elsewhere(survey, load, loop)
    if load.buffer.data not in known:
        known[load.buffer.data] = False
        stores = [each for each in survey.by_memory.get(load.buffer.data, ()) if each.is_write]
        exchanges = any(_may_exchange(node) for each in stores for node in walk(_stored(each)))
        owns = not exchanges and any(_is_own(survey, _stored(each), loop, known) for each in stores)
        known[load.buffer.data] = owns
    return known[load.buffer.data]


def _stored(access: Access) -> Expr:
    assert access.value is not None
    return access.value


def _is_elsewhere(survey: Survey, load: BufferLoad, loop: For) -> bool:
    """Whether the first and the last thread load different elements."""
    return any(_differ(in_loop_variables(survey, index), loop) for index in load.indices)


def _differ(index: Expr, loop: For) -> bool:
    if loop.loop_var not in variables_of(index) or not isinstance(loop.extent, IntImm):
        return False
    first, last = (
        simplify(Facts(), substitute(index, {loop.loop_var: const(at, loop.loop_var.dtype)}))
        for at in (0, loop.extent.value - 1)
    )
    return not deep_equal(first, last)
