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
        """Move a block into a loop whose body reads what it computes: each iteration computes first the part that it reads.

            before: for i: B[i] = ...; for j: C[j] = B[j]
            after:  for j: B[j] = ...; C[j] = B[j]          # compute_at("B", j)

        - `block`: the block, or its name. It is the producer.
        - `loop`: the loop to move it into, around all blocks that read what it writes; the marker of `sample_compute_location` for "inlined" is taken as well.
        - `preserve_unit_loops`: whether loops of extent 1 are made too.
        - `index`: the place among the statements of the loop's body; -1 is the last that is possible, -2 the first.

        Refuses an output block, a block that a block outside of the loop reads too, and a block that is neither complete nor a reduction with its initialization.
        """
        location = self._ref(loop)
        if location is StmtSRef.inline_mark():
            inline.compute_inline(self.state, self._ref(block))
        elif location is not StmtSRef.root_mark():
            compute_at.compute_at(self.state, self._ref(block), location, preserve_unit_loops, index)

    @instruction("ReverseComputeAt", "block", "loop")
    def reverse_compute_at(
        self, block: BlockRV | str, loop: LoopRV, preserve_unit_loops: bool = False, index: int = -1
    ) -> None:
        """Move a block into the loop that computes what it reads: each iteration goes on with the part that it has just computed.

            before: for i: B[i] = ...; for j: C[j] = B[j]
            after:  for i: B[i] = ...; C[i] = B[i]          # reverse_compute_at("C", i)

        - `block`: the block, or its name. It is the consumer.
        - `loop`: the loop to move it into, around all blocks that write what it reads.
        - `preserve_unit_loops`: whether loops of extent 1 are made too.
        - `index`: the place among the statements of the loop's body; -1 is the last that is possible, -2 the first.

        Refuses a block of which a producer is outside of the loop, and one that would read more than an iteration has computed.
        """
        location = self._ref(loop)
        if location is StmtSRef.inline_mark():
            inline.reverse_compute_inline(self.state, self._ref(block))
        elif location is not StmtSRef.root_mark():
            compute_at.reverse_compute_at(self.state, self._ref(block), location, preserve_unit_loops, index)

    @instruction("ComputeInline", "block")
    def compute_inline(self, block: BlockRV | str) -> None:
        """Put what a block computes where it is read; the block and its buffer go.

            before: B[i] = A[i] + 1; C[i] = B[i] * 2
            after:  C[i] = (A[i] + 1) * 2                   # compute_inline("B")

        - `block`: the block, or its name. It writes one element of one buffer in each iteration, at indices that are distinct axes.

        Refuses an output block, a reduction, a block that reads what it writes, and a buffer that several blocks write.
        """
        inline.compute_inline(self.state, self._ref(block))

    @instruction("ReverseComputeInline", "block")
    def reverse_compute_inline(self, block: BlockRV | str) -> None:
        """Put what a block makes of its producer's result into the producer; the block and the buffer between them go.

            before: B[i] = A[i] + 1; C[i] = B[i] * 2
            after:  C[i] = (A[i] + 1) * 2                   # reverse_compute_inline("C")

        - `block`: the block, or its name. It reads what one producer writes, and nothing else reads that.

        Refuses a block with several producers, a producer that has other consumers, and a block that its place of reading does not tell the axes of.
        """
        inline.reverse_compute_inline(self.state, self._ref(block))

    @instruction("FuseReductionEpilogue", "reduction_block", "epilogue_block")
    def fuse_reduction_epilogue(self, reduction_block: BlockRV | str, epilogue_block: BlockRV | str) -> None:
        """Let a sum start from the term that a second block adds to its result, and keep the bounds that this block puts around it; the second block goes.

            before: D[i] = 0; D[i] += x[k]; E[i] = D[i] + b[i]
            after:  E[i] = b[i]; E[i] += x[k]               # fuse_reduction_epilogue("D", "E")

        - `reduction_block`: the block that sums.
        - `epilogue_block`: the block that adds to the sum.

        A warning says where bounds change results, as TVM's documentation does. Refuses a reduction that is no sum, and an epilogue of another form.
        """
        epilogue.fuse_reduction_epilogue(self.state, self._ref(reduction_block), self._ref(epilogue_block))

    @instruction("DecomposeReduction", "block", "loop")
    def decompose_reduction(self, block: BlockRV | str, loop: LoopRV) -> BlockRV:
        """Put the initialization of a reduction (`T.init`) into a block of its own before a loop; the block itself only updates.

            before: for i: for k: block C: init C[i] = 0; C[i] += ...
            after:  for i: block C_init: C[i] = 0; for k: block C_update: C[i] += ...    # decompose_reduction("C", k)

        - `block`: the block, or its name.
        - `loop`: the loop before which the initialization stands: one around the block, and outside of every loop over a reduction axis, or the first of these.

        Returns the block of the initialization.
        """
        return self._new_block(reduction.decompose_reduction(self.state, self._ref(block), self._ref(loop)))

    @instruction("PadEinsum", "block")
    def pad_einsum(self, block: BlockRV | str, padding: Sequence[int]) -> None:
        """Let the axes of a block that multiplies and sums be multiples of given numbers; what it reads is padded with zeros in blocks of their own.

            before: C[i] += A[i, k]                         (k in 30)
            after:  A_pad = A if k < 30 else 0; C[i] += A_pad[i, k]     (k in 32)    # pad_einsum("C", [1, 16])

        - `block`: the block, or its name. Each index in it is an axis.
        - `padding`: a number for each axis; 1 leaves an axis as it is.

        Refuses a block of another form, and one whose result zeros would change.
        """
        numbers = self.traced("padding", [int(getattr(each, "value", each)) for each in padding])
        pad_einsum.pad_einsum(self.state, self._ref(block), numbers)

    @instruction("DecomposePadding", "block", "loop")
    def decompose_padding(self, block: BlockRV | str, loop: LoopRV) -> BlockRV:
        """Let a block of its own write the padding of a buffer, before a loop; the block itself then writes only what is inside, without a condition.

            before: for i in 12: B[i] = A[i - 1] if 1 <= i < 11 else 0
            after:  for i in 12: B[i] = 0; for i in 10: B[i + 1] = A[i]    # decompose_padding("B", i)

        - `block`: the block, or its name. It chooses between an element and a constant.
        - `loop`: the loop around the block before which the padding is written.

        Returns the block that writes the padding.
        """
        return self._new_block(decompose_padding.decompose_padding(self.state, self._ref(block), self._ref(loop)))

    def can_decompose_padding(self, block: BlockRV | str, loop: LoopRV) -> bool:
        """Whether `decompose_padding` is possible.

        - `block`: the block, or its name.
        - `loop`: the loop that it would be given.
        """
        return decompose_padding.can_decompose_padding(self.state, self._ref(self.block_of(block)), self._ref(loop))

    @instruction("RFactor", "loop")
    def rfactor(self, loop: LoopRV, factor_axis: int) -> BlockRV:
        """Compute a reduction in two steps: over the other loops, into a buffer with one dimension more, then over that dimension. The first step can run on several threads.

            before: for i, k in 8 x 64: block C: C[i] += A[i, k]      (k split into ko, ki)
            after:  block C_rf: C_rf[i, ko] += A[i, ko * 16 + ki]; block C: C[i] += C_rf[i, ko]    # rfactor(ko, 1)

        - `loop`: the loop of the reduction that becomes the dimension.
        - `factor_axis`: the place of the new dimension among those of the buffer; negative numbers count from the end.

        Returns the block of the first step. Refuses a loop that is no serial loop of a reduction, a block under a condition, and a reduction that is not known to
        be a sum, product, minimum or the like.
        """
        return self._new_block(reduction.rfactor(self.state, self._ref(loop), factor_axis))


__all__ = ["ComputeLocation"]
