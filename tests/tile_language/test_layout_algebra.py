"""Layouts as values: where elements lie, tiles of tiles, sums, slices and other element sizes."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tilewright.backend.cuda import tile_primitive
from tilewright.core.builder.tile_layouts import AXIS, R, S
from tilewright.ir import Range, Var
from tilewright.target import Target
from tilewright.tirx.layout import ComposeLayout, SwizzleLayout, TileLayout, wg_local_layout

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
    assert (
        str(TileLayout(S[(2, 4, 8) : (64, 8, 1)]).slice((8, 8), [(2, 6), (0, 8)]))
        == "T.TileLayout(T.S[(2, 2, 8):(48, 8, 1)] + 16)"
    )
    assert TileLayout(S[(2, 4, 8) : (64, 8, 1)]).slice((8, 8), [(1, 6), (0, 8)]) is None


@pytest.mark.parametrize(
    ("step", "count", "expected"),
    [
        (4, 4, "T.TileLayout(T.S[(1, 4):(16, 1)] + x % 4 * 16)"),
        (2, 2, "T.TileLayout(T.S[2:1] + (x % 8 // 2 * 16 + x % 2 * 2))"),
        (1, 2, "None"),
    ],
)
def test_slices_that_begin_at_a_variable(step: int, count: int, expected: str) -> None:
    begin: Any = Var("x", "int32") * step
    assert str(TileLayout(S[(4, 4) : (16, 1)]).slice([16], [(begin, begin + count)])) == expected


def test_a_slice_takes_ranges() -> None:
    stage: Any = Var("stage", "int32")
    layout = TileLayout(S[(3, 128) : (128, 1)])
    region = [Range(stage, stage + 1), Range(0, 128)]
    assert str(layout.slice([3, 128], region)) == "T.TileLayout(T.S[(1, 128):(128, 1)] + stage * 128)"


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


def test_axes_of_threads_are_one_where_a_target_has_warps() -> None:
    written = TileLayout(S[(2, 8, 2, 4) : (2 @ WARP, 4 @ LANE, 1 @ WARP, 1 @ LANE)])
    assert str(written.canonicalize()) == str(written)
    with Target("cuda"):
        assert str(written.canonicalize()) == (
            "T.TileLayout(T.S[(2, 8, 2, 4):(64 @ Axis.tx, 4 @ Axis.tx, 32 @ Axis.tx, 1 @ Axis.tx)])"
        )
        assert str(TileLayout(S[(2, 128) : (1 @ AXIS.wgid, 1 @ AXIS.tid_in_wg)]).canonicalize()) == (
            "T.TileLayout(T.S[256:1 @ Axis.tx])"
        )
        assert str(TileLayout(S[32 : 1 @ LANE] + 2 @ WARP).canonicalize()) == (
            "T.TileLayout(T.S[32:1 @ Axis.tx] + 64 @ Axis.tx)"
        )
        alone = TileLayout(S[32 : 1 @ LANE])
        assert str(alone.canonicalize()) == str(alone)


def test_tiles_of_lanes_are_found_in_layouts_of_all_threads() -> None:
    with Target("cuda"):
        whole = TileLayout(S[(2, 8, 2, 4, 2) : (64 @ AXIS.tx, 4 @ AXIS.tx, 32 @ AXIS.tx, 1 @ AXIS.tx, 1)])
        warp = TileLayout(S[(8, 1, 4, 2) : (4 @ LANE, 2, 1 @ LANE, 1)])
        outer = warp.is_tile_inner(whole, [16, 16], [8, 8])
        assert str(outer and outer.canonicalize()) == "T.TileLayout(T.S[4:1 @ Axis.warpid])"
        warps = TileLayout(S[(2, 2) : (2 @ WARP, 1 @ WARP)])
        inner = cast("TileLayout", warps.is_tile_outer(whole, [16, 16], [2, 2]))
        assert str(inner.canonicalize()) == "T.TileLayout(T.S[(32, 2):(1 @ Axis.laneid, 1)])"


def test_copies_belong_to_the_layout_that_has_them() -> None:
    tile = TileLayout(S[(64, 128) : (128, 1)])
    warps = TileLayout(S[2 : 2 @ WARP] + R[2 : 1 @ WARP])
    whole = tile.tile(warps, [2, 1], [64, 128])
    assert str(whole) == "T.TileLayout(T.S[(2, 8192):(2 @ Axis.warpid, 1)] + T.R[2:1 @ Axis.warpid])"
    outer = cast("TileLayout", tile.is_tile_inner(whole, [128, 128], [64, 128]))
    assert str(outer.canonicalize()) == str(warps)
    inner = cast("TileLayout", warps.is_tile_outer(whole, [128, 128], [2, 1]))
    assert str(inner.canonicalize()) == "T.TileLayout(T.S[8192:1])"


def test_tiles_and_their_shapes_have_the_same_rank() -> None:
    with pytest.raises(ValueError, match="number of dimensions"):
        TileLayout(S[(2, 4) : (1, 2)]).tile(TileLayout(S[8:1]), [8], [2, 4])
    with pytest.raises(AssertionError, match="no order of 2 groups"):
        ROWS.permute_by_groups([0, 1, 2], [0, 0])


def test_copies_alone_and_axes_that_do_not_follow_one_another() -> None:
    assert str(TileLayout(R[32 : 1 @ LANE]).canonicalize()) == "T.TileLayout(T.R[32:1 @ Axis.laneid])"
    with pytest.raises(ValueError, match="disconnected"):
        TileLayout(S[(4, 2) : (1 @ AXIS.cbx, 1 @ AXIS.bx)]).verify_well_formed()


def test_a_swizzled_tile_is_found_in_what_is_made_of_it() -> None:
    swizzle = SwizzleLayout(3, 3, 3)
    tiles = TileLayout(S[(8, 4) : (1, 8)])
    whole = swizzle.tile(tiles, (8, 4), (8, 64))
    assert str(whole) == "T.ComposeLayout(3, 3, 3, T.TileLayout(T.S[(64, 4, 64):(64, 4096, 1)]))"
    assert str(swizzle.is_tile_inner(whole, (64, 256), (8, 64))) == str(tiles)
    inner = cast("Any", tiles.is_tile_outer(whole, (64, 256), (8, 4)))
    assert str(inner.canonicalize()) == str(swizzle)
    assert SwizzleLayout(2, 3, 3).is_tile_inner(whole, (64, 256), (8, 64)) is None
    assert swizzle.is_tile_outer(whole, (64, 256), (8, 64)) is None


def test_a_swizzle_alone_permutes_each_period() -> None:
    swizzle = SwizzleLayout(3, 3, 3)
    assert (swizzle.size(), SwizzleLayout(4, 3, 3).size()) == (512, 1024)
    for place in range(0, 2048, 37):
        row, unit, rest = place // 64 % 8, place // 8 % 8, place % 8
        assert int(swizzle.apply(place)["m"]) == place // 64 * 64 + (row ^ unit) * 8 + rest
    composed = ComposeLayout(swizzle, TileLayout(S[(8, 64) : (64, 1)]))
    assert isinstance(swizzle, SwizzleLayout)
    assert isinstance(composed, ComposeLayout)
    assert not isinstance(composed, SwizzleLayout)
    assert isinstance(composed.canonicalize(), SwizzleLayout)
    assert str(ComposeLayout(layout_A=swizzle, layout_B=TileLayout(S[512:1]))) == str(swizzle)


@pytest.mark.parametrize(
    ("annotation", "shape", "expected"),
    [
        ("PF", (128, 512), "T.S[(128, 512):(1 @ Axis.P, 1 @ Axis.F)]"),
        ("FPF", (32, 512, 512), "T.S[(32, 4, 128, 512):(512 @ Axis.F, 16384 @ Axis.F, 1 @ Axis.P, 1 @ Axis.F)]"),
        ("FPPF", (2, 4, 32, 512), "T.S[(2, 4, 32, 512):(512 @ Axis.F, 32 @ Axis.P, 1 @ Axis.P, 1 @ Axis.F)]"),
    ],
)
def test_layouts_of_trainium(annotation: str, shape: tuple[int, ...], expected: str) -> None:
    assert str(TileLayout.trainium(annotation, shape)) == f"T.TileLayout({expected})"


def test_sums_of_trainium_lie_in_banks() -> None:
    banks = TileLayout(S[(1024, 8) : (1 @ AXIS.F, 1 @ AXIS.P)]).to_psum()
    assert str(banks) == "T.TileLayout(T.S[(2, 512, 8):(1 @ Axis.Bank, 1 @ Axis.F, 1 @ Axis.P)])"
    for wrong, shape in (("PX", (1, 2)), ("P", (1, 2)), ("PP", (2, 256)), ("PF", (200, 1))):
        with pytest.raises(AssertionError):
            TileLayout.trainium(wrong, shape)


@pytest.mark.parametrize(
    ("dtype", "mode", "shape", "expected"),
    [
        ("float16", 3, (64, 256), "T.ComposeLayout(3, 3, 3, T.TileLayout(T.S[(64, 4, 64):(64, 4096, 1)]))"),
        (
            "float16",
            2,
            (3, 64, 256),
            "T.ComposeLayout(3, 2, 3, T.TileLayout(T.S[(3, 64, 8, 32):(16384, 32, 2048, 1)]))",
        ),
        ("float4_e2m1fn", 3, (3, 64, 256), "T.ComposeLayout(5, 3, 3, T.TileLayout(T.S[49152:1]))"),
        ("float32", 0, (3, 64, 256), "T.TileLayout(T.S[(3, 64, 64, 4):(16384, 4, 256, 1)])"),
        ("float16", 0, (3, 64, 100), "T.TileLayout(T.S[19200:1])"),
    ],
)
def test_layouts_of_matrix_instructions(dtype: str, mode: int, shape: tuple[int, ...], expected: str) -> None:
    layout = tile_primitive.mma_shared_layout(dtype, mode, shape)
    assert str(layout) == expected
    assert tile_primitive.get_swizzle_mode_from_layout(layout) is tile_primitive.SwizzleMode(mode)


def test_a_swizzle_in_the_other_direction_is_no_mode() -> None:
    with pytest.raises(ValueError, match="swizzle direction"):
        tile_primitive.get_swizzle_mode_from_layout(SwizzleLayout(0, 3, 3, swizzle_inner=False))
    assert tile_primitive.get_swizzle_mode_from_layout(SwizzleLayout(0, 4, 3)) is None
