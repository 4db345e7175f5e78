"""Floor 4: passes.  The names here are those of `tvm.transform`; the passes over TensorIR are in `tilewright.tir.transform`."""

from __future__ import annotations

from tilewright.transform.apply import ApplyPassToFunction, PrintIR
from tilewright.transform.context import PassContext
from tilewright.transform.decorators import (
    FunctionPass,
    ModulePass,
    PrimFuncPass,
    function_pass,
    module_pass,
    prim_func_pass,
)
from tilewright.transform.info import PassInfo
from tilewright.transform.pass_ import Pass
from tilewright.transform.sequential import Sequential

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
