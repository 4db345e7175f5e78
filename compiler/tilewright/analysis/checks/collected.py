"""The rows of the verifier, in the order of their diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tilewright.analysis.checks import blocks, bounds, loops, names, types, unused
from tilewright.analysis.survey import Survey, survey
from tilewright.base.diagnostics import Diagnostic
from tilewright.ir.function import PrimFunc

Check = Callable[[Survey], Iterator[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    names.undefined,
    names.redefined,
    types.access_types,
    types.condition_types,
    types.loop_types,
    types.thread_tags,
    bounds.out_of_bounds,
    bounds.division_by_zero,
    blocks.axis_domains,
    blocks.non_affine_bindings,
    blocks.undeclared_accesses,
    blocks.missing_init,
    loops.races,
    unused.unused_buffers,
    unused.unused_axes,
)


def check(func: PrimFunc) -> list[Diagnostic]:
    """Everything that the rows find in one function."""
    found = survey(func)
    return [diagnostic for row in CHECKS for diagnostic in row(found)]
