"""`ScheduleRule`: a step by which the schedules of a space are made: for a block of a schedule it gives the schedules to go on with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.core.base.errors import ScheduleError
from tilewright.core.ir.expr import IntImm, IterVarKind
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Block, BlockRealize
from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.schedule.references import below

if TYPE_CHECKING:
    from tilewright.core.tuning.context import TuneContext


class ScheduleRule:
    """A rule; programs may derive their own, with `apply`."""

    cores = 1

    def _initialize_with_tune_context(self, context: TuneContext) -> None:
        """Take what the rule needs of the context: the number of threads."""
        self.cores = context.num_threads

    def initialize(self, context: TuneContext) -> None:
        """Tell the rule what it is used for."""
        self._initialize_with_tune_context(context)

    def apply(self, sch: Schedule, block: BlockRV) -> list[Schedule]:
        """The schedules to go on with: `[sch]` where the rule has nothing to do."""
        raise NotImplementedError

    def clone(self) -> ScheduleRule:
        """Another rule like this one."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    @staticmethod
    def create(kind: str) -> list[ScheduleRule]:
        """The rules for "llvm"; raises `ValueError` for another kind."""
        from tilewright.core.tuning.space.defaults import default_rules

        return default_rules(kind)


def tried(sch: Schedule, step: Callable[[Schedule], object]) -> Schedule | None:
    """A copy of the schedule after a step, None where the step is not possible."""
    made = sch.copy()
    try:
        step(made)
    except (ScheduleError, ValueError, IndexError):
        return None
    return made


def changed(sch: Schedule, step: Callable[[Schedule], object]) -> Schedule:
    """The schedule after a step, or as it is where the step is not possible."""
    return tried(sch, step) or sch


def is_reduction(block: Block) -> bool:
    """Whether a block reduces."""
    return any(axis.iter_type is IterVarKind.CommReduce for axis in block.iter_vars)


def is_spatial(block: Block) -> bool:
    """Whether a block computes each element once, on its own."""
    return all(axis.iter_type is IterVarKind.DataPar for axis in block.iter_vars)


def loops_by_kind(sch: Schedule, block: BlockRV) -> tuple[list[LoopRV], list[LoopRV]] | None:
    """The loops of a block that are its spatial and its reduction axes, in order; None unless each loop is one axis of known extent."""
    ref = sch.get_sref(block)
    kinds = {value: axis.iter_type for value, axis in zip(ref.binding.iter_values, ref.block.iter_vars)}
    found: dict[IterVarKind, list[LoopRV]] = {IterVarKind.DataPar: [], IterVarKind.CommReduce: []}
    for loop in sch.get_loops(block):
        stmt = sch.get(loop)
        kind = kinds.get(stmt.loop_var)
        if kind is None or kind not in found or not isinstance(stmt.extent, IntImm):
            return None
        found[kind].append(loop)
    return found[IterVarKind.DataPar], found[IterVarKind.CommReduce]


def extent_of(sch: Schedule, loop: LoopRV) -> int | None:
    """The iterations of a loop, None where they are not known."""
    extent = sch.get(loop).extent
    return extent.value if isinstance(extent, IntImm) else None


def blocks_of(sch: Schedule) -> list[BlockRV]:
    """The blocks that compute something, in the order of the program: those without blocks inside."""
    func = next((name for name in sch.mod.functions if name.name_hint == "main"), None)
    body = None if func is None else sch.mod[func]
    if not isinstance(body, PrimFunc):
        return []
    found = [each.block for each in below(body.body) if isinstance(each, BlockRealize)]
    leaves = [block for block in found if not any(isinstance(each, BlockRealize) for each in below(block.body))]
    names = [block.name_hint for block in found]
    return [sch.get_block(block.name_hint, "main") for block in leaves if names.count(block.name_hint) == 1]


def has_annotation(sch: Schedule, key: str) -> bool:
    """Whether a block has an annotation of that name."""
    return any(key in sch.get(block).annotations for block in blocks_of(sch))


__all__ = [
    "ScheduleRule",
    "blocks_of",
    "changed",
    "extent_of",
    "has_annotation",
    "is_reduction",
    "is_spatial",
    "loops_by_kind",
    "tried",
]
