"""Processes beside this one that do the jobs of tuning."""

from __future__ import annotations

from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor

from tilewright.core.tuning.measuring import worker


def teach() -> None:
    """Called in the process of a worker: lets it know the job `echo`."""
    assert isinstance(worker.JOBS, MutableMapping)
    worker.JOBS["echo"] = (__name__, "echo")


def echo(argument: object) -> object:
    return argument


def test_threads_that_share_a_worker_get_their_own_answers() -> None:
    with ThreadPoolExecutor(8) as pool:
        shared = worker.Worker(teach)
        asked = range(200)
        assert [*pool.map(lambda number: shared.run("echo", number, 60), asked)] == [*asked]
        shared.close()
