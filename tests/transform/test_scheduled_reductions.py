"""Scheduled reductions get the tiles of plain loops: split loops, an initialisation of its own and vectors are no obstacle, and the bits stay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright.core.driver.build import lower
from tilewright.core.interpret import run
from tilewright.core.ir.walk import walk
from tilewright.core.passes.tir.simd.register_tiling import in_vectors
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import Allocate
from tilewright.tir import Schedule

MATMUL = """
@T.prim_func
def main(A: T.Buffer((16, 24), "float32"), B: T.Buffer(({b}), "float32"), C: T.Buffer((16, 64), "float32")):
    for i, j, k in T.grid(16, 64, 24):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0.5)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[{index}]
"""
PLAIN = MATMUL.format(b="24, 64", index="vk, vj")
TRANSPOSED = MATMUL.format(b="64, 24", index="vj, vk")


def columns(sch: Any) -> None:
    """Four columns at a time."""
    i, j, k = sch.get_loops("C")
    outer, inner = sch.split(j, [None, 4])
    sch.reorder(i, outer, k, inner)
    sch.decompose_reduction("C", k)


def split_terms(sch: Any) -> None:
    """The initialisation stays, under a condition of both parts of the reduction loop."""
    i, j, k = sch.get_loops("C")
    i0, i1 = sch.split(i, [None, 4])
    k0, k1 = sch.split(k, [None, 4])
    sch.reorder(i0, k0, k1, i1, j)


def blocks(sch: Any) -> None:
    """Blocks of rows, columns and terms, with vectors."""
    i, j, k = sch.get_loops("C")
    (i0, i1), (j0, j1), (k0, k1) = sch.split(i, [None, 8]), sch.split(j, [None, 16]), sch.split(k, [None, 4])
    sch.reorder(i0, j0, k0, k1, i1, j1)
    sch.vectorize(j1)
    sch.decompose_reduction("C", k0)


def vectors_begun(sch: Any) -> None:
    """The initialisation stays, in vectors under a condition."""
    i, j, k = sch.get_loops("C")
    (i0, i1), (j0, j1), (k0, k1) = sch.split(i, [None, 8]), sch.split(j, [None, 32]), sch.split(k, [None, 4])
    sch.reorder(i0, j0, k0, i1, k1, j1)
    sch.vectorize(j1)


def decomposed(sch: Any) -> None:
    """The initialisation in a nest of its own before everything."""
    sch.decompose_reduction("C", sch.get_loops("C")[2])


def scheduled(text: str, schedule: Callable[[Any], None]) -> PrimFunc:
    sch = Schedule(program(text))
    schedule(sch)
    return lower(sch.mod)["main"]


def tiles(func: PrimFunc) -> int:
    return sum(isinstance(node, Allocate) and node.buffer_var.name == "tile" for node in walk(func))


def arrays(func: PrimFunc) -> list[Any]:
    shapes = [[int(size) for size in func.buffer_map[param].shape] for param in func.params]
    return [np.random.default_rng(len(shape)).standard_normal(shape).astype("float32") for shape in shapes]


@pytest.mark.parametrize("size", [32, 64])
@pytest.mark.parametrize("schedule", [columns, split_terms, blocks, vectors_begun, decomposed])
def test_a_scheduled_product_is_tiled_with_the_same_bits(schedule: Callable[[Any], None], size: int) -> None:
    func = scheduled(PLAIN, schedule)
    tiled = in_vectors(func, size)
    assert tiles(tiled) == tiles(in_vectors(lower(program(PLAIN))["main"], size)) > 0
    expected, found = arrays(func), arrays(func)
    run(func, *expected)
    run(tiled, *found)
    assert expected[2].tobytes() == found[2].tobytes()


@pytest.mark.parametrize("schedule", [columns, split_terms, blocks, vectors_begun, decomposed])
def test_a_product_by_a_transposed_matrix_computes_the_same(schedule: Callable[[Any], None]) -> None:
    func = scheduled(TRANSPOSED, schedule)
    expected, found = arrays(func), arrays(func)
    run(func, *expected)
    run(in_vectors(func, 64), *found)
    np.testing.assert_allclose(found[2], expected[2], 1e-5, 1e-5)


STAYS = {
    "the initialisation is of other elements": ("C[i * 64 + j + 1] = T.float32(0)", "range(15)"),
    "the initialisation reads": ("C[i * 64 + j] = D[i * 64 + j]", "range(16)"),
}


@pytest.mark.parametrize("name", STAYS)
def test_what_is_no_initialisation_of_the_sum_stays(name: str) -> None:
    store, rows = STAYS[name]
    func = lower(
        program(f"""
