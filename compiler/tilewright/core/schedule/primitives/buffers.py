"""Primitives on buffers: scope, element type, alignment; and the order of a block's axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import dtype as dtype_of
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer, BufferRegion, decl_buffer
from tilewright.core.ir.expr import BufferLoad, IntImm, Range
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.operators import cast
from tilewright.core.ir.stmt import Block, BufferStore
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.primitives.cache import check_storage_scope, nth_buffer
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.state import ScheduleState

DIM_ALIGN = "buffer_dim_align"


def storage_align(
    state: ScheduleState, block: StmtSRef, buffer_index: int, axis: int, factor: int, offset: int
) -> None:
    """Let the stride of an axis of the buffer that a block writes be `factor * k + offset`."""
    buffer = nth_buffer(block, buffer_index, "write")
    rank = len(buffer.shape)
    if not -rank <= axis < rank:
        raise Refusal(
            "The axis is out of range",
            f"The axis {axis} is not among the {rank} of `{buffer.name}`, which the block {{0}} writes",
            block.block,
        )
    if factor <= 0:
        raise Refusal(
            "The factor is not positive",
            f"The factor {factor} of the alignment is not positive, at the block {{0}}",
            block.block,
        )
    _allocating(block, buffer)
    entry = [IntImm("int32", number) for number in (buffer_index, axis % rank, factor, offset)]
    known = [
        item
        for item in block.block.annotations.get(DIM_ALIGN, ())
        if _number(item[0]) != buffer_index or _number(item[1]) != axis % rank
    ]
    annotations = {**block.block.annotations, DIM_ALIGN: [*known, entry]}
    state.replace(block, block.block.replace(annotations=DictAttrs(annotations)))


def _number(value: Any) -> int:
    return int(value.value if isinstance(value, IntImm) else value)


def _allocating(block: StmtSRef, buffer: Buffer) -> StmtSRef:
    """The block that allocates a buffer."""
    for ref in (block, *block.ancestors()):
        if ref.is_block and buffer in ref.block.alloc_buffers:
            return ref
    raise Refusal(
        "The buffer is not allocated inside of the function",
        f"`{buffer.name}`, which the block {{0}} uses, is not allocated by a block of this function",
        block.block,
    )


def set_scope(state: ScheduleState, block: StmtSRef, buffer_index: int, storage_scope: str) -> None:
    """Put the buffer that a block writes into memory of another scope."""
    buffer = nth_buffer(block, buffer_index, "write")
    if buffer.scope() == storage_scope:
        return
    check_storage_scope(storage_scope)
    owner = _allocating(block, buffer)
    made = decl_buffer(
        buffer.shape,
        buffer.dtype,
        f"{buffer.name}_{storage_scope}",
        None,
        buffer.strides,
        buffer.elem_offset,
        storage_scope,
        buffer.data_alignment,
        buffer.offset_factor,
        buffer.buffer_type,
        buffer.axis_separators,
    )
    replace_buffer(state, owner, buffer, made)


def replace_buffer(state: ScheduleState, owner: StmtSRef, old: Buffer, new: Buffer) -> None:
    """Another buffer for one that a block allocates, wherever it is used; views of it are in the same memory."""
    state.replace(owner, _replaced(owner.block, _with_views(owner.block, old, new)))


def _replaced(block: Block, buffers: dict[Buffer, Buffer]) -> Block:
    return substitute(block, {old.data: new.data for old, new in buffers.items()}, buffers)


def _with_views(block: Block, old: Buffer, new: Buffer) -> dict[Buffer, Buffer]:
    """The buffers in place of a buffer and the views of it, which have its data type and are in its memory."""
    found = {old: new}
    for node in walk(block):
        if not isinstance(node, Block):
            continue
        for match in node.match_buffers:
            whole, view = found.get(match.source.buffer), match.buffer
            if whole is not None and (view.dtype is not whole.dtype or view.scope() != whole.scope()):
                made = decl_buffer(view.shape, whole.dtype, view.name, scope=whole.scope())
                found[view] = view.replace(data=made.data, dtype=whole.dtype)
    return found


def unsafe_set_dtype(state: ScheduleState, block: StmtSRef, buffer_index: int, dtype: str) -> None:
    """Store the elements of the buffer that a block writes in another type: what is stored is cast to it, what is loaded is cast back."""
    buffer = nth_buffer(block, buffer_index, "write")
    owner = _allocating(block, buffer)
    wanted = dtype_of(dtype)
    if buffer.dtype is wanted:
        return
    made = decl_buffer(buffer.shape, wanted, buffer.name, scope=buffer.scope())

    buffers = _with_views(owner.block, buffer, made)
    changed = frozenset(buffers.values())

    def store(node: BufferStore) -> BufferStore:
        return node.replace(value=cast(node.value, wanted)) if node.buffer in changed else node

    def load(node: BufferLoad) -> object:
        new = buffers.get(node.buffer)
        return node if new is None else cast(BufferLoad(new, node.indices), node.buffer.dtype)

    block_made = _replaced(rewrite(owner.block, {BufferLoad: load}), buffers)
    state.replace(owner, rewrite(block_made, {BufferStore: store}))


def reorder_block_iter_var(state: ScheduleState, block: StmtSRef, new_order: Sequence[int]) -> None:
    """Put the axes of a block in another order."""
    node, realize = block.block, block.binding
    order = [_number(position) for position in new_order]
    if sorted(order) != list(range(len(node.iter_vars))):
        raise Refusal(
            "The specified new order is not a permutation of the block's iter vars",
            f"{order} is no permutation of the {len(node.iter_vars)} axes of the block {{0}}",
            node,
        )
    made = node.replace(iter_vars=tuple(node.iter_vars[at] for at in order))
    state.replace(
        block, realize.replace(iter_values=tuple(realize.iter_values[at] for at in order), block=made), {node: made}
    )


def unsafe_hide_buffer_access(
    state: ScheduleState, block: StmtSRef, buf_type: str, buf_index_array: Sequence[int]
) -> None:
    """Let a block not declare some of the regions that it reads or writes."""
    hidden = {_number(position) for position in buf_index_array}
    if buf_type not in ("read", "write"):
        raise Refusal(
            "Unrecognized buffer type",
            f'What is hidden of the block {{0}} is "read" or "write", not "{buf_type}"',
            block.block,
        )
    field = buf_type + "s"
    regions = getattr(block.block, field)
    outside = [position for position in hidden if not 0 <= position < len(regions)]
    if outside:
        raise Refusal(
            "The buffer index is out of range",
            f"The block {{0}} {buf_type}s {len(regions)} regions; there is no number {outside[0]}",
            block.block,
        )
    left = tuple(region for at, region in enumerate(regions) if at not in hidden)
    state.replace(block, block.block.replace(**{field: left}))


def annotate_buffer_access(state: ScheduleState, block: StmtSRef, buffer_index: int, side: str, ends: IndexMap) -> None:
    """Let a block declare another region; `ends` gives the begin and the end of each dimension from the block's axes."""
    buffer = nth_buffer(block, buffer_index, side)
    node = block.block
    analyzer = Analyzer()
    if len(ends.final_indices) != 2 * len(buffer.shape):
        raise Refusal(
            "The number of ranges is not that of the buffer's dimensions",
            f"There are {len(ends.final_indices) // 2} ranges for the {len(buffer.shape)} dimensions of `{buffer.name}`, which the block {{0}} uses",
            node,
        )
    found = ends.map_indices([axis.var for axis in node.iter_vars])
    ranges = [
        Range.from_min_extent(analyzer.simplify(low), analyzer.simplify(high - low))
        for low, high in zip(found[::2], found[1::2])
    ]
    regions = list(node.reads if side == "read" else node.writes)
    regions[buffer_index] = BufferRegion(buffer, tuple(ranges))
    key = f"explicit_{side}_region"
    known = list(node.annotations.get(key, ()))
    if not any(_number(each) == buffer_index for each in known):
        known.append(IntImm("int32", buffer_index))
    made = node.replace(annotations=DictAttrs({**node.annotations, key: known}), **{f"{side}s": tuple(regions)})
    state.replace(block, made, {node: made})


__all__ = [
    "annotate_buffer_access",
    "reorder_block_iter_var",
    "replace_buffer",
    "set_scope",
    "storage_align",
    "unsafe_hide_buffer_access",
    "unsafe_set_dtype",
]
