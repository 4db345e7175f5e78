"""Ops that move elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core import te
from tilewright.core.analysis.infer.support import shape_of
from tilewright.core.ir.operators import call as node_call
from tilewright.core.ir.operators import const
from tilewright.core.ir.relax import Call, RelaxExpr, ShapeExpr, Tuple
from tilewright.core.ir.struct_info import TensorStructInfo, TupleStructInfo
from tilewright.core.ir.walk import substitute
from tilewright.core.passes.relax.legalize.rule import (
    Legalization,
    ints,
    python,
    result_dtype,
    result_shape,
    scalars,
    te_call,
    to_result,
    with_settings,
)
from tilewright.core.topi import broadcast, creation, reduction, tag, transform
from tilewright.core.topi.shapes import named, product, simplified

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder
    from tilewright.core.ir.expr import Expr
    from tilewright.core.ir.index_map import IndexMap
    from tilewright.core.te.tensor import Tensor


def reshape(builder: BlockBuilder, call: Call) -> RelaxExpr:
    """The inferred shape, in which nothing is left open."""
    return builder.call_te(transform.reshape, call.args[0], result_shape(call, 1), primfunc_name_hint="reshape")


def _concat(builder: BlockBuilder, call: Call) -> RelaxExpr:
    axis = call.attrs["axis"]
    if axis is None:
        return builder.call_te(
            lambda parts: transform.concatenate([transform.reshape(part, (_count(part.shape),)) for part in parts], 0),
            call.args[0],
            primfunc_name_hint="concatenate",
        )
    return builder.call_te(transform.concatenate, call.args[0], int(axis), primfunc_name_hint="concatenate")


def _count(shape: Sequence[Expr]) -> Expr | int:
    total: Expr | int = 1
    for size in shape:
        total = total * size
    return total


def _expand_dims(builder: BlockBuilder, call: Call) -> RelaxExpr:
    axes = tuple(ints(call.attrs["axis"]))
    return builder.call_te(_expanded, call.args[0], axes, primfunc_name_hint="expand_dims")


def _expanded(x: Tensor, axes: Sequence[int]) -> Tensor:
    """Sizes of 1 at these positions of the result."""
    rank = len(x.shape) + len(axes)
    added = {axis % rank for axis in axes}
    rest = iter(x.shape)
    shape = [const(1, "int64") if at in added else next(rest) for at in range(rank)]

    def value(*index: Expr) -> Expr:
        return x(*(at for place, at in enumerate(index) if place not in added))

    return te.compute(shape, value, name="expand_dims", tag=tag.BROADCAST)


def _squeeze(builder: BlockBuilder, call: Call) -> RelaxExpr:
    axis = ints(call.attrs["axis"])
    return builder.call_te(transform.squeeze, call.args[0], axis, primfunc_name_hint="squeeze")


def _split(builder: BlockBuilder, call: Call) -> RelaxExpr:
    """Equal parts, or parts that begin at given positions."""
    asked = call.attrs["indices_or_sections"]
    axis = int(call.attrs["axis"])
    parts = [python(item) for item in asked] if isinstance(asked, (tuple, list)) else int(python(asked))
    if parts in ([], 1):
        return Tuple((call.args[0],))
    made = call.struct_info
    assert isinstance(made, TupleStructInfo)
    shapes = [getattr(info, "shape", None) for info in made.fields]
    sizes = [shape.values[axis] for shape in shapes if isinstance(shape, ShapeExpr)]
    if len(sizes) < len(shapes):
        return call
    name = "T_split" if isinstance(parts, list) else "T_split_sections"
    return builder.call_te(_parts, call.args[0], sizes, axis, name, primfunc_name_hint="split")


def _parts(x: Tensor, sizes: Sequence[Expr], axis: int, name: str) -> list[Tensor]:
    """Parts of these sizes one after the other."""
    place = axis % len(x.shape)
    found: list[Tensor] = []
    start: Expr | int = 0
    for size in sizes:
        found.append(_part(x, place, start, size, name))
        start = simplified(start + size)
    return found


def _part(x: Tensor, place: int, start: Expr | int, size: Expr, name: str) -> Tensor:
    shape = (*x.shape[:place], size, *x.shape[place + 1 :])
    return named(shape, lambda *at: x(*at[:place], at[place] + start, *at[place + 1 :]), name, tag.INJECTIVE)


def _repeat(builder: BlockBuilder, call: Call) -> RelaxExpr:
    axis = call.attrs["axis"]
    repeats = int(call.attrs["repeats"])
    if axis is None:
        return builder.call_te(
            lambda x: transform.repeat(transform.reshape(x, (_count(x.shape),)), repeats, 0),
            call.args[0],
            primfunc_name_hint="repeat",
        )
    return builder.call_te(transform.repeat, call.args[0], repeats, int(axis), primfunc_name_hint="repeat")


def _size(x: Tensor) -> Tensor:
    """The number of elements."""
    return creation.full((), "int64", product(x.shape).astype("int64"))


def _one_hot(builder: BlockBuilder, call: Call) -> RelaxExpr:
    on, off = scalars(call, 1)
    given = (int(call.attrs["depth"]), int(call.attrs["axis"]), result_dtype(call))
    return builder.call_te(transform.one_hot, call.args[0], on, off, *given, primfunc_name_hint="one_hot")


def _layout_transform(builder: BlockBuilder, call: Call) -> RelaxExpr:
    """The elements where the map puts them; positions that none is put at hold the padding value."""
    index_map, padding = call.attrs["index_map"], call.attrs["pad_value"]
    fill = python(python(padding))
    info = call.args[0].struct_info
    shape = shape_of(info) if isinstance(info, TensorStructInfo) else None
    if shape is None:
        return call
    _, outside = index_map.non_surjective_inverse(shape)
    name = "te_layout_transform" + ("" if python(outside) in (0, False) else "_with_pad")
    return builder.call_te(_mapped, call.args[0], index_map, fill, name, primfunc_name_hint=name)


def _mapped(data: Tensor, index_map: IndexMap, fill: float | None, name: str) -> Tensor:
    inverse, outside = index_map.non_surjective_inverse(data.shape)
    shape = index_map.map_shape(data.shape)

    def value(*index: Expr) -> Expr:
        moved = data(*inverse.map_indices(list(index)))
        given = {old: new for old, new in zip(inverse.initial_indices, index)}
        beyond = substitute(outside, given)
        if python(beyond) in (0, False):
            return moved
        return node_call("tir.if_then_else", beyond, const(0 if fill is None else fill, data.dtype), moved)

    return te.compute(shape, value, name=name)


def _permute_dims(builder: BlockBuilder, call: Call) -> RelaxExpr:
    axes = call.attrs["axes"]
    given = None if axes is None else list(axes)
    return builder.call_te(transform.transpose, call.args[0], given, primfunc_name_hint="transpose")


RULES: dict[str, Legalization] = {
    "broadcast_to": to_result(broadcast.broadcast_to, "broadcast_to"),
    "collapse_sum_like": to_result(reduction.collapse_sum, "collapse_sum"),
    "collapse_sum_to": to_result(reduction.collapse_sum, "collapse_sum"),
    "concat": _concat,
    "expand_dims": _expand_dims,
    "flatten": to_result(transform.reshape, "reshape"),
    "permute_dims": _permute_dims,
    "size": te_call("size", _size),
    "reverse_sequence": with_settings(transform.reverse_sequence, "reverse_sequence", "seq_axis", "batch_axis"),
    "flip": with_settings(transform.flip, "flip", "axis"),
    "meshgrid": with_settings(transform.meshgrid, "meshgrid", "indexing"),
    "one_hot": _one_hot,
    "repeat": _repeat,
    "split": _split,
    "squeeze": _squeeze,
    "stack": with_settings(transform.stack, "stack", "axis"),
    "tile": with_settings(transform.tile, "tile", "repeats"),
    "layout_transform": _layout_transform,
    "reshape": reshape,
}
