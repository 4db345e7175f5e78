"""Ops that pick elements by position, and that write at positions."""

from __future__ import annotations

from tilewright.core.ops.relax.torch_form import Texts, backward_of
from tilewright.core.ops.relax_op import AS_WRITTEN, Fields, RelaxOp, relax


def gather_nd(fields: Fields) -> str:
    """Indexing by the last dimension, inside one `vmap` for each dimension of the batch."""
    batch = int(fields["batch_dims"])
    if batch == 0:
        return f"{fields['data']}[tuple({fields['indices']}.long().movedim(-1, 0))]"
    pick = "lambda data, at: data[tuple(at.movedim(-1, 0))]"
    return f"{'torch.vmap(' * batch}{pick}{')' * batch}({fields['data']}, {fields['indices']}.long())"


_REDUCE = {"add": "sum", "mul": "prod", "mean": "mean", "max": "amax", "min": "amin"}


def scatter_elements(fields: Fields) -> str:
    """Written over, or joined with what is there."""
    data, index, updates = fields["data"], fields["indices"], fields["updates"]
    given = f"{data}, {fields['axis']}, {index}.long(), {updates}"
    way = fields["reduction"]
    return f"torch.scatter({given})" if way == "update" else f'torch.scatter_reduce({given}, "{_REDUCE[way]}")'


def scatter_nd(fields: Fields) -> str:
    """Written over or added by `index_put`; joined otherwise among all elements in one dimension."""
    data, index, updates = fields["data"], fields["indices"], fields["updates"]
    at = f"tuple({index}.long().movedim(-1, 0))"
    way = fields["reduction"]
    if way in ("update", "add"):
        return f"torch.index_put({data}, {at}, {updates}, accumulate={way == 'add'})"
    places = f"torch.arange({data}.numel()).reshape({data}.shape)[{at}].flatten()"
    joined = f'torch.scatter_reduce({data}.flatten(), 0, {places}, {updates}.flatten(), "{_REDUCE[way]}")'
    return f"{joined}.reshape({data}.shape)"


def take(fields: Fields) -> str:
    """Indexing along the axis, with indices outside brought inside when the mode says so."""
    data, index, mode = fields["x"], fields["indices"], fields["mode"]
    axis = 0 if fields["axis"] is None else int(fields["axis"])
    size = f"{data}.shape[{axis}]"
    if mode == "clip":
        index = f"torch.as_tensor({index}).clamp(0, {size} - 1)"
    elif mode == "wrap":
        index = f"torch.as_tensor({index}) % {size}"
    elif mode == "nan":
        index = f"torch.as_tensor({index})"
        inside = f"torch.where(({index} < -{size}) | ({index} >= {size}), {size}, {index} % {size})"
        beyond = f'torch.full_like({data}.narrow({axis}, 0, 1), float("nan"))'
        data, index = f"torch.cat([{data}, {beyond}], dim={axis})", inside
    return f"{data}[{_at(axis, index)}]"


def _at(axis: int, index: str) -> str:
    """The index of all elements of the other axes."""
    if axis >= 0:
        return ", ".join([*[":"] * axis, index])
    return ", ".join(["...", index, *[":"] * (-axis - 1)])


