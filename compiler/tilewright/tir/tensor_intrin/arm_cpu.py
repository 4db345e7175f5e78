"""`tvm.tir.tensor_intrin.arm_cpu`: dot products of NEON and of the dot product extension."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.script import tir as T
from tilewright.tir.tensor_intrin._dot_product import Dot, llvm, one_for_each_lane
from tilewright.tir.tensor_intrin.dot_product_common import (
    DP4A_S8S8S32_INTRIN,
    DP4A_S8U8S32_INTRIN,
    DP4A_U8S8S32_INTRIN,
    DP4A_U8U8U32_INTRIN,
)

if TYPE_CHECKING:
    from tilewright.core.ir.expr import Expr


def _dot(name: str, kind: str) -> Callable[[Any, Any, Any], Any]:
    """The instruction of the dot product extension."""

    def combine(sums: Expr, group: Expr, lanes: Expr) -> Any:
        bytes_ = T.reinterpret(f"{kind}8x16", one_for_each_lane(group, 4))
        return llvm(f"{sums.dtype}", f"llvm.aarch64.neon.{name}.v4i32.v16i8", sums, bytes_, lanes)

    return combine


def _pairwise(sums: Expr, group: Expr, lanes: Expr) -> Any:
    """Products as int16, then sums of neighbours: eight of int32, then the four."""
    bytes_ = T.reinterpret("int8x16", one_for_each_lane(group, 4))
    halves = [
        llvm("int16x8", "llvm.aarch64.neon.smull.v8i16", half("int8x8", bytes_), half("int8x8", lanes))
        for half in (T.vectorlow, T.vectorhigh)
    ]
    pairs = [llvm("int32x4", "llvm.aarch64.neon.saddlp.v4i32.v8i16", each) for each in halves]
    return sums + llvm("int32x4", "llvm.aarch64.neon.addp.v4i32", *pairs)


ARM_DOT_4x4_i8_NEON_INTRIN = Dot(4, 4, "int8", "int8", "int32").register("dot_4x4_i8i8s32_neon", _pairwise)
ARM_DOT_4x4_i8_SDOT_INTRIN = Dot(4, 4, "int8", "int8", "int32").register("dot_4x4_i8i8s32_sdot", _dot("sdot", "int"))
ARM_DOT_4x4_u8_UDOT_INTRIN = Dot(4, 4, "uint8", "uint8", "uint32").register(
    "dot_4x4_u8u8u32_udot", _dot("udot", "uint")
)
ARM_DOT_4x4_u8_HDOT_INTRIN = Dot(4, 4, "uint8", "uint8", "int32").register("dot_4x4_u8u8i32_hdot", _dot("udot", "uint"))

__all__ = [
    "DP4A_S8S8S32_INTRIN",
    "DP4A_S8U8S32_INTRIN",
    "DP4A_U8S8S32_INTRIN",
    "DP4A_U8U8U32_INTRIN",
    "ARM_DOT_4x4_i8_NEON_INTRIN",
    "ARM_DOT_4x4_i8_SDOT_INTRIN",
    "ARM_DOT_4x4_u8_HDOT_INTRIN",
    "ARM_DOT_4x4_u8_UDOT_INTRIN",
]
