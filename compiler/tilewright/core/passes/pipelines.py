"""THE order of passes for each target; `lower` runs it, as the `PassContext` in force says.

Options of the context: "tir.add_lower_pass" puts the user's own passes between ours, by phase; "tir.instrument_bound_checkers" has accesses
checked; "tir.disable_assert" drops the program's assertions.  The passes read other options themselves.  A disabled pass is left out, whatever that does
to the program: code generation refuses what it needs lowered.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.core.ir.function import IRModule
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.tir import PASSES
from tilewright.core.passes.tir.lowering.guard_second_operands import guard_second_operands
from tilewright.core.passes.tir.support import verify_scalable_cpu
from tilewright.core.passes.tir.threads.note_schedule import note_schedule

if TYPE_CHECKING:
    from tilewright.core.target.target import Target

# From blocks to loops, from loops over shaped buffers to loops over flat memory, then what a processor has no words for.
_CPU = (
    "VerifyCPU",
    "NoteSchedule",
    "LowerLoopStep",
    "LowerInitBlock",
    "PlanAndUpdateBufferAllocationLocation",
    "ConvertBlocksToOpaque",
    "CompactBufferAllocation",
    "LowerMatchBuffer",
    "Simplify",
    "LowerOpaqueBlock",
    "FlattenBuffer",
    "BF16ComputeLegalize",
    "FP8ComputeLegalize",
    "ExpandPowers",
    "KeepTiledLoops",
    "SplitChoices",
    "PartitionAroundVectors",
    "GuardSecondOperands",
    "VectorizeWithMasks",
    "UnrollLoop",
    "Simplify",
    "RemoveNoOp",
    "ReuseStorage",
    "RewriteUnsafeSelect",
    "BF16StorageLegalize",
    "FP8StorageLegalize",
    "LowerIntrin",
    "ConvertSSA",
)


def stages(target: Target) -> tuple[Pass, ...]:
    """The passes that bring a module as written to the form that the backend of `target` takes, in order."""
    own = {
        "NoteSchedule": note_schedule,
        "GuardSecondOperands": guard_second_operands,
        **({"VerifyCPU": verify_scalable_cpu} if target.has_scalable_vectors else {}),
    }
    names = [name for name in _CPU if target.opt_level >= _FROM_LEVEL.get(name, 0)]
    return tuple(own.get(name) or PASSES[name] for name in names)


# The level of optimization from which on a pass runs: below, loops stay as they are written.
_FROM_LEVEL = {"KeepTiledLoops": 2, "SplitChoices": 2}
# After which pass the user's own passes of a phase run; those of phase 0 run first.
_PHASES = {"VerifyCPU": 0, "FlattenBuffer": 1, "RemoveNoOp": 2, "ConvertSSA": 3}
_BOUNDS = "tir.instrument_bound_checkers"
# The pass before which an option puts another one.
_OPTIONAL = {
    _BOUNDS: ("FlattenBuffer", "InstrumentBoundCheckers"),
    "tir.disable_assert": ("LowerInitBlock", "SkipAssert"),
}


def lower(module: IRModule, target: Target, overreaches: bool = False) -> IRModule:
    """`module` after the passes for `target` that the context in force enables.

    With `overreaches` it is known to access memory outside of its buffers: each access is checked, unless the context says that none is.
    """
    context = PassContext.current()
    for step in _in_context(stages(target), context, overreaches):
        if context.pass_enabled(step.info):
            module = step(module)
    return module


def _in_context(steps: tuple[Pass, ...], context: PassContext, overreaches: bool) -> Iterator[Pass]:
    """The passes with those that the options of the context add."""
    chosen_here = {_BOUNDS: True} if overreaches and context.given(_BOUNDS) is None else {}
    optional = [place for option, place in _OPTIONAL.items() if chosen_here.get(option, context.option(option))]
    added = [_phase(entry) for entry in context.option("tir.add_lower_pass")]
    for step in steps:
        name = step.name.removeprefix("tir.")
        yield from (PASSES[chosen] for before, chosen in optional if before == name)
        yield step
        if name in _PHASES:
            yield from (own for phase, own in added if phase == _PHASES[name])


def _phase(entry: object) -> tuple[int, Pass]:
    """An entry of "tir.add_lower_pass"; passes of phases after the last run last.  Raises `TypeError` for what is none."""
    if isinstance(entry, (tuple, list)) and len(entry) == 2:
        phase, own = entry
        if isinstance(phase, int) and isinstance(own, Pass):
            return min(max(phase, 0), 3), own
    raise TypeError(f'"tir.add_lower_pass" lists pairs of a phase (0 to 3) and a pass, not {entry!r}')
