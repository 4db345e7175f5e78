"""`TuneContext`: what belongs to the tuning of one program: the program, its target, its space of schedules, its search."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from typing import Literal

from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.target.target import Target
from tilewright.core.tuning.database.database import Database
from tilewright.core.tuning.database.memory import MemoryDatabase
from tilewright.core.tuning.machine import cpu_count
from tilewright.core.tuning.measuring.runner import RunnerResult
from tilewright.core.tuning.models.cost_models import CostModel, RandomModel
from tilewright.core.tuning.records.workload import MeasureCandidate, normalize_mod
from tilewright.core.tuning.search.evolutionary import EvolutionarySearch
from tilewright.core.tuning.search.kinds import create_strategy
from tilewright.core.tuning.search.strategy import SearchStrategy
from tilewright.core.tuning.space.spaces import SpaceGenerator


class TuneContext:
    """The resources of one task; the space and the search are told which context they are for.

    `num_threads` are the threads that kernels run on; `rand_state` begins what is left to chance, -1 any way.
    """

    def __init__(
        self,
        mod: IRModule | PrimFunc | None = None,
        *,
        target: Target | str | None = None,
        space_generator: SpaceGenerator.SpaceGeneratorType | None = None,
        search_strategy: SearchStrategy.SearchStrategyType | None = None,
        task_name: str = "main",
        rand_state: int = -1,
        num_threads: int | Literal["physical", "logical"] = "physical",
        logger: logging.Logger | None = None,
    ) -> None:
        self.mod = None if mod is None else normalize_mod(mod)
        self.target = None if target is None else Target(target)
        self.task_name = task_name
        self.rand_state = rand_state if rand_state != -1 else random.randrange(1, 1 << 31)
        self.num_threads = cpu_count(num_threads == "logical") if isinstance(num_threads, str) else num_threads
        self.logger = logger or logging.getLogger("tilewright.tuning")
        self.space_generator = _space(space_generator)
        self.search_strategy = _strategy(search_strategy)
        if self.space_generator is not None:
            self.space_generator.initialize(self)
        if self.search_strategy is not None:
            self.search_strategy.initialize(self)

    def generate_design_space(self) -> list[Schedule]:
        """The schedules from which the search starts; raises `ValueError` without a program or a generator."""
        if self.mod is None or self.space_generator is None:
            raise ValueError("a TuneContext needs `mod` and `space_generator` to have a design space")
        return self.space_generator.generate_design_space(self.mod)

    def pre_tuning(
        self,
        max_trials: int,
        num_trials_per_iter: int = 64,
        design_spaces: Sequence[Schedule] | None = None,
        database: Database | None = None,
        cost_model: CostModel | None = None,
    ) -> None:
        """Begin the search: `max_trials` candidates at most, in rounds of `num_trials_per_iter`."""
        spaces = list(design_spaces) if design_spaces is not None else self.generate_design_space()
        if isinstance(self.search_strategy, EvolutionarySearch):
            database = MemoryDatabase() if database is None else database
            cost_model = RandomModel() if cost_model is None else cost_model
        self._search().pre_tuning(max_trials, num_trials_per_iter, spaces, database, cost_model)

    def post_tuning(self) -> None:
        """End the search."""
        self._search().post_tuning()

    def generate_measure_candidates(self) -> list[MeasureCandidate] | None:
        """The candidates of the next round, None when the search is over."""
        return self._search().generate_measure_candidates()

    def notify_runner_results(
        self, measure_candidates: Sequence[MeasureCandidate], results: Sequence[RunnerResult]
    ) -> None:
        """Tell the search what was measured."""
        self._search().notify_runner_results(measure_candidates, results)

    def clone(self) -> TuneContext:
        """Another context like this one, with a space and a search of its own."""
        return TuneContext(
            self.mod,
            target=self.target,
            space_generator=None if self.space_generator is None else self.space_generator.clone(),
            search_strategy=None if self.search_strategy is None else self.search_strategy.clone(),
            task_name=self.task_name,
            rand_state=self.rand_state,
            num_threads=self.num_threads,
            logger=self.logger,
        )

    def _search(self) -> SearchStrategy:
        if self.search_strategy is None:
            raise ValueError("a TuneContext needs a `search_strategy` to search")
        return self.search_strategy


def _space(given: SpaceGenerator.SpaceGeneratorType | None) -> SpaceGenerator | None:
    return given if given is None or isinstance(given, SpaceGenerator) else SpaceGenerator.create(given)


def _strategy(given: SearchStrategy.SearchStrategyType | None) -> SearchStrategy | None:
    return given if given is None or isinstance(given, SearchStrategy) else create_strategy(given)


__all__ = ["TuneContext"]
