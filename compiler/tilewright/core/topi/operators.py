"""The operators of `topi` behind Python's operators between whole tensors, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import broadcast, elementwise

_OPERATORS: Mapping[str, Callable[..., Tensor]] = {
    "add": broadcast.add,
    "subtract": broadcast.subtract,
    "multiply": broadcast.multiply,
    "divide": broadcast.divide,
    "negative": elementwise.negative,
    "cast": elementwise.cast,
}


def operator(name: str, *args: object) -> Tensor:
    """The result of the operator of that name."""
    return _OPERATORS[name](*args)
