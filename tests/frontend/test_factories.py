"""Kernels in factories are checked with the values of their parameters unknown: what is wrong whatever they are is found, and nothing else is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frontend.factories import MISTAKES, RIGHT, TRICKY, Mistake
from tilewright.core.analyze import Analysis, analyze
from tilewright.core.frontend import readings
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.ir.buffer import Buffer

IMPORTS = "from tvm.script import ir as I, tir as T\n"


@pytest.mark.parametrize("title", [*RIGHT, *TRICKY])
def test_nothing_is_said_of_a_right_factory(title: str) -> None:
    text = IMPORTS + (RIGHT.get(title) or TRICKY[title])
    assert [str(found) for found in analyze(text).diagnostics] == []


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: f"{mistake.factory}: {mistake.after[:40]!r}")
def test_a_mistake_in_a_factory_is_found_at_its_line(mistake: Mistake) -> None:
    right = IMPORTS + RIGHT[mistake.factory]
    assert mistake.before in right
    text = right.replace(mistake.before, mistake.after, 1)
    at = text.index(mistake.at) if mistake.at else right.index(mistake.before)
    found = [(found.code, found.span.line) for found in analyze(text).diagnostics]
    first = text.count("\n", 0, at) + 1
    lines = range(first, first + mistake.after.count("\n") + 1)
    assert any(code == mistake.code and line in lines for code, line in found), found


def test_a_mistake_under_one_condition_says_under_which() -> None:
    text = IMPORTS + RIGHT["branches"].replace("B[vj, vi] = A[vi, vj]", "B[vi, vj] = A[vi, vj]")
    (found,) = analyze(text).diagnostics
    assert found.code == "index-out-of-bounds"
    text = (
        IMPORTS
        + """
def make(n, flag):
    shape = (n, 1) if flag else (n,)
    @T.prim_func
    def f(A: T.Buffer(shape, "float32")):
        for i in range(n):
            A[i] = T.float32(0)
    return f
"""
    )
    (found,) = analyze(text).diagnostics
    assert found.message.endswith("indexed with 1, when `flag` is True")


NARROW = """
def make(n, tile):
    @T.prim_func
    def f(A: T.Buffer((n * tile + 2,), "float32"), B: T.Buffer((n * tile,), "float32")):
        for i in range(n):
            with T.block("outer"):
                vo = T.axis.spatial(n, i)
                T.reads(A[vo * tile : vo * tile + tile])
                T.writes(B[vo * tile : vo * tile + tile])
                for j in range(tile):
                    B[vo * tile + j] = A[vo * tile + j + 2]
    return f
"""
OVERLAPPING = """
def make(n, tile):
    @T.prim_func
    def f(A: T.Buffer((n * tile + 1,), "float32"), B: T.Buffer((n * tile + 1,), "float32")):
        for io in T.parallel(n):
            for ii in range(tile + 1):
                B[io * tile + ii] = A[io * tile + ii] + B[io * tile + ii]
    return f
"""


@pytest.mark.parametrize(("text", "code"), [(NARROW, "region-too-narrow"), (OVERLAPPING, "parallel-race")])
def test_a_mistake_that_is_shown_of_numbers_says_of_which(text: str, code: str) -> None:
    (found,) = [each for each in analyze(IMPORTS + text).diagnostics if each.code == code]
    assert "32" in found.message
    assert found.message.endswith(" (found at n = 16, tile = 32)")


def test_a_defect_of_ours_in_one_factory_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    made = readings.choices_of_sizes

    def failing(count: int) -> object:
        if count == 1:
            raise ValueError("no")
        return made(count)

    monkeypatch.setattr(readings, "choices_of_sizes", failing)
    of_one = "\ndef one(n):\n    @T.prim_func\n    def f(A: T.Buffer((n,), 'float32')):\n        for i in range(n):\n            A[i] = 0.0\n"
    found = analyze(IMPORTS + of_one + NARROW).diagnostics
    assert [each.code for each in found] == [
        "internal-error",
        *(each.code for each in analyze(IMPORTS + NARROW).diagnostics),
    ]
    assert found[0].span.text.strip().startswith("def one(n):")


def test_a_number_of_dimensions_that_is_tried_is_named() -> None:
    text = """
def make(n, rank):
    shape = (n,) * rank
    @T.prim_func
    def f(A: T.Buffer(shape, "float32")):
        for i in range(n):
            A[i] = T.float32(0)
    return f
