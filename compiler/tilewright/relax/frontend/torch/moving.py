"""Operators of PyTorch that move, pick and make elements, and sort them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.builder.relax_values import const
from tilewright.ir.relax import ShapeExpr, Tuple, TupleGetItem
from tilewright.ir.struct_info import TensorStructInfo
from tilewright.relax import op
from tilewright.relax.frontend.torch.values import Operator, dtype, shape


def _sizes(first: Any, rest: Sequence[Any]) -> list[Any]:
    """Sizes given one by one or as a list."""
    return list(first) if isinstance(first, (list, tuple)) else [first, *rest]


def _view(t: Any, x: Any, first: Any, *rest: Any) -> Any:
    return op.reshape(x, _sizes(first, rest))


def _flatten(t: Any, x: Any, start_dim: int = 0, end_dim: int = -1) -> Any:
    sizes = shape(x)
    start, end = start_dim % len(sizes), end_dim % len(sizes)
    count: Any = 1
    for size in sizes[start : end + 1]:
        count = count * size
    return op.reshape(x, [*sizes[:start], count, *sizes[end + 1 :]])


def _transpose(t: Any, x: Any, dim0: int, dim1: int) -> Any:
    order = list(range(len(shape(x))))
    order[dim0], order[dim1] = order[dim1], order[dim0]
    return op.permute_dims(x, order)


def _expand(t: Any, x: Any, first: Any, *rest: Any, **named: Any) -> Any:
    asked, sizes = _sizes(first, rest), shape(x)
    missing = len(asked) - len(sizes)
    return op.broadcast_to(x, [sizes[at - missing] if size == -1 else size for at, size in enumerate(asked)])


def _split(t: Any, x: Any, split_size: Any, dim: int = 0) -> Any:
    whole = shape(x)[dim]
    if isinstance(split_size, (list, tuple)):
        sizes = list(split_size)
    else:
        sizes = [split_size] * (whole // split_size) + ([whole % split_size] if whole % split_size else [])
    starts = [sum(sizes[:at]) for at in range(1, len(sizes))]
    return _items(t, op.split(x, starts, dim), len(sizes))


def _chunk(t: Any, x: Any, chunks: int, dim: int = 0) -> Any:
    return _split(t, x, -(-shape(x)[dim] // chunks), dim)


def _items(t: Any, value: Any, count: int) -> list[Any]:
    made = t.emit(value)
    return [t.emit(TupleGetItem(made, at)) for at in range(count)]


def _slice(t: Any, x: Any, dim: int = 0, start: Any = None, end: Any = None, step: int = 1) -> Any:
    whole = shape(x)[dim]
    last = (
        whole
        if end is None or (isinstance(end, int) and isinstance(whole, int) and end > whole) or end == 2**63 - 1
        else end
    )
    return op.strided_slice(x, [dim], [start or 0], [last], [step])


def _select(t: Any, x: Any, dim: int, index: Any) -> Any:
    at = index + shape(x)[dim] if isinstance(index, int) and index < 0 else index
    return op.take(x, const(at, "int64") if isinstance(at, int) else at, axis=dim)


def _getitem(t: Any, x: Any, index: Any) -> Any:
    """Python's subscript, of tuples and of tensors."""
    if isinstance(x, (list, tuple)):
        return x[index]
    if isinstance(x, ShapeExpr):
        return x.values[index]
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
        else:
            x = t.emit(_select(t, x, dim, part))
    return x


def _size(t: Any, x: Any, dim: int | None = None) -> Any:
    sizes = shape(x)
    return sizes if dim is None else sizes[dim]


def _getattr(t: Any, x: Any, name: str) -> Any:
    return {"shape": lambda: shape(x), "dtype": lambda: dtype(x), "T": lambda: op.permute_dims(x)}[name]()


