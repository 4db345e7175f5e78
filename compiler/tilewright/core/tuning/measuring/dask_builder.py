"""`DaskBuilder`: builds candidates on the workers of a Dask scheduler that have the processor of the target."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.tuning.measuring.artifact import BuildJob
from tilewright.core.tuning.measuring.builder import Builder, BuilderInput, BuilderResult, stored
from tilewright.core.tuning.measuring.dask_cluster import Cluster


class DaskBuilder(Builder):
    """Builds on the cluster at `address`, each program at most `timeout_sec` seconds; the artifacts are brought to this machine."""

    def __init__(self, address: str, timeout_sec: float = 30.0) -> None:
        self.timeout_sec = timeout_sec
        self._cluster = Cluster(address)

    def build(self, build_inputs: Sequence[BuilderInput]) -> list[BuilderResult]:
        results = self._cluster.results([self._cluster.submit(self._job(each), each.target) for each in build_inputs])
        return [_result(each) for each in results]

    def _job(self, given: BuilderInput) -> tuple[str, BuildJob, float]:
        return "build", given.job(), self.timeout_sec

    def close(self) -> None:
        self._cluster.close()


def _result(found: object) -> BuilderResult:
    if isinstance(found, bytes):
        return BuilderResult(stored(found), None)
    return BuilderResult(None, str(found))


__all__ = ["DaskBuilder"]
