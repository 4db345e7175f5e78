"""The operators behind the methods of `nn.Tensor`, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tilewright.core.nn.op import elementwise, moving
from tilewright.core.nn.tensor import Tensor

_OPERATORS: Mapping[str, Callable[..., Tensor]] = {
    "add": elementwise.add,
    "subtract": elementwise.subtract,
    "multiply": elementwise.multiply,
    "divide": elementwise.divide,
    "less": elementwise.less,
    "less_equal": elementwise.less_equal,
    "greater": elementwise.greater,
    "greater_equal": elementwise.greater_equal,
    "maximum": elementwise.maximum,
    "minimum": elementwise.minimum,
    "astype": elementwise.astype,
    "reshape": moving.reshape,
    "permute_dims": moving.permute_dims,
    "repeat": moving.repeat,
}


def operator(name: str, *args: object) -> Tensor:
    """The result of the operator of that name."""
    return _OPERATORS[name](*args)
