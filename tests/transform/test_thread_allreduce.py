"""LowerThreadAllreduce: values combined over the threads of a block."""

from __future__ import annotations

import re

import pytest

from tests.transform.programs import program
from tilewright import tir
from tilewright.core.passes.core.errors import PassError

NUMBERED = re.compile(r"\b(t0|mask|red_buf0|red_buf1|red_buf_staging|red_result)_\d\b")
SUM = "lambda x, y: x + y, [T.float32(0)]"


def lowered(
    target: str, threads: int, groups: int = 1, reducer: str = SUM, condition: str = "T.bool(True)"
) -> list[str]:
    """The lines of the body after the pass, of a sum over each row of A."""
    text = f"""@T.prim_func(private=True)
def main(A: T.Buffer(({groups}, {threads}), "float32"), B: T.Buffer(({groups},), "float32")):
    T.func_attr({{"target": T.target({target})}})
    y = T.launch_thread("threadIdx.y", {groups})
    x = T.launch_thread("threadIdx.x", {threads})
    data = T.allocate([1], "float32", "local")
    total = T.decl_buffer((1,), data=data, scope="local")
    with T.attr(T.comm_reducer({reducer}), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
        T.tvm_thread_allreduce(T.uint32(1), A[y, x], {condition}, total[0], x)
    if x == 0:
        B[y] = total[0]
"""
    return lines_after(text)


def lines_after(text: str) -> list[str]:
    """The lines of a program after the pass, with one name for the memory of a purpose."""
    made = tir.transform.LowerThreadAllreduce()(program(text)).script()
    return [NUMBERED.sub(r"\1", line).strip() for line in made.splitlines()]


CUDA, METAL, OPENCL = '{"kind": "cuda", "arch": "sm_70"}', '{"kind": "metal", "thread_warp_size": 32}', '"opencl"'


def test_a_warp_shuffles_and_every_lane_reads_the_first() -> None:
    lines = lowered(CUDA, 8, 4)
    assert [line for line in lines if "shuffle" in line] == [
        "t0[0] = T.tvm_warp_shuffle_down(mask[0], red_buf0[0], 4, 32, 32)",
        "t0[0] = T.tvm_warp_shuffle_down(mask[0], red_buf0[0], 2, 32, 32)",
        "t0[0] = T.tvm_warp_shuffle_down(mask[0], red_buf0[0], 1, 32, 32)",
        "red_buf0[0] = T.tvm_warp_shuffle(mask[0], red_buf0[0], 8 * y, 32, 32)",
    ]
    assert lines[-1] == "B[y] = red_buf0[0]"
    assert not any("total" in line for line in lines)


def test_the_lanes_of_metal_need_no_mask() -> None:
    lines = lowered(METAL, 32)
    assert "t0[0] = T.tvm_warp_shuffle_down(0, red_buf0[0], 16, 32, 32)" in lines
    assert not any("mask[" in line for line in lines)


def test_several_warps_meet_in_shared_memory() -> None:
    lines = lowered(CUDA, 128, 2)
    at = lines.index("if x % 32 == 0:")
    assert lines[at + 1 : at + 5] == [
        "red_buf_staging[y * 4 + x // 32] = red_buf0[0]",
        'T.tvm_storage_sync("shared")',
        "if x < 4:",
        "red_buf0[0] = red_buf_staging[y * 4 + x]",
    ]
    assert lines[-1] == "B[y] = red_result[y]"


def test_threads_without_shuffles_halve_the_values_in_shared_memory() -> None:
    lines = lowered(OPENCL, 6, 2)
    assert [line for line in lines if line.startswith("if x <")] == ["if x < 2:", "if x < 2:", "if x < 1:"]
    assert "red_buf0[y * 6 + x] = red_buf0[y * 6 + x] + red_buf0[y * 6 + x + 4]" in lines
    assert lines[-1] == "B[y] = red_buf0[y * 6]"


def test_threads_outside_the_condition_add_the_identity() -> None:
    assert "red_buf0[0] = T.Select(x < 20, A[y, x], T.float32(0.0))" in lowered(CUDA, 32, condition="x < 20")


def test_new_values_are_made_of_the_old_ones() -> None:
    text = """@T.prim_func(private=True)
def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "int32"), C: T.Buffer((1,), "float32"), D: T.Buffer((1,), "int32")):
    T.func_attr({"target": T.target("cuda")})
    x = T.launch_thread("threadIdx.x", 32)
    with T.attr(T.comm_reducer(lambda a, i, b, j: (T.max(a, b), T.Select(a > b, i, j)), [T.float32(0), T.int32(0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
        T.tvm_thread_allreduce(T.uint32(2), A[x], B[x], T.bool(True), C[0], D[0], x)
"""
    lines = lines_after(text)
    at = next(number for number, line in enumerate(lines) if "T.Select" in line and "comm" not in line)
    assert lines[at + 1 : at + 3] == ["red_buf0[0] = combined_0", "red_buf1[0] = combined_1"]
    assert lines[-2:] == ["C[0] = red_buf0[0]", "D[0] = red_buf1[0]"]


def test_the_target_must_be_known() -> None:
    text = """@T.prim_func(private=True)
def main(A: T.Buffer((32,), "float32"), C: T.Buffer((1,), "float32")):
    x = T.launch_thread("threadIdx.x", 32)
    with T.attr(T.comm_reducer(lambda a, b: a + b, [T.float32(0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
        T.tvm_thread_allreduce(T.uint32(1), A[x], T.bool(True), C[0], x)
"""
    with pytest.raises(PassError, match="target"):
        tir.transform.LowerThreadAllreduce()(program(text))
