"""BF16ComputeLegalize: arithmetic on bfloat16 is done in float32, but for targets that have it."""

from __future__ import annotations

from tilewright.core.ir.function import PrimFunc
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.lowering.small_float_compute import compute_legalized
from tilewright.core.passes.tir.lowering.small_floats import BF16


@tir_pass("tir.BF16ComputeLegalize")
def bf16_compute_legalize(func: PrimFunc) -> PrimFunc:
    """Compute in float32 what the program computes in bfloat16."""
    return func if architecture(func) >= BF16_SINCE else compute_legalized(func, BF16)


BF16_SINCE = 80  # the first architecture of CUDA that computes in bfloat16


def architecture(func: PrimFunc) -> int:
    """The number of the CUDA architecture that the function's target says, 80 for sm_80; 0 for any other target."""
    target = func.attrs.get("target")
    arch = str(getattr(target, "attrs", {}).get("arch", "")) if getattr(target, "kind", None) is not None else ""
    number = arch.removeprefix("sm_").rstrip("af")
    return int(number) if arch.startswith("sm_") and number.isdigit() else 0
