"""Loops: their extents, their order, and how they run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.ir.expr import Expr, Var
from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.queries import Queries
from tilewright.core.schedule.primitives import buffers, kinds, loops, merge


class Nests(Queries):
    """Loops."""

    def fuse(self, *loops_: LoopRV, preserve_unit_iters: bool = True) -> LoopRV:
        """One loop for a nest of them."""
        return self._step(
            "Fuse",
            list(loops_),
            [preserve_unit_iters],
            lambda: loops.fuse(self.state, [self._ref(each) for each in loops_], bool(preserve_unit_iters)),
        )

    def merge(self, *loops_: LoopRV) -> LoopRV:
        """One nest of loops for several that follow each other and have the same extents.

        for i in 8: B[i] = ...; for j in 8: C[j] = ...  -->  for i_m in 8: B[i_m] = ...; C[i_m] = ...
        """
        return self._step(
            "Merge",
            list(loops_),
            [],
            lambda: merge.merge(self.state, [self._ref(each) for each in loops_]),
        )

    def split(
        self, loop: LoopRV, factors: Sequence[Any], preserve_unit_iters: bool = True, disable_predication: bool = False
    ) -> list[LoopRV]:
        """A nest of loops with the extents `factors` for one; one factor may be None. Where they do not divide the extent, blocks run under a condition, unless `disable_predication`."""
        self._loop_like(loop)
        numbers = [None if each is None else self._factor(each) for each in factors]
        given = [None if number is None else each for number, each in zip(numbers, factors)]
        return self._step(
            "Split",
            [loop, *given],
            [bool(preserve_unit_iters), bool(disable_predication)],
            lambda: loops.split(
                self.state, self._ref(loop), numbers, bool(preserve_unit_iters), bool(disable_predication)
            ),
        )

    def _factor(self, factor: Any) -> Any:
        if isinstance(factor, Var) and factor in self._values:
            return self._values[factor]
        return self._number(factor) if isinstance(factor, Expr) else factor

    def reorder(self, *ordered_loops: LoopRV) -> None:
        """Put loops of one nest in that order."""
        self._step(
            "Reorder",
            list(ordered_loops),
            [],
            lambda: loops.reorder(self.state, [self._ref(each) for each in ordered_loops]),
        )

    def reorder_block_iter_var(self, block: BlockRV | str, new_order: Sequence[int]) -> None:
        """Put the axes of a block in another order."""
        found = self._block(block)
        self._step(
            "ReorderBlockIterVar",
            [found],
            [list(new_order)],
            lambda: buffers.reorder_block_iter_var(self.state, self._ref(found), new_order),
        )

    def add_unit_loop(self, block_or_loop: Any) -> LoopRV:
        """A loop of extent 1 around a block or loop."""
        return self._step(
            "AddUnitLoop", [block_or_loop], [], lambda: loops.add_unit_loop(self.state, self._ref(block_or_loop))
        )

    def parallel(self, loop: LoopRV) -> None:
        """Let the iterations of a loop run on several threads."""
        self._step("Parallel", [self._loop_like(loop)], [], lambda: kinds.parallel(self.state, self._ref(loop)))

    def vectorize(self, loop: LoopRV) -> None:
        """Let the iterations of a loop be lanes of vectors."""
        self._step("Vectorize", [self._loop_like(loop)], [], lambda: kinds.vectorize(self.state, self._ref(loop)))

    def bind(self, loop: LoopRV, thread_axis: str) -> None:
        """Let the iterations of a loop be threads of a GPU."""
        self._step(
            "Bind", [self._loop_like(loop)], [thread_axis], lambda: kinds.bind(self.state, self._ref(loop), thread_axis)
        )

    def unroll(self, loop: LoopRV) -> None:
        """Write the iterations of a loop one after another."""
        self._step("Unroll", [self._loop_like(loop)], [], lambda: kinds.unroll(self.state, self._ref(loop)))


__all__ = ["Nests"]
