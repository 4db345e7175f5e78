"""Whatever is done to a program, it computes the same: random steps, refused ones left out, then the compiled program beside numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright
from tilewright import tir
from tilewright.core.analyze import analyze
from tilewright.core.schedule.methods.queries import NoSuchBuffer
from tilewright.script import tir as T
from tilewright.tir.schedule.testing import verify_trace_roundtrip


@T.prim_func
def layer(
    A: T.Buffer((6, 10), "int32"),
    B: T.Buffer((10, 9), "int32"),
    D: T.Buffer((6, 9), "int32"),
):
    S = T.alloc_buffer((6, 10), "int32")
    C = T.alloc_buffer((6, 9), "int32")
    for i, k in T.grid(6, 10):
        with T.block("scale"):
            vi, vk = T.axis.remap("SS", [i, k])
            S[vi, vk] = A[vi, vk] * 3
    for i, j, k in T.grid(6, 9, 10):
        with T.block("matmul"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] += S[vi, vk] * B[vk, vj]
    for i, j in T.grid(6, 9):
        with T.block("relu"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.max(C[vi, vj], 0)


STEPS = (
    "split fuse reorder parallel vectorize unroll compute_at reverse_compute_at compute_inline reverse_compute_inline "
    "decompose_reduction rfactor cache_read cache_write add_unit_loop blockize "
    "transform_layout transform_block_layout reindex reindex_cache_read reindex_cache_write"
).split()


def step(sch: tir.Schedule, name: str, draw: st.DataObject) -> None:
    """One step on blocks and loops drawn from the program as it is."""
    blocks = sch.get_child_blocks(sch.get_block("root"))
    block = draw.draw(st.sampled_from(blocks))
    loops = sch.get_loops(block)
    if not loops:
        return
    loop = draw.draw(st.sampled_from(loops))
    number = draw.draw(st.integers(0, 3))
    take: dict[str, Any] = {
        "split": lambda: sch.split(loop, [None, number + 2]),
        "fuse": lambda: sch.fuse(*loops[number : number + 2]),
        "reorder": lambda: sch.reorder(*draw.draw(st.permutations(loops))),
        "compute_at": lambda: sch.compute_at(draw.draw(st.sampled_from(blocks)), loop),
        "reverse_compute_at": lambda: sch.reverse_compute_at(draw.draw(st.sampled_from(blocks)), loop),
        "compute_inline": lambda: sch.compute_inline(block),
        "reverse_compute_inline": lambda: sch.reverse_compute_inline(block),
        "decompose_reduction": lambda: sch.decompose_reduction(block, loop),
        "rfactor": lambda: sch.rfactor(loop, number % 2),
        "cache_read": lambda: sch.cache_read(block, number % 2, "global"),
        "cache_write": lambda: sch.cache_write(block, 0, "global"),
        "transform_layout": lambda: sch.transform_layout(
            block, "CS"[number % 2], lambda i, j: (j // 2, i, j % 2), pad_value=number
        ),
        "transform_block_layout": lambda: sch.transform_block_layout(block, lambda i, j: (j, i)),
        "reindex": lambda: sch.reindex(block, (("read", "write")[number % 2], 0)),
        "reindex_cache_read": lambda: sch.reindex_cache_read(block, 0, "global", lambda *axes: axes[::-1]),
        "reindex_cache_write": lambda: sch.reindex_cache_write(block, 0, "global", lambda i, j, *_: (j, i)),
        "add_unit_loop": lambda: sch.add_unit_loop(loop),
    }
    take.get(name, lambda: getattr(sch, name)(loop))()


def check(names: list[str], draw: st.DataObject) -> None:
    sch = tir.Schedule(layer)
    for name in names:
        before = sch.mod
        try:
            step(sch, name, draw)
        except (tir.ScheduleError, NoSuchBuffer):
            assert sch.mod is before
        except ValueError:
            return  # two blocks of one name: the next step cannot say which it means
    text = sch.mod.script().replace("# from", "from")
    assert not {found.code for found in analyze(text).diagnostics}
    rng = np.random.default_rng(0)
    a, b = rng.integers(-9, 9, (6, 10), "int32"), rng.integers(-9, 9, (10, 9), "int32")
    got = np.zeros((6, 9), "int32")
    tilewright.build(sch.mod["main"])(a, b, got)
    np.testing.assert_array_equal(got, np.maximum(a * 3 @ b, 0), err_msg=str(sch.trace))
    verify_trace_roundtrip(sch, layer)
    assert tilewright.ir.structural_equal(tilewright.script.from_source(sch.mod.script()), sch.mod)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(STEPS), min_size=1, max_size=6), st.data())
def test_steps_keep_what_is_computed(names: list[str], data: st.DataObject) -> None:
    check(names, data)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(STEPS), min_size=3, max_size=8), st.data())
def test_many_steps_keep_what_is_computed(names: list[str], data: st.DataObject) -> None:
    check(names, data)
