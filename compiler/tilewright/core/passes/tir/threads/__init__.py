"""All cores by default: loops of lowered functions that become parallel, and reductions that are split over threads."""

from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Allocate, AllocateConst
from tilewright.core.ir.walk import statements
from tilewright.core.passes.tir.threads.parallelize import GRAIN, parallelized
from tilewright.core.passes.tir.threads.work import chunk_of


def in_threads(func: PrimFunc) -> PrimFunc:
    """The function, no two of whose buffers share memory, with its loops parallel that should be."""
    known = {buffer.data for buffer in func.buffer_map.values()}
    known |= {node.buffer_var for node in statements(func) if isinstance(node, (Allocate, AllocateConst))}
    return func.with_body(parallelized(func.body, frozenset(known), chunk_of(func)))


__all__ = ["GRAIN", "in_threads"]
