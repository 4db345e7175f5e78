"""Operators of PyTorch on weights: products, convolutions, norms, attention."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.torch.values import (
    Dimensions,
    Number,
    Operator,
    Size,
    converted,
    dtype,
    for_dimensions,
    shape,
    tensor,
)
from tilewright.core.ir.relax import RelaxExpr, TupleGetItem

if TYPE_CHECKING:
    from tilewright.core.importers.torch.translator import Translator


def _matmul(t: Translator, a: RelaxExpr, b: RelaxExpr) -> RelaxExpr:
    """The type of the result is said where both are of it."""
    return op.matmul(a, b, out_dtype=dtype(a) if dtype(a) == dtype(b) else None)


def _linear(t: Translator, x: RelaxExpr, weight: RelaxExpr, bias: RelaxExpr | None = None) -> RelaxExpr:
    product = _matmul(t, x, t.emit(op.permute_dims(weight)))
    return product if bias is None else op.add(t.emit(product), bias)


def _baddbmm(
    t: Translator, added: RelaxExpr, a: RelaxExpr, b: RelaxExpr, *, beta: Number = 1, alpha: Number = 1
) -> RelaxExpr:
    product = t.emit(op.matmul(a, b))
    product = product if alpha == 1 else t.emit(op.multiply(product, tensor(alpha, product)))
    return (
        product
        if beta == 0
        else op.add(product, added if beta == 1 else t.emit(op.multiply(added, tensor(beta, added))))
    )


def _added_product(product: Operator) -> Operator:
    """beta * added + alpha * product(a, b)"""

    def apply(
        t: Translator, added: RelaxExpr, a: RelaxExpr, b: RelaxExpr, *, beta: Number = 1, alpha: Number = 1
    ) -> RelaxExpr:
        made = t.emit(product(t, a, b))
        made = made if alpha == 1 else t.emit(op.multiply(made, tensor(alpha, made)))
        if beta == 0:
            return made
        return op.add(added if beta == 1 else t.emit(op.multiply(added, tensor(beta, added))), made)

    return apply


def _conv(dimensions: int, transposed: bool = False) -> Operator:
    """A convolution, or with `transposed` the transpose of one: their settings come in another order."""
    function = getattr(op.nn, f"conv{dimensions}d{'_transpose' * transposed}")
    settings = ("output_padding", "groups", "dilation") if transposed else ("dilation", "groups")

    def apply(
        t: Translator,
        x: RelaxExpr,
        weight: RelaxExpr,
        bias: RelaxExpr | None = None,
        stride: Dimensions = 1,
        padding: str | Dimensions = 0,
        *rest: Any,
        **named: Any,
    ) -> RelaxExpr:
        given = {**dict(zip(settings, rest)), **named}
        padded = _padding(padding, weight, given.get("dilation", 1))
        made = function(x, weight, strides=stride, padding=padded, out_dtype=dtype(x), **given)
        return _with_bias(t, made, bias, dimensions)

    return apply


def _padding(padding: str | Dimensions, weight: RelaxExpr, dilation: Dimensions) -> str | Dimensions:
    """Padding as numbers; "same" keeps the size of the data."""
    if padding == "valid":
        return 0
    if padding != "same":
        return padding
    windows = shape(weight)[2:]
    totals = [(window - 1) * wide for window, wide in zip(windows, for_dimensions(dilation, len(windows)))]
    return [total // 2 for total in totals] + [total - total // 2 for total in totals]


def _with_bias(t: Translator, made: RelaxExpr, bias: RelaxExpr | None, dimensions: int) -> RelaxExpr:
    if bias is None:
        return made
    return op.add(t.emit(made), t.emit(op.reshape(bias, [1, -1, *[1] * dimensions])))


def _convolution(
    t: Translator,
    x: RelaxExpr,
    weight: RelaxExpr,
    bias: RelaxExpr | None,
    stride: Dimensions,
    padding: Dimensions,
    dilation: Dimensions,
    transposed: bool,
    output_padding: Dimensions,
    groups: int,
) -> RelaxExpr:
    dimensions = len(shape(weight)) - 2
    if transposed:
        return _conv(dimensions, True)(t, x, weight, bias, stride, padding, output_padding, groups, dilation)
    return _conv(dimensions)(t, x, weight, bias, stride, padding, dilation, groups)


def _batch_norm(
    t: Translator,
    x: RelaxExpr,
    weight: RelaxExpr | None,
    bias: RelaxExpr | None,
    mean: RelaxExpr,
    var: RelaxExpr,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
    *_: object,
) -> RelaxExpr:
    channels = shape(x)[1]
    gamma = weight if weight is not None else t.emit(op.ones((channels,), dtype(x)))
    beta = bias if bias is not None else t.emit(op.zeros((channels,), dtype(x)))
    made = t.emit(
        op.nn.batch_norm(x, gamma, beta, mean, var, axis=1, epsilon=eps, momentum=momentum, training=training)
    )
    return TupleGetItem(made, 0)


def _scale_and_shift(
    x: RelaxExpr, sizes: list[Any], weight: RelaxExpr | None, bias: RelaxExpr | None
) -> tuple[RelaxExpr, RelaxExpr]:
    """The weights of a norm; those that are not given change nothing."""
    gamma = const(np.ones(sizes), dtype(x)) if weight is None else weight
    return gamma, const(np.zeros(sizes), dtype(x)) if bias is None else bias


def _layer_norm(
    t: Translator,
    x: RelaxExpr,
    normalized_shape: Dimensions,
    weight: RelaxExpr | None = None,
    bias: RelaxExpr | None = None,
    eps: float = 1e-5,
    *_: object,
) -> RelaxExpr:
    sizes = list(normalized_shape) if isinstance(normalized_shape, (list, tuple)) else [normalized_shape]
    gamma, beta = _scale_and_shift(x, sizes, weight, bias)
    return op.nn.layer_norm(x, gamma, beta, axes=list(range(-len(sizes), 0)), epsilon=eps)


def _native_layer_norm(
    t: Translator,
    x: RelaxExpr,
    normalized_shape: Dimensions,
    weight: RelaxExpr | None,
    bias: RelaxExpr | None,
    eps: float,
) -> tuple[RelaxExpr, None, None]:
    return (_layer_norm(t, x, normalized_shape, weight, bias, eps), None, None)


def _group_norm(
    t: Translator,
    x: RelaxExpr,
    num_groups: int,
    weight: RelaxExpr | None = None,
    bias: RelaxExpr | None = None,
    eps: float = 1e-5,
    *_: object,
) -> RelaxExpr:
    sizes = shape(x)
    gamma, beta = _scale_and_shift(x, [sizes[1]], weight, bias)
    return op.nn.group_norm(x, gamma, beta, num_groups, 1, list(range(2, len(sizes))), epsilon=eps)


def _instance_norm(
    t: Translator,
    x: RelaxExpr,
    weight: RelaxExpr | None = None,
    bias: RelaxExpr | None = None,
    running_mean: RelaxExpr | None = None,
    running_var: RelaxExpr | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
    *_: object,
) -> RelaxExpr:
    """Each channel of each image by its own mean; with running means a batch norm of them."""
    if not use_input_stats and running_mean is not None and running_var is not None:
        return _batch_norm(t, x, weight, bias, running_mean, running_var, False, momentum, eps)
    sizes = shape(x)
    gamma, beta = _scale_and_shift(x, [sizes[1]], weight, bias)
    return op.nn.instance_norm(x, gamma, beta, 1, list(range(2, len(sizes))), epsilon=eps)


def _native_group_norm(
    t: Translator,
    x: RelaxExpr,
    weight: RelaxExpr | None,
    bias: RelaxExpr | None,
    n: Size,
    channels: Size,
    size: Size,
    group: int,
    eps: float,
) -> tuple[RelaxExpr, None, None]:
    return (_group_norm(t, x, group, weight, bias, eps), None, None)


def _batch_norm_legit(
    t: Translator, x: RelaxExpr, weight: RelaxExpr | None, bias: RelaxExpr | None, mean: Any, var: Any, *rest: Any
) -> tuple[RelaxExpr, None, None]:
    """The variants of `_native_batch_norm_legit`, whose further results are for training."""
    if isinstance(mean, bool):  # without running means: those of the batch
        channels = shape(x)[1]
        zeros, ones = (t.emit(made((channels,), dtype(x))) for made in (op.zeros, op.ones))
        return (_batch_norm(t, x, weight, bias, zeros, ones, True, var, *rest), None, None)
    training, momentum, eps = rest if len(rest) == 3 else (False, *rest)
    return (_batch_norm(t, x, weight, bias, mean, var, training, momentum, eps), None, None)


def _rms_norm(
    t: Translator, x: RelaxExpr, normalized_shape: Dimensions, weight: RelaxExpr | None = None, eps: float | None = None
) -> RelaxExpr:
    sizes = list(normalized_shape) if isinstance(normalized_shape, (list, tuple)) else [normalized_shape]
    gamma = weight if weight is not None else t.emit(op.ones(sizes, dtype(x)))
    return op.nn.rms_norm(x, gamma, axes=list(range(-len(sizes), 0)), epsilon=1.1920929e-07 if eps is None else eps)


def _attention(
    t: Translator,
    query: RelaxExpr,
    key: RelaxExpr,
    value: RelaxExpr,
    attn_mask: RelaxExpr | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> RelaxExpr:
    """PyTorch has the heads before the length, Relax after it; a mask of truths becomes one that is added."""
    q, k, v = (t.emit(op.permute_dims(part, [0, 2, 1, 3])) for part in (query, key, value))
    if attn_mask is not None and len(shape(attn_mask)) < 4:
        sizes = shape(attn_mask)
        attn_mask = t.emit(op.reshape(attn_mask, [*[1] * (4 - len(sizes)), *sizes]))
    if attn_mask is not None and dtype(attn_mask) == "bool":
        none, least = tensor(0.0, query), tensor(float("-inf"), query)
        attn_mask = t.emit(op.where(attn_mask, none, least))
    mask = "TopLeft" if is_causal else None
    made = t.emit(op.nn.attention(q, k, v, attn_mask, scale=scale, causal_mask=mask))
    return op.permute_dims(made, [0, 2, 1, 3])


def _embedding(t: Translator, weight: RelaxExpr, indices: RelaxExpr, *_: object, **named: object) -> RelaxExpr:
    sizes = shape(indices)
    indices = converted(t.emit, indices, "int32")
    if len(sizes) == 1:
        return op.take(weight, indices, axis=0)
    flat = t.emit(op.reshape(indices, [-1]))
    return op.reshape(t.emit(op.take(weight, flat, axis=0)), [*sizes, shape(weight)[1]])


OPERATORS: dict[str, Operator] = {
    "prelu": lambda t, x, weight: op.nn.prelu(x, weight),
    "matmul": _matmul,
    "mm": _matmul,
    "bmm": _matmul,
    "dot": lambda t, a, b: op.matmul(a, b),
    "outer": lambda t, a, b: op.outer(a, b),
    "einsum": lambda t, subscripts, *operands: op.einsum(
        operands[0] if isinstance(operands[0], (list, tuple)) else operands, subscripts
    ),
    "linear": _linear,
    "addmm": _added_product(_matmul),
    "_sparse_mm": _matmul,
    "_sparse_addmm": _added_product(_matmul),
    "baddbmm": _baddbmm,
    "addmv": _added_product(_matmul),
    "addr": _added_product(lambda t, a, b: op.outer(a, b)),
    "addbmm": _added_product(lambda t, a, b: op.sum(t.emit(op.matmul(a, b)), 0)),
    **{f"conv{n}d": _conv(n) for n in (1, 2, 3)},
    **{f"conv_transpose{n}d": _conv(n, True) for n in (1, 2)},
    "convolution": _convolution,
    # `torch.nn.functional` has some arguments in another order than ATen.
    "batch_norm.default": _batch_norm,
    "batch_norm": lambda t, x, running_mean, running_var, weight=None, bias=None, *rest, **named: _batch_norm(
        t, x, weight, bias, running_mean, running_var, *rest, **named
    ),
    "instance_norm.default": _instance_norm,
    "instance_norm": lambda t, x, running_mean=None, running_var=None, weight=None, bias=None, *rest, **named: (
        _instance_norm(t, x, weight, bias, running_mean, running_var, *rest, **named)
    ),
    "embedding.default": _embedding,
    "embedding": lambda t, indices, weight, *rest, **named: _embedding(t, weight, indices),
    "layer_norm": _layer_norm,
    "native_layer_norm": _native_layer_norm,
    "group_norm": _group_norm,
    "rms_norm": _rms_norm,
    "native_group_norm": _native_group_norm,
    **dict.fromkeys(
        (
            "_native_batch_norm_legit",
            "_native_batch_norm_legit_functional",
            "_native_batch_norm_legit_no_training",
            "native_batch_norm",
        ),
        _batch_norm_legit,
    ),
    "mv": lambda t, a, b: op.matmul(a, b),
    "scaled_dot_product_attention": _attention,
}
