"""Activations, attention, and other ops of neural networks that have no topic of their own."""

from __future__ import annotations

from tilewright.core.ops.relax.torch_form import along
from tilewright.core.ops.relax_op import AS_WRITTEN, Fields, RelaxOp, relax


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


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "nn.batch_flatten(data)",
        "batch_flatten",
        "All dimensions but the first as one.",
        group="nn",
        torch_form="torch.flatten({data}, 1)",
        waives=AS_WRITTEN,
    ),
    relax(
        "nn.relu(data)",
        "unary",
        "Each element, zero when negative.",
        group="nn",
        torch_form="F.relu({data})",
        layout="same",
        precision="follow",
    ),
    relax(
        "nn.relu6(data)",
        "unary",
        "Each element, no lower than 0 and no higher than 6.",
        group="nn",
        torch_form="F.relu6({data})",
        waives=AS_WRITTEN,
    ),
    relax(
        "nn.leakyrelu(data, alpha: float = 0.01)",
        "unary_float",
        "Each element, times `alpha` when negative.",
        group="nn",
        torch_form="F.leaky_relu({data}, {alpha})",
        params={"alpha": "The slope below zero."},
        waives=AS_WRITTEN,
    ),
    relax(
        "nn.prelu(data, alpha, axis: int = 1)",
        "prelu",
        "Each element, times the `alpha` of its channel when negative.",
        group="nn",
        torch="torch.nn.functional.prelu",
        torch_form=prelu,
        layout="over_axis",
        params={"alpha": "The slope below zero, one a channel."},
    ),
    relax(
        "nn.gelu(data)",
        "unary_float",
        "x times the probability that a normal variable is below x.",
        group="nn",
        torch_form="F.gelu({data})",
        layout="same",
        precision="follow",
    ),
    relax(
        "nn.gelu_tanh(data)",
        "unary_float",
        "`gelu`, approximated with tanh.",
        group="nn",
        torch_form='F.gelu({data}, approximate="tanh")',
        layout="same",
        precision="follow",
    ),
    relax(
        "nn.selu(data)",
        "unary_float",
        "The scaled exponential linear unit.",
        group="nn",
        torch_form="F.selu({data})",
        layout="same",
        precision="follow",
    ),
    relax(
        "nn.silu(data)",
        "unary_float",
        "x * sigmoid(x).",
        group="nn",
        torch_form="F.silu({data})",
        layout="same",
        precision="follow",
    ),
    relax(
        "nn.softplus(data, beta: float = 1.0, threshold: float = 20.0)",
        "unary_float",
        "log(1 + exp(beta * x)) / beta; x itself where beta * x is above the threshold.",
        group="nn",
        torch_form="F.softplus({data}, {beta}, {threshold})",
        waives=AS_WRITTEN,
    ),
    relax(
        "nn.softmax(data, axis: int = -1)",
        "along_axis",
        "exp(x) over its sum along an axis.",
        group="nn",
        torch="torch.nn.functional.softmax",
        torch_form="torch.softmax({data}, {axis})",
        layout="over_axis",
    ),
    relax(
        "nn.log_softmax(data, axis: int = -1)",
        "along_axis",
        "The logarithm of the softmax along an axis.",
        group="nn",
        torch="torch.nn.functional.log_softmax",
        torch_form="torch.log_softmax({data}, {axis})",
        waives=AS_WRITTEN,
    ),
    relax(
        "nn.pad(data, pad_width: ints, pad_mode: str = 'constant', pad_value: float = 0.0)",
        "pad",
        "The tensor with elements added before and after each dimension.",
        group="nn",
        torch="torch.nn.functional.pad",
        torch_form=pad,
        waives=AS_WRITTEN,
    ),
    relax(
        "nn.pixel_shuffle(data, upscale_factor: int)",
        "pixel_shuffle",
        "Channels spread out into height and width.",
        group="nn",
        torch_form="F.pixel_shuffle({data}, {upscale_factor})",
        waives=AS_WRITTEN,
    ),
    relax(
        "nn.dropout(data, rate: float = 0.5)",
        "dropout",
        "Some elements zero in training: the result and the mask.",
        group="nn",
        torch="torch.nn.functional.dropout",
        torch_form="({data}, torch.ones_like({data}))",
        layout="dropout",
        precision="follow",
    ),
    relax(
        "nn.attention(query, key, value, bias=None, scale: float = None, causal_mask: str = None, window_size: int = None)",
        "attention",
        "softmax(query @ key * scale + bias) @ value, a head at a time.",
        group="nn",
        torch="torch.nn.functional.scaled_dot_product_attention",
        torch_form=attention,
        precision="half",
        params={
            "scale": "What the scores are multiplied by; 1 / sqrt(size) unless given.",
            "window_size": "How many keys before its own a query sees.",
        },
        waives=AS_WRITTEN,
    ),
    relax(
        "nn.attention_bias(query, key, value, bias=None, scale: float = None, causal_mask: str = None, window_size: int = None)",
        "attention",
        "`attention` with a bias.",
        group="nn",
        torch="torch.nn.functional.scaled_dot_product_attention",
        torch_form=attention,
        precision="half",
        params={
            "scale": "What the scores are multiplied by; 1 / sqrt(size) unless given.",
            "window_size": "How many keys before its own a query sees.",
        },
        waives=AS_WRITTEN,
    ),
    relax(
        "nn.attention_var_len(queries, keys, values, seqstart_q, max_seqlen_q, seqstart_k=None, max_seqlen_k=None, scale: float = None, causal_mask: str = None, window_size: int = None)",
        "like",
        "`attention` over sequences of different lengths.",
        group="nn",
        precision="half",
        params={
            "scale": "What the scores are multiplied by; 1 / sqrt(size) unless given.",
            "window_size": "How many keys before its own a query sees.",
        },
        waives={
            **AS_WRITTEN,
            "torch form": "PyTorch packs sequences of different lengths in nested tensors instead",
            "gradient": "no op of Relax computes the gradient",
            "legalization": "the lengths of the sequences are only known at run time",
        },
    ),
)
