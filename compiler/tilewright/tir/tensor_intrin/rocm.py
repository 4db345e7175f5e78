"""`tvm.tir.tensor_intrin.rocm`: the dot product of four bytes of AMD's GPUs. Programs can be written in it; Tilewright compiles for processors only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.schedule.tensor_intrin import TensorIntrin
from tilewright.script import tir as T
from tilewright.tir.tensor_intrin._dot_product import llvm
from tilewright.tir.tensor_intrin.dot_product_common import dot_of_four

if TYPE_CHECKING:
    from tilewright.core.ir.expr import Expr


def _multiply(a: Expr, b: Expr) -> Any:
    return llvm(
        "int32",
        "llvm.amdgcn.sdot4",
        T.reinterpret("int32", a),
        T.reinterpret("int32", b),
        T.int32(0),
        T.bool(True),
    )


AMDGPU_SDOT4_INTRIN = "sdot4"
TensorIntrin.register(AMDGPU_SDOT4_INTRIN, *dot_of_four("int8", "int8", "int32", _multiply))

__all__ = ["AMDGPU_SDOT4_INTRIN"]
