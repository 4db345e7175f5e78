"""What passes need besides a program for the cases of `rewrites/`: options, functions that are registered, programs that text cannot say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.transform.programs import Case, program
from tilewright import tir
from tilewright.core.base.registry import register_global_func
from tilewright.core.passes.tir import PASSES
from tilewright.core.passes.tir.compat.lower_device_storage_access_info import MemoryInfo
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import seq


def after(case: Case) -> IRModule:
    """What the pass makes of the program; raises what it refuses the program with."""
    prepare = PREPARED.get(case.pass_name, lambda module: module)
    step = CHOSEN.get(case.pass_name, PASSES[case.pass_name])
    return step(prepare(program(case.before)))


def twice(module: IRModule) -> IRModule:
    """The function whose body is the very same statement, two times."""
    (func,) = module.functions.values()
    assert isinstance(func, PrimFunc)
    return IRModule({"main": func.with_body(seq([func.body, func.body]))})


PREPARED: dict[str, Callable[[IRModule], IRModule]] = {
    "ConvertSSA": twice,
    "MakeUnpackedAPI": tir.transform.BindTarget("llvm"),
}
CHOSEN: dict[str, Any] = {"BindParams": tir.transform.BindParams([np.arange(4, dtype="float32")])}


@register_global_func("tvm.info.mem.global.addressed", override=True)
def _addressed() -> MemoryInfo:
    """Memory that begins where a function says."""
    return MemoryInfo(8, 256, 32, tir.call_extern("handle", "head"))


@register_global_func("tvm.info.mem.global.hidden", override=True)
def _hidden() -> MemoryInfo:
    """Memory that has no address."""
    return MemoryInfo(8, 256, 32)


LOWER = "tvm.datatype.lower.llvm."
# What a type that a user registers is computed with.
POSIT: dict[str, Callable[[Any], Any]] = {
    "Add.posit": lambda e: tir.call_pure_extern("uint16", "posit_add", e.a, e.b),
    "Mul.posit": lambda e: tir.call_pure_extern("uint16", "posit_mul", e.a, e.b),
    "Cast.posit.float32": lambda e: tir.call_pure_extern("uint16", "float_to_posit", e.value),
    "Cast.float32.posit": lambda e: tir.call_pure_extern("float32", "posit_to_float", e.value),
}
for _name, _function in POSIT.items():
    register_global_func(LOWER + _name, _function, override=True)
