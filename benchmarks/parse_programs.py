"""Programs to parse and print: functions of the kinds that people write and compilers make, about a thousand lines in all.

They are written in the classic dialect; `tirx` gives the same program in tirx.
"""

from __future__ import annotations

import re

IMPORTS = "from tvm.script import ir as I\nfrom tvm.script import tir as T\n\n"

_TIRX = (
    (re.compile(r"^@T\.prim_func$", re.MULTILINE), "@T.prim_func(s_tir=True)"),
    (re.compile(r"\bT\.block\("), "T.sblock("),
    (re.compile(r"\bT\.block_attr\("), "T.sblock_attr("),
    (re.compile(r"\bT\.alloc_buffer\("), "T.sblock_alloc_buffer("),
    (re.compile(r"\bimport tir as T\b"), "import tirx as T"),
    (re.compile(r"\btir\.noalias\b"), "tirx.noalias"),
)


def tirx(text: str) -> str:
    """The program in tirx."""
    for pattern, replacement in _TIRX:
        text = pattern.sub(replacement, text)
    return text


def programs(lines: int = 1000) -> list[str]:
    """Functions with at least `lines` lines together: every kind in turn, each time with other sizes."""
    made: list[str] = []
    total = turn = 0
    while total < lines:
        text = _KINDS[turn % len(_KINDS)]
        scale = 1 + turn // len(_KINDS)
        program = re.sub(r"\{(\d+)\}", lambda match: str(int(match[1]) * scale), text)  # noqa: B023
        made.append(program.replace("def f(", f"def f{turn}("))
        total += program.count("\n")
        turn += 1
    return made


