# Generated from tilewright.meta_schedule.search_strategy by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import SearchStrategy as _SearchStrategy
from tvm.meta_schedule import MeasureCandidate as MeasureCandidate
from tvm.meta_schedule import SearchStrategy as _PySearchStrategy_

PySearchStrategy = _PySearchStrategy_
from tvm.meta_schedule import SearchStrategy as SearchStrategy

class EvolutionarySearch(_SearchStrategy):
    """A population of `population_size`, of which `init_measured_ratio` are the best that were measured and at least `init_min_unmeasured` are sampled.

    `genetic_num_iters` times, each goes on unchanged or, with `genetic_mutate_prob`, mutated.  Of a round, the part `eps_greedy` is taken at random.  The
    population is smaller than TVM's 512, since here a schedule is made in milliseconds and not in microseconds.
    """
    def __init__(self, *, population_size: _Any = ..., init_measured_ratio: _Any = ..., init_min_unmeasured: _Any = ..., max_fail_count: _Any = ..., genetic_num_iters: _Any = ..., genetic_mutate_prob: _Any = ..., genetic_max_fail_count: _Any = ..., eps_greedy: _Any = ...) -> None: ...

class ReplayFunc(_SearchStrategy):
    """Generates the space anew for every few candidates, for spaces whose functions choose by chance themselves."""
    __init__: _Any

class ReplayTrace(_SearchStrategy):
    """Samples the traces of the space anew; gives up after `max_fail_count` tries in a row that give nothing new."""
    def __init__(self, max_fail_count: _Any = ...) -> None: ...

def create(kind: _Any = ..., **options: _Any) -> _SearchStrategy | _Any:
    """A strategy of a kind; raises `ValueError` for another kind."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
