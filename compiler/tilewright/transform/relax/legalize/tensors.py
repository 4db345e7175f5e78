"""Ops that make tensors, move, pick and write elements, and sort."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright import topi
from tilewright.ir.relax import Call, PrimValue, RelaxExpr, Tuple, relax_expr
from tilewright.ir.struct_info import PrimStructInfo, TensorStructInfo
from tilewright.transform.relax.legalize.moving import result_shape
from tilewright.transform.relax.legalize.rule import Legalization, ints, scalar_or_self, te_call


def _with(function: Callable[..., Any], hint: str, *names: str, **fixed: Any) -> Legalization:
    """The operator on all arguments, then on the attributes of these names; `name=attribute` gives one by another name."""

    def rule(builder: Any, call: Call) -> RelaxExpr:
        given = [ints(call.attrs[name]) for name in names]
        named = {name: ints(call.attrs[source]) for name, source in fixed.items()}
        return builder.call_te(function, *call.args, *given, **named, primfunc_name_hint=hint)

    return rule


def _to_result(function: Callable[..., Any], hint: str) -> Legalization:
    """The operator on the first argument and the shape of the result."""

    def rule(builder: Any, call: Call) -> RelaxExpr:
        return builder.call_te(function, call.args[0], result_shape(call, 1), primfunc_name_hint=hint)

    return rule


def _full(hint: str, fill: float | None) -> Legalization:
    """A tensor of one number: the argument when `fill` is None."""

    def rule(builder: Any, call: Call) -> RelaxExpr:
        kind = _dtype(call)
        value = scalar_or_self(call.args[1]) if fill is None else fill
        if isinstance(value, RelaxExpr):
            return builder.call_te(_filled_from, value, result_shape(call, 0), kind, primfunc_name_hint=hint)
        return builder.call_te(topi.full, result_shape(call, 0), kind, value, primfunc_name_hint=hint)

    return rule


def _filled_from(value: Any, shape: Any, dtype: str) -> Any:
    from tilewright import te

    return te.compute(tuple(shape), lambda *index: value().astype(dtype), name="T_full")


def _dtype(call: Call) -> str:
    info = call.struct_info
    assert isinstance(info, TensorStructInfo)
    return str(info.dtype)


def _scalars(call: Call, first: int = 0) -> list[Any]:
    """The arguments from `first` on as scalars of TIR; a variable that holds one stands for its value."""
    found: list[Any] = []
    for value in call.args[first:]:
        info = value.struct_info_
        known = value.value if isinstance(value, PrimValue) else scalar_or_self(value)
        found.append(info.value if isinstance(info, PrimStructInfo) and info.value is not None else known)
    return found


def _python(value: Any) -> Any:
    """The Python number of a constant of TIR."""
    return getattr(value, "value", value)


def _arange(builder: Any, call: Call) -> RelaxExpr:
    start, end, step = _scalars(call)
    return builder.call_te(topi.arange, start, end, step, _dtype(call), primfunc_name_hint="arange")


def _eye(builder: Any, call: Call) -> RelaxExpr:
    shape = result_shape(call)
    offset = _scalars(call)[-1]
    rows, columns = shape.values
    return builder.call_te(topi.eye, rows, columns, _python(offset), _dtype(call), primfunc_name_hint="eye")


def _hamming(builder: Any, call: Call) -> RelaxExpr:
    window, periodic, alpha, beta = map(_python, _scalars(call))
    given = (window, bool(periodic), alpha, beta, _dtype(call))
    return builder.call_te(topi.hamming_window, *given, primfunc_name_hint="hamming_window")


def _trilu(upper: bool) -> Legalization:
    hint = "triu" if upper else "tril"

    def rule(builder: Any, call: Call) -> RelaxExpr:
        (offset,) = _scalars(call, 1)
        return builder.call_te(topi.trilu, call.args[0], offset, upper=upper, primfunc_name_hint=hint)

    return rule


def _clip(builder: Any, call: Call) -> RelaxExpr:
    low, high = _scalars(call, 1)
    return builder.call_te(topi.clip, call.args[0], low, high, primfunc_name_hint="clip")


def _concat(builder: Any, call: Call) -> RelaxExpr:
    axis = call.attrs["axis"]
    if axis is None:
        return builder.call_te(
            lambda parts: topi.concatenate([topi.reshape(part, (_count(part.shape),)) for part in parts], 0),
            call.args[0],
            primfunc_name_hint="concatenate",
        )
    return builder.call_te(topi.concatenate, call.args[0], int(axis), primfunc_name_hint="concatenate")


def _count(shape: Any) -> Any:
    total: Any = 1
    for size in shape:
        total = total * size
    return total


def _expand_dims(builder: Any, call: Call) -> RelaxExpr:
    return builder.call_te(topi.reshape, call.args[0], result_shape(call), primfunc_name_hint="expand_dims")


def _squeeze(builder: Any, call: Call) -> RelaxExpr:
    axis = ints(call.attrs["axis"])
    return builder.call_te(topi.squeeze, call.args[0], axis, primfunc_name_hint="squeeze")


def _split(builder: Any, call: Call) -> RelaxExpr:
    """Equal parts, or parts that begin at given positions."""
    asked = call.attrs["indices_or_sections"]
    axis = int(call.attrs["axis"])
    if isinstance(asked, (tuple, list)):
        positions = [_python(item) for item in asked]
        if not positions:
            return Tuple((call.args[0],))
        return builder.call_te(topi.split, call.args[0], positions, axis, primfunc_name_hint="split")
    count = int(_python(asked))
    if count == 1:
        return Tuple((call.args[0],))
    return builder.call_te(_even_parts, call.args[0], count, axis, primfunc_name_hint="split")


def _even_parts(x: Any, count: int, axis: int) -> Any:
    """Parts of the same size, which the last may fall short of; the size may be symbolic."""
    from tilewright import tir

    whole = x.shape[axis]
    size = tir.ceildiv(whole, count) if not isinstance(_python(whole), int) else -(-int(_python(whole)) // count)
    return topi.split(x, [size * at for at in range(1, count)], axis)


def _repeat(builder: Any, call: Call) -> RelaxExpr:
    axis = call.attrs["axis"]
    repeats = int(call.attrs["repeats"])
    if axis is None:
        return builder.call_te(
            lambda x: topi.repeat(topi.reshape(x, (_count(x.shape),)), repeats, 0),
            call.args[0],
            primfunc_name_hint="repeat",
        )
    return builder.call_te(topi.repeat, call.args[0], repeats, int(axis), primfunc_name_hint="repeat")


def _one_hot(builder: Any, call: Call) -> RelaxExpr:
    on, off = _scalars(call, 1)
    given = (int(call.attrs["depth"]), int(call.attrs["axis"]), _dtype(call))
    return builder.call_te(topi.one_hot, call.args[0], on, off, *given, primfunc_name_hint="one_hot")


def _gather_elements(builder: Any, call: Call) -> RelaxExpr:
    data, indices = call.args
    return builder.call_te(topi.gather, data, int(call.attrs["axis"]), indices, primfunc_name_hint="gather")


def _gather_nd(data: Any, indices: Any, batch_dims: int) -> Any:
    return topi.gather_nd(data, _positions_first(indices), batch_dims)


def _scatter_nd(data: Any, indices: Any, updates: Any, reduction: str) -> Any:
    return topi.scatter_nd(data, _positions_first(indices), updates, reduction)


def _positions_first(indices: Any) -> Any:
    """The last dimension, which numbers the coordinates, in front."""
    rank = len(indices.shape)
    return topi.transpose(indices, [rank - 1, *range(rank - 1)])


def at_run_time(name: str, *attributes: str) -> Legalization:
    """A function of the runtime, since what it gives depends on the elements; attributes of these names follow the arguments."""

    def rule(builder: Any, call: Call) -> RelaxExpr:
        from tilewright.builder.relax_calls import call_pure_packed

        further = [relax_expr(call.attrs[attribute]) for attribute in attributes]
        return call_pure_packed(name, *call.args, *further, sinfo_args=call.struct_info)

    return rule


def _take(builder: Any, call: Call) -> RelaxExpr:
    data, index = call.args
    axis, mode = call.attrs["axis"], str(call.attrs["mode"])
    info = index.struct_info_
    if isinstance(info, PrimStructInfo) and info.value is not None:
        index = info.value
    given = None if axis is None else int(axis)
    return builder.call_te(topi.take, data, index, given, mode=mode, primfunc_name_hint="take")


def _slice_scatter(builder: Any, call: Call) -> RelaxExpr:
    start, end, step = _scalars(call, 2)
    axis = int(call.attrs["axis"])
    given = (*call.args[:2], start, end, step, axis)
    return builder.call_te(topi.slice_scatter, *given, primfunc_name_hint="slice_scatter")


def _strided_slice(builder: Any, call: Call) -> RelaxExpr:
    parts = [_items(value) for value in call.args[1:]]
    axes, begin, end = parts[:3]
    if axes is None or begin is None or end is None:
        return call
    strides = parts[3] if len(parts) > 3 and parts[3] is not None else [1] * len(axes)
    if not all(isinstance(_python(item), int) for item in (*axes, *strides)):
        return call
    inbound = bool(call.attrs["assume_inbound"])
    return builder.call_te(
        topi.strided_slice,
        call.args[0],
        begin,
        end,
        [int(_python(item)) for item in strides],
        [int(_python(item)) for item in axes],
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


def _layout_transform(builder: Any, call: Call) -> RelaxExpr:
    """The elements where the map puts them; positions that none is put at hold the padding value."""
    index_map, padding = call.attrs["index_map"], call.attrs["pad_value"]
    fill = getattr(padding, "value", padding)
    return builder.call_te(_mapped, call.args[0], index_map, fill, primfunc_name_hint="te_layout_transform")


def _mapped(data: Any, index_map: Any, fill: Any) -> Any:
    from tilewright import te, tir

    inverse, outside = index_map.non_surjective_inverse(data.shape)
    shape = index_map.map_shape(data.shape)

    def value(*index: Any) -> Any:
        moved = data(*inverse.map_indices(list(index)))
        given = {old: new for old, new in zip(inverse.initial_indices, index)}
        beyond = tir.stmt_functor.substitute(outside, given)
        if getattr(beyond, "value", None) in (0, False):
            return moved
        return tir.if_then_else(beyond, tir.const(fill if fill is not None else 0, data.dtype), moved)

    return te.compute(shape, value, name="te_layout_transform")


def _scan(name: str) -> Legalization:
    function = getattr(topi, name)

    def rule(builder: Any, call: Call) -> RelaxExpr:
        axis = call.attrs["axis"]
        exclusive = bool(call.attrs["exclusive"]) or None
        given = (None if axis is None else int(axis), _dtype(call), exclusive)
        return builder.call_te(function, call.args[0], *given, primfunc_name_hint=name)

    return rule


def _sort(builder: Any, call: Call) -> RelaxExpr:
    ascending = not call.attrs["descending"]
    return builder.call_te(topi.sort, call.args[0], int(call.attrs["axis"]), ascending, primfunc_name_hint="sort")


def _argsort(builder: Any, call: Call) -> RelaxExpr:
    ascending = not call.attrs["descending"]
    given = {"axis": int(call.attrs["axis"]), "is_ascend": ascending, "dtype": _argument_dtype(call)}
    return builder.call_te(topi.argsort, call.args[0], **given, primfunc_name_hint="argsort")


def _argument_dtype(call: Call) -> str:
    asked = str(call.attrs["dtype"])
    return "int32" if asked == "void" else asked


def _topk(builder: Any, call: Call) -> RelaxExpr:
    given = {
        "k": call.attrs["k"],
        "axis": int(call.attrs["axis"]),
        "ret_type": str(call.attrs["ret_type"]),
        "is_ascend": not call.attrs["largest"],
        "dtype": _argument_dtype(call),
    }
    return builder.call_te(topi.topk, call.args[0], **given, primfunc_name_hint="topk")


def _bucketize(builder: Any, call: Call) -> RelaxExpr:
    values, boundaries = call.args
    kind = "int32" if call.attrs["out_int32"] else "int64"
    given = (boundaries, values, bool(call.attrs["right"]), kind)
    return builder.call_te(topi.searchsorted, *given, primfunc_name_hint="bucketize")


def _dynamic_strided_slice(builder: Any, call: Call) -> RelaxExpr:
    """The shape is computed first, since it depends on the positions."""
    from tilewright.builder.relax_info import shape as shape_info
    from tilewright.ir.expr import Var
    from tilewright.ops.op import Op

    data = call.args[0]
    rank = data.struct_info.ndim  # pyright: ignore[reportAttributeAccessIssue]
    sizes = builder.emit(
        builder.call_te(
            topi.shape_func_dynamic_strided_slice, *call.args, primfunc_name_hint="shape_func_dynamic_strided_slice"
        )
    )
    found = builder.emit(Call(Op.get("relax.tensor_to_shape"), (sizes,)))
    symbols = [Var("s", "int64") for _ in range(rank)]  # pyright: ignore[reportArgumentType]
    builder.match_cast(found, shape_info(symbols))
    return builder.call_te(
        topi.dynamic_strided_slice, *call.args, output_shape=symbols, primfunc_name_hint="dynamic_strided_slice"
    )


def _outer(a: Any, b: Any) -> Any:
    from tilewright import te

    return te.compute((a.shape[0], b.shape[0]), lambda i, j: a(i) * b(j), name="outer")


def _einsum(builder: Any, call: Call) -> RelaxExpr:
    subscripts = str(call.attrs["subscripts"])
    return builder.call_te(
        lambda operands: topi.einsum(subscripts, *operands), call.args[0], primfunc_name_hint="einsum"
    )


RULES: dict[str, Legalization] = {
    "bitwise_not": te_call("bitwise_not", topi.bitwise_not),
    "clip": _clip,
    "log_add_exp": te_call("log_add_exp", topi.log_add_exp),
    "broadcast_to": _to_result(topi.broadcast_to, "broadcast_to"),
    "collapse_sum_like": _to_result(topi.collapse_sum, "collapse_sum"),
    "collapse_sum_to": _to_result(topi.collapse_sum, "collapse_sum"),
    "concat": _concat,
    "expand_dims": _expand_dims,
    "flatten": _to_result(topi.reshape, "reshape"),
    "flip": _with(topi.flip, "flip", "axis"),
    "gather_elements": _gather_elements,
    "gather_nd": _with(_gather_nd, "gather_nd", "batch_dims"),
    "index_put": _with(topi.index_put, "index_put", "accumulate"),
    "index_tensor": te_call("index_tensor", topi.index_tensor),
    "meshgrid": _with(topi.meshgrid, "meshgrid", "indexing"),
    "one_hot": _one_hot,
    "repeat": _repeat,
    "scatter_elements": _with(topi.scatter_elements, "scatter_elements", "axis", "reduction"),
    "scatter_nd": _with(_scatter_nd, "scatter_nd", "reduction"),
    "slice_scatter": _slice_scatter,
    "split": _split,
    "squeeze": _squeeze,
    "stack": _with(topi.stack, "stack", "axis"),
    "tile": _with(topi.tile, "tile", "repeats"),
    "layout_transform": _layout_transform,
    "take": _take,
    "strided_slice": _strided_slice,
    "dynamic_strided_slice": _dynamic_strided_slice,
    **{name: _full("full", None) for name in ("full", "full_like")},
    **{name: _full("ones", 1) for name in ("ones", "ones_like")},
    **{name: _full("zeros", 0) for name in ("zeros", "zeros_like")},
    **{name: _eye for name in ("eye", "eye_like")},
    "arange": _arange,
    "hamming_window": _hamming,
    "tril": _trilu(False),
    "triu": _trilu(True),
    "cumprod": _scan("cumprod"),
    "cumsum": _scan("cumsum"),
    "bucketize": _bucketize,
    "sort": _sort,
    "argsort": _argsort,
    "topk": _topk,
    "unique": at_run_time("relax.run.unique"),
    "nonzero": at_run_time("relax.run.nonzero"),
    "einsum": _einsum,
    "outer": te_call("outer", _outer),
}
