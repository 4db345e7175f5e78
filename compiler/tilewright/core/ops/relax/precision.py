"""Which ops compute in half precision: those that gain most always do, those that lose little follow their arguments, all others never do."""

from __future__ import annotations

from tilewright.core.ops.relax.elementwise import ROWS as ELEMENTWISE

_CONVOLUTIONS = tuple(f"nn.conv{kind}" for kind in ("1d", "2d", "3d", "1d_transpose", "2d_transpose"))
_POOLS = tuple(f"nn.{kind}_pool{count}d" for kind in ("max", "avg", "adaptive_avg") for count in (1, 2, 3))

ALWAYS = frozenset(
    f"relax.{name}"
    for name in ("matmul", "outer", "nn.attention", "nn.attention_bias", "nn.attention_var_len", *_CONVOLUTIONS)
)
# Elementwise ops that depend on more than the magnitude of their arguments, or only pass a value on.
_APART = frozenset({"relax.clip", "relax.where", "relax.wrap_param"})
FOLLOW = frozenset(
    {
        *({row.name for row in ELEMENTWISE} - _APART),
        *(
            f"relax.{name}"
            for name in (
                *("arange", "eye", "full", "full_like", "hamming_window", "ones", "zeros"),
                *("broadcast_to", "concat", "expand_dims", "flatten", "layout_transform", "meshgrid", "permute_dims"),
                *("reshape", "split", "squeeze", "stack", "strided_slice", "dynamic_strided_slice"),
                *("nn.relu", "nn.gelu", "nn.gelu_tanh", "nn.selu", "nn.silu", "nn.dropout", *_POOLS),
                *("nn.layer_norm", "nn.group_norm", "nn.instance_norm", "nn.rms_norm"),
                "image.resize2d",
            )
        ),
    }
)
