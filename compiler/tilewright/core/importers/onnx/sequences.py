"""Operators on sequences of tensors, whose length and places are known when the model is read: a sequence is a tuple of Relax."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tilewright.core.builder import relax_by_name as op
from tilewright.core.importers.onnx.moving import parts_of
from tilewright.core.importers.onnx.values import Node, Operator, Sequence, Value, integers, sizes_of
from tilewright.core.ir.relax import RelaxExpr


def _items(node: Node) -> list[Value]:
    """The items of the sequence that is the first input."""
    given = node.inputs[0]
    if isinstance(given, Sequence):
        return list(given.items)
    raise ValueError(f"{node.kind} `{node.name}`: the sequence must be made by the model")


def _position(node: Node, at: int, default: int, length: int) -> int:
    """The place that an input names, counted from the end where it is negative."""
    if not node.has(at):
        return default
    found = int(node.needed(at, "the place in a sequence").reshape(()))
    if not -length <= found <= length:
        raise ValueError(f"{node.kind} `{node.name}`: a sequence of {length} items has no place {found}")
    return found + length if found < 0 else found


def _insert(node: Node) -> Sequence:
    items = _items(node)
    items.insert(_position(node, 2, len(items), len(items)), node.inputs[1])
    return Sequence(tuple(items))


def _erase(node: Node) -> Sequence:
    items = _items(node)
    del items[_position(node, 1, len(items) - 1, len(items))]
    return Sequence(tuple(items))


def _at(node: Node) -> Value:
    items = _items(node)
    return items[_position(node, 1, 0, len(items))]


def _joined(node: Node) -> RelaxExpr:
    axis = node.attr("axis")
    parts = [node.as_expression(each) for each in _items(node)]
    return op.stack(parts, axis) if node.attr("new_axis", 0) else op.concat(parts, axis)


def _split(node: Node) -> Sequence:
    """Parts of one size, of the sizes given, or slices, whose axis goes unless `keepdims`."""
    x, axis = node.x(), node.attr("axis", 0)
    whole = sizes_of(x)[axis]
    given = node.needed(1, "the parts") if node.has(1) else np.array(1)
    if given.ndim:
        sizes = [int(each) for each in integers(given)]
    elif isinstance(whole, int):
        each = int(given)
        sizes = [min(each, whole - start) for start in range(0, whole, each)]
    else:
        raise ValueError(f"SplitToSequence `{node.name}`: the size that is split must be known when the model is read")
    parts = [node.emit(part) for part in parts_of(node, x, sizes, axis)]
    if not node.has(1) and not node.attr("keepdims", 1):
        parts = [node.emit(op.squeeze(part, [axis])) for part in parts]
    return Sequence(tuple(parts))


SEQUENCES: Mapping[str, Operator] = {
    "SequenceConstruct": lambda node: Sequence(tuple(node.inputs)),
    "SequenceEmpty": lambda node: Sequence(()),
    "SequenceInsert": _insert,
    "SequenceErase": _erase,
    "SequenceAt": _at,
    "SequenceLength": lambda node: np.array(len(_items(node)), np.int64),
    "ConcatFromSequence": _joined,
    "SplitToSequence": _split,
}
