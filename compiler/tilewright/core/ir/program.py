"""A program: a function of either language, or a module."""

from __future__ import annotations

from typing import TypeGuard

from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import Function

Program = PrimFunc | Function | IRModule


def is_program(value: object) -> TypeGuard[Program]:
    """Whether a value is a program."""
    return isinstance(value, (PrimFunc, Function, IRModule))
