# Generated from tilewright.meta_schedule.schedule_rule by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import ScheduleRule as _ScheduleRule
from tvm.meta_schedule import ScheduleRule as _PyScheduleRule_

PyScheduleRule = _PyScheduleRule_
from tilewright.core.tuning.space.multi_level_tiling import ReuseType as ReuseType
from tvm.meta_schedule import ScheduleRule as ScheduleRule

class AddRFactor(_ScheduleRule):
    """Fuses the reduction loops, splits them by sampled factors, and makes the outer or the inner part one more dimension of the result.

    It applies where there are fewer results than `max_jobs_per_core` for each thread.
    """
    apply: _Any
    """The schedules to go on with: `[sch]` where the rule has nothing to do."""
    def __init__(self, max_jobs_per_core: _Any = ..., max_innermost_factor: _Any = ...) -> None: ...

class AutoInline(_ScheduleRule):
    """Inlines blocks that compute each element on its own: into the blocks that read them, or into the one that they read."""
    apply: _Any
    """The schedules to go on with: `[sch]` where the rule has nothing to do."""
    def __init__(self, into_producer: _Any, into_consumer: _Any, inline_const_tensor: _Any, disallow_if_then_else: _Any, require_injective: _Any, require_ordered: _Any, disallow_op: _Any = ...) -> None: ...

class InlineConstantScalars(_ScheduleRule):
    """Inlines blocks that compute one constant."""
    apply: _Any
    """The schedules to go on with: `[sch]` where the rule has nothing to do."""
    __init__: _Any

class MultiLevelTiling(_ScheduleRule):
    """Splits every spatial loop (S) and reduction loop (R) once a letter of `structure`, by sampled factors, the innermost at most `max_innermost_factor`.

    `filter_fn` says for which blocks.  Bindings to threads of a GPU and vector loads, which have no place on a CPU, raise `ValueError`, as do caches of what is read.
    """
    apply: _Any
    """The schedules to go on with: `[sch]` where the rule has nothing to do."""
    def __init__(self, structure: _Any, tile_binds: _Any = ..., max_innermost_factor: _Any = ..., vector_load_lens: _Any = ..., reuse_read: _Any = ..., reuse_write: _Any = ..., filter_fn: _Any = ...) -> None: ...

class ParallelizeVectorizeUnroll(_ScheduleRule):
    """At most `max_jobs_per_core` parallel iterations for each thread (-1: no threads), vectors of at most `max_vectorize_extent` elements (-1: none), and sampled limits of unrolling.

    The number of parallel iterations is sampled, up to the largest.
    """
    apply: _Any
    """The schedules to go on with: `[sch]` where the rule has nothing to do."""
    def __init__(self, max_jobs_per_core: _Any = ..., max_vectorize_extent: _Any = ..., unroll_max_steps: _Any = ..., unroll_explicit: _Any = ...) -> None: ...

class RandomComputeLocation(_ScheduleRule):
    """Two ways for a block that another one reads: where it is, and at a sampled place."""
    apply: _Any
    """The schedules to go on with: `[sch]` where the rule has nothing to do."""
    __init__: _Any

class RegisterTiles(_ScheduleRule):
    """Two ways for a reduction: as the schedule is, and with tiles of sampled sizes, where nothing else was scheduled."""
    apply: _Any
    """The schedules to go on with: `[sch]` where the rule has nothing to do."""
    def __init__(self, rows: _Any = ..., vectors: _Any = ...) -> None: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
