"""Small programs to tune."""

from __future__ import annotations

from tilewright import tir
from tilewright.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((32, 24), "float32"), B: T.Buffer((24, 48), "float32"), C: T.Buffer((32, 48), "float32")):
    for i, j, k in T.grid(32, 48, 24):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0.0
            C[vi, vj] += A[vi, vk] * B[vk, vj]


@T.prim_func
def dense(A: T.Buffer((16, 32), "float32"), B: T.Buffer((32, 64), "float32"), D: T.Buffer((16, 64), "float32")):
    E = T.alloc_buffer((16, 32))
    C = T.alloc_buffer((16, 64))
    for i, k in T.grid(16, 32):
        with T.block("E"):
            vi, vk = T.axis.remap("SS", [i, k])
            E[vi, vk] = A[vi, vk] * 2.0
    for i, j, k in T.grid(16, 64, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0.0
            C[vi, vj] += E[vi, vk] * B[vk, vj]
    for i, j in T.grid(16, 64):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.max(C[vi, vj], 0.0)


@T.prim_func
def total(A: T.Buffer((8192,), "float32"), B: T.Buffer((1,), "float32")):
    for k in range(8192):
        with T.block("B"):
            vk = T.axis.reduce(8192, k)
            with T.init():
                B[0] = 0.0
            B[0] += A[vk]


@T.prim_func
def gather(A: T.Buffer((7,), "float32"), J: T.Buffer((64,), "int32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[J[vi]]


PROGRAMS: dict[str, tir.PrimFunc] = {"matmul": matmul, "dense": dense, "total": total, "gather": gather}
