"""Macros take parameters of every kind, and may be methods."""

from __future__ import annotations

from typing import Any

from tilewright.core.ir.structural import assert_structural_equal
from tilewright.script import tir as T


@T.prim_func(private=True)
def plain(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
    for i in range(8):
        B[i] = A[i] * 3


def test_keyword_only_and_collected_parameters() -> None:
    @T.macro
    def scaled(at: Any, /, *rest: Any, source: Any, factor: int = 3, **others: Any):
        others["target"][at] = source[at] * factor

    @T.prim_func(private=True)
    def used(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        for i in range(8):
            scaled(i, 1, 2, source=A, target=B)

    assert_structural_equal(used, plain)


def test_a_method_knows_its_object() -> None:
    class Scale:
        def __init__(self, factor: int) -> None:
            self.factor = factor

        @T.macro
        def into(self, target: Any, source: Any, at: Any):
            target[at] = source[at] * self.factor

    three = Scale(3)

    @T.prim_func(private=True)
    def used(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        for i in range(8):
            three.into(B, A, i)

    assert_structural_equal(used, plain)


def test_a_list_of_loop_variables_is_a_whole_index() -> None:
    @T.prim_func(private=True)
    def listed(A: T.Buffer((4, 8), "int32")):
        for at in T.grid(4, 8):
            A[at] = 1

    @T.prim_func(private=True)
    def spread(A: T.Buffer((4, 8), "int32")):
        for i, j in T.grid(4, 8):
            A[i, j] = 1

    assert_structural_equal(listed, spread)


def test_conditions_of_vectors_are_joined_lane_by_lane() -> None:
    @T.prim_func(private=True)
    def joined(A: T.Buffer((4,), "float32")):
        T.evaluate(A[0:4] > 0 and A[0:4] < 9)

    @T.prim_func(private=True)
    def by_lane(A: T.Buffer((4,), "float32")):
        zero = T.meta_var(T.Broadcast(T.float32(0), 4))
        nine = T.meta_var(T.Broadcast(T.float32(9), 4))
        T.evaluate(T.bitwise_and(A[0:4] > zero, A[0:4] < nine))

    assert_structural_equal(joined, by_lane)


def test_attributes_of_a_block_that_are_mappings_are_merged() -> None:
    @T.prim_func(private=True)
    def merged():
        with T.block():
            T.block_attr({"pragma": {"unroll": 1}})
            T.block_attr({"pragma": {"vector": 4}})
            T.evaluate(0)

    assert merged.body.block.annotations["pragma"] == {"unroll": 1, "vector": 4}


def test_a_thread_has_the_type_of_its_loop() -> None:
    @T.prim_func(private=True)
    def threads():
        for i in T.thread_binding(T.int64(4), "threadIdx.x"):
            T.evaluate(i)

    assert threads.body.thread_binding.var.dtype == "int64"
    assert threads.__name__ == "main"
