"""`tvm.tir.tensor_intrin.hexagon`: dot products of Hexagon's vectors. Programs can be written in them; Tilewright compiles for processors only."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.script import tir as T
from tilewright.tir.tensor_intrin._dot_product import Dot, llvm

if TYPE_CHECKING:
    from tilewright.core.ir.expr import Expr


VTCM = "global.vtcm"


def _multiply(name: str) -> Callable[[Any, Any, Any], Any]:
    def combine(sums: Expr, group: Expr, lanes: Expr) -> Any:
        lanes, one = T.reinterpret("int32x32", lanes), T.reinterpret("int32", group)
        return llvm("int32x32", f"llvm.hexagon.V6.{name}.acc.128B", sums, lanes, one)

    return combine


def _bytes(kind: str, scope: str = "global") -> Dot:
    return Dot(32, 4, "uint8", kind, "int32", scope)


VRMPY_u8u8i32_INTRIN = _bytes("uint8").register("dot_32x4_u8u8i32_vrmpy", _multiply("vrmpyub"))
VRMPY_u8i8i32_INTRIN = _bytes("int8").register("dot_32x4_u8i8i32_vrmpy", _multiply("vrmpybusv"))
VRMPY_u8u8i32_VTCM_INTRIN = _bytes("uint8", VTCM).register("dot_32x4_u8u8i32_vtcm_vrmpy", _multiply("vrmpyub"))
VRMPY_u8i8i32_VTCM_INTRIN = _bytes("int8", VTCM).register("dot_32x4_u8i8i32_vtcm_vrmpy", _multiply("vrmpybusv"))
VDMPY_i16i16i32_INTRIN = Dot(32, 2, "int16", "int16", "int32").register(
    "dot_product_32x2_i16i16i32_vdmpy", _multiply("vdmpyhvsat")
)

__all__ = [
    "VDMPY_i16i16i32_INTRIN",
    "VRMPY_u8i8i32_INTRIN",
    "VRMPY_u8i8i32_VTCM_INTRIN",
    "VRMPY_u8u8i32_INTRIN",
    "VRMPY_u8u8i32_VTCM_INTRIN",
]
