"""BF16ComputeLegalize: arithmetic on bfloat16 is done in float32."""

from __future__ import annotations

from tilewright.ir.function import PrimFunc
from tilewright.transform.pass_ import tir_pass
from tilewright.transform.small_float_compute import compute_legalized
from tilewright.transform.small_floats import BF16


@tir_pass("tir.BF16ComputeLegalize")
def bf16_compute_legalize(func: PrimFunc) -> PrimFunc:
    """Compute in float32 what the program computes in bfloat16."""
    return compute_legalized(func, BF16)
