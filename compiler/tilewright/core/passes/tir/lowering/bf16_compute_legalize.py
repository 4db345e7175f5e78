"""BF16ComputeLegalize: arithmetic on bfloat16 is done in float32, but for targets that have it."""

from __future__ import annotations

from tilewright.core.ir.function import PrimFunc
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.lowering.small_float_compute import compute_legalized
from tilewright.core.passes.tir.lowering.small_floats import BF16


@tir_pass("tir.BF16ComputeLegalize")
def bf16_compute_legalize(func: PrimFunc) -> PrimFunc:
    """Compute in float32 what the program computes in bfloat16."""
    return func if has_bfloat16(func) else compute_legalized(func, BF16)


def has_bfloat16(func: PrimFunc) -> bool:
    """Whether the function says a target that computes in bfloat16: of the CUDA ones those from sm_80 on."""
    target = func.attrs.get("target")
    arch = str(getattr(target, "attrs", {}).get("arch", "")) if getattr(target, "kind", None) is not None else ""
    number = arch.removeprefix("sm_").rstrip("af")
    return number.isdigit() and int(number) >= 80
