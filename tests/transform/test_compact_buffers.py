"""What `CompactBufferAllocation` makes of programs that the interpreter does not run."""

from __future__ import annotations

import pytest

from tests.transform.programs import program
from tilewright import tir

POINTER = """@T.prim_func
def main():
    with T.block("root"):
        T.reads()
        T.writes()
        t = T.alloc_buffer((32,))
        for i in range(8):
            with T.block(""):
                T.reads()
                {said}
                T.evaluate(T.call_extern("int32", "fill", t.data))
"""
THREADS = """@T.prim_func
def main(C: T.Buffer((16, 16), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block(""):
                T.reads()
                T.writes(C[b * 8 + t, 0:16])
                m = T.alloc_buffer((16, 16), scope="{scope}")
                for j in range(16):
                    m[b * 8 + t, j] = T.float32(1)
                for j in range(16):
                    C[b * 8 + t, j] = m[b * 8 + t, j]
"""


@pytest.mark.parametrize(("said", "size"), [("T.writes(t[i:i + 4])", 11), ("T.writes()", 32)])
def test_a_pointer_touches_what_its_block_declares_or_everything(said: str, size: int) -> None:
    made = tir.transform.CompactBufferAllocation()(program(POINTER.format(said=said)))
    assert f"T.alloc_buffer(({size},))" in made.script()


@pytest.mark.parametrize(("scope", "rows"), [("global", 16), ("shared", 8), ("warp", 8), ("local", 1)])
def test_memory_is_as_large_as_what_the_threads_that_share_it_touch(scope: str, rows: int) -> None:
    made = tir.transform.CompactBufferAllocation()(program(THREADS.format(scope=scope)))
    assert f"T.alloc_buffer(({rows}, 16)" in made.script()
