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
        """Copy what a block reads into other memory, in a block of its own before it; the block then reads the copy.

            before: C[i] = A[i] + 1
            after:  A_local[i] = A[i]; C[i] = A_local[i] + 1    # cache_read("C", 0, "local")

        - `block`: the block, or its name.
        - `read_buffer_index`: which of the regions that the block reads, from 0; or the buffer or its name.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.
        - `consumer_blocks`: the blocks that use the copy; without it all that come after.

        Returns the block that copies, which other primitives can move. Refuses a buffer that several blocks write, and a scope that does not exist.
        """
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
        """Let a block write into other memory, and copy from there in a block of its own after it.

            before: C[i] = A[i] + 1
            after:  C_local[i] = A[i] + 1; C[i] = C_local[i]    # cache_write("C", 0, "local")

        - `block`: the block, or its name.
        - `write_buffer_index`: which of the regions that the block writes, from 0; or the buffer or its name.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.
        - `consumer_blocks`: the blocks that read the other memory instead of what is copied from there.

        Returns the block that copies. Refuses a buffer that several blocks write, and a scope that does not exist.
        """
        position = self.traced("write_buffer_index", self._position(block, write_buffer_index, "write"))
        consumers = [self._ref(each) for each in consumer_blocks or ()]
        return self._new_block(cache.cache_write(self.state, self._ref(block), position, storage_scope, consumers))

    @instruction("CacheInplace", "block")
    def cache_inplace(
        self, block: BlockRV | str, read_buffer_index: int | str | Buffer, storage_scope: str
    ) -> list[BlockRV]:
        """Let a block change a copy, in other memory, of a buffer that it reads and writes.

            before: block: f(A)
            after:  A_local = A; block: f(A_local); A = A_local    # cache_inplace(block, 0, "local")

        - `block`: the block, or its name.
        - `read_buffer_index`: which of the regions that the block reads, from 0; or the buffer or its name.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.

        Returns the block that copies there and the one that copies back. Refuses a buffer that the block does not both read and write.
        """
        position = self.traced("read_buffer_index", self._position(block, read_buffer_index, "read"))
        made = cache_inplace.cache_inplace(self.state, self._ref(block), position, storage_scope)
        return [self._new_block(each) for each in made]

    @instruction("ReadAt", "loop", "block")
    def read_at(self, loop: LoopRV, block: BlockRV, read_buffer_index: int, storage_scope: str) -> BlockRV:
        """Copy, in one piece below a loop, what a block reads into other memory; the block then reads the copy.

        - `loop`: the loop.
        - `block`: the block below it that reads.
        - `read_buffer_index`: which of the regions that the block reads, from 0.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.

        Returns the block that copies. Refuses a buffer that is written below the loop.
        """
        made = copy_at.read_at(self.state, self._ref(loop), self._ref(block), read_buffer_index, storage_scope)
        return self._new_block(made)

    @instruction("WriteAt", "loop", "block")
    def write_at(self, loop: LoopRV, block: BlockRV, write_buffer_index: int, storage_scope: str) -> BlockRV:
        """Let a block write into other memory below a loop, and copy from there in one piece after it.

        - `loop`: the loop.
        - `block`: the block below it that writes.
        - `write_buffer_index`: which of the regions that the block writes, from 0.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.

        Returns the block that copies. Refuses a buffer that is read below the loop.
        """
        made = copy_at.write_at(self.state, self._ref(loop), self._ref(block), write_buffer_index, storage_scope)
        return self._new_block(made)

    @instruction("CacheIndex", "block")
    def cache_index(self, block: BlockRV | str, storage_scope: str, cse_thresh: int = 0) -> list[BlockRV]:
        """Compute the indices at which a block reads before it, in blocks of their own, and let it read them.

            before: B[i, j] = A[max(min(i // 2, 39), 0), j]
            after:  index_var_0[i] = max(min(i // 2, 39), 0); B[i, j] = A[index_var_0[i], j]

        - `block`: the block, or its name.
        - `storage_scope`: the memory of the indices.
        - `cse_thresh`: how often an index must occur at least.

        Returns the blocks that compute indices.
        """
        made = cache_index.cache_index(self.state, self._ref(block), storage_scope, cse_thresh)
        return [self._new_block(each) for each in made]

    @instruction("RollingBuffer", "block")
    def rolling_buffer(self, block: BlockRV | str, write_buffer_index: int) -> None:
        """Keep of what a block writes only what later iterations of a loop still need, in memory that is used in turn, and compute nothing twice.

        - `block`: the block, or its name. `compute_at` has put it into the loop of those that read it.
        - `write_buffer_index`: which of the regions that the block writes, from 0.

        Refuses a buffer that its scope does not allocate, and one over which no loop moves by less than an iteration needs.
        """
        rolling_buffer.rolling_buffer(self.state, self._ref(block), write_buffer_index)

    @instruction("StorageAlign", "block")
    def storage_align(self, block: BlockRV | str, buffer_index: int, axis: int, factor: int, offset: int) -> None:
        """Let the stride of a dimension of a buffer be a multiple of `factor`, plus `offset`, so that threads do not meet in one bank of memory.

        - `block`: the block, or its name. It writes the buffer.
        - `buffer_index`: which of the regions that the block writes, from 0.
        - `axis`: the dimension; negative numbers count from the end.
        - `factor`, `offset`: numbers of elements.
        """
        buffers.storage_align(self.state, self._ref(block), buffer_index, axis, factor, offset)

    @instruction("SetScope", "block")
    def set_scope(self, block: BlockRV | str, buffer_index: int | str | Buffer, storage_scope: str) -> None:
        """Put a buffer that a block writes into other memory.

        - `block`: the block, or its name.
        - `buffer_index`: which of the regions that the block writes, from 0; or the buffer or its name.
        - `storage_scope`: the memory: `"global"`, `"local"`, `"shared"` and so on.

        Refuses a parameter of the function, and a scope that does not exist.
        """
        position = self.traced("buffer_index", self._position(block, buffer_index, "write"))
        buffers.set_scope(self.state, self._ref(block), position, storage_scope)

    @instruction("UnsafeSetDType", "block")
    def unsafe_set_dtype(self, block: BlockRV | str, buffer_index: int, dtype: str) -> None:
        """Store a buffer that a block writes in another data type; the results change as far as that type cannot hold them.

        - `block`: the block, or its name.
        - `buffer_index`: which of the regions that the block writes, from 0.
        - `dtype`: the data type, such as `"float16"`.

        Refuses a parameter of the function.
        """
        buffers.unsafe_set_dtype(self.state, self._ref(block), buffer_index, dtype)

    @instruction("UnsafeHideBufferAccess", "block")
    def unsafe_hide_buffer_access(self, block: BlockRV, buf_type: str, buf_index_array: Sequence[int]) -> None:
        """Take regions out of what a block declares to read or write, though it goes on doing so; steps that follow then know nothing of them.

        - `block`: the block, or its name.
        - `buf_type`: `"read"` or `"write"`.
        - `buf_index_array`: the positions of the regions, from 0.
        """
        positions = self.traced("buf_index_array", list(buf_index_array))
        buffers.unsafe_hide_buffer_access(self.state, self._ref(block), buf_type, positions)


__all__ = ["Caching"]
