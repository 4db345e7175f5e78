# Generated from tilewright.meta_schedule.task_scheduler by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import TaskScheduler as _TaskScheduler
from tvm.meta_schedule import TaskScheduler as _PyTaskScheduler_

PyTaskScheduler = _PyTaskScheduler_
from tvm.meta_schedule import TaskScheduler as TaskScheduler

class GradientBased(_TaskScheduler):
    """Gives a round to the task whose part of the whole time shrinks most, by how it shrank in the last `window_size` rounds (as Ansor).

    With the probability `alpha` a task is taken at random; `seed` begins that, -1 any way.
    """
    def next_task_id(self) -> _Any:
        """The position of the task for the next round, -1 when all are terminated."""
    def __init__(self, *, alpha: _Any = ..., window_size: _Any = ..., seed: _Any = ...) -> None: ...

class RoundRobin(_TaskScheduler):
    """Gives each task a round in turn."""
    def next_task_id(self) -> _Any:
        """The position of the task for the next round, -1 when all are terminated."""
    def __init__(self) -> None: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
