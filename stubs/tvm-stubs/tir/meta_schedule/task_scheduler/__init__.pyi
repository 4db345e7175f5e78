# Generated from tilewright.meta_schedule.task_scheduler by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule.task_scheduler import GradientBased as GradientBased
from tvm.meta_schedule import TaskScheduler as _PyTaskScheduler_

PyTaskScheduler = _PyTaskScheduler_
from tvm.meta_schedule.task_scheduler import RoundRobin as RoundRobin
from tvm.meta_schedule import TaskScheduler as TaskScheduler

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
