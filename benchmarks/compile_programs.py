"""The kernels whose compilation is measured, as plain TVMScript in the classic dialect: no schedule, one block for each computation."""

from __future__ import annotations


def matmul(n: int, m: int, k: int, given: str = "float32", made: str = "float32") -> str:
    """C = A @ B"""
    product = f'T.Cast("{made}", A[vi, vk]) * T.Cast("{made}", B[vk, vj])' if given != made else "A[vi, vk] * B[vk, vj]"
    return f"""@T.prim_func
def main(A: T.Buffer(({n}, {k}), "{given}"), B: T.Buffer(({k}, {m}), "{given}"), C: T.Buffer(({n}, {m}), "{made}")):
    for i, j, k in T.grid({n}, {m}, {k}):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.{made}(0)
            C[vi, vj] = C[vi, vj] + {product}
"""


def elementwise(n: int) -> str:
    """D = relu(A * B + C)"""
    buffers = ", ".join(f'{name}: T.Buffer(({n},), "float32")' for name in "ABCD")
    return f"""@T.prim_func
def main({buffers}):
    for i in range({n}):
        with T.block("D"):
            vi = T.axis.spatial({n}, i)
            D[vi] = T.max(A[vi] * B[vi] + C[vi], T.float32(0))
"""


_BATCHED = """@T.prim_func
def main(A: T.Buffer((16, 128, 128), "float32"), B: T.Buffer((16, 128, 128), "float32"), C: T.Buffer((16, 128, 128), "float32")):
    for b, i, j, k in T.grid(16, 128, 128, 128):
        with T.block("C"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                C[vb, vi, vj] = T.float32(0)
            C[vb, vi, vj] = C[vb, vi, vj] + A[vb, vi, vk] * B[vb, vk, vj]
"""
_CONVOLUTION = """@T.prim_func
def main(A: T.Buffer((1, 64, 56, 56), "float32"), W: T.Buffer((64, 64, 3, 3), "float32"), C: T.Buffer((1, 64, 56, 56), "float32")):
    P = T.alloc_buffer((1, 64, 58, 58), "float32")
    for n, c, y, x in T.grid(1, 64, 58, 58):
        with T.block("P"):
            vn, vc, vy, vx = T.axis.remap("SSSS", [n, c, y, x])
            P[vn, vc, vy, vx] = T.if_then_else(1 <= vy and vy < 57 and 1 <= vx and vx < 57, A[vn, vc, vy - 1, vx - 1], T.float32(0))
    for n, f, y, x, c, r, s in T.grid(1, 64, 56, 56, 64, 3, 3):
        with T.block("C"):
            vn, vf, vy, vx, vc, vr, vs = T.axis.remap("SSSSRRR", [n, f, y, x, c, r, s])
            with T.init():
                C[vn, vf, vy, vx] = T.float32(0)
            C[vn, vf, vy, vx] = C[vn, vf, vy, vx] + P[vn, vc, vy + vr, vx + vs] * W[vf, vc, vr, vs]
"""
_DEPTHWISE = """@T.prim_func
def main(A: T.Buffer((1, 64, 58, 58), "float32"), W: T.Buffer((64, 3, 3), "float32"), C: T.Buffer((1, 64, 56, 56), "float32")):
    for n, c, y, x, r, s in T.grid(1, 64, 56, 56, 3, 3):
        with T.block("C"):
            vn, vc, vy, vx, vr, vs = T.axis.remap("SSSSRR", [n, c, y, x, r, s])
            with T.init():
                C[vn, vc, vy, vx] = T.float32(0)
            C[vn, vc, vy, vx] = C[vn, vc, vy, vx] + A[vn, vc, vy + vr, vx + vs] * W[vc, vr, vs]
"""
_SOFTMAX = """@T.prim_func
def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32")):
    m = T.alloc_buffer((1024,), "float32")
    e = T.alloc_buffer((1024, 1024), "float32")
    s = T.alloc_buffer((1024,), "float32")
    for i, j in T.grid(1024, 1024):
        with T.block("m"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                m[vi] = T.float32(-3.4028234663852886e38)
            m[vi] = T.max(m[vi], A[vi, vj])
    for i, j in T.grid(1024, 1024):
        with T.block("e"):
            vi, vj = T.axis.remap("SS", [i, j])
            e[vi, vj] = T.exp(A[vi, vj] - m[vi])
    for i, j in T.grid(1024, 1024):
        with T.block("s"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                s[vi] = T.float32(0)
            s[vi] = s[vi] + e[vi, vj]
    for i, j in T.grid(1024, 1024):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = e[vi, vj] / s[vi]
"""
_LAYERNORM = """@T.prim_func
def main(A: T.Buffer((1024, 1024), "float32"), G: T.Buffer((1024,), "float32"), H: T.Buffer((1024,), "float32"), B: T.Buffer((1024, 1024), "float32")):
    s = T.alloc_buffer((1024,), "float32")
    q = T.alloc_buffer((1024,), "float32")
    for i, j in T.grid(1024, 1024):
        with T.block("s"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                s[vi] = T.float32(0)
            s[vi] = s[vi] + A[vi, vj]
    for i, j in T.grid(1024, 1024):
        with T.block("q"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                q[vi] = T.float32(0)
            q[vi] = q[vi] + A[vi, vj] * A[vi, vj]
    for i, j in T.grid(1024, 1024):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = (A[vi, vj] - s[vi] * T.float32(0.0009765625)) * T.rsqrt(q[vi] * T.float32(0.0009765625) - s[vi] * T.float32(0.0009765625) * (s[vi] * T.float32(0.0009765625)) + T.float32(0.00001)) * G[vj] + H[vj]
"""
_SUM = """@T.prim_func
def main(A: T.Buffer((16777216,), "float32"), B: T.Buffer((1,), "float32")):
    for u, k in T.grid(1, 16777216):
        with T.block("B"):
            vu, vk = T.axis.remap("SR", [u, k])
            with T.init():
                B[vu] = T.float32(0)
            B[vu] = B[vu] + A[vk]
"""
_TRANSPOSE = """@T.prim_func
def main(A: T.Buffer((2048, 2048), "float32"), B: T.Buffer((2048, 2048), "float32")):
    for i, j in T.grid(2048, 2048):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]
"""
_THREE_POINTS = """@T.prim_func
def main(A: T.Buffer((16777218,), "float32"), B: T.Buffer((16777216,), "float32")):
    for i in range(16777216):
        with T.block("B"):
            vi = T.axis.spatial(16777216, i)
            B[vi] = (A[vi] + A[vi + 1] + A[vi + 2]) * T.float32(0.25)
"""
_FIVE_POINTS = """@T.prim_func
def main(A: T.Buffer((2050, 2050), "float32"), B: T.Buffer((2048, 2048), "float32")):
    for i, j in T.grid(2048, 2048):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = (A[vi + 1, vj + 1] + A[vi, vj + 1] + A[vi + 2, vj + 1] + A[vi + 1, vj] + A[vi + 1, vj + 2]) * T.float32(0.2)
"""
_MLP = """@T.prim_func
def main(x: T.Buffer((1, 784), "float32"), W: T.Buffer((784, 128), "float32"), b: T.Buffer((128,), "float32"), V: T.Buffer((128, 10), "float32"), c: T.Buffer((10,), "float32"), y: T.Buffer((1, 10), "float32")):
    h = T.alloc_buffer((1, 128), "float32")
    g = T.alloc_buffer((1, 128), "float32")
    z = T.alloc_buffer((1, 10), "float32")
    for i, j, k in T.grid(1, 128, 784):
        with T.block("h"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                h[vi, vj] = T.float32(0)
            h[vi, vj] = h[vi, vj] + x[vi, vk] * W[vk, vj]
    for i, j in T.grid(1, 128):
        with T.block("g"):
            vi, vj = T.axis.remap("SS", [i, j])
            g[vi, vj] = T.max(h[vi, vj] + b[vj], T.float32(0))
    for i, j, k in T.grid(1, 10, 128):
        with T.block("z"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                z[vi, vj] = T.float32(0)
            z[vi, vj] = z[vi, vj] + g[vi, vk] * V[vk, vj]
    for i, j in T.grid(1, 10):
        with T.block("y"):
            vi, vj = T.axis.remap("SS", [i, j])
            y[vi, vj] = z[vi, vj] + c[vj]
"""
PROGRAMS: dict[str, str] = {
    "gemm 64": matmul(64, 64, 64),
    "gemm 128": matmul(128, 128, 128),
    "gemm 256": matmul(256, 256, 256),
    "gemm 512": matmul(512, 512, 512),
    "gemm 1024": matmul(1024, 1024, 1024),
    "1x784x128": matmul(1, 128, 784),
    "1x128x10": matmul(1, 10, 128),
    "64x784x128": matmul(64, 128, 784),
    "batched 16x128x128x128": _BATCHED,
    "conv2d 1x64x56x56": _CONVOLUTION,
    "depthwise conv": _DEPTHWISE,
    "softmax 1024x1024": _SOFTMAX,
    "layernorm 1024x1024": _LAYERNORM,
    "relu(a*b+c), 16M": elementwise(1 << 24),
    "relu(a*b+c), 4K": elementwise(1 << 12),
    "sum 16M": _SUM,
    "transpose 2048x2048": _TRANSPOSE,
    "3-point stencil 16M": _THREE_POINTS,
    "5-point stencil 2048x2048": _FIVE_POINTS,
    "int8 gemm 1024": matmul(1024, 1024, 1024, "int8", "int32"),
    "MLP 784-128-10": _MLP,
}
