"""`tvm.tir.schedule.state`."""

from __future__ import annotations

from enum import IntEnum

from tilewright.core.schedule.flags import CachedFlags
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.state import ScheduleState


class ScheduleDebugMask(IntEnum):
    """What TVM checks after each step; here every step checks what it needs, and these are only names."""

    VERIFY_SREF_TREE = 1
    VERIFY_CACHED_FLAGS = 2


__all__ = ["CachedFlags", "ScheduleDebugMask", "ScheduleState", "StmtSRef"]
