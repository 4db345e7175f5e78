"""Rules that put blocks where their results are read: `AutoInline`, `InlineConstantScalars`."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, IntImm, Range, Var
from tilewright.core.ir.stmt import Block, BlockRealize
from tilewright.core.ir.walk import walk
from tilewright.core.schedule.instructions import BlockRV
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.tuning.space.rule import ScheduleRule, changed, is_spatial


class AutoInline(ScheduleRule):
    """Inlines blocks that compute each element on its own: into the blocks that read them, or into the one that they read."""

    def __init__(
        self,
        into_producer: bool,
        into_consumer: bool,
        inline_const_tensor: bool,
        disallow_if_then_else: bool,
        require_injective: bool,
        require_ordered: bool,
        disallow_op: Sequence[str] | None = None,
    ) -> None:
        self.into_producer, self.into_consumer = into_producer, into_consumer
        self.inline_const_tensor, self.disallow_if_then_else = inline_const_tensor, disallow_if_then_else
        self.require_injective, self.require_ordered = require_injective, require_ordered
        self.disallow_op = tuple(disallow_op or ())

    def apply(self, sch: Schedule, block: BlockRV) -> list[Schedule]:
        node = sch.get(block)
        if not is_spatial(node) or not self._may_move(node):
            return [sch]
        if self.into_consumer and sch.get_consumers(block):
            sch = changed(sch, lambda made: made.compute_inline(block))
        elif self.into_producer and sch.get_producers(block):
            sch = changed(sch, lambda made: made.reverse_compute_inline(block))
        return [sch]

    def _may_move(self, node: Block) -> bool:
        if not node.reads and not self.inline_const_tensor:
            return False
        calls = {callee_name(each) or "" for each in walk(node.body) if isinstance(each, Call)}
        if self.disallow_if_then_else and "tir.if_then_else" in calls:
            return False
        if any(name in calls or f"tir.{name}" in calls for name in self.disallow_op):
            return False
        loads = [each for each in walk(node.body) if isinstance(each, BufferLoad)]
        return all(_is_plain(each, node, self.require_ordered) for each in loads) if self.require_injective else True


def _is_plain(load: BufferLoad, node: Block, ordered: bool) -> bool:
    """Whether a load has an axis of the block for each index, each once, and in the order of the axes if asked."""
    axes = [axis.var for axis in node.iter_vars]
    places = [axes.index(index) for index in load.indices if isinstance(index, Var) and index in axes]
    apart = len(set(places)) == len(places) and len(places) == sum(
        not isinstance(each, IntImm) for each in load.indices
    )
    return apart and (not ordered or places == sorted(places))


class InlineConstantScalars(ScheduleRule):
    """Inlines blocks that compute one constant."""

    def apply(self, sch: Schedule, block: BlockRV) -> list[Schedule]:
        node = sch.get(block)
        is_constant = not node.reads and not any(isinstance(each, BlockRealize) for each in walk(node.body))
        one = all(_is_one(axis.dom) for axis in node.iter_vars)
        return [changed(sch, lambda made: made.compute_inline(block)) if is_constant and one else sch]


def _is_one(domain: Range | None) -> bool:
    return domain is not None and isinstance(domain.extent, IntImm) and domain.extent.value == 1


__all__ = ["AutoInline", "InlineConstantScalars"]
