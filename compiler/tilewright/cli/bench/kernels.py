"""The kernels of `tilewright bench`: plain TVMScript without a schedule, the same in numpy and PyTorch, and what a call computes and moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Kernel:
    """`source` has one function, whose last parameter is the result; `operations` and `moved` (bytes) are those of a call.

    `with_numpy` computes the result from the inputs; `with_torch` does from the module `torch` and the inputs as its tensors.
    """

    name: str
    source: str
    inputs: tuple[tuple[int, ...], ...]
    result: tuple[int, ...]
    operations: float
    moved: float
    with_numpy: Callable[..., Array]
    with_torch: Callable[..., Any]


def buffers(*shapes: tuple[int, ...]) -> str:
    """The parameters A, B, ... of these shapes."""
    return ", ".join(f'{name}: T.Buffer({shape!r}, "float32")' for name, shape in zip("ABCDEF", shapes))


def matmul(n: int) -> Kernel:
    """C = A B."""
    source = f"""
@T.prim_func
def matmul({buffers((n, n), (n, n), (n, n))}):
    for i, j, k in T.grid({n}, {n}, {n}):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] += A[vi, vk] * B[vk, vj]
"""
    square = (n, n)
    return Kernel(
        f"matmul {n}",
        source,
        (square, square),
        square,
        2.0 * n**3,
        12.0 * n * n,
        np.matmul,
        lambda torch, a, b: torch.matmul(a, b),
    )


def convolution(channels: int, size: int) -> Kernel:
    """A 3 x 3 convolution of one padded image."""
    image, weights, result = (1, channels, size + 2, size + 2), (channels, channels, 3, 3), (1, channels, size, size)
    source = f"""
@T.prim_func
def conv2d({buffers(image, weights, result)}):
    for f, y, x, c, dy, dx in T.grid({channels}, {size}, {size}, {channels}, 3, 3):
        with T.block("C"):
            vf, vy, vx, vc, vdy, vdx = T.axis.remap("SSSRRR", [f, y, x, c, dy, dx])
            with T.init():
                C[0, vf, vy, vx] = T.float32(0)
            C[0, vf, vy, vx] += A[0, vc, vy + vdy, vx + vdx] * B[vf, vc, vdy, vdx]
"""
    operations = 2.0 * channels * channels * 9 * size * size
    moved = 4.0 * (2 * channels * size * size + channels * channels * 9)
    return Kernel(
        f"conv2d {channels}x{size}x{size}",
        source,
        (image, weights),
        result,
        operations,
        moved,
        numpy_convolution,
        lambda torch, a, b: torch.nn.functional.conv2d(a, b),
    )


def numpy_convolution(image: Array, weights: Array) -> Array:
    windows = np.lib.stride_tricks.sliding_window_view(image, (3, 3), (2, 3))
    return np.einsum("nchwyx,fcyx->nfhw", windows, weights, optimize=True)


def softmax(n: int) -> Kernel:
    """The softmax of each row."""
    source = f"""
@T.prim_func
def softmax({buffers((n, n), (n, n))}):
    highest = T.alloc_buffer(({n},), "float32")
    total = T.alloc_buffer(({n},), "float32")
    for i, j in T.grid({n}, {n}):
        with T.block("highest"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                highest[vi] = T.min_value("float32")
            highest[vi] = T.max(highest[vi], A[vi, vj])
    for i, j in T.grid({n}, {n}):
        with T.block("total"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] += T.exp(A[vi, vj] - highest[vi])
    for i, j in T.grid({n}, {n}):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.exp(A[vi, vj] - highest[vi]) / total[vi]
"""
    return Kernel(
        f"softmax {n}x{n}",
        source,
        ((n, n),),
        (n, n),
        5.0 * n * n,
        8.0 * n * n,
        numpy_softmax,
        lambda torch, a: torch.softmax(a, 1),
    )


def numpy_softmax(a: Array) -> Array:
    e = np.exp(a - a.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def elementwise(n: int) -> Kernel:
    """D = max(A * B + C, 0)."""
    source = f"""
@T.prim_func
def elementwise({buffers(*[(n,)] * 4)}):
    for i in range({n}):
        D[i] = T.max(A[i] * B[i] + C[i], T.float32(0))
"""
    return Kernel(
        f"max(a*b+c, 0) {n >> 20}M",
        source,
        ((n,),) * 3,
        (n,),
        3.0 * n,
        16.0 * n,
        lambda a, b, c: np.maximum(a * b + c, 0),
        lambda torch, a, b, c: torch.relu(torch.addcmul(c, a, b)),
    )


def total(n: int) -> Kernel:
    """The sum of all elements."""
    source = f"""
@T.prim_func
def total({buffers((n,), (1,))}):
    for i in range({n}):
        with T.block("B"):
            vi = T.axis.reduce({n}, i)
            with T.init():
                B[0] = T.float32(0)
            B[0] += A[vi]
"""
    return Kernel(
        f"sum {n >> 20}M",
        source,
        ((n,),),
        (1,),
        1.0 * n,
        4.0 * n,
        lambda a: a.sum(keepdims=True),
        lambda torch, a: torch.sum(a),
    )


def transpose(n: int) -> Kernel:
    """B = A transposed."""
    source = f"""
@T.prim_func
def transpose({buffers((n, n), (n, n))}):
    for i, j in T.grid({n}, {n}):
        B[j, i] = A[i, j]
"""
    return Kernel(
        f"transpose {n}x{n}",
        source,
        ((n, n),),
        (n, n),
        0.0,
        8.0 * n * n,
        lambda a: a.T.copy(),
        lambda torch, a: a.t().contiguous(),
    )


KERNELS = (
    matmul(256),
    matmul(1024),
    convolution(64, 56),
    softmax(1024),
    elementwise(1 << 22),
    total(1 << 22),
    transpose(2048),
)
