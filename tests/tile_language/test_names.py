"""The names of the tile language for programs that are made in Python."""

from __future__ import annotations

import pytest

from tilewright import ir, tirx
from tilewright.script import from_source
from tilewright.tirx.layout import Axis, ComposeLayout, Iter, R, S, TileLayout, laneid, warpid


def test_a_layout_is_made_in_python() -> None:
    made = TileLayout(S[(8, 4) : (4 @ laneid, 1)] + R[2 : 1 @ warpid] + 3)
    assert str(made) == "T.TileLayout(T.S[(8, 4):(4 @ Axis.laneid, 1)] + T.R[2:1 @ Axis.warpid] + 3)"
    parts = TileLayout.from_iters([Iter(8, 4, laneid), Iter(4, 1, "m")], [Iter(2, 1, "warpid")], {Axis.m: 3})
    assert ir.structural_equal(made, parts)


def test_a_layout_says_what_it_is() -> None:
    spread = TileLayout(S[(8, 4) : (4 @ laneid, 1)])
    assert (spread.size(), spread.size("laneid"), spread.is_trivial(), spread.is_swizzle()) == (32, 8, False, False)
    assert TileLayout(S[(8, 4)]).is_trivial()
    assert ComposeLayout(3, 3, 3, TileLayout(S[(64, 64)])).is_swizzle()
    assert (Axis.laneid.is_thread(), Axis.TCol.is_memory()) == (True, True)
    with pytest.raises(ValueError, match="there is no axis 'lane'"):
        Axis.get("lane")


def test_the_number_of_a_scope_is_made_in_python() -> None:
    block = tirx.Var("b", "int32")
    stmt = tirx.ScopeIdDefStmt(tirx.ScopeIdDef([block], [4], "kernel", "cta"))
    assert isinstance(stmt, tirx.ScopeIdDefStmt)
    assert tuple(stmt.def_.def_ids) == (block,)
    whole = tirx.SeqStmt([stmt, tirx.Evaluate(block)])
    assert str(whole) == "b = T.cta_id([4])\nT.evaluate(b)"
    with pytest.raises(ValueError, match="no 'warp' in a 'kernel'"):
        tirx.ScopeIdDef([block], [4], "kernel", "warp")


def test_scopes_have_the_numbers_of_tvm() -> None:
    names = ("cluster", "cta", "warpgroup", "warp", "thread")
    assert [tirx.ExecScope(name).kind for name in names] == [2, 3, 4, 5, 6]
    with pytest.raises(ValueError, match="the scopes are"):
        tirx.ExecScope("kernel")


def test_values_are_asked_what_they_are() -> None:
    buffer, variable = tirx.decl_buffer((4,)), tirx.Var("x", "int32")
    assert (tirx.is_buffer_var(buffer), tirx.is_buffer_var(variable)) == (True, False)
    assert (ir.is_prim_expr(variable + 1), ir.is_prim_expr(1), ir.is_prim_var(variable)) == (True, False, True)


def test_a_call_of_a_tile_primitive_is_found() -> None:
    text = "from tvm.script import tirx as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    T.warp.fill(A, 0.0)\n"
    body = from_source(text).body
    assert isinstance(body, tirx.TilePrimitiveCall)
    assert (body.scope, body.op.name, body.dispatch) == ("warp", "tirx.tile.fill", None)
