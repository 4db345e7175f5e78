"""Functions made of several ops: filling where a mask holds."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.builder.relax_values import const
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import TensorStructInfo


def masked_fill(x: Any, mask: object, value: float) -> Call:
    """`x` with the number `value` where `mask`, a tensor of booleans, holds; the struct info of `x` must be known."""
    info = x.struct_info
    if not isinstance(info, TensorStructInfo):
        raise TypeError("`x` must be a tensor whose struct info is known")
    filling = FUNCTIONS["full_like"](x, const(value, str(info.dtype)))
    return FUNCTIONS["where"](mask, filling, x)
