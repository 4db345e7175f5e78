"""`tvm.tir.schedule.schedule`."""

from tilewright.core.base.errors import ScheduleError
from tilewright.core.schedule import BlockRV, ExprRV, LoopRV, Schedule

__all__ = ["BlockRV", "ExprRV", "LoopRV", "Schedule", "ScheduleError"]
