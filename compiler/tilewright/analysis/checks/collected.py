"""The rows of the verifier, in the order of their diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tilewright.analysis.checks import blocks, bounds, loops, memory, names, types, unused, values
from tilewright.analysis.survey import NOWHERE, Survey, survey
from tilewright.base.diagnostics import Diagnostic
from tilewright.ir.function import PrimFunc

Check = Callable[[Survey], Iterator[Diagnostic]]

# What every program must keep, whatever it computes.
STRUCTURE: tuple[Check, ...] = (
    names.undefined,
    names.redefined,
    types.access_types,
    types.condition_types,
    types.loop_types,
    types.axis_types,
    types.thread_tags,
)
# What a program does that is wrong, or probably not meant.
MEANING: tuple[Check, ...] = (
    bounds.out_of_bounds,
    bounds.division_by_zero,
    blocks.axis_domains,
    blocks.non_affine_bindings,
    blocks.undeclared_accesses,
    blocks.missing_init,
    blocks.spatial_sums,
    loops.races,
    loops.breaks,
    memory.unwritten_reads,
    values.shift_ranges,
    values.backward_loops,
    values.discarded_values,
    values.missing_returns,
    unused.unused_buffers,
    unused.unused_axes,
)


def check(func: PrimFunc) -> list[Diagnostic]:
    """What can be shown in the text of one function."""
    found = survey(func)
    diagnostics = [diagnostic for row in (*STRUCTURE, *MEANING) for diagnostic in row(found)]
    return [diagnostic for diagnostic in diagnostics if diagnostic.span.source is not NOWHERE.source]


def ill_formed(func: PrimFunc) -> list[Diagnostic]:
    """Where a function breaks the rules that every program must keep, also in functions that no text gave."""
    found = survey(func)
    return [diagnostic for row in STRUCTURE for diagnostic in row(found)]
