# Generated from tilewright.meta_schedule.space_generator by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import SpaceGenerator as _SpaceGenerator
from tvm.meta_schedule import SpaceGenerator as _PySpaceGenerator_

PySpaceGenerator = _PySpaceGenerator_
from tilewright.meta_schedule.space_generator import ScheduleFnType as ScheduleFnType
from tvm.meta_schedule import SpaceGenerator as SpaceGenerator

class PostOrderApply(_SpaceGenerator):
    """Applies each rule to each block, from the first of the program to the last, and then to the root block; `f_block_filter` says to which."""
    def generate_design_space(self, mod: _Any) -> _Any:
        """The schedules to start from; what they sampled may be sampled anew."""
    def __init__(self, f_block_filter: _Any = ..., sch_rules: _Any = ..., postprocs: _Any = ..., mutator_probs: _Any = ...) -> None: ...

class ScheduleFn(_SpaceGenerator):
    """The schedules that a function makes: of the schedule it is given, or those that it returns."""
    def generate_design_space(self, mod: _Any) -> _Any:
        """The schedules to start from; what they sampled may be sampled anew."""
    def __init__(self, sch_fn: _Any, sch_rules: _Any = ..., postprocs: _Any = ..., mutator_probs: _Any = ...) -> None: ...

class SpaceGeneratorUnion(_SpaceGenerator):
    """The schedules of several generators."""
    def generate_design_space(self, mod: _Any) -> _Any:
        """The schedules to start from; what they sampled may be sampled anew."""
    def __init__(self, space_generators: _Any, sch_rules: _Any = ..., postprocs: _Any = ..., mutator_probs: _Any = ...) -> None: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
