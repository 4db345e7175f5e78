"""Inputs and attributes of the operators of a model: values of the graph, or arrays that are known.

A value is an array where it is known while the model is read: weights, and all that is computed from them and from the sizes of tensors.  Sizes that
only a run knows are expressions in an array of objects.  Anything else is an expression of Relax.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.relax import RelaxExpr, ShapeExpr, Tuple, Var
from tilewright.core.ir.struct_info import TensorStructInfo

Value = Any  # an array, an expression of Relax, or None for an input that is left out
Size = int | Expr


@dataclass(frozen=True)
class Sequence:
    """Several tensors as one value."""

    items: tuple[Value, ...]


@dataclass
class Node:
    """One operator of the model, while it is read."""

    builder: BlockBuilder
    kind: str
    name: str
    inputs: abc.Sequence[Value]
    attrs: Mapping[str, Any]
    opset: int
    outputs: int = 1
    weights: Mapping[Var, np.ndarray] = field(default_factory=dict[Var, np.ndarray])

    def has(self, position: int) -> bool:
        """Whether there is such an input."""
        return position < len(self.inputs) and self.inputs[position] is not None

    def x(self, position: int = 0) -> RelaxExpr:
        """An input as an expression."""
        return expression(self.builder, self.inputs[position])

    def known(self, position: int) -> np.ndarray | None:
        """An input as an array, None when only a run knows it, or it is left out."""
        value = self.inputs[position] if self.has(position) else None
        return value if isinstance(value, np.ndarray) else None

    def _stored(self, position: int) -> np.ndarray | None:
        """An input as an array, which the model holds also where it has become a parameter."""
        value = self.inputs[position] if self.has(position) else None
        return self.weights.get(value) if isinstance(value, Var) else self.known(position)

    def needed(self, position: int, what: str) -> np.ndarray:
        """An input that the result's shape depends on; raises `ValueError` when only a run knows it."""
        found = self._stored(position)
        if found is None:
            raise ValueError(f"{self.kind} `{self.name}`: {what} must be known when the model is read")
        return found

    def attr(self, name: str, default: object = None) -> Any:
        """An attribute, or its default."""
        return self.attrs.get(name, default)

    def as_expression(self, value: Value) -> RelaxExpr:
        """A value as an expression."""
        return expression(self.builder, value)

    def emit(self, value: RelaxExpr) -> RelaxExpr:
        """A value bound to a variable, whose shape and type are known then."""
        return self.builder.emit(value)

    def number(self, value: float, like: RelaxExpr) -> RelaxExpr:
        """A number of the type of another value."""
        return const(np.array(value), dtype_of(like))


def expression(builder: BlockBuilder, value: Value) -> RelaxExpr:
    """A value as an expression of Relax."""
    if isinstance(value, Sequence):
        return Tuple(tuple(expression(builder, each) for each in value.items))
    if not isinstance(value, np.ndarray):
        return value
    if value.dtype == object:
        shape = op.shape_to_tensor(op.shape([*value.reshape(-1)]))
        made = builder.emit(shape)
        return made if value.ndim else builder.emit(op.squeeze(made, [0]))
    return const(value, str(value.dtype))


def info_of(value: RelaxExpr) -> TensorStructInfo:
    """The value that is known of a tensor; raises `TypeError` for what is none."""
    info = value.struct_info
    if not isinstance(info, TensorStructInfo):
        raise TypeError(f"a tensor is needed here, not `{info}`")
    return info


def dtype_of(value: RelaxExpr) -> str:
    """The type of the elements."""
    return str(info_of(value).dtype)


def sizes_of(value: RelaxExpr) -> list[Size]:
    """The sizes, numbers where they are known; raises `ValueError` for a tensor of unknown shape."""
    shape = info_of(value).shape
    if not isinstance(shape, ShapeExpr):
        raise ValueError(
            "the shape of a tensor is known to a run only, and its number of dimensions is not enough here"
        )
    return [plain(size) for size in shape.values]


def plain(size: Any) -> Size:
    """A size as a number where it is one."""
    return size.value if isinstance(size, IntImm) else size if isinstance(size, Expr) else int(size)


def rank_of(value: RelaxExpr) -> int:
    """The number of dimensions."""
    return int(info_of(value).ndim)


def integers(array: np.ndarray) -> list[Any]:
    """The numbers, or sizes, of an array."""
    return [plain(each) for each in array.reshape(-1)]


Operator = Callable[[Node], Any]
