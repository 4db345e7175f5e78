"""TVM's rules for GPUs, by name: functions for the CPU are none of theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.ir.function import PrimFunc
from tilewright.core.schedule.dlight.rules import ScheduleRule
from tilewright.core.target import Target

if TYPE_CHECKING:
    from tilewright.core.schedule.methods.schedule import Schedule


class GPUScheduleRule(ScheduleRule):
    """A rule that leaves functions for the CPU alone."""

    def apply(self, func: PrimFunc, target: Target, tunable: bool) -> Schedule | list[Schedule] | None:
        """None for the CPU; raises `NotImplementedError` for another target."""
        if target.kind.name in ("llvm", "c"):
            return None
        raise NotImplementedError(f"Tilewright builds for the CPU: it has no schedules for {target.kind.name}")


class Fallback(GPUScheduleRule): ...


class GEMV(GPUScheduleRule): ...


class LowBatchGEMV(GPUScheduleRule):
    def __init__(self, bucket: int = 4) -> None:
        self.bucket = bucket


class GeneralReduction(GPUScheduleRule): ...


class Matmul(GPUScheduleRule): ...


class Reduction(GPUScheduleRule): ...


class RMSNorm(GPUScheduleRule): ...


class Transpose(GPUScheduleRule): ...
