"""Operators of PyTorch on elements that stand at regular distances: diagonals, windows, strides of memory, and what writes there.

Where the elements stand is known when the graph is translated, so they are picked and put by constant positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.torch.indexing import from_the_start, scatter_reduce
from tilewright.core.importers.torch.values import Number, Operator, converted, dtype, shape
from tilewright.core.ir.relax import RelaxExpr

if TYPE_CHECKING:
    from tilewright.core.importers.torch.translator import Translator


def _positions(x: RelaxExpr) -> np.ndarray:
    """The elements of a tensor, numbered in order."""
    sizes = shape(x)
    if not all(isinstance(size, int) for size in sizes):
        raise ValueError(f"positions in a tensor need sizes that are known, and these are {sizes}")
    return np.arange(prod(sizes), dtype="int64").reshape(sizes)


def _picked(t: Translator, x: RelaxExpr, places: np.ndarray) -> RelaxExpr:
    """The elements at positions."""
    flat = t.emit(op.reshape(x, [-1]))
    taken = t.emit(op.take(flat, const(places.reshape(-1), "int64"), axis=0))
    return op.reshape(taken, list(places.shape))


def _put_at(t: Translator, x: RelaxExpr, places: np.ndarray, src: RelaxExpr) -> RelaxExpr:
    """A tensor with others of its elements at positions."""
    values = converted(t.emit, src, dtype(x))
    flat, row = t.emit(op.reshape(x, [-1])), t.emit(op.reshape(values, [-1]))
    made = t.emit(op.scatter_elements(flat, const(places.reshape(-1), "int64"), row, 0, "update"))
    return op.reshape(made, shape(x))


def _diagonal(t: Translator, x: RelaxExpr, offset: int = 0, dim1: int = 0, dim2: int = 1) -> RelaxExpr:
    sizes = shape(x)
    first, second = dim1 % len(sizes), dim2 % len(sizes)
    rest = [at for at in range(len(sizes)) if at not in (first, second)]
    moved = t.emit(op.permute_dims(x, [*rest, first, second]))
    rows, columns = sizes[first], sizes[second]
    if not (isinstance(rows, int) and isinstance(columns, int)):
        raise ValueError(f"a diagonal runs over two sizes that are known, and these are {rows} and {columns}")
    flat = t.emit(op.reshape(moved, [*(sizes[at] for at in rest), rows * columns]))
    start = offset if offset >= 0 else -offset * columns
    count = min(rows, columns - offset) if offset >= 0 else min(rows + offset, columns)
    places = [start + at * (columns + 1) for at in range(max(count, 0))]
    return op.take(flat, const(places, "int64"), axis=len(rest))


def _diagonal_scatter(
    t: Translator, x: RelaxExpr, src: RelaxExpr, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> RelaxExpr:
    return _put_at(t, x, _positions(x).diagonal(offset, dim1, dim2), src)


def _fill_diagonal(t: Translator, x: RelaxExpr, fill_value: Number, wrap: bool = False) -> RelaxExpr:
    """The elements whose indices are all the same; with `wrap` the diagonal of a tall matrix begins anew below its end."""
    filled = np.zeros(_positions(x).shape, "bool")
    np.fill_diagonal(filled, True, wrap)
    return op.where(const(filled), const(fill_value, dtype(x)), x)


def _unfold(t: Translator, x: RelaxExpr, dimension: int, size: int, step: int) -> RelaxExpr:
    """Windows along a dimension, whose elements come last."""
    rank = len(shape(x))
    dim = dimension % rank
    if not isinstance(shape(x)[dim], int):
        raise ValueError("windows (`unfold`) along a size that is not known have no translation into Relax")
    count = (shape(x)[dim] - size) // step + 1
    places = np.arange(count)[:, None] * step + np.arange(size)
    made = t.emit(op.take(x, const(places.reshape(-1), "int64"), axis=dim))
    apart = t.emit(op.reshape(made, [*shape(x)[:dim], count, size, *shape(x)[dim + 1 :]]))
    return op.permute_dims(apart, [at for at in range(rank + 1) if at != dim + 1] + [dim + 1])


def _strided(t: Translator, x: RelaxExpr, size: Sequence[int], stride: Sequence[int], offset: int | None) -> np.ndarray:
    """The positions of elements by their distances in memory, in which a tensor must have its elements in order."""
    if not t.in_order():
        raise ValueError(
            "as_strided of a tensor whose elements are not in order in memory has no translation into Relax"
        )
    count = _positions(x).size
    places = np.full([], offset or 0, dtype="int64")
    for length, step in zip(size, stride):
        places = places[..., None] + np.arange(length) * step
    if places.size and places.max() >= count:
        raise ValueError("as_strided beyond the elements of its tensor has no translation into Relax")
    return places


def _as_strided(
    t: Translator, x: RelaxExpr, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> RelaxExpr:
    places = _strided(t, x, size, stride, storage_offset)
    if np.array_equal(places.reshape(-1), _positions(x).reshape(-1)):
        return op.reshape(x, list(size))
    return _picked(t, x, places)


def _as_strided_scatter(
    t: Translator,
    x: RelaxExpr,
    src: RelaxExpr,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
) -> RelaxExpr:
    return _put_at(t, x, _strided(t, x, size, stride, storage_offset), src)


def _put(t: Translator, x: RelaxExpr, index: RelaxExpr, source: RelaxExpr, accumulate: bool = False) -> RelaxExpr:
    """Elements at positions in the tensor as one row; negative ones count from the end."""
    flat, values = t.emit(op.reshape(x, [-1])), t.emit(op.reshape(source, [-1]))
    row = from_the_start(t, t.emit(op.reshape(index, [-1])), prod(shape(x)))
    made = t.emit(op.scatter_elements(flat, row, values, 0, "add" if accumulate else "update"))
    return op.reshape(made, shape(x))


def _index_reduce(
    t: Translator,
    x: RelaxExpr,
    dim: int,
    index: RelaxExpr,
    source: RelaxExpr,
    reduce: str,
    *,
    include_self: bool = True,
) -> RelaxExpr:
    """Slices that are combined with those at positions along a dimension."""
    sizes = shape(source)
    own = [1] * len(sizes)
    own[dim % len(sizes)] = sizes[dim]
    wide = t.emit(op.broadcast_to(t.emit(op.reshape(index, own)), sizes))
    return scatter_reduce(t, x, dim % len(sizes), wide, source, reduce, include_self=include_self)


def _filled_along(t: Translator, x: RelaxExpr, dim: int, index: RelaxExpr, value: object) -> RelaxExpr:
    """`index_fill`: one number at positions along a dimension."""
    sizes = shape(x)
    sizes[dim % len(sizes)] = shape(index)[0] if shape(index) else 1
    number = value if isinstance(value, RelaxExpr) else const(value, dtype(x))
    return _copied_along(t, x, dim, index, t.emit(op.full(sizes, number, dtype(x))))


def _copied_along(
    t: Translator, x: RelaxExpr, dim: int, index: RelaxExpr, source: RelaxExpr, way: str = "update"
) -> RelaxExpr:
    """`index_copy` and `index_add`: slices at positions along a dimension."""
    sizes = shape(source)
    own = [1] * len(sizes)
    own[dim % len(sizes)] = sizes[dim]
    wide = t.emit(op.broadcast_to(t.emit(op.reshape(index, own)), sizes))
    return op.scatter_elements(x, wide, source, dim % len(sizes), way)


def _index_add(
    t: Translator, x: RelaxExpr, dim: int, index: RelaxExpr, source: RelaxExpr, *, alpha: Number = 1
) -> RelaxExpr:
    more = source if alpha == 1 else t.emit(op.multiply(source, const(alpha, dtype(source))))
    return _copied_along(t, x, dim, index, more, "add")


OPERATORS: dict[str, Operator] = {
    "diagonal": _diagonal,
    "diagonal_scatter": _diagonal_scatter,
    "fill_diagonal": _fill_diagonal,
    "unfold": _unfold,
    "as_strided": _as_strided,
    "as_strided_scatter": _as_strided_scatter,
    "put": _put,
    "index_reduce": _index_reduce,
    "index_fill": _filled_along,
    "index_copy": _copied_along,
    "index_add": _index_add,
}
