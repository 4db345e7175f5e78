"""FP8ComputeLegalize: arithmetic on float8 types is done in float32, or in float16 where that is asked for."""

from __future__ import annotations

from tilewright.core.base.dtype import dtype
from tilewright.core.ir.function import PrimFunc
from tilewright.core.passes.core.pass_ import Pass, tir_pass
from tilewright.core.passes.tir.lowering.small_float_compute import compute_legalized
from tilewright.core.passes.tir.lowering.small_floats import float8


def fp8_compute_legalize_in(promote_dtype: str = "float32") -> Pass:
    """The pass that computes in `promote_dtype`; raises `ValueError` for a type that does not hold every float8 number."""
    if promote_dtype not in ("float16", "float32", "float64"):
        raise ValueError(f"float8 is computed in float16, float32 or float64, not {promote_dtype}")
    family = float8(dtype(promote_dtype))

    def legalize(func: PrimFunc) -> PrimFunc:
        """Compute in a wider type what the program computes in float8."""
        return compute_legalized(func, family)

    return tir_pass("tir.FP8ComputeLegalize")(legalize)


fp8_compute_legalize = fp8_compute_legalize_in()
