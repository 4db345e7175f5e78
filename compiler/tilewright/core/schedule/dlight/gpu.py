"""TVM's rules for GPUs, by name: functions for the CPU are none of theirs.

`Fallback` and `Transpose` are whole; those for reductions take no function without a reduction, and refuse any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.ir.expr import IterVarKind
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Block
from tilewright.core.ir.walk import walk
from tilewright.core.schedule.dlight.rules import ScheduleRule
from tilewright.core.target import Target

if TYPE_CHECKING:
    from tilewright.core.schedule.methods.schedule import Schedule


class GPUScheduleRule(ScheduleRule):
    """A rule for GPUs."""

    def is_target_available(self, target: Target) -> bool:
        """Whether the target is a GPU."""
        return "gpu" in target.keys

    def apply(self, func: PrimFunc, target: Target, tunable: bool) -> Schedule | list[Schedule] | None:
        """None for the CPU and for a function without a reduction; raises `NotImplementedError` for any other."""
        if not self.is_target_available(target) or not _reduces(func):
            return None
        raise NotImplementedError(
            f"Tilewright does not have the rule `dlight.gpu.{type(self).__name__}` for reductions; `dlight.gpu.Fallback` schedules them, one thread an element"
        )


class Fallback(GPUScheduleRule):
    """Any function: its spatial axes on blocks and threads."""

    def apply(self, func: PrimFunc, target: Target, tunable: bool) -> Schedule | list[Schedule] | None:
        """The schedule; None for the CPU, and for a function whose loops are not the axes of its blocks."""
        from tilewright.core.schedule.dlight.fallback import fallback

        return fallback(func, max_threads_per_block(target)) if self.is_target_available(target) else None


class GEMV(GPUScheduleRule): ...


class LowBatchGEMV(GPUScheduleRule):
    def __init__(self, bucket: int = 4) -> None:
        self.bucket = bucket


class GeneralReduction(GPUScheduleRule): ...


class Matmul(GPUScheduleRule): ...


class Reduction(GPUScheduleRule): ...


class RMSNorm(GPUScheduleRule): ...


class Transpose(GPUScheduleRule):
    """Transpositions of two axes: tiles through shared memory."""

    def apply(self, func: PrimFunc, target: Target, tunable: bool) -> Schedule | list[Schedule] | None:
        """The schedule; None for the CPU, and for a function that is no transposition alone."""
        from tilewright.core.schedule.dlight.transpose import transpose

        return transpose(func, target) if self.is_target_available(target) else None


def max_threads_per_block(target: Target) -> int:
    """The largest number of threads that a block has on a target; of a GPU that does not say, 1024 for CUDA and 256 for others."""
    given: Any = target.attrs.get("max_threads_per_block", target.attrs.get("max_num_threads"))
    return int(given) if given is not None else 1024 if target.kind.name == "cuda" else 256


def _reduces(func: PrimFunc) -> bool:
    axes = (axis for node in walk(func.body) if isinstance(node, Block) for axis in node.iter_vars)
    return any(axis.iter_type is IterVarKind.CommReduce for axis in axes)
