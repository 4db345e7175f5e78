"""Layouts as values: where elements lie, tiles of tiles, sums, slices and other element sizes."""

from __future__ import annotations

import pytest

from tilewright.core.builder.tile_layouts import AXIS, R, S
from tilewright.ir import Var
from tilewright.tirx.layout import ComposeLayout, TileLayout, wg_local_layout

LANE, WARP = AXIS.laneid, AXIS.warpid
ROWS = TileLayout(S[(8, 8) : (8, 1)])


def test_a_tile_is_repeated_behind_what_it_reaches() -> None:
    assert (
        str(ROWS.tile(TileLayout(S[(2, 3) : (3, 1)]), (2, 3), (8, 8)))
        == "T.TileLayout(T.S[(2, 8, 3, 8):(192, 8, 64, 1)])"
    )
    spread = TileLayout(S[(1, 2) : (2, 1)]).tile(TileLayout(S[32 : 1 @ LANE]), (8, 4), (1, 2))
    assert str(spread) == "T.TileLayout(T.S[(32, 2):(1 @ Axis.laneid, 1)])"


def test_a_sum_of_layouts_does_not_scale() -> None:
    total = ROWS.direct_sum(TileLayout(S[(2, 3) : (300, 100)]), (2, 3), (8, 8))
    assert str(total) == "T.TileLayout(T.S[(2, 8, 3, 8):(300, 8, 100, 1)])"
    left = ROWS.is_direct_sum_right(total, (2, 8, 3, 8), (8, 8))
    assert str(left) == "T.TileLayout(T.S[(2, 3):(300, 100)])"


def test_the_outer_and_the_inner_layout_of_a_tiled_one() -> None:
    inner, outer = TileLayout(S[(1, 2) : (2, 1)]), TileLayout(S[32 : 1 @ LANE])
    tiled = inner.tile(outer, (8, 4), (1, 2))
    assert (
        str(inner.is_tile_inner(tiled, (8, 8), (1, 2)))
        == "T.TileLayout(T.S[(8, 4):(4 @ Axis.laneid, 1 @ Axis.laneid)])"
    )
    assert outer.is_tile_outer(tiled, (8, 8), (8, 4)) is not None
    assert ROWS.is_tile_inner(tiled, (8, 8), (1, 3)) is None


def test_neighbours_that_move_alike_are_one_part() -> None:
    assert str(TileLayout(S[(8, 4, 1, 2) : (8, 2, 7, 1)]).canonicalize()) == "T.TileLayout(T.S[64:1])"
    assert str(TileLayout(S[(4, 8) : (1, 4)]).canonicalize()) == "T.TileLayout(T.S[(4, 8):(1, 4)])"


def test_the_place_of_an_element() -> None:
    layout = TileLayout(S[(2, 2) : (1, 2 @ LANE)] + R[4 : 1 @ WARP] + 5)
    assert {axis: int(place) for axis, place in layout.apply(3).items()} == {"laneid": 2, "m": 6}
    assert int(ROWS.apply(1, 2, shape=(4, 16))["m"]) == 18
    assert str(TileLayout(S[(8, 4) : (8, 2)]).apply(Var("v", "int32"))["m"]) == "v * 2"
    assert int(ComposeLayout(3, 3, 3, TileLayout(S[(64, 64) : (64, 1)])).apply(70)["m"]) == 78


def test_a_swizzle_is_a_permutation() -> None:
    for inner in (True, False):
        layout = ComposeLayout(1, 2, 2, TileLayout(S[(8, 8) : (8, 1)]), inner)
        assert sorted(int(layout.apply(at)["m"]) for at in range(64)) == list(range(64))


def test_how_far_a_layout_reaches() -> None:
    layout = TileLayout(S[(2, 2) : (1, 2)] + R[4 : 1 @ WARP] + 5)
    assert (int(layout.span("m")), int(layout.span("warpid")), layout.size()) == (9, 4, 4)


