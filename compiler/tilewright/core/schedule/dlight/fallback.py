"""The schedule for GPUs of any function: what can be put into its consumer is, and each block that is left runs its spatial axes on blocks and threads."""

from __future__ import annotations

from tilewright.core.ir.expr import IterVarKind
from tilewright.core.ir.function import PrimFunc
from tilewright.core.schedule.dlight.normal_form import Stage, inlined, normalized
from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.schedule import Schedule


def fallback(func: PrimFunc, threads: int) -> Schedule | None:
    """The schedule with `threads` threads a block; None for a function whose loops are not the axes of its blocks."""
    sch = Schedule(func)
    stages = normalized(sch)
    if stages is None:
        return None
    reductions = [_on_threads(sch, stage, threads) for stage in inlined(sch, stages) if _is_free(sch, stage)]
    for block, loops in reductions:
        if loops:
            sch.decompose_reduction(block, loops[0])
    return sch


def _is_free(sch: Schedule, stage: Stage) -> bool:
    """Whether a stage has loops, none of which runs on threads."""
    loops = sch.get_loops(stage.block)
    return bool(loops) and all(sch.get(loop).thread_binding is None for loop in loops)


def _on_threads(sch: Schedule, stage: Stage, threads: int) -> tuple[BlockRV, list[LoopRV]]:
    """Binds the spatial loops of a stage; its block, and its loops over reduction axes."""
    loops = list(zip(sch.get_loops(stage.block), stage.kinds))
    spatial = [loop for loop, kind in loops if kind is IterVarKind.DataPar]
    reducing = [loop for loop, kind in loops if kind is IterVarKind.CommReduce]
    others = [loop for loop, kind in loops if kind not in (IterVarKind.DataPar, IterVarKind.CommReduce)]
    spatial = spatial or [sch.add_unit_loop(stage.block)]
    sch.reorder(*spatial, *reducing, *others)
    outer, inner = sch.split(sch.fuse(*spatial), [None, threads])
    sch.bind(outer, "blockIdx.x")
    sch.bind(inner, "threadIdx.x")
    return stage.block, reducing


__all__ = ["fallback"]
