"""Copies of buffers in other memory, and what buffers are."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.ir.buffer import Buffer
from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.queries import Queries
from tilewright.core.schedule.methods.random_variables import instruction
from tilewright.core.schedule.primitives import (
    buffers,
    cache,
    cache_index,
    cache_inplace,
    copy_at,
    rolling_buffer,
)


class Caching(Queries):
    """Buffers."""

    @instruction("CacheRead", "block", "consumer_blocks...")
    def cache_read(
        self,
        block: BlockRV | str,
        read_buffer_index: int | str | Buffer,
        storage_scope: str,
        consumer_blocks: Sequence[BlockRV | str] | None = None,
    ) -> BlockRV:
        """A block that copies what a block reads to other memory."""
        position = self.traced("read_buffer_index", self._position(block, read_buffer_index, "read"))
        consumers = [self._ref(each) for each in consumer_blocks or ()]
        return self._new_block(cache.cache_read(self.state, self._ref(block), position, storage_scope, consumers))

    @instruction("CacheWrite", "block", "consumer_blocks...")
    def cache_write(
        self,
        block: BlockRV | str,
        write_buffer_index: int | str | Buffer,
        storage_scope: str,
        consumer_blocks: Sequence[BlockRV | str] | None = None,
    ) -> BlockRV:
        """Let a block write to other memory, and a block that copies from there."""
        position = self.traced("write_buffer_index", self._position(block, write_buffer_index, "write"))
        consumers = [self._ref(each) for each in consumer_blocks or ()]
        return self._new_block(cache.cache_write(self.state, self._ref(block), position, storage_scope, consumers))

    @instruction("CacheInplace", "block")
    def cache_inplace(
        self, block: BlockRV | str, read_buffer_index: int | str | Buffer, storage_scope: str
    ) -> list[BlockRV]:
        """Let a block change a copy in other memory of what it reads and writes; the blocks that copy there and back are the result.

        block: f(A)  -->  A_local = A; block: f(A_local); A = A_local
        """
        position = self.traced("read_buffer_index", self._position(block, read_buffer_index, "read"))
        made = cache_inplace.cache_inplace(self.state, self._ref(block), position, storage_scope)
        return [self._new_block(each) for each in made]

    @instruction("ReadAt", "loop", "block")
    def read_at(self, loop: LoopRV, block: BlockRV, read_buffer_index: int, storage_scope: str) -> BlockRV:
        """A block that copies, in one piece, what a block reads below a loop to other memory."""
        made = copy_at.read_at(self.state, self._ref(loop), self._ref(block), read_buffer_index, storage_scope)
        return self._new_block(made)

    @instruction("WriteAt", "loop", "block")
    def write_at(self, loop: LoopRV, block: BlockRV, write_buffer_index: int, storage_scope: str) -> BlockRV:
        """Let a block write to other memory below a loop, and a block that copies from there in one piece."""
        made = copy_at.write_at(self.state, self._ref(loop), self._ref(block), write_buffer_index, storage_scope)
        return self._new_block(made)

    @instruction("CacheIndex", "block")
    def cache_index(self, block: BlockRV | str, storage_scope: str, cse_thresh: int = 0) -> list[BlockRV]:
        """Blocks that compute the indices of what a block reads before it, those that occur at least `cse_thresh` times."""
        made = cache_index.cache_index(self.state, self._ref(block), storage_scope, cse_thresh)
        return [self._new_block(each) for each in made]

    @instruction("RollingBuffer", "block")
    def rolling_buffer(self, block: BlockRV | str, write_buffer_index: int) -> None:
        """Keep of what a block writes only what is still needed, and compute nothing again that an earlier iteration computed."""
        rolling_buffer.rolling_buffer(self.state, self._ref(block), write_buffer_index)

    @instruction("StorageAlign", "block")
    def storage_align(self, block: BlockRV | str, buffer_index: int, axis: int, factor: int, offset: int) -> None:
        """Let the stride of an axis of what a block writes be a multiple of `factor`, plus `offset`."""
        buffers.storage_align(self.state, self._ref(block), buffer_index, axis, factor, offset)

    @instruction("SetScope", "block")
    def set_scope(self, block: BlockRV | str, buffer_index: int | str | Buffer, storage_scope: str) -> None:
        """Put what a block writes into other memory."""
        position = self.traced("buffer_index", self._position(block, buffer_index, "write"))
        buffers.set_scope(self.state, self._ref(block), position, storage_scope)

    @instruction("UnsafeSetDType", "block")
    def unsafe_set_dtype(self, block: BlockRV | str, buffer_index: int, dtype: str) -> None:
        """Store what a block writes in another type; the results change as the type cannot hold them."""
        buffers.unsafe_set_dtype(self.state, self._ref(block), buffer_index, dtype)

    @instruction("UnsafeHideBufferAccess", "block")
    def unsafe_hide_buffer_access(self, block: BlockRV, buf_type: str, buf_index_array: Sequence[int]) -> None:
        """Let a block not declare some of what it reads or writes."""
        positions = self.traced("buf_index_array", list(buf_index_array))
        buffers.unsafe_hide_buffer_access(self.state, self._ref(block), buf_type, positions)


__all__ = ["Caching"]
