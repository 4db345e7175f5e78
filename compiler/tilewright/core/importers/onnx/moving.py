"""Operators that move elements: shapes, slices, gathering and scattering, putting together and taking apart."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from math import prod
from typing import Any

import numpy as np

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.onnx.values import Node, Operator, Size, dtype_of, integers, rank_of, sizes_of
from tilewright.core.ir.expr import SizeVar
from tilewright.core.ir.relax import RelaxExpr, TupleGetItem
from tilewright.core.ir.struct_info import TensorStructInfo


def _shape(node: Node) -> np.ndarray:
    """The sizes, known as far as they are numbers."""
    sizes = sizes_of(node.x())
    rank = len(sizes)
    start, end = (
        min(max(at + rank if at < 0 else at, 0), rank) for at in (node.attr("start", 0), node.attr("end", rank))
    )
    return as_sizes(sizes[start:end])


def as_sizes(sizes: list[Size]) -> np.ndarray:
    """Sizes as an array: of integers, or of objects when some are expressions."""
    if all(isinstance(size, int) for size in sizes):
        return np.array(sizes, np.int64)
    made = np.empty(len(sizes), object)
    made[:] = sizes
    return made


def _size(node: Node) -> np.ndarray:
    total = 1
    for size in sizes_of(node.x()):
        total = total * size
    return np.array(total, np.int64 if isinstance(total, int) else object)


def _reshape(node: Node) -> RelaxExpr:
    x, wanted = node.x(), integers(node.needed(1, "the shape"))
    if node.attr("allowzero", 0) and 0 in wanted:
        return op.zeros(wanted, dtype_of(x))  # a tensor without elements
    own = sizes_of(x) if 0 in wanted else []
    return op.reshape(x, [own[at] if size == 0 and own else size for at, size in enumerate(wanted)])


def _flatten(node: Node) -> RelaxExpr:
    x, axis = node.x(), node.attr("axis", 1)
    sizes = sizes_of(x)
    axis = axis + len(sizes) if axis < 0 else axis
    first = 1
    second = 1
    for at, size in enumerate(sizes):
        first, second = (first * size, second) if at < axis else (first, second * size)
    return op.reshape(x, [first, second])


def _axes(node: Node) -> list[int] | None:
    given = node.attr("axes")
    if given is None and node.has(1):
        given = integers(node.needed(1, "the axes"))
    return None if given is None else [int(axis) for axis in given]


def _unsqueeze(node: Node) -> RelaxExpr:
    axes = _axes(node) or []
    rank = rank_of(node.x()) + len(axes)
    return op.expand_dims(node.x(), sorted(axis % rank for axis in axes))


def _expand(node: Node) -> RelaxExpr:
    """Both shapes are broadcast together."""
    x, wanted = node.x(), integers(node.needed(1, "the shape"))
    own = sizes_of(x)
    rank = max(len(own), len(wanted))
    own, wanted = [1] * (rank - len(own)) + own, [1] * (rank - len(wanted)) + wanted
    for size, other in zip(own, wanted):
        if isinstance(size, int) and isinstance(other, int) and size != other and 1 not in (size, other):
            raise ValueError(f"Expand `{node.name}`: an axis of size {size} cannot be broadcast to {other}")
    return op.broadcast_to(
        x, [size if isinstance(other, int) and other == 1 else other for size, other in zip(own, wanted)]
    )


def _transpose(node: Node) -> RelaxExpr:
    perm = node.attr("perm")
    return op.permute_dims(node.x(), None if perm is None else list(perm))


def _concat(node: Node) -> RelaxExpr:
    return op.concat([node.x(at) for at in range(len(node.inputs))], node.attr("axis", 0))


def _split(node: Node) -> list[RelaxExpr] | RelaxExpr:
    x, axis = node.x(), node.attr("axis", 0)
    given = node.attr("split")
    if given is None and node.has(1):
        given = integers(node.needed(1, "the parts"))
    if given is None:
        whole, parts = sizes_of(x)[axis], node.attr("num_outputs", node.outputs)
        if not isinstance(whole, int):
            made = node.emit(op.split(x, parts, axis))
            return [TupleGetItem(made, at) for at in range(parts)]
        each = -(-whole // parts)
        given = [min(each, whole - at * each) for at in range(parts)]
    return [x] if len(given) == 1 else parts_of(node, x, given, axis)


def parts_of(node: Node, x: RelaxExpr, sizes: list[int], axis: int) -> list[RelaxExpr]:
    """Parts of these sizes, one after another along an axis."""
    made = node.emit(op.split(x, [int(end) for end in accumulate(sizes[:-1])], axis))
    return [TupleGetItem(made, at) for at in range(len(sizes))]


def _slice(node: Node) -> RelaxExpr:
    x = node.x()
    if node.attr("starts") is not None:
        starts, ends = list(node.attr("starts")), list(node.attr("ends"))
        axes, steps = node.attr("axes"), None
    else:
        starts, ends = (integers(node.needed(at, "the bounds of a slice")) for at in (1, 2))
        axes = integers(node.needed(3, "the axes")) if node.has(3) else None
        steps = integers(node.needed(4, "the steps")) if node.has(4) else None
    sizes = sizes_of(x)
    for at, (start, end) in enumerate(zip(starts, ends)):
        axis = int(at if axes is None else axes[at]) % len(sizes)
        x = node.emit(_sliced(x, axis, sizes[axis], start, end, 1 if steps is None else int(steps[at])))
    return x


def _sliced(x: RelaxExpr, axis: int, size: Size, start: object, end: object, step: int) -> RelaxExpr:
    """One axis cut as Python cuts."""
    if isinstance(size, int) and isinstance(start, int) and isinstance(end, int):
        bounds = slice(start, end, step).indices(size)
        if step < 0:
            return op.take(x, const(np.arange(*bounds), "int64"), axis)
        return op.strided_slice(x, [axis], [bounds[0]], [max(bounds[0], bounds[1])], [step])
    last = size if isinstance(end, int) and end >= 1 << 30 else size + end if isinstance(end, int) and end < 0 else end
    first = size + start if isinstance(start, int) and start < 0 else start
    return op.strided_slice(x, [axis], [first], [last], [step])


def _counted(node: Node, indices: RelaxExpr, size: Size) -> RelaxExpr:
    """Indices that count from the end where they are negative, counted from the beginning."""
    behind = node.emit(op.add(indices, const(np.array(size), dtype_of(indices)))) if isinstance(size, int) else indices
    if not isinstance(size, int):
        return indices
    return node.emit(op.where(node.emit(op.less(indices, node.number(0, indices))), behind, indices))


def _gather(node: Node) -> RelaxExpr:
    x, axis = node.x(), node.attr("axis", 0)
    known, size = node.known(1), sizes_of(x)[axis]
    if known is not None and isinstance(size, int) and known.dtype != object:
        indices: RelaxExpr = const(np.where(known < 0, known + size, known), "int64")
    else:
        indices = _counted(node, node.x(1), size)
    return op.take(x, indices, axis)


def _gather_elements(node: Node) -> RelaxExpr:
    x, axis = node.x(), node.attr("axis", 0)
    return op.gather_elements(x, _counted(node, node.x(1), sizes_of(x)[axis]), axis % rank_of(x))


def _gather_nd(node: Node) -> RelaxExpr:
    return op.gather_nd(node.x(0), node.x(1), node.attr("batch_dims", 0))


_REDUCTIONS = {b"none": "update", b"add": "add", b"mul": "mul", b"min": "min", b"max": "max"}


def _scatter_elements(node: Node) -> RelaxExpr:
    x, axis = node.x(), node.attr("axis", 0)
    indices = _counted(node, node.x(1), sizes_of(x)[axis])
    return op.scatter_elements(x, indices, node.x(2), axis, _REDUCTIONS[node.attr("reduction", b"none")])


def _scatter_nd(node: Node) -> RelaxExpr:
    return op.scatter_nd(node.x(0), node.x(1), node.x(2), _REDUCTIONS[node.attr("reduction", b"none")])


def _pad(node: Node) -> RelaxExpr:
    x = node.x()
    given = node.attr("pads")
    pads = list(given) if given is not None else integers(node.needed(1, "the padding"))
    fill = (
        node.attr("value", 0.0)
        if given is not None
        else float(node.needed(2, "what is padded with").reshape(()))
        if node.has(2)
        else 0.0
    )
    rank = rank_of(x)
    if node.has(3):
        chosen = [int(axis) % rank for axis in integers(node.needed(3, "the axes"))]
        before, after = dict(zip(chosen, pads)), dict(zip(chosen, pads[len(chosen) :]))
        pads = [before.get(at, 0) for at in range(rank)] + [after.get(at, 0) for at in range(rank)]
    width = [int(pads[at + side * rank]) for at in range(rank) for side in (0, 1)]
    mode = {b"constant": "constant", b"reflect": "reflect", b"edge": "replicate", b"wrap": "circular"}[
        node.attr("mode", b"constant")
    ]
    if min(width) < 0:
        x = node.emit(_cut(x, width, sizes_of(x)))
        width = [max(each, 0) for each in width]
    return op.nn.pad(x, width, mode, fill)


def _cut(x: RelaxExpr, width: list[int], sizes: list[Size]) -> RelaxExpr:
    """A tensor without what negative padding takes away."""
    begin = [max(-each, 0) for each in width[::2]]
    end = [size - max(-each, 0) for size, each in zip(sizes, width[1::2])]
    return op.strided_slice(x, list(range(len(sizes))), begin, end)


def _constant_of_shape(node: Node) -> RelaxExpr:
    value = node.attr("value", np.zeros(1, np.float32)).reshape(())
    return op.full(integers(node.needed(0, "the shape")), const(value, str(value.dtype)), str(value.dtype))


def _range(node: Node) -> RelaxExpr:
    start, end, step = (node.needed(at, "the range").reshape(()) for at in range(3))
    kind = next((str(each.dtype) for each in (start, end, step) if each.dtype != object), "int64")
    return op.arange(start[()] if start.dtype == object else start.item(), end.item(), step.item(), kind)


def _one_hot(node: Node) -> RelaxExpr:
    depth = int(node.needed(1, "the depth").reshape(()))
    from tilewright.core.ir.relax import PrimValue

    off, on = node.needed(2, "the values").reshape(-1)
    kind = str(node.needed(2, "the values").dtype)
    indices = _counted(node, node.emit(op.astype(node.x(0), "int64")), depth)
    pair = [PrimValue(_scalar(each, kind)) for each in (on, off)]
    return op.one_hot(indices, *pair, depth, node.attr("axis", -1))


def _scalar(value: Any, kind: str) -> Any:
    from tilewright.core.ir.operators import const as constant

    return constant(value.item(), kind)


def _top(node: Node) -> list[RelaxExpr]:
    k = int(node.needed(1, "k").reshape(()))
    made = node.emit(op.topk(node.x(), k, node.attr("axis", -1), "both", bool(node.attr("largest", 1)), "int64"))
    return [TupleGetItem(made, 0), TupleGetItem(made, 1)]


def _triangle(node: Node) -> RelaxExpr:
    k = int(node.needed(1, "k").reshape(())) if node.has(1) else 0
    return (op.triu if node.attr("upper", 1) else op.tril)(node.x(), k)


def _compress(node: Node) -> RelaxExpr:
    """The slices, or elements, whose condition holds; a run tells how many these are."""
    x, axis = node.x(0), node.attr("axis")
    if axis is None:
        x, axis = node.emit(op.reshape(x, [-1])), 0
    return op.take(x, node.emit(op.squeeze(_counted_by_run(node, op.nonzero(node.x(1))), [0])), axis)


def _unique(node: Node) -> list[RelaxExpr]:
    """The different elements, or slices, in order, or as they come first; where each is, stands for each, and how many there are."""
    x, axis = node.x(), node.attr("axis")
    if axis is None:
        x, axis = node.emit(op.reshape(x, [-1])), 0
    if not node.attr("sorted", 1):
        if node.outputs > 2:
            raise ValueError(f"Unique `{node.name}`: what stands for each element is given in sorted order alone")
        found = node.emit(op.unique(x, True, True, False, False, axis))
        first = node.emit(op.sort(_counted_by_run(node, TupleGetItem(found, 1)), 0))
        return [node.emit(op.take(x, first, axis)), first]
    if node.outputs == 1:
        return [op.unique(x, True, False, False, False, axis)]
    found = node.emit(op.unique(x, True, True, True, True, axis))
    return [node.emit(TupleGetItem(found, at)) for at in range(node.outputs)]


def _counted_by_run(node: Node, value: RelaxExpr) -> RelaxExpr:
    """A row of indices whose length a run tells: the last size of the value, which gets a name."""
    made = node.emit(value)
    count = SizeVar(f"{node.kind.lower()}_count", "int64")
    return node.builder.match_cast(made, TensorStructInfo((1,) * (rank_of(made) - 1) + (count,), dtype_of(made)))


def _max_unpool(node: Node) -> RelaxExpr:
    """Each element at its place, counted over the whole result, with zeros everywhere else."""
    x, places = node.x(0), node.x(1)
    sizes = sizes_of(x)
    kernel = list(node.attr("kernel_shape"))
    count = len(kernel)
    strides, pads = node.attr("strides", [1] * count), node.attr("pads", [0] * (2 * count))
    room = [
        (size - 1) * step - low - high + width
        for size, step, low, high, width in zip(sizes[2:], strides, pads, pads[count:], kernel)
    ]
    wanted = integers(node.needed(2, "the shape")) if node.has(2) else [*sizes[:2], *room]
    empty = node.emit(op.zeros([prod(wanted)], dtype_of(x)))
    flat, at = (node.emit(op.reshape(each, [-1])) for each in (x, places))
    return op.reshape(node.emit(op.scatter_elements(empty, at, flat, 0)), wanted)


def _tile(node: Node) -> RelaxExpr:
    return op.tile(node.x(), [int(each) for each in integers(node.needed(1, "the repeats"))])


def _depth_to_space(node: Node) -> RelaxExpr:
    n, c, h, w = sizes_of(node.x())
    b = node.attr("blocksize")
    if node.attr("mode", b"DCR") == b"DCR":
        split, order = [n, b, b, c // (b * b), h, w], [0, 3, 4, 1, 5, 2]
    else:
        split, order = [n, c // (b * b), b, b, h, w], [0, 1, 4, 2, 5, 3]
    moved = node.emit(op.permute_dims(node.emit(op.reshape(node.x(), split)), order))
    return op.reshape(moved, [n, c // (b * b), h * b, w * b])


def _space_to_depth(node: Node) -> RelaxExpr:
    n, c, h, w = sizes_of(node.x())
    b = node.attr("blocksize")
    order = [0, 3, 5, 1, 2, 4] if node.attr("mode", b"DCR") == b"DCR" else [0, 1, 3, 5, 2, 4]
    split = node.emit(op.reshape(node.x(), [n, c, h // b, b, w // b, b]))
    return op.reshape(node.emit(op.permute_dims(split, order)), [n, c * b * b, h // b, w // b])


def _einsum(node: Node) -> RelaxExpr:
    return op.einsum([node.x(at) for at in range(len(node.inputs))], node.attr("equation").decode())


def _reverse_sequence(node: Node) -> RelaxExpr:
    return op.reverse_sequence(node.x(0), node.x(1), node.attr("time_axis", 0), node.attr("batch_axis", 1))


def _same(node: Node) -> Any:
    return node.inputs[0]


def _dropout(node: Node) -> list[Any]:
    """Nothing is dropped where nothing is trained, and the mask says so."""
    training = node.known(2)
    if training is not None and bool(training.reshape(())):
        raise ValueError(f"Dropout `{node.name}`: a model that is being trained is not read")
    return (
        [node.inputs[0]]
        if node.outputs == 1
        else [node.inputs[0], op.full(sizes_of(node.x()), const(np.array(True), "bool"), "bool")]
    )


MOVING: Mapping[str, Operator] = {
    "Shape": _shape,
    "Size": _size,
    "Reshape": _reshape,
    "Flatten": _flatten,
    "Squeeze": lambda node: op.squeeze(node.x(), _axes(node)),
    "Unsqueeze": _unsqueeze,
    "Expand": _expand,
    "Transpose": _transpose,
    "Concat": _concat,
    "Split": _split,
    "Slice": _slice,
    "Gather": _gather,
    "GatherElements": _gather_elements,
    "GatherND": _gather_nd,
    "Scatter": _scatter_elements,
    "ScatterElements": _scatter_elements,
    "ScatterND": _scatter_nd,
    "Pad": _pad,
    "ConstantOfShape": _constant_of_shape,
    "Range": _range,
    "OneHot": _one_hot,
    "TopK": _top,
    "Trilu": _triangle,
    "Compress": _compress,
    "Unique": _unique,
    "MaxUnpool": _max_unpool,
    "Tile": _tile,
    "DepthToSpace": _depth_to_space,
    "SpaceToDepth": _space_to_depth,
    "Einsum": _einsum,
    "ReverseSequence": _reverse_sequence,
    "EyeLike": lambda node: op.eye_like(node.x(), node.attr("k", 0), _eye_type(node)),
    "NonZero": lambda node: op.nonzero(node.x()),
    "Identity": _same,
    "Dropout": _dropout,
}


def _eye_type(node: Node) -> str:
    from onnx.helper import tensor_dtype_to_np_dtype

    kind = node.attr("dtype")
    return dtype_of(node.x()) if kind is None else str(tensor_dtype_to_np_dtype(kind))


def _on_sizes(kind: str, inputs: list[Any], attrs: Mapping[str, Any]) -> np.ndarray | None:
    """The result of an operator on sizes, some of which are expressions; None when it is not computed with them."""
    first = inputs[0]
    if kind in ("Identity", "Cast"):
        return first
    if kind == "Gather":
        return np.asarray(first[inputs[1]], object)
    if kind == "Concat":
        return np.concatenate([np.asarray(each, object) for each in inputs])
    if kind in ("Unsqueeze", "Squeeze"):
        return first.reshape(-1) if kind == "Unsqueeze" else first.reshape(())
    if kind == "Slice" and len(inputs) >= 3:
        step = int(inputs[4].reshape(-1)[0]) if len(inputs) > 4 and inputs[4] is not None else 1
        return first[int(inputs[1].reshape(-1)[0]) : int(inputs[2].reshape(-1)[0]) : step]
    rule = _ON_NUMBERS.get(kind)
    if rule is None or len(inputs) != 2:
        return None
    a, b = np.broadcast_arrays(*(np.asarray(each, object) for each in inputs))
    made = np.empty(a.shape, object)
    for at in np.ndindex(a.shape):
        left, right = (each if not isinstance(each, np.generic) else each.item() for each in (a[at], b[at]))
        made[at] = rule(left, right)
    return made


_ON_NUMBERS: Mapping[str, Any] = {
    "Add": lambda a, b: a + b,
    "Sub": lambda a, b: a - b,
    "Mul": lambda a, b: a * b,
    "Div": lambda a, b: a // b,
    "Mod": lambda a, b: a % b,
}

on_sizes = _on_sizes
