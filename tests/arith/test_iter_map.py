"""Iteration maps: what is called a bijection is one, counted point by point."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from tests.arith.reference import evaluator
from tilewright.arith.analyzer import Analyzer
from tilewright.arith.iter_map import (
    IterMapLevel,
    IterSumExpr,
    detect_iter_map,
    is_affine_bijection,
    iter_map_simplify,
    normalize_iter_map_to_expr,
)
from tilewright.arith.region_bounds import estimate_region_lower_bound
from tilewright.ir.expr import Expr, Range, SizeVar, Var

X, Y, Z = (Var(name, "int32") for name in "ijk")


def ranges(i: int = 8, j: int = 16, k: int = 4) -> dict[Var, Range]:
    return {X: Range(0, i), Y: Range(0, j), Z: Range(0, k)}


def is_bijection(indices: Sequence[Expr], iters: dict[Var, Range]) -> bool:
    """Whether the points of the loops give every point of a box once."""
    runs = [evaluator(index) for index in indices]
    points = [
        tuple(run(dict(zip(iters, values))) for run in runs)
        for values in itertools.product(*[range(r.min.value, r.min.value + r.extent.value) for r in iters.values()])  # type: ignore[attr-defined]
    ]
    box = 1
    for column in zip(*points):
        box *= max(column) - min(column) + 1
    return len(set(points)) == len(points) == box


def test_fused_loops() -> None:
    assert is_affine_bijection([X * 16 + Y], {X: Range(0, 8), Y: Range(0, 16)})
    assert not is_affine_bijection([X * 15 + Y], {X: Range(0, 8), Y: Range(0, 16)})
    assert not is_affine_bijection([X * 17 + Y], {X: Range(0, 8), Y: Range(0, 16)})


def test_split_loop() -> None:
    assert is_affine_bijection([Y // 4, Y % 4], {Y: Range(0, 16)})
    assert not is_affine_bijection([Y // 4], {Y: Range(0, 16)})
    assert not is_affine_bijection([Y // 5, Y % 5], {Y: Range(0, 16)})


def test_split_of_fused_loops() -> None:
    fused = X * 16 + Y
    assert is_affine_bijection([fused // 32, fused % 32], {X: Range(0, 8), Y: Range(0, 16)})
    assert is_affine_bijection([fused // 64, fused % 64 // 4, fused % 4], {X: Range(0, 8), Y: Range(0, 16)})


def test_permuted_loops() -> None:
    assert is_affine_bijection([Z, Y, X], ranges())
    assert not is_affine_bijection([X, X], {X: Range(0, 8)})
    assert not is_affine_bijection([X, Y], ranges())


def test_symbolic_sizes() -> None:
    n, m = SizeVar("n", "int32"), SizeVar("m", "int32")
    assert is_affine_bijection([X * m + Y], {X: Range(0, n), Y: Range(0, m)})
    assert not is_affine_bijection([X * n + Y], {X: Range(0, n), Y: Range(0, m)})


def test_predicate_shortens_a_fused_loop() -> None:
    iters = {X: Range(0, 11), Y: Range(0, 12)}
    found = detect_iter_map([X * 12 + Y], iters, X * 12 + Y < 128, IterMapLevel.Surjective)
    assert found.indices
    assert not found.errors


def test_reasons() -> None:
    assert "multiplied" in detect_iter_map([X * Y], ranges()).errors[0]
    assert "gaps or overlaps" in detect_iter_map([X + Y], ranges()).errors[0]


def test_maps_stand_for_their_indices() -> None:
    iters = ranges()
    analyzer = Analyzer()
    for variable, range_ in iters.items():
        analyzer.bind(variable, range_)
    for index in (X * 16 + Y, (X * 16 + Y) // 4, Y % 4 + 3, X * 64 + Y * 4 + Z):
        (found,) = detect_iter_map([index], iters, True, IterMapLevel.NoCheck).indices
        assert analyzer.can_prove_equal(normalize_iter_map_to_expr(found), index)
        assert analyzer.can_prove_equal(iter_map_simplify([index], iters)[0], index)


EXTENTS = st.sampled_from([1, 2, 3, 4, 6])


@st.composite
def maps(draw: st.DrawFn) -> tuple[list[Expr], dict[Var, Range]]:
    sizes = [draw(EXTENTS) for _ in range(3)]
    fused = (X * draw(st.sampled_from([sizes[1], 1, 4])) + Y) * draw(st.sampled_from([sizes[2], 1, 4])) + Z
    factor = draw(st.sampled_from([2, 3, 4, 6, 8]))
    pieces = [
        fused // factor,
        fused % factor,
        X,
        Y,
        Z,
        Y // 2,
        Y % 2,
        X * sizes[1] + Y,
        fused,
        fused // 12,
        fused % 12 // 2,
        fused % 2,
    ]
    indices = draw(st.lists(st.sampled_from(range(len(pieces))), min_size=1, max_size=3))
    return [pieces[index] for index in indices], dict(zip((X, Y, Z), (Range(0, size) for size in sizes)))


@settings(max_examples=400, deadline=None)
@given(maps())
def test_what_is_called_a_bijection_is_one(drawn: tuple[list[Expr], dict[Var, Range]]) -> None:
    indices, iters = drawn
    if is_affine_bijection(indices, iters):
        assert is_bijection(indices, iters)


def test_an_index_is_one_piece_of_a_fused_mark_with_its_scale_outside() -> None:
    (found,) = detect_iter_map([X * 4 + Y * 2 + 3], {X: Range(0, 3), Y: Range(0, 2)}).indices
    (split,) = found.args
    assert (str(split.extent), str(split.scale), str(found.base)) == ("6", "2", "3")
    assert isinstance(split.source.source, IterSumExpr)
    assert len(split.source.source.args) == 2


def test_numbers_are_indices_and_levels_have_names() -> None:
    found = detect_iter_map([X, 3], {X: Range(0, 3)}, check_level="bijective").indices
    assert [len(index.args) for index in found] == [1, 0]
    with pytest.raises(ValueError, match="sometimes"):
        detect_iter_map([X], {X: Range(0, 3)}, check_level="sometimes")


def test_multiples_are_divided() -> None:
    quotient, rest = detect_iter_map([X * 2 // 4, X * 2 % 4], {X: Range(0, 8)}).indices
    assert [str(normalize_iter_map_to_expr(each)) for each in (quotient, rest)] == ["i // 2", "i % 2 * 2"]


def test_a_region_is_covered_by_steps_in_either_direction() -> None:
    domain = {X: Range(0, 4), Y: Range(0, 4)}
    region = [Range.from_min_extent(1 - X, 4), Range.from_min_extent(20 - Y * 4, 16)]
    found = estimate_region_lower_bound(region, domain)
    assert [str(each) for each in found or ()] == ["IntervalSet[-2, 4]", "IntervalSet[8, 35]"]
