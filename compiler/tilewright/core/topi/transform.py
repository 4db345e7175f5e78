"""Operators that move elements: other shapes, other orders, several tensors in one and one in several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.base.dtype import INT64
from tilewright.core.ir.expr import Expr, Select
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, call, cast, const, convert
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.broadcast import broadcast_index, broadcast_shapes
from tilewright.core.topi.shapes import (
    Axes,
    Shape,
    Sizes,
    axis_of,
    choose,
    elements,
    known,
    like,
    named,
    product,
    ravel,
    required,
    same,
    simplified,
    unravel,
)


def reshape(a: Tensor, newshape: Sizes) -> Tensor:
    """The same elements in row-major order in another shape; one size may be -1 for what is left."""
    shape = _completed(elements(newshape), a.shape)
    if known(product(shape)) == 0:
        return named(shape, lambda *at: const(0, a.dtype), "T_reshape", tag.INJECTIVE)
    return named(shape, lambda *at: a(*unravel(ravel(at, shape), a.shape)), "T_reshape", tag.INJECTIVE)


def _completed(shape: Shape, old: Shape) -> Shape:
    """The shape with its -1 replaced; raises `ValueError` when it holds another number of elements."""
    whole = product(old)
    open_ = [at for at, size in enumerate(shape) if known(size) == -1]
    if len(open_) > 1:
        raise ValueError("only one size of the new shape can be -1")
    if open_:
        others = product([size for at, size in enumerate(shape) if at != open_[0]])
        filled = simplified(whole // others)
        shape = tuple(filled if at == open_[0] else size for at, size in enumerate(shape))
    count, expected = known(product(shape)), known(whole)
    if count is not None and expected is not None and count != expected:
        raise ValueError(f"a tensor of {expected} elements cannot take a shape of {count}")
    return shape


def transpose(a: Tensor, axes: Sequence[int] | None = None) -> Tensor:
    """The axes in another order, by default reversed: axis `i` of the result is axis `axes[i]`."""
    order = tuple(reversed(range(a.ndim))) if axes is None else tuple(axis_of(axis, a.ndim) for axis in axes)
    if sorted(order) != list(range(a.ndim)):
        raise ValueError(f"{axes} is no order of the {a.ndim} axes")

    def value(*at: Expr) -> Expr:
        source: list[Any] = [None] * a.ndim
        for index, axis in zip(at, order):
            source[axis] = index
        return a(*source)

    return named(tuple(a.shape[axis] for axis in order), value, "T_transpose", tag.INJECTIVE)


def expand_dims(a: Tensor, axis: int, num_newaxis: int = 1) -> Tensor:
    """`num_newaxis` axes of size 1 before axis `axis`, which may be counted from the end of the result."""
    first = axis_of(axis, a.ndim + 1)
    ones = (const(1, a.shape[0].dtype if a.shape else "int32"),) * num_newaxis
    shape = (*a.shape[:first], *ones, *a.shape[first:])
    return named(shape, lambda *at: a(*at[:first], *at[first + num_newaxis :]), "T_expand_dims", tag.BROADCAST)


def squeeze(a: Tensor, axis: Axes = None) -> Tensor:
    """Without the axes of size 1, or those of them that `axis` names."""
    given = None if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    gone = (
        {at for at, size in enumerate(a.shape) if known(size) == 1}
        if given is None
        else {axis_of(one, a.ndim) for one in given}
    )
    for at in gone:
        if known(a.shape[at]) not in (1, None):
            raise ValueError(f"axis {at} has size {a.shape[at]}, and only an axis of size 1 can be left out")

    def value(*at: Expr) -> Expr:
        kept = iter(at)
        return a(*[const(0, size.dtype) if axis in gone else next(kept) for axis, size in enumerate(a.shape)])

    shape = tuple(size for at, size in enumerate(a.shape) if at not in gone)
    return named(shape, value, "T_squeeze", tag.INJECTIVE)


def concatenate(a_tuple: Sequence[Tensor], axis: int = 0) -> Tensor:
    """Tensors one behind another along an axis; the other sizes agree."""
    first, where = a_tuple[0], axis_of(axis, a_tuple[0].ndim)
    starts = [const(0, first.shape[where].dtype)]
    for tensor in a_tuple:
        if tensor.ndim != first.ndim or not all(
            same(x, y) for at, (x, y) in enumerate(zip(tensor.shape, first.shape)) if at != where
        ):
            raise ValueError(f"{tensor.name} and {first.name} differ in more than axis {where}")
        starts.append(starts[-1] + tensor.shape[where])

    def value(*at: Expr) -> Expr:
        found = first(*at)
        for tensor, start in zip(a_tuple[1:], starts[1:]):
            inside = tensor(*at[:where], at[where] - start, *at[where + 1 :])
            found = choose(at[where] >= start, inside, found)
        return found

    shape = (*first.shape[:where], simplified(starts[-1]), *first.shape[where + 1 :])
    return named(shape, value, "T_concat", tag.INJECTIVE)


def stack(tensors: Sequence[Tensor], axis: int = 0) -> Tensor:
    """Tensors of one shape along a new axis."""
    first, where = tensors[0], axis_of(axis, tensors[0].ndim + 1)
    count = const(len(tensors), first.shape[0].dtype if first.shape else "int32")

    def value(*at: Expr) -> Expr:
        rest = (*at[:where], *at[where + 1 :])
        found = first(*rest)
        for number, tensor in enumerate(tensors[1:], 1):
            found = choose(binary("EQ", at[where], number), tensor(*rest), found)
        return found

    return named((*first.shape[:where], count, *first.shape[where:]), value, "T_stack", tag.INJECTIVE)


def split(ary: Tensor, indices_or_sections: Any, axis: int = 0) -> list[Tensor]:
    """Parts along an axis: so many equal ones, or those that begin at the given indices."""
    where = axis_of(axis, ary.ndim)
    size = ary.shape[where]
    if isinstance(indices_or_sections, (tuple, list)):
        starts = [const(0, size.dtype), *[cast(convert(one), size.dtype) for one in indices_or_sections]]
        name = "T_split"
    else:
        count = required(indices_or_sections, "the number of parts")
        length = simplified((size + (count - 1)) // count)
        starts, name = [simplified(length * at) for at in range(count)], "T_split_sections"
    ends = [*starts[1:], size]
    return [_part(ary, where, start, end, name) for start, end in zip(starts, ends)]


def _part(ary: Tensor, where: int, start: Expr, end: Expr, name: str) -> Tensor:
    shape = (*ary.shape[:where], simplified(end - start), *ary.shape[where + 1 :])
    return named(shape, lambda *at: ary(*at[:where], at[where] + start, *at[where + 1 :]), name, tag.INJECTIVE)


def reverse_sequence(a: Tensor, seq_lengths: Tensor, seq_axis: int = 1, batch_axis: int = 0) -> Tensor:
    """For each place along `batch_axis` the first elements along `seq_axis`, as many as its length says, in reverse; the others stay."""
    where, batch = axis_of(seq_axis, a.ndim), axis_of(batch_axis, a.ndim)
    size = a.shape[where]

    def value(*at: Expr) -> Expr:
        place, length = at[where], cast(seq_lengths(at[batch]), size.dtype)
        stays = binary("Or", binary("LE", length, const(1, size.dtype)), binary("LE", length, place))
        reach = call("tir.if_then_else", binary("LT", size, length), size, length)
        source = call("tir.if_then_else", stays, place, reach - 1 - place)
        return a(*at[:where], source, *at[where + 1 :])

    return named(a.shape, value, "T_reverse_sequence", tag.INJECTIVE)


def flip(a: Tensor, axis: int = 0) -> Tensor:
    """The elements along an axis in reverse order."""
    where = axis_of(axis, a.ndim)
    last = a.shape[where] - 1
    return named(
        a.shape,
        lambda *at: a(*at[:where], last - at[where], *at[where + 1 :]),
        "T_reverse_sequence",
        tag.INJECTIVE,
    )


def repeat(a: Tensor, repeats: int, axis: int) -> Tensor:
    """Each element along an axis so many times."""
    where = axis_of(axis, a.ndim)
    size = a.shape[where]
    shape = (*a.shape[:where], const(repeats, size.dtype) * size, *a.shape[where + 1 :])
    return named(
        shape,
        lambda *at: a(*at[:where], at[where] // repeats, *at[where + 1 :]),
        "T_repeat",
        tag.BROADCAST,
    )


def tile(a: Tensor, reps: Sizes) -> Tensor:
    """The whole tensor so many times along each axis; of `reps` and the shape the shorter is filled up with 1 in front."""
    times = [cast(one, INT64) for one in elements(reps)]
    ndim = max(len(times), a.ndim)
    ones = [const(1, INT64)] * ndim
    sizes = [*ones[: ndim - a.ndim], *[cast(size, INT64) for size in a.shape]]
    times = [*ones[: ndim - len(times)], *times]
    shape = tuple(size * count for size, count in zip(sizes, times))
    skip = ndim - a.ndim
    return named(
        shape, lambda *at: a(*[index % size for index, size in zip(at[skip:], sizes[skip:])]), "T_tile", tag.BROADCAST
    )


def where(condition: Tensor, x: Tensor | Expr, y: Tensor | Expr) -> Tensor:
    """`x` where the condition holds, else `y`; tensors are broadcast, and either value may be a scalar."""
    shape = condition.shape
    for side in (x, y):
        shape = broadcast_shapes(shape, side.shape) if isinstance(side, Tensor) else shape

    def side_at(side: Tensor | Expr, at: tuple[Expr, ...]) -> Expr:
        return broadcast_index(side, at, shape) if isinstance(side, Tensor) else side

    def value(*at: Expr) -> Expr:
        holds = broadcast_index(condition, at, shape)
        return Select(_holds(holds), side_at(x, at), side_at(y, at))

    return named(shape, value, "T_where", tag.BROADCAST)


def _holds(condition: Expr) -> Expr:
    """A condition stored as a number, bools counting as numbers too, as TVM writes it."""
    if condition.dtype.is_bool:
        return binary("LT", const(0, "int64"), cast(condition, "int64"))
    return binary("NE", condition, const(0, condition.dtype))


def one_hot(indices: Tensor, on_value: ExprLike, off_value: ExprLike, depth: int, axis: int, dtype: str) -> Tensor:
    """Along a new axis of size `depth` `on_value` where an index says, `off_value` elsewhere."""
    place = axis_of(axis, indices.ndim + 1)
    on, off = (
        const(value, dtype) if isinstance(value, (int, float)) else cast(value, dtype)
        for value in (on_value, off_value)
    )

    def value(*at: Expr) -> Expr:
        index = indices(*at[:place], *at[place + 1 :])
        return Select(binary("EQ", index, at[place]), on, off)

    shape = (*indices.shape[:place], convert(depth), *indices.shape[place:])
    return named(shape, value, "T_one_hot", tag.INJECTIVE)


def trilu(data: Tensor, k: ExprLike, upper: bool) -> Tensor:
    """The upper triangle of each matrix, or the lower one, from diagonal `k` on; 0 elsewhere."""
    order = "LE" if upper else "GE"
    return compute(
        data.shape,
        lambda *at: Select(binary(order, at[-2], at[-1] - k), data(*at), const(0, data.dtype)),
        "trilu",
        tag.ELEMWISE,
    )


def meshgrid(a_tuple: Sequence[Tensor], indexing: str) -> list[Tensor]:
    """The coordinates of a grid over vectors; with "xy" the first two axes change places, with "ij" not."""
    order = list(range(len(a_tuple)))
    if indexing == "xy" and len(order) > 1:
        order[:2] = [1, 0]
    sizes = [tensor.shape[0] if tensor.shape else const(1, "int32") for tensor in a_tuple]
    shape = tuple(sizes[at] for at in order)

    def of(tensor: Tensor, number: int) -> Tensor:
        return named(
            shape, lambda *at: tensor(*([at[order.index(number)]] if tensor.ndim else [])), "T_meshgrid", tag.INJECTIVE
        )

    return [of(tensor, number) for number, tensor in enumerate(a_tuple)]


def sequence_mask(data: Tensor, valid_length: Tensor, mask_value: float = 0, axis: int = 0) -> Tensor:
    """`mask_value` behind the valid length of each sequence; sequences run along `axis`, which is 0 or 1, the batch along the other."""
    time = axis_of(axis, data.ndim)
    if time > 1:
        raise ValueError("sequences run along axis 0 or 1")

    def value(*at: Expr) -> Expr:
        beyond = binary("GE", at[time], valid_length(at[1 - time]))
        return choose(beyond, like(mask_value, data), data(*at))

    return named(data.shape, value, "T_sequence_mask", tag.INJECTIVE)


def shape(array: Tensor, dtype: str = "int32") -> Tensor:
    """The shape as a vector."""

    def value(at: Expr) -> Expr:
        found: Expr = const(0, dtype)
        for number, size in enumerate(array.shape):
            found = choose(binary("EQ", at, number), cast(size, dtype), found)
        return found

    return named((convert(array.ndim),), value, "T_shape", tag.INJECTIVE)


def matrix_set_diag(data: Tensor, diagonal: Tensor, k: int = 0, align: str = "RIGHT_LEFT") -> Tensor:
    """`data` with diagonal `k` of each matrix replaced."""
    shift = required(k, "the number of the diagonal")

    def value(*at: Expr) -> Expr:
        row, column = at[-2], at[-1]
        along = row if shift >= 0 else column
        on_it = binary("EQ", column - row, shift)
        return choose(on_it, diagonal(*at[:-2], along), data(*at))

    return named(data.shape, value, "T_matrix_set_diag", tag.INJECTIVE)
