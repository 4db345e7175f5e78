"""Convolutions and pooling in PyTorch: channels stand before the spatial dimensions, and padding is the same on both sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilewright.core.ops.relax.torch_forms import Fields

_SPATIAL = {1: "W", 2: "HW", 3: "DHW"}


def reordered(text: str, layout: str, wanted: str) -> str:
    """A tensor in another layout of the same letters."""
    return text if layout == wanted else f"{text}.permute({', '.join(str(layout.index(one)) for one in wanted)})"


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

    def spelling(fields: Fields) -> str | None:
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

    return spelling


def pool(kind: str, dimensions: int) -> Callable[[Fields], str | None]:
    """The greatest or the mean of each window; None for means over windows with gaps,
    or padded unevenly without counting it, and where the last window may stand in the padding, which PyTorch leaves out."""
    letters = _SPATIAL[dimensions]

    def spelling(fields: Fields) -> str | None:
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

    return spelling


def adaptive(dimensions: int) -> Callable[[Fields], str | None]:
    """Means over windows chosen by the size of the result; without one the data itself."""
    letters = _SPATIAL[dimensions]

    def spelling(fields: Fields) -> str | None:
        layout, out, size = str(fields["layout"]), fields["out_layout"], fields["output_size"]
        if not plain(layout, out):
            return None
        if size is None:
            return reordered(str(fields["data"]), layout, out or layout)
        size = tuple(size) * dimensions if len(size) == 1 else tuple(size)
        data = reordered(str(fields["data"]), layout, f"NC{letters}")
        return reordered(f"F.adaptive_avg_pool{dimensions}d({data}, {size})", f"NC{letters}", out or layout)

    return spelling