@T.prim_func
def main(A: T.Buffer((384,), "float32"), B: T.Buffer((1536,), "float32"), C: T.Buffer((1025,), "float32"), D: T.Buffer((1025,), "float32")):
    for i in {rows}:
        for j in range(64):
            {store}
        for k in range(24):
            for j in range(64):
                C[i * 64 + j] = C[i * 64 + j] + A[i * 24 + k] * B[k * 64 + j]
""")
    )["main"]
    expected, found = arrays(func), arrays(func)
    run(func, *expected)
    run(in_vectors(func, 64), *found)
    np.testing.assert_allclose(found[2], expected[2], 1e-5, 1e-5)


def test_a_row_that_is_computed_in_vectors_keeps_its_memory() -> None:
    func = program("""
@T.prim_func
def main(A: T.Buffer((8, 32), "float32"), B: T.Buffer((8, 32), "float32"), C: T.Buffer((8, 32), "float32")):
    for i in range(8):
        with T.block("row"):
            vi = T.axis.spatial(8, i)
            e = T.alloc_buffer((32,), "float32")
            for j in T.vectorized(32):
                e[j] = A[vi, j] * B[vi, j]
            for j in range(32):
                C[vi, j] = e[j] + T.float32(1)
""")
    lowered = lower(func)["main"]
    expected, found = arrays(lowered), arrays(lowered)
    run(lowered, *expected)
    run(in_vectors(lowered, 64), *found)
    np.testing.assert_array_equal(found[2], expected[2])


FEW_COLUMNS = """
@T.prim_func
def main(A: T.Buffer(({rows}, {columns}), "{dtype}"), B: T.Buffer(({columns},), "{dtype}")):
    for j, k in T.grid({columns}, {rows}):
        with T.block("B"):
            vj, vk = T.axis.remap("SR", [j, k])
            with T.init():
                B[vj] = T.cast(0, "{dtype}")
            B[vj] = B[vj] + A[vk, vj]
"""


@pytest.mark.parametrize("dtype", ["float32", "int32"])
@pytest.mark.parametrize(("rows", "columns", "sums"), [(64, 16, 64), (1003, 16, 64), (131, 32, 64), (1003, 4, 16)])
def test_few_columns_have_several_sums_each(rows: int, columns: int, sums: int, dtype: str) -> None:
    func = lower(program(FEW_COLUMNS.format(rows=rows, columns=columns, dtype=dtype)))["main"]
    assert isinstance(func, PrimFunc)
    tiled, ordered = in_vectors(func, 64), in_vectors(func, 64, ordered=dtype == "float32")
    a = np.random.default_rng(0).integers(-99, 99, (rows, columns)).astype(dtype)
    for made in (tiled, ordered):
        b = np.zeros(columns, dtype)
        run(made, a, b)
        assert np.array_equal(b, a.sum(axis=0, dtype=dtype)), "whole numbers, whose sums are exact in any order"
    sizes = [
        [int(node.extents[0]) for node in walk(each.body) if isinstance(node, Allocate)] for each in (tiled, ordered)
    ]
    assert sums in sizes[0]
    assert (sums in sizes[1]) == (dtype == "int32")
