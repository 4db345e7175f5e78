"""Races are judged with buffers where the compiler allocates them: what moves into a parallel loop is each iteration's own."""

from __future__ import annotations

from tilewright.core.analyze import analyze
from tilewright.script import tir as T
from tilewright.tir import Schedule

HEAD = "from tvm.script import tir as T\n\n\n@T.prim_func\n"
CACHED = """def f(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    Bg = T.alloc_buffer((64, 64))
    for i in T.parallel(64):
        for ax0, ax1 in T.grid(64, 64):
            with T.block("cache"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                Bg[v0, v1] = B[v0, v1] * T.float32(2)
        for j, k in T.grid(64, 64):
            with T.block("mm"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * Bg[vk, vj]
"""
PLAIN = """def f(B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    Bg = T.alloc_buffer((64, 64))
    for i in T.parallel(64):
        for ax0, ax1 in T.grid(64, 64):
            Bg[ax0, ax1] = B[ax0, ax1] * T.cast(i, "float32")
        for j in range(64):
            C[i, j] = Bg[i, j]
"""


@T.prim_func
def matmul(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    for i, j, k in T.grid(16, 16, 16):
        with T.block("mm"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def codes(text: str) -> list[str]:
    return [f"{found.code}: {found.span.text}" for found in analyze(text).diagnostics]


def test_a_buffer_that_moves_inside_is_private() -> None:
    assert codes(HEAD + CACHED) == []


def test_a_buffer_that_stays_outside_is_shared() -> None:
    assert codes(HEAD + PLAIN) == ["parallel-race: Bg[ax0, ax1]"]


def test_a_cache_under_a_parallel_loop() -> None:
    schedule = Schedule(matmul)
    block = schedule.get_block("mm")
    cache = schedule.cache_read(block, 1, "global")
    loop = schedule.get_loops(block)[0]
    schedule.compute_at(cache, loop)
    schedule.parallel(loop)
    text = schedule.mod.script()
    assert "T.parallel" in text
    assert "B_global" in text
    assert codes(f"from tvm.script import ir as I, tir as T\n\n\n{text}") == []
