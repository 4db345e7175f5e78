"""Maps of indices backwards, and what regions cover: checked point by point."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from tilewright import tir
from tilewright.arith import (
    estimate_region_lower_bound,
    estimate_region_strict_bound,
    estimate_region_upper_bound,
    normalize_iter_map_to_expr,
    normalize_to_iter_sum,
)
from tilewright.arith.analyzer import Analyzer
from tilewright.core.base.dtype import INT32
from tilewright.core.ir.index_map import IndexMap
from tilewright.ir.expr import IntImm, Range, Var

MAPS: list[tuple[Callable[..., Any], tuple[int, ...], str]] = [
    (lambda i, j: [i // 4, j, i % 4], (16, 8), "lambda axis0, axis1, axis2: (axis0 * 4 + axis2, axis1)"),
    (lambda i, j: [j, i], (3, 5), "lambda axis0, axis1: (axis1, axis0)"),
    (lambda i: [i // 8, i // 4 % 2, i % 4], (32,), "lambda axis0, axis1, axis2: (axis0 * 8 + axis1 * 4 + axis2,)"),
    (
        lambda i, j: [(i * 8 + j) // 16, (i * 8 + j) % 16],
        (16, 8),
        "lambda axis0, axis1: (axis0 * 2 + axis1 // 8, axis1 % 8)",
    ),
    (lambda i, j: [i * 6 + j], (4, 6), "lambda axis0: (axis0 // 6, axis0 % 6)"),
    (lambda i: [i + 3], (4,), "lambda axis0: (axis0 - 3,)"),
    (
        lambda i, j, k: [k, i // 2 * 3 + j, i % 2],
        (4, 3, 2),
        "lambda axis0, axis1, axis2: (axis1 // 3 * 2 + axis2, axis1 % 3, axis0)",
    ),
]


def made(function: Callable[..., Any]) -> IndexMap:
    return IndexMap.from_func(function, index_dtype="int32")


def numbers(index_map: IndexMap, point: tuple[int, ...]) -> tuple[int, ...]:
    analyzer = Analyzer()
    found = [analyzer.simplify(index) for index in index_map.map_indices(point)]
    return tuple(index.value for index in found if isinstance(index, IntImm))


@pytest.mark.parametrize(("function", "shape", "text"), MAPS)
def test_a_map_and_back(function: Callable[..., Any], shape: tuple[int, ...], text: str) -> None:
    there = made(function)
    back = there.inverse(shape)
    assert str(back) == text
    for point in product(*map(range, shape)):
        assert numbers(back, numbers(there, point)) == point


@pytest.mark.parametrize(
    ("function", "shape", "reason"),
    [
        (lambda i, j: [i], (4, 4), "j does not matter"),
        (lambda i: [i // 4, i % 4], (14,), "does not divide its extent"),
        (lambda i, j: [i + j], (4, 4), "gaps or overlaps"),
        (lambda i, j: [i * j], (4, 4), "multiplied"),
    ],
)
def test_maps_without_a_way_back(function: Callable[..., Any], shape: tuple[int, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        made(function).inverse(shape)


@pytest.mark.parametrize("size", [13, 14, 16])
def test_padding_is_told(size: int) -> None:
    there = made(lambda i: [i // 4, i % 4])
    back, padded = there.non_surjective_inverse([size])
    for place in product(range(4), range(4)):
        (element,) = numbers(back, place)
        condition = IndexMap(back.initial_indices, (padded,))
        assert numbers(condition, place) == (int(element >= size),)
        assert element == place[0] * 4 + place[1]


def test_shapes_and_ranges() -> None:
    there = made(lambda i, j: [i // 4, j, i % 4])
    assert [str(size) for size in there.map_shape([16, 8])] == ["4", "8", "4"]
    whole = tir.IndexMap.from_func(lambda i: (i // 16, (i + 1) % 16), index_dtype="int32")
    assert [str(size) for size in whole.map_shape([14])] == ["1", "16"]  # 15 and 0 are not reached
    (low, *_) = there.map_ranges([Range.from_min_extent(8, 8), Range.from_min_extent(0, 2)])
    assert (str(low.min), str(low.extent)) == ("2", "2")
    with pytest.raises(ValueError, match="takes 2 indices, and the shape has 1"):
        there.map_shape([16])


def test_maps_that_are_alike() -> None:
    there = made(lambda i, j: [i // 4, j])
    assert there.is_equivalent_to(made(lambda a, b: [a // 4, b]))
    assert not there.is_equivalent_to(made(lambda a, b: [a // 8, b]))
    assert not there.is_equivalent_to(made(lambda a: [a // 4, a]))


def test_sums_of_pieces() -> None:
    i, j = Var("i", INT32), Var("j", INT32)
    domain = {i: Range.from_min_extent(0, 8), j: Range.from_min_extent(0, 4)}
    assert str(normalize_iter_map_to_expr(normalize_to_iter_sum(i // 2 * 4 + j + 1, domain))) == "i // 2 * 4 + j + 1"
    assert str(normalize_to_iter_sum(i * j + 3, domain).base) == "i * j + 3"


ROW, COLUMN = Var("i", INT32), Var("j", INT32)
DOMAIN = {ROW: Range.from_min_extent(0, 4), COLUMN: Range.from_min_extent(0, 3)}


@pytest.mark.parametrize(
    ("starts", "extents", "exact"),
    [
        ((ROW * 3 + COLUMN,), (1,), True),
        ((ROW * 4,), (4,), True),
        ((ROW * 4,), (5,), True),
        ((ROW * 4,), (3,), False),
        ((ROW * 2, COLUMN), (2, 1), True),
        ((ROW, ROW + COLUMN), (1, 1), False),
        ((ROW + COLUMN,), (1,), True),
        ((ROW * 3 + 5,), (3,), True),
        ((ROW % 2,), (1,), True),
    ],
)
def test_what_regions_cover(starts: tuple[Any, ...], extents: tuple[int, ...], exact: bool) -> None:
    region = [Range.from_min_extent(start, extent) for start, extent in zip(starts, extents)]
    covered: set[tuple[int, ...]] = set()
    for i, j in product(range(4), range(3)):
        lows = numbers(IndexMap((ROW, COLUMN), starts), (i, j))
        covered |= set(product(*(range(low, low + extent) for low, extent in zip(lows, extents))))
    strict, lower = (
        estimate(region, DOMAIN) for estimate in (estimate_region_strict_bound, estimate_region_lower_bound)
    )
    assert (strict is not None) == exact
    if strict is not None and lower is not None:
        assert box(strict) == box(lower) == covered
    assert box(estimate_region_upper_bound(region, DOMAIN)) >= covered


def box(sets: list[Any]) -> set[tuple[int, ...]]:
    return set(product(*(range(each.min_value.value, each.max_value.value + 1) for each in sets)))


def test_nested_extrema_take_no_exponential_time() -> None:
    analyzer = Analyzer()
    analyzer.bind(ROW, Range.from_min_extent(COLUMN, 4))
    value: Any = ROW
    for number in range(24):
        value = (tir.min if number % 2 else tir.max)(value + COLUMN % (number + 2), ROW * (number + 1))
    assert analyzer.const_int_bound(value) is not None
