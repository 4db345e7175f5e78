"""The schedule for GPUs of a transposed matrix: tiles go through shared memory, so that both sides are read and written along their rows."""

from __future__ import annotations

from typing import NamedTuple

from tilewright.core.ir.expr import BufferLoad, FloorDiv, IntImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Block, BufferStore
from tilewright.core.schedule.dlight.normal_form import Stage, normalized
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.target import Target


class _Tile(NamedTuple):
    columns: int
    rows: int
    unrolled: int


# As TVM's rule has them.
_TILES = {"cuda": _Tile(16, 8, 256), "opencl": _Tile(16, 8, 64)}
_OTHER = _Tile(8, 4, 64)
_LANES = 4


def transpose(func: PrimFunc, target: Target) -> Schedule | None:
    """The schedule; None for a function that is no transposition of two axes, of what at most one injective block computes."""
    sch = Schedule(func)
    stages = normalized(sch)
    if not stages or len(stages) > 2 or not _transposes(sch, stages[-1]) or len(sch.get_loops(stages[-1].block)) != 2:
        return None
    before = stages[0] if len(stages) == 2 else None
    if before is not None and not before.is_injective:
        return None
    packed = 1 if before is None else _packed(sch.get(before.block))
    _through_tiles(sch, stages[-1], _TILES.get(target.kind.name, _OTHER), packed)
    if before is not None:
        sch.compute_inline(before.block)
    return sch


def _transposes(sch: Schedule, stage: Stage) -> bool:
    """Whether a block stores the elements of another buffer whose indices are its own in another order."""
    body = sch.get(stage.block).body
    if not isinstance(body, BufferStore) or not isinstance(body.value, BufferLoad) or not stage.is_injective:
        return False
    written, read = list(map(id, body.indices)), list(map(id, body.value.indices))
    return written != read and set(written) == set(read)


def _packed(block: Block) -> int:
    """The number of neighbours that a block unpacks from one element of the buffer that it reads first: 8 of A[i // 8, j]."""
    first = block.reads[0].region[0].min if block.reads and block.reads[0].region else None
    return first.b.value if isinstance(first, FloorDiv) and isinstance(first.b, IntImm) else 1


def _through_tiles(sch: Schedule, stage: Stage, tile: _Tile, packed: int) -> None:
    """Each thread computes `packed` elements, in vectors of four where they are more."""
    rows, columns = sch.get_loops(stage.block)
    rows, own = sch.split(rows, [None, packed])
    block_rows, thread_rows = sch.split(rows, [None, tile.rows])
    block_columns, thread_columns = sch.split(columns, [None, tile.columns])
    sch.reorder(block_rows, block_columns, thread_rows, thread_columns, own)
    for loop, axis in (
        (block_rows, "blockIdx.y"),
        (block_columns, "blockIdx.x"),
        (thread_rows, "threadIdx.y"),
        (thread_columns, "threadIdx.x"),
    ):
        sch.bind(loop, axis)
    lanes = min(_LANES, packed)
    _, vector = sch.split(own, [None, lanes])
    if lanes > 1:
        sch.vectorize(vector)
    copy = sch.cache_read(stage.block, 0, "shared")
    sch.compute_at(copy, block_columns)
    fused = sch.fuse(*sch.get_loops(copy)[2:])
    _, copying_rows, copying_columns, each = sch.split(fused, [None, tile.rows, tile.columns, packed])
    sch.bind(copying_rows, "threadIdx.y")
    sch.bind(copying_columns, "threadIdx.x")
    sch.unroll(each)
    sch.storage_align(copy, 0, axis=0, factor=32, offset=1)
    sch.annotate(block_rows, "pragma_auto_unroll_max_step", tile.unrolled)
    sch.annotate(block_rows, "pragma_unroll_explicit", 1)


__all__ = ["transpose"]
