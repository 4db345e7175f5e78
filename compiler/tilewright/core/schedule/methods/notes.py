"""Annotations, and marks in the trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.builder.frames import attributes
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.schedule.instructions import BUFFER_SIDES, BlockRV
from tilewright.core.schedule.methods.queries import Queries
from tilewright.core.schedule.primitives import buffers, kinds


class Notes(Queries):
    """Annotations."""

    def annotate(self, block_or_loop: Any, ann_key: str, ann_val: Any) -> None:
        """Give a block or loop an annotation."""
        if isinstance(block_or_loop, str):
            block_or_loop = self._block(block_or_loop)
        value = self._annotation(ann_val)
        self._step(
            "Annotate",
            [block_or_loop, ann_val],
            [ann_key],
            lambda: kinds.annotate(self.state, self._ref(block_or_loop), ann_key, value),
        )

    def _annotation(self, value: Any) -> Any:
        """The value of an annotation: numbers as constants of 32 bits, random variables as their numbers."""
        if isinstance(value, Expr) and value in self._values:
            value = self._values[value]
        return attributes({"": value})[""]

    def unannotate(self, block_or_loop: Any, ann_key: str) -> None:
        """Take an annotation from a block or loop."""
        self._step(
            "Unannotate",
            [block_or_loop],
            [ann_key],
            lambda: kinds.unannotate(self.state, self._ref(block_or_loop), ann_key),
        )

    def annotate_buffer_access(
        self,
        block: BlockRV | str,
        buffer_index: int,
        buf_type: str,
        gen_new_ranges: IndexMap | Callable[..., Any],
    ) -> None:
        """Say what a block reads or writes of a buffer, from its axes: for each dimension an index, or where it begins and ends.

        T.reads(A[0:32]), lambda i: [(i * 2 - 3, i * 2 + 3)]  -->  T.reads(A[i * 2 - 3:i * 2 + 3])
        """
        found = self._block(block)
        if buf_type not in BUFFER_SIDES:
            raise ValueError(f"Invalid buf_type: {buf_type}. Expected 'read' or 'write'.")
        rank = len(buffers.nth_buffer(self._ref(found), int(buffer_index), buf_type).shape)
        axes = [axis.var for axis in self._ref(found).block.iter_vars]
        ends = gen_new_ranges if isinstance(gen_new_ranges, IndexMap) else _ends(axes, gen_new_ranges, rank)
        self._step(
            "AnnotateBufferAccess",
            [found],
            [int(buffer_index), buf_type, ends],
            lambda: buffers.annotate_buffer_access(self.state, self._ref(found), int(buffer_index), buf_type, ends),
        )

    def enter_postproc(self) -> None:
        """Mark that what follows in the trace only finishes what was decided."""
        self._step("EnterPostproc", [], [], lambda: None)


def _ends(axes: Sequence[Var], function: Callable[..., Any], rank: int) -> IndexMap:
    """Where each range begins and ends, one after the other, from the axes of a block; a trace gives the ends so."""
    given = list(function(*axes))
    if len(given) == 2 * rank and all(isinstance(each, Expr) for each in given):
        return IndexMap(tuple(axes), given)
    ends: list[Any] = []
    for each in given:
        if isinstance(each, (tuple, list)):
            if len(each) != 2:
                raise ValueError("a range is an index, or a tuple of its begin and its end")
            ends += each
        else:
            ends += [each, each + 1]
    return IndexMap(tuple(axes), ends)


__all__ = ["Notes"]
