# Generated from tilewright.tir.schedule.analysis by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir.schedule import BlockRV as BlockRV
from tvm.tir import Schedule as Schedule
from tilewright.core.base.errors import ScheduleError as ScheduleError

def has_block(sch: _Any, block_name: _Any) -> _Any:
    """Whether the function that the schedule works on has exactly one block of that name."""

def is_output_block(sch: _Any, block: _Any) -> _Any:
    """Whether a block writes a buffer that the block around it does not allocate."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
