"""A matrix multiplication with four mistakes, for the demonstration: can you see them all?"""

from tilewright.script import tir as T


@T.prim_func
def matmul(
    A: T.Buffer((128, 128), "float32"),
    B: T.Buffer((128, 128), "float32"),
    C: T.Buffer((128, 128), "float32"),
):
    for i, j, k in T.grid(128, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.inti():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * D[vk, vj]
    for i in range(128):  # the first column counts half
        C[i] = C[i, 0] * T.float32(0.5)
    C[0, 128] = T.float32(1)  # the last element of the first row is 1
