# Generated from tilewright.tir.schedule.instruction by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir.schedule import Instruction as Instruction
from tvm.tir.schedule import InstructionKind as InstructionKind

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
