"""Operators of PyTorch that move and pick elements, and sort them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.torch.indexing import OPERATORS as INDEXING
from tilewright.core.importers.torch.values import (
    Dimensions,
    Kind,
    Operator,
    Size,
    Sizes,
    alike,
    converted,
    dtype,
    kind_of,
    listed,
    shape,
)
from tilewright.core.ir.relax import RelaxExpr, Tuple, TupleGetItem
from tilewright.core.ir.struct_info import TensorStructInfo

if TYPE_CHECKING:
    from tilewright.core.importers.torch.translator import Translator


def _view(t: Translator, x: RelaxExpr, first: Size | Sequence[Size], *rest: Size) -> RelaxExpr:
    return op.reshape(x, listed(first, rest))


def _flatten(t: Translator, x: RelaxExpr, start_dim: int = 0, end_dim: int = -1) -> RelaxExpr:
    sizes = shape(x)
    start, end = start_dim % len(sizes), end_dim % len(sizes)
    count = 1
    for size in sizes[start : end + 1]:
        count = count * size
    return op.reshape(x, [*sizes[:start], count, *sizes[end + 1 :]])


def _transpose(t: Translator, x: RelaxExpr, dim0: int, dim1: int) -> RelaxExpr:
    order = list(range(len(shape(x))))
    order[dim0], order[dim1] = order[dim1], order[dim0]
    return op.permute_dims(x, order)


def _expand(t: Translator, x: RelaxExpr, first: Size | Sequence[Size], *rest: Size, **named: object) -> RelaxExpr:
    asked, sizes = listed(first, rest), shape(x)
    missing = len(asked) - len(sizes)
    return op.broadcast_to(x, [sizes[at - missing] if size == -1 else size for at, size in enumerate(asked)])


def _split(t: Translator, x: RelaxExpr, split_size: Dimensions, dim: int = 0) -> RelaxExpr:
    whole = shape(x)[dim]
    if isinstance(split_size, (list, tuple)):
        sizes = list(split_size)
    else:
        sizes = [split_size] * (whole // split_size) + ([whole % split_size] if whole % split_size else [])
    if len(sizes) > 1 and all(size == sizes[0] for size in sizes):
        return op.split(x, len(sizes), dim)
    return op.split(x, [sum(sizes[:at]) for at in range(1, len(sizes))], dim)


def _chunk(t: Translator, x: RelaxExpr, chunks: int, dim: int = 0) -> RelaxExpr:
    return _split(t, x, -(-shape(x)[dim] // chunks), dim)


def _slice(
    t: Translator, x: RelaxExpr, dim: int = 0, start: Size | None = None, end: Size | None = None, step: int = 1
) -> RelaxExpr:
    whole = shape(x)[dim]
    open_end = end is None or (end == 2**63 - 1 and not isinstance(whole, int))
    made = op.strided_slice(x, [dim], [start or 0], [whole if open_end else end], [step])
    size = None if isinstance(whole, int) else t.known_size(dim)
    if size is None:
        return made
    found = t.emit(made)  # part of an open size, which is as long as the slice says wherever the program may run
    sizes = shape(found)
    if isinstance(sizes[dim], int):
        return found
    sizes[dim] = size
    return t.builder.match_cast(found, TensorStructInfo(sizes, dtype(x)))


def _select(t: Translator, x: RelaxExpr, dim: int, index: int | RelaxExpr) -> RelaxExpr:
    at = index + shape(x)[dim] if isinstance(index, int) and index < 0 else index
    return op.take(x, const(at, "int64") if isinstance(at, int) else at, axis=dim)


def _getitem(t: Translator, x: Any, index: Any) -> Any:
    """Python's subscript, of tuples and of tensors."""
    if isinstance(x, (list, tuple)):
        return x[index]
    if not isinstance(x.struct_info, TensorStructInfo):
        return TupleGetItem(x, index)
    parts = list(index) if isinstance(index, tuple) else [index]
    if Ellipsis in parts:
        at = parts.index(Ellipsis)
        rest = len(shape(x)) - sum(1 for part in parts if part is not None and part is not Ellipsis)
        parts[at : at + 1] = [slice(None)] * rest
    dim = 0
    for part in parts:
        if part is None:
            x, dim = t.emit(op.expand_dims(x, dim)), dim + 1
        elif isinstance(part, slice):
            if part != slice(None):
                x = t.emit(_slice(t, x, dim, part.start, part.stop, part.step or 1))
            dim += 1
        elif isinstance(part, RelaxExpr) and len(shape(part)):
            return _index_rest(t, x, parts)
        else:
            x = t.emit(_select(t, x, dim, part))
    return x


