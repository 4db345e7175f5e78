"""Copies of buffers in other memory, and what buffers are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilewright.core.ir.buffer import Buffer
from tilewright.core.schedule.instructions import BlockRV
from tilewright.core.schedule.methods.queries import Queries
from tilewright.core.schedule.primitives import buffers, cache, cache_inplace
from tilewright.core.schedule.references import StmtSRef


class Memory(Queries):
    """Buffers."""

    def cache_read(
        self,
        block: BlockRV | str,
        read_buffer_index: int | str | Buffer,
        storage_scope: str,
        consumer_blocks: Sequence[BlockRV | str] | None = None,
    ) -> BlockRV:
        """A block that copies what a block reads to other memory."""
        region = self._block(block), read_buffer_index, "read"
        return self._cached("CacheRead", cache.cache_read, region, storage_scope, consumer_blocks)

    def cache_write(
        self,
        block: BlockRV | str,
        write_buffer_index: int | str | Buffer,
        storage_scope: str,
        consumer_blocks: Sequence[BlockRV | str] | None = None,
    ) -> BlockRV:
        """Let a block write to other memory, and a block that copies from there."""
        region = self._block(block), write_buffer_index, "write"
        return self._cached("CacheWrite", cache.cache_write, region, storage_scope, consumer_blocks)

    def cache_inplace(
        self, block: BlockRV | str, read_buffer_index: int | str | Buffer, storage_scope: str
    ) -> list[BlockRV]:
        """Let a block change a copy in other memory of what it reads and writes; the blocks that copy there and back are the result.

        block: f(A)  -->  A_local = A; block: f(A_local); A = A_local
        """
        found = self._block(block)
        position = self._position(found, read_buffer_index, "read")
        return self._step(
            "CacheInplace",
            [found],
            [position, storage_scope],
            lambda: cache_inplace.cache_inplace(self.state, self._ref(found), position, storage_scope),
        )

    def _cached(
        self,
        kind: str,
        primitive: Callable[..., StmtSRef],
        region: tuple[BlockRV, int | str | Buffer, str],
        storage_scope: str,
        consumer_blocks: Sequence[BlockRV | str] | None,
    ) -> BlockRV:
        """The step of a cache for a region of a block; the consumers are further inputs."""
        block, position = region[0], self._position(*region)
        consumers = [self._block(each) for each in consumer_blocks or ()]
        return self._step(
            kind,
            [block, *consumers],
            [position, storage_scope],
            lambda: primitive(
                self.state, self._ref(block), position, storage_scope, [self._ref(each) for each in consumers]
            ),
        )

    def storage_align(self, block: BlockRV | str, buffer_index: int, axis: int, factor: int, offset: int) -> None:
        """Let the stride of an axis of what a block writes be a multiple of `factor`, plus `offset`."""
        found = self._block(block)
        self._step(
            "StorageAlign",
            [found],
            [buffer_index, axis, factor, offset],
            lambda: buffers.storage_align(self.state, self._ref(found), buffer_index, axis, factor, offset),
        )

    def set_scope(self, block: BlockRV | str, buffer_index: int | str | Buffer, storage_scope: str) -> None:
        """Put what a block writes into other memory."""
        found = self._block(block)
        position = self._position(found, buffer_index, "write")
        self._step(
            "SetScope",
            [found],
            [position, storage_scope],
            lambda: buffers.set_scope(self.state, self._ref(found), position, storage_scope),
        )

    def unsafe_set_dtype(self, block: BlockRV | str, buffer_index: int, dtype: str) -> None:
        """Store what a block writes in another type; the results change as the type cannot hold them."""
        found = self._block(block)
        position = self._position(found, buffer_index, "write")
        self._step(
            "UnsafeSetDType",
            [found],
            [position, dtype],
            lambda: buffers.unsafe_set_dtype(self.state, self._ref(found), position, dtype),
        )

    def unsafe_hide_buffer_access(self, block: BlockRV, buf_type: str, buf_index_array: Sequence[int]) -> None:
        """Let a block not declare some of what it reads or writes."""
        found = self._block(block)
        self._step(
            "UnsafeHideBufferAccess",
            [found],
            [buf_type, list(buf_index_array)],
            lambda: buffers.unsafe_hide_buffer_access(self.state, self._ref(found), buf_type, buf_index_array),
        )


__all__ = ["Memory"]
