"""Kernels: threads and blocks that touch the same elements, that do not wait, or that read what they cannot see."""

from __future__ import annotations

import pytest

from tilewright import IRModule, tir, transform
from tilewright.core.analysis.checks import iterations
from tilewright.core.analyze import analyze

HEAD = "from tvm.script import tir as T\n\n\n@T.prim_func\n"

WRONG = {
    "a store in shared memory that another thread reads at once": (
        ["missing-sync: S[t]"],
        """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    with T.block("root"):
        S = T.alloc_buffer((128,), "float32", scope="shared")
        for t in T.thread_binding(128, thread="threadIdx.x"):
            S[t] = A[t]
            B[t] = S[127 - t]
""",
    ),
    "blocks that write the same elements": (
        ["thread-race: B[t]"],
        """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((32,), "float32")):
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(32, thread="threadIdx.x"):
            B[t] = A[b * 32 + t]
""",
    ),
    "threads and blocks that add to one element": (
        ["thread-race: B[0]"],
        """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((1,), "float32")):
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(32, thread="threadIdx.x"):
            B[0] = B[0] + A[b * 32 + t]
""",
    ),
    "one axis with two extents": (
        ["thread-extent: t"],
        """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for b in T.thread_binding(1, thread="blockIdx.x"):
        for t in T.thread_binding(128, thread="threadIdx.x"):
            A[t] = 1.0
        for t in T.thread_binding(64, thread="threadIdx.x"):
            B[t] = 2.0
""",
    ),
    "local memory of a kernel that has ended": (
        ["unseen-memory: L[127 - t]"],
        """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    L = T.alloc_buffer((128,), scope="local")
    for t in T.thread_binding(128, thread="threadIdx.x"):
        L[t] = A[t]
    for t in T.thread_binding(128, thread="threadIdx.x"):
        B[t] = L[127 - t]
""",
    ),
    "shared memory of a kernel that has ended": (
        ["unseen-memory: S[127 - b * 32 - t]"],
        """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    S = T.alloc_buffer((128,), scope="shared")
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(32, thread="threadIdx.x"):
            S[b * 32 + t] = A[b * 32 + t]
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(32, thread="threadIdx.x"):
            B[b * 32 + t] = S[127 - b * 32 - t]
""",
    ),
    "threads of a launch that add to one element": (
        ["thread-race: B[0]"],
        """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((1,), "float32")):
    tx = T.launch_thread("threadIdx.x", 128)
    B[0] = B[0] + A[tx]
""",
    ),
    "one shared element for all threads": (
        ["thread-race: S[0]"],
        """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for t in T.thread_binding(128, thread="threadIdx.x"):
        with T.block("r"):
            S = T.alloc_buffer((1,), scope="shared")
            S[0] = A[t]
            B[t] = S[0]
""",
    ),
    "no waiting before the next iteration": (
        ["missing-sync: S[t]"],
        """def f(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8, 128), "float32")):
    for t in T.thread_binding(128, thread="threadIdx.x"):
        S = T.decl_buffer((128,), scope="shared")
        for k in range(8):
            S[t] = A[k, t]
            T.tvm_storage_sync("shared")
            B[k, t] = S[127 - t]
""",
    ),
    "shared memory of another block": (
        ["unseen-memory: S[b * 32 + t]"],
        """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for b in T.thread_binding(4, thread="blockIdx.x"):
        S = T.decl_buffer((128,), scope="shared")
        for t in T.thread_binding(32, thread="threadIdx.x"):
            S[b * 32 + t] = A[b * 32 + t]
            T.tvm_storage_sync("shared")
            B[b * 32 + t] = S[127 - b * 32 - t]
""",
    ),
    "global memory that another thread writes": (
        ["missing-sync: A[t]"],
        """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for t in T.thread_binding(128, thread="threadIdx.x"):
        A[t] = A[t] + 1.0
        B[t] = A[127 - t]
""",
    ),
    "a shift in place": (
        ["thread-race: A[t]"],
        """def f(A: T.Buffer((129,), "float32")):
    for t in T.thread_binding(128, thread="threadIdx.x"):
        A[t] = A[t + 1]
""",
    ),
    "global memory that another block writes": (
        ["thread-race: A[b * 32 + t]"],
        """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(32, thread="threadIdx.x"):
            A[b * 32 + t] = 1.0
            B[b * 32 + t] = A[127 - (b * 32 + t)]
""",
    ),
    "no waiting between the threads of a launch": (
        ["missing-sync: Sb[tx]"],
        """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    bx = T.launch_thread("blockIdx.x", 1)
    S = T.allocate([128], "float32", "shared")
    tx = T.launch_thread("threadIdx.x", 128)
    Sb = T.Buffer((128,), data=S, scope="shared")
    Sb[tx] = A[tx]
    B[tx] = Sb[T.bitwise_xor(tx, 1)] + Sb[127 - tx]
""",
    ),
    "a transposition without waiting": (
        ["missing-sync: S[ty, tx]"],
        """def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
    for ty in T.thread_binding(16, thread="threadIdx.y"):
        for tx in T.thread_binding(16, thread="threadIdx.x"):
            S = T.decl_buffer((16, 16), scope="shared")
            S[ty, tx] = A[ty, tx]
            B[ty, tx] = S[tx, ty]
""",
    ),
    "tiles that are stored while others read them": (
        ["missing-sync: As[ty, tx]", "missing-sync: Bs[ty, tx]"],
        """def f(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for by in T.thread_binding(4, thread="blockIdx.y"):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for ty in T.thread_binding(16, thread="threadIdx.y"):
                for tx in T.thread_binding(16, thread="threadIdx.x"):
                    As = T.decl_buffer((16, 16), scope="shared")
                    Bs = T.decl_buffer((16, 16), scope="shared")
                    acc = T.decl_buffer((1,), scope="local")
                    acc[0] = T.float32(0)
                    for k in range(4):
                        As[ty, tx] = A[by * 16 + ty, k * 16 + tx]
                        Bs[ty, tx] = B[k * 16 + ty, bx * 16 + tx]
                        T.tvm_storage_sync("shared")
                        for q in range(16):
                            acc[0] = acc[0] + As[ty, q] * Bs[q, tx]
                    C[by * 16 + ty, bx * 16 + tx] = acc[0]
""",
    ),
}
RIGHT = {
    "waiting twice in a loop": """def f(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8, 128), "float32")):
    for t in T.thread_binding(128, thread="threadIdx.x"):
        S = T.decl_buffer((128,), scope="shared")
        for k in range(8):
            S[t] = A[k, t]
            T.tvm_storage_sync("shared")
            B[k, t] = S[127 - t]
            T.tvm_storage_sync("shared")
""",
    "a reduction by halves": """def f(A: T.Buffer((4, 128), "float32"), B: T.Buffer((4,), "float32")):
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(128, thread="threadIdx.x"):
            S = T.decl_buffer((128,), scope="shared")
            S[t] = A[b, t]
            T.tvm_storage_sync("shared")
            for k in range(7):
                if t < T.shift_right(64, k):
                    S[t] = S[t] + S[t + T.shift_right(64, k)]
                T.tvm_storage_sync("shared")
            if t == 0:
                B[b] = S[0]
""",
    "a reduction over threads": """def f(A: T.Buffer((4, 128), "float32"), B: T.Buffer((4,), "float32")):
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(128, thread="threadIdx.x"):
            with T.block("s"):
                vb, vt = T.axis.remap("SR", [b, t])
                with T.init():
                    B[vb] = T.float32(0)
                B[vb] = B[vb] + A[vb, vt]
""",
    "blocks between which the compiler makes threads wait": """def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((64, 16), "float32")):
    with T.block("root"):
        S = T.alloc_buffer((16, 16), scope="shared")
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for ty in T.thread_binding(4, thread="threadIdx.y"):
                for tx in T.thread_binding(16, thread="threadIdx.x"):
                    for k in range(4):
                        with T.block("load"):
                            i = T.axis.spatial(16, ty * 4 + k)
                            j = T.axis.spatial(16, tx)
                            S[i, j] = A[i, j]
            for ty in T.thread_binding(4, thread="threadIdx.y"):
                for tx in T.thread_binding(16, thread="threadIdx.x"):
                    for k in range(4):
                        with T.block("use"):
                            i = T.axis.spatial(64, bx * 16 + ty * 4 + k)
                            j = T.axis.spatial(16, tx)
                            B[i, j] = S[j, i % 16]
""",
    "threads that store the same value": """def f(A: T.Buffer((16,), "float32"), B: T.Buffer((64,), "float32")):
    for t in T.thread_binding(64, thread="threadIdx.x"):
        S = T.decl_buffer((16,), scope="shared")
        S[t % 16] = A[t % 16]
        T.tvm_storage_sync("shared")
        B[t] = S[15 - t % 16]
""",
    "an accumulator of each thread": """def f(A: T.Buffer((64, 8), "float32"), B: T.Buffer((64,), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for t in T.thread_binding(32, thread="threadIdx.x"):
            acc = T.decl_buffer((1,), scope="local")
            acc[0] = T.float32(0)
            for k in range(8):
                acc[0] = acc[0] + A[b * 32 + t, k]
            B[b * 32 + t] = acc[0]
""",
    "a transposition through shared memory": """def f(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
    for by in T.thread_binding(4, thread="blockIdx.y"):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for ty in T.thread_binding(16, thread="threadIdx.y"):
                for tx in T.thread_binding(16, thread="threadIdx.x"):
                    S = T.decl_buffer((16, 17), scope="shared")
                    S[ty, tx] = A[by * 16 + ty, bx * 16 + tx]
                    T.tvm_storage_sync("shared")
                    B[bx * 16 + ty, by * 16 + tx] = S[tx, ty]
""",
    "a product through tiles in shared memory": """def f(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for by in T.thread_binding(4, thread="blockIdx.y"):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for ty in T.thread_binding(16, thread="threadIdx.y"):
                for tx in T.thread_binding(16, thread="threadIdx.x"):
                    As = T.decl_buffer((16, 16), scope="shared")
                    Bs = T.decl_buffer((16, 16), scope="shared")
                    acc = T.decl_buffer((1,), scope="local")
                    acc[0] = T.float32(0)
                    for k in range(4):
                        As[ty, tx] = A[by * 16 + ty, k * 16 + tx]
                        Bs[ty, tx] = B[k * 16 + ty, bx * 16 + tx]
                        T.tvm_storage_sync("shared")
                        for q in range(16):
                            acc[0] = acc[0] + As[ty, q] * Bs[q, tx]
                        T.tvm_storage_sync("shared")
                    C[by * 16 + ty, bx * 16 + tx] = acc[0]
""",
    "two kernels with different extents": """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((64,), "float32")):
    for t in T.thread_binding(128, thread="threadIdx.x"):
        A[t] = T.float32(1)
    for t in T.thread_binding(64, thread="threadIdx.x"):
        B[t] = A[127 - t]
""",
    "one thread that writes": """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((4,), "float32")):
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(32, thread="threadIdx.x"):
            if t == 0:
                B[b] = A[b * 32 + t]
""",
}


