"""FP8StorageLegalize: float8 numbers lie in memory as uint8."""

from __future__ import annotations

from tilewright.core.ir.function import PrimFunc
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.lowering.small_float_storage import storage_legalized
from tilewright.core.passes.tir.lowering.small_floats import FP8


@tir_pass("tir.FP8StorageLegalize")
def fp8_storage_legalize(func: PrimFunc) -> PrimFunc:
    """Keep float8 values as uint8."""
    return storage_legalized(func, FP8)
