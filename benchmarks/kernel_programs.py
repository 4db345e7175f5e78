"""The kernels of `kernels.py`: their sizes and operands, their operations and bytes, and plain TVMScript programs for them without any schedule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Kernel:
    """A kernel: its family, sizes, element type; `operations` and `moved` bytes of a call place it in the roofline."""

    family: str
    sizes: tuple[int, ...]
    operations: float
    moved: float
    dtype: str = "float32"


def gemm(m: int, n: int, k: int, batch: int = 0) -> Kernel:
    """C[m, n] = sum over k of A[m, k] * B[k, n], `batch` of them when it is not 0."""
    times = batch or 1
    return Kernel("gemm", (batch, m, n, k), 2.0 * times * m * n * k, 4.0 * times * (m * k + k * n + m * n))


KERNELS: dict[str, Kernel] = {
    **{f"gemm {n}": gemm(n, n, n) for n in (64, 128, 256, 512, 1024, 2048)},
    "gemm 1x784x128": gemm(1, 128, 784),
    "gemm 1x128x10": gemm(1, 10, 128),
    "gemm 64x784x128": gemm(64, 128, 784),
    "gemm 16x128x128x128": gemm(128, 128, 128, 16),
    "int8 gemm 1024": Kernel("int8", (1024,), 2.0 * 1024**3, 6.0 * 1024**2, "int8"),
    "conv2d 1x64x56x56": Kernel(
        "conv2d", (64, 56), 2.0 * 64 * 64 * 9 * 56 * 56, 4.0 * (2 * 64 * 56 * 56 + 64 * 64 * 9)
    ),
    "depthwise 1x64x56x56": Kernel("depthwise", (64, 56), 2.0 * 64 * 9 * 56 * 56, 4.0 * 2 * 64 * 56 * 56),
    "softmax 1024": Kernel("softmax", (1024,), 5.0 * 1024**2, 8.0 * 1024**2),
    "layernorm 1024": Kernel("layernorm", (1024,), 7.0 * 1024**2, 8.0 * 1024**2),
    "fused 4K": Kernel("fused", (4096,), 3.0 * 4096, 16.0 * 4096),
    "fused 16M": Kernel("fused", (1 << 24,), 3.0 * (1 << 24), 16.0 * (1 << 24)),
    "sum 1M": Kernel("sum", (1 << 20,), 1.0 * (1 << 20), 4.0 * (1 << 20)),
    "sum 16M": Kernel("sum", (1 << 24,), 1.0 * (1 << 24), 4.0 * (1 << 24)),
    "transpose 2048": Kernel("transpose", (2048,), 0.0, 8.0 * 2048**2),
    "stencil3 16M": Kernel("stencil3", (1 << 24,), 3.0 * (1 << 24), 8.0 * (1 << 24)),
    "stencil5 2048": Kernel("stencil5", (2048,), 5.0 * 2048**2, 8.0 * 2048**2),
    "mlp 784-128-10": Kernel("mlp", (784, 128, 10), 2.0 * (784 * 128 + 1280), 4.0 * (784 * 128 + 1280)),
}


def f32(*shape: int) -> Array:
    """Random float32 numbers."""
    return np.random.default_rng(0).standard_normal(shape, dtype=np.float32)


def operands(name: str) -> list[Array]:
    """The inputs of a kernel of the table and its output, last."""
    return operands_of(KERNELS[name])


def operands_of(kernel: Kernel) -> list[Array]:
    """The inputs of a kernel and its output, last."""
    return _OPERANDS[kernel.family](*kernel.sizes)


def _gemm_operands(batch: int, m: int, n: int, k: int) -> list[Array]:
    lead = (batch,) if batch else ()
    return [f32(*lead, m, k), f32(*lead, k, n), np.empty((*lead, m, n), np.float32)]


def _int8_operands(n: int) -> list[Array]:
    numbers = np.random.default_rng(0)
    a, b = (numbers.integers(-128, 128, (n, n), dtype=np.int8) for _ in range(2))
    return [a, b, np.empty((n, n), np.int32)]


_OPERANDS: dict[str, Callable[..., list[Array]]] = {
    "gemm": _gemm_operands,
    "int8": _int8_operands,
    "conv2d": lambda c, n: [f32(1, c, n + 2, n + 2), f32(c, c, 3, 3), np.empty((1, c, n, n), np.float32)],
    "depthwise": lambda c, n: [f32(1, c, n + 2, n + 2), f32(c, 1, 3, 3), np.empty((1, c, n, n), np.float32)],
    "softmax": lambda n: [f32(n, n), np.empty((n, n), np.float32)],
    "layernorm": lambda n: [f32(n, n), f32(n), f32(n), np.empty((n, n), np.float32)],
    "fused": lambda n: [f32(n), f32(n), f32(n), np.empty(n, np.float32)],
    "fused of any size": lambda n: [f32(n), f32(n), f32(n), np.empty(n, np.float32)],
    "exp": lambda n: [f32(n), np.empty(n, np.float32)],
    "sum": lambda n: [f32(n), np.empty(1, np.float32)],
    "transpose": lambda n: [f32(n, n), np.empty((n, n), np.float32)],
    "stencil3": lambda n: [f32(n + 2), np.empty(n, np.float32)],
    "stencil5": lambda n: [f32(n + 2, n + 2), np.empty((n, n), np.float32)],
    "mlp": lambda a, b, c: [f32(1, a), f32(a, b), f32(b), f32(b, c), f32(c), np.empty((1, c), np.float32)],
}


def program(name: str, block: str = "block", allocate: str = "alloc_buffer", decorator: str = "prim_func") -> str:
    """The plain TVMScript of a kernel of the table, in the spelling of the compiler at hand."""
    return program_of(KERNELS[name], block, allocate, decorator)


def program_of(
    kernel: Kernel, block: str = "block", allocate: str = "alloc_buffer", decorator: str = "prim_func"
) -> str:
    """The plain TVMScript of a kernel, in the spelling of the compiler at hand."""
    text = _PROGRAMS[kernel.family](*kernel.sizes)
    return f"@T.{decorator}\n" + text.replace("T.block", f"T.{block}").replace("T.alloc_buffer", f"T.{allocate}")


def _function(shapes: dict[str, tuple[Any, ...]], body: str, dtypes: dict[str, str] | None = None) -> str:
    given = [f'{name}: T.Buffer({shape!r}, "{(dtypes or {}).get(name, "float32")}")' for name, shape in shapes.items()]
    return f"def main({', '.join(given)}):\n{body}"


def _block(name: str, axes: dict[str, tuple[int, str]], value: str, init: str = "") -> str:
    """One nest of loops with a block; `axes` are the names with their extents and kinds, "S" or "R"; the names in `value` are theirs after a v."""
    names = list(axes)
    lines = [f"    for {', '.join(names)} in T.grid({', '.join(str(extent) for extent, _ in axes.values())}):"]
    lines.append(f'        with T.block("{name}"):')
    for axis, (extent, kind) in axes.items():
        word = "spatial" if kind == "S" else "reduce"
        lines.append(f"            v{axis} = T.axis.{word}({extent}, {axis})")
    if init:
        lines += ["            with T.init():", f"                {init}"]
    lines.append(f"            {value}")
    return "\n".join(lines) + "\n"


def _gemm(batch: int, m: int, n: int, k: int) -> str:
    lead, at = ((batch,), "vb, ") if batch else ((), "")
    axes = {**({"b": (batch, "S")} if batch else {}), "i": (m, "S"), "j": (n, "S"), "k": (k, "R")}
    body = _block(
        "C", axes, f"C[{at}vi, vj] = C[{at}vi, vj] + A[{at}vi, vk] * B[{at}vk, vj]", f"C[{at}vi, vj] = T.float32(0)"
    )
    return _function({"A": (*lead, m, k), "B": (*lead, k, n), "C": (*lead, m, n)}, body)


def _int8(n: int) -> str:
    axes = {"i": (n, "S"), "j": (n, "S"), "k": (n, "R")}
    value = 'C[vi, vj] = C[vi, vj] + T.Cast("int32", A[vi, vk]) * T.Cast("int32", B[vk, vj])'
    shapes = dict.fromkeys("ABC", (n, n))
    return _function(shapes, _block("C", axes, value, "C[vi, vj] = 0"), {"A": "int8", "B": "int8", "C": "int32"})


def _conv2d(c: int, n: int) -> str:
    axes = {"o": (c, "S"), "y": (n, "S"), "x": (n, "S"), "i": (c, "R"), "r": (3, "R"), "s": (3, "R")}
    value = "C[0, vo, vy, vx] = C[0, vo, vy, vx] + A[0, vi, vy + vr, vx + vs] * B[vo, vi, vr, vs]"
    shapes = {"A": (1, c, n + 2, n + 2), "B": (c, c, 3, 3), "C": (1, c, n, n)}
    return _function(shapes, _block("C", axes, value, "C[0, vo, vy, vx] = T.float32(0)"))


def _depthwise(c: int, n: int) -> str:
    axes = {"o": (c, "S"), "y": (n, "S"), "x": (n, "S"), "r": (3, "R"), "s": (3, "R")}
    value = "C[0, vo, vy, vx] = C[0, vo, vy, vx] + A[0, vo, vy + vr, vx + vs] * B[vo, 0, vr, vs]"
    shapes = {"A": (1, c, n + 2, n + 2), "B": (c, 1, 3, 3), "C": (1, c, n, n)}
    return _function(shapes, _block("C", axes, value, "C[0, vo, vy, vx] = T.float32(0)"))


def _softmax(n: int) -> str:
    rows, both = {"i": (n, "S"), "j": (n, "R")}, {"i": (n, "S"), "j": (n, "S")}
    body = "".join(
        (
            f'    m = T.alloc_buffer(({n},), "float32")\n    e = T.alloc_buffer(({n}, {n}), "float32")\n',
            f'    s = T.alloc_buffer(({n},), "float32")\n',
            _block("m", rows, "m[vi] = T.max(m[vi], A[vi, vj])", "m[vi] = T.float32(-3.4028234663852886e38)"),
            _block("e", both, "e[vi, vj] = T.exp(A[vi, vj] - m[vi])"),
            _block("s", rows, "s[vi] = s[vi] + e[vi, vj]", "s[vi] = T.float32(0)"),
            _block("B", both, "B[vi, vj] = e[vi, vj] / s[vi]"),
        )
    )
    return _function({"A": (n, n), "B": (n, n)}, body)


def _layernorm(n: int) -> str:
    rows, both = {"i": (n, "S"), "j": (n, "R")}, {"i": (n, "S"), "j": (n, "S")}
    normal = f"(A[vi, vj] - s[vi] / T.float32({n})) / T.sqrt(q[vi] / T.float32({n}) + T.float32(1e-5))"
    body = "".join(
        (
            f'    s = T.alloc_buffer(({n},), "float32")\n    q = T.alloc_buffer(({n},), "float32")\n',
            _block("s", rows, "s[vi] = s[vi] + A[vi, vj]", "s[vi] = T.float32(0)"),
            _block(
                "q",
                rows,
                f"q[vi] = q[vi] + (A[vi, vj] - s[vi] / T.float32({n})) * (A[vi, vj] - s[vi] / T.float32({n}))",
                "q[vi] = T.float32(0)",
            ),
            _block("B", both, f"B[vi, vj] = {normal} * G[vj] + H[vj]"),
        )
    )
    return _function({"A": (n, n), "G": (n,), "H": (n,), "B": (n, n)}, body)


def _fused(n: int) -> str:
    body = _block("D", {"i": (n, "S")}, "D[vi] = T.max(A[vi] * B[vi] + C[vi], T.float32(0))")
    return _function(dict.fromkeys("ABCD", (n,)), body)


def _fused_of_any_size(n: int) -> str:
    given = ", ".join(f"{each.lower()}: T.handle" for each in "ABCD")
    matched = "".join(f'    {each} = T.match_buffer({each.lower()}, (n,), "float32")\n' for each in "ABCD")
    head = f'def main({given}):\n    n = T.int64()\n{matched}    for i in range(n):\n        with T.block("D"):\n'
    store = "            D[vi] = T.max(A[vi] * B[vi] + C[vi], T.float32(0))\n"
    return f"{head}            vi = T.axis.spatial(n, i)\n{store}"


def _exp(n: int) -> str:
    return _function(dict.fromkeys("AB", (n,)), _block("B", {"i": (n, "S")}, "B[vi] = T.exp(A[vi])"))


def _sum(n: int) -> str:
    axes = {"u": (1, "S"), "k": (n, "R")}
    return _function({"A": (n,), "B": (1,)}, _block("B", axes, "B[vu] = B[vu] + A[vk]", "B[vu] = T.float32(0)"))


def _transpose(n: int) -> str:
    return _function(dict.fromkeys("AB", (n, n)), _block("B", {"i": (n, "S"), "j": (n, "S")}, "B[vi, vj] = A[vj, vi]"))


def _stencil3(n: int) -> str:
    value = "B[vi] = (A[vi] + A[vi + 1] + A[vi + 2]) * T.float32(0.25)"
    return _function({"A": (n + 2,), "B": (n,)}, _block("B", {"i": (n, "S")}, value))


def _stencil5(n: int) -> str:
    near = "A[vi, vj + 1] + A[vi + 2, vj + 1] + A[vi + 1, vj] + A[vi + 1, vj + 2]"
    value = f"B[vi, vj] = A[vi + 1, vj + 1] * T.float32(0.5) + ({near}) * T.float32(0.125)"
    return _function({"A": (n + 2, n + 2), "B": (n, n)}, _block("B", {"i": (n, "S"), "j": (n, "S")}, value))


def _mlp(a: int, b: int, c: int) -> str:
    hidden, last = {"i": (1, "S"), "j": (b, "S")}, {"i": (1, "S"), "j": (c, "S")}
    body = "".join(
        (
            f'    H = T.alloc_buffer((1, {b}), "float32")\n    R = T.alloc_buffer((1, {b}), "float32")\n',
            f'    O = T.alloc_buffer((1, {c}), "float32")\n',
            _block(
                "H",
                {**hidden, "k": (a, "R")},
                "H[vi, vj] = H[vi, vj] + X[vi, vk] * W[vk, vj]",
                "H[vi, vj] = T.float32(0)",
            ),
            _block("R", hidden, "R[vi, vj] = T.max(H[vi, vj] + P[vj], T.float32(0))"),
            _block(
                "O",
                {**last, "k": (b, "R")},
                "O[vi, vj] = O[vi, vj] + R[vi, vk] * V[vk, vj]",
                "O[vi, vj] = T.float32(0)",
            ),
            _block("Y", last, "Y[vi, vj] = O[vi, vj] + Q[vj]"),
        )
    )
    return _function({"X": (1, a), "W": (a, b), "P": (b,), "V": (b, c), "Q": (c,), "Y": (1, c)}, body)


_PROGRAMS: dict[str, Callable[..., str]] = {
    "gemm": _gemm,
    "int8": _int8,
    "conv2d": _conv2d,
    "depthwise": _depthwise,
    "softmax": _softmax,
    "layernorm": _layernorm,
    "fused": _fused,
    "fused of any size": _fused_of_any_size,
    "exp": _exp,
    "sum": _sum,
    "transpose": _transpose,
    "stencil3": _stencil3,
    "stencil5": _stencil5,
    "mlp": _mlp,
}
