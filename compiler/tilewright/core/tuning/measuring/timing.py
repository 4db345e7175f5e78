"""Measuring an artifact: seconds of a call, on seeded random arguments.  This runs in a worker process.

Where kernels have one thread, the processor time of the process counts, which other programs hardly disturb; with several, time by the clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.core.base.dtype import DType, dtype
from tilewright.core.codegen.llvm.threads import get_num_threads
from tilewright.core.runtime.tensor import Tensor, empty
from tilewright.core.runtime.timing import evaluator, flushing
from tilewright.core.tuning.measuring.artifact import loaded
from tilewright.core.tuning.measuring.config import EvaluatorConfig

# The bytes that are written between samples where caches are flushed: more than a cache has.
_FLUSHED = 64 << 20
# Integers that index nothing are smaller, so that sums of products do not wrap around.
_SMALL = 8


@dataclass(frozen=True)
class MeasureJob:
    """An artifact to measure, with the dtypes and shapes of its arguments."""

    artifact: bytes
    arguments: Sequence[tuple[str, tuple[int, ...]]]
    config: tuple[int, int, int, bool]


def measured(job: MeasureJob) -> list[float]:
    """Seconds that a call takes, one figure a sample; after a first call that is not counted."""
    module, limits = loaded(job.artifact)
    config = EvaluatorConfig(*job.config)
    generator = np.random.default_rng(0)
    given = [_argument(dtype(kind), shape, limit, generator) for (kind, shape), limit in zip(job.arguments, limits)]
    name = module.entry_name
    module[name](*given)
    prepare = flushing(_FLUSHED if config.enable_cpu_cache_flush else 0, None)
    evaluate = evaluator(
        module[name], config.number, config.repeat, config.min_repeat_ms, prepare=prepare, clock=_clock()
    )
    return [float(each) for each in evaluate(*given).results]


def _clock() -> Callable[[], float]:
    return time.process_time if get_num_threads() == 1 else time.perf_counter


def _argument(kind: DType, shape: tuple[int, ...], limit: int | None, generator: np.random.Generator) -> Tensor:
    """A tensor of uniform numbers in [-1, 1), of small integers, or of valid indices."""
    made = empty(shape, str(kind))
    if kind.is_bool:
        values: NDArray[np.generic] = generator.integers(0, 2, shape)
    elif kind.is_integer:
        first = 0 if limit is not None or str(kind).startswith("u") else -_SMALL
        values = generator.integers(first, max(first + 1, _SMALL if limit is None else limit), shape)
    else:
        values = generator.random(shape, np.float32) * 2 - 1
    made.copyfrom(values.astype(made.numpy().dtype))
    return made


__all__ = ["MeasureJob", "measured"]
