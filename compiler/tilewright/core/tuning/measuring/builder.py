"""Builders: `Builder`, and `LocalBuilder`, which builds in worker processes of this machine."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Literal, TypeAlias

from tilewright.core.ir.function import IRModule
from tilewright.core.ir.json import save_json
from tilewright.core.runtime.tensor import Tensor
from tilewright.core.target.target import Target
from tilewright.core.tuning.measuring.artifact import BuildJob
from tilewright.core.tuning.measuring.worker import Worker, WorkerError


@dataclass(frozen=True)
class BuilderInput:
    """A program to build for a target; `params` are not looked at, as kernels have their constants inside."""

    mod: IRModule
    target: Target
    params: dict[str, Tensor] | None = None

    def job(self) -> BuildJob:
        """The same as plain data."""
        return BuildJob(save_json(self.mod), self.target.export())


@dataclass(frozen=True)
class BuilderResult:
    """The path of the artifact, or what went wrong."""

    artifact_path: str | None
    error_msg: str | None


class Builder:
    """Something that builds programs; programs may derive their own."""

    BuilderType: TypeAlias = "Builder | Literal['local']"

    def build(self, build_inputs: Sequence[BuilderInput]) -> list[BuilderResult]:
        """The result of each, in order; a program that cannot be built has an error in its result."""
        raise NotImplementedError

    def close(self) -> None:
        """End what the builder has started."""

    @staticmethod
    def create(
        kind: str = "local",
        *,
        max_workers: int | None = None,
        timeout_sec: float = 30.0,
        initializer: Callable[[], None] | None = None,
    ) -> Builder:
        """A builder "local"; raises `ValueError` for another kind."""
        if kind != "local":
            raise ValueError(f"there is no kind of builder called {kind!r}; there is local")
        return LocalBuilder(max_workers=max_workers, timeout_sec=timeout_sec, initializer=initializer)


class LocalBuilder(Builder):
    """Builds in `max_workers` processes (by default one a processor), each program at most `timeout_sec` seconds."""

    def __init__(
        self,
        *,
        max_workers: int | None = None,
        timeout_sec: float = 30.0,
        initializer: Callable[[], None] | None = None,
    ) -> None:
        self.max_workers = max_workers or os.cpu_count() or 1
        self.timeout_sec = timeout_sec
        self._workers = [Worker(initializer) for _ in range(self.max_workers)]

    def build(self, build_inputs: Sequence[BuilderInput]) -> list[BuilderResult]:
        free: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            free.put(worker)

        def one(given: BuilderInput) -> BuilderResult:
            worker = free.get()
            try:
                return BuilderResult(stored(worker.run("build", given.job(), self.timeout_sec)), None)
            except WorkerError as error:
                return BuilderResult(None, str(error))
            finally:
                free.put(worker)

        with ThreadPoolExecutor(self.max_workers) as threads:
            return list(threads.map(one, build_inputs))

    def close(self) -> None:
        for worker in self._workers:
            worker.close()


def stored(artifact: bytes) -> str:
    """The path of a new file with an artifact, in a folder of its own."""
    path = Path(tempfile.mkdtemp(prefix="tilewright-tune-")) / "artifact.bin"
    path.write_bytes(artifact)
    return str(path)


def remove_build_dir(artifact_path: str) -> None:
    """Remove an artifact and its folder."""
    shutil.rmtree(Path(artifact_path).parent, ignore_errors=True)


__all__ = ["Builder", "BuilderInput", "BuilderResult", "LocalBuilder", "remove_build_dir", "stored"]
