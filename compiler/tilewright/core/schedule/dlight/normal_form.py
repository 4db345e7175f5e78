"""The form in which rules for GPUs take functions: each block in loops of its own, one for each of its axes that has more than one value."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.core.base.errors import ScheduleError
from tilewright.core.ir.expr import IterVar, IterVarKind, Var
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import BlockRealize
from tilewright.core.schedule.checks import is_one, is_zero
from tilewright.core.schedule.instructions import BlockRV
from tilewright.core.schedule.methods.schedule import Schedule


@dataclass(frozen=True)
class Stage:
    """A block and the kind of each of its loops, from the outermost."""

    block: BlockRV
    kinds: tuple[IterVarKind, ...]

    @property
    def is_injective(self) -> bool:
        """Whether all axes are spatial."""
        return all(kind is IterVarKind.DataPar for kind in self.kinds)


def normalized(sch: Schedule) -> list[Stage] | None:
    """The stages of a function, whose loops become the axes of their blocks; None for one whose loops are not those axes, or that has no blocks.

    Axes of one value are left out, and a block without a spatial axis gets one of one value, as in TVM.
    """
    if not has_root(sch):
        return None
    blocks = leaves(sch)
    if not all(_runs_over_its_axes(sch, block) for block in blocks):
        return None
    return [_stage(sch, block) for block in blocks]


def has_root(sch: Schedule) -> bool:
    """Whether there is one function and it is written in blocks: a block named "root" is around them then."""
    if sch.func_working_on is None:
        return False
    body = sch.mod[sch.func_working_on].body
    return isinstance(body, BlockRealize) and body.block.name_hint == "root"


def leaves(sch: Schedule) -> list[BlockRV]:
    """The blocks without blocks in them, in the order of the program."""
    found: list[BlockRV] = []
    waiting = [sch.get_block("root")] if has_root(sch) else []
    while waiting:
        block = waiting.pop()
        children = sch.get_child_blocks(block)
        if not children:
            found.append(block)
        waiting += reversed(children)
    return found


def _runs_over_its_axes(sch: Schedule, block: BlockRV) -> bool:
    """Whether the loops around a block are its axes; a block without loops is left as it is."""
    loops = [sch.get(loop) for loop in sch.get_loops(block)]
    values = sch.get_sref(block).binding.iter_values
    if not loops:
        return True
    return len(loops) == len(values) and all(
        is_zero(loop.min) and loop.loop_var is value for loop, value in zip(loops, values)
    )


def _stage(sch: Schedule, block: BlockRV) -> Stage:
    node = sch.get(block)
    if sch.get_loops(block):
        names = [Var(axis.var.name, axis.var.dtype) for axis in node.iter_vars]
        kept = [(axis, name) for axis, name in zip(node.iter_vars, names) if not _has_one_value(axis)]
        spatial = any(axis.iter_type is IterVarKind.DataPar for axis, _ in kept)
        made = [name for _, name in kept]
        sch.transform_block_layout(block, IndexMap(tuple(names), (*(() if spatial else (const(0, "int64"),)), *made)))
    return Stage(block, tuple(axis.iter_type for axis in sch.get(block).iter_vars))


def _has_one_value(axis: IterVar) -> bool:
    return axis.dom is not None and is_one(axis.dom.extent)


def inlined(sch: Schedule, stages: list[Stage]) -> list[Stage]:
    """The stages that are left when each has been put into those that use it, or into the one that it uses, where that is possible."""
    return [stage for stage in stages if not _is_inlined(sch, stage)]


def _is_inlined(sch: Schedule, stage: Stage) -> bool:
    for inline in (sch.compute_inline, sch.reverse_compute_inline):
        try:
            inline(stage.block)
        except ScheduleError:
            continue
        return True
    return False


__all__ = ["Stage", "has_root", "inlined", "leaves", "normalized"]
