"""The gradient of each op: a rule for each op that has one, a reason for each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.passes.relax.gradients import elementwise, linear, networks, reductions, shapes
from tilewright.core.passes.relax.gradients.support import Gradient, none
from tilewright.core.passes.relax.gradients.te_gradients import call_tir_with_grad

# Ops whose results do not change when their arguments change a little.
_STEPS = (
    *("ceil", "floor", "round", "sign", "trunc", "isfinite", "isinf", "isnan", "floor_divide", "logical_not"),
    *("bitwise_not", "bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"),
    *("logical_and", "logical_or", "logical_xor"),
    *("equal", "greater", "greater_equal", "less", "less_equal", "not_equal"),
    *("argmax", "argmin", "argsort", "bucketize", "nonzero", "one_hot", "shape_of", "size", "quantize"),
    *("full", "full_like", "ones", "ones_like", "zeros", "zeros_like", "eye", "eye_like", "arange", "hamming_window"),
    *("multinomial_from_uniform", "vision.all_class_non_max_suppression"),
)


def _same(var: Any, call: Any, grad: Any, ctx: Any) -> list[Any]:
    """The gradient as it is."""
    return [grad]


GRADIENTS: Mapping[str, Gradient] = {
    f"relax.{name}": rule
    for name, rule in {
        **dict.fromkeys(_STEPS, none),
        **elementwise.RULES,
        **reductions.RULES,
        **shapes.RULES,
        **linear.RULES,
        **networks.RULES,
        "grad.no_grad": none,
        "grad.start_checkpoint": _same,
        "grad.end_checkpoint": _same,
        "call_tir_with_grad": call_tir_with_grad,
    }.items()
}
"""The rules by registered name."""

_KERNEL = "no op of Relax computes it"
WITHOUT_GRADIENT: Mapping[str, str] = {
    **dict.fromkeys(
        (
            *("relax.nn.max_pool3d", "relax.nn.avg_pool3d", "relax.nn.attention_var_len", "relax.image.resize2d"),
            *("relax.image.resize3d", "relax.image.affine_grid", "relax.image.grid_sample"),
        ),
        _KERNEL,
    ),
    "relax.layout_transform": "the index map need not be reversible",
    "relax.einsum": "write it with `R.matmul` and `R.sum`",
    "relax.cumprod": _KERNEL,
    **dict.fromkeys(("relax.nn.conv3d", "relax.nn.conv3d_transpose", "relax.reverse_sequence"), _KERNEL),
    "relax.dequantize": "integers have no gradient, and scales are not learnt",
    **dict.fromkeys(
        ("relax.sort", "relax.topk", "relax.unique", "relax.median"), "where each element came from is not kept"
    ),
    **dict.fromkeys(
        ("relax.index_put", "relax.index_tensor", "relax.scatter_nd", "relax.slice_scatter", "relax.meshgrid"),
        "take it of `R.take`, `R.gather_elements` or `R.scatter_elements`",
    ),
    "relax.dynamic_strided_slice": "the slice is only known at run time",
    **dict.fromkeys(
        ("relax.grad.nll_loss_backward", "relax.grad.max_pool2d_backward", "relax.grad.avg_pool2d_backward"),
        "it is a gradient itself, and second ones are not taken",
    ),
    "relax.grad.take_backward": "it is a gradient itself, and second ones are not taken",
}
"""Ops on tensors without a rule, and why."""
