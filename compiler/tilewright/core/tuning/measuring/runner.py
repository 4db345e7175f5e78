"""Runners: `Runner`, and `LocalRunner`, which measures in a worker process of this machine, one artifact after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from tilewright.core.tuning.measuring.config import EvaluatorConfig
from tilewright.core.tuning.measuring.timing import MeasureJob
from tilewright.core.tuning.measuring.worker import Worker, WorkerError
from tilewright.core.tuning.records.arg_info import ArgInfo, TensorInfo


@dataclass(frozen=True)
class RunnerInput:
    """An artifact to measure, the type of the device ("llvm", "cpu"), and the arguments."""

    artifact_path: str
    device_type: str
    args_info: Sequence[ArgInfo]

    def job(self, config: EvaluatorConfig) -> MeasureJob:
        """The same as plain data; raises `OSError` for an artifact that is not there."""
        shapes = [(str(each.dtype), each.shape) for each in self.args_info if isinstance(each, TensorInfo)]
        return MeasureJob(
            Path(self.artifact_path).read_bytes(),
            shapes,
            (config.number, config.repeat, config.min_repeat_ms, config.enable_cpu_cache_flush),
        )


@dataclass(frozen=True)
class RunnerResult:
    """The seconds that a call took, sample by sample, or what went wrong."""

    run_secs: list[float] | None
    error_msg: str | None


class RunnerFuture:
    """A result that is there when it is asked for: `f_result` gives it, `f_done` says whether that is at once."""

    def __init__(self, f_done: Callable[[], bool], f_result: Callable[[], RunnerResult]) -> None:
        self._done, self._get = f_done, f_result
        self._result: RunnerResult | None = None

    def done(self) -> bool:
        """Whether the result is there."""
        return self._result is not None or self._done()

    def result(self) -> RunnerResult:
        """The result, waited for."""
        if self._result is None:
            self._result = self._get()
        return self._result


class Runner:
    """Something that measures artifacts; programs may derive their own."""

    RunnerType: TypeAlias = "Runner | Literal['local']"

    def run(self, runner_inputs: Sequence[RunnerInput]) -> list[RunnerFuture]:
        """A future of each, in order; an artifact that cannot be measured has an error in its result."""
        raise NotImplementedError

    def close(self) -> None:
        """End what the runner has started."""

    @staticmethod
    def create(
        kind: str = "local",
        *,
        timeout_sec: float = 30.0,
        evaluator_config: EvaluatorConfig | None = None,
        initializer: Callable[[], None] | None = None,
        max_workers: int | None = None,
    ) -> Runner:
        """A runner "local", whatever `max_workers`: measurements at the same time would disturb one another.  Raises `ValueError` for another kind."""
        if kind != "local":
            raise ValueError(f"there is no kind of runner called {kind!r}; there is local")
        return LocalRunner(timeout_sec=timeout_sec, evaluator_config=evaluator_config, initializer=initializer)


class LocalRunner(Runner):
    """Measures in one process, each artifact at most `timeout_sec` seconds, when its result is asked for."""

    def __init__(
        self,
        timeout_sec: float = 30.0,
        evaluator_config: EvaluatorConfig | None = None,
        initializer: Callable[[], None] | None = None,
    ) -> None:
        self.timeout_sec = timeout_sec
        self.evaluator_config = evaluator_config or EvaluatorConfig()
        self._worker = Worker(initializer)

    def run(self, runner_inputs: Sequence[RunnerInput]) -> list[RunnerFuture]:
        return [self._future(each) for each in runner_inputs]

    def _future(self, given: RunnerInput) -> RunnerFuture:
        def result() -> RunnerResult:
            try:
                job = given.job(self.evaluator_config)
                return RunnerResult(self._worker.run("measure", job, self.timeout_sec), None)
            except (WorkerError, OSError) as error:
                return RunnerResult(None, str(error))

        return RunnerFuture(lambda: False, result)

    def close(self) -> None:
        self._worker.close()


__all__ = ["LocalRunner", "Runner", "RunnerFuture", "RunnerInput", "RunnerResult"]
