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
        """One loop for a nest of them."""
        return self._new_loop(loops.fuse(self.state, [self._ref(each) for each in loops_], preserve_unit_iters))

    @instruction("Merge", "loops_")
    def merge(self, *loops_: LoopRV) -> LoopRV:
        """One nest of loops for several that follow each other and have the same extents.

        for i in 8: B[i] = ...; for j in 8: C[j] = ...  -->  for i_m in 8: B[i_m] = ...; C[i_m] = ...
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
        """A nest of loops with the extents `factors` for one; one factor may be None. Where they do not divide the extent, blocks run under a condition, unless `disable_predication`."""
        numbers = [None if each is None else self._factor(each) for each in factors]
        self.traced("factors", [None if number is None else each for number, each in zip(numbers, factors)])
        made = loops.split(self.state, self._ref(loop), numbers, preserve_unit_iters, disable_predication)
        return [self._new_loop(each) for each in made]

    @instruction("LoopPartition", "loop", "factors...")
    def loop_partition(
        self, loop: LoopRV, factors: Sequence[int | Expr | None], preserve_unit_iters: bool = True
    ) -> list[LoopRV]:
        """Loops that follow each other for one, over parts of its range; one factor may be None, and what they leave is a part more.

        for i in 128  -->  for i0 in 2; for i1 in range(2, 66); for i2 in range(66, 128)
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
        """Put loops of one nest in that order."""
        loops.reorder(self.state, [self._ref(each) for each in ordered_loops])

    @instruction("ReorderBlockIterVar", "block")
    def reorder_block_iter_var(self, block: BlockRV | str, new_order: Sequence[int]) -> None:
        """Put the axes of a block in another order."""
        buffers.reorder_block_iter_var(self.state, self._ref(block), self.traced("new_order", list(new_order)))

    @instruction("AddUnitLoop", "block_or_loop")
    def add_unit_loop(self, block_or_loop: BlockRV | LoopRV | str) -> LoopRV:
        """A loop of extent 1 around a block or loop."""
        return self._new_loop(loops.add_unit_loop(self.state, self._ref(block_or_loop)))

    @instruction("Parallel", "loop")
    def parallel(self, loop: LoopRV) -> None:
        """Let the iterations of a loop run on several threads."""
        kinds.parallel(self.state, self._ref(loop))

    @instruction("Vectorize", "loop")
    def vectorize(self, loop: LoopRV) -> None:
        """Let the iterations of a loop be lanes of vectors."""
        kinds.vectorize(self.state, self._ref(loop))

    @instruction("Bind", "loop")
    def bind(self, loop: LoopRV, thread_axis: str) -> None:
        """Let the iterations of a loop be threads of a GPU."""
        kinds.bind(self.state, self._ref(loop), thread_axis)

    @instruction("Unroll", "loop")
    def unroll(self, loop: LoopRV) -> None:
        """Write the iterations of a loop one after another."""
        kinds.unroll(self.state, self._ref(loop))


__all__ = ["Loops"]