def _index_rest(t: Translator, x: RelaxExpr, parts: Sequence[object]) -> RelaxExpr:
    """A subscript with tensors, beside which stand whole dimensions only."""
    if any(part != slice(None) for part in parts if not isinstance(part, RelaxExpr)):
        raise ValueError("a subscript of tensors together with slices or numbers has no translation into Relax")
    return INDEXING["index"](t, x, [part if isinstance(part, RelaxExpr) else None for part in parts])


def _as_kind(t: Translator, x: RelaxExpr, kind: Kind) -> RelaxExpr:
    """The same bytes as another data type: nothing, where it is the type that the tensor has."""
    if kind_of(kind) != dtype(x):
        raise ValueError(f"viewing {dtype(x)} as {kind_of(kind)} has no translation into Relax")
    return x


def _repeat_interleave(
    t: Translator, x: RelaxExpr, repeats: int | RelaxExpr | None = None, dim: int | None = None, **_: object
) -> RelaxExpr:
    if not isinstance(repeats, int):
        raise ValueError(
            "repeat_interleave with a tensor of repeats has no translation into Relax: the size of its result is not known"
        )
    return op.repeat(x, repeats, dim)


def _size(t: Translator, x: RelaxExpr, dim: int | None = None) -> Sizes | Size:
    sizes = shape(x)
    return Sizes(sizes) if dim is None else sizes[dim]


def _getattr(t: Translator, x: RelaxExpr, name: str) -> Any:
    if name in ("shape", "dtype", "ndim"):
        return {"shape": lambda: Sizes(shape(x)), "dtype": lambda: dtype(x), "ndim": lambda: len(shape(x))}[name]()
    if name == "device":
        return "cpu"
    if name not in ("T", "H", "mT", "mH"):
        raise ValueError(f"the attribute `{name}` of tensors has no translation into Relax")
    return OPERATORS[name](t, x)


