"""TVM's rules for CPUs, by name.  A product of a matrix and a vector is left to the builder, which puts it into registers and vectors itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.ir.function import PrimFunc
from tilewright.core.schedule.dlight.rules import ScheduleRule
from tilewright.core.target import Target

if TYPE_CHECKING:
    from tilewright.core.schedule.methods.schedule import Schedule


class CPUScheduleRule(ScheduleRule):
    """A rule for CPUs."""

    def is_target_available(self, target: Target) -> bool:
        """Whether the target is a CPU that is built for through LLVM."""
        return target.kind.name == "llvm"

    def apply(self, func: PrimFunc, target: Target, tunable: bool) -> Schedule | list[Schedule] | None:
        """Schedules of a function."""
        raise NotImplementedError


class GEMV(CPUScheduleRule):
    """Products of a matrix, or several, and a vector: one row after the other in parallel, its sum in vectors."""

    def apply(self, func: PrimFunc, target: Target, tunable: bool) -> Schedule | list[Schedule] | None:
        """A schedule of such a product, None for any other function."""
        from tilewright.core.schedule.dlight.gemv import scheduled

        return scheduled(func) if self.is_target_available(target) else None
