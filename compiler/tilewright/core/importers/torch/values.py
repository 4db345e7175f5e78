"""Struct info of values while a PyTorch graph is translated: sizes, types, and numbers that are promoted to tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Union

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.relax import RelaxExpr
from tilewright.core.ir.struct_info import TensorStructInfo

MYPY = False  # which mypy takes for true: it would read all of PyTorch, some 1,400 files and what they import, for every program that imports Tilewright
if TYPE_CHECKING and not MYPY:
    import torch

Operator = Callable[..., Any]
Number = int | float  # `bool` is one
# A tensor, or a number beside one.
Operand = RelaxExpr | int | float
# A size of a tensor: a number where it is known, else an expression of symbols.
Size = int | Expr
# One number for all dimensions, or one for each.
Dimensions = int | list[int] | tuple[int, ...]
# A data type as PyTorch has it, or its name.
Kind = Union["torch.dtype", str]


class Sizes(list[Any]):
    """The sizes of a tensor as a value of the graph: a shape where it is put out."""


def shape(x: RelaxExpr) -> list[Any]:
    """The sizes of a tensor, numbers where they are known."""
    known = info(x).shape
    if known is None:
        raise ValueError(f"the shape of `{x}` must be known")
    return [number(size) for size in known.values]


def info(x: RelaxExpr) -> TensorStructInfo:
    """The struct info of a tensor."""
    found = x.struct_info
    assert isinstance(found, TensorStructInfo)
    return found


def number(size: Size) -> Size:
    """A size, a number where it is known."""
    return getattr(size, "value", size)


def dtype(x: RelaxExpr) -> str:
    """The data type of a tensor."""
    return str(info(x).dtype)


def kind_of(dtype: Kind | None) -> str:
    """The name of a type of PyTorch, `float32` for `torch.float32` and for none."""
    return "float32" if dtype is None else str(dtype).removeprefix("torch.")


def tensor(value: Operand, like: RelaxExpr) -> RelaxExpr:
    """A number as a constant of the type that it takes beside a tensor."""
    if isinstance(value, RelaxExpr):
        return value
    kind = dtype(like)
    return const(value, "float32" if isinstance(value, float) and "int" in kind else kind)


def alike(emit: Callable[[RelaxExpr], Any], a: RelaxExpr, b: RelaxExpr) -> tuple[RelaxExpr, RelaxExpr]:
    """Two tensors of one type: the wider of theirs, as PyTorch promotes them; `emit` binds what is converted."""
    kinds = [dtype(a), dtype(b)]
    if kinds[0] == kinds[1]:
        return a, b
    widest = max(
        kinds, key=lambda kind: ("float" in kind, "int" in kind, int("".join(c for c in kind if c.isdigit()) or 1))
    )
    return tuple(x if kind == widest else emit(op.astype(x, widest)) for x, kind in zip((a, b), kinds))  # pyright: ignore[reportReturnType]


def listed(first: object, rest: Sequence[Any]) -> list[Any]:
    """Sizes given one by one or as a list."""
    return list(first) if isinstance(first, (list, tuple)) else [first, *rest]
