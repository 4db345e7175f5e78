# Generated from tilewright.meta_schedule.cost_model by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import CostModel as _CostModel
from tvm.meta_schedule import CostModel as CostModel
from tvm.meta_schedule import CostModel as _PyCostModel_

PyCostModel = _PyCostModel_

class LearnedModel(_CostModel):
    """Learns the speed of candidates relative to the fastest of their workload; scores at random until `num_warmup_samples` were measured.

    What is saved are the measurements; the forest is grown from them when it is asked.  Features of stores are summed, as their times add up.
    """
    def load(self, path: _Any) -> _Any:
        """Read what was learned from a file."""
    def save(self, path: _Any) -> _Any:
        """Write what was learned into a file."""
    def update(self, context: _Any, candidates: _Any, results: _Any) -> _Any:
        """Learn from measurements."""
    def predict(self, context: _Any, candidates: _Any) -> _Any:
        """A score of each candidate, larger for those that are probably faster."""
    def __init__(self, *, extractor: _Any = ..., num_warmup_samples: _Any = ..., num_trees: _Any = ..., seed: _Any = ...) -> None: ...

class RandomModel(_CostModel):
    """Scores at random, from 0 to `max_range`."""
    def load(self, path: _Any) -> _Any:
        """Read what was learned from a file."""
    def save(self, path: _Any) -> _Any:
        """Write what was learned into a file."""
    def update(self, context: _Any, candidates: _Any, results: _Any) -> _Any:
        """Nothing is learned."""
    def predict(self, context: _Any, candidates: _Any) -> _Any:
        """A score of each candidate, larger for those that are probably faster."""
    def __init__(self, *, seed: _Any = ..., path: _Any = ..., max_range: _Any = ...) -> None: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
