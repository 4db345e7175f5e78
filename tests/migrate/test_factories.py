"""Factories, Python functions that make functions of the script: migrated there and back they are the same text, and make the same kernels."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.migrate.meaning import check_same_results
from tilewright import tir
from tilewright.core.analyze import analyze
from tilewright.core.migrate import migrated
from tilewright.core.migrate.captured import first_lost
from tilewright.core.migrate.edits import Piece
from tilewright.ir import structural_equal

FACTORIES = """\
from tvm.script import {script} as T


def make_rows(rows, cols):
    @T.prim_func{s_tir}
    def f(A: T.Buffer((rows, cols), "float32"), B: T.Buffer((rows,), "float32")):
        for i in range(rows):
            B[i] = A[i, 0]

    return f


def make_tiles(n, tile):
    @T.prim_func{s_tir}
    def f(A: T.Buffer((n,), "float32"), B: T.Buffer((n,), "float32")):
        for i, j in T.grid((n + tile - 1) // tile, tile):
            if i * tile + j < n:
                B[i * tile + j] = A[i * tile + j]

    return f


def make_product(n, k, flipped=False, dtype="float32"):
    shape = (n, k) if flipped else (k, n)
    last = k - 1

    @T.prim_func(private=True{also_s_tir})
    def f(B: T.Buffer(shape, dtype), C: T.Buffer((n,), dtype)):
        for j, r in T.grid(n, k):
            with T.{block}("sum"):
                vj, vr = T.axis.remap("SR", [j, r])
                with T.init():
                    C[vj] = T.cast(0, dtype)
                if flipped:
                    C[vj] += B[vj, last - vr]
                else:
                    C[vj] += B[last - vr, vj]

    return f


def make_words(n, k, bits=4):
    per_word = 32 // bits
    words = (k * bits + 31) // 32

    @T.prim_func{s_tir}
    def f(W: T.Buffer((n, words), "uint32"), O: T.Buffer((n, k), "uint32")):
        for i, j in T.grid(n, k):
            with T.{block}("words"):
                vi, vj = T.axis.remap("SS", [i, j])
                O[vi, vj] = T.shift_right(W[vi, vj // per_word], T.cast(vj % per_word * bits, "uint32"))

    return f


def make_symbolic(hidden):
    @T.prim_func{s_tir}
    def f(x: T.handle, W: T.Buffer((hidden,), "float32"), y: T.handle):
        n = T.int32()
        X = T.match_buffer(x, (n, hidden), "float32")
        Y = T.match_buffer(y, (n, hidden), "float32")
        for i, j in T.grid(n, hidden):
            with T.{block}("scale"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj] * W[vj]

    return f
"""
CLASSIC = FACTORIES.format(script="tir", s_tir="", also_s_tir="", block="block")
TIRX = FACTORIES.format(script="tirx", s_tir="(s_tir=True)", also_s_tir=", s_tir=True", block="sblock")
CALLS: list[tuple[str, tuple[Any, ...]]] = [
    ("make_rows", (4, 3)),
    ("make_tiles", (10, 4)),
    ("make_product", (4, 3)),
    ("make_product", (4, 3, True)),
    ("make_words", (2, 16)),
    ("make_words", (2, 9, 8)),
    ("make_symbolic", (5,)),
]


def _run(text: str, path: Path) -> ModuleType:
    """The file, run."""
    path.write_text(text)
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    exec(compile(text.replace("from tvm.", "from tilewright."), str(path), "exec"), vars(module))
    return module


@pytest.mark.parametrize(("before", "to", "after"), [(TIRX, "classic", CLASSIC), (CLASSIC, "tirx", TIRX)])
def test_factories_are_the_same_text_in_the_other_dialect_but_for_its_words(before: str, to: str, after: str) -> None:
    made = migrated(before, to)
    assert (made.text, made.refusals) == (after, ())


@pytest.mark.parametrize("to", ["classic", "tirx"])
def test_a_migrated_factory_makes_the_same_kernel(to: str, tmp_path: Path) -> None:
    text = TIRX if to == "classic" else CLASSIC
    before, after = _run(text, tmp_path / "before.py"), _run(migrated(text, to).text, tmp_path / "after.py")
    for name, sizes in CALLS:
        had, has = getattr(before, name)(*sizes), getattr(after, name)(*sizes)
        assert structural_equal(had, has)
        check_same_results(had, has, loops_end=True)


def test_sizes_that_are_text_are_declared_beside_sizes_of_the_factory() -> None:
    text = TIRX.split("def make_rows")[0] + (
        "def make(cols):\n    @T.prim_func(s_tir=True)\n"
        '    def f(A: T.Buffer(("n", cols), "float32"), B: T.Buffer((cols,), "float32")):\n'
        "        for j in range(cols):\n            B[j] = A[0, j]\n\n    return f\n"
    )
    made = migrated(text, "classic")
    assert not made.refusals
    assert '    def f(A_handle: T.handle, B: T.Buffer((cols,), "float32")):\n        n = T.int32()\n' in made.text
    assert '        A = T.match_buffer(A_handle, (n, cols), "float32")\n' in made.text
    assert "cols = T" not in made.text


def test_a_rewriting_that_takes_a_value_of_the_factory_no_more_is_noticed() -> None:
    head = "from tvm.script import tir as T\n\n\ndef make(n):\n    @T.prim_func\n"
    takes = head + '    def f(A: T.Buffer((n,), "float32")):\n        A[n - 1] = T.float32(0)\n\n    return f\n'
    declares = head + (
        '    def f(a: T.handle):\n        n = T.int32()\n        A = T.match_buffer(a, (n,), "float32")\n'
        "        A[n - 1] = T.float32(0)\n\n    return f\n"
    )
    before, after = (Piece.of(analyze(text).definitions[-1]) for text in (takes, declares))
    lost = first_lost(before, after)
    assert lost is not None
    assert (lost[0].name, lost[1]) == ("f", "n")
    assert first_lost(before, before) is None


VIEWS = """\
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
    tx = T.launch_thread("threadIdx.x", 16)
    memory = T.allocate([256], "float32", "shared")
    tile = T.Buffer((16, 16), data=memory, scope="shared")
    pairs = T.Buffer((8, 32), "float32", memory, scope="shared")
    for i in range(16):
        tile[i, tx] = A[i, tx]
    T.tvm_storage_sync("shared")
    for i in range(16):
        B[i, tx] = pairs[tx // 2, tx % 2 * 16 + i]
"""


def test_views_of_memory_are_declared_in_tirx() -> None:
    made = migrated(VIEWS, "tirx")
    assert not made.refusals
    assert '    memory = T.alloc_buffer([256], "float32", scope="shared")\n' in made.text
    assert '    tile = T.decl_buffer((16, 16), data=memory.data, scope="shared")\n' in made.text
    assert '    pairs = T.decl_buffer((8, 32), "float32", memory.data, scope="shared")\n' in made.text
    func = analyze(made.text).functions["f"]
    assert isinstance(func, tir.PrimFunc)
    assert not migrated(made.text, "classic").refusals


UNDECLARED = """\
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def f(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
    tx = T.launch_thread("threadIdx.x", 16)
    memory = T.alloc_buffer([256], "float32", scope="shared")
    tile = T.Buffer((16, 16), data=memory.data, scope="shared")
    for i in range(16):
        tile[i, tx] = A[i, tx]
    T.tvm_storage_sync("shared")
    for i in range(16):
        B[i, tx] = tile[tx, i]
"""


def test_a_view_that_nothing_declares_is_reported_in_tirx_with_a_fix() -> None:
    (found,) = analyze(UNDECLARED).diagnostics
    assert (found.code, found.span.text) == ("undeclared-view", "tile")
    (edit,) = found.fixes[0].edits
    fixed = UNDECLARED[: edit.span.start] + edit.text + UNDECLARED[edit.span.end :]
    assert fixed == UNDECLARED.replace("tile = T.Buffer(", "tile = T.decl_buffer(")
    assert not analyze(fixed).diagnostics
