"""What the ops of neural networks, images, quantisation and sampling are in PyTorch; `F` is `torch.nn.functional`, `torch_names` says the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.core.ops.relax.torch_forms import Fields, Spelling, take
from tilewright.core.ops.relax.torch_windows import adaptive, conv, conv_transpose, pool, reordered


def along(text: str, data: str, axis: int) -> str:
    """A vector with an element for each place of an axis, in the shape that broadcasts along it."""
    if axis == -1:
        return text
    after = f"{data}.ndim - {axis + 1}" if axis >= 0 else str(-axis - 1)
    return f"{text}.reshape(-1, *[1] * ({after}))"


def prelu(fields: Fields) -> str:
    """`torch.prelu` knows the second axis only."""
    data = fields["data"]
    return f"torch.where({data} > 0, {data}, {data} * {along(fields['alpha'], data, int(fields['axis']))})"


def pad(fields: Fields) -> str:
    """Constants by name; elements of the tensor by their positions, one dimension after the other."""
    text, widths, mode = str(fields["data"]), fields["pad_width"], fields["pad_mode"]
    pairs = list(zip(widths[0::2], widths[1::2]))
    if mode == "constant":
        backwards = [width for pair in reversed(pairs) for width in pair]
        return f"F.pad({text}, {backwards}, value={fields['pad_value']})"
    for axis, (before, after) in enumerate(pairs):
        if before or after:
            last = f"{text}.shape[{axis}] - 1"
            at = f"torch.arange(-{before}, {text}.shape[{axis}] + {after})"
            where = {
                "circular": f"{at} % {text}.shape[{axis}]",
                "replicate": f"{at}.clamp(0, {last})",
                "reflect": f"{last} - ({last} - {at}.abs()).abs()",
            }[mode]
            text = f"{text}.index_select({axis}, {where})"
    return text


def batch_norm(fields: Fields) -> str:
    """The normalised tensor and both statistics, which training moves."""
    data, axis, mean, var = fields["data"], fields["axis"], fields["moving_mean"], fields["moving_var"]
    scale = fields["gamma"] if fields["scale"] else "None"
    shift = fields["beta"] if fields["center"] else "None"
    moved = f"{data}.movedim({axis}, 1)"
    if not fields["training"]:
        inner = f"F.batch_norm({moved}, {mean}, {var}, {scale}, {shift}, eps={fields['epsilon']})"
        return f"({inner}.movedim(1, {axis}), {mean}, {var})"
    inner = f"F.batch_norm({moved}, None, None, {scale}, {shift}, training=True, eps={fields['epsilon']})"
    flat = f"{data}.movedim({axis}, 0).flatten(1)"
    share = fields["momentum"]
    return (
        f"({inner}.movedim(1, {axis}), torch.lerp({mean}, {flat}.mean(1), {share}), "
        f"torch.lerp({var}, {flat}.var(1, correction=0), {share}))"
    )


def _over_last(call: str, data: str, axes: tuple[int, ...]) -> str:
    """A call on `{x}` that works on the last dimensions, on others."""
    last = tuple(range(-len(axes), 0))
    if axes == last:
        return call.replace("{x}", data)
    return f"{call.replace('{x}', f'{data}.movedim({axes}, {last})')}.movedim({last}, {axes})"


def layer_norm(fields: Fields) -> str:
    """Over the last dimensions, to which the axes are moved."""
    gamma = fields["gamma"]
    scale = gamma if fields["scale"] else "None"
    shift = fields["beta"] if fields["center"] else "None"
    call = f"F.layer_norm({{x}}, {gamma}.shape, {scale}, {shift}, {fields['epsilon']})"
    return _over_last(call, str(fields["data"]), tuple(fields["axes"]))


def rms_norm(fields: Fields) -> str:
    """As `layer_norm`."""
    weight = fields["weight"]
    call = f"F.rms_norm({{x}}, {weight}.shape, {weight}, {fields['epsilon']})"
    return _over_last(call, str(fields["data"]), tuple(fields["axes"]))


def _channel_norm(name: str, *settings: str) -> Callable[[Fields], str]:
    """`group_norm` and `instance_norm`, whose channels stand second in PyTorch."""

    def spelling(fields: Fields) -> str:
        axis = int(fields["channel_axis"])
        data = str(fields["data"]) if axis == 1 else f"{fields['data']}.movedim({axis}, 1)"
        given = "".join(f"{fields[setting]}, " for setting in settings)
        scale = fields["gamma"] if fields["scale"] else "None"
        shift = fields["beta"] if fields["center"] else "None"
        call = f"F.{name}({data}, {given}weight={scale}, bias={shift}, eps={fields['epsilon']})"
        return call if axis == 1 else f"{call}.movedim(1, {axis})"

    return spelling


def nll_loss(fields: Fields) -> str:
    """Labels are of int64 in PyTorch."""
    return (
        f"F.nll_loss({fields['predictions']}, {fields['targets']}.long(), weight={fields['weights']}, "
        f"reduction={fields['reduction']!r}, ignore_index={fields['ignore_index']})"
    )


def attention(fields: Fields) -> str:
    """Heads stand before the length in PyTorch; masks are tensors."""
    query, key, value, bias = fields["query"], fields["key"], fields["value"], fields["bias"]
    causal = bias is None and fields["causal_mask"] == "TopLeft" and fields["window_size"] is None
    mask = (
        None if causal else _mask(f"{query}.shape[1]", f"{key}.shape[1]", fields["causal_mask"], fields["window_size"])
    )
    if bias is not None and mask is not None:
        mask = f'torch.where({mask}, {bias}, float("-inf"))'
    q, k, v = (f"{text}.transpose(1, 2)" for text in (query, key, value))
    seen = "is_causal=True" if causal else f"attn_mask={bias if mask is None else mask}"
    given = f"{seen}, scale={fields['scale']}"
    return f"F.scaled_dot_product_attention({q}, {k}, {v}, {given}).transpose(1, 2)"


def _mask(rows: str, columns: str, causal: str | None, window: int | None) -> str | None:
    """Which keys a query sees, None when it is all."""
    if causal is None and window is None:
        return None
    offset = f"{columns} - {rows}" if causal == "BottomRight" else "0"
    seen = f"torch.ones({rows}, {columns}, dtype=torch.bool).tril({offset})"
    return seen if window is None else f"{seen}.triu({offset} - {window - 1})"


_MODES = {
    ("nearest_neighbor", "asymmetric", "floor"): 'mode="nearest"',
    ("nearest_neighbor", "half_pixel", "round"): 'mode="nearest-exact"',
    ("linear", "half_pixel"): 'mode="bilinear"',
    ("linear", "align_corners"): 'mode="bilinear", align_corners=True',
    ("cubic", "half_pixel"): 'mode="bicubic"',
    ("cubic", "align_corners"): 'mode="bicubic", align_corners=True',
}


def resize2d(fields: Fields) -> str | None:
    """The ways that `interpolate` knows; none for the others."""
    mode, method = fields["coordinate_transformation_mode"], fields["method"]
    way = (method, mode, fields["rounding_method"]) if method == "nearest_neighbor" else (method, mode)
    known = _MODES.get(way)
    if known is None or (method == "cubic" and (fields["cubic_alpha"] != -0.75 or fields["cubic_exclude"])):
        return None
    layout = str(fields["layout"])
    data = reordered(str(fields["data"]), layout, "NCHW")
    made = reordered(f"F.interpolate({data}, size={fields['size']}, {known})", "NCHW", layout)
    return made if fields["out_dtype"] in (None, "None") else f"{made}.to({fields['out_dtype']})"


def resize3d(fields: Fields) -> str | None:
    """The ways that `interpolate` knows for volumes."""
    mode, method = fields["coordinate_transformation_mode"], fields["method"]
    way = (method, mode, fields["rounding_method"]) if method == "nearest_neighbor" else (method, mode)
    known = _MODES.get(way)
    layout = str(fields["layout"])
    if known is None or method == "cubic":
        return None
    data = reordered(str(fields["data"]), layout, "NCDHW")
    made = f"F.interpolate({data}, size={fields['size']}, {known.replace('bilinear', 'trilinear')})"
    made = reordered(made, "NCDHW", layout)
    return made if fields["out_dtype"] in (None, "None") else f"{made}.to({fields['out_dtype']})"


def affine_grid(fields: Fields) -> str:
    """With the coordinates along axis 1, where PyTorch has them last."""
    data, corners = fields["data"], fields["align_corners"]
    made = f"F.affine_grid({data}, ({data}.shape[0], 1, *{fields['size']}), align_corners={corners})"
    return f"{made}.movedim(-1, 1)"


def grid_sample(fields: Fields) -> str | None:
    """With the coordinates along axis 1, where PyTorch has them last."""
    layout = str(fields["layout"])
    first = "NCHW" if len(layout) == 4 else "NCDHW"
    data = reordered(str(fields["data"]), layout, first)
    how = f"mode={fields['method']!r}, padding_mode={fields['padding_mode']!r}, align_corners={fields['align_corners']}"
    return reordered(f"F.grid_sample({data}, {fields['grid']}.movedim(1, -1), {how})", first, layout)


def quantize(fields: Fields) -> str:
    """Rounded, moved by the zero point and cut to what the type holds."""
    data, kind, axis = fields["data"], str(fields["out_dtype"]), int(fields["axis"])
    scale, zero = (along(fields[name], data, axis) for name in ("scale", "zero_point"))
    limits = f"torch.{'f' if 'float' in kind else 'i'}info({kind})"
    return f"torch.clamp(torch.round({data} / {scale}) + {zero}, {limits}.min, {limits}.max).to({kind})"


def dequantize(fields: Fields) -> str:
    """The distance from the zero point, times the scale."""
    data, axis = fields["data"], int(fields["axis"])
    scale, zero = (along(fields[name], data, axis) for name in ("scale", "zero_point"))
    return f"(({data}.to(torch.float32) - {zero}) * {scale}).to({fields['out_dtype']})"


def _backward(spelling: Callable[[Fields], str | None], data: str) -> Callable[[Fields], str | None]:
    """What PyTorch derives of the op itself, at its tensor `data`, for the gradient of its result."""

    def backward(fields: Fields) -> str | None:
        inner = spelling({**fields, data: "at"})
        if inner is None:
            return None
        return f"torch.autograd.functional.vjp(lambda at: {inner}, {fields[data]}, {fields['output_grad']})[1]"

    return backward


_CONVOLUTIONS: dict[str, Spelling] = {
    "nn.batch_flatten": "torch.flatten({data}, 1)",
    **{f"nn.conv{n}d": conv(n) for n in (1, 2, 3)},
    **{f"nn.conv{n}d_transpose": conv_transpose(n) for n in (1, 2, 3)},
    **{f"nn.{kind}_pool{n}d": pool(kind, n) for kind in ("max", "avg") for n in (1, 2, 3)},
    **{f"nn.adaptive_avg_pool{n}d": adaptive(n) for n in (1, 2, 3)},
}
_FUNCTIONS: dict[str, Spelling] = {
    **{f"nn.{name}": f"F.{name}({{data}})" for name in ("relu", "relu6", "gelu", "selu", "silu")},
    "nn.gelu_tanh": 'F.gelu({data}, approximate="tanh")',
    "nn.leakyrelu": "F.leaky_relu({data}, {alpha})",
    "nn.prelu": prelu,
    "nn.softplus": "F.softplus({data}, {beta}, {threshold})",
    "nn.softmax": "torch.softmax({data}, {axis})",
    "nn.log_softmax": "torch.log_softmax({data}, {axis})",
    "nn.pad": pad,
    "nn.pixel_shuffle": "F.pixel_shuffle({data}, {upscale_factor})",
    "nn.batch_norm": batch_norm,
    "nn.layer_norm": layer_norm,
    "nn.group_norm": _channel_norm("group_norm", "num_groups"),
    "nn.instance_norm": _channel_norm("instance_norm"),
    "nn.rms_norm": rms_norm,
    "nn.dropout": "({data}, torch.ones_like({data}))",
    "nn.cross_entropy_with_logits": (
        "-torch.sum({predictions} * {labels}) / ({predictions}.shape[0] if {predictions}.ndim > 1 else 1)"
    ),
    "nn.nll_loss": nll_loss,
    "nn.attention": attention,
    "nn.attention_bias": attention,
}
_OTHERS: dict[str, Any] = {
    "image.resize2d": resize2d,
    "image.resize3d": resize3d,
    "image.affine_grid": affine_grid,
    "image.grid_sample": grid_sample,
    "quantize": quantize,
    "dequantize": dequantize,
    "multinomial_from_uniform": (
        "(torch.cumsum({prob}, 1)[{sample_indices}.flatten().long()] < {uniform_sample}).sum(1, keepdim=True)"
        ".clamp(max={prob}.shape[1] - 1).to({dtype})"
    ),
    "grad.no_grad": "{input}.detach()",
    "grad.start_checkpoint": "{input}",
    "grad.end_checkpoint": "{input}",
    "grad.nll_loss_backward": _backward(nll_loss, "predictions"),
    "grad.max_pool2d_backward": _backward(pool("max", 2), "data"),
    "grad.avg_pool2d_backward": _backward(pool("avg", 2), "data"),
    "grad.take_backward": _backward(take, "x"),
}
TORCH: Mapping[str, Spelling] = {
    f"relax.{name}": spelling for name, spelling in {**_CONVOLUTIONS, **_FUNCTIONS, **_OTHERS}.items()
}
"""The ops whose spelling in PyTorch depends on the settings of the call, or is a template; a function may answer None."""

WITHOUT_TORCH: Mapping[str, str] = {
    "relax.nn.attention_var_len": "PyTorch packs sequences of different lengths in nested tensors instead",
    "relax.vision.all_class_non_max_suppression": "the operator belongs to torchvision, for one class at a time",
}
"""Ops that PyTorch has nothing like, and why."""
