"""The ops whose spelling in PyTorch depends on the settings of the call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Fields = Mapping[str, Any]
"""The arguments of a call by the names of their parameters: values as source text, settings as Python values."""

Spelling = str | Callable[[Fields], str | None]
"""A template with the names of parameters as fields, or a function of them, which gives None for a call that PyTorch has nothing like."""


class Texts(tuple[str, ...]):
    """The source texts of values that are written out as a tuple; as text, that tuple."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"({self[0]},)" if len(self) == 1 else f"({', '.join(self)})"

    __format__ = object.__format__


def concat(fields: Fields) -> str:
    """Without an axis all elements follow each other."""
    if fields["axis"] is None:
        return f"torch.cat([part.flatten() for part in {fields['tensors']}])"
    return f"torch.cat({fields['tensors']}, dim={fields['axis']})"


def expand_dims(fields: Fields) -> str:
    """One new dimension by name, several by an index: counted from the front, from the back, or both."""
    axes: tuple[int, ...] = fields["axis"]
    if len(axes) == 1:
        return f"torch.unsqueeze({fields['x']}, {axes[0]})"
    front = [axis for axis in axes if axis >= 0]
    back = [axis for axis in axes if axis < 0]
    parts = ["None" if at in front else ":" for at in range(max(front, default=-1) + 1)]
    if back:
        parts += ["...", *("None" if at in back else ":" for at in range(min(back), 0))]
    return f"{fields['x']}[{', '.join(parts)}]" if parts else str(fields["x"])


def gather_nd(fields: Fields) -> str:
    """Indexing by the last dimension, inside one `vmap` for each dimension of the batch."""
    batch = int(fields["batch_dims"])
    if batch == 0:
        return f"{fields['data']}[tuple({fields['indices']}.long().movedim(-1, 0))]"
    pick = "lambda data, at: data[tuple(at.movedim(-1, 0))]"
    return f"{'torch.vmap(' * batch}{pick}{')' * batch}({fields['data']}, {fields['indices']}.long())"


def permute_dims(fields: Fields) -> str:
    """Without axes the dimensions are reversed."""
    if fields["axes"] is None:
        return f"torch.permute({fields['x']}, tuple(reversed(range({fields['x']}.ndim))))"
    return f"torch.permute({fields['x']}, {fields['axes']})"


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


def split(fields: Fields) -> str:
    """So many parts of one size, of which the last may be smaller, or parts between positions."""
    parts = fields["indices_or_sections"]
    if isinstance(parts, (tuple, list)):
        return f"torch.tensor_split({fields['x']}, {list(parts)}, dim={fields['axis']})"  # pyright: ignore[reportUnknownArgumentType]
    return f"torch.chunk({fields['x']}, {parts}, dim={fields['axis']})"


def squeeze(fields: Fields) -> str:
    """Without axes every size of 1 goes."""
    return (
        f"torch.squeeze({fields['x']})" if fields["axis"] is None else f"torch.squeeze({fields['x']}, {fields['axis']})"
    )


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


def eye(fields: Fields) -> str:
    """The main diagonal by name, another by its distance."""
    rows, columns, offset, kind = fields["n"], fields["m"], fields["k"], fields["dtype"]
    if offset == "0":
        return f"torch.eye({rows}, {columns}, dtype={kind})"
    return f"(torch.arange({columns}) - torch.arange({rows})[:, None] == {offset}).to({kind})"


def eye_like(fields: Fields) -> str:
    """As `eye` of the sizes of the tensor, and of its type unless another is asked for."""
    like = fields["x"]
    kind = f"{like}.dtype" if fields["dtype"] in (None, "None") else fields["dtype"]
    return eye({"n": f"{like}.shape[0]", "m": f"{like}.shape[1]", "k": fields["k"], "dtype": kind})


def reduce_extreme(name: str) -> Callable[[Fields], str]:
    """`amax` and `amin` take no axes for all axes."""

    def spelling(fields: Fields) -> str:
        axis = fields["axis"]
        return f"torch.{name}({fields['x']}, dim={() if axis is None else axis}, keepdim={fields['keepdims']})"

    return spelling


