# Generated from tilewright.meta_schedule.mutator by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import Mutator as _Mutator
from tvm.meta_schedule import Mutator as Mutator
from tvm.meta_schedule import Mutator as _PyMutator_

PyMutator = _PyMutator_

class MutateComputeLocation(_Mutator):
    """Takes another place to compute a producer at."""
    apply: _Any
    """Another trace, without its postprocessing; None where there is nothing to mutate."""
    __init__: _Any

class MutateParallel(_Mutator):
    """Takes another number of parallel iterations."""
    apply: _Any
    """Another trace, without its postprocessing; None where there is nothing to mutate."""
    def __init__(self, max_jobs_per_core: _Any = ...) -> None: ...

class MutateTileSize(_Mutator):
    """Moves a factor from one part of a split loop to another, or takes another size of a register tile."""
    apply: _Any
    """Another trace, without its postprocessing; None where there is nothing to mutate."""
    __init__: _Any

class MutateUnroll(_Mutator):
    """Takes another limit of unrolling."""
    apply: _Any
    """Another trace, without its postprocessing; None where there is nothing to mutate."""
    __init__: _Any

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
