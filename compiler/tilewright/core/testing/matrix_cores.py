"""Schedules of matrix products for the matrix cores of a GPU, as tests of tensor intrinsics use them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.ir.function import PrimFunc
from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.schedule import Schedule

IndexMap = Callable[..., Any]
Factors = Sequence[int | None]
_TILE, _LANES = 16, 32


def mma_schedule(
    workload: PrimFunc,
    k_inner: int,
    in_dtype: str,
    b_transposed: bool,
    i_factors: Factors,
    j_factors: Factors,
    k_factors: Factors,
    index_map_A: IndexMap,
    index_map_B: IndexMap,
    index_map_C: IndexMap,
    ldmatrix_a_intrin: str,
    ldmatrix_b_intrin: str,
    mma_intrin: str,
    mma_fill_intrin: str,
    mma_store_intrin: str,
    shared_scope: str = "shared",
) -> Schedule:
    """The block `C` of a product of matrices on matrix cores: tiles in shared memory, fragments in the registers of warps, intrinsics on them."""
    sch = Schedule(workload)
    product = sch.get_block("C")
    fragments = _fragments(sch, product, (_TILE, _TILE, k_inner))
    rows, columns, depth = sch.get_loops(fragments)
    warps, stages = _tiled(sch, (rows, i_factors), (columns, j_factors), (depth, k_factors))
    several = (i_factors[2] or 1) * (j_factors[2] or 1)
    for operand in (0, 1):
        _through_shared_memory(sch, sch.cache_read(fragments, operand, shared_scope), stages[0], several, in_dtype)
    a, b = (sch.cache_read(fragments, operand, "warp") for operand in (0, 1))
    for operand in (a, b):
        sch.compute_at(operand, stages[1])
    result = sch.cache_write(fragments, 0, "warp")
    sch.reverse_compute_at(result, warps)
    _in_fragments(sch, result, _TILE, _TILE)
    zeros = sch.decompose_reduction(fragments, stages[0])
    inner = sch.get_child_blocks(zeros)[0]
    loads = [_in_fragments(sch, a, _TILE, k_inner)]
    loads.append(_in_fragments(sch, b, *((_TILE, k_inner) if b_transposed else (k_inner, _TILE))))
    for block, side, mapping in ((a, "write", index_map_A), (b, "write", index_map_B), (result, "read", index_map_C)):
        sch.transform_layout(block, (side, 0), mapping)
    for loop, name in zip(loads, (ldmatrix_a_intrin, ldmatrix_b_intrin)):
        sch.tensorize(loop, name)
    sch.tensorize(sch.get_loops(product)[-3], mma_intrin)
    sch.tensorize(sch.get_loops(inner)[-2], mma_fill_intrin)
    sch.tensorize(sch.get_loops(result)[-2], mma_store_intrin)
    return sch


def _fragments(sch: Schedule, block: BlockRV, sizes: Sequence[int]) -> BlockRV:
    """A block of the fragments of a product; `block` stays the product of the elements of one."""
    pairs = [sch.split(loop, [None, size]) for loop, size in zip(sch.get_loops(block), sizes)]
    sch.reorder(*(pair[0] for pair in pairs), *(pair[1] for pair in pairs))
    return sch.blockize(pairs[0][1])


def _tiled(sch: Schedule, *axes: tuple[LoopRV, Factors]) -> tuple[LoopRV, Sequence[LoopRV]]:
    """Fragments over blocks of threads and warps; the loop of the warps, and those over the depth."""
    i, j, k = (sch.split(loop, list(factors)) for loop, factors in axes)
    sch.reorder(i[0], j[0], i[1], j[1], j[2], i[2], k[0], k[1], i[3], j[3], k[2], i[4], j[4])
    threads = {"blockIdx.x": (i[0], j[0]), "blockIdx.y": (i[1], j[1]), "threadIdx.y": (j[2], i[2])}
    bound = [sch.fuse(*loops) for loops in threads.values()]
    for loop, thread in zip(bound, threads):
        sch.bind(loop, thread)
    return bound[-1], k


def _through_shared_memory(sch: Schedule, block: BlockRV, loop: LoopRV, warps: int, dtype: str) -> None:
    """Each thread copies vectors of 16 bytes, or of as many as eight numbers have, into rows that do not begin in the same bank."""
    sch.compute_at(block, loop)
    vector, apart = (16 if dtype == "int8" else 8), (8 if dtype == "float16" else 16)
    tile = sch.fuse(*sch.get_loops(block)[-2:])
    _, warp, lane, element = sch.split(tile, [None, warps, _LANES, vector])
    sch.vectorize(element)
    for axis, thread in ((lane, "threadIdx.x"), (warp, "threadIdx.y")):
        sch.bind(axis, thread)
    sch.storage_align(block, 0, axis=-2, factor=32, offset=apart)


def _in_fragments(sch: Schedule, block: BlockRV, height: int, width: int) -> LoopRV:
    """The loop over the rows of a fragment, after the two innermost loops of the block are split into fragments."""
    row, column = sch.get_loops(block)[-2:]
    outer, inner = zip(sch.split(row, [None, height]), sch.split(column, [None, width]))
    sch.reorder(*outer, *inner)
    return inner[0]


__all__ = ["mma_schedule"]