def _pad(
    t: Translator, x: RelaxExpr, pad: Sequence[int], mode: str | float = "constant", value: float | None = None
) -> RelaxExpr:
    """PyTorch lists the padding from the last dimension on."""
    mode, value = ("constant", mode) if isinstance(mode, (int, float)) else (mode, value)
    widths = [0, 0] * (len(shape(x)) - len(pad) // 2)
    for at in range(len(pad) - 2, -1, -2):
        widths += [pad[at], pad[at + 1]]
    return op.nn.pad(x, widths, mode, 0.0 if value is None else float(value))


def _topk(t: Translator, x: RelaxExpr, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> RelaxExpr:
    return op.topk(x, k, dim, "both", largest, "int64")


def _sort(t: Translator, x: RelaxExpr, dim: int = -1, descending: bool = False, **named: object) -> RelaxExpr:
    places = t.emit(op.argsort(x, dim, descending, "int32"))
    return Tuple((t.emit(op.gather_elements(x, places, dim)), places))


def _squeeze(t: Translator, x: RelaxExpr, dim: Dimensions | None = None) -> RelaxExpr:
    """Without dimensions of one element; those that were asked for and have more stay."""
    if dim is None:
        return op.squeeze(x, None)
    sizes = shape(x)
    asked = [at % max(len(sizes), 1) for at in (dim if isinstance(dim, (list, tuple)) else [dim])]
    ones = [at for at in asked if at < len(sizes) and not (isinstance(sizes[at], int) and sizes[at] != 1)]
    return op.squeeze(x, ones) if ones else x


def _unbind(t: Translator, x: RelaxExpr, dim: int = 0) -> RelaxExpr:
    count = shape(x)[dim]
    if count == 1:
        return Tuple((t.emit(op.squeeze(x, [dim])),))
    whole = t.emit(op.split(x, count, dim))
    return Tuple(tuple(t.emit(op.squeeze(t.emit(TupleGetItem(whole, at)), [dim])) for at in range(count)))


def _unflatten(t: Translator, x: RelaxExpr, dim: int, sizes: Sequence[Size]) -> RelaxExpr:
    whole = shape(x)
    at = dim % len(whole)
    return op.reshape(x, [*whole[:at], *sizes, *whole[at + 1 :]])


def _movedim(t: Translator, x: RelaxExpr, source: Dimensions, destination: Dimensions) -> RelaxExpr:
    count = len(shape(x))
    ends = [[at % count for at in (one if isinstance(one, (list, tuple)) else [one])] for one in (source, destination)]
    order = [at for at in range(count) if at not in ends[0]]
    for to, come in sorted(zip(ends[1], ends[0])):
        order.insert(to, come)
    return op.permute_dims(x, order)


def _roll(t: Translator, x: RelaxExpr, shifts: Dimensions, dims: Dimensions | None = None) -> RelaxExpr:
    """Each dimension cut in two, whose parts change places; without dimensions all elements as one row."""
    moves = list(shifts) if isinstance(shifts, (list, tuple)) else [shifts]
    if dims in (None, [], ()):
        flat = t.emit(op.reshape(x, [-1]))
        return op.reshape(_roll(t, flat, moves, [0]), shape(x))
    for move, dim in zip(moves, dims if isinstance(dims, (list, tuple)) else [dims]):
        whole = shape(x)[dim]
        cut = (whole - move) % whole
        if cut:
            head = t.emit(op.strided_slice(x, [dim], [0], [cut], [1]))
            tail = t.emit(op.strided_slice(x, [dim], [cut], [whole], [1]))
            x = t.emit(op.concat(Tuple((tail, head)), dim))
    return x


def _pixel_unshuffle(t: Translator, x: RelaxExpr, factor: int) -> RelaxExpr:
    *batch, channels, height, width = shape(x)
    apart = t.emit(op.reshape(x, [*batch, channels, height // factor, factor, width // factor, factor]))
    at = len(batch)
    moved = t.emit(op.permute_dims(apart, [*range(at), at, at + 2, at + 4, at + 1, at + 3]))
    return op.reshape(moved, [*batch, channels * factor * factor, height // factor, width // factor])


def _copied(t: Translator, x: RelaxExpr, source: RelaxExpr, *_: object) -> RelaxExpr:
    """The value of `x` after `x.copy_(source)`."""
    value = converted(t.emit, source, dtype(x))
    return value if shape(value) == shape(x) else op.broadcast_to(value, shape(x))


def _meshgrid(t: Translator, *tensors: Any, indexing: str = "ij") -> RelaxExpr:
    given = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
    return op.meshgrid(Tuple(tuple(given)), indexing)


def _swapped(t: Translator, x: RelaxExpr) -> RelaxExpr:
    return _transpose(t, x, -2, -1)


def _broadcast_tensors(t: Translator, *tensors: Any) -> list[RelaxExpr]:
    given = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
    count = max(len(shape(x)) for x in given)
    padded = [[1] * (count - len(shape(x))) + shape(x) for x in given]
    sizes = [next((size for size in column if not _is_one(size)), 1) for column in zip(*padded)]
    return [t.emit(op.broadcast_to(x, sizes)) for x in given]


def _is_one(size: Size) -> bool:
    return isinstance(size, int) and size == 1


def _tensor_split(t: Translator, x: RelaxExpr, sections: Dimensions, dim: int = 0) -> RelaxExpr:
    """Parts that differ by one element at most, or that end at positions."""
    if isinstance(sections, (list, tuple)):
        return op.split(x, list(sections), dim)
    whole = shape(x)[dim]
    sizes = [whole // sections + (at < whole % sections) for at in range(sections)]
    return _split(t, x, sizes, dim)


def _joined(dim: int) -> Operator:
    def apply(t: Translator, tensors: Sequence[RelaxExpr]) -> RelaxExpr:
        along = 0 if len(shape(tensors[0])) == 1 and dim == 1 else dim
        rows = [t.emit(op.expand_dims(x, 0)) if len(shape(x)) == 1 and dim == 0 else x for x in tensors]
        return op.concat(Tuple(alike(t.emit, *rows)), along)

    return apply


def _stacked(t: Translator, tensors: Sequence[RelaxExpr], dim: int = 0) -> RelaxExpr:
    return op.stack(Tuple(alike(t.emit, *tensors)), dim)


def _item(t: Translator, x: RelaxExpr) -> RelaxExpr:
    return op.take(x, const(0, "int64"), axis=0) if len(shape(x)) == 1 else op.reshape(x, [])


def _flatten_count(x: RelaxExpr) -> Any:
    count = 1
    for size in shape(x):
        count = count * size
    return count


OPERATORS: dict[str, Operator] = {
    **dict.fromkeys(("view", "reshape", "_unsafe_view", "_reshape_alias"), _view),
    "flatten": _flatten,
    "permute": lambda t, x, first, *rest: op.permute_dims(x, listed(first, rest)),
    "transpose": _transpose,
    "swapaxes": _transpose,
    "t": lambda t, x: op.permute_dims(x),
    "squeeze": _squeeze,
    "unsqueeze": lambda t, x, dim: op.expand_dims(x, dim),
    "expand": _expand,
    "expand_as": lambda t, x, y: op.broadcast_to(x, shape(y)),
    "broadcast_to": _expand,
    "repeat": lambda t, x, first, *rest: op.tile(x, listed(first, rest)),
    "tile": lambda t, x, first, *rest: op.tile(x, listed(first, rest)),
    "stack": _stacked,
    "split": _split,
    "split_with_sizes": _split,
    "chunk": _chunk,
    "slice": _slice,
    "narrow": lambda t, x, dim, start, length: op.strided_slice(x, [dim], [start], [start + length]),
    "select": _select,
    "index_select": lambda t, x, dim, index: op.take(x, index, axis=dim),
    "gather": lambda t, x, dim, index, **named: op.gather_elements(x, index, dim),
    "flip": lambda t, x, dims: (
        op.flip(x, dims[0]) if len(dims) == 1 else OPERATORS["flip"](t, t.emit(op.flip(x, dims[0])), dims[1:])
    ),
    "getitem": _getitem,
    "getattr": _getattr,
    "size": _size,
    "sym_size": _size,
    "dim": lambda t, x: len(shape(x)),
    "numel": lambda t, x: _flatten_count(x),
    "pad": _pad,
    "constant_pad_nd": _pad,
    "sort": _sort,
    "argsort": lambda t, x, dim=-1, descending=False, **named: op.argsort(x, dim, descending, "int32"),
    "topk": _topk,
    **dict.fromkeys(
        ("cat", "concat", "concatenate"), lambda t, tensors, dim=0: op.concat(Tuple(alike(t.emit, *tensors)), dim)
    ),
    "unbind": _unbind,
    **dict.fromkeys(("mT", "mH", "adjoint"), _swapped),
    **dict.fromkeys(("T", "H", "numpy_T", "matrix_H"), lambda t, x: op.permute_dims(x)),
    "broadcast_tensors": _broadcast_tensors,
    "tensor_split": _tensor_split,
    "unflatten": _unflatten,
    **dict.fromkeys(("reshape_as", "view_as"), lambda t, x, y: op.reshape(x, shape(y))),
    **dict.fromkeys(("movedim", "moveaxis"), _movedim),
    "swapdims": _transpose,
    "ravel": lambda t, x: op.reshape(x, [-1]),
    "hstack": _joined(1),
    "vstack": _joined(0),
    "roll": _roll,
    "repeat_interleave": _repeat_interleave,
    "view.dtype": _as_kind,
    "pixel_shuffle": lambda t, x, factor: op.nn.pixel_shuffle(x, factor),
    "pixel_unshuffle": _pixel_unshuffle,
    "copy": _copied,
    "copy_strided": lambda t, x, stride: x,
    "meshgrid": _meshgrid,
    **dict.fromkeys(("item", "_local_scalar_dense"), _item),
    "tril": lambda t, x, diagonal=0: op.tril(x, diagonal),
    "triu": lambda t, x, diagonal=0: op.triu(x, diagonal),
}