def _pad(t: Any, x: Any, pad: Any, mode: Any = "constant", value: Any = None) -> Any:
    """PyTorch lists the padding from the last dimension on."""
    mode, value = ("constant", mode) if isinstance(mode, (int, float)) else (mode, value)
    widths = [0, 0] * (len(shape(x)) - len(pad) // 2)
    for at in range(len(pad) - 2, -1, -2):
        widths += [pad[at], pad[at + 1]]
    return op.nn.pad(x, widths, mode, 0.0 if value is None else float(value))


def _index(t: Any, x: Any, indices: Any) -> Any:
    given = [index for index in indices if index is not None]
    if len(given) == 1 and indices[0] is not None:
        return op.take(x, given[0], axis=0)
    if len(given) == len(indices):
        return op.index_tensor(x, given)
    raise ValueError("indexing by tensors along some dimensions only has no translation into Relax")


def _filled(value: Any) -> Operator:
    def apply(t: Any, sizes: Any, *rest: Any, dtype: Any = None, **named: Any) -> Any:
        kind = "float32" if dtype is None else str(dtype).removeprefix("torch.")
        number, asked = (value, _sizes(sizes, rest)) if value is not None else (rest[0], list(sizes))
        return op.full(asked, const(number, kind), kind)

    return apply


def _filled_like(value: Any) -> Operator:
    def apply(t: Any, x: Any, *rest: Any, dtype: Any = None, **named: Any) -> Any:
        kind = str(x.struct_info.dtype) if dtype is None else str(dtype).removeprefix("torch.")
        return op.full(shape(x), const(value if value is not None else rest[0], kind), kind)

    return apply


def _arange(t: Any, start: Any, end: Any = None, step: Any = 1, *, dtype: Any = None, **named: Any) -> Any:
    kind = None if dtype is None else str(dtype).removeprefix("torch.")
    return op.arange(start, end, step, kind)


def _topk(t: Any, x: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    return _items(t, op.topk(x, k, dim, "both", largest, "int64"), 2)


def _sort(t: Any, x: Any, dim: int = -1, descending: bool = False, **named: Any) -> Any:
    return (op.sort(x, dim, descending), op.argsort(x, dim, descending, "int64"))


def _stacked(t: Any, tensors: Any, dim: int = 0) -> Any:
    return op.stack(Tuple(tuple(tensors)), dim)


def _flatten_count(x: Any) -> Any:
    count: Any = 1
    for size in shape(x):
        count = count * size
    return count


OPERATORS: dict[str, Operator] = {
    **dict.fromkeys(("view", "reshape", "_unsafe_view", "_reshape_alias"), _view),
    "flatten": _flatten,
    "permute": lambda t, x, first, *rest: op.permute_dims(x, _sizes(first, rest)),
    "transpose": _transpose,
    "swapaxes": _transpose,
    "t": lambda t, x: op.permute_dims(x),
    "squeeze": lambda t, x, dim=None: op.squeeze(
        x, None if dim is None else list(dim) if isinstance(dim, (list, tuple)) else [dim]
    ),
    "unsqueeze": lambda t, x, dim: op.expand_dims(x, dim),
    "expand": _expand,
    "expand_as": lambda t, x, y: op.broadcast_to(x, shape(y)),
    "broadcast_to": _expand,
    "repeat": lambda t, x, first, *rest: op.tile(x, _sizes(first, rest)),
    "tile": lambda t, x, first, *rest: op.tile(x, _sizes(first, rest)),
    "stack": _stacked,
    "split": _split,
    "split_with_sizes": _split,
    "chunk": _chunk,
    "slice": _slice,
    "narrow": lambda t, x, dim, start, length: _slice(t, x, dim, start, start + length),
    "select": _select,
    "index_select": lambda t, x, dim, index: op.take(x, index, axis=dim),
    "index": _index,
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
    "argsort": lambda t, x, dim=-1, descending=False, **named: op.argsort(x, dim, descending, "int64"),
    "topk": _topk,
    "zeros": _filled(0),
    "ones": _filled(1),
    "empty": _filled(0),
    "full": _filled(None),
    "zeros_like": _filled_like(0),
    "ones_like": _filled_like(1),
    "empty_like": _filled_like(0),
    "full_like": _filled_like(None),
    "new_zeros": lambda t, x, sizes, **named: op.full(list(sizes), const(0, dtype(x)), dtype(x)),
    "new_ones": lambda t, x, sizes, **named: op.full(list(sizes), const(1, dtype(x)), dtype(x)),
    "arange": _arange,
    **dict.fromkeys(("cat", "concat", "concatenate"), lambda t, tensors, dim=0: op.concat(Tuple(tuple(tensors)), dim)),
    "tril": lambda t, x, diagonal=0: op.tril(x, diagonal),
    "triu": lambda t, x, diagonal=0: op.triu(x, diagonal),
}
