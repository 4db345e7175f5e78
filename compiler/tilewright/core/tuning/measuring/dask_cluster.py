"""A Dask cluster whose workers build and measure: which of them have the processor of a target, and jobs on them.

Each worker does a job in a process of its own, so that a program that crashes or hangs costs that process alone.  When a worker dies itself, Dask gives its
jobs to another one with the same processor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.base.optional import required
from tilewright.core.codegen.llvm.machine import machine_of
from tilewright.core.target.target import Target
from tilewright.core.tuning.measuring.worker import JOBS, Worker, WorkerError

if TYPE_CHECKING:
    from tilewright.core.tuning.measuring.artifact import BuildJob
    from tilewright.core.tuning.measuring.timing import MeasureJob

Job = tuple[str, "BuildJob | MeasureJob", float]
# One process for each kind of job beside a worker of Dask, however many threads that has.
_WORKERS = {kind: Worker() for kind in JOBS}


class Cluster:
    """The workers of a scheduler; raises `ModuleNotFoundError` without the library, `OSError` when there is no scheduler at the address."""

    def __init__(self, address: str) -> None:
        distributed = required("distributed", "tuning on many machines needs Dask", ModuleNotFoundError)
        self._client: Any = distributed.Client(address, timeout=10)

    def workers(self, target: Target) -> list[str]:
        """The addresses of the workers that have the processor of a target; raises `ValueError` when there are none."""
        wanted = (machine_of(target).cpu, machine_of(target).triple)
        found: dict[str, tuple[str, str]] = self._client.run(processor)
        fitting = sorted(address for address, each in found.items() if tuple(each) == wanted)
        if not fitting:
            others = ", ".join(sorted({cpu for cpu, _ in found.values()})) or "none"
            raise ValueError(f"no worker has the processor {wanted[0]}; the processors of the workers are: {others}")
        return fitting

    def submit(self, job: Job, target: Target) -> Any:
        """The future of a job on a worker with the processor of the target; of bytes or seconds, or of the error as text."""
        workers = self.workers(target)
        return self._client.submit(run_job, job, workers=workers, allow_other_workers=False, pure=False, retries=2)

    def results(self, futures: Sequence[Any]) -> list[object]:
        """The results of futures in order, waited for; errors as texts."""
        return [_result(each) for each in futures]

    def close(self) -> None:
        """Leave the cluster, which stays."""
        self._client.close()


def processor() -> tuple[str, str]:
    """The processor and the triple of the machine that this runs on."""
    machine = machine_of(None)
    return machine.cpu, machine.triple


def run_job(job: Job) -> bytes | list[float] | str:
    """The result of a job, done in a process beside this worker's; the error as text."""
    kind, argument, timeout = job
    try:
        return _WORKERS[kind].run(kind, argument, timeout)
    except WorkerError as error:
        return str(error)


def _result(future: Any) -> object:
    error = future.exception()
    return future.result() if error is None else f"{type(error).__name__}: {error}"


__all__ = ["Cluster", "Job", "processor", "run_job"]
