"""Tensors and operations as JSON keeps them: the name of a class and what its constructor is given."""

from __future__ import annotations

from typing import Any

from tilewright.core.te.scan import ScanOp
from tilewright.core.te.tensor import ComputeOp, ExternOp, Operation, PlaceholderOp, Tensor

# The fields of each class that its constructor is given, in order.
_FIELDS: dict[type[Operation], tuple[str, ...]] = {
    PlaceholderOp: ("name", "shape", "dtype"),
    ComputeOp: ("name", "tag", "attrs", "axis", "shape", "body"),
    ExternOp: ("name", "tag", "attrs", "inputs", "input_placeholders", "output_placeholders", "body"),
    ScanOp: ("name", "tag", "attrs", "scan_axis", "init", "update", "state_placeholder", "inputs"),
}
_CLASSES = {kind.__name__: kind for kind in _FIELDS}


def saved_parts(value: object) -> tuple[str, tuple[Any, ...]] | None:
    """The class and the parts of a tensor or an operation; None for anything else."""
    if isinstance(value, Tensor):
        return "Tensor", (value.op, value.value_index)
    fields = _FIELDS.get(type(value))  # pyright: ignore[reportArgumentType, reportCallIssue]
    if fields is None:
        return None
    return type(value).__name__, tuple(_part(value, name) for name in fields)


def _part(operation: Any, name: str) -> object:
    return operation.output(0).shape if name == "shape" else getattr(operation, name)


def made_of_parts(name: str, parts: list[Any]) -> Any:
    """The tensor or operation that `saved_parts` gave the parts of."""
    if name == "Tensor":
        operation, index = parts
        return operation.output(index)
    return _CLASSES[name](*parts)
