"""States of sequences: pages and who has them, trees of tokens, and states of recurrent networks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import dlight
from tilewright.core.vm.page_table import PageTable
from tilewright.core.vm.token_trees import order_of, path_of
from tilewright.relax.frontend.nn.llm import kv_cache
from tilewright.relax.frontend.nn.llm.position_embedding import switch_rope_freq_func
from tilewright.runtime import ShapeTuple
from tilewright.script import tir as T


def call(name: str, *args: Any) -> Any:
    return tilewright.get_global_func(f"vm.builtin.{name}")(*args)


def test_a_page_is_copied_when_one_of_two_that_share_it_writes() -> None:
    copies: list[tuple[int, int, int]] = []
    table = PageTable(8, 4, lambda *copy: copies.append(copy))
    table.add(0)
    first = table.append(table[0], 6)
    table.fork(0, 1, 5)
    assert not copies
    second = table.append(table[1], 1)
    assert copies == [(first[4] // 4, second[0] // 4, 1)]
    assert second[0] % 4 == 1
    assert list(table.addresses(table[1], 0, 4)) == first[:4]
    table.remove(0)
    table.remove(1)
    assert table.available == 8


def test_pages_inside_a_window_are_given_back() -> None:
    table = PageTable(8, 4, lambda *copy: None)
    table.add(0)
    sequence = table[0]
    sequence.window, sequence.sinks, sequence.resume = 6, 2, 2
    places = table.append(sequence, 20)
    table.slide(sequence)
    assert sequence.length == 6
    assert list(table.addresses(sequence, 0, 6)) == places[:2] + places[16:]
    assert table.available == 8 - 2


@pytest.mark.parametrize(
    ("parents", "expected"),
    [
        ([-1, 0, 1], [(0, 3), (1, 3), (2, 3)]),
        ([-1, 0, 0, 1, -1], [(0, 4), (1, 3), (3, 4), (2, 3), (4, 5)]),
    ],
)
def test_the_order_of_a_tree(parents: list[int], expected: list[tuple[int, int]]) -> None:
    assert order_of(parents) == expected
    assert path_of(parents, 2) == ([0, 1, 2] if parents == [-1, 0, 1] else [0, 2])


@T.prim_func
def read_state(store: T.handle, slots: T.handle, steps: T.handle, out: T.handle):
    n = T.int32()
    storage = T.match_buffer(store, (2, 3, 4))
    slot, step = T.match_buffer(slots, (n,), "int32"), T.match_buffer(steps, (n,), "int32")
    result = T.match_buffer(out, (n, 4))
    for i, j in T.grid(n, 4):
        result[i, j] = storage[slot[i], step[i], j]


@T.prim_func
def write_state(store: T.handle, slots: T.handle, steps: T.handle, given: T.handle):
    n = T.int32()
    storage = T.match_buffer(store, (2, 3, 4))
    slot, step = T.match_buffer(slots, (n,), "int32"), T.match_buffer(steps, (n,), "int32")
    data = T.match_buffer(given, (n, 4))
    for i, j in T.grid(n, 4):
        storage[slot[i], (step[i] + 1) % 3, j] = data[i, j]


@pytest.fixture
def state() -> Any:
    with tilewright.target.Target("llvm"):
        mod = dlight.ApplyDefaultSchedule(dlight.gpu.Fallback())(tilewright.IRModule({"get": read_state}))
    get, put = tilewright.tir.build(mod["get"]).main, tilewright.tir.build(write_state).main
    return call("rnn_state_create", 1, 2, 3, [get], [put], [tilewright.runtime.tensor(np.ones(4, "float32"))])


def advance(state: Any, seq: int, value: float) -> None:
    call("kv_state_begin_forward", state, ShapeTuple([seq]), ShapeTuple([1]))
    call("rnn_state_set", state, 0, 0, tilewright.runtime.tensor(np.full((1, 4), value, "float32")))
    call("kv_state_end_forward", state)


def newest(state: Any, seq: int) -> float:
    call("kv_state_begin_forward", state, ShapeTuple([seq]), ShapeTuple([1]))
    out = tilewright.runtime.empty((1, 4), "float32")
    call("rnn_state_get", state, 0, 0, out)
    assert out.numpy()[0].tolist() == call("rnn_state_debug_get", state, 0, 0, seq).numpy().tolist()
    return float(out.numpy()[0, 0])


def test_states_advance_go_back_and_branch(state: Any) -> None:
    call("kv_state_add_sequence", state, 5)
    for value in (2, 3, 4):
        advance(state, 5, value)
    assert newest(state, 5) == 4
    call("kv_state_fork_sequence", state, 5, 6, -1)
    call("kv_state_popn", state, 6, 2)
    assert (newest(state, 5), newest(state, 6)) == (4, 2)
    with pytest.raises(tilewright.TVMError, match='"6" can go back 0 steps, not 1'):
        call("kv_state_popn", state, 6, 1)
    with pytest.raises(tilewright.TVMError, match="slot is full"):
        call("kv_state_add_sequence", state, 7)
    call("kv_state_remove_sequence", state, 5)
    call("kv_state_add_sequence", state, 7)
    assert newest(state, 7) == 1


def test_what_stretches_a_context_says_all_it_needs() -> None:
    with pytest.raises(ValueError, match="Unsupported RoPE scaling type: wide"):
        switch_rope_freq_func({"rope_type": "wide"})
    with pytest.raises(ValueError, match="does not say original"):
        switch_rope_freq_func({"rope_type": "yarn"})


def test_kernels_for_a_target_are_those_for_the_cpu() -> None:
    sizes = (2, 16, 8, "float32")
    made = kv_cache._copy_single_page(*sizes, tilewright.target.Target("llvm"))
    tilewright.ir.assert_structural_equal(made, kv_cache._copy_single_page_cpu(*sizes))
    with pytest.raises(NotImplementedError, match="made for the CPU, not for cuda"):
        kv_cache._merge_state_inplace(2, 8, "float32", target=tilewright.target.Target("cuda"))


@T.prim_func
def total(A: T.Buffer((8,), "float32"), B: T.Buffer((1,), "float32")):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.reduce(8, i)
            with T.init():
                B[0] = T.float32(0)
            B[0] += A[vi]


def test_a_rule_of_ones_own_schedules() -> None:
    class Serial(dlight.ScheduleRule):
        def apply(self, func: Any, target: Any, tunable: bool) -> Any:
            return tilewright.tir.Schedule(func)

    with tilewright.target.Target("llvm"):
        made = dlight.ApplyDefaultSchedule(dlight.gpu.Matmul(), Serial())(tilewright.IRModule({"f": read_state}))
    assert made["f"].attrs["tir.is_scheduled"]
    with (
        tilewright.target.Target("cuda"),
        pytest.raises(NotImplementedError, match=r"`dlight\.gpu\.Matmul` for reductions"),
    ):
        dlight.ApplyDefaultSchedule(dlight.gpu.Matmul())(tilewright.IRModule({"f": total}))
