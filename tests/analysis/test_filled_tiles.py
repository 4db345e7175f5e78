"""Tiles that are filled before they are read: bounds tell when nothing is missing, and what is missing is still reported."""

from __future__ import annotations

import pytest

from tests.analysis.test_verify import said
from tilewright.core.analyze import analyze

PARAMETERS = "A: T.Buffer((256,), 'float32'), B: T.Buffer((256,), 'float32')"
LAST = "uninitialized-read: S[j // 16, j % 16]: `S[j // 16, j % 16]` is read when j = 255, and nothing has been stored in `S[15, 15]` before"


def tile(loops: str, store: str) -> str:
    """A tile of 16 by 16 elements that a loop fills and another one reads whole."""
    return "\n".join(
        (
            "S = T.alloc_buffer((16, 16))",
            *(f"{'    ' * depth}{line}" for depth, line in enumerate((*loops.split("; "), store))),
            "for j in range(256):\n    B[j] = S[j // 16, j % 16]",
        )
    )


@pytest.mark.parametrize(
    ("loops", "store"),
    [
        ("for i in range(256):", "S[i // 16, i % 16] = A[i]"),
        ("for i, v in T.grid(64, 4):", "S[(i * 4 + v) // 16, (i * 4 + v) % 16] = A[i * 4 + v]"),
        ("for i in range(256):", "S[i % 64 // 4, i // 64 * 4 + i % 4] = A[i]"),
        ("for i in range(300):; if i < 256:", "S[i // 16, i % 16] = A[i]"),
    ],
)
def test_a_tile_that_is_filled_whole(loops: str, store: str) -> None:
    assert said(tile(loops, store), PARAMETERS) == []


@pytest.mark.parametrize(
    ("loops", "store"),
    [
        ("for i in range(255):", "S[i // 16, i % 16] = A[i]"),
        ("for i, v in T.grid(64, 3):", "S[(i * 4 + v) // 16, (i * 4 + v) % 16] = A[i * 4 + v]"),
        ("for i in range(256):; if i < 250:", "S[i // 16, i % 16] = A[i]"),
        ("for i, k in T.grid(16, 15):; if k < 20:", "S[i, k] = A[i]"),
    ],
)
def test_a_tile_of_which_the_end_is_missing(loops: str, store: str) -> None:
    assert said(tile(loops, store), PARAMETERS) == [LAST]


def test_digits_that_leave_some_out_do_not_keep_iterations_apart() -> None:
    body = "S = T.alloc_buffer((16, 16))\nfor i in T.parallel(256):\n    S[i // 16, i % {0}] = A[i]\nfor j in range(256):\n    B[j] = S[j // 16, j % {0}]"
    assert said(body.format(16), PARAMETERS) == []
    race = "iteration i = 0 writes `S[0, 0]`, which iteration i = 8 writes too"
    assert said(body.format(8), PARAMETERS) == [f"parallel-race: S[i // 16, i % 8]: {race}"]


def test_a_condition_of_a_store_that_the_load_has_too() -> None:
    rows = "S = T.alloc_buffer((8, 16))\nfor o in range(8):\n    for i in range(16):\n        if o * 16 + i < {}:\n            S[o, i] = A[o * 16 + i]\n"
    rows += "    for j in range(16):\n        if o * 16 + j < 120:\n            B[o * 16 + j] = S[o, j]"
    assert said(rows.format(120), PARAMETERS) == []
    unset = "`S[o, j]` is read when o = 7, j = 7, and nothing has been stored in `S[7, 7]` before"
    assert said(rows.format(112), PARAMETERS) == [f"uninitialized-read: S[o, j]: {unset}"]


def test_indices_of_two_types() -> None:
    body = "S = T.alloc_buffer((4,))\nfor o in range(T.int64(2)):\n    for i in range(T.int64(2)):\n        S[o * T.int64(2) + i] = A[i]\n"
    body += "    for j in range(4):\n        B[j] = S[j]"
    unset = "`S[j]` is read when j = 2, and nothing has been stored in `S[2]` before"
    assert said(body, PARAMETERS) == [f"uninitialized-read: S[j]: {unset}"]


ROWS = """from tilewright.script import tir as T


@T.prim_func
def f(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    B = T.alloc_buffer((72,))
    for io in T.parallel(8):
        for r in range({filled}):
            with T.block("B"):
                vr = T.axis.opaque({filled}, r)
                vo = T.axis.spatial(8, io)
                B[vo * 8 + vr] = A[(vo * 8 + vr) % 64]
        for r in range(8):
            with T.block("C"):
                v = T.axis.spatial(64, io * 8 + r)
                C[v] = B[{read}]
"""


@pytest.mark.parametrize(("filled", "read"), [(8, "v"), (8, "v // 8 * 8 + (v + 2) % 8"), (10, "v + 2")])
def test_an_iteration_of_a_parallel_loop_reads_what_it_has_stored(filled: int, read: str) -> None:
    assert analyze(ROWS.format(filled=filled, read=read)).diagnostics == ()


@pytest.mark.parametrize(("filled", "read"), [(8, "(v + 2) % 64"), (9, "v + 2")])
def test_what_other_iterations_store_is_not_there(filled: int, read: str) -> None:
    (found,) = analyze(ROWS.format(filled=filled, read=read)).diagnostics
    assert found.code == "uninitialized-read"
    assert found.notes[-1].message == "each iteration of the parallel loop `io` has `B` for itself"
