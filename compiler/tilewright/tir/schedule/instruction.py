"""`tvm.tir.schedule.instruction`."""

from tilewright.core.schedule.instructions import Instruction, InstructionKind

__all__ = ["Instruction", "InstructionKind"]
