"""Reductions, scans along an axis, and samples of distributions."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.ops.relax_op import AS_WRITTEN, Fields, RelaxOp, relax


def reduce_extreme(name: str) -> Callable[[Fields], str]:
    """`amax` and `amin` take no axes for all axes."""

    def torch_form(fields: Fields) -> str:
        axis = fields["axis"]
        return f"torch.{name}({fields['x']}, dim={() if axis is None else axis}, keepdim={fields['keepdims']})"

    return torch_form


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

    def torch_form(fields: Fields) -> str:
        data, axis = fields["data"], fields["axis"]
        kind = fields["dtype"] if fields["dtype"] not in (None, "None") else f"{data}.dtype"
        if axis is None:
            data, axis = f"{data}.flatten()", 0
        if fields["exclusive"]:
            first = f"torch.{start}({data}.narrow({axis}, 0, 1))"
            data = f"torch.cat([{first}, {data}.narrow({axis}, 0, {data}.shape[{axis}] - 1)], dim={axis})"
        return f"torch.{name}({data}, {axis}, dtype={kind})"

    return torch_form


def median(fields: Fields) -> str | None:
    """Along one axis, or of all elements."""
    axes = fields["axis"]
    if axes in (None, "None", []):
        rank = "[1] * {0}.ndim" if fields["keepdims"] else "[]"
        return f"{fields['x']}.median().reshape({rank.format(fields['x'])})"
    along = str(axes).strip("()[] ,")
    return None if "," in along else f"tuple(torch.median({fields['x']}, {along}, {fields['keepdims']}))"


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "max(x, axis: ints = None, keepdims: bool = False)",
        "reduce",
        "The greatest element along axes.",
        group="statistical",
        torch="torch.amax",
        torch_form=reduce_extreme("amax"),
        layout="reduction",
    ),
    relax(
        "mean(x, axis: ints = None, keepdims: bool = False)",
        "reduce",
        "The mean along axes.",
        group="statistical",
        torch_form="torch.mean({x}, dim={axis}, keepdim={keepdims})",
        layout="reduction",
    ),
    relax(
        "min(x, axis: ints = None, keepdims: bool = False)",
        "reduce",
        "The least element along axes.",
        group="statistical",
        torch="torch.amin",
        torch_form=reduce_extreme("amin"),
        layout="reduction",
    ),
    relax(
        "prod(x, axis: ints = None, keepdims: bool = False)",
        "reduce",
        "The product along axes.",
        group="statistical",
        torch="torch.prod",
        torch_form=prod,
        layout="reduction",
    ),
    relax(
        "std(x, axis: ints = None, keepdims: bool = False)",
        "reduce",
        "The standard deviation of a population along axes.",
        group="statistical",
        torch_form="torch.std({x}, dim={axis}, correction=0, keepdim={keepdims})",
        layout="reduction",
    ),
    relax(
        "sum(x, axis: ints = None, keepdims: bool = False)",
        "reduce",
        "The sum along axes.",
        group="statistical",
        torch_form="torch.sum({x}, dim={axis}, keepdim={keepdims}, dtype={x}.dtype)",
        layout="reduction",
    ),
    relax(
        "variance(x, axis: ints = None, keepdims: bool = False)",
        "reduce",
        "The variance of a population along axes.",
        group="statistical",
        torch_form="torch.var({x}, dim={axis}, correction=0, keepdim={keepdims})",
        layout="reduction",
    ),
    relax(
        "median(x, axis: ints = None, keepdims: bool = False)",
        "median",
        "The middle element, the lower of two; along an axis with its position.",
        group="statistical",
        torch="torch.median",
        torch_form=median,
        waives={**AS_WRITTEN, "gradient": "the positions of the chosen elements are not kept"},
    ),
    relax(
        "cumprod(data, axis: int = None, dtype: dtype = None, exclusive: bool = False)",
        "scan",
        "The products of the elements so far.",
        group="statistical",
        torch="torch.cumprod",
        torch_form=cumulative("cumprod", "ones_like"),
        waives={**AS_WRITTEN, "gradient": "no op of Relax computes the gradient"},
    ),
    relax(
        "cumsum(data, axis: int = None, dtype: dtype = None, exclusive: bool = False)",
        "scan",
        "The sums of the elements so far.",
        group="statistical",
        torch="torch.cumsum",
        torch_form=cumulative("cumsum", "zeros_like"),
        waives=AS_WRITTEN,
    ),
    relax(
        "argmax(x, axis: int = None, keepdims: bool = False)",
        "argreduce",
        "The position of the greatest element.",
        group="search",
        torch="torch.argmax",
        torch_form=arg_reduce("argmax"),
        gradient="zero",
        waives=AS_WRITTEN,
    ),
    relax(
        "argmin(x, axis: int = None, keepdims: bool = False)",
        "argreduce",
        "The position of the least element.",
        group="search",
        torch="torch.argmin",
        torch_form=arg_reduce("argmin"),
        gradient="zero",
        waives=AS_WRITTEN,
    ),
    relax(
        "multinomial_from_uniform(prob, uniform_sample, sample_indices, dtype: dtype = 'int64')",
        "multinomial",
        "Samples of distributions, from uniform ones.",
        group="sampling",
        torch_form="(torch.cumsum({prob}, 1)[{sample_indices}.flatten().long()] < {uniform_sample}).sum(1, keepdim=True).clamp(max={prob}.shape[1] - 1).to({dtype})",
        gradient="zero",
        waives=AS_WRITTEN,
    ),
)
