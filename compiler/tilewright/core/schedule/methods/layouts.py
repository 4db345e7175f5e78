"""Where the elements of buffers are, and in which order blocks run over their axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.operators import const
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.schedule.instructions import BlockRV
from tilewright.core.schedule.methods.queries import Queries
from tilewright.core.schedule.primitives import block_layout, layout, reindex

BufferName = tuple[str, int] | list[Any] | str | Buffer
Mapping = IndexMap | Callable[..., Any]


class Layouts(Queries):
    """Layouts of buffers and of blocks."""

    def transform_layout(
        self,
        block: BlockRV | str,
        buffer: BufferName,
        index_map: Mapping,
        pad_value: Mapping | Expr | int | float | None = None,
        *,
        assume_injective_transform: bool = False,
    ) -> None:
        """Put the elements of a buffer that a block reads or writes where `index_map` says; places without one hold `pad_value`.

        B: 16 x 16, B[i, j], lambda i, j: (i // 4, j, i % 4)  -->  B: 4 x 16 x 4, B[i // 4, j, i % 4]
        """
        found = self._block(block)
        side, position = self._side_and_position(found, buffer)
        node = self._ref(found).block
        old = (node.reads if side == "read" else node.writes)[position].buffer
        mapping, separators = self._index_map(found, index_map, len(old.shape))
        pad = self._pad_value(found, pad_value, old, len(mapping.final_indices))
        injective = bool(assume_injective_transform)
        self._step(
            "TransformLayout",
            [found],
            [(side, position), mapping, pad, injective],
            lambda: layout.transform_layout(self.state, self._ref(found), position, side, mapping, pad, injective),
        )
        if separators:
            self.set_axis_separator(found, (side, position), separators)

    def _index_map(self, block: BlockRV, given: Mapping, rank: int | None) -> tuple[IndexMap, list[int]]:
        """The map, of indices as wide as those of the block, and its axis separators."""
        if isinstance(given, IndexMap):
            return self._decided(given), []
        made, separators = IndexMap.from_func_with_separators(given, ndim=rank, index_dtype=self._index_type(block))
        return self._decided(made), separators

    def _decided(self, given: IndexMap) -> IndexMap:
        """The map with the numbers of random variables in it."""
        chosen: dict[Var, Expr] = {
            node: const(self._values[node], node.dtype)
            for final in given.final_indices
            for node in walk(final)
            if isinstance(node, Var) and isinstance(self._values.get(node), (int, IntImm))
        }
        if not chosen:
            return given
        return IndexMap(given.initial_indices, tuple(substitute(final, chosen) for final in given.final_indices))

    def _index_type(self, block: BlockRV) -> str:
        node = self._ref(block).block
        used = [axis.var.dtype for axis in node.iter_vars]
        used += [range_.min.dtype for region in (*node.reads, *node.writes) for range_ in region.region]
        return str(used[0]) if used else "int64"

    def _pad_value(self, block: BlockRV, value: Any, old: Buffer, rank: int) -> IndexMap | None:
        """The value of the padding as a map from its place."""
        if value is None or isinstance(value, IndexMap):
            return value
        dtype = self._index_type(block)
        if callable(value) and not isinstance(value, Expr):
            return IndexMap.from_func(value, ndim=rank, index_dtype=dtype)
        constant = value if isinstance(value, Expr) else _constant(value, old)
        return IndexMap.from_func(lambda *_: constant, ndim=rank, index_dtype=dtype)

    def reindex(self, block: BlockRV | str, buffer: BufferName) -> BlockRV:
        """A copy of what a block reads or writes, with a dimension for each axis of the block that selects the element.

        B[i, j] = A[j, i]  -->  A_reindex[i, j] = A[j, i]; B[i, j] = A_reindex[i, j]
        """
        found = self._block(block)
        side, position = self._side_and_position(found, buffer)
        return self._step(
            "ReIndex",
            [found],
            [(side, position)],
            lambda: reindex.reindex(self.state, self._ref(found), position, side),
        )

    def reindex_cache_read(
        self, block: BlockRV | str, read_buffer_index: int | str | Buffer, storage_scope: str, index_map: Mapping
    ) -> BlockRV:
        """A copy in other memory of what a block reads; `index_map` says where from the block's axes.

        B[i, j] = A[i, j], lambda i, j: (j, i)  -->  A_shared[j, i] = A[i, j]; B[i, j] = A_shared[j, i]
        """
        return self._reindexed("read", reindex.reindex_cache_read, block, read_buffer_index, storage_scope, index_map)

    def reindex_cache_write(
        self, block: BlockRV | str, write_buffer_index: int | str | Buffer, storage_scope: str, index_map: Mapping
    ) -> BlockRV:
        """Let a block write to other memory, where `index_map` says from its axes, and copy from there.

        B[i, j] = A[i, j], lambda i, j: (j, i)  -->  B_shared[j, i] = A[i, j]; B[i, j] = B_shared[j, i]
        """
        return self._reindexed(
            "write", reindex.reindex_cache_write, block, write_buffer_index, storage_scope, index_map
        )

    def _reindexed(
        self, side: str, primitive: Callable[..., Any], block: BlockRV | str, buffer: Any, scope: str, given: Mapping
    ) -> BlockRV:
        found = self._block(block)
        position = self._position(found, buffer, side)
        mapping, _ = self._index_map(found, given, len(self._ref(found).block.iter_vars))
        return self._step(
            f"ReindexCache{side.capitalize()}",
            [found],
            [position, scope, mapping],
            lambda: primitive(self.state, self._ref(found), position, scope, mapping),
        )

    def transform_block_layout(self, block: BlockRV | str, index_map: Mapping) -> None:
        """Let a block run over what `index_map` makes of its axes.

        for i, j in 8 x 8: block B(i, j), lambda i, j: i * 8 + j  -->  for ax0 in 64: block B(ax0)
        """
        found = self._block(block)
        mapping, _ = self._index_map(found, index_map, len(self._ref(found).block.iter_vars))
        self._step(
            "TransformBlockLayout",
            [found],
            [mapping],
            lambda: block_layout.transform_block_layout(self.state, self._ref(found), mapping),
        )

    def set_axis_separator(
        self, block: BlockRV | str, buffer: BufferName, axis_separators: Sequence[int] | None
    ) -> None:
        """Group the axes of a buffer that a block reads or writes into those of physical memory.

        B: 4 x 8 x 2, [1]  -->  B: T.Buffer((4, 8, 2), axis_separators=[1])
        """
        found = self._block(block)
        side, position = self._side_and_position(found, buffer)
        separators = [int(getattr(each, "value", each)) for each in axis_separators or ()]
        self._step(
            "SetAxisSeparator",
            [found],
            [(side, position), separators],
            lambda: layout.set_axis_separator(self.state, self._ref(found), position, side, separators),
        )


def _constant(value: float, old: Buffer) -> Expr:
    """A number of Python in the type of a buffer, where that is of its kind."""
    wanted = "int" if isinstance(value, int) else "float"
    dtype = str(old.dtype) if wanted in str(old.dtype) else f"{wanted}32"
    return const(value, dtype)


__all__ = ["Layouts"]
