"""cache_inplace: a copy in other memory of a buffer that a block changes, made right before the block and copied back right after it."""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer, BufferRegion, decl_buffer
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import bound_region, scope_of
from tilewright.core.schedule.primitives.cache import (
    Exchange,
    Place,
    check_storage_scope,
    copying_stage,
    inserted,
    nth_buffer,
)
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.rewriting import parts_of
from tilewright.core.schedule.state import ScheduleState


def cache_inplace(state: ScheduleState, block: StmtSRef, read_buffer_index: int, storage_scope: str) -> list[StmtSRef]:
    """The blocks that copy to the other memory and back."""
    check_storage_scope(storage_scope)
    buffer = nth_buffer(block, read_buffer_index, "read")
    scope = scope_of(state, block, pipeline=False)
    read, written = _region(block, buffer, "reads"), _region(block, buffer, "writes")
    copy = decl_buffer(buffer.shape, buffer.dtype, f"{buffer.name}_{storage_scope}", scope=storage_scope)
    exchange = Exchange(buffer, copy, None)
    name = f"{buffer.name}_{storage_scope}"
    there = inserted(
        state,
        scope,
        _beside(block, 0),
        copying_stage(read, buffer, copy, name, True),
        copy,
        lambda ref: ref is block,
        exchange.reader,
        None,
    )
    back = inserted(
        state,
        scope,
        _beside(block, 1),
        copying_stage(written, copy, buffer, name, True),
        None,
        lambda ref: False,
        exchange.reader,
        None,
        (block, exchange.writer),
    )
    return [there, back]


def _region(block: StmtSRef, buffer: Buffer, side: str) -> BufferRegion:
    """The block's declared region of the buffer, in terms of the loops around it."""
    for region in getattr(block.block, side):
        if region.buffer is buffer:
            return BufferRegion(buffer, tuple(bound_region(region, block)))
    raise Refusal(
        "The target block does not both read & write target buffer",
        f"The target block {{0}} does not both read & write target buffer {buffer.name}",
        block.block,
    )


def _beside(block: StmtSRef, after: int) -> Place:
    """The place right before or after a block."""
    parent = block.parent
    assert parent is not None
    assert parent.stmt is not None
    parts = parts_of(parent.stmt.body)
    return Place(parent, next(at for at, part in enumerate(parts) if part is block.node) + after)


__all__ = ["cache_inplace"]
