"""The rows of the verifier, in the order of their diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from tilewright.core.analysis.checks import (
    accumulators,
    arithmetic,
    axes,
    blocks,
    bounds,
    carried,
    clips,
    comparisons,
    dependent_points,
    divided,
    hidden_loops,
    identities,
    initialisation,
    late_conditions,
    layouts,
    loops,
    memory,
    names,
    narrowing,
    operands,
    outer_loops,
    regions,
    resets,
    results,
    selects,
    steps,
    threads,
    trials,
    types,
    unread,
    unused,
    values,
    views,
    widening,
)
from tilewright.core.analysis.survey import NOWHERE, Survey
from tilewright.core.analysis.surveyor import survey
from tilewright.core.base.budget import OutOfBudget, current_budget
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.diagnostics import Diagnostic, Severity, diagnose
from tilewright.core.ir.function import PrimFunc

Check = Callable[[Survey], Iterable[Diagnostic]]

# What every program must keep, whatever it computes.
STRUCTURE: tuple[Check, ...] = (
    names.undefined,
    names.redefined,
    outer_loops.loop_variables,
    types.access_types,
    types.condition_types,
    types.loop_types,
    types.axis_types,
    types.thread_tags,
)
# What has no value, whatever the program is for.
SENSELESS: tuple[Check, ...] = (
    bounds.division_by_zero,
    values.shift_ranges,
)
# What reaches beyond what it was declared for.  TVM takes such programs, and its users write some on purpose.
OVERREACHING: tuple[Check, ...] = (
    bounds.out_of_bounds,
    bounds.limits_beyond,
    late_conditions.late_conditions,
    axes.axis_domains,
    layouts.strides,
    regions.matched_parts,
    regions.tile_parts,
)
# What it does that is probably not meant.
DOUBTFUL: tuple[Check, ...] = (
    blocks.non_affine_bindings,
    blocks.undeclared_accesses,
    regions.narrow_regions,
    regions.wide_regions,
    views.large_views,
    views.undeclared_views,
    layouts.shared_places,
    views.unknown_scopes,
    selects.select_branches,
    arithmetic.overflows,
    widening.late_widenings,
    clips.late_clips,
    accumulators.narrow_accumulators,
    accumulators.rounded_products,
    narrowing.unlimited_narrowings,
    comparisons.decided_comparisons,
    arithmetic.zero_divisors,
    arithmetic.endless_loops,
    trials.met_in_trials,
    blocks.missing_init,
    blocks.spatial_sums,
    dependent_points.dependent_points,
    steps.steps_in_reductions,
    dependent_points.shared_results,
    loops.races,
    threads.thread_races,
    threads.thread_extents,
    threads.crowded_blocks,
    threads.one_thread_twice,
    divided.divided_waits,
    threads.lost_memory,
    loops.breaks,
    hidden_loops.hidden_loops,
    memory.unwritten_reads,
    memory.unfilled_fragments,
    initialisation.reads_before_writes,
    initialisation.plain_accumulations,
    identities.wrong_identities,
    identities.inits_without_update,
    operands.doubtful_operands,
    results.reduced_outputs,
    results.overwritten_elements,
    resets.restarted_sums,
    carried.carried_sums,
    carried.carried_choices,
    results.unwritten_elements,
    unread.unread_elements,
    results.no_output,
    values.shifts_in_loops,
    values.backward_loops,
    values.discarded_values,
    values.missing_returns,
    unused.unused_buffers,
    unused.unused_axes,
)


ALL = (*STRUCTURE, *OVERREACHING, *SENSELESS, *DOUBTFUL)
# The checks that it takes to give the diagnostics of a code, for codes of which nothing else is asked when a reading is confirmed with numbers.
_GIVING: Mapping[str, tuple[Check, ...]] = {
    "axis-out-of-domain": (axes.axis_domains,),
    "divided-sync": (divided.divided_waits,),
    "index-out-of-bounds": (
        bounds.out_of_bounds,
        bounds.limits_beyond,
        late_conditions.late_conditions,
        regions.matched_parts,
        regions.tile_parts,
        arithmetic.endless_loops,
        trials.met_in_trials,
    ),
    "missing-sync": (threads.thread_races,),
    "parallel-race": (loops.races, threads.thread_races),
    "region-too-narrow": (regions.narrow_regions,),
    "thread-race": (threads.thread_races,),
    "unread-element": (unread.unread_elements,),
    "unseen-memory": (threads.thread_races, threads.lost_memory),
    "unwritten-element": (axes.axis_domains, results.unwritten_elements),
}
_BY_CODE = {CATALOGUE[name].name: checks for name, checks in _GIVING.items()}


def check(func: PrimFunc, codes: frozenset[str] | None = None) -> list[Diagnostic]:
    """The diagnostics of one function; with `codes`, at least those that have one of these."""
    return _placed(survey(func), ALL if codes is None else _giving(codes))


@lru_cache(maxsize=64)
def _giving(codes: frozenset[str]) -> tuple[Check, ...]:
    """The checks, in their order, whose diagnostics have these codes; what a program must keep is always looked at."""
    if not codes <= _BY_CODE.keys():
        return ALL
    wanted = {*STRUCTURE, *(check for code in codes for check in _BY_CODE[code])}
    return tuple(check for check in ALL if check in wanted)


def refuse(func: PrimFunc) -> list[Diagnostic]:
    """The diagnostics of `check` for a function that TVM would refuse as well; none for any other."""
    found = survey(func)
    surely = _placed(found, (*STRUCTURE, *SENSELESS))
    if not any(diagnostic.severity is Severity.ERROR for diagnostic in surely):
        return []
    return surely + _placed(found, (*OVERREACHING, *DOUBTFUL))


def overreaching(func: PrimFunc) -> list[Diagnostic]:
    """Accesses outside their buffers and axes outside their domains."""
    found = _placed(survey(func), OVERREACHING)
    return [diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR]


def _placed(found: Survey, rows: tuple[Check, ...]) -> list[Diagnostic]:
    diagnostics = _within_limits(found, rows)
    found.known_places.clear()  # they refer to the survey, which nobody needs any more
    return [diagnostic for diagnostic in diagnostics if diagnostic.span.source is not NOWHERE.source]


# The steps that all checks of a function may take; one check alone takes at most half of what is left.
STEPS = 2_000_000


def _within_limits(found: Survey, rows: tuple[Check, ...]) -> list[Diagnostic]:
    """The findings of all checks, and the names of those that were stopped, if any were."""
    around = current_budget()
    if around is None:
        return [diagnostic for row in rows for diagnostic in row(found)]
    diagnostics: list[Diagnostic] = []
    stopped: list[str] = []
    left, part = STEPS, around.part()
    part.allow(left // 2)
    spent = part.spent
    with part.in_force():
        for row in rows:
            try:
                diagnostics += row(found)
            except OutOfBudget as error:
                if error.budget is not part:
                    raise
                stopped.append(row.__name__.replace("_", " "))
            if part.spent != spent:  # most checks spend nothing
                left = max(left - (part.spent - spent), 2)
                part.allow(left // 2)
                spent = part.spent
    if stopped:
        diagnostics.append(diagnose("analysis-limit", _stopped(found, stopped), found.somewhere))
    return diagnostics


def _stopped(found: Survey, checks: list[str]) -> str:
    """The sentence about the checks that took too long."""
    named = f"the check for {checks[0]}" if len(checks) == 1 else f"the checks for {', '.join(checks)}"
    was = "was" if len(checks) == 1 else "were"
    return f"{named} of `{found.func.name}` {was} stopped after {STEPS} steps and may have missed some"


def ill_formed(func: PrimFunc) -> list[Diagnostic]:
    """The diagnostics of the rules that every program must keep, also for functions that no text gave."""
    found = survey(func)
    return [diagnostic for row in STRUCTURE for diagnostic in row(found)]
