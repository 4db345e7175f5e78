"""Rows of the ops of neural networks, images, quantisation, sampling and vision."""

from __future__ import annotations

from tilewright.core.ops.relax_op import RelaxOp, relax


def _nn(signature: str, infer: str, doc: str, torch: str | None = None) -> RelaxOp:
    name = signature.partition("(")[0]
    module = torch and (torch if torch.startswith("torch.") else f"torch.nn.functional.{torch}")
    return relax(f"nn.{signature}", infer, doc, group="nn", legalize=f"nn.{name}", torch=module)


def _conv(dimensions: int, letters: str) -> RelaxOp:
    return _nn(
        f"conv{dimensions}d(data, weight, strides: ints{dimensions} = 1, padding: padding{dimensions} = 0, "
        f"dilation: ints{dimensions} = 1, groups: count = 1, data_layout: str = 'NC{letters}', kernel_layout: str = 'OI{letters}', "
        "out_layout: str = None, out_dtype: dtype = None)",
        "conv",
        f"A convolution over {dimensions} dimension(s): `data` and `weight` in the given layouts.",
        f"conv{dimensions}d",
    )


def _conv_transpose(dimensions: int, letters: str) -> RelaxOp:
    return _nn(
        f"conv{dimensions}d_transpose(data, weight, strides: ints{dimensions} = 1, padding: padding{dimensions} = 0, "
        f"output_padding: ints{dimensions} = 0, dilation: ints{dimensions} = 1, groups: count = 1, data_layout: str = 'NC{letters}', "
        f"kernel_layout: str = 'IO{letters}', out_layout: str = None, out_dtype: dtype = None)",
        "conv_transpose",
        f"The transpose of a convolution over {dimensions} dimension(s).",
        f"conv_transpose{dimensions}d",
    )


def _pool(kind: str, dimensions: int, letters: str) -> RelaxOp:
    word = {"max": "greatest", "avg": "mean"}[kind]
    included = "True" if kind == "avg" and dimensions != 2 else "False"
    return _nn(
        f"{kind}_pool{dimensions}d(data, pool_size: ints{dimensions} = 1, strides: ints{dimensions} = 1, padding: padding{dimensions} = 0, "
        f"dilation: ints{dimensions} = 1, ceil_mode: bool = False, count_include_pad: bool = {included}, layout: str = 'NC{letters}', out_layout: str = None)",
        "pool",
        f"The {word} of the elements in each window.",
        f"{kind}_pool{dimensions}d",
    )


def _adaptive(dimensions: int, letters: str) -> RelaxOp:
    return _nn(
        f"adaptive_avg_pool{dimensions}d(data, output_size: ints{dimensions} = None, layout: str = 'NC{letters}', out_layout: str = None)",
        "adaptive_pool",
        "The mean over windows chosen so that the result has `output_size`.",
        f"adaptive_avg_pool{dimensions}d",
    )


