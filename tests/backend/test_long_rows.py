"""One row by a matrix of long rows, tiles of two rows of an image, and blocks of transposes that fill lines: of many sizes, for each size of vectors."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import tilewright
from tests.backend.test_overlapping_windows import PROCESSORS, reasons
from tests.transform.programs import program
from tilewright.core.codegen.llvm import translated
from tilewright.core.driver.build import build
from tilewright.core.driver.native import lower
from tilewright.transform import PassContext

Array = np.ndarray[Any, Any]
TARGETS = ["llvm", "llvm -mattr=-avx512f", "llvm -mcpu=x86-64"]
PRODUCT = """
@T.prim_func
def main(A: T.Buffer(({m}, {k}), "{t}"), B: T.Buffer(({k}, {n}), "{t}"), C: T.Buffer(({m}, {n}), "{t}")):
    for i, j, k in T.grid({m}, {n}, {k}):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.{t}(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""
CONVOLUTION = """
@T.prim_func
def main(A: T.Buffer(({i}, {rows}, {columns}), "float32"), W: T.Buffer(({o}, {i}, 3, 3), "float32"), C: T.Buffer(({o}, {h}, {w}), "float32")):
    for o, y, x, i, r, s in T.grid({o}, {h}, {w}, {i}, 3, 3):
        with T.block("C"):
            vo, vy, vx, vi, vr, vs = T.axis.remap("SSSRRR", [o, y, x, i, r, s])
            with T.init():
                C[vo, vy, vx] = T.float32(0)
            C[vo, vy, vx] = C[vo, vy, vx] + A[vi, vy * {by} + vr, vx + vs] * W[vo, vi, vr, vs]
"""
CHANNELS_LAST = """
@T.prim_func
def main(A: T.Buffer((33, 33, 32), "float32"), W: T.Buffer((3, 3, 32, 16), "float32"), C: T.Buffer((16, 16, 16), "float32")):
    for y, x, o, r, s, i in T.grid(16, 16, 16, 3, 3, 32):
        with T.block("C"):
            vy, vx, vo, vr, vs, vi = T.axis.remap("SSSRRR", [y, x, o, r, s, i])
            with T.init():
                C[vy, vx, vo] = T.float32(0)
            C[vy, vx, vo] = C[vy, vx, vo] + A[vy * 2 + vr, vx * 2 + vs, vi] * W[vr, vs, vi, vo]
"""
TRANSPOSE = """
@T.prim_func
def main(A: T.Buffer(({m}, {n}), "{t}"), B: T.Buffer(({n}, {m}), "{t}")):
    for i, j in T.grid({n}, {m}):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]
"""


def numbers(*shape: int, t: str = "float32") -> Array:
    made = np.random.default_rng(sum(shape)).standard_normal(shape) * 9
    return made.astype(t)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("t", ["float32", "float64", "int32"])
def test_one_row_by_a_matrix(t: str, target: str) -> None:
    for n, k in ((128, 784), (129, 100), (1000, 37), (2061, 33), (300, 64), (1024, 128)):
        a, b, c = numbers(1, k, t=t), numbers(k, n, t=t), np.full((1, n), 7, t)
        build(program(PRODUCT.format(m=1, n=n, k=k, t=t)), target)["main"](a, b, c)
        np.testing.assert_allclose(c, a.astype("float64") @ b.astype("float64"), 1e-4, 1e-2)


@pytest.mark.parametrize("size", PROCESSORS)
def test_rows_of_the_matrix_are_read_from_end_to_end(size: int) -> None:
    target = PROCESSORS[size]
    said = "`C`: 8 rows of 1024 elements at a time, as each is read once; the results wait in memory"
    assert reasons(PRODUCT.format(m=1, n=2048, k=512, t="float32"), target) == [said]
    for m, n, k in ((1, 32, 784), (1, 256, 8), (64, 2048, 512)):
        assert not any("at a time" in each for each in reasons(PRODUCT.format(m=m, n=n, k=k, t="float32"), target))


@pytest.mark.parametrize("target", TARGETS)
def test_terms_of_one_row_keep_their_order(target: str) -> None:
    a, b = numbers(1, 100), numbers(100, 600)
    results = []
    for ordered in (False, True):
        with PassContext(config={"tir.ordered_reductions": ordered}):
            c = np.zeros((1, 600), "float32")
            build(program(PRODUCT.format(m=1, n=600, k=100, t="float32")), target)["main"](a, b, c)
            results.append(c)
    np.testing.assert_array_equal(*results)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("m", [2, 3, 5])
def test_few_rows(m: int, target: str) -> None:
    a, b, c = numbers(m, 130), numbers(130, 203), np.zeros((m, 203), "float32")
    build(program(PRODUCT.format(m=m, n=203, k=130, t="float32")), target)["main"](a, b, c)
    np.testing.assert_allclose(c, a.astype("float64") @ b, 1e-4, 1e-2)


def test_tiles_of_two_rows_stay_in_registers() -> None:
    """With 16 registers, 2 x 8 vectors of results would leave none for the operands."""
    target, text = PROCESSORS[32], PRODUCT.format(m=2, n=256, k=64, t="float32")
    assert "tiles of 2 x 32 elements" in reasons(text, target)[0]
    assert "rsp" not in translated(lower(program(text), target), tilewright.target.Target(target)).assembly


def convolved(a: Array, w: Array, h: int, by: int) -> Array:
    windows = np.lib.stride_tricks.sliding_window_view(a.astype("float64"), (3, 3), axis=(1, 2))[:, ::by][:, :h]
    return np.einsum("iyxrs,oirs->oyx", windows, w)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("h", "w", "by"), [(56, 56, 1), (7, 24, 1), (9, 8, 2), (2, 40, 1), (13, 30, 1), (1, 56, 1), (5, 16, 1)]
)
def test_convolutions_whose_rows_are_an_odd_number_of_vectors(h: int, w: int, by: int, target: str) -> None:
    rows, columns = (h - 1) * by + 3, w + 2
    for o, i in ((64, 3), (11, 20)):
        a, k, c = numbers(i, rows, columns), numbers(o, i, 3, 3), np.full((o, h, w), 7, "float32")
        text = CONVOLUTION.format(o=o, i=i, h=h, w=w, by=by, rows=rows, columns=columns)
        build(program(text), target)["main"](a, k, c)
        np.testing.assert_allclose(c, convolved(a, k, h, by), 1e-4, 1e-2)


