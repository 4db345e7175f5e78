"""Floor 4: passes.  The names here are those of `tvm.transform`; the passes over TensorIR are in `tilewright.tir.transform`."""

from __future__ import annotations

from tilewright.core.passes.core.apply import ApplyPassToFunction, PrintIR
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.decorators import (
    FunctionPass,
    ModulePass,
    PrimFuncPass,
    function_pass,
    module_pass,
    prim_func_pass,
)
from tilewright.core.passes.core.info import PassInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.core.sequential import Sequential

__all__ = [
    "ApplyPassToFunction",
    "FunctionPass",
    "ModulePass",
    "Pass",
    "PassContext",
    "PassInfo",
    "PrimFuncPass",
    "PrintIR",
    "Sequential",
    "function_pass",
    "module_pass",
    "prim_func_pass",
]
