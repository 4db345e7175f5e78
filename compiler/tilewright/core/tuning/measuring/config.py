"""`EvaluatorConfig`: the samples by which a candidate is measured."""

from __future__ import annotations

from typing import NamedTuple


class EvaluatorConfig(NamedTuple):
    """`repeat` samples of `number` calls or more, until each takes `min_repeat_ms` milliseconds; before each, caches may be flushed.

    TVM takes one sample of 100 milliseconds; several short ones make a better median on a machine that does other things too.
    """

    number: int = 1
    repeat: int = 7
    min_repeat_ms: int = 15
    enable_cpu_cache_flush: bool = False


__all__ = ["EvaluatorConfig"]
