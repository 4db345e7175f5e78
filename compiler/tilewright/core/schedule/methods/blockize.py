"""Parts of a program as blocks of their own, and as a machine's instructions."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.queries import Queries
from tilewright.core.schedule.methods.random_variables import instruction
from tilewright.core.schedule.primitives import blockize, tensorize
from tilewright.core.schedule.tensor_intrin import TensorIntrin


class Blockize(Queries):
    """Blocks around what there is, and tensor intrinsics."""

    @instruction("Blockize", "target")
    def blockize(self, target: LoopRV | Sequence[BlockRV | str], preserve_unit_iters: bool = True) -> BlockRV:
        """Make one block of what is below a loop, or of blocks that follow each other; it has axes of its own for the loops outside.

            before: for i, j: block B: B[i, j] = ...
            after:  for i: block B_o(i): for j: block B(j): B[i, j] = ...    # blockize(j)

        - `target`: a loop with one block below it, or a list of blocks.
        - `preserve_unit_iters`: whether loops of extent 1 keep their variables in the bindings of blocks; otherwise 0 stands there.

        Returns the new block. Refuses a loop with several blocks below it, and axes that are not a part outside and a part inside, as after `split`.
        """
        if isinstance(target, (list, tuple)):
            blocks = [self._ref(each) for each in target]
            return self._new_block(blockize.blockize_blocks(self.state, blocks, preserve_unit_iters))
        if not isinstance(target, LoopRV):
            raise TypeError(f"expected a LoopRV, not {type(target).__name__}")
        return self._new_block(blockize.blockize(self.state, self._ref(target), preserve_unit_iters))

    @instruction("Tensorize", "block_or_loop")
    def tensorize(
        self,
        block_or_loop: BlockRV | LoopRV | str,
        tensor_intrin: str | TensorIntrin,
        preserve_unit_iters: bool = True,
    ) -> None:
        """Replace a block, or what is below a loop, by a tensor intrinsic that computes the same.

            before: for k in 4: C[i] += A[i, k] * B[k]
            after:  block C_o: the implementation, on C[i], A[i, 0:4] and B[0:4]

        - `block_or_loop`: the block, or the loop.
        - `tensor_intrin`: the intrinsic, or the name under which it is registered.
        - `preserve_unit_iters`: whether loops of extent 1 keep their variables in the bindings of blocks; otherwise 0 stands there.

        Refuses what differs from the intrinsic's description: the message says where.
        """
        intrin = TensorIntrin.get(tensor_intrin) if isinstance(tensor_intrin, str) else tensor_intrin
        assert intrin is not None
        tensorize.tensorize(self.state, self._ref(block_or_loop), intrin, preserve_unit_iters)


__all__ = ["Blockize"]
