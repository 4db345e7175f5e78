"""`SearchStrategy`: chooses what is measured next; it hands out candidates in rounds until there are enough."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from tilewright.core.base.errors import ScheduleError
from tilewright.core.ir.function import IRModule
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.schedule.trace import Trace
from tilewright.core.tuning.database.database import Database
from tilewright.core.tuning.measuring.runner import RunnerResult
from tilewright.core.tuning.models.cost_models import CostModel
from tilewright.core.tuning.records.arg_info import ArgInfo
from tilewright.core.tuning.records.workload import MeasureCandidate
from tilewright.core.tuning.space.postprocs import Postproc

if TYPE_CHECKING:
    from tilewright.core.tuning.context import TuneContext


class SearchStrategy:
    """A strategy; programs may derive their own, with `generate_measure_candidates`.

    No trace is handed out twice, also none that the database has records of.  The first candidates are the schedules of the space that sample nothing, such as the default.
    """

    SearchStrategyType: TypeAlias = "SearchStrategy | Literal['replay-func', 'replay-trace', 'evolutionary']"
    context: TuneContext
    database: Database | None = None
    cost_model: CostModel | None = None

    def _initialize_with_tune_context(self, context: TuneContext) -> None:
        self.context = context

    def initialize(self, context: TuneContext) -> None:
        """Tell the strategy what it is used for."""
        self._initialize_with_tune_context(context)

    def pre_tuning(
        self,
        max_trials: int,
        num_trials_per_iter: int,
        design_spaces: Sequence[Schedule],
        database: Database | None = None,
        cost_model: CostModel | None = None,
    ) -> None:
        """Begin a search of `max_trials` candidates in rounds of `num_trials_per_iter`."""
        self.random = random.Random(self.context.rand_state)
        self.left, self.round = max_trials, num_trials_per_iter
        self.spaces = list(design_spaces)
        self.database, self.cost_model = database, cost_model
        self.seen = {key_of(each.trace) for each in self._records()}

    def _records(self) -> list[Schedule]:
        """The schedules of this workload that the database has."""
        if self.database is None or not self.database.has_workload(self._mod()):
            return []
        workload = self.database.commit_workload(self._mod())
        records = [each for each in self.database.get_all_tuning_records() if each.workload is workload]
        return [each.schedule() for each in records]

    def post_tuning(self) -> None:
        """End the search."""
        self.spaces = []

    def generate_measure_candidates(self) -> list[MeasureCandidate] | None:
        """The next candidates, None when there are no more."""
        if self.left <= 0 or not self.spaces:
            return None
        wanted = min(self.left, self.round)
        found = self._fresh(self._fixed())[:wanted]
        if len(found) < wanted:
            found += self._next(wanted - len(found))
        self.left -= len(found)
        args = ArgInfo.from_entry_func(self._mod())
        return [MeasureCandidate(sch, args) for sch in found] or None

    def _next(self, count: int) -> list[Schedule]:
        """At most `count` further schedules, none of which was seen."""
        raise NotImplementedError

    def notify_runner_results(
        self, measure_candidates: Sequence[MeasureCandidate], results: Sequence[RunnerResult]
    ) -> None:
        """Learn what was measured."""

    def clone(self) -> SearchStrategy:
        """Another one like this."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    @staticmethod
    def create(kind: str = "evolutionary", **options: object) -> SearchStrategy:
        """A strategy "evolutionary", "replay-trace" or "replay-func"; raises `ValueError` for another kind."""
        from tilewright.core.tuning.search.kinds import create_strategy

        return create_strategy(kind, **options)

    def _mod(self) -> IRModule:
        assert self.context.mod is not None
        return self.context.mod

    def _fixed(self) -> list[Schedule]:
        """The schedules of the space that sample nothing, finished."""
        plain = [each for each in self.spaces if not each.trace.decisions]
        return [made for each in plain if (made := self._replayed(each.trace)) is not None]

    def _fresh(self, schedules: Iterable[Schedule]) -> list[Schedule]:
        """Those that were not seen before, which have been now."""
        found: list[Schedule] = []
        for sch in schedules:
            key = key_of(sch.trace)
            if key not in self.seen:
                self.seen.add(key)
                found.append(sch)
        return found

    def _replayed(self, trace: Trace, anew: bool = False) -> Schedule | None:
        """The program after a trace without its postprocessing, and postprocessed; `anew` samples again.  None where that is not possible."""
        made = Schedule(self._mod(), seed=self.random.randrange(1, 1 << 30), error_render_level="fast")
        try:
            trace.apply_to_schedule(made, remove_postproc=True, decision_provider=(lambda *_: None) if anew else None)
        except (ScheduleError, ValueError, IndexError):
            return None
        return finished(made, self._postprocs())

    def _postprocs(self) -> list[Postproc]:
        space = self.context.space_generator
        return [] if space is None else space.postprocs


def finished(sch: Schedule, postprocs: Sequence[Postproc]) -> Schedule | None:
    """The schedule after the postprocessors, None when one refuses it; one that does nothing stays without instructions."""
    if not sch.trace.insts:
        return sch
    sch.enter_postproc()
    try:
        return sch if all(each.apply(sch) for each in postprocs) else None
    except (ScheduleError, ValueError, IndexError):
        return None


def key_of(trace: Trace) -> str:
    """The same text for traces that do the same."""
    return "\n".join(trace.simplified(False).as_python())


__all__ = ["SearchStrategy", "finished", "key_of"]
