# Generated from tilewright.meta_schedule.runner by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import Runner as _Runner
from typing_extensions import Self as _Self
from tilewright.core.tuning.measuring.config import EvaluatorConfig as EvaluatorConfig
from tvm.meta_schedule import Runner as _PyRunner_

PyRunner = _PyRunner_
from tvm.meta_schedule.runner import RunnerFuture as _PyRunnerFuture_

PyRunnerFuture = _PyRunnerFuture_
from tvm.meta_schedule import Runner as Runner

class RunnerFuture(_Any):  # type: ignore[misc, unused-ignore]
    """A result that is there when it is asked for: `f_result` gives it, `f_done` says whether that is at once."""
    def done(self) -> _Any:
        """Whether the result is there."""
    def result(self) -> RunnerResult | _Any:
        """The result, waited for."""
    def __init__(self, f_done: _Any, f_result: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class RunnerInput(_Any):  # type: ignore[misc, unused-ignore]
    """An artifact to measure, the type of the device ("llvm", "cpu"), and the arguments."""
    def job(self, config: _Any) -> _Any:
        """The same as plain data; raises `OSError` for an artifact that is not there."""
    def __init__(self, artifact_path: _Any, device_type: _Any, args_info: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class RunnerResult(_Any):  # type: ignore[misc, unused-ignore]
    """The seconds that a call took, sample by sample, or what went wrong."""
    def __init__(self, run_secs: _Any, error_msg: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class DaskRunner(_Runner):
    """Measures on the cluster at `address`, each artifact at most `timeout_sec` seconds, on a worker with the processor of `target`.

    Workers should have one thread each, and a machine one worker: what a worker measures at the same time as another one on its machine is disturbed.
    """
    def run(self, runner_inputs: _Any) -> _Any:
        """A future of each, in order; an artifact that cannot be measured has an error in its result."""
    def close(self) -> _Any:
        """End what the runner has started."""
    def __init__(self, address: _Any, target: _Any = ..., timeout_sec: _Any = ..., evaluator_config: _Any = ...) -> None: ...

class LocalRunner(_Runner):
    """Measures in one process, each artifact at most `timeout_sec` seconds, when its result is asked for."""
    def run(self, runner_inputs: _Any) -> _Any:
        """A future of each, in order; an artifact that cannot be measured has an error in its result."""
    def close(self) -> _Any:
        """End what the runner has started."""
    def __init__(self, timeout_sec: _Any = ..., evaluator_config: _Any = ..., initializer: _Any = ...) -> None: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
