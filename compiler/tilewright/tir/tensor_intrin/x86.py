"""`tvm.tir.tensor_intrin.x86`: dot products of AVX-512, with and without VNNI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.script import tir as T
from tilewright.tir.tensor_intrin._dot_product import Dot, llvm, one_for_each_lane

if TYPE_CHECKING:
    from tilewright.core.ir.expr import Expr


_DOT = Dot(16, 4, "uint8", "int8", "int32")


def _vnni(sums: Expr, group: Expr, lanes: Expr) -> Any:
    """One instruction: four products for each of the 16 lanes, and their sum."""
    lanes = T.reinterpret("int32x16", lanes)
    return llvm("int32x16", "llvm.x86.avx512.vpdpbusd.512", sums, one_for_each_lane(group, 16), lanes)


def _avx512(sums: Expr, group: Expr, lanes: Expr) -> Any:
    """Sums of two products as int16, which saturate; then of two of those as int32."""
    group = T.reinterpret("uint8x64", one_for_each_lane(group, 16))
    pairs = llvm("int16x32", "llvm.x86.avx512.pmaddubs.w.512", group, lanes)
    return sums + llvm("int32x16", "llvm.x86.avx512.pmaddw.d.512", pairs, T.broadcast(T.int16(1), 32))


dot_product_16x4_u8i8i32_desc = _DOT.described()
VNNI_DOT_16x4_INTRIN = _DOT.register("dot_16x4_vnni", _vnni)
AVX512_DOT_16x4_INTRIN = _DOT.register("dot_16x4_avx512", _avx512)

__all__ = ["AVX512_DOT_16x4_INTRIN", "VNNI_DOT_16x4_INTRIN", "dot_product_16x4_u8i8i32_desc"]