def strided_slice(fields: Fields) -> str:
    """A slice; one axis after the other by a range where a step goes backwards, or where the axes are no numbers."""
    axes, begin, end = fields["axes"], fields["begin"], fields["end"]
    steps = fields.get("strides") or Texts(["1"] * len(axes))
    slices = [
        (int(axis), f"{low}:{high}" + ("" if step == "1" else f":{step}"), step.startswith("-"))
        for axis, low, high, step in zip(axes, begin, end, steps)
    ]
    text = str(fields["x"])
    for axis, bounds, backwards in slices:
        inner = f"list(range({text}.shape[{axis}])[{bounds}])" if backwards else bounds
        text = f"{text}[{_at(axis, inner)}]"
    return text


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "gather_elements(data, indices, axis: int = 0)",
        "gather_elements",
        "For each index the element at that position along the axis.",
        group="manipulate",
        torch="torch.gather",
        torch_form="torch.gather({data}, {axis}, {indices}.long())",
        layout="gather",
    ),
    relax(
        "gather_nd(data, indices, batch_dims: int = 0)",
        "gather_nd",
        "The slices at positions given by the last dimension of `indices`.",
        group="manipulate",
        torch_form=gather_nd,
        waives=AS_WRITTEN,
    ),
    relax(
        "index_put(data, indices, values, accumulate: bool = False)",
        "index_put",
        "The tensor with `values` put, or added, at positions.",
        group="manipulate",
        torch_form="torch.index_put({data}, {indices}, {values}, accumulate={accumulate})",
        waives={**AS_WRITTEN, "gradient": "use `R.take`, `R.gather_elements` or `R.scatter_elements`, which have one"},
    ),
    relax(
        "index_tensor(data, indices)",
        "index_tensor",
        "Elements picked by one tensor of indices a dimension, broadcast together.",
        group="manipulate",
        torch_form="{data}[{indices}]",
        waives={**AS_WRITTEN, "gradient": "use `R.take`, `R.gather_elements` or `R.scatter_elements`, which have one"},
    ),
    relax(
        "scatter_elements(data, indices, updates, axis: int = 0, reduction: str = 'update')",
        "scatter_elements",
        "The tensor with `updates` at positions along an axis.",
        group="manipulate",
        torch="torch.scatter",
        torch_form=scatter_elements,
        layout="scatter",
    ),
    relax(
        "scatter_nd(data, indices, updates, reduction: str = 'update')",
        "scatter_nd",
        "The tensor with `updates` at positions given by the last dimension of `indices`.",
        group="manipulate",
        torch_form=scatter_nd,
        waives={**AS_WRITTEN, "gradient": "use `R.take`, `R.gather_elements` or `R.scatter_elements`, which have one"},
    ),
    relax(
        "slice_scatter(input_tensor, src, start, end, step, axis: int = 0)",
        "slice_scatter",
        "The tensor with a slice replaced by `src`.",
        group="manipulate",
        torch_form="torch.slice_scatter({input_tensor}, {src}, {axis}, {start}, {end}, {step})",
        waives={**AS_WRITTEN, "gradient": "use `R.take`, `R.gather_elements` or `R.scatter_elements`, which have one"},
    ),
    relax(
        "take(x, indices, axis: int = None, mode: str = 'fast')",
        "take",
        "The slices at `indices` along an axis.",
        group="index",
        torch="torch.index_select",
        torch_form=take,
        waives=AS_WRITTEN,
    ),
    relax(
        "strided_slice(x, axes: Prims, begin: Prims, end: Prims, strides: Prims = None, assume_inbound: bool = False)",
        "strided_slice",
        "From `begin` to before `end`, every `strides`-th, along each of `axes`.",
        group="index",
        torch_form=strided_slice,
        precision="follow",
    ),
    relax(
        "dynamic_strided_slice(x, begin, end, strides)",
        "unknown_shape",
        "A slice whose bounds are tensors.",
        group="index",
        torch_form='{x}[torch.meshgrid(*(torch.tensor(range(size)[slice(*bounds)], dtype=torch.long) for size, *bounds in zip({x}.shape, {begin}.tolist(), {end}.tolist(), {strides}.tolist())), indexing="ij")]',
        layout="as_written",
        precision="follow",
        data_dependent=True,
        params={
            "begin": "A tensor of the first positions, one a dimension.",
            "end": "A tensor of the positions before which it ends.",
            "strides": "A tensor of the distances.",
        },
        waives={"gradient": "the slice is only known at run time"},
    ),
    relax(
        "grad.take_backward(output_grad, x, indices, axis: int = None, mode: str = '')",
        "like_second",
        "The gradient of `take`.",
        group="grad",
        torch_form=backward_of(take, "x"),
        waives={**AS_WRITTEN, "gradient": "it is a gradient itself, and second ones are not taken"},
    ),
)
