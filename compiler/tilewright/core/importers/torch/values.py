"""Struct info of values while a PyTorch graph is translated: sizes, types, and numbers that are promoted to tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.ir.relax import RelaxExpr
from tilewright.core.ir.struct_info import TensorStructInfo

Operator = Callable[..., Any]


class Sizes(list[Any]):
    """The sizes of a tensor as a value of the graph: a shape where it is put out."""


def shape(x: Any) -> list[Any]:
    """The sizes of a tensor, numbers where they are known."""
    info = x.struct_info
    assert isinstance(info, TensorStructInfo)
    if info.shape is None:
        raise ValueError(f"the shape of `{x}` must be known")
    return [number(size) for size in info.shape.values]


def number(size: Any) -> Any:
    """A size, a number where it is known."""
    return getattr(size, "value", size)


def dtype(x: Any) -> str:
    """The data type of a tensor."""
    return str(x.struct_info.dtype)


def kind_of(dtype: Any) -> str:
    """The name of a type of PyTorch, `float32` for `torch.float32` and for none."""
    return "float32" if dtype is None else str(dtype).removeprefix("torch.")


def tensor(value: Any, like: Any) -> Any:
    """A number as a constant of the type that it takes beside a tensor."""
    if isinstance(value, RelaxExpr):
        return value
    kind = dtype(like)
    return const(value, "float32" if isinstance(value, float) and "int" in kind else kind)


def alike(t: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """Two tensors of one type: the wider of theirs, as PyTorch promotes them."""
    kinds = [dtype(a), dtype(b)]
    if kinds[0] == kinds[1]:
        return a, b
    widest = max(
        kinds, key=lambda kind: ("float" in kind, "int" in kind, int("".join(c for c in kind if c.isdigit()) or 1))
    )
    return tuple(x if kind == widest else t.emit(op.astype(x, widest)) for x, kind in zip((a, b), kinds))  # pyright: ignore[reportReturnType]


def listed(first: Any, rest: Sequence[Any]) -> list[Any]:
    """Sizes given one by one or as a list."""
    return list(first) if isinstance(first, (list, tuple)) else [first, *rest]
