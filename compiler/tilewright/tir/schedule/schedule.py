"""`tvm.tir.schedule.schedule`."""

from tilewright.error import ScheduleError
from tilewright.schedule import BlockRV, ExprRV, LoopRV, Schedule

__all__ = ["BlockRV", "ExprRV", "LoopRV", "Schedule", "ScheduleError"]
