"""`tvm.tir.schedule.trace`."""

from tilewright.schedule.trace import Trace

__all__ = ["Trace"]
