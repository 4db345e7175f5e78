"""Questions about schedules, as `tvm.tir.schedule.analysis` asks them."""

from __future__ import annotations

from tilewright.core.base.errors import ScheduleError
from tilewright.core.schedule.checks import is_output_block as _is_output_block
from tilewright.core.schedule.instructions import BlockRV
from tilewright.core.schedule.methods.schedule import Schedule


def has_block(sch: Schedule, block_name: str) -> bool:
    """Whether the function that the schedule works on has exactly one block of that name."""
    try:
        sch.copy().get_block(block_name)
    except ScheduleError:
        return False
    return True


def is_output_block(sch: Schedule, block: BlockRV) -> bool:
    """Whether a block writes a buffer that the block around it does not allocate."""
    ref = sch.get_sref(block)
    scope = ref.scope()
    return scope is not None and _is_output_block(ref, scope)
