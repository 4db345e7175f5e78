"""What the ops of neural networks are in PyTorch; `torch_names` says how the text is read."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.ops.relax.torch_forms import Spelling
from tilewright.ops.relax.torch_nn_forms import (
    adaptive_avg_pool,
    attention,
    avg_pool,
    batch_norm,
    conv,
    conv_transpose,
    group_norm,
    instance_norm,
    layer_norm,
    max_pool,
    pad,
    prelu,
    rms_norm,
)

_NN: dict[str, Spelling] = {
    **{name: f"F.{name}({{data}})" for name in ("relu", "relu6", "gelu", "selu", "silu")},
    "leakyrelu": "F.leaky_relu({data}, {alpha})",
    "gelu_tanh": 'F.gelu({data}, approximate="tanh")',
    "softplus": "F.softplus({data}, {beta}, {threshold})",
    "softmax": "F.softmax({data}, dim={axis})",
    "log_softmax": "F.log_softmax({data}, dim={axis})",
    "pixel_shuffle": "F.pixel_shuffle({data}, {upscale_factor})",
    "dropout": "({data}, torch.ones_like({data}))",
    "cross_entropy_with_logits": (
        "-({predictions} * {labels}).sum() / ({predictions}.shape[0] if {predictions}.ndim > 1 else 1)"
    ),
    "nll_loss": (
        'F.nll_loss({predictions}, {targets}.long(), {weights}, reduction="{reduction}", ignore_index={ignore_index})'
    ),
    "prelu": prelu,
    "pad": pad,
    **{f"conv{count}d": conv(count) for count in (1, 2, 3)},
    **{f"conv{count}d_transpose": conv_transpose(count) for count in (1, 2)},
    **{f"max_pool{count}d": max_pool(count) for count in (1, 2, 3)},
    **{f"avg_pool{count}d": avg_pool(count) for count in (1, 2, 3)},
    **{f"adaptive_avg_pool{count}d": adaptive_avg_pool(count) for count in (1, 2, 3)},
    "batch_norm": batch_norm,
    "layer_norm": layer_norm,
    "group_norm": group_norm,
    "instance_norm": instance_norm,
    "rms_norm": rms_norm,
    "attention": attention,
    "attention_bias": attention,
}
TORCH: Mapping[str, Spelling] = {f"relax.nn.{name}": spelling for name, spelling in _NN.items()}
