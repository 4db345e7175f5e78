"""`EvolutionarySearch`: a population of traces is mutated, and the cost model says which of them to measure (as Ansor: Zheng et al., OSDI 2020)."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.tuning.records.arg_info import ArgInfo
from tilewright.core.tuning.records.workload import MeasureCandidate
from tilewright.core.tuning.search.strategy import SearchStrategy, key_of
from tilewright.core.tuning.space.mutators import Mutator


class EvolutionarySearch(SearchStrategy):
    """A population of `population_size`, of which `init_measured_ratio` are the best that were measured and at least `init_min_unmeasured` are sampled.

    `genetic_num_iters` times, each goes on unchanged or, with `genetic_mutate_prob`, mutated.  Of a round, the part `eps_greedy` is taken at random.  The
    population is smaller than TVM's 512, since here a schedule is made in milliseconds and not in microseconds.
    """

    def __init__(
        self,
        *,
        population_size: int = 32,
        init_measured_ratio: float = 0.2,
        init_min_unmeasured: int = 16,
        max_fail_count: int = 5,
        genetic_num_iters: int = 2,
        genetic_mutate_prob: float = 0.85,
        genetic_max_fail_count: int = 10,
        eps_greedy: float = 0.1,
    ) -> None:
        self.population_size, self.init_measured_ratio = population_size, init_measured_ratio
        self.init_min_unmeasured, self.max_fail_count = init_min_unmeasured, max_fail_count
        self.genetic_num_iters, self.genetic_mutate_prob = genetic_num_iters, genetic_mutate_prob
        self.genetic_max_fail_count, self.eps_greedy = genetic_max_fail_count, eps_greedy

    def _next(self, count: int) -> list[Schedule]:
        population = self._first()
        for _ in range(self.genetic_num_iters):
            population = self._best(population, self.population_size)
            population += [made for sch in population if (made := self._mutated(sch)) is not None]
        at_random = sum(self.random.random() < self.eps_greedy for _ in range(count))
        fresh = self._unseen(population)
        chosen = self._best(fresh, count - at_random)
        others = [each for each in fresh if all(each is not one for one in chosen)]
        self.random.shuffle(others)
        return self._fresh([*chosen, *others[: count - len(chosen)]])

    def _first(self) -> list[Schedule]:
        """The best that were measured, and sampled ones."""
        measured = self._measured(int(self.population_size * self.init_measured_ratio))
        wanted = max(self.init_min_unmeasured, self.population_size - len(measured))
        traces = [each.trace for each in self.spaces if each.trace.decisions]
        sampled: list[Schedule] = []
        failures = 0
        while traces and len(sampled) < wanted and failures < self.max_fail_count * 4:
            made = self._replayed(self.random.choice(traces), anew=True)
            failures = 0 if made is not None else failures + 1
            sampled += [] if made is None else [made]
        return [*measured, *sampled]

    def _measured(self, count: int) -> list[Schedule]:
        if self.database is None or not self.database.has_workload(self._mod()):
            return []
        best = self.database.get_top_k(self.database.commit_workload(self._mod()), count)
        return [each.schedule() for each in best if each.trace.decisions]

    def _mutated(self, sch: Schedule) -> Schedule | None:
        """The schedule after a mutation, None for none."""
        mutators = self._mutators()
        if not mutators or self.random.random() >= self.genetic_mutate_prob:
            return None
        for _ in range(self.genetic_max_fail_count):
            (mutator,) = self.random.choices(list(mutators), list(mutators.values()))
            mutator.random = self.random
            trace = mutator.apply(sch.trace)
            made = None if trace is None else self._replayed(trace)
            if made is not None:
                return made
        return None

    def _mutators(self) -> dict[Mutator, float]:
        space = self.context.space_generator
        return {} if space is None else space.mutator_probs

    def _unseen(self, schedules: Sequence[Schedule]) -> list[Schedule]:
        by_key = {key_of(each.trace): each for each in schedules}
        return [each for key, each in by_key.items() if key not in self.seen]

    def _best(self, schedules: Sequence[Schedule], count: int) -> list[Schedule]:
        """Those that the cost model calls the fastest."""
        if len(schedules) <= count or self.cost_model is None:
            return list(schedules)[:count]
        args = ArgInfo.from_entry_func(self._mod())
        scores = self.cost_model.predict(self.context, [MeasureCandidate(each, args) for each in schedules])
        order = sorted(range(len(schedules)), key=lambda at: -float(scores[at]))
        return [schedules[at] for at in order[:count]]


__all__ = ["EvolutionarySearch"]