def test_parts_are_split_at_sizes() -> None:
    layout, begins = TileLayout(S[(8, 4, 2) : (8, 2, 1)]).group((16, 4))
    assert str(layout) == "T.TileLayout(T.S[(8, 2, 2, 2):(8, 4, 2, 1)])"
    assert begins == (0, 2, 4)
    with pytest.raises(ValueError, match="can not be grouped"):
        ROWS.group((3, 4, 8))
    assert TileLayout(S[64:1]).group_many([(8, 8), (4, 16)])[1] == [(0, 2, 3), (0, 1, 3)]


def test_slices() -> None:
    assert str(ROWS.slice((8, 8), [(0, 4), (2, 6)])) == "T.TileLayout(T.S[(4, 4):(8, 1)] + 2)"
    assert (
        str(TileLayout(S[(2, 4, 8) : (64, 8, 1)]).slice((8, 8), [(4, 8), (0, 8)]))
        == "T.TileLayout(T.S[(1, 4, 8):(64, 8, 1)] + 64)"
    )
    assert TileLayout(S[(2, 4, 8) : (64, 8, 1)]).slice((8, 8), [(2, 6), (0, 8)]) is None


def test_other_elements_and_orders() -> None:
    assert str(ROWS.pack(4)) == "T.TileLayout(T.S[(8, 2):(2, 1)])"
    assert str(ROWS.unpack(4)) == "T.TileLayout(T.S[(8, 8, 4):(32, 4, 1)])"
    assert str(ROWS.broadcast(4)) == "T.TileLayout(T.S[(8, 8, 4):(8, 1, 0)])"
    assert str(ROWS.permute_dims([1, 0])) == "T.TileLayout(T.S[(8, 8):(1, 8)])"
    assert str(ROWS.tile_to((16, 24), (8, 8))) == "T.TileLayout(T.S[(2, 8, 3, 8):(192, 8, 64, 1)])"
    with pytest.raises(ValueError, match="can not be packed"):
        TileLayout(S[(8, 2) : (8, 1)]).pack(4)
    own = TileLayout(S[(8, 2) : (1 @ LANE, 1)] + R[4 : 1 @ WARP] + 5).storage()
    assert str(own) == "T.TileLayout(T.S[2:1] + 5)"


def test_offsets_are_a_mapping_of_axes() -> None:
    layout = TileLayout(S[8 : 4 @ LANE] + (1 @ LANE + 2 @ WARP + 64))
    assert dict(layout.offset) == {LANE: 1, WARP: 2, AXIS.m: 64}
    assert str(layout) == str(TileLayout(S[8 : 4 @ LANE] + 1 @ LANE + 2 @ WARP + 64))
    assert layout.offset[0].axis is LANE
    with pytest.raises(KeyError):
        layout.offset[AXIS.tx]


def test_axes_by_their_names() -> None:
    assert str(TileLayout(S[8:"laneid"])) == str(TileLayout(S[8 : 1 @ LANE]))
    assert str(TileLayout(S[(8, 4) : ((4, "laneid"), 1)])) == str(TileLayout(S[(8, 4) : (4 @ LANE, 1)]))
    assert str(wg_local_layout(16)) == "T.TileLayout(T.S[(128, 16):(1 @ Axis.tid_in_wg, 1)])"


def test_the_scopes_of_threads_follow_one_another() -> None:
    spread = TileLayout(S[(2, 8, 2) : (2 @ WARP, 4 @ LANE, 1)] + R[4 : 1 @ LANE])
    inner, outer = spread.get_scope() or (None, None)
    assert (inner.name, outer.name) == ("thread", "cta")
    assert spread.verify_well_formed()
    assert ROWS.get_scope() is None
    with pytest.raises(ValueError, match="disconnected"):
        TileLayout(S[(2, 8) : (2 @ AXIS.wgid, 4 @ LANE)]).verify_well_formed()
    assert (WARP.get_scope().name, WARP.get_subscope().name, AXIS.m.get_scope()) == ("cta", "warp", None)
