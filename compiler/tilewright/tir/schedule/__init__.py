"""`tvm.tir.schedule`: schedules, their traces, and the references that they keep."""

from __future__ import annotations

from tilewright.core.base.errors import ScheduleError
from tilewright.core.schedule import (
    BlockRV,
    ExprRV,
    Instruction,
    InstructionKind,
    LoopRV,
    Schedule,
    ScheduleState,
    StmtSRef,
    Trace,
)
from tilewright.core.schedule import questions as analysis
from tilewright.core.schedule import verification as testing
from tilewright.core.schedule.dependence import BlockScope, Dependency, DepKind
from tilewright.tir.schedule import block_scope, instruction, schedule, state, trace
from tilewright.tir.schedule.state import ScheduleDebugMask

# The names of TVM since 0.25.
SBlockRV, SBlockScope = BlockRV, BlockScope

__all__ = [
    "BlockRV",
    "BlockScope",
    "DepKind",
    "Dependency",
    "ExprRV",
    "Instruction",
    "InstructionKind",
    "LoopRV",
    "SBlockRV",
    "SBlockScope",
    "Schedule",
    "ScheduleDebugMask",
    "ScheduleError",
    "ScheduleState",
    "StmtSRef",
    "Trace",
    "analysis",
    "block_scope",
    "instruction",
    "schedule",
    "state",
    "testing",
    "trace",
]
