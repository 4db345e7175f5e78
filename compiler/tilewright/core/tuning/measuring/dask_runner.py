"""`DaskRunner`: measures artifacts on the workers of a Dask scheduler that have the processor of the target."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.target.target import Target
from tilewright.core.tuning.measuring.config import EvaluatorConfig
from tilewright.core.tuning.measuring.dask_cluster import Cluster
from tilewright.core.tuning.measuring.runner import Runner, RunnerFuture, RunnerInput, RunnerResult


class DaskRunner(Runner):
    """Measures on the cluster at `address`, each artifact at most `timeout_sec` seconds, on a worker with the processor of `target`.

    Workers should have one thread each, and a machine one worker: what a worker measures at the same time as another one on its machine is disturbed.
    """

    def __init__(
        self,
        address: str,
        target: str | Target = "llvm",
        timeout_sec: float = 30.0,
        evaluator_config: EvaluatorConfig | None = None,
    ) -> None:
        self.timeout_sec = timeout_sec
        self.evaluator_config = evaluator_config or EvaluatorConfig()
        self._target = Target(target)
        self._cluster = Cluster(address)

    def run(self, runner_inputs: Sequence[RunnerInput]) -> list[RunnerFuture]:
        return [self._future(each) for each in runner_inputs]

    def _future(self, given: RunnerInput) -> RunnerFuture:
        try:
            job = given.job(self.evaluator_config)
        except OSError as error:
            return RunnerFuture(lambda: True, lambda said=str(error): RunnerResult(None, said))
        future = self._cluster.submit(("measure", job, self.timeout_sec), self._target)
        return RunnerFuture(future.done, lambda: _result(self._cluster.results([future])[0]))

    def close(self) -> None:
        self._cluster.close()


def _result(found: object) -> RunnerResult:
    if isinstance(found, list):
        return RunnerResult([float(each) for each in found], None)  # pyright: ignore[reportUnknownVariableType]
    return RunnerResult(None, str(found))


__all__ = ["DaskRunner"]
