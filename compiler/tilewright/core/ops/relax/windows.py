"""Convolutions and pooling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tilewright.core.ops.relax.torch_form import backward_of, reordered
from tilewright.core.ops.relax_op import AS_WRITTEN, Fields, RelaxOp, relax

_SPATIAL = {1: "W", 2: "HW", 3: "DHW"}


def plain(*layouts: str | None) -> bool:
    """Whether no layout counts in blocks, as `NCHW4c` does."""
    return all(layout is None or (layout.isalpha() and layout.isupper()) for layout in layouts)


def _padded(text: str, padding: Sequence[int], value: str = "0") -> str:
    """Padded by itself: begins of all dimensions, then ends."""
    if not any(padding):
        return text
    count = len(padding) // 2
    widths = [width for at in reversed(range(count)) for width in (padding[at], padding[at + count])]
    return f"F.pad({text}, {widths}, value={value})"


def _even(padding: Sequence[int]) -> bool:
    count = len(padding) // 2
    return tuple(padding[:count]) == tuple(padding[count:])


def _typed(text: str, kind: object) -> str:
    return text if kind in (None, "None") else f"{text}.to({kind})"


def conv(dimensions: int) -> Callable[[Fields], str | None]:
    """A convolution, of data padded by itself where its padding is uneven."""
    return _convolution(dimensions, "conv", "OI")


def conv_transpose(dimensions: int) -> Callable[[Fields], str | None]:
    """Its transpose, cut by the padding, afterwards where that is uneven."""
    return _convolution(dimensions, "conv_transpose", "IO")


def _convolution(dimensions: int, name: str, channels: str) -> Callable[[Fields], str | None]:
    letters = _SPATIAL[dimensions]

    def torch_form(fields: Fields) -> str | None:
        layout, kernel, out = str(fields["data_layout"]), str(fields["kernel_layout"]), fields["out_layout"]
        if not plain(layout, kernel, out):
            return None
        data = _typed(reordered(str(fields["data"]), layout, f"NC{letters}"), fields["out_dtype"])
        weight = _typed(reordered(str(fields["weight"]), kernel, f"{channels}{letters}"), fields["out_dtype"])
        padding = tuple(fields["padding"])
        even, shrinks = _even(padding), name == "conv_transpose"
        data = data if even or shrinks else _padded(data, padding)
        settings = {
            "stride": fields["strides"],
            "padding": padding[:dimensions] if even else (0,) * dimensions,
            **({"output_padding": fields["output_padding"]} if shrinks else {}),
            "dilation": fields["dilation"],
            "groups": fields["groups"],
        }
        given = ", ".join(f"{key}={value}" for key, value in settings.items())
        made = f"F.{name}{dimensions}d({data}, {weight}, {given})"
        made = _padded(made, [-width for width in padding]) if shrinks and not even else made
        return reordered(made, f"NC{letters}", out or layout)

    return torch_form


def pool(kind: str, dimensions: int) -> Callable[[Fields], str | None]:
    """The greatest or the mean of each window; None for means over windows with gaps,
    or padded unevenly without counting it, and where the last window may stand in the padding, which PyTorch leaves out."""
    letters = _SPATIAL[dimensions]

    def torch_form(fields: Fields) -> str | None:
        layout, out = str(fields["layout"]), fields["out_layout"]
        if not plain(layout, out) or fields["ceil_mode"]:
            return None
        data = reordered(str(fields["data"]), layout, f"NC{letters}")
        padding, size = tuple(fields["padding"]), tuple(fields["pool_size"])
        fits = _even(padding) and all(2 * width <= extent for width, extent in zip(padding, size))
        counts = bool(fields["count_include_pad"])
        if kind == "avg" and (any(step != 1 for step in fields["dilation"]) or not (fits or counts)):
            return None
        inside = padding[:dimensions] if fits else (0,) * dimensions
        data = data if fits else _padded(data, padding, 'float("-inf")' if kind == "max" else "0")
        way = f"dilation={fields['dilation']}" if kind == "max" else f"count_include_pad={counts}"
        given = f"{size}, stride={fields['strides']}, padding={inside}, {way}"
        return reordered(f"F.{kind}_pool{dimensions}d({data}, {given})", f"NC{letters}", out or layout)

    return torch_form


def adaptive(dimensions: int) -> Callable[[Fields], str | None]:
    """Means over windows chosen by the size of the result; without one the data itself."""
    letters = _SPATIAL[dimensions]

    def torch_form(fields: Fields) -> str | None:
        layout, out, size = str(fields["layout"]), fields["out_layout"], fields["output_size"]
        if not plain(layout, out):
            return None
        if size is None:
            return reordered(str(fields["data"]), layout, out or layout)
        size = tuple(size) * dimensions if len(size) == 1 else tuple(size)
        data = reordered(str(fields["data"]), layout, f"NC{letters}")
        return reordered(f"F.adaptive_avg_pool{dimensions}d({data}, {size})", f"NC{letters}", out or layout)

    return torch_form


_STRIDES = {"strides": "How far the window moves."}
_DIFFERENTIABLE: Mapping[str, str] = {}
_NO_GRADIENT: Mapping[str, str] = {"gradient": "no op of Relax computes the gradient"}


def _conv(count: int, waives: Mapping[str, str] = _DIFFERENTIABLE) -> RelaxOp:
    letters = _SPATIAL[count]
    return relax(
        f"nn.conv{count}d(data, weight, strides: ints{count} = 1, padding: padding{count} = 0, dilation: ints{count} = 1, groups: count = 1, "
        f"data_layout: str = 'NC{letters}', kernel_layout: str = 'OI{letters}', out_layout: str = None, out_dtype: dtype = None)",
        "conv",
        f"A convolution over {count} dimension(s): `data` and `weight` in the given layouts.",
        group="nn",
        params=_STRIDES,
        torch=f"torch.nn.functional.conv{count}d",
        torch_form=conv(count),
        layout="convolution",
        precision="half",
        waives=waives,
    )


def _conv_transpose(count: int, waives: Mapping[str, str] = _DIFFERENTIABLE) -> RelaxOp:
    letters = _SPATIAL[count]
    return relax(
        f"nn.conv{count}d_transpose(data, weight, strides: ints{count} = 1, padding: padding{count} = 0, output_padding: ints{count} = 0, "
        f"dilation: ints{count} = 1, groups: count = 1, data_layout: str = 'NC{letters}', kernel_layout: str = 'IO{letters}', "
        "out_layout: str = None, out_dtype: dtype = None)",
        "conv_transpose",
        f"The transpose of a convolution over {count} dimension(s).",
        group="nn",
        params=_STRIDES,
        torch=f"torch.nn.functional.conv_transpose{count}d",
        torch_form=conv_transpose(count),
        layout="convolution",
        precision="half",
        waives=waives,
    )


def _pool(kind: str, count: int, waives: Mapping[str, str] = _DIFFERENTIABLE) -> RelaxOp:
    word = {"max": "greatest", "avg": "mean"}[kind]
    included = kind == "avg" and count != 2
    return relax(
        f"nn.{kind}_pool{count}d(data, pool_size: ints{count} = 1, strides: ints{count} = 1, padding: padding{count} = 0, dilation: ints{count} = 1, "
        f"ceil_mode: bool = False, count_include_pad: bool = {included}, layout: str = 'NC{_SPATIAL[count]}', out_layout: str = None)",
        "pool",
        f"The {word} of the elements in each window.",
        group="nn",
        params=_STRIDES,
        torch=f"torch.nn.functional.{kind}_pool{count}d",
        torch_form=pool(kind, count),
        layout="pooling",
        precision="follow",
        waives=waives,
    )


def _adaptive(count: int) -> RelaxOp:
    return relax(
        f"nn.adaptive_avg_pool{count}d(data, output_size: ints{count} = None, layout: str = 'NC{_SPATIAL[count]}', out_layout: str = None)",
        "adaptive_pool",
        "The mean over windows chosen so that the result has `output_size`.",
        group="nn",
        torch=f"torch.nn.functional.adaptive_avg_pool{count}d",
        torch_form=adaptive(count),
        layout="pooling",
        precision="follow",
    )


def _backward(kind: str) -> RelaxOp:
    return relax(
        f"grad.{kind}_pool2d_backward(output_grad, data, pool_size: ints2 = 1, strides: ints2 = 1, padding: padding2 = 0, dilation: ints2 = 1, "
        "ceil_mode: bool = False, count_include_pad: bool = False, layout: str = 'NCHW', out_layout: str = None)",
        "like_second",
        f"The gradient of `{kind}_pool2d`.",
        group="grad",
        params=_STRIDES,
        torch_form=backward_of(pool(kind, 2), "data"),
        waives={**AS_WRITTEN, "gradient": "it is a gradient itself, and second ones are not taken"},
    )


ROWS: tuple[RelaxOp, ...] = (
    _conv(1),
    _conv(2),
    _conv(3, waives=_NO_GRADIENT),
    _conv_transpose(1),
    _conv_transpose(2),
    _conv_transpose(3, waives=_NO_GRADIENT),
    _pool("max", 1),
    _pool("max", 2),
    _pool("max", 3, waives=_NO_GRADIENT),
    _pool("avg", 1),
    _pool("avg", 2),
    _pool("avg", 3, waives=_NO_GRADIENT),
    _adaptive(1),
    _adaptive(2),
    _adaptive(3),
    _backward("max"),
    _backward("avg"),
)
