"""Programs that the tests open."""

from __future__ import annotations

HEADER = "from tilewright.script import ir as I\nfrom tilewright.script import tir as T\n\n\n"

MATMUL = (
    HEADER
    + """\
@T.prim_func
def matmul(A: T.Buffer((128, 96), "float32"), B: T.Buffer((96, 64), "float32"), C: T.Buffer((128, 64), "float32")):
    for i, j, k in T.grid(128, 64, 96):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""
)

# A module whose functions call each other, a symbolic size, a local buffer, a bound scalar.
MODULE = (
    HEADER
    + """\
N = 16


@I.ir_module
class Mod:
    @T.prim_func
    def helper(x: T.handle, n: T.int32):
        X = T.match_buffer(x, (n,), "float32")
        for i in T.parallel(n):
            X[i] = X[i] + T.float32(1)

    @T.prim_func
    def main(a: T.handle):
        m = T.int32()
        A = T.match_buffer(a, (m,), "float32")
        L = T.alloc_buffer((N, 4), "int8", scope="shared")
        for p in T.serial(2, N):
            y: T.int32 = p * 2
            L[p, y % 4] = T.int8(1)
        Mod.helper(A.data, m)
"""
)

# One broken function, one that is not.
BROKEN = (
    HEADER
    + """\
@T.prim_func
def broken(A: T.Buffer((8,), "float32")):
    for i in T.serial(8:
        A[i] = (


@T.prim_func
def whole(A: T.Buffer((8,), "float32")):
    for i in T.serial(8):
        A[i] = T.float32(0)
"""
)

# A module whose functions call one another, and Python that names them.
CALLS = (
    HEADER
    + """\
from tvm.script import relax as R


@T.prim_func
def alone(A: T.Buffer((4,), "float32")):
    A[0] = T.float32(1)


@I.ir_module
class Mod:
    @T.prim_func
    def scale(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i]

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Mod
        y = R.call_tir(cls.scale, (x,), out_sinfo=R.Tensor((4,), "float32"))
        return y


def build(scale):
    return Mod["scale"], Mod.scale, scale, alone, "alone"
"""
)