_KINDS = (
    """@T.prim_func
def f(A: T.Buffer(({64}, {128}), "float32"), B: T.Buffer(({128}, {96}), "float32"), C: T.Buffer(({64}, {96}), "float32")):
    T.func_attr({"global_symbol": "main", "tir.noalias": True})
    for i, j, k in T.grid({64}, {96}, {128}):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
""",
    """@T.prim_func
def f(A: T.Buffer((1, {16}, 14, 14), "float32"), W: T.Buffer(({32}, {16}, 3, 3), "float32"), Y: T.Buffer((1, {32}, 14, 14), "float32")):
    T.func_attr({"tir.noalias": True})
    P = T.alloc_buffer((1, {16}, 16, 16), "float32")
    for n, c, h, w in T.grid(1, {16}, 16, 16):
        with T.block("pad"):
            vn, vc, vh, vw = T.axis.remap("SSSS", [n, c, h, w])
            T.reads(A[vn, vc, vh - 1, vw - 1])
            T.writes(P[vn, vc, vh, vw])
            P[vn, vc, vh, vw] = T.if_then_else(1 <= vh and vh < 15 and 1 <= vw and vw < 15, A[vn, vc, vh - 1, vw - 1], T.float32(0))
    for n, o, h, w, c, r, s in T.grid(1, {32}, 14, 14, {16}, 3, 3):
        with T.block("conv"):
            vn, vo, vh, vw, vc, vr, vs = T.axis.remap("SSSSRRR", [n, o, h, w, c, r, s])
            T.reads(P[vn, vc, vh + vr, vw + vs], W[vo, vc, vr, vs])
            T.writes(Y[vn, vo, vh, vw])
            with T.init():
                Y[vn, vo, vh, vw] = T.float32(0)
            Y[vn, vo, vh, vw] = Y[vn, vo, vh, vw] + P[vn, vc, vh + vr, vw + vs] * W[vo, vc, vr, vs]
""",
    """@T.prim_func
def f(A: T.Buffer(({128}, {256}), "float32"), B: T.Buffer(({128}, {256}), "float32")):
    m = T.alloc_buffer(({128},), "float32")
    e = T.alloc_buffer(({128}, {256}), "float32")
    s = T.alloc_buffer(({128},), "float32")
    for i, j in T.grid({128}, {256}):
        with T.block("m"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                m[vi] = T.float32(-3.4028234663852886e38)
            m[vi] = T.max(m[vi], A[vi, vj])
    for i, j in T.grid({128}, {256}):
        with T.block("e"):
            vi, vj = T.axis.remap("SS", [i, j])
            e[vi, vj] = T.exp(A[vi, vj] - m[vi])
    for i, j in T.grid({128}, {256}):
        with T.block("s"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                s[vi] = T.float32(0)
            s[vi] = s[vi] + e[vi, vj]
    for i, j in T.grid({128}, {256}):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = e[vi, vj] / s[vi]
""",
    """@T.prim_func
def f(a: T.handle, b: T.handle, c: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(a, (n, m), "float32")
    B = T.match_buffer(b, (n, m), "float32")
    C = T.match_buffer(c, (n, m), "float16")
    D = T.alloc_buffer((n, m))
    E = T.alloc_buffer((n, m))
    for i, j in T.grid(n, m):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = A[vi, vj] * T.float32(0.5) + B[vi, vj]
    for i, j in T.grid(n, m):
        with T.block("E"):
            vi, vj = T.axis.remap("SS", [i, j])
            E[vi, vj] = T.max(T.tanh(D[vi, vj]), T.sqrt(A[vi, vj] * A[vi, vj] + T.float32({1})))
    for i, j in T.grid(n, m):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(E[vi, vj])
            T.writes(C[vi, vj])
            C[vi, vj] = T.Cast("float16", E[vi, vj])
""",
    """@T.prim_func
def f(A: T.Buffer(({128}, {128}), "float32"), B: T.Buffer(({128}, {128}), "float32"), C: T.Buffer(({128}, {128}), "float32")):
    T.func_attr({"global_symbol": "main", "tir.noalias": True})
    C_local = T.alloc_buffer(({128}, {128}), scope="local")
    for i_0 in T.parallel({8}):
        for j_0 in range({8}):
            for k_0 in range({32}):
                for i_1, k_1 in T.grid(16, 4):
                    for j_1 in T.vectorized(16):
                        with T.block("C"):
                            vi = T.axis.spatial({128}, i_0 * 16 + i_1)
                            vj = T.axis.spatial({128}, j_0 * 16 + j_1)
                            vk = T.axis.reduce({128}, k_0 * 4 + k_1)
                            T.where(i_0 * 16 + i_1 < {120} and k_0 * 4 + k_1 < {100})
                            T.reads(A[vi, vk], B[vk, vj])
                            T.writes(C_local[vi, vj])
                            T.block_attr({"schedule_rule": "tiled", "unroll": {16}})
                            with T.init():
                                C_local[vi, vj] = T.float32(0)
                            C_local[vi, vj] = C_local[vi, vj] + A[vi, vk] * B[vk, vj]
            for ax0 in range(16):
                for ax1 in T.vectorized(16):
                    with T.block("C_local"):
                        v0 = T.axis.spatial({128}, i_0 * 16 + ax0)
                        v1 = T.axis.spatial({128}, j_0 * 16 + ax1)
                        T.reads(C_local[v0, v1])
                        T.writes(C[v0, v1])
                        C[v0, v1] = C_local[v0, v1]
""",
    """@T.prim_func
def f(A: T.Buffer(({16384},), "float32"), B: T.Buffer(({16384},), "float32"), C: T.Buffer(({16384},), "float32"), n: T.int32):
    for i_0 in T.parallel({128}):
        for j_0 in range(8):
            C[T.Ramp(i_0 * 128 + j_0 * 16, 1, 16)] = T.Broadcast(T.float32(0), 16)
            for k in range(128):
                C[T.Ramp(i_0 * 128 + j_0 * 16, 1, 16)] = C[T.Ramp(i_0 * 128 + j_0 * 16, 1, 16)] + T.Broadcast(A[i_0 * 128 + k], 16) * B[T.Ramp(k * 128 + j_0 * 16, 1, 16)]
    for i in range({16384}):
        if i < n:
            C[i] = C[i] + T.float32({2})
        else:
            C[i] = T.Select(C[i] < T.float32(0), T.float32(0), C[i] * T.float32(0.25))
    for i in T.unroll(4):
        for j in T.serial(0, 64):
            B[T.bitwise_and(i * 64 + j, {16383})] = T.if_then_else(i * 64 + j < n and n < {4096}, A[(i * 64 + j) % {128}], T.exp2(B[i * 64 + j // 4]))
""",
    """@T.prim_func
def f(X: T.Buffer((4, {32}, {64}), "float16"), G: T.Buffer(({64},), "float32"), Y: T.Buffer((4, {32}, {64}), "float16")):
    S = T.alloc_buffer((4, {32}))
    Q = T.alloc_buffer((4, {32}))
    for b, i, k in T.grid(4, {32}, {64}):
        with T.block("sums"):
            vb, vi, vk = T.axis.remap("SSR", [b, i, k])
            T.reads(X[vb, vi, vk])
            T.writes(S[vb, vi], Q[vb, vi])
            with T.init():
                S[vb, vi] = T.float32(0)
                Q[vb, vi] = T.float32(0)
            S[vb, vi] = S[vb, vi] + T.Cast("float32", X[vb, vi, vk])
            Q[vb, vi] = Q[vb, vi] + T.Cast("float32", X[vb, vi, vk]) * T.Cast("float32", X[vb, vi, vk])
    for b, i, k in T.grid(4, {32}, {64}):
        with T.block("normal"):
            vb, vi, vk = T.axis.remap("SSS", [b, i, k])
            Y[vb, vi, vk] = T.Cast("float16", (T.Cast("float32", X[vb, vi, vk]) - S[vb, vi] * T.float32(0.015625)) * T.rsqrt(Q[vb, vi] * T.float32(0.015625) - S[vb, vi] * S[vb, vi] + T.float32(1e-05)) * G[vk])
""",
    """@T.prim_func
def f(A: T.Buffer(({48}, {24}), "int8"), B: T.Buffer(({24}, {48}), "int32"), I: T.Buffer(({24},), "int64")):
    for i, j in T.grid({24}, {48}):
        with T.block("gather"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vj, vi], I[vi])
            T.writes(B[vi, vj])
            B[vi, vj] = T.max(T.Cast("int32", A[vj, vi]) - T.Cast("int32", I[vi]), 0) // 2 + T.shift_right(vi * 7 + vj, 1) % 5
    for i in range({24}):
        while I[i] > T.int64({10}):
            I[i] = I[i] - T.int64(1)
        for j in T.serial(3):
            with T.block("tail"):
                vi = T.axis.spatial({24}, i)
                vj = T.axis.opaque(3, j)
                if vi % 2 == 0:
                    B[vi, vj] = B[vi, vj] * 2
""",
)
