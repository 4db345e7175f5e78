"""`DefaultGPUSchedule`: the loops of each block that are independent fused, and run on the blocks and threads of a GPU."""

from __future__ import annotations

from tilewright.core.ir.expr import IntImm, IterVarKind
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.schedule.dlight.normal_form import leaves
from tilewright.core.schedule.dlight.rules import SCHEDULED, target_of
from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.schedule import Schedule

# As TVM's pass does: at most so many thread blocks, above which each runs several iterations.
MOST_BLOCKS = 256
_NO_GPU = frozenset({"llvm", "c", "test", "webassembly", "hexagon"})


def DefaultGPUSchedule() -> Pass:
    """The pass that binds the independent loops of functions which have no schedule yet; functions for a CPU stay as they are.

    The target is the current one, or that of the function.  Raises `ValueError` where there is neither, or where it does not say how many threads a block has.
    """

    def run(mod: IRModule) -> IRModule:
        sch = Schedule(mod)
        for variable, func in mod.functions.items():
            if isinstance(func, PrimFunc) and not func.attrs.get(SCHEDULED) and _is_for_gpu(func):
                sch.work_on(variable.name_hint)
                threads = _threads(func)
                for block in leaves(sch):
                    _bind(sch, block, threads)
        return sch.mod.map_functions(lambda func: func.with_attr(SCHEDULED, True))

    return Pass("DefaultGPUSchedule", run)


def _is_for_gpu(func: PrimFunc) -> bool:
    target = target_of(func)
    return target is None or target.kind.name not in _NO_GPU


def _threads(func: PrimFunc) -> int:
    """The largest number of threads that a block of the target has."""
    target = target_of(func)
    if target is None:
        raise ValueError("The target is missing either in the current context or in the prim_func's attribute.")
    most = target.attrs.get("max_num_threads")
    if not isinstance(most, int):
        raise ValueError(f"max_num_threads is not set for target {target}")
    return most


def _bind(sch: Schedule, block: BlockRV, threads: int) -> None:
    loops = sch.get_loops(block)
    if any(sch.get(loop).thread_binding is not None for loop in loops):
        return
    fused = sch.fuse(*_independent(sch, block, loops), preserve_unit_iters=False)
    extent = sch.get(fused).extent
    product = extent.value if isinstance(extent, IntImm) else None
    if product is None or product > threads * MOST_BLOCKS:
        rest, outer, inner = sch.split(fused, [None, MOST_BLOCKS, threads])
        sch.reorder(outer, inner, rest)
    else:
        outer, inner = sch.split(fused, [None, min(product, threads)])
    sch.bind(outer, "blockIdx.x")
    sch.bind(inner, "threadIdx.x")


def _independent(sch: Schedule, block: BlockRV, loops: list[LoopRV]) -> list[LoopRV]:
    """The loops of spatial axes; a new loop of one iteration where there are none."""
    axes = sch.get(block).iter_vars
    spatial = [loop for loop, axis in zip(loops, axes) if axis.iter_type is IterVarKind.DataPar]
    return spatial or [sch.add_unit_loop(loops[0] if loops else block)]


__all__ = ["DefaultGPUSchedule"]
