"""The ops of neural networks whose spelling in PyTorch depends on layouts and paddings; None where PyTorch has nothing like the call."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.ops.relax.torch_forms import Fields

_SPACE = "DHW"
Form = Callable[[Fields], str | None]


def _moved(text: str, given: str, wanted: str) -> str | None:
    """A tensor whose dimensions have these letters with them in another order."""
    if sorted(given) != sorted(wanted):
        return None
    if given == wanted:
        return text
    return f"{text}.permute({', '.join(str(given.index(letter)) for letter in wanted)})"


def _ends(padding: tuple[int, ...], count: int) -> list[tuple[int, int]]:
    """Begin and end of each dimension."""
    return list(zip(padding[:count], padding[count:]))


def _padded(text: str, ends: list[tuple[int, int]], value: str = "0.0") -> str:
    """With elements added: PyTorch counts from the last dimension."""
    widths = [width for pair in reversed(ends) for width in pair]
    return f"F.pad({text}, {widths}, value={value})"


def conv(count: int) -> Form:
    """A convolution over so many dimensions."""

    def form(fields: Fields) -> str | None:
        letters = _SPACE[-count:]
        data = _moved(str(fields["data"]), fields["data_layout"], f"NC{letters}")
        weight = _moved(str(fields["weight"]), fields["kernel_layout"], f"OI{letters}")
        if data is None or weight is None:
            return None
        ends = _ends(fields["padding"], count)
        even = all(begin == end for begin, end in ends)
        data = data if even else _padded(data, ends)
        kind = fields["out_dtype"]
        if kind not in (None, "None"):
            data, weight = f"{data}.to({kind})", f"{weight}.to({kind})"
        padding = tuple(begin for begin, _ in ends) if even else 0
        settings = f"stride={fields['strides']}, padding={padding}, dilation={fields['dilation']}"
        made = f"F.conv{count}d({data}, {weight}, {settings}, groups={fields['groups']})"
        return _moved(made, f"NC{letters}", fields["out_layout"] or fields["data_layout"])

    return form


def conv_transpose(count: int) -> Form:
    """The transpose of a convolution."""

    def form(fields: Fields) -> str | None:
        letters = _SPACE[-count:]
        data = _moved(str(fields["data"]), fields["data_layout"], f"NC{letters}")
        weight = _moved(str(fields["weight"]), fields["kernel_layout"], f"IO{letters}")
        ends = _ends(fields["padding"], count)
        typed = fields["out_dtype"] not in (None, "None")
        if data is None or weight is None or typed or any(begin != end for begin, end in ends):
            return None
        settings = f"stride={fields['strides']}, padding={tuple(begin for begin, _ in ends)}"
        further = f"output_padding={fields['output_padding']}, groups={fields['groups']}, dilation={fields['dilation']}"
        made = f"F.conv_transpose{count}d({data}, {weight}, {settings}, {further})"
        return _moved(made, f"NC{letters}", fields["out_layout"] or fields["data_layout"])

    return form


def _pooled(count: int, call: Callable[[str, Fields], str | None]) -> Form:
    """A pooling of PyTorch's layout, whatever the layout of the call."""

    def form(fields: Fields) -> str | None:
        own = f"NC{_SPACE[-count:]}"
        data = _moved(str(fields["data"]), fields["layout"], own)
        made = None if data is None else call(data, fields)
        return None if made is None else _moved(made, own, fields["out_layout"] or fields["layout"])

    return form


def max_pool(count: int) -> Form:
    """The greatest of each window; padding is lower than anything."""

    def call(data: str, fields: Fields) -> str | None:
        ends = _ends(fields["padding"], count)
        if fields["ceil_mode"]:
            return None
        even = all(begin == end and 2 * begin <= size for (begin, end), size in zip(ends, fields["pool_size"]))
        padding = tuple(begin for begin, _ in ends) if even else 0
        data = data if even else _padded(data, ends, 'float("-inf")')
        return (
            f"F.max_pool{count}d({data}, {fields['pool_size']}, {fields['strides']}, {padding}, {fields['dilation']})"
        )

    return _pooled(count, call)


