"""BF16StorageLegalize: bfloat16 lies in memory as uint16, the upper half of a float32."""

from __future__ import annotations

from tilewright.core.ir.function import PrimFunc
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.lowering.small_float_storage import storage_legalized
from tilewright.core.passes.tir.lowering.small_floats import BF16


@tir_pass("tir.BF16StorageLegalize")
def bf16_storage_legalize(func: PrimFunc) -> PrimFunc:
    """Keep bfloat16 values as uint16."""
    return storage_legalized(func, BF16)
