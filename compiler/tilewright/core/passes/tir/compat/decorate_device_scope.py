"""DecorateDeviceScope: the whole function is marked as running on the device."""

from __future__ import annotations

from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import AttrStmt
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.DecorateDeviceScope")
def decorate_device_scope(func: PrimFunc) -> PrimFunc:
    """Mark the body of each function as a device scope."""
    return func.with_body(AttrStmt(const(0), "device_scope", const(0), func.body))
