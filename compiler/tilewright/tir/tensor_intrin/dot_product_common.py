"""`tvm.tir.tensor_intrin.dot_product_common`: the dot product of four bytes as one number, which GPUs have. Programs can be written in them; Tilewright compiles for processors only."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.core.ir.function import PrimFunc
from tilewright.core.schedule.tensor_intrin import TensorIntrin
from tilewright.script import tir as T

if TYPE_CHECKING:
    from tilewright.core.ir.expr import Expr


def dot_of_four(
    dtype_a: str, dtype_b: str, dtype_c: str, multiply: Callable[[Any, Any], Any]
) -> tuple[PrimFunc, PrimFunc]:
    """`C[0] += sum(A[k] * B[k])` in the memory of a GPU, and the same by `multiply`, which gives the sum for four bytes of each."""

    @T.prim_func
    def dot(
        A: T.Buffer((4,), dtype_a, offset_factor=1, align=4, scope="shared"),
        B: T.Buffer((4,), dtype_b, offset_factor=1, align=4, scope="shared"),
        C: T.Buffer((1,), dtype_c, offset_factor=1, align=4, scope="local"),
    ) -> None:
        with T.block("root"):
            T.reads(C[0], A[0:4], B[0:4])
            T.writes(C[0])
            for k in T.serial(4):
                with T.block("update"):
                    vk = T.axis.remap("R", [k])
                    C[0] = C[0] + T.cast(A[vk], dtype_c) * T.cast(B[vk], dtype_c)

    @T.prim_func
    def in_one(
        A: T.Buffer((4,), dtype_a, offset_factor=1, align=4, scope="shared"),
        B: T.Buffer((4,), dtype_b, offset_factor=1, align=4, scope="shared"),
        C: T.Buffer((1,), dtype_c, offset_factor=1, align=4, scope="local"),
    ) -> None:
        with T.block("root"):
            T.reads(C[0], A[0:4], B[0:4])
            T.writes(C[0])
            C[0] = C[0] + multiply(A.vload([0], f"{dtype_a}x4"), B.vload([0], f"{dtype_b}x4"))

    return dot, in_one


def get_dp4a_intrin(dtype_a: str, dtype_b: str, dtype_c: str) -> tuple[PrimFunc, PrimFunc]:
    """Description and implementation by CUDA's `__dp4a`."""

    def multiply(a: Expr, b: Expr) -> Any:
        nothing = T.uint32(0) if dtype_c == "uint32" else T.int32(0)
        return T.call_pure_extern(dtype_c, "__dp4a", a, b, nothing)

    return dot_of_four(dtype_a, dtype_b, dtype_c, multiply)


def _register(name: str, *types: str) -> str:
    TensorIntrin.register(name, *get_dp4a_intrin(*types))
    return name


DP4A_S8S8S32_INTRIN = _register("dp4a_s8s8s32", "int8", "int8", "int32")
DP4A_U8S8S32_INTRIN = _register("dp4a_u8s8s32", "uint8", "int8", "int32")
DP4A_S8U8S32_INTRIN = _register("dp4a_s8u8s32", "int8", "uint8", "int32")
DP4A_U8U8U32_INTRIN = _register("dp4a_u8u8u32", "uint8", "uint8", "uint32")

__all__ = [
    "DP4A_S8S8S32_INTRIN",
    "DP4A_S8U8S32_INTRIN",
    "DP4A_U8S8S32_INTRIN",
    "DP4A_U8U8U32_INTRIN",
    "get_dp4a_intrin",
]