@pytest.mark.parametrize("title", WRONG)
def test_what_threads_cannot_do(title: str) -> None:
    expected, text = WRONG[title]
    assert [f"{found.code}: {found.span.text}" for found in analyze(HEAD + text).diagnostics] == expected


@pytest.mark.parametrize("title", RIGHT)
def test_what_threads_can_do(title: str) -> None:
    assert [found.message for found in analyze(HEAD + RIGHT[title]).diagnostics] == []


def test_the_message_names_two_threads() -> None:
    _, text = WRONG["a store in shared memory that another thread reads at once"]
    assert [found.message for found in analyze(HEAD + text).diagnostics] == [
        "threadIdx.x = 0 writes `S[0]`, which threadIdx.x = 127 reads; between the two the threads have to wait: "
        '`T.tvm_storage_sync("shared")`'
    ]


TILES = """def f(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
    S = T.alloc_buffer((64, 64), "float32", scope="shared")
    for by in T.thread_binding(4, thread="blockIdx.y"):
        for ty in T.thread_binding(16, thread="threadIdx.y"):
            for tx in T.thread_binding(16, thread="threadIdx.x"):
                for k in range(4):
                    with T.block("S"):
                        vi = T.axis.spatial(64, by * 16 + ty)
                        vk = T.axis.spatial(64, k * {step} + tx)
                        S[vi, vk] = A[vi, vk]
                    with T.block("B"):
                        vi = T.axis.spatial(64, by * 16 + ty)
                        vk = T.axis.spatial(64, k * 16 + tx)
                        B[vi, vk] = S[vi, vk]
"""


