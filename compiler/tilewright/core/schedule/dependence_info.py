"""Dependences of a whole program, asked for without a schedule."""

from __future__ import annotations

from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.stmt import Block
from tilewright.core.schedule.dependence import BlockScope
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.state import ScheduleState


class BlockDependenceInfo:
    """The dependences between the blocks of a function or module: references to blocks, whose `parent` is the block around them, and the scope of each.

    Raises `TypeError` for anything but a function or a module.
    """

    def __init__(self, mod: IRModule | PrimFunc) -> None:
        if not isinstance(mod, (IRModule, PrimFunc)):
            raise TypeError(f"dependences are those of a PrimFunc or an IRModule, not of {type(mod).__name__}")
        state = ScheduleState(mod)
        self.mod = state.mod
        self._refs: dict[Block, StmtSRef] = {}
        self._scopes: dict[StmtSRef, BlockScope] = {}
        for root in state.roots.values():
            self._enter(state, root, None)

    def _enter(self, state: ScheduleState, block: StmtSRef, parent: StmtSRef | None) -> StmtSRef:
        found = self._refs[block.block] = StmtSRef(block.block, parent, block.realize)
        self._scopes[found] = BlockScope([self._enter(state, child, found) for child in state.child_blocks(block)])
        return found

    def get_sref(self, block: Block) -> StmtSRef | None:
        """The reference to a block; None for one that is not in the program."""
        return self._refs.get(block)

    def get_block_scope(self, block_sref: StmtSRef) -> BlockScope:
        """The dependences between the blocks directly inside a block."""
        return self._scopes[block_sref]

    get_sblock_scope = get_block_scope  # the name of TVM since 0.25


__all__ = ["BlockDependenceInfo"]