"""
    (found,) = analyze(IMPORTS + text).diagnostics
    assert found.message == "`A` has 4 dimensions and is indexed with 1 (found at rank = 4)"


def buffers(analysis: Analysis) -> dict[str, Buffer]:
    return {s.name: s.value for _, s in analysis.symbols() if isinstance(s.value, Buffer)}


def test_sizes_and_domains_are_those_of_the_text() -> None:
    analysis = analyze(IMPORTS + RIGHT["configuration"])
    assert [str(size) for size in buffers(analysis)["q"].shape] == ["length", "config_num_heads", "config_head_dim"]
    loops = {s.name: s.binding for _, s in analysis.symbols() if s.kind is SymbolKind.LOOP}
    assert [str(loops[name][1]) for name in "shd"] == ["length", "config_num_heads", "config_head_dim // 2"]


def test_every_name_is_recorded_once_whatever_is_read_again() -> None:
    text = IMPORTS + RIGHT["module"]
    analysis = analyze(text)
    for _, symbol in analysis.symbols():
        places = [(use.start, use.end) for use in symbol.uses]
        assert len(places) == len(set(places)), symbol.name
    (bias,) = [s for _, s in analysis.symbols() if s.name == "bias"]
    (b,) = [s for _, s in analysis.symbols() if s.name == "b" and s.kind is SymbolKind.BUFFER]
    assert len(bias.uses) == 1
    assert len(b.uses) == 1


HELPERS = """
def pick(A, i, wide):
    if wide:
        return A[i, 0]
    total = A[i, 0]
    for k in (1, 2):
        total += A[i, k]
    return total

def make(n, wide, dtype):
    def scratch(rows):
        first = T.alloc_buffer((rows, 4), dtype)
        second = T.alloc_buffer((rows,), "int32", scope="local")
        return first, second

    @T.prim_func
    def f(A: T.Buffer((n, 4), dtype), B: T.Buffer((n,), dtype)):
        S, I_ = scratch(n)
        for i in range(n):
            with T.block("B"):
                v = T.axis.spatial(n, i)
                S[v, 0] = pick(A, v, wide)
                I_[v] = 1
                B[v] = S[v, 0] + T.Cast(dtype, I_[v])
    return f
"""


def test_helpers_of_several_statements_give_what_they_return() -> None:
    analysis = analyze(IMPORTS + HELPERS)
    assert [str(found) for found in analysis.diagnostics] == []
    assert [str(size) for size in buffers(analysis)["S"].shape] == ["n", "4"]
    assert buffers(analysis)["I_"].scope() == "local"
    wrong = analyze(IMPORTS + HELPERS.replace("I_[v] = 1", "I_[v, 0] = 1"))
    assert [found.code for found in wrong.diagnostics] == ["rank-mismatch"]


def test_helpers_and_constants_are_imported_from_files_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "sizes.py").write_text(
        "from tvm.script import tir as T\nROWS = 8\nWIDE = ROWS * 2\ndef room(n):\n    return T.alloc_buffer((n, WIDE), 'float32')\n"
    )
    kernel = """
from sizes import ROWS, room
@T.prim_func
def f(B: T.Buffer((ROWS,), "float32")):
    S = room(ROWS)
    for i in range(ROWS):
        with T.block("S"):
            v = T.axis.spatial(ROWS, i)
            S[v, 0] = T.float32(0)
            B[v] = S[v, 0]
"""
    analysis = analyze(IMPORTS + kernel, str(tmp_path / "kernel.py"))
    assert [str(found) for found in analysis.diagnostics] == []
    assert [str(size) for size in buffers(analysis)["S"].shape] == ["8", "16"]
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "kernel.py").write_text("")
    relative = IMPORTS + kernel.replace("from sizes", "from ..sizes").replace("S[v, 0] =", "S[v] =")
    found = analyze(relative, str(tmp_path / "package" / "kernel.py")).diagnostics
    assert [each.code for each in found] == ["rank-mismatch"]


def test_files_that_import_each_other_end(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("from b import B\nA = B\n")
    (tmp_path / "b.py").write_text("from a import A\nB = A\n")
    text = IMPORTS + "from a import A\n@T.prim_func\ndef f(X: T.Buffer((A,), 'float32')):\n    X[0, 0] = T.float32(0)\n"
    assert [found.code for found in analyze(text, str(tmp_path / "kernel.py")).diagnostics] == ["rank-mismatch"]


def test_functions_that_depend_on_unknowns_cannot_be_built() -> None:
    assert not analyze(IMPORTS + RIGHT["matmul"]).functions


def test_what_data_lead_to_is_found_in_a_factory_too() -> None:
    """Readings with numbers confirm it, though only a trial shows it."""
    text = """
def make(scale):
    @T.prim_func
    def merge(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((15,), "float32")):
        i = T.alloc_buffer((1,), "int32")
        j = T.alloc_buffer((1,), "int32")
        i[0] = 0
        j[0] = 0
        while i[0] < 8 or j[0] < 8:
            if A[i[0]] < B[j[0]]:
                C[i[0] + j[0]] = A[i[0]] * T.float32(scale)
                i[0] = i[0] + 1
            else:
                C[i[0] + j[0]] = B[j[0]] * T.float32(scale)
                j[0] = j[0] + 1
    return merge
"""
    found = [(each.code, each.span.text) for each in analyze(IMPORTS + text).diagnostics]
    assert found == [("index-out-of-bounds", "i[0]"), ("index-out-of-bounds", "j[0]")]
