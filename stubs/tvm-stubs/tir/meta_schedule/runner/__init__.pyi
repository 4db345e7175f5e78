# Generated from tilewright.meta_schedule.runner by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule.runner import DaskRunner as DaskRunner
from tilewright.core.tuning.measuring.config import EvaluatorConfig as EvaluatorConfig
from tvm.meta_schedule.runner import LocalRunner as LocalRunner
from tvm.meta_schedule import Runner as _PyRunner_

PyRunner = _PyRunner_
from tvm.meta_schedule.runner import RunnerFuture as _PyRunnerFuture_

PyRunnerFuture = _PyRunnerFuture_
from tvm.meta_schedule import Runner as Runner
from tvm.meta_schedule.runner import RunnerFuture as RunnerFuture
from tvm.meta_schedule.runner import RunnerInput as RunnerInput
from tvm.meta_schedule.runner import RunnerResult as RunnerResult

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