def avg_pool(count: int) -> Form:
    """The mean of each window."""

    def call(data: str, fields: Fields) -> str | None:
        ends = _ends(fields["padding"], count)
        counted = fields["count_include_pad"]
        even = all(begin == end and 2 * begin <= size for (begin, end), size in zip(ends, fields["pool_size"]))
        if fields["ceil_mode"] or any(step != 1 for step in fields["dilation"]) or not (even or counted):
            return None
        padding = tuple(begin for begin, _ in ends) if even else 0
        data = data if even else _padded(data, ends)
        window = f"{fields['pool_size']}, {fields['strides']}, {padding}"
        return f"F.avg_pool{count}d({data}, {window}, count_include_pad={bool(counted)})"

    return _pooled(count, call)


def adaptive_avg_pool(count: int) -> Form:
    """The mean over windows of which there are as many as asked for."""

    def call(data: str, fields: Fields) -> str | None:
        size = fields["output_size"]
        return None if size is None else f"F.adaptive_avg_pool{count}d({data}, {size})"

    return _pooled(count, call)


def _scaled(fields: Fields) -> tuple[str, str]:
    """What is multiplied and what is added, None where the call leaves it out."""
    return str(fields["gamma"] if fields["scale"] else None), str(fields["beta"] if fields["center"] else None)


def _last(data: str, axes: tuple[int, ...]) -> str | None:
    """The sizes of the last dimensions, when these are they."""
    return f"{data}.shape[{-len(axes)}:]" if sorted(axes) == list(range(-len(axes), 0)) else None


def layer_norm(fields: Fields) -> str | None:
    """Over the last dimensions."""
    sizes, (gamma, beta) = _last(str(fields["data"]), fields["axes"]), _scaled(fields)
    return sizes and f"F.layer_norm({fields['data']}, {sizes}, {gamma}, {beta}, {fields['epsilon']})"


def rms_norm(fields: Fields) -> str | None:
    """Over the last dimensions."""
    sizes = _last(str(fields["data"]), fields["axes"])
    return sizes and f"F.rms_norm({fields['data']}, {sizes}, {fields['weight']}, {fields['epsilon']})"


def group_norm(fields: Fields) -> str | None:
    """Channels stand second."""
    gamma, beta = _scaled(fields)
    if fields["channel_axis"] != 1:
        return None
    return f"F.group_norm({fields['data']}, {fields['num_groups']}, {gamma}, {beta}, {fields['epsilon']})"


def instance_norm(fields: Fields) -> str | None:
    """Channels stand second."""
    gamma, beta = _scaled(fields)
    if fields["channel_axis"] != 1:
        return None
    return f"F.instance_norm({fields['data']}, weight={gamma}, bias={beta}, eps={fields['epsilon']})"


def batch_norm(fields: Fields) -> str | None:
    """With the moving mean and variance; in training PyTorch would change them in place."""
    gamma, beta = _scaled(fields)
    if fields["training"] or fields["axis"] != 1:
        return None
    mean, variance = fields["moving_mean"], fields["moving_var"]
    made = f"F.batch_norm({fields['data']}, {mean}, {variance}, {gamma}, {beta}, eps={fields['epsilon']})"
    return f"({made}, {mean}, {variance})"


def attention(fields: Fields) -> str | None:
    """Heads stand third, and second in PyTorch."""
    mask = fields["causal_mask"]
    bias = fields["bias"]
    if mask not in (None, "None", "TopLeft") or fields["window_size"] not in (None, "None"):
        return None
    causal = mask == "TopLeft"
    if causal and bias not in (None, "None"):
        return None
    tensors = ", ".join(f"{fields[name]}.transpose(1, 2)" for name in ("query", "key", "value"))
    settings = f"attn_mask={bias}, is_causal={causal}, scale={fields['scale']}"
    return f"F.scaled_dot_product_attention({tensors}, {settings}).transpose(1, 2)"


def prelu(fields: Fields) -> str | None:
    """Channels stand second."""
    return f"F.prelu({fields['data']}, {fields['alpha']})" if fields["axis"] == 1 else None


def pad(fields: Fields) -> str | None:
    """A constant around; the other modes of PyTorch work on some dimensions only."""
    widths = fields["pad_width"]
    if fields["pad_mode"] != "constant":
        return None
    return _padded(str(fields["data"]), list(zip(widths[::2], widths[1::2])), str(fields["pad_value"]))
