"""ThreadSync: where threads wait for one another."""

from __future__ import annotations

import pytest

from tests.transform.programs import program
from tilewright import tir
from tilewright.core.passes.core.errors import PassError

HEAD = """@T.prim_func(private=True)
def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    blockIdx_x = T.launch_thread("blockIdx.x", 1)
    threadIdx_x = T.launch_thread("threadIdx.x", 64)
    data = T.allocate([128], "float32", "shared")
    S = T.decl_buffer((128,), data=data, scope="shared")
"""
WAIT = 'T.tvm_storage_sync("shared")'


def synchronized(*lines: str) -> list[str]:
    """The lines of the body after the pass."""
    text = tir.transform.ThreadSync("shared")(program(HEAD + "".join(f"    {line}\n" for line in lines))).script()
    return [line.strip() for line in text.split("decl_buffer", 1)[1].splitlines()[1:] if line.strip()]


def test_threads_wait_between_a_write_and_a_read_of_other_elements() -> None:
    write, read = "S[threadIdx_x] = A[threadIdx_x]", "B[threadIdx_x] = S[63 - threadIdx_x]"
    assert synchronized(write, read) == [write, WAIT, read]


def test_a_thread_need_not_wait_for_its_own_element() -> None:
    lines = ["S[threadIdx_x] = A[threadIdx_x]", "B[threadIdx_x] = S[threadIdx_x]"]
    assert synchronized(*lines) == lines


def test_an_element_of_no_thread_belongs_to_all() -> None:
    lines = ["S[0] = A[threadIdx_x]", "B[threadIdx_x] = S[0]"]
    assert synchronized(*lines) == [lines[0], WAIT, lines[1]]


def test_elements_that_are_apart_need_no_wait() -> None:
    lines = ["S[threadIdx_x] = A[threadIdx_x]", "S[threadIdx_x + 64] = A[threadIdx_x + 64]"]
    assert synchronized(*lines) == lines


def test_one_wait_is_enough_for_several_reads() -> None:
    write = "S[threadIdx_x] = A[threadIdx_x]"
    reads = ["B[threadIdx_x] = S[63 - threadIdx_x]", "B[threadIdx_x + 64] = S[0]"]
    assert synchronized(write, *reads) == [write, WAIT, *reads]
    assert synchronized(write, WAIT, *reads) == [write, WAIT, *reads]


def test_a_loop_waits_for_its_own_iteration_before() -> None:
    lines = ["for i in range(4):", "    S[threadIdx_x] = A[i]", "    B[threadIdx_x] = S[63 - threadIdx_x]"]
    found = synchronized(*lines)
    assert found == ["for i in range(4):", WAIT, "S[threadIdx_x] = A[i]", WAIT, "B[threadIdx_x] = S[63 - threadIdx_x]"]


def test_threads_wait_before_a_loop_that_reads_what_was_written_before_it() -> None:
    lines = ["S[threadIdx_x] = A[threadIdx_x]", "for i in range(4):", "    B[threadIdx_x] = S[63 - threadIdx_x]"]
    assert synchronized(*lines) == [lines[0], WAIT, lines[1], lines[2].strip()]


def test_a_wait_in_a_loop_that_may_not_run_does_not_count() -> None:
    write, read = "S[threadIdx_x] = A[threadIdx_x]", "B[threadIdx_x] = S[63 - threadIdx_x]"
    loop = "for i in range(T.Cast('int32', A[0])):"
    found = synchronized(write, loop, f"    {WAIT}", read)
    assert found[-2:] == [WAIT, read]
    assert found.count(WAIT) == 2
    assert synchronized(write, "for i in range(2):", f"    {WAIT}", read).count(WAIT) == 1


def test_the_work_grows_linearly_with_the_depth_of_loops() -> None:
    depth = 24
    loops = ["    " * level + f"for i{level} in range(2):" for level in range(depth)]
    found = synchronized(*loops, "    " * depth + "B[threadIdx_x] = S[0]", "    " * depth + "S[0] = A[threadIdx_x]")
    assert found.count(WAIT) == 2


def test_a_loop_over_elements_waits_once_behind_it() -> None:
    lines = ["for i in range(128):", "    S[i] = A[i]", "B[threadIdx_x] = S[threadIdx_x]"]
    assert synchronized(*lines) == [lines[0], "S[i] = A[i]", WAIT, lines[2]]


def test_threads_wait_before_a_condition_in_which_they_differ() -> None:
    lines = ["S[threadIdx_x] = A[threadIdx_x]", "if threadIdx_x < 1:", "    B[0] = S[63]"]
    assert synchronized(*lines) == [lines[0], WAIT, lines[1], "B[0] = S[63]"]
    inside = ["if threadIdx_x < 32:", "    S[threadIdx_x] = A[0]", "    B[threadIdx_x] = S[31 - threadIdx_x]"]
    with pytest.raises(PassError, match="cannot wait"):
        synchronized(*inside)


def test_buffers_of_dynamic_shared_memory_may_lie_in_one_place() -> None:
    text = (HEAD + "    S[threadIdx_x] = A[0]\n").replace('"shared"', '"shared.dyn"') + (
        '    more = T.allocate([128], "float32", "shared.dyn")\n'
        '    R = T.decl_buffer((128,), data=more, scope="shared.dyn")\n'
        "    R[threadIdx_x] = A[1]\n"
    )
    assert "tvm_storage_sync" in tir.transform.ThreadSync("shared.dyn")(program(text)).script()
    apart = text.replace(".dyn", "")
    assert "tvm_storage_sync" not in tir.transform.ThreadSync("shared")(program(apart)).script()
