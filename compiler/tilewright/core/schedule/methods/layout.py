"""Primitives on layouts: of buffers, and of the axes of blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.operators import const
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.schedule.instructions import BlockRV
from tilewright.core.schedule.methods.queries import Queries
from tilewright.core.schedule.methods.random_variables import instruction
from tilewright.core.schedule.primitives import block_layout, layout, reindex
from tilewright.core.schedule.references import StmtSRef

BufferName = tuple[str, int] | list[str | int] | str | Buffer
Mapping = IndexMap | Callable[..., object]


class Layout(Queries):
    """Layouts of buffers and of blocks."""

    @instruction("TransformLayout", "block")
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
        ref = self._ref(block)
        side, position = self.traced("buffer", self._side_and_position(block, buffer))
        old = (ref.block.reads if side == "read" else ref.block.writes)[position].buffer
        mapping, separators = self._index_map(ref, index_map, len(old.shape))
        self.traced("index_map", mapping)
        pad = self.traced("pad_value", self._pad_value(ref, pad_value, old, len(mapping.final_indices)))
        layout.transform_layout(self.state, ref, position, side, mapping, pad, assume_injective_transform)
        if separators:
            self.set_axis_separator(block, (side, position), separators)

    def _index_map(self, ref: StmtSRef, given: Mapping, rank: int | None) -> tuple[IndexMap, list[int]]:
        """The map, of indices as wide as those of the block, and its axis separators."""
        if isinstance(given, IndexMap):
            return self._decided(given), []
        made, separators = IndexMap.from_func_with_separators(given, ndim=rank, index_dtype=_index_type(ref))
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

    def _pad_value(self, ref: StmtSRef, value: object, old: Buffer, rank: int) -> IndexMap | None:
        """The value of the padding as a map from its place."""
        if value is None or isinstance(value, IndexMap):
            return value
        dtype = _index_type(ref)
        if callable(value) and not isinstance(value, Expr):
            return IndexMap.from_func(value, ndim=rank, index_dtype=dtype)
        constant = value if isinstance(value, Expr) else _constant(value, old)  # pyright: ignore[reportArgumentType]  # `float()` says what is none
        return IndexMap.from_func(lambda *_: constant, ndim=rank, index_dtype=dtype)

    @instruction("ReIndex", "block")
    def reindex(self, block: BlockRV | str, buffer: BufferName) -> BlockRV:
        """A copy of what a block reads or writes, with a dimension for each axis of the block that selects the element.

        B[i, j] = A[j, i]  -->  A_reindex[i, j] = A[j, i]; B[i, j] = A_reindex[i, j]
        """
        side, position = self.traced("buffer", self._side_and_position(block, buffer))
        return self._new_block(reindex.reindex(self.state, self._ref(block), position, side))

    @instruction("ReindexCacheRead", "block")
    def reindex_cache_read(
        self, block: BlockRV | str, read_buffer_index: int | str | Buffer, storage_scope: str, index_map: Mapping
    ) -> BlockRV:
        """A copy in other memory of what a block reads; `index_map` says where from the block's axes.

        B[i, j] = A[i, j], lambda i, j: (j, i)  -->  A_shared[j, i] = A[i, j]; B[i, j] = A_shared[j, i]
        """
        position = self.traced("read_buffer_index", self._position(block, read_buffer_index, "read"))
        mapping = self._map_of_axes(block, index_map)
        return self._new_block(
            reindex.reindex_cache_read(self.state, self._ref(block), position, storage_scope, mapping)
        )

    @instruction("ReindexCacheWrite", "block")
    def reindex_cache_write(
        self, block: BlockRV | str, write_buffer_index: int | str | Buffer, storage_scope: str, index_map: Mapping
    ) -> BlockRV:
        """Let a block write to other memory, where `index_map` says from its axes, and copy from there.

        B[i, j] = A[i, j], lambda i, j: (j, i)  -->  B_shared[j, i] = A[i, j]; B[i, j] = B_shared[j, i]
        """
        position = self.traced("write_buffer_index", self._position(block, write_buffer_index, "write"))
        mapping = self._map_of_axes(block, index_map)
        return self._new_block(
            reindex.reindex_cache_write(self.state, self._ref(block), position, storage_scope, mapping)
        )

    @instruction("TransformBlockLayout", "block")
    def transform_block_layout(self, block: BlockRV | str, index_map: Mapping) -> None:
        """Let a block run over what `index_map` makes of its axes.

        for i, j in 8 x 8: block B(i, j), lambda i, j: i * 8 + j  -->  for ax0 in 64: block B(ax0)
        """
        block_layout.transform_block_layout(self.state, self._ref(block), self._map_of_axes(block, index_map))

    def _map_of_axes(self, block: BlockRV | str, given: Mapping) -> IndexMap:
        """The map of the axes of a block, which the trace has as `index_map`."""
        ref = self._ref(block)
        return self.traced("index_map", self._index_map(ref, given, len(ref.block.iter_vars))[0])

    @instruction("SetAxisSeparator", "block")
    def set_axis_separator(
        self, block: BlockRV | str, buffer: BufferName, axis_separators: Sequence[int] | None
    ) -> None:
        """Group the axes of a buffer that a block reads or writes into those of physical memory.

        B: 4 x 8 x 2, [1]  -->  B: T.Buffer((4, 8, 2), axis_separators=[1])
        """
        side, position = self.traced("buffer", self._side_and_position(block, buffer))
        separators = [int(getattr(each, "value", each)) for each in axis_separators or ()]
        self.traced("axis_separators", separators)
        layout.set_axis_separator(self.state, self._ref(block), position, side, separators)


def _index_type(ref: StmtSRef) -> str:
    """The type of the indices of a block."""
    node = ref.block
    used = [axis.var.dtype for axis in node.iter_vars]
    used += [range_.min.dtype for region in (*node.reads, *node.writes) for range_ in region.region]
    return str(used[0]) if used else "int64"


def _constant(value: float, old: Buffer) -> Expr:
    """A number of Python in the type of a buffer, where that is of its kind."""
    wanted = "int" if isinstance(value, int) else "float"
    dtype = str(old.dtype) if wanted in str(old.dtype) else f"{wanted}32"
    return const(value, dtype)


__all__ = ["Layout"]
