"""Primitives that move blocks between loops, and that split reductions."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.queries import Queries
from tilewright.core.schedule.methods.random_variables import instruction
from tilewright.core.schedule.primitives import compute_at, decompose_padding, epilogue, inline, pad_einsum, reduction
from tilewright.core.schedule.references import StmtSRef


class ComputeLocation(Queries):
    """The methods of `Schedule` that move blocks between loops."""

    @instruction("ComputeAt", "block", "loop")
    def compute_at(
        self, block: BlockRV | str, loop: LoopRV, preserve_unit_loops: bool = False, index: int = -1
    ) -> None:
        """Compute what is read under a loop right there."""
        location = self._ref(loop)
        if location is StmtSRef.inline_mark():
            inline.compute_inline(self.state, self._ref(block))
        elif location is not StmtSRef.root_mark():
            compute_at.compute_at(self.state, self._ref(block), location, preserve_unit_loops, index)

    @instruction("ReverseComputeAt", "block", "loop")
    def reverse_compute_at(
        self, block: BlockRV | str, loop: LoopRV, preserve_unit_loops: bool = False, index: int = -1
    ) -> None:
        """Compute what can be made of what is written under a loop right there."""
        location = self._ref(loop)
        if location is StmtSRef.inline_mark():
            inline.reverse_compute_inline(self.state, self._ref(block))
        elif location is not StmtSRef.root_mark():
            compute_at.reverse_compute_at(self.state, self._ref(block), location, preserve_unit_loops, index)

    @instruction("ComputeInline", "block")
    def compute_inline(self, block: BlockRV | str) -> None:
        """Put what a block computes where it is read."""
        inline.compute_inline(self.state, self._ref(block))

    @instruction("ReverseComputeInline", "block")
    def reverse_compute_inline(self, block: BlockRV | str) -> None:
        """Put what a block makes of its producer's result into the producer."""
        inline.reverse_compute_inline(self.state, self._ref(block))

    @instruction("FuseReductionEpilogue", "reduction_block", "epilogue_block")
    def fuse_reduction_epilogue(self, reduction_block: BlockRV | str, epilogue_block: BlockRV | str) -> None:
        """Let a sum start from the term that a block adds to its result, and keep the bounds that it puts around it; the block goes.

        D[i] = 0; D[i] += x[k]; E[i] = D[i] + b[i]  -->  E[i] = b[i]; E[i] += x[k].  A warning says where bounds change results, as TVM's documentation does.
        """
        epilogue.fuse_reduction_epilogue(self.state, self._ref(reduction_block), self._ref(epilogue_block))

    @instruction("DecomposeReduction", "block", "loop")
    def decompose_reduction(self, block: BlockRV | str, loop: LoopRV) -> BlockRV:
        """The initialisation of a reduction as a block of its own before a loop."""
        return self._new_block(reduction.decompose_reduction(self.state, self._ref(block), self._ref(loop)))

    @instruction("PadEinsum", "block")
    def pad_einsum(self, block: BlockRV | str, padding: Sequence[int]) -> None:
        """Let the axes of a block that multiplies and sums be multiples of the numbers given; what it reads is padded with zeros.

        C[i] += A[i, k] (k in 30), [1, 16]  -->  A_pad = A if k < 30 else 0; C[i] += A_pad[i, k] (k in 32)
        """
        numbers = self.traced("padding", [int(getattr(each, "value", each)) for each in padding])
        pad_einsum.pad_einsum(self.state, self._ref(block), numbers)

    @instruction("DecomposePadding", "block", "loop")
    def decompose_padding(self, block: BlockRV | str, loop: LoopRV) -> BlockRV:
        """The padding that a block writes as a block of its own before a loop; the block itself writes what is inside.

        for i in 12: B[i] = A[i - 1] if 1 <= i < 11 else 0  -->  for i in 12: B[i] = 0; for i in 10: B[i + 1] = A[i]
        """
        return self._new_block(decompose_padding.decompose_padding(self.state, self._ref(block), self._ref(loop)))

    def can_decompose_padding(self, block: BlockRV | str, loop: LoopRV) -> bool:
        """Whether `decompose_padding` is possible."""
        return decompose_padding.can_decompose_padding(self.state, self._ref(self.block_of(block)), self._ref(loop))

    @instruction("RFactor", "loop")
    def rfactor(self, loop: LoopRV, factor_axis: int) -> BlockRV:
        """A reduction in two steps: over the other loops, into a buffer with a dimension more; then over that."""
        return self._new_block(reduction.rfactor(self.state, self._ref(loop), factor_axis))


__all__ = ["ComputeLocation"]
