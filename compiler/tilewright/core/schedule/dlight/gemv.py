"""The schedule of a product of a matrix and a vector on a CPU: blocks of rows in parallel, the sum of a row innermost."""

from __future__ import annotations

from tilewright.core.ir.expr import Add, BufferLoad, IterVarKind, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Block, BufferStore
from tilewright.core.ir.walk import walk
from tilewright.core.schedule.dlight.normal_form import has_root
from tilewright.core.schedule.methods.schedule import Schedule

# Rows that one thread computes in one go.
_ROWS = 64


def scheduled(func: PrimFunc) -> Schedule | None:
    """The schedule; None for a function that is not one such product, alone or with one elementwise block after it."""
    schedule = Schedule(func)
    if not has_root(schedule):
        return None
    blocks = schedule.get_child_blocks(schedule.get_block("root"))
    if not 1 <= len(blocks) <= 2 or not _is_product(schedule.get(blocks[0])):
        return None
    if len(blocks) == 2 and not _is_elementwise(schedule.get(blocks[1])):
        return None
    for block in blocks:
        loops = schedule.get_loops(block)
        axes = schedule.get(block).iter_vars
        if len(loops) != len(axes):
            return None
        rows = [loop for loop, axis in zip(loops, axes) if axis.iter_type is IterVarKind.DataPar]
        sums = [loop for loop, axis in zip(loops, axes) if axis.iter_type is IterVarKind.CommReduce]
        schedule.reorder(*rows, *sums)
        outer, _ = schedule.split(schedule.fuse(*rows), [None, _ROWS])
        schedule.parallel(outer)
    return schedule


def _is_product(block: Block) -> bool:
    """Whether a block adds to each element of its output a product of an element of a matrix, which all axes choose, and one of a vector."""
    body = block.body
    kinds = {axis.iter_type for axis in block.iter_vars}
    if not isinstance(body, BufferStore) or kinds != {IterVarKind.DataPar, IterVarKind.CommReduce}:
        return False
    if not isinstance(body.value, Add) or not _is_element(body.value.a, body) or len(block.iter_vars) not in (2, 3):
        return False
    loads = [node for node in walk(body.value.b) if isinstance(node, BufferLoad)]
    used = [_axes_of(load, block) for load in loads]
    return any(len(axes) == len(block.iter_vars) for axes in used) and any(
        0 < len(axes) < len(block.iter_vars) and _reduces(axes, block) for axes in used
    ) and _axes_of_last(loads, block)  # fmt: skip


def _is_element(value: object, store: BufferStore) -> bool:
    return isinstance(value, BufferLoad) and value.buffer is store.buffer and value.indices == store.indices


def _axes_of(load: BufferLoad, block: Block) -> set[Var]:
    axes = {axis.var for axis in block.iter_vars}
    return {node for index in load.indices for node in walk(index) if isinstance(node, Var)} & axes


def _reduces(axes: set[Var], block: Block) -> bool:
    """Whether the sum runs over one of the axes, and over no row of the output."""
    spatial = [axis.var for axis in block.iter_vars if axis.iter_type is IterVarKind.DataPar]
    return any(axis.var in axes for axis in block.iter_vars if axis.iter_type is IterVarKind.CommReduce) and (
        not set(spatial) <= axes
    )


def _axes_of_last(loads: list[BufferLoad], block: Block) -> bool:
    """Whether the matrix is summed along its rows: its last index is the axis of the sum."""
    sums = {axis.var for axis in block.iter_vars if axis.iter_type is IterVarKind.CommReduce}
    matrix = next(load for load in loads if len(_axes_of(load, block)) == len(block.iter_vars))
    return any(isinstance(node, Var) and node in sums for node in walk(matrix.indices[-1]))


def _is_elementwise(block: Block) -> bool:
    return isinstance(block.body, BufferStore) and all(
        axis.iter_type is IterVarKind.DataPar for axis in block.iter_vars
    )