@pytest.mark.parametrize(("size", "width"), [(32, 56), (64, 80)])
def test_two_rows_of_an_image_share_a_tile(size: int, width: int) -> None:
    text = CONVOLUTION.format(o=64, i=64, h=56, w=width, by=1, rows=58, columns=width + 2)
    high, lanes = (6, 8) if size == 32 else (8, 16)
    assert reasons(text, PROCESSORS[size]) == [
        f"`C`: tiles of {high} x 2 x {lanes} elements in registers, for two iterations of `y`, as one has no pairs of vectors"
    ]
    even = CONVOLUTION.format(o=64, i=64, h=56, w=64, by=1, rows=58, columns=66)
    assert not any("two iterations" in said for said in reasons(even, PROCESSORS[size]))


@pytest.mark.parametrize("target", TARGETS)
def test_rows_of_a_tile_are_neighbours_in_an_image(target: str) -> None:
    a, w, c = numbers(33, 33, 32), numbers(3, 3, 32, 16), np.zeros((16, 16, 16), "float32")
    build(program(CHANNELS_LAST), target)["main"](a, w, c)
    windows = np.lib.stride_tricks.sliding_window_view(a.astype("float64"), (3, 3), axis=(0, 1))[::2, ::2]
    np.testing.assert_allclose(c, np.einsum("yxirs,rsio->yxo", windows, w), 1e-4, 1e-2)


def test_pixels_of_a_tile_lie_beside_each_other() -> None:
    """The pixels of a tile are 256 bytes apart, those of two rows of the image 8,448."""
    target = PROCESSORS[32]
    assembly = translated(lower(program(CHANNELS_LAST), target), tilewright.target.Target(target)).assembly
    places = [int(place) for place in re.findall(r"vbroadcastss\s(-?\d*)\(", assembly)]
    assert len(places) == 4
    assert {after - before for before, after in pairwise(sorted(places))} == {256}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("t", ["float32", "float64", "int8", "float16"])
def test_transposes_of_many_shapes(t: str, target: str) -> None:
    for m, n in ((128, 128), (129, 200), (300, 130), (513, 136), (17, 400), (272, 144)):
        a, b = numbers(m, n, t=t), np.zeros((n, m), t)
        build(program(TRANSPOSE.format(m=m, n=n, t=t)), target)["main"](a, b)
        np.testing.assert_array_equal(b, a.T)


@pytest.mark.parametrize("offset", [0, 1, 4, 15])
def test_transposes_that_begin_anywhere_in_a_line(offset: int) -> None:
    memory = numbers(2 * 256 * 272 + 64)
    a, b = (
        memory[offset:][: 256 * 272].reshape(256, 272),
        memory[256 * 272 + 2 * offset :][: 256 * 272].reshape(272, 256),
    )
    wanted = a.T.copy()
    build(program(TRANSPOSE.format(m=256, n=272, t="float32")), "llvm -mattr=-avx512f")["main"](a, b)
    np.testing.assert_array_equal(b, wanted)
