"""Schedules: rewriting a program step by step, so that it computes the same in another order, other memory, and on more of the machine."""

from tilewright.core.schedule.instructions import BlockRV, ExprRV, Instruction, InstructionKind, LoopRV
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.schedule import Schedule
from tilewright.core.schedule.state import ScheduleState
from tilewright.core.schedule.trace import Trace

__all__ = [
    "BlockRV",
    "ExprRV",
    "Instruction",
    "InstructionKind",
    "LoopRV",
    "Schedule",
    "ScheduleState",
    "StmtSRef",
    "Trace",
]
