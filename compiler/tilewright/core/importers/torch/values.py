"""Struct info of values while a PyTorch graph is translated: sizes, types, and numbers that are promoted to tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, Union

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.relax import RelaxExpr, ShapeExpr
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
    return value if isinstance(value, RelaxExpr) else const(value, promoted(value, like))


def measured(emit: Callable[[RelaxExpr], Any], value: Any) -> Any:
    """A symbolic size as a tensor of one number; anything else as it is."""
    if isinstance(value, RelaxExpr) or not isinstance(value, Expr):
        return value
    return emit(op.reshape(emit(op.shape_to_tensor(ShapeExpr((value,)))), []))


def alike(emit: Callable[[RelaxExpr], Any], *given: RelaxExpr) -> tuple[RelaxExpr, ...]:
    """Tensors of the one type to which PyTorch promotes theirs; `emit` binds what is converted."""
    kind = promoted(*given)
    return tuple(converted(emit, x, kind) for x in given)


def converted(emit: Callable[[RelaxExpr], Any], x: RelaxExpr, kind: str) -> RelaxExpr:
    """The tensor as one of another type: itself, where it has that type."""
    return x if dtype(x) == kind else emit(op.astype(x, kind))


def promoted(*operands: Operand) -> str:
    """The data type in which PyTorch computes with tensors and numbers.

    Tensors with dimensions count first, then those of one element, then numbers; a later group counts only where its type is of a higher category: truths, integers, floats.
    """
    tensors = [x for x in operands if isinstance(x, RelaxExpr)]
    groups = (
        [dtype(x) for x in tensors if shape(x)],
        [dtype(x) for x in tensors if not shape(x)],
        [_of_number(x) for x in operands if not isinstance(x, RelaxExpr)],
    )
    found = ""
    for kind in (reduce(_wider, group) for group in groups if group):
        found = kind if not found or _category(kind) > _category(found) else found
    return found


def _of_number(value: object) -> str:
    """Sizes count as integers."""
    return "bool" if isinstance(value, bool) else "float32" if isinstance(value, float) else "int64"


def _category(kind: str) -> int:
    return 0 if kind == "bool" else 1 if "int" in kind else 2


def _wider(a: str, b: str) -> str:
    """The smallest type of PyTorch that holds two: of two different ones of one width a wider one."""
    if _category(a) != _category(b):
        return max(a, b, key=_category)
    if a == b:
        return a
    widths = [int("".join(c for c in kind if c.isdigit())) for kind in (a, b)]
    if widths[0] != widths[1]:
        wide, narrow = (a, b) if widths[0] > widths[1] else (b, a)
        return f"int{2 * max(widths)}" if wide.startswith("u") and not narrow.startswith("u") else wide
    return "float32" if "float" in a else f"int{2 * widths[0]}"


def for_dimensions(given: object, count: int) -> list[Any]:
    """A number for each of so many dimensions, where one may be given for all."""
    numbers = list(given) if isinstance(given, (list, tuple)) else [given]
    return numbers * count if len(numbers) == 1 else numbers


def listed(first: object, rest: Sequence[Any]) -> list[Any]:
    """Sizes given one by one or as a list."""
    return list(first) if isinstance(first, (list, tuple)) else [first, *rest]
