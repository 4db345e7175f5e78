"""`tvm.tir.schedule.trace`."""

from tilewright.core.schedule.trace import Trace

__all__ = ["Trace"]
