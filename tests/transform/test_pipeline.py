"""Whole programs through every stage for the CPU: each stage prints as text that means the same, and computes the same; so does native code."""

from __future__ import annotations

import pytest

from tests.transform.programs import assert_same, program, results, text_of
from tilewright.core.driver.build import build
from tilewright.core.ir.structural import structural_equal
from tilewright.core.passes.pipelines import stages
from tilewright.ir.function import IRModule
from tilewright.target import Target

PROGRAMS = {
    "matmul with a tiled cache": """
@T.prim_func
def main(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
    A_cache = T.alloc_buffer((8, 8))
    C_local = T.alloc_buffer((8, 8), scope="local")
    for i0, j0 in T.grid(2, 2):
        for k0 in range(2):
            for i1, k1 in T.grid(4, 4):
                with T.block("A_cache"):
                    vi = T.axis.spatial(8, i0 * 4 + i1)
                    vk = T.axis.spatial(8, k0 * 4 + k1)
                    A_cache[vi, vk] = A[vi, vk]
            for i1, k1 in T.grid(4, 4):
                for j1 in T.vectorized(4):
                    with T.block("C"):
                        vi = T.axis.spatial(8, i0 * 4 + i1)
                        vj = T.axis.spatial(8, j0 * 4 + j1)
                        vk = T.axis.reduce(8, k0 * 4 + k1)
                        with T.init():
                            C_local[vi, vj] = T.float32(0)
                        C_local[vi, vj] = C_local[vi, vj] + A_cache[vi, vk] * B[vk, vj]
        for i1, j1 in T.grid(4, 4):
            with T.block("write"):
                vi = T.axis.spatial(8, i0 * 4 + i1)
                vj = T.axis.spatial(8, j0 * 4 + j1)
                C[vi, vj] = C_local[vi, vj]
""",
    "softmax": """
@T.prim_func
def main(A: T.Buffer((3, 5), "float32"), B: T.Buffer((3, 5), "float32")):
    largest = T.alloc_buffer((3,))
    total = T.alloc_buffer((3,))
    e = T.alloc_buffer((3, 5))
    for i in T.parallel(3):
        for k in range(5):
            with T.block("largest"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    largest[vi] = T.min_value("float32")
                largest[vi] = T.max(largest[vi], A[vi, vk])
        for k in range(5):
            with T.block("e"):
                vi, vk = T.axis.remap("SS", [i, k])
                e[vi, vk] = T.exp(A[vi, vk] - largest[vi])
        for k in range(5):
            with T.block("total"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    total[vi] = T.float32(0)
                total[vi] = total[vi] + e[vi, vk]
        for k in T.vectorized(5):
            with T.block("B"):
                vi, vk = T.axis.remap("SS", [i, k])
                B[vi, vk] = e[vi, vk] / total[vi]
""",
    "padded convolution of symbolic length": """
@T.prim_func
def main(a: T.handle, W: T.Buffer((3,), "float32"), c: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,))
    C = T.match_buffer(c, (n,))
    for i, k in T.grid(n, 3):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + T.if_then_else(1 <= vi + vk and vi + vk < n + 1, A[vi + vk - 1], T.float32(0)) * W[vk]
""",
    "tail under a mask": """
@T.prim_func
def main(a: T.handle, b: T.handle, s: T.float32):
    n = T.int32()
    A = T.match_buffer(a, (n,))
    B = T.match_buffer(b, (n,))
    for i0 in range((n + 3) // 4):
        for i1 in T.vectorized(4):
            with T.block("B"):
                vi = T.axis.spatial(n, i0 * 4 + i1)
                T.where(i0 * 4 + i1 < n)
                B[vi] = A[vi] * s + A[0]
""",
    "bfloat16 with a local buffer": """
@T.prim_func
def main(A: T.Buffer((6, 4), "bfloat16"), B: T.Buffer((6,), "bfloat16")):
    total = T.alloc_buffer((6,), "bfloat16")
    for i in range(6):
        for k in range(4):
            with T.block("total"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    total[vi] = T.bfloat16(0)
                total[vi] = total[vi] + A[vi, vk]
        with T.block("B"):
            vi = T.axis.spatial(6, i)
            B[vi] = T.exp(total[vi]) * T.bfloat16(0.125)
""",
    "matched parts with unrolled loops": """
@T.prim_func
def main(A: T.Buffer((8, 8), "int32"), B: T.Buffer((8, 8), "int32")):
    for i, j in T.grid(2, 2):
        with T.block("tile"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vj * 4:vj * 4 + 4, vi * 4:vi * 4 + 4])
            T.writes(B[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4])
            a = T.match_buffer(A[vj * 4:vj * 4 + 4, vi * 4:vi * 4 + 4], (4, 4), "int32", offset_factor=1)
            b = T.match_buffer(B[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4], (4, 4), "int32", offset_factor=1)
            for x in range(4):
                for y in T.unroll(4):
                    b[x, y] = a[y, x] * 2
""",
    "loops, branches and early exits": """
@T.prim_func
def main(A: T.Buffer((10,), "int32"), B: T.Buffer((10,), "bool"), C: T.Buffer((3,), "int32")):
    C[0] = 0
    C[1] = 10
    while C[0] < C[1]:
        if A[C[0]] == 3:
            break
        C[0] = C[0] + 1
    for i in range(10):
        if B[i]:
            continue
        C[2] = C[2] + A[i] // 2 - (A[i] - 5) % 3
""",
    "strides of a transposed local buffer": """
@T.prim_func
def main(A: T.Buffer((4, 6), "float32"), B: T.Buffer((6, 4), "float32")):
    t = T.alloc_buffer((4, 6), strides=[8, 1])
    for i, j in T.grid(4, 6):
        with T.block("t"):
            vi, vj = T.axis.remap("SS", [i, j])
            t[vi, vj] = A[vi, vj]
    for i, j in T.grid(6, 4):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = t[vj, vi]
""",
}


def after_each_stage(module: IRModule) -> list[tuple[str, IRModule]]:
    found = [("as written", module)]
    for step in stages(Target("llvm")):
        found.append((step.name, step(found[-1][1])))
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_stage_computes_the_same(name: str) -> None:
    module = program(PROGRAMS[name])
    expected = results(module)
    for stage, lowered in after_each_stage(module):
        assert_same(expected, results(lowered), loose="bfloat16" in stage or "bfloat16" in name)


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_stage_prints_as_text_that_means_it(name: str) -> None:
    for stage, lowered in after_each_stage(program(PROGRAMS[name])):
        assert structural_equal(program(text_of(lowered)), lowered), f"{stage}:\n{text_of(lowered)}"


@pytest.mark.parametrize("name", PROGRAMS)
def test_native_code_computes_the_same(name: str) -> None:
    module = program(PROGRAMS[name])
    assert_same(results(module), results(module, build(module)), loose="bfloat16" in name)


@pytest.mark.parametrize("name", PROGRAMS)
def test_passes_leave_their_results_alone(name: str) -> None:
    """Lowering what is lowered changes nothing, but that memory which strides left over goes; a pass never changes the module that it is given."""
    module = program(PROGRAMS[name])
    text = text_of(module)
    lowered = after_each_stage(module)[-1][1]
    assert text_of(module) == text
    again = after_each_stage(lowered)[-1][1]
    if "strides=" in text:
        lowered, again = again, after_each_stage(again)[-1][1]
    assert text_of(again) == text_of(lowered)
