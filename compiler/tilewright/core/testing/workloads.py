"""Tensor expressions of common kernels, to tune and to schedule: each function gives its inputs and its output."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.reducers import sum as total
from tilewright.core.ir.operators import call, cast
from tilewright.core.te.operation import compute, placeholder, reduce_axis
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.nn.activation import relu
from tilewright.core.topi.nn.softmax import softmax


def matmul(
    n: int, m: int, k: int, in_dtype: str = "float32", out_dtype: str = "float32"
) -> tuple[Tensor, Tensor, Tensor]:
    """An n x k matrix times a k x m one, summed in `out_dtype`."""
    a: Any = placeholder((n, k), in_dtype, "A")
    b: Any = placeholder((k, m), in_dtype, "B")
    axis = reduce_axis((0, k), "k")

    def element(i: object, j: object) -> Any:
        return total(cast(a[i, axis], out_dtype) * cast(b[axis, j], out_dtype), axis=[axis])

    return a, b, compute((n, m), element, name="C")


def matmul_relu(
    n: int, m: int, k: int, in_dtype: str = "float32", out_dtype: str = "float32"
) -> tuple[Tensor, Tensor, Tensor]:
    """`matmul` with what is negative set to 0."""
    a, b, c = matmul(n, m, k, in_dtype, out_dtype)
    return a, b, relu(c)


def batch_matmul_nkkm(
    B: int, N: int, M: int, K: int, in_dtype: str = "float32", out_dtype: str = "float32"
) -> tuple[Tensor, Tensor, Tensor]:
    """B products of an N x K matrix and a K x M one."""
    x: Any = placeholder((B, N, K), in_dtype, "X")
    y: Any = placeholder((B, K, M), in_dtype, "Y")
    k = reduce_axis((0, K), "k")

    def element(b: object, i: object, j: object) -> Any:
        return total(cast(x[b, i, k], out_dtype) * cast(y[b, k, j], out_dtype), axis=[k])

    return x, y, compute((B, N, M), element, name="Z")


def norm_bmn(B: int, M: int, N: int) -> tuple[Tensor, Tensor]:
    """The Euclidean norms of B matrices."""
    a: Any = placeholder((B, M, N), "float32", "A")
    i, j = reduce_axis((0, M), "i"), reduce_axis((0, N), "j")
    squares: Any = compute((B,), lambda b: total(a[b, i, j] * a[b, i, j], axis=[i, j]), name="C")
    return a, compute((B,), lambda b: call("tir.sqrt", squares[b]), name="D")


def softmax_mn(m: int, n: int) -> tuple[Tensor, Tensor]:
    """The softmax of the rows of an m x n matrix."""
    a = placeholder((m, n), "float32", "A")
    return a, softmax(a, axis=1)
