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
from tilewright.core.arith.iter_map import digit_bounds, simplify_digits
from tilewright.core.arith.region_bounds import estimate_region_lower_bound
from tilewright.core.arith.subspace import subspace_divide
from tilewright.core.builder.tir_functions import all as all_
from tilewright.core.ir.structural import structural_equal
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
    assert "gaps or overlaps" in detect_iter_map([X + Y], ranges(), check_level="bijective").errors[0]
    assert "gaps or overlaps" in detect_iter_map([X * 40 + Y], ranges()).errors[0]
    assert "no part of an index" in detect_iter_map([X], ranges(), X * 16 + Y < 40).errors[0]
    assert "no part of an index" in detect_iter_map([X], ranges(), (X * 16 + Y) // 3 < 4).errors[0]


N = Var("n", "int32")
DIGITS = {X: Range(0, N * 32), Y: Range(0, N)}


@pytest.mark.parametrize(
    ("index", "shorter"),
    [
        (X // N * N + X % N, "i"),
        (X // (N * 32), "0"),
        (X // N % 32, "i // n"),
        ((X + 1) // N, "(i + 1) // n"),
        ((Y * 2 + X) // N, "(j * 2 + i) // n"),
        (X // 4 * 4 + X % 4, "i // 4 * 4 + i % 4"),  # the analyzer's work
    ],
)
def test_digits_in_symbolic_sizes_are_joined(index: Expr, shorter: str) -> None:
    found = simplify_digits(index, DIGITS)
    assert str(found) == shorter
    before, after = evaluator(index), evaluator(found)
    for n in (1, 2, 5):
        for i, j in itertools.product(range(n * 32), range(n)):
            values = {X: i, Y: j, N: n}
            assert before(values) == after(values)


def test_digits_are_joined_where_a_condition_ends_the_loops() -> None:
    index, domains = (X * 64 + Y) // N * N + (X * 64 + Y) % N, {X: Range(0, (N + 1) // 2), Y: Range(0, 64)}
    assert str(simplify_digits(index, domains, [X * 64 + Y < N * 32])) == "i * 64 + j"


@pytest.mark.parametrize("index", [X // N, X % N, X // N * 3 + Y + 2])
def test_bounds_of_digits_are_reached_and_not_left(index: Expr) -> None:
    bounds = digit_bounds(index, DIGITS, Analyzer())
    assert bounds is not None
    run, lowest, highest = map(evaluator, (index, *bounds))
    for n in (1, 2, 5):
        values = [run({X: i, Y: j, N: n}) for i, j in itertools.product(range(n * 32), range(n))]
        assert (lowest({N: n}), highest({N: n})) == (min(values), max(values))


def test_what_is_no_sum_of_digits_has_no_such_bounds() -> None:
    assert digit_bounds(X * Y, DIGITS, Analyzer()) is None
    assert digit_bounds(0 - X % N, DIGITS, Analyzer()) is None


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


def reached(indices: Sequence[Expr], iters: dict[Var, Range], predicate: Expr | None = None) -> set[tuple[int, ...]]:
    """The points of the indices at all points of the loops where the predicate holds."""
    runs = [evaluator(index) for index in indices]
    holds = (lambda _: True) if predicate is None else evaluator(predicate)
    points = itertools.product(*[range(r.min.value, r.min.value + r.extent.value) for r in iters.values()])  # type: ignore[attr-defined]
    places = [dict(zip(iters, values)) for values in points]
    return {tuple(run(place) for run in runs) for place in places if holds(place)}


@settings(max_examples=400, deadline=None)
@given(maps(), st.integers(-3, 40), st.integers(0, 3), st.sampled_from([0, 1, 2]))
def test_each_index_runs_from_its_base_through_its_extent(
    drawn: tuple[list[Expr], dict[Var, Range]], limit: int, base: int, bounds: int
) -> None:
    """What is called surjective is, on each of its indices: padding, overlaps and predicates included."""
    indices, iters = drawn
    moved = [index + base for index in indices]
    predicate = [None, indices[0] < limit, all_(indices[0] < limit, Y >= base)][bounds]
    if not reached([X], iters, predicate):
        return
    found = detect_iter_map(moved, iters, True if predicate is None else predicate).indices
    for index, made in zip(moved, found):
        values = {point for (point,) in reached([index], iters, predicate)}
        if not made.args:
            assert len(values) == 1
            continue
        start, extent, scale = (evaluator(e)({}) for e in (made.base, made.args[0].extent, made.args[0].scale))
        assert values == {start + scale * at for at in range(extent)}


def test_loops_divided_unevenly_are_padded() -> None:
    iters = {X: Range(0, 26)}
    (found,) = detect_iter_map([X // 15], iters).indices
    assert str(found.args[0].extent) == "2"
    assert not detect_iter_map([X // 15], iters, check_level="bijective").indices
    assert "depend on each other" in detect_iter_map([X // 15, X % 15], iters).errors[0]
    for unreached in (X % 16, X % 12 // 2):
        assert "does not reach all" in detect_iter_map([unreached], {X: Range(0, 3)}).errors[0]


def test_bounds_of_sums_move_and_shorten_them() -> None:
    (found,) = detect_iter_map(
        [X * 12 + Y], {X: Range(0, 11), Y: Range(0, 12)}, all_(X * 12 + Y > 5, X * 12 + Y < 128)
    ).indices
    assert (str(found.base), str(found.args[0].extent)) == ("6", "122")


def test_unit_loops_stay_where_asked() -> None:
    iters = {X: Range(0, 1), Y: Range(0, 32)}
    index = X + Y // 4 * 4 + Y % 4
    assert str(iter_map_simplify([index], iters)[0]) == "j"
    assert sorted(str(iter_map_simplify([index], iters, simplify_trivial_iterators=False)[0])) == sorted("j + i")


def test_subspaces() -> None:
    iters = {X: Range(0, 4), Y: Range(0, 8), Z: Range(0, 2)}
    fused = X * 2 + Y // 4
    divided = subspace_divide([fused, Y % 4 * 2 + Z], iters, [Z], fused < 7)
    texts = [[str(normalize_iter_map_to_expr(mark.source)) for mark in pair] for pair in divided[:-1]]
    assert texts == [["i * 2 + j // 4", "0"], ["j % 4", "k"]]
    assert [str(mark.extent) for mark in divided[-1]] == ["i * 2 + j // 4 < 7", "T.bool(True)"]
    assert subspace_divide([fused, Y % 4 * 2 + Z], iters, [X, Z]) == []


def test_maps_are_written_as_they_are_made() -> None:
    (found,) = detect_iter_map([X], {X: Range(2, 6)}).indices
    inner = "IterSumExpr([IterSplitExpr(IterMark(i - 2, 4), 1, 4, 1)], 0)"
    assert str(found) == f"IterSumExpr([IterSplitExpr(IterMark({inner}, 4), 1, 4, 1)], 2)"
    assert str(normalize_iter_map_to_expr(found)) == "i - 2 + 2"


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


def test_variables_that_cancel_each_other_are_gone() -> None:
    i, j, n = X, Y, Var("n", "int32")
    known = ranges(4, 3)
    for index in (i * -1 + i + j, i - i + j, i * n - i * n + j, (i - i) % 3 + j):
        (found,) = detect_iter_map([index], known, True, "surjective").indices
        assert structural_equal(Analyzer().simplify(normalize_iter_map_to_expr(found)), j)
    assert not detect_iter_map([i * (n - n) + j, i], known, True, "bijective").indices


@pytest.mark.parametrize("begin", [0, 3])
def test_a_bound_of_a_sum_with_a_loop_that_runs_once_is_one_of_the_other_loop(begin: int) -> None:
    iters = {X: Range.from_min_extent(begin, 1), Y: Range(0, 256)}
    index = X * 256 + Y - begin * 256
    found = detect_iter_map([index // 7, index % 7], iters, index < 49)
    assert [int(each.args[0].extent) for each in found.indices] == [7, 7]