def arg_reduce(name: str) -> Callable[[Fields], str]:
    """`argmax` and `argmin`."""
    return lambda fields: f"torch.{name}({fields['x']}, dim={fields['axis']}, keepdim={fields['keepdims']})"


def prod(fields: Fields) -> str:
    """One axis after the other, since `torch.prod` takes one."""
    text, axes, keep = str(fields["x"]), fields["axis"], fields["keepdims"]
    kind = f"{text}.dtype"
    if axes is None:
        whole = f"torch.prod({text}, dtype={kind})"
        return f"{whole}.reshape((1,) * {text}.ndim)" if keep else whole
    if len(axes) == 1:
        return f"torch.prod({text}, {axes[0]}, keepdim={keep}, dtype={kind})"
    for axis in axes:
        text = f"torch.prod({text}, {axis}, keepdim=True, dtype={kind})"
    return text if keep else f"torch.squeeze({text}, {axes})"


def cumulative(name: str, start: str) -> Callable[[Fields], str]:
    """`cumsum` and `cumprod`: without axis over all elements; exclusive ones begin with the neutral element."""

    def spelling(fields: Fields) -> str:
        data, axis = fields["data"], fields["axis"]
        kind = fields["dtype"] if fields["dtype"] not in (None, "None") else f"{data}.dtype"
        if axis is None:
            data, axis = f"{data}.flatten()", 0
        if fields["exclusive"]:
            first = f"torch.{start}({data}.narrow({axis}, 0, 1))"
            data = f"torch.cat([{first}, {data}.narrow({axis}, 0, {data}.shape[{axis}] - 1)], dim={axis})"
        return f"torch.{name}({data}, {axis}, dtype={kind})"

    return spelling


def topk(fields: Fields) -> str:
    """Values, positions, or both; a `k` below 1 is all of them."""
    data, axis = fields["data"], fields["axis"]
    count = fields["k"] if not isinstance(fields["k"], int) or fields["k"] >= 1 else f"{data}.shape[{axis}]"
    found = f"torch.topk({data}, {count}, dim={axis}, largest={fields['largest']})"
    kind = "torch.int32" if fields["dtype"] in (None, "None") else fields["dtype"]
    if fields["ret_type"] == "values":
        return f"{found}.values"
    if fields["ret_type"] == "indices":
        return f"{found}.indices.to({kind})"
    return f"(lambda found: (found.values, found.indices.to({kind})))({found})"


def unique(fields: Fields) -> str:
    """PyTorch does not tell where an element stood first: that is the least of the positions whose inverse it is."""
    x, axis = fields["x"], fields.get("axis")
    asked = {name: fields[name] in ("1", "True") for name in ("return_index", "return_inverse", "return_counts")}
    given = f"{x}, sorted=True" if axis is None else f"{x}, sorted=True, dim={axis}"
    if not any(asked.values()):
        return f"torch.unique({given})"
    parts = ["found"]
    if asked["return_index"]:
        at = "torch.arange(inverse.numel())"
        parts.append(f'torch.full_like(counts, inverse.numel()).scatter_reduce(0, inverse.flatten(), {at}, "amin")')
    parts += ["inverse.flatten()"] if asked["return_inverse"] else []
    parts += ["counts"] if asked["return_counts"] else []
    call = f"torch.unique({given}, return_inverse=True, return_counts=True)"
    return f"(lambda found, inverse, counts: ({', '.join(parts)}))(*{call})"


def matmul(fields: Fields) -> str:
    """Both as the type of the result, when one is asked for."""
    kind = fields["out_dtype"]
    if kind in (None, "None"):
        return f"torch.matmul({fields['x1']}, {fields['x2']})"
    return f"torch.matmul({fields['x1']}.to({kind}), {fields['x2']}.to({kind}))"


def median(fields: Fields) -> str | None:
    """Along one axis, or of all elements."""
    axes = fields["axis"]
    if axes in (None, "None", []):
        rank = "[1] * {0}.ndim" if fields["keepdims"] else "[]"
        return f"{fields['x']}.median().reshape({rank.format(fields['x'])})"
    along = str(axes).strip("()[] ,")
    return None if "," in along else f"tuple(torch.median({fields['x']}, {along}, {fields['keepdims']}))"
