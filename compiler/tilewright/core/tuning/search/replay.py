"""Strategies that sample at random: `ReplayTrace` samples the traces of the space again, `ReplayFunc` generates the space again."""

from __future__ import annotations

from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.tuning.search.strategy import SearchStrategy, finished


class ReplayTrace(SearchStrategy):
    """Samples the traces of the space anew; gives up after `max_fail_count` tries in a row that give nothing new."""

    def __init__(self, max_fail_count: int = 100) -> None:
        self.max_fail_count = max_fail_count

    def _next(self, count: int) -> list[Schedule]:
        found: list[Schedule] = []
        failures = 0
        traces = [each.trace for each in self.spaces if each.trace.decisions]
        while traces and len(found) < count and failures < self.max_fail_count:
            made = self._replayed(self.random.choice(traces), anew=True)
            fresh = [] if made is None else self._fresh([made])
            failures = 0 if fresh else failures + 1
            found += fresh
        return found


class ReplayFunc(SearchStrategy):
    """Generates the space anew for every few candidates, for spaces whose functions choose by chance themselves."""

    _TRIES = 20

    def _next(self, count: int) -> list[Schedule]:
        found: list[Schedule] = []
        failures = 0
        while len(found) < count and failures < self._TRIES:
            space = self.context.generate_design_space()
            made = [each for sch in space if (each := finished(sch, self._postprocs())) is not None]
            fresh = self._fresh(made)
            failures = 0 if fresh else failures + 1
            found += fresh
        return found[:count]


__all__ = ["ReplayFunc", "ReplayTrace"]
