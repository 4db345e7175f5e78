"""Operators of PyTorch that pick and put elements at positions."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.torch.values import Operand, Operator, Size, converted, dtype, shape, tensor
from tilewright.core.ir.expr import Var
from tilewright.core.ir.relax import Constant, RelaxExpr, ShapeExpr, Tuple
from tilewright.core.ir.struct_info import TensorStructInfo

if TYPE_CHECKING:
    from tilewright.core.importers.torch.translator import Translator


def _index(t: Translator, x: RelaxExpr, indices: Sequence[RelaxExpr | None]) -> RelaxExpr:
    """`x[i, :, j]`: the dimensions that are indexed are brought to the front, and the picked ones to where the first stood, when they were neighbours."""
    indices = _without_known_masks(indices)
    places = [at for at, index in enumerate(indices) if index is not None]
    given = [index for index in indices if index is not None]
    if len(indices) == len(given) == 1 and dtype(given[0]) == "bool" and shape(given[0]) == shape(x):
        return _masked_select(t, x, given[0])
    if any(dtype(index) == "bool" for index in given):
        raise ValueError("how many elements a mask picks is not known before it is run; use torch.where")
    if len(given) == 1:
        return op.take(x, from_the_start(t, given[0], shape(x)[places[0]]), axis=places[0])
    others = [at for at in range(len(shape(x))) if at not in places]
    order = [*places, *others]
    moved = x if order == sorted(order) else t.emit(op.permute_dims(x, order))
    picked = op.index_tensor(moved, given)
    first = places[0]
    if first == 0 or places != list(range(first, first + len(places))):
        return picked
    made = t.emit(picked)
    new = len(shape(made)) - len(others)
    return op.permute_dims(made, [*range(new, new + first), *range(new), *range(new + first, new + len(others))])


def _without_known_masks(indices: Sequence[RelaxExpr | None]) -> list[RelaxExpr | None]:
    """Masks that are constants as the positions that they pick, one row for each of their dimensions."""
    found: list[RelaxExpr | None] = []
    for index in indices:
        if isinstance(index, Constant) and dtype(index) == "bool" and shape(index):
            found += [const(places, "int64") for places in np.nonzero(index.data.numpy())]
        else:
            found.append(index)
    return found


def from_the_start(t: Translator, index: RelaxExpr, whole: object) -> RelaxExpr:
    """Positions among `whole` elements, of which negative ones count from the end, counted from the start."""
    if isinstance(index, Constant) and isinstance(whole, int):
        places = index.data.numpy()
        return index if (places >= 0).all() else const(np.where(places < 0, places + whole, places), dtype(index))
    size = const(whole, dtype(index)) if isinstance(whole, int) else _as_tensor(t, whole, dtype(index))
    further = t.emit(op.add(index, size))
    return t.emit(op.where(t.emit(op.less(index, const(0, dtype(index)))), further, index))


def _as_tensor(t: Translator, size: object, kind: str) -> RelaxExpr:
    """A symbolic size as a tensor of one element."""
    return t.emit(op.astype(t.emit(op.shape_to_tensor(ShapeExpr((size,)))), kind))


def _index_put(
    t: Translator, x: RelaxExpr, indices: Sequence[RelaxExpr | None], values: Operand, accumulate: bool = False
) -> RelaxExpr:
    made = tensor(values, x)
    indices = _without_known_masks(indices)
    given = [index for index in indices if index is not None]
    if len(indices) == len(given) == 1 and dtype(given[0]) == "bool":
        return _put_under(t, x, given[0], made, accumulate)
    if any(dtype(index) == "bool" for index in given):
        raise ValueError("writing under a mask together with other indices has no translation into Relax")
    made = converted(t.emit, made, dtype(x))
    if len(given) < len(indices):
        return _put_along(t, x, indices, made, accumulate)
    return _put(t, x, given, made, accumulate)


def _put_under(t: Translator, x: RelaxExpr, mask: RelaxExpr, values: RelaxExpr, accumulate: bool) -> RelaxExpr:
    """Under a mask of the first dimensions: one number or one row everywhere, or one value after another."""
    if accumulate:
        raise ValueError("adding under a mask has no translation into Relax")
    rest = len(shape(x)) - len(shape(mask))
    if len(shape(values)) > rest and shape(values)[0] != 1:
        if rest:
            raise ValueError("writing different rows under a mask has no translation into Relax")
        return _masked_scatter(t, x, mask, values)
    if len(shape(values)) > rest:
        values = t.emit(op.squeeze(values, [0]))
    wide = mask if not rest else t.emit(op.reshape(mask, [*shape(mask), *[1] * rest]))
    return op.where(wide, converted(t.emit, values, dtype(x)), x)


def _put_along(
    t: Translator, x: RelaxExpr, indices: Sequence[RelaxExpr | None], values: RelaxExpr, accumulate: bool
) -> RelaxExpr:
    """`index_put` along some dimensions: they are moved to the front, and back."""
    sizes = shape(x)
    places = [at for at, index in enumerate(indices) if index is not None]
    others = [at for at in range(len(sizes)) if at not in places]
    order, first = [*places, *others], places[0]
    given = [index for index in indices if index is not None]
    ranks = max(len(shape(index)) for index in given)
    padded = [[1] * (ranks - len(shape(index))) + shape(index) for index in given]
    picked = [max(column) for column in zip(*padded)]
    before = first if places == list(range(first, first + len(places))) else 0
    result = [sizes[at] for at in others]
    wide = t.emit(op.broadcast_to(values, [*result[:before], *picked, *result[before:]]))
    axes = [*range(before, before + ranks), *range(before), *range(before + ranks, ranks + len(others))]
    rows = wide if axes == sorted(axes) else t.emit(op.permute_dims(wide, axes))
    made = t.emit(_put(t, t.emit(op.permute_dims(x, order)), given, rows, accumulate))
    return op.permute_dims(made, [order.index(at) for at in range(len(sizes))])


def _put(t: Translator, x: RelaxExpr, indices: Sequence[RelaxExpr], values: RelaxExpr, accumulate: bool) -> RelaxExpr:
    """Every dimension gets positions, those without indices all of theirs; Relax takes positions and values as rows."""
    rest = shape(x)[len(indices) :]
    at = [[1] * (max(len(shape(i)) for i in indices) - len(shape(i))) + shape(i) for i in indices]
    sizes = [max(column) for column in zip(*at)] + rest
    if not all(isinstance(size, int) for size in sizes):
        raise ValueError("writing at indices needs sizes that are known")
    every = [const(np.arange(size), "int64") for size in rest]
    ends = [own + [1] * len(rest) for own in at] + [
        [size if other == place else 1 for other in range(len(sizes))]
        for place, size in enumerate(rest, len(sizes) - len(rest))
    ]
    turned = [i if shape(i) == own else t.emit(op.reshape(i, own)) for i, own in zip([*indices, *every], ends)]
    rows = [_row(t, index, sizes) for index in turned]
    return op.index_put(x, Tuple(tuple(rows)), _row(t, values, sizes), accumulate)


def _row(t: Translator, x: RelaxExpr, sizes: list[Any]) -> RelaxExpr:
    wide = x if shape(x) == sizes else t.emit(op.broadcast_to(x, sizes))
    return wide if len(sizes) == 1 else t.emit(op.reshape(wide, [-1]))


def _scatter(
    t: Translator, x: RelaxExpr, dim: int, index: RelaxExpr, src: Operand, *, reduce: str | None = None, **_: object
) -> RelaxExpr:
    updates = src if isinstance(src, RelaxExpr) else t.emit(op.full(shape(index), const(src, dtype(x)), dtype(x)))
    if shape(updates) != shape(index):
        sizes = shape(index)
        updates = t.emit(op.strided_slice(updates, list(range(len(sizes))), [0] * len(sizes), sizes))
    return op.scatter_elements(x, index, updates, dim, "update" if reduce is None else _WAYS[reduce])


# The reductions of `scatter_elements`, by the names that PyTorch has for them.
_WAYS = {"add": "add", "sum": "add", "mean": "add", "multiply": "mul", "prod": "mul", "amax": "max", "amin": "min"}


def scatter_reduce(
    t: Translator,
    x: RelaxExpr,
    dim: int,
    index: RelaxExpr,
    src: RelaxExpr,
    reduce: str,
    *,
    include_self: bool = True,
) -> RelaxExpr:
    """Elements that are combined with those at positions along a dimension, or with `include_self=False` take their place."""
    start = x if include_self else t.emit(_scatter(t, x, dim, index, _neutral(reduce, dtype(x))))
    made = _scatter(t, start, dim, index, src, reduce=reduce)
    if reduce != "mean":
        return made
    counts = t.emit(op.full(shape(x), const(int(include_self), dtype(x)), dtype(x)))
    ones = t.emit(op.full(shape(index), const(1, dtype(x)), dtype(x)))
    number = t.emit(op.maximum(t.emit(_scatter(t, counts, dim, index, ones, reduce="sum")), const(1, dtype(x))))
    return (op.divide if "float" in dtype(x) else op.floor_divide)(t.emit(made), number)


def _neutral(reduce: str, kind: str) -> int | float:
    """The number that a reduction leaves as it is."""
    if reduce in ("amax", "amin"):
        whole = "float" not in kind
        limits = (np.iinfo(kind).min, np.iinfo(kind).max) if whole else (float("-inf"), float("inf"))
        return limits[reduce == "amin"]
    return int(reduce in ("multiply", "prod"))


def _slice_scatter(
    t: Translator,
    x: RelaxExpr,
    src: RelaxExpr,
    dim: int = 0,
    start: Size | None = None,
    end: Size | None = None,
    step: int = 1,
) -> RelaxExpr:
    whole = shape(x)[dim]

    def bound(value: Size | None, otherwise: Size) -> Size:
        if value is None:
            return otherwise
        if isinstance(value, int) and isinstance(whole, int):
            return max(0, min(value + whole if value < 0 else value, whole))
        return whole if value == 2**63 - 1 else value

    return op.slice_scatter(x, src, bound(start, 0), bound(end, whole), step, axis=dim % len(shape(x)))


def _select_scatter(t: Translator, x: RelaxExpr, src: RelaxExpr, dim: int, index: int) -> RelaxExpr:
    at = index % shape(x)[dim]
    return _slice_scatter(t, x, t.emit(op.expand_dims(src, dim)), dim, at, at + 1)


def _take(t: Translator, x: RelaxExpr, index: RelaxExpr) -> RelaxExpr:
    flat = x if len(shape(x)) == 1 else t.emit(op.reshape(x, [-1]))
    return op.take(flat, from_the_start(t, index, prod(shape(x))), axis=0)


def _masked_scatter(t: Translator, x: RelaxExpr, mask: RelaxExpr, source: RelaxExpr) -> RelaxExpr:
    """The n-th element under the mask is the n-th of the source."""
    mask = t.emit(op.broadcast_to(mask, shape(x)))
    flat = t.emit(op.reshape(t.emit(op.astype(mask, "int64")), [-1]))
    places = t.emit(op.subtract(t.emit(op.cumsum(flat, 0)), const(1, "int64")))
    places = t.emit(op.maximum(places, const(0, "int64")))
    picked = t.emit(op.take(t.emit(op.reshape(source, [-1])), places, axis=0))
    return op.where(mask, t.emit(op.reshape(picked, shape(x))), x)


def _masked_select(t: Translator, x: RelaxExpr, mask: RelaxExpr) -> RelaxExpr:
    """The elements under the mask: how many there are is a size of its own, so that what follows can be compiled."""
    if shape(x) != shape(mask):
        sizes = [b if a == 1 else a for a, b in zip(*_padded(shape(x), shape(mask)))]
        x, mask = (t.emit(op.broadcast_to(one, sizes)) for one in (x, mask))
    count = 1
    for size in shape(x):
        count = count * size
    values, bits = (t.emit(op.reshape(one, [count])) for one in (x, mask))
    return op.take(values, t.emit(op.squeeze(_found(t, bits), [0])), axis=0)


def _found(t: Translator, x: RelaxExpr) -> RelaxExpr:
    """The positions of the elements that are not zero, a column for each; how many there are is a size of its own."""
    sizes = TensorStructInfo([len(shape(x)), Var("selected", "int64")], "int64")
    return t.builder.match_cast(t.emit(op.nonzero(x)), sizes)


def _nonzero(t: Translator, x: RelaxExpr) -> RelaxExpr:
    return op.permute_dims(_found(t, x))


def _padded(a: list[Any], b: list[Any]) -> tuple[list[Any], list[Any]]:
    """Sizes of as many dimensions, with ones before the fewer."""
    return [1] * (len(b) - len(a)) + a, [1] * (len(a) - len(b)) + b


def _one_hot(t: Translator, x: RelaxExpr, num_classes: int = -1) -> RelaxExpr:
    from tilewright.core.ir.expr import IntImm
    from tilewright.core.ir.relax import PrimValue

    if num_classes < 0:
        raise ValueError("one_hot needs num_classes: how many classes there are is not known before it is run")
    return op.one_hot(x, PrimValue(IntImm("int64", 1)), PrimValue(IntImm("int64", 0)), num_classes)


def _median(
    t: Translator, x: RelaxExpr, dim: int | None = None, keepdim: bool = False
) -> RelaxExpr | tuple[RelaxExpr, ...]:
    """The lower of the two in the middle; along a dimension with its position."""
    if dim is None:
        flat = t.emit(op.reshape(x, [-1]))
        return _at_middle(t, t.emit(op.sort(flat, 0)), 0, False)
    values, places = op.sort(x, dim), op.argsort(x, dim, False, "int64")
    return tuple(_at_middle(t, t.emit(made), dim, keepdim) for made in (values, places))


def _at_middle(t: Translator, x: RelaxExpr, dim: int, keepdim: bool) -> RelaxExpr:
    made = op.take(x, const((shape(x)[dim] - 1) // 2, "int64"), axis=dim)
    return op.expand_dims(t.emit(made), dim) if keepdim else made


OPERATORS: dict[str, Operator] = {
    "index": _index,
    "index_put": _index_put,
    "scatter": _scatter,
    "scatter_add": lambda t, x, dim, index, src: _scatter(t, x, dim, index, src, reduce="add"),
    "scatter_reduce": scatter_reduce,
    "slice_scatter": _slice_scatter,
    "select_scatter": _select_scatter,
    "take": _take,
    "masked_select": _masked_select,
    "nonzero": _nonzero,
    "masked_scatter": _masked_scatter,
    "one_hot": _one_hot,
    "median": _median,
    "bucketize": lambda t, x, boundaries, *, out_int32=False, right=False: op.bucketize(
        x, boundaries, out_int32=out_int32, right=right
    ),
}
