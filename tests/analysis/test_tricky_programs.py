"""Correct programs of real life that resemble mistakes: none of them is accused."""

from __future__ import annotations

import pytest

from tests.analysis.test_verify import diagnostics

PROGRAMS = {
    "shared": """
@T.prim_func
def shared(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    S = T.alloc_buffer((128,), "float32", scope="shared")
    for tx in T.thread_binding(128, thread="threadIdx.x"):
        S[tx] = A[tx]
        T.evaluate(T.tvm_storage_sync("shared"))
        B[tx] = S[127 - tx]
""",
    "double": """
@T.prim_func
def double(A: T.Buffer((16, 8), "float32"), B: T.Buffer((16, 8), "float32")):
    t = T.alloc_buffer((2, 8), "float32")
    for j in range(8):
        t[0, j] = A[0, j]
    for i in range(16):
        if i + 1 < 16:
            for j in range(8):
                t[(i + 1) % 2, j] = A[i + 1, j]
        for j in range(8):
            B[i, j] = t[i % 2, j]
""",
    "scan": """
@T.prim_func
def scan(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    B[0] = A[0]
    for i in range(1, 16):
        B[i] = B[i - 1] + A[i]
""",
    "argmax": """
@T.prim_func
def argmax(A: T.Buffer((16, 8), "float32"), I: T.Buffer((16,), "int32"), V: T.Buffer((16,), "float32")):
    for i, k in T.grid(16, 8):
        with T.block("argmax"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                I[vi] = -1
                V[vi] = T.min_value("float32")
            x: T.int32 = T.Select(V[vi] >= A[vi, vk], I[vi], vk)
            y: T.float32 = T.Select(V[vi] >= A[vi, vk], V[vi], A[vi, vk])
            I[vi] = x
            V[vi] = y
""",
    "pad": """
@T.prim_func
def pad(A: T.Buffer((14, 14), "float32"), B: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(16, 16):
        with T.block("pad"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.if_then_else(1 <= vi and vi < 15 and 1 <= vj and vj < 15, A[vi - 1, vj - 1], T.float32(0))
""",
    "im2col": """
@T.prim_func
def im2col(A: T.Buffer((3, 10, 10), "float32"), B: T.Buffer((27, 64), "float32")):
    for i, j in T.grid(27, 64):
        with T.block("im2col"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi // 9, vj // 8 + vi % 9 // 3, vj % 8 + vi % 3]
""",
    "tail": """
@T.prim_func
def tail(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for bx in T.thread_binding((n + T.int64(255)) // T.int64(256), thread="blockIdx.x"):
        for tx in T.thread_binding(T.int64(256), thread="threadIdx.x"):
            with T.block("b"):
                vi = T.axis.spatial(n, bx * T.int64(256) + tx)
                T.where(bx * T.int64(256) + tx < n)
                B[vi] = A[vi] + T.float32(1)
""",
    "tri": """
@T.prim_func
def tri(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
    for i in range(16):
        for j in range(i + 1):
            B[i, j] = A[i, j]
        for j in range(15 - i):
            B[i, i + 1 + j] = T.float32(0)
""",
    "halo": """
@T.prim_func
def halo(A: T.Buffer((66,), "float32"), B: T.Buffer((64,), "float32")):
    t = T.alloc_buffer((18,), "float32")
    for o in range(4):
        for i in range(18):
            t[i] = A[o * 16 + i]
        for i in range(16):
            B[o * 16 + i] = t[i] + t[i + 1] + t[i + 2]
""",
    "ring": """
@T.prim_func
def ring(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    t = T.alloc_buffer((4,), "float32")
    for i in range(67):
        if i < 64:
            t[i % 4] = A[i]
        if i >= 3:
            B[i - 3] = t[(i - 3) % 4]
""",
    "newton": """
@T.prim_func
def newton(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    x = T.alloc_buffer((1,), "float32")
    for i in range(64):
        x[0] = A[i]
        for k in range(5):
            x[0] = T.float32(0.5) * (x[0] + A[i] / x[0])
        B[i] = x[0]
""",
    "gather": """
@T.prim_func
def gather(A: T.Buffer((64,), "float32"), I: T.Buffer((16,), "int32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        if I[i] >= 0 and I[i] < 64:
            B[i] = A[I[i]]
        else:
            B[i] = T.float32(0)
""",
    "hist": """
@T.prim_func
def hist(A: T.Buffer((64,), "int32"), H: T.Buffer((16,), "int32")):
    for i in range(16):
        H[i] = 0
    for i in range(64):
        H[A[i] % 16] = H[A[i] % 16] + 1
""",
    "softmax": """
@T.prim_func
def softmax(A: T.Buffer((16, 64), "float32"), B: T.Buffer((16, 64), "float32")):
    for i in range(16):
        m = T.decl_buffer((1,), "float32")
        s = T.decl_buffer((1,), "float32")
        m[0] = A[i, 0]
        for k in range(63):
            m[0] = T.max(m[0], A[i, k + 1])
        s[0] = T.float32(0)
        for k in range(64):
            s[0] = s[0] + T.exp(A[i, k] - m[0])
        for k in range(64):
            B[i, k] = T.exp(A[i, k] - m[0]) / s[0]
""",
    "append": """
@T.prim_func
def append(K: T.Buffer((128, 64), "float16"), X: T.Buffer((64,), "float16"), pos: T.int32):
    for d in range(64):
        K[pos, d] = X[d]
""",
    "concat": """
@T.prim_func
def concat(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((16,), "float32")):
    for i in range(16):
        C[i] = T.if_then_else(i < 8, A[i], B[i - 8])
""",
    "first": """
@T.prim_func
def first(A: T.Buffer((64,), "int32"), R: T.Buffer((1,), "int32")):
    R[0] = -1
    for i in range(64):
        if A[i] > 0:
            R[0] = i
            break
""",
    "upd": """
@T.prim_func
def upd(A: T.Buffer((64,), "float32"), B: T.Buffer((32,), "float32")):
    for i in range(32):
        A[i] = B[i]
""",
    "mixed": """
@T.prim_func
def mixed(A: T.Buffer((100,), "float32"), B: T.Buffer((100,), "float32")):
    for o in range(7):
        for i in range(T.min(16, 100 - o * 16)):
            B[o * 16 + i] = A[o * 16 + i]
""",
    "pingpong": """
@T.prim_func
def pingpong(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    t = T.alloc_buffer((2, 16), "float32")
    for i in range(16):
        t[0, i] = A[i]
        t[1, i] = T.float32(0)
    for s in range(4):
        for i in range(16):
            t[(s + 1) % 2, i] = t[s % 2, i] * T.float32(2)
    for i in range(16):
        B[i] = t[0, i]
""",
    "row_max_from_zero_of_relu": """
@T.prim_func
def row_max_from_zero_of_relu(A: T.Buffer((16, 8), "float32"), B: T.Buffer((16,), "float32")):
    for i, k in T.grid(16, 8):
        with T.block("m"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = T.max(B[vi], T.max(A[vi, vk], T.float32(0)))
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_correct_program_is_not_accused(name: str) -> None:
    assert diagnostics(PROGRAMS[name]) == ()
