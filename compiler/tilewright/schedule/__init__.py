"""Schedules: rewriting a program step by step, so that it computes the same in another order, other memory, and on more of the machine."""

from tilewright.schedule.instructions import BlockRV, ExprRV, Instruction, InstructionKind, LoopRV
from tilewright.schedule.references import StmtSRef
from tilewright.schedule.schedule import Schedule
from tilewright.schedule.state import ScheduleState
from tilewright.schedule.trace import Trace

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