def test_no_point_is_tried_where_a_sum_tells_thread_and_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("points are tried")

    monkeypatch.setattr(iterations, "evaluate", refuse)
    assert analyze(HEAD + TILES.format(step=16)).diagnostics == ()
    monkeypatch.undo()
    assert "thread-race" in {each.code for each in analyze(HEAD + TILES.format(step=15)).diagnostics}


def test_a_barrier_that_thread_sync_puts_between_blocks_is_not_asked_for() -> None:
    text = (
        HEAD
        + """def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    S = T.alloc_buffer((128,), scope="shared")
    for b in T.thread_binding(1, thread="blockIdx.x"):
        for t in T.thread_binding(128, thread="threadIdx.x"):
            with T.block("load"):
                v = T.axis.spatial(128, t)
                S[v] = A[v]
        for t in T.thread_binding(128, thread="threadIdx.x"):
            with T.block("store"):
                v = T.axis.spatial(128, t)
                B[v] = S[127 - v]
"""
    )
    found = analyze(text)
    assert not found.diagnostics
    passes = [
        tir.transform.ConvertBlocksToOpaque(),
        tir.transform.UnifyThreadBinding(),
        tir.transform.LowerOpaqueBlock(),
        tir.transform.FlattenBuffer(),
        tir.transform.ThreadSync("shared"),
    ]
    lowered = transform.Sequential(passes)(IRModule({"f": found.functions["f"]}))["f"]
    assert str(lowered).count('T.tvm_storage_sync("shared")') == 1
