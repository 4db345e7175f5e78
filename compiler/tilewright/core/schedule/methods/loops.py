"""Loops: their extents, their order, and how they run."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.ir.expr import Expr, Var
from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.queries import Queries
from tilewright.core.schedule.methods.random_variables import instruction
from tilewright.core.schedule.primitives import buffers, kinds, loops, merge, partition


class Loops(Queries):
    """Loops."""

    @instruction("Fuse", "loops_")
    def fuse(self, *loops_: LoopRV, preserve_unit_iters: bool = True) -> LoopRV:
        """Replace nested loops by one loop over all their iterations.

            before: for i in 16: for j in 16
            after:  for i_j_fused in 256                    # fuse(i, j)

        - `loops_`: the loops, from the outermost; each holds only the next.
        - `preserve_unit_iters`: whether loops of extent 1 keep their variables in the bindings of blocks; otherwise 0 stands there.

        Returns the new loop. Refuses loops with something between them, and bounds of an inner loop that use the variable of an outer one.
        """
        return self._new_loop(loops.fuse(self.state, [self._ref(each) for each in loops_], preserve_unit_iters))

    @instruction("Merge", "loops_")
    def merge(self, *loops_: LoopRV) -> LoopRV:
        """Replace nests of loops that follow each other and have the same extents by one nest with all their bodies.

            before: for i in 8: B[i] = ...; for j in 8: C[j] = ...
            after:  for i_m in 8: B[i_m] = ...; C[i_m] = ...    # merge(i, j)

        - `loops_`: of each nest the loop down to which it is merged, in the order in which the nests run; at least two.

        Returns that loop of the new nest. Refuses other extents, something between the nests, and blocks of which one needs an element that another
        computes only in a later iteration.
        """
        return self._new_loop(merge.merge(self.state, [self._ref(each) for each in loops_]))

    @instruction("Split", "loop", "factors...")
    def split(
        self,
        loop: LoopRV,
        factors: Sequence[int | Expr | None],
        preserve_unit_iters: bool = True,
        disable_predication: bool = False,
    ) -> list[LoopRV]:
        """Replace one loop by a nest of loops whose extents are `factors`.

            before: for i in 256
            after:  for i_0 in 16: for i_1 in 16            # split(i, [None, 16])

        - `loop`: the loop.
        - `factors`: the extents, from the outermost; at most one may be None (or -1), which stands for as many as are needed.
        - `preserve_unit_iters`: whether loops of extent 1 keep their variables in the bindings of blocks; otherwise 0 stands there.
        - `disable_predication`: leave out the condition under which blocks run where the factors do not divide the extent.

        Returns the new loops, from the outermost. Refuses factors whose product is smaller than the extent, a loop that does not start at 0, and one that is
        bound to threads or has annotations.
        """
        numbers = [None if each is None else self._factor(each) for each in factors]
        self.traced("factors", [None if number is None else each for number, each in zip(numbers, factors)])
        made = loops.split(self.state, self._ref(loop), numbers, preserve_unit_iters, disable_predication)
        return [self._new_loop(each) for each in made]

    @instruction("LoopPartition", "loop", "factors...")
    def loop_partition(
        self, loop: LoopRV, factors: Sequence[int | Expr | None], preserve_unit_iters: bool = True
    ) -> list[LoopRV]:
        """Replace a loop by loops that follow each other, each over a part of its range.

            before: for i in 128
            after:  for i_0 in 2; for i_1 in range(2, 66); for i_2 in range(66, 128)    # loop_partition(i, [2, 64])

        - `loop`: the loop.
        - `factors`: the number of iterations of each part; at most one may be None, which stands for the rest. If none is, what they leave is a part more.
        - `preserve_unit_iters`: whether loops of extent 1 keep their variables in the bindings of blocks; otherwise 0 stands there.

        Returns the new loops in their order. Refuses factors whose sum is the extent or more, and factors that are not positive.
        """
        numbers = [None if each is None else self._factor(each) for each in factors]
        self.traced("factors", [None if number is None else each for number, each in zip(numbers, factors)])
        made = partition.loop_partition(self.state, self._ref(loop), numbers, preserve_unit_iters)
        return [self._new_loop(each) for each in made]

    def _factor(self, factor: int | Expr) -> int | Expr | None:
        if isinstance(factor, Var) and factor in self._values:
            return self._values[factor]
        return self._number(factor) if isinstance(factor, Expr) else factor

    @instruction("Reorder", "ordered_loops")
    def reorder(self, *ordered_loops: LoopRV) -> None:
        """Put loops of one nest into another order.

            before: for i: for j: for k
            after:  for k: for j: for i                     # reorder(k, i)

        - `ordered_loops`: the loops in the order that they get, among the places that they have now; the loops between them stay where they are.

        Refuses loops that are not in one nest without other statements, axes of another kind than spatial or reduction in the blocks below, and bounds of a loop
        that use the variable of one that would come to lie inside.
        """
        loops.reorder(self.state, [self._ref(each) for each in ordered_loops])

    @instruction("ReorderBlockIterVar", "block")
    def reorder_block_iter_var(self, block: BlockRV | str, new_order: Sequence[int]) -> None:
        """Put the axes of a block into another order.

        - `block`: the block, or its name.
        - `new_order`: the positions of the axes now, in the order that they get: `[1, 0]` exchanges two.

        Refuses what is no permutation of the axes.
        """
        buffers.reorder_block_iter_var(self.state, self._ref(block), self.traced("new_order", list(new_order)))

    @instruction("AddUnitLoop", "block_or_loop")
    def add_unit_loop(self, block_or_loop: BlockRV | LoopRV | str) -> LoopRV:
        """Put a loop of one iteration around a block or loop.

        - `block_or_loop`: the block or loop.

        Returns the new loop.
        """
        return self._new_loop(loops.add_unit_loop(self.state, self._ref(block_or_loop)))

    @instruction("Parallel", "loop")
    def parallel(self, loop: LoopRV) -> None:
        """Let the iterations of a loop run at once on several threads of the CPU.

            before: for i in 256
            after:  for i in T.parallel(256)                # parallel(i)

        - `loop`: the loop.

        Refuses a loop of a reduction: one that an axis other than a spatial one is bound to, and one whose blocks are neither complete nor reductions with
        their initialization.
        """
        kinds.parallel(self.state, self._ref(loop))

    @instruction("Vectorize", "loop")
    def vectorize(self, loop: LoopRV) -> None:
        """Let the iterations of a loop be computed by one instruction: each is a lane of a vector.

            before: for j in 16
            after:  for j in T.vectorized(16)               # vectorize(j)

        - `loop`: the loop.

        Refuses what `parallel` refuses.
        """
        kinds.vectorize(self.state, self._ref(loop))

    @instruction("Bind", "loop")
    def bind(self, loop: LoopRV, thread_axis: str) -> None:
        """Let the iterations of a loop be threads of a GPU.

            before: for i in 64
            after:  for i in T.thread_binding(64, thread="threadIdx.x")    # bind(i, "threadIdx.x")

        - `loop`: the loop.
        - `thread_axis`: `blockIdx.x`, `threadIdx.y`, `vthread.x` and so on.

        Refuses what `parallel` refuses; a reduction may run over `threadIdx` axes.
        """
        kinds.bind(self.state, self._ref(loop), thread_axis)

    @instruction("Unroll", "loop")
    def unroll(self, loop: LoopRV) -> None:
        """Write the iterations of a loop one after another, without a loop.

            before: for i in 4
            after:  for i in T.unroll(4)                    # unroll(i)

        - `loop`: the loop.
        """
        kinds.unroll(self.state, self._ref(loop))


__all__ = ["Loops"]
