"""Ops on tensors of every kind of element, and on tensors without elements: the result is numpy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.numeric import Case, check
from tilewright.script import relax as R

RANDOM = np.random.default_rng(1)
TYPES = ("float64", "float16", "int8", "int64", "uint8")


def numbers(dtype: str, *shape: int) -> np.ndarray:
    return RANDOM.integers(1, 5, shape).astype(dtype)


def _all(x: Any, y: Any) -> Any:
    """Many ops in one graph: sums and products, comparisons, reductions, moves, a choice."""
    total = R.add(R.multiply(x, y), R.maximum(x, R.subtract(x, y)))
    chosen = R.where(R.less(x, y), total, R.minimum(x, y))
    moved = R.concat((R.permute_dims(chosen), R.flip(R.permute_dims(x), 1)), axis=0)
    return R.max(R.reshape(moved, (-1, x.struct_info.shape.values[0])), axis=0)


def _expected(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    total = x * y + np.maximum(x, x - y)
    chosen = np.where(x < y, total, np.minimum(x, y))
    moved = np.concatenate((chosen.T, x.T[:, ::-1]), 0)
    return moved.reshape(-1, x.shape[0]).max(0)


@pytest.mark.parametrize("dtype", TYPES)
def test_each_type_of_elements(dtype: str) -> None:
    check(Case(dtype, _all, _expected, (numbers(dtype, 3, 4), numbers(dtype, 3, 4)), rtol=1e-3), symbolic=False)


EMPTY = np.zeros((0, 3), "float32")
ROW = np.ones((2, 3), "float32")
WITHOUT_ELEMENTS = (
    Case("exp", R.exp, np.exp, (EMPTY,)),
    Case("add", R.add, np.add, (EMPTY, np.ones(3, "float32"))),
    Case("sum", lambda x: R.sum(x, 1), lambda x: x.sum(1), (EMPTY,)),
    Case("matmul", R.matmul, np.matmul, (EMPTY, EMPTY.T)),
    Case("sum of nothing", lambda x: R.sum(x, 0), lambda x: x.sum(0), (EMPTY,)),
    Case("product of nothing", R.matmul, np.matmul, (EMPTY.T, EMPTY)),
    Case("concat", lambda x, y: R.concat((x, y), 0), lambda x, y: np.concatenate((x, y)), (EMPTY, ROW)),
    Case("reshape", lambda x: R.reshape(x, (-1,)), np.ravel, (EMPTY,)),
    Case("permute_dims", R.permute_dims, np.transpose, (EMPTY,)),
    Case("cumsum", lambda x: R.cumsum(x, 0), lambda x: x.cumsum(0), (EMPTY,)),
    Case("sort", lambda x: R.sort(x, 0), lambda x: np.sort(x, 0), (EMPTY,)),
    Case("take", lambda x, i: R.take(x, i, 0), lambda x, i: x.take(i, 0), (ROW, np.zeros(0, "int64"))),
    Case("nonzero", R.nonzero, lambda x: np.stack(np.nonzero(x)), (EMPTY,)),
    Case("unique", R.unique, np.unique, (EMPTY,)),
    Case("strided_slice", lambda x: R.strided_slice(x, [0], [2], [1]), lambda x: x[2:1], (ROW,)),
)


@pytest.mark.parametrize("case", WITHOUT_ELEMENTS, ids=str)
def test_tensors_without_elements(case: Case) -> None:
    check(case, symbolic=False)


@pytest.mark.parametrize("case", WITHOUT_ELEMENTS[:4], ids=str)
def test_so_it_is_for_sizes_that_are_not_known_when_it_is_built(case: Case) -> None:
    check(case, symbolic=True)
