"""Annotations, and marks in the trace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from tilewright.core.builder.frames import attributes
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.schedule.instructions import BUFFER_SIDES, BlockRV, LoopRV
from tilewright.core.schedule.methods.queries import Queries
from tilewright.core.schedule.methods.random_variables import instruction
from tilewright.core.schedule.primitives import buffers, kinds

AnnotationValue: TypeAlias = (
    "str | int | float | bool | Expr | Sequence[AnnotationValue] | Mapping[str, AnnotationValue] | None"
)


class Annotation(Queries):
    """Annotations."""

    @instruction("Annotate", "block_or_loop", "ann_val")
    def annotate(self, block_or_loop: BlockRV | LoopRV | str, ann_key: str, ann_val: AnnotationValue) -> None:
        """Give a block or loop an annotation, which passes and tools read.

        - `block_or_loop`: the block or loop.
        - `ann_key`: its name.
        - `ann_val`: a number, a text, an expression, or a list or mapping of them.

        Refuses a name that is there already.
        """
        kinds.annotate(self.state, self._ref(block_or_loop), ann_key, self._annotation(ann_val))

    def _annotation(self, value: object) -> object:
        """The value of an annotation: numbers as constants of 32 bits, random variables as their numbers."""
        if isinstance(value, Expr) and value in self._values:
            value = self._values[value]
        return attributes({"": value})[""]

    @instruction("Unannotate", "block_or_loop")
    def unannotate(self, block_or_loop: BlockRV | LoopRV | str, ann_key: str) -> None:
        """Take an annotation from a block or loop.

        - `block_or_loop`: the block or loop.
        - `ann_key`: its name.

        Refuses a name that is not there.
        """
        kinds.unannotate(self.state, self._ref(block_or_loop), ann_key)

    @instruction("AnnotateBufferAccess", "block")
    def annotate_buffer_access(
        self,
        block: BlockRV | str,
        buffer_index: int,
        buf_type: str,
        gen_new_ranges: IndexMap | Callable[..., object],
    ) -> None:
        """Declare which part of a buffer a block reads or writes, from its axes.

            before: T.reads(A[0:32])
            after:  T.reads(A[i * 2 - 3:i * 2 + 3])         # lambda i: [(i * 2 - 3, i * 2 + 3)]

        - `block`: the block, or its name.
        - `buffer_index`: which of the regions, from 0.
        - `buf_type`: `"read"` or `"write"`.
        - `gen_new_ranges`: a function from the axes to an index, or a pair of begin and end, for each dimension.
        """
        if buf_type not in BUFFER_SIDES:
            raise ValueError(f"Invalid buf_type: {buf_type}. Expected 'read' or 'write'.")
        ref = self._ref(block)
        rank = len(buffers.nth_buffer(ref, buffer_index, buf_type).shape)
        axes = [axis.var for axis in ref.block.iter_vars]
        ends = gen_new_ranges if isinstance(gen_new_ranges, IndexMap) else _ends(axes, gen_new_ranges, rank)
        self.traced("gen_new_ranges", ends)
        buffers.annotate_buffer_access(self.state, ref, buffer_index, buf_type, ends)

    @instruction("EnterPostproc")
    def enter_postproc(self) -> None:
        """Mark in the trace that the steps from here on only finish what was decided."""


def _ends(axes: Sequence[Var], function: Callable[..., Any], rank: int) -> IndexMap:
    """The first value and the end of each range, one after the other, from the axes of a block; a trace gives the ends so."""
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


__all__ = ["Annotation"]
