"""Questions: blocks by name, and what is around, in, before and after a block."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import BlockRealize
from tilewright.core.schedule.checks import is_output_block
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.instructions import BUFFER_SIDES, BlockRV, LoopRV
from tilewright.core.schedule.methods.random_variables import RandomVariables, instruction
from tilewright.core.schedule.references import StmtSRef, below


class NoSuchBuffer(AssertionError, ValueError):
    """A block does not use the buffer that is asked for; TVM asserts that it does."""


class Queries(RandomVariables):
    """Blocks and loops of the program as it is."""

    @instruction("GetBlock", pure=True)
    def get_block(self, name: str, func_name: str | None = None) -> BlockRV:
        """Look for the block of that name.

        - `name`: the name.
        - `func_name`: the function to look in; without it the one that is worked on.

        Returns the block. Refuses a name that no block or several blocks have; raises `ValueError` when there are several functions and none was given.
        """
        if func_name is None:
            if self._function is None:
                raise ValueError(
                    'The schedule does not know which function to be working on. Give get_block the argument "func_name", or call work_on first'
                )
            func_name = self._function.name_hint
        return self._new_block(self._find_block(name, self.traced("func_name", func_name)))

    get_sblock = get_block  # the name of TVM since 0.25

    def _find_block(self, name: str, func_name: str) -> StmtSRef:

        func = self.mod[func_name]
        assert isinstance(func, PrimFunc)
        found = [
            node.block for node in below(func.body) if isinstance(node, BlockRealize) and node.block.name_hint == name
        ]
        if len(found) == 1:
            return self.state.ref(found[0])
        if not found:
            known = ", ".join(
                dict.fromkeys(node.block.name_hint for node in below(func.body) if isinstance(node, BlockRealize))
            )
            raise Refusal(
                "Cannot find a block with the specified name",
                f"Cannot find a block with the name: {name}; the blocks are {known}",
            )
        raise Refusal(
            "Found multiple blocks with the specified name", f"Found {len(found)} blocks with the name: {name}", *found
        )

    @instruction("GetLoops", "block", pure=True)
    def get_loops(self, block: BlockRV | str) -> list[LoopRV]:
        """Give the loops around a block, up to the next block around it.

        - `block`: the block, or its name.

        Returns the loops, from the outermost.
        """
        return [self._new_loop(each) for each in self._ref(block).loops()]

    @instruction("GetChildBlocks", "block_or_loop", pure=True)
    def get_child_blocks(self, block_or_loop: BlockRV | LoopRV | str) -> list[BlockRV]:
        """Give the blocks directly inside of a block or loop: those that no other block lies around in it.

        - `block_or_loop`: the block or loop.

        Returns the blocks in the order of the program.
        """
        return [self._new_block(each) for each in self.state.child_blocks(self._ref(block_or_loop))]

    @instruction("GetProducers", "block", pure=True)
    def get_producers(self, block: BlockRV | str) -> list[BlockRV]:
        """Give the blocks whose results a block reads, those of the same scope.

        - `block`: the block, or its name.

        Returns the blocks.
        """
        ref = self._ref(block)
        scope = ref.scope()
        found = [] if scope is None else self.state.get_block_scope(scope).producers(ref)
        return [self._new_block(each) for each in found]

    @instruction("GetConsumers", "block", pure=True)
    def get_consumers(self, block: BlockRV | str) -> list[BlockRV]:
        """Give the blocks that read the results of a block, those of the same scope.

        - `block`: the block, or its name.

        Returns the blocks.
        """
        ref = self._ref(block)
        scope = ref.scope()
        found = [] if scope is None else self.state.get_block_scope(scope).consumers(ref)
        return [self._new_block(each) for each in found]

    @instruction("GetOutputBlocks", "scope_block", pure=True)
    def get_output_blocks(self, scope_block: BlockRV | str) -> list[BlockRV]:
        """Give the blocks inside of a block that write buffers which it does not allocate: what they write leaves it.

        - `scope_block`: the block around them, such as `"root"`.

        Returns the blocks.
        """
        scope = self._ref(scope_block)
        return [self._new_block(ref) for ref in self.state.blocks_below(scope) if is_output_block(ref, scope)]

    def _position(self, block: BlockRV | str, buffer: object, side: str) -> int:
        """The position of a region among those that a block reads or writes, given as such, or by its buffer or the buffer's name."""
        if isinstance(buffer, (int, IntImm)):
            return int(buffer.value if isinstance(buffer, IntImm) else buffer)
        return self._side_and_position(block, buffer, (side,))[1]

    def _side_and_position(
        self, block: BlockRV | str, buffer: object, sides: Sequence[str] = BUFFER_SIDES
    ) -> tuple[str, int]:
        node = self._ref(block).block
        regions = {"read": node.reads, "write": node.writes}
        if isinstance(buffer, (tuple, list)):
            side, position = str(buffer[0]), int(buffer[1])
            if side not in regions or not 0 <= position < len(regions[side]):
                raise NoSuchBuffer(f'the block `{node.name_hint}` has no buffer ("{side}", {position})')
            return side, position
        found: tuple[str, int] | None = None
        for side in sides:
            for position, region in enumerate(regions[side]):
                if region.buffer is buffer and found is None:
                    found = side, position
                elif region.buffer.name == buffer:
                    found = side, position  # of what is read and written by that name, what is written
        if found is not None:
            return found
        raise NoSuchBuffer(
            f"the block `{node.name_hint}` does not {' or '.join(sides)} {buffer if isinstance(buffer, str) else getattr(buffer, 'name', buffer)}"
        )


__all__ = ["Queries"]