_LETTERS = ((1, "W"), (2, "HW"), (3, "DHW"))
_POOL2D = (
    "pool_size: ints2 = 1, strides: ints2 = 1, padding: padding2 = 0, dilation: ints2 = 1, ceil_mode: bool = False, "
    "count_include_pad: bool = False, layout: str = 'NCHW', out_layout: str = None"
)
NN = (
    *(_conv(*item) for item in _LETTERS),
    *(_conv_transpose(*item) for item in _LETTERS),
    *(_pool("max", *item) for item in _LETTERS),
    *(_pool("avg", *item) for item in _LETTERS),
    *(_adaptive(*item) for item in _LETTERS),
    _nn("batch_flatten(data)", "batch_flatten", "All dimensions but the first as one.", "torch.flatten"),
    _nn("relu(data)", "unary", "Each element, zero when negative.", "relu"),
    _nn("relu6(data)", "unary", "Each element, no lower than 0 and no higher than 6.", "relu6"),
    _nn(
        "leakyrelu(data, alpha: float = 0.01)",
        "unary_float",
        "Each element, times `alpha` when negative.",
        "leaky_relu",
    ),
    _nn(
        "prelu(data, alpha, axis: int = 1)",
        "prelu",
        "Each element, times the `alpha` of its channel when negative.",
        "prelu",
    ),
    _nn("gelu(data)", "unary_float", "x times the probability that a normal variable is below x.", "gelu"),
    _nn("gelu_tanh(data)", "unary_float", "`gelu`, approximated with tanh.", "gelu"),
    _nn("selu(data)", "unary_float", "The scaled exponential linear unit.", "selu"),
    _nn("silu(data)", "unary_float", "x * sigmoid(x).", "silu"),
    _nn(
        "softplus(data, beta: float = 1.0, threshold: float = 20.0)",
        "unary_float",
        "log(1 + exp(beta * x)) / beta; x itself where beta * x is above the threshold.",
        "softplus",
    ),
    _nn("softmax(data, axis: int = -1)", "along_axis", "exp(x) over its sum along an axis.", "softmax"),
    _nn(
        "log_softmax(data, axis: int = -1)", "along_axis", "The logarithm of the softmax along an axis.", "log_softmax"
    ),
    _nn(
        "pad(data, pad_width: ints, pad_mode: str = 'constant', pad_value: float = 0.0)",
        "pad",
        "The tensor with elements added before and after each dimension.",
        "pad",
    ),
    _nn(
        "pixel_shuffle(data, upscale_factor: int)",
        "pixel_shuffle",
        "Channels spread out into height and width.",
        "pixel_shuffle",
    ),
    _nn(
        "batch_norm(data, gamma, beta, moving_mean, moving_var, axis: int, epsilon: float = 1e-05, center: bool = True, scale: bool = True, "
        "momentum: float = 0.1, training: bool = True)",
        "batch_norm",
        "Normalised over all dimensions but `axis`: the result, the new moving mean and the new moving variance.",
        "batch_norm",
    ),
    _nn(
        "layer_norm(data, gamma, beta, axes: ints, epsilon: float = 1e-05, center: bool = True, scale: bool = True)",
        "over_axes",
        "Normalised over `axes`.",
        "layer_norm",
    ),
    _nn(
        "group_norm(data, gamma, beta, num_groups: int, channel_axis: int, axes: ints, epsilon: float = 1e-05, center: bool = True, scale: bool = True)",
        "over_channels",
        "Normalised over groups of channels.",
        "group_norm",
    ),
    _nn(
        "instance_norm(data, gamma, beta, channel_axis: int, axes: ints, epsilon: float = 1e-05, center: bool = True, scale: bool = True)",
        "over_channels",
        "Normalised over each channel of each item.",
        "instance_norm",
    ),
    _nn(
        "rms_norm(data, weight, axes: ints = -1, epsilon: float = 1e-05)",
        "over_axes",
        "Divided by the root of the mean square over `axes`.",
        "rms_norm",
    ),
    _nn(
        "dropout(data, rate: float = 0.5)",
        "dropout",
        "Some elements zero in training: the result and the mask.",
        "dropout",
    ),
    _nn(
        "cross_entropy_with_logits(predictions, labels)",
        "cross_entropy",
        "The cross entropy of logits and a distribution.",
        "cross_entropy",
    ),
    _nn(
        "nll_loss(predictions, targets, weights=None, reduction: str = 'mean', ignore_index: int = -100)",
        "nll_loss",
        "The negative log likelihood of the targets.",
        "nll_loss",
    ),
    _nn(
        "attention(query, key, value, bias=None, scale: float = None, causal_mask: str = None, window_size: int = None)",
        "attention",
        "softmax(query @ key * scale + bias) @ value, a head at a time.",
        "scaled_dot_product_attention",
    ),
    _nn(
        "attention_bias(query, key, value, bias=None, scale: float = None, causal_mask: str = None, window_size: int = None)",
        "attention",
        "`attention` with a bias.",
        "scaled_dot_product_attention",
    ),
    _nn(
        "attention_var_len(queries, keys, values, seqstart_q, max_seqlen_q, seqstart_k=None, max_seqlen_k=None, scale: float = None, causal_mask: str = None, window_size: int = None)",
        "like",
        "`attention` over sequences of different lengths.",
    ),
)
OTHERS = (
    relax(
        "image.resize2d(data, size: Sizes, roi: floats = (0.0, 0.0, 0.0, 0.0), layout: str = 'NCHW', method: str = 'linear', "
        "coordinate_transformation_mode: str = 'half_pixel', rounding_method: str = 'round', cubic_alpha: float = -0.75, cubic_exclude: int = 0, "
        "extrapolation_value: float = 0.0, out_dtype: dtype = None)",
        "resize2d",
        "An image in another size.",
        group="image",
        legalize="image.resize2d",
        torch="torch.nn.functional.interpolate",
    ),
    relax(
        "image.resize3d(data, size: VolumeSizes, roi: floats = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0), layout: str = 'NCDHW', method: str = 'linear', "
        "coordinate_transformation_mode: str = 'half_pixel', rounding_method: str = '', cubic_alpha: float = -0.75, cubic_exclude: int = 0, "
        "extrapolation_value: float = 0.0, out_dtype: dtype = None)",
        "resize3d",
        "A volume in another size.",
        group="image",
        legalize="image.resize3d",
        torch="torch.nn.functional.interpolate",
    ),
    relax(
        "image.affine_grid(data, size: Sizes, align_corners: bool = True)",
        "affine_grid",
        "The positions, from -1 to 1, of an image or volume of a size after the maps that matrices (batch, 2, 3) or (batch, 3, 4) are.",
        group="image",
        legalize="image.affine_grid",
        torch="torch.nn.functional.affine_grid",
    ),
    relax(
        "image.grid_sample(data, grid, method: str = 'bilinear', layout: str = 'NCHW', padding_mode: str = 'zeros', align_corners: bool = False)",
        "grid_sample",
        "An image or volume at positions from -1 to 1: column, row and, in volumes, depth along axis 1 of `grid`.",
        group="image",
        legalize="image.grid_sample",
        torch="torch.nn.functional.grid_sample",
    ),
    relax(
        "vision.all_class_non_max_suppression(boxes, scores, max_output_boxes_per_class, iou_threshold, score_threshold, output_format: str = 'onnx')",
        "all_class_non_max_suppression",
        "The boxes that overlap no better one of their class.",
        group="vision",
        legalize="vision.all_class_non_max_suppression",
    ),
    relax(
        "quantize(data, scale, zero_point, axis: int = -1, out_dtype: dtype = 'int8')",
        "quantize",
        "Real numbers as integers: clamp(round(data / scale) + zero_point).",
        group="qdq",
        legalize="quantize",
    ),
    relax(
        "dequantize(data, scale, zero_point, axis: int = -1, out_dtype: dtype = 'float32')",
        "dequantize",
        "Integers as real numbers: scale * (data - zero_point).",
        group="qdq",
        legalize="dequantize",
    ),
    relax(
        "multinomial_from_uniform(prob, uniform_sample, sample_indices, dtype: dtype = 'int64')",
        "multinomial",
        "Samples of distributions, from uniform ones.",
        group="sampling",
        legalize="multinomial_from_uniform",
    ),
    relax(
        "grad.no_grad(input)", "same", "The value, through which no gradient flows.", group="grad", legalize="identity"
    ),
    relax(
        "grad.start_checkpoint(input)",
        "checkpoint",
        "The value, from which on values are computed anew for the gradient.",
        group="grad",
        legalize="identity",
    ),
    relax(
        "grad.end_checkpoint(input)",
        "checkpoint",
        "The value, up to which values are computed anew for the gradient.",
        group="grad",
        legalize="identity",
    ),
    relax(
        "grad.nll_loss_backward(output_grad, predictions, targets, weights=None, reduction: str = 'mean', ignore_index: int = -100)",
        "like_second",
        "The gradient of `nll_loss`.",
        group="grad",
        legalize="grad.nll_loss_backward",
    ),
    relax(
        f"grad.max_pool2d_backward(output_grad, data, {_POOL2D})",
        "like_second",
        "The gradient of `max_pool2d`.",
        group="grad",
        legalize="grad.max_pool2d_backward",
    ),
    relax(
        f"grad.avg_pool2d_backward(output_grad, data, {_POOL2D})",
        "like_second",
        "The gradient of `avg_pool2d`.",
        group="grad",
        legalize="grad.avg_pool2d_backward",
    ),
    relax(
        "grad.take_backward(output_grad, x, indices, axis: int = None, mode: str = '')",
        "like_second",
        "The gradient of `take`.",
        group="grad",
        legalize="grad.take_backward",
    ),
)
ROWS: tuple[RelaxOp, ...] = (*NN, *OTHERS)
