"""Ops that pick and write elements by position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.ir.relax import Call, PrimValue, RelaxExpr, Tuple
from tilewright.core.ir.struct_info import PrimStructInfo
from tilewright.core.passes.relax.legalize.rule import Legalization, ints, python, scalars, te_call, with_settings
from tilewright.core.topi import dynamic, scatter, slicing, transform, writing
from tilewright.core.topi.nn import gradients

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder
    from tilewright.core.te.tensor import Tensor


def _gather_elements(builder: BlockBuilder, call: Call) -> RelaxExpr:
    data, indices = call.args
    return builder.call_te(slicing.gather, data, int(call.attrs["axis"]), indices, primfunc_name_hint="gather")


def _gather_nd(data: Tensor, indices: Tensor, batch_dims: int) -> Tensor:
    return slicing.gather_nd(data, _positions_first(indices), batch_dims)


def _scatter_nd(data: Tensor, indices: Tensor, updates: Tensor, reduction: str) -> Tensor:
    return writing.scatter_nd(data, _positions_first(indices), updates, reduction)


def _positions_first(indices: Tensor) -> Tensor:
    """The last dimension, which numbers the coordinates, in front."""
    rank = len(indices.shape)
    return transform.transpose(indices, [rank - 1, *range(rank - 1)])


def _take(builder: BlockBuilder, call: Call) -> RelaxExpr:
    data, index = call.args
    axis, mode = call.attrs["axis"], str(call.attrs["mode"])
    info = index.struct_info_
    if isinstance(info, PrimStructInfo) and info.value is not None:
        index = info.value
    given = None if axis is None else int(axis)
    return builder.call_te(slicing.take, data, index, given, mode=mode, primfunc_name_hint="take")


def _slice_scatter(builder: BlockBuilder, call: Call) -> RelaxExpr:
    start, end, step = scalars(call, 2)
    axis = int(call.attrs["axis"])
    given = (*call.args[:2], start, end, step, axis)
    return builder.call_te(writing.slice_scatter, *given, primfunc_name_hint="slice_scatter")


def _strided_slice(builder: BlockBuilder, call: Call) -> RelaxExpr:
    parts = [_items(value) for value in call.args[1:]]
    axes, begin, end = parts[:3]
    if axes is None or begin is None or end is None:
        return call
    strides = parts[3] if len(parts) > 3 and parts[3] is not None else [1] * len(axes)
    if not all(isinstance(python(item), int) for item in (*axes, *strides)):
        return call
    inbound = bool(call.attrs["assume_inbound"])
    return builder.call_te(
        slicing.strided_slice,
        call.args[0],
        begin,
        end,
        [int(python(item)) for item in strides],
        [int(python(item)) for item in axes],
        slice_mode="end",
        assume_inbound=inbound,
        primfunc_name_hint="strided_slice",
    )


def _items(value: RelaxExpr) -> list[Any] | None:
    """The scalars of a tuple; None where one is not known."""
    if not isinstance(value, Tuple):
        return None
    found = [
        item.value if isinstance(item, PrimValue) else getattr(item.struct_info_, "value", None)
        for item in value.fields
    ]
    return None if any(item is None for item in found) else found


def _dynamic_strided_slice(builder: BlockBuilder, call: Call) -> RelaxExpr:
    """The shape is computed first, since it depends on the positions."""
    from tilewright.core.builder.relax_info import shape as shape_info
    from tilewright.core.ir.expr import Var
    from tilewright.core.ops.op import Op

    data = call.args[0]
    rank = data.struct_info.ndim  # pyright: ignore[reportAttributeAccessIssue]
    sizes = builder.emit(
        builder.call_te(dynamic.shape_func_dynamic_strided_slice, *call.args, primfunc_name_hint="shape_func")
    )
    found = builder.emit(Call(Op.get("relax.tensor_to_shape"), (sizes,)))
    symbols = [Var("s", "int64") for _ in range(rank)]  # pyright: ignore[reportArgumentType]
    builder.match_cast(found, shape_info(symbols))
    return builder.call_te(
        dynamic.dynamic_strided_slice, *call.args, output_shape=symbols, primfunc_name_hint="dynamic_strided_slice"
    )


def _take_backward(builder: BlockBuilder, call: Call) -> RelaxExpr:
    axis = ints(call.attrs["axis"])
    return builder.call_te(gradients.take_backward, *call.args, axis, primfunc_name_hint="take_backward")


RULES: dict[str, Legalization] = {
    "gather_elements": _gather_elements,
    "gather_nd": with_settings(_gather_nd, "te_gather_nd", "batch_dims"),
    "index_put": with_settings(writing.index_put, "index_put", "accumulate"),
    "index_tensor": te_call("index_tensor", writing.index_tensor),
    "scatter_elements": with_settings(scatter.scatter_elements, "scatter_elements", "axis", "reduction"),
    "scatter_nd": with_settings(_scatter_nd, "scatter_nd", "reduction"),
    "slice_scatter": _slice_scatter,
    "take": _take,
    "strided_slice": _strided_slice,
    "dynamic_strided_slice": _dynamic_strided_slice,
    "grad.take_backward": _take_backward,
}
