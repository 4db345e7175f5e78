"""The law of the language, for the tile language: a program is read without report, printed, and comes back equal."""

from __future__ import annotations

import pytest

from tests.tile_language.programs import PROGRAMS, program
from tilewright import build
from tilewright.core.analyze import analyze
from tilewright.error import DiagnosticError
from tilewright.ir import assert_structural_equal, load_json, save_json, structural_hash
from tilewright.script import from_source
from tilewright.tir.stmt_functor import renew_defs


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_read_without_report(name: str) -> None:
    assert analyze(program(PROGRAMS[name])).diagnostics == ()


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_comes_back_equal(name: str) -> None:
    func = from_source(program(PROGRAMS[name]))
    again = from_source(func.script())
    assert_structural_equal(again, func)
    assert structural_hash(again) == structural_hash(func)
    assert again.script() == func.script()


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_kept_and_copied(name: str) -> None:
    func = from_source(program(PROGRAMS[name]))
    assert_structural_equal(load_json(save_json(func)), func)
    assert_structural_equal(renew_defs(func), func)


@pytest.mark.parametrize("name", [name for name, body in PROGRAMS.items() if "device_entry" in body])
def test_building_a_program_says_that_there_is_no_code_generator(name: str) -> None:
    with pytest.raises(DiagnosticError, match="there is no code generator for GPUs"):
        build(from_source(program(PROGRAMS[name])))


DIFFERENT = (
    ("bx = T.cta_id([4])", "bx = T.cta_id([5])"),
    ("bx = T.warp_id([4])", "bx = T.warp_id_in_wg([4])"),
    ("T.cta.copy(A, B)", "T.warp.copy(A, B)"),
    ("T.cta.copy(A, B)", "T.cta.copy(A, B, dispatch='tma')"),
    ("T.cta.copy(A, B)", "T.cta.copy(A, B, stages=2)"),
    ("T.tile.sum(A[0:128, 0], B, axes=1)", "T.tile.sum(A[0:128, 0], B, axes=0)"),
    (
        "C = T.alloc_local((8, 4), layout=T.TileLayout(T.S[(8, 4):(1, 8)]))\nC[0, 0] = 0.0",
        "C = T.alloc_local((8, 4))\nC[0, 0] = 0.0",
    ),
    (
        "C = T.alloc_local((8,), layout=T.TileLayout(T.S[8 : 1 @ Axis.laneid]))\nC[0] = 0.0",
        "C = T.alloc_local((8,), layout=T.TileLayout(T.S[8 : 1 @ Axis.warpid]))\nC[0] = 0.0",
    ),
    ("T.ptx.bar.sync(0)", "T.ptx.bar.sync(1)"),
    ("T.ptx.fence.acq_rel.gpu()", "T.ptx.fence.acq_rel.cta()"),
)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_differs_is_not_equal(one: str, other: str) -> None:
    left, right = from_source(program(one)), from_source(program(other))
    with pytest.raises(ValueError, match="StructuralEqual"):
        assert_structural_equal(left, right)
    assert structural_hash(left) != structural_hash(right)


def test_a_layout_in_row_major_order_is_none() -> None:
    plain = from_source(program("C = T.alloc_local((8, 4))\nC[0, 0] = 0.0"))
    said = from_source(program("C = T.alloc_local((8, 4), layout=T.TileLayout(T.S[(8, 4):(4, 1)]))\nC[0, 0] = 0.0"))
    assert_structural_equal(plain, said)


def test_the_number_of_a_scope_is_known_where_it_is_used() -> None:
    body = "T.device_entry()\nw = T.warp_id([4])\nA[w * 50, 0] = T.float32(0)"
    (found,) = analyze(program(body)).diagnostics
    assert (found.code, "128" in found.message) == ("index-out-of-bounds", True)
