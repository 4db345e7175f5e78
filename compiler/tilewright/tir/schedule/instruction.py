"""`tvm.tir.schedule.instruction`."""

from tilewright.schedule.instructions import Instruction, InstructionKind

__all__ = ["Instruction", "InstructionKind"]
