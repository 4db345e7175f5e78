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
        """Store the elements of a buffer in another order: at the place that `index_map` says. Every access in the function is changed with it.

            before: B: 16 x 16, B[i, j]
            after:  B: 4 x 16 x 4, B[i // 4, j, i % 4]      # lambda i, j: (i // 4, j, i % 4)

        - `block`: the block, or its name.
        - `buffer`: `("read", 0)`, the first region that the block reads, `("write", 0)`; or the buffer or its name.
        - `index_map`: a function from the old indices of an element to the new ones, such as `lambda i, j: (j, i)`, or an `IndexMap`.
        - `pad_value`: what places hold that no element has: a number, or a function of the new indices; without it such a map is refused.
        - `assume_injective_transform`: do not ask whether the map puts two elements in one place.

        Refuses a map that has no inverse, and a `pad_value` of another type.
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
        """Copy a buffer so that a block reads or writes it by its own axes: the copy has a dimension for each axis that the element depends on.

            before: B[i, j] = A[j, i]
            after:  A_reindex[i, j] = A[j, i]; B[i, j] = A_reindex[i, j]    # reindex("B", ("read", 0))

        - `block`: the block, or its name.
        - `buffer`: `("read", 0)`, the first region that the block reads, `("write", 0)`; or the buffer or its name.

        Returns the block that copies. Refuses a block that reads and writes the buffer, accesses at different indices, and loops that hold other blocks too.
        """
        side, position = self.traced("buffer", self._side_and_position(block, buffer))
        return self._new_block(reindex.reindex(self.state, self._ref(block), position, side))

    @instruction("ReindexCacheRead", "block")
    def reindex_cache_read(
        self, block: BlockRV | str, read_buffer_index: int | str | Buffer, storage_scope: str, index_map: Mapping
    ) -> BlockRV:
        """Copy what a block reads into other memory, each element to where `index_map` says.

            before: B[i, j] = A[i, j]
            after:  A_shared[j, i] = A[i, j]; B[i, j] = A_shared[j, i]      # lambda i, j: (j, i)

        - `block`: the block, or its name.
        - `read_buffer_index`: which of the regions that the block reads, from 0; or the buffer or its name.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.
        - `index_map`: a function from the axes of the block to the indices in the copy, such as `lambda i, j: (j, i)`, or an `IndexMap`.

        Returns the block that copies. Refuses a block that reads more than one element in an iteration.
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
        """Let a block write into other memory, each element to where `index_map` says, and copy from there in a block of its own.

            before: B[i, j] = A[i, j]
            after:  B_shared[j, i] = A[i, j]; B[i, j] = B_shared[j, i]      # lambda i, j: (j, i)

        - `block`: the block, or its name.
        - `write_buffer_index`: which of the regions that the block writes, from 0; or the buffer or its name.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.
        - `index_map`: a function from the axes of the block to the indices in the other memory, such as `lambda i, j: (j, i)`, or an `IndexMap`.

        Returns the block that copies. Refuses a block that writes more than one element in an iteration.
        """
        position = self.traced("write_buffer_index", self._position(block, write_buffer_index, "write"))
        mapping = self._map_of_axes(block, index_map)
        return self._new_block(
            reindex.reindex_cache_write(self.state, self._ref(block), position, storage_scope, mapping)
        )

    @instruction("TransformBlockLayout", "block")
    def transform_block_layout(self, block: BlockRV | str, index_map: Mapping) -> None:
        """Let a block run over other axes, which `index_map` makes of its own.

            before: for i, j in 8 x 8: block B(i, j)
            after:  for ax0 in 64: block B(ax0)             # lambda i, j: i * 8 + j

        - `block`: the block, or its name. Its axes are bound to the loops around it.
        - `index_map`: a function from the axes to the new ones, such as `lambda i, j: (j, i)`, or an `IndexMap`.

        Refuses a map that is not one to one, and a new axis made of spatial and reduction axes.
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
        """Group the dimensions of a buffer into those of physical memory.

            before: B: T.Buffer((4, 8, 2))
            after:  B: T.Buffer((4, 8, 2), axis_separators=[1])

        - `block`: the block, or its name.
        - `buffer`: `("read", 0)`, the first region that the block reads, `("write", 0)`; or the buffer or its name.
        - `axis_separators`: the positions at which a new physical dimension begins; None for one dimension.
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
