"""Pieces of a program as blocks of their own, and as a machine's instructions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.queries import Queries
from tilewright.core.schedule.primitives import blockize, tensorize
from tilewright.core.schedule.tensor_intrin import TensorIntrin


class Pieces(Queries):
    """Blocks around what there is, and tensor intrinsics."""

    def blockize(self, target: LoopRV | Sequence[BlockRV | str], preserve_unit_iters: bool = True) -> BlockRV:
        """A block around what is below a loop, or around blocks that follow each other.

        for i, j: B[i, j] = ...  -->  for i: block B_o(i): for j: block B(j): B[i, j] = ...
        """
        keep = bool(preserve_unit_iters)
        if isinstance(target, (list, tuple)):
            found = [self._block(each) for each in target]
            return self._step(
                "Blockize",
                [found],
                [keep],
                lambda: blockize.blockize_blocks(self.state, [self._ref(each) for each in found], keep),
            )
        loop = self._loop_like(target)
        return self._step("Blockize", [loop], [keep], lambda: blockize.blockize(self.state, self._ref(loop), keep))

    def tensorize(
        self,
        block_or_loop: BlockRV | LoopRV | str,
        tensor_intrin: str | TensorIntrin,
        preserve_unit_iters: bool = True,
    ) -> None:
        """Let a tensor intrinsic compute a block, or what is below a loop; it must compute what the intrinsic's description says.

        for k in 4: C[i] += A[i, k] * B[k]  -->  block C_o: the implementation, on C[i], A[i, 0:4] and B[0:4]
        """
        place: Any = self._block(block_or_loop) if isinstance(block_or_loop, str) else block_or_loop
        intrin = TensorIntrin.get(tensor_intrin) if isinstance(tensor_intrin, str) else tensor_intrin
        assert intrin is not None
        keep = bool(preserve_unit_iters)
        self._step(
            "Tensorize",
            [place],
            [tensor_intrin, keep],
            lambda: tensorize.tensorize(self.state, self._ref(place), intrin, keep),
        )


__all__ = ["Pieces"]
