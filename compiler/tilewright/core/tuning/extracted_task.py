"""`ExtractedTask`: a kernel of a module that is worth tuning, and how often the module has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.core.ir.function import IRModule
from tilewright.core.target.target import Target


@dataclass(frozen=True)
class ExtractedTask:
    """A kernel: its name, its module as called, the modules to tune for it, and its weight, the number of its calls."""

    task_name: str
    mod: IRModule
    target: Target
    dispatched: Sequence[IRModule]
    weight: int


__all__ = ["ExtractedTask"]
