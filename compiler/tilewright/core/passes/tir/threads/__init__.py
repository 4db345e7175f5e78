"""All cores by default: loops of lowered functions that become parallel, and reductions that are split over threads."""

from tilewright.core.ir.function import PrimFunc
from tilewright.core.passes.tir.rewriting.memory import unaliased
from tilewright.core.passes.tir.threads.parallelize import GRAIN, parallelized
from tilewright.core.passes.tir.threads.work import chunk_of


def in_threads(func: PrimFunc) -> PrimFunc:
    """The function, no two of whose buffers share memory, with its loops parallel that should be."""
    return func.with_body(parallelized(func.body, frozenset(unaliased(func)), chunk_of(func)))


__all__ = ["GRAIN", "in_threads"]
