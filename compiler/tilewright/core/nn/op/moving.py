"""Operators that create tensors and move their elements."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.ir.expr import FloatImm, IntImm
from tilewright.core.ir.relax import ShapeExpr
from tilewright.core.nn.core import wrap_nested
from tilewright.core.nn.tensor import Size, Tensor, expression


def unsqueeze(x: Tensor, dim: int, name: str = "unsqueeze") -> Tensor:
    """A dimension of size 1 put in at `dim`."""
    return wrap_nested(op.expand_dims(expression(x), dim), name)


def squeeze(x: Tensor, axis: int = -1, name: str = "squeeze") -> Tensor:
    """A dimension of size 1 taken out."""
    return wrap_nested(op.squeeze(expression(x), axis), name)


def concat(x: list[Tensor], dim: int, name: str = "concat") -> Tensor:
    """Tensors one after another along a dimension."""
    return wrap_nested(op.concat([expression(part) for part in x], dim), name)


def chunk(x: Tensor, chunks: int, dim: int = 0, name: str = "chunk") -> tuple[Tensor, ...]:
    """So many parts along a dimension."""
    return wrap_nested(op.split(expression(x), chunks, dim), name)


def split(
    ary: Tensor, indices_or_sections: int | Sequence[int], axis: int = 0, name: str = "split"
) -> tuple[Tensor, ...]:
    """So many parts along a dimension, or the parts that end at these positions."""
    return wrap_nested(op.split(expression(ary), indices_or_sections, axis), name)


def broadcast_to(x: Tensor, shape: Sequence[Size], name: str = "broadcast_to") -> Tensor:
    """x repeated along its dimensions of size 1."""
    return wrap_nested(op.broadcast_to(expression(x), shape), name)


def permute_dims(x: Tensor, axes: list[int] | None = None, name: str | None = None) -> Tensor:
    """The dimensions in another order, reversed where none is given."""
    return wrap_nested(op.permute_dims(expression(x), axes), name or _permuted(x))


def _permuted(x: Tensor) -> str:
    """The weight of a linear map is named as what becomes of it: `linear_weight` is `matmul_weight`."""
    known = getattr(getattr(expression(x), "vid", None), "name_hint", "")
    return known.replace("linear", "matmul") if "linear" in known else "permute_dims"


def permute(x: Tensor, axes: list[int] | None, name: str = "permute") -> Tensor:
    """The dimensions in another order."""
    return wrap_nested(op.permute_dims(expression(x), axes), name)


def reshape(x: Tensor, shape: Sequence[Size], name: str = "reshape") -> Tensor:
    """The same elements in another shape; -1 is the size that follows from the others, 0 that of x."""
    return wrap_nested(op.reshape(expression(x), shape), name)


def repeat(x: Tensor, repeats: int, axis: int | None = None, name: str = "repeat") -> Tensor:
    """Each element so many times."""
    return wrap_nested(op.repeat(expression(x), repeats, axis), name)


def take(x: Tensor, indices: Tensor, axis: int | None = None, name: str = "take") -> Tensor:
    """The elements at these positions along a dimension."""
    return wrap_nested(op.take(expression(x), expression(indices), axis), name)


def pad(x: Tensor, pad: list[int], mode: str = "constant", value: float = 0.0, name: str = "pad") -> Tensor:
    """More elements around x: for each dimension how many before and behind."""
    return wrap_nested(op.nn.pad(expression(x), pad_width=pad, pad_mode=mode, pad_value=value), name)


def triu(x: Tensor, diagonal: int = 0, name: str = "triu") -> Tensor:
    """x with zeros below a diagonal."""
    return wrap_nested(op.triu(expression(x), diagonal), name)


def arange(
    start: int, end: int | None = None, step: int = 1, dtype: str | None = "float32", name: str = "arange"
) -> Tensor:
    """Numbers from `start`, or 0 where only one bound is given, to before `end`."""
    return wrap_nested(op.arange(start, end, step, dtype), name)


def full(shape: Sequence[Size], fill_value: float | Tensor, dtype: str = "float32", name: str = "full") -> Tensor:
    """A tensor that holds one number everywhere."""
    value = fill_value.value if isinstance(fill_value, (FloatImm, IntImm)) else fill_value
    filled = expression(value) if isinstance(value, Tensor) else const(value, dtype)
    return wrap_nested(op.full(shape, filled, dtype), name)


def zeros(shape: Sequence[Size], dtype: str = "float32", name: str = "zeros") -> Tensor:
    """A tensor of zeros."""
    return wrap_nested(op.zeros(shape, dtype), name)


def ones(shape: Sequence[Size], dtype: str = "float32", name: str = "ones") -> Tensor:
    """A tensor of ones."""
    return wrap_nested(op.ones(shape, dtype), name)


def empty(shape: Sequence[Size], dtype: str = "float32", name: str = "empty") -> Tensor:
    """A tensor whose elements may be anything."""
    made = op.builtin.alloc_tensor(ShapeExpr(tuple(shape)), dtype, runtime_device_index=0)
    return wrap_nested(made, name)


def ccl_allreduce(x: Tensor, op_type: str = "sum", in_group: bool = True, name: str = "ccl_allreduce") -> Tensor:
    """x of all workers together, by sum, product, minimum, maximum or mean."""
    return wrap_nested(op.ccl.allreduce(expression(x), op_type, in_group), name)


def ccl_allgather(x: Tensor, num_workers: int, name: str = "ccl_allgather") -> Tensor:
    """x of all workers, one after another."""
    return wrap_nested(op.ccl.allgather(expression(x), num_workers), name)


def ccl_broadcast_from_worker0(x: Tensor, name: str = "broadcast_from_worker") -> Tensor:
    """x of the first worker."""
    return wrap_nested(op.ccl.broadcast_from_worker0(expression(x)), name)
