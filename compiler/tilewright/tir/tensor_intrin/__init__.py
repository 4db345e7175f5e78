"""`tvm.tir.tensor_intrin`: the tensor intrinsics of machines, which are registered when this is imported."""

from __future__ import annotations

from tilewright.tir.tensor_intrin import arm_cpu, cuda, dot_product_common, hexagon, rocm, x86

__all__ = ["arm_cpu", "cuda", "dot_product_common", "hexagon", "rocm", "x86"]
