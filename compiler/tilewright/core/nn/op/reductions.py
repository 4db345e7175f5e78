"""Reductions along dimensions, running sums, and orders."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder import relax_by_name as op
from tilewright.core.nn.core import wrap_nested
from tilewright.core.nn.tensor import Tensor, expression


def sum(x: Tensor, axis: int | list[int] | None = None, keepdims: bool = False, name: str = "sum") -> Tensor:
    """The sum along these dimensions, all where none is given."""
    return wrap_nested(op.sum(expression(x), axis, keepdims), name)


def max(x: Tensor, axis: int | list[int] | None = None, keepdims: bool = False, name: str = "max") -> Tensor:
    """The greatest element along these dimensions."""
    return wrap_nested(op.max(expression(x), axis, keepdims), name)


def min(x: Tensor, axis: int | list[int] | None = None, keepdims: bool = False, name: str = "min") -> Tensor:
    """The least element along these dimensions."""
    return wrap_nested(op.min(expression(x), axis, keepdims), name)


def cumsum(
    data: Tensor,
    axis: int | None = None,
    dtype: str | None = None,
    exclusive: bool | None = None,
    name: str = "cumsum",
) -> Tensor:
    """Sums of the elements so far; `exclusive` leaves the element itself out."""
    return wrap_nested(op.cumsum(expression(data), axis, dtype, bool(exclusive)), name)


def sort(x: Tensor, axis: int = -1, descending: bool = False, name: str = "sort") -> Tensor:
    """The elements in order along a dimension."""
    return wrap_nested(op.sort(expression(x), axis, descending), name)


def argsort(
    data: Tensor, axis: int = -1, descending: bool = False, dtype: str = "int32", name: str = "argsort"
) -> Tensor:
    """The positions of the elements in order along a dimension."""
    return wrap_nested(op.argsort(expression(data), axis, descending, dtype), name)


def topk(
    data: Tensor,
    k: int = 1,
    axis: int = -1,
    ret_type: str = "both",
    largest: bool = True,
    dtype: str = "int32",
    name: str = "topk",
) -> Any:
    """The greatest or least k elements along a dimension, with their positions: `ret_type` is both, values or indices."""
    return wrap_nested(op.topk(expression(data), k, axis, ret_type, largest, dtype), name)
