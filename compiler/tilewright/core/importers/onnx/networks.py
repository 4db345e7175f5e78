"""Operators of networks: convolutions, pooling, normalization, products, resizing, quantization."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any

import numpy as np

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.onnx.values import Node, Operator, dtype_of, integers, rank_of, sizes_of
from tilewright.core.ir.expr import SizeVar
from tilewright.core.ir.relax import RelaxExpr, TupleGetItem
from tilewright.core.ir.struct_info import TensorStructInfo


def _padding(node: Node, x: RelaxExpr, kernel: list[int], strides: list[int], dilations: list[int]) -> list[int]:
    """The padding before and after each axis, which `auto_pad` may leave to us."""
    mode, count = node.attr("auto_pad", b"NOTSET"), len(kernel)
    if mode in (b"NOTSET", b""):
        return list(node.attr("pads", [0] * (2 * count)))
    if mode == b"VALID":
        return [0] * (2 * count)
    before: list[int] = []
    after: list[int] = []
    for size, width, stride, dilation in zip(sizes_of(x)[2:], kernel, strides, dilations):
        if not isinstance(size, int):
            raise ValueError(f"{node.kind} `{node.name}`: auto_pad needs sizes that are known when the model is read")
        total = max((-(-size // stride) - 1) * stride + (width - 1) * dilation + 1 - size, 0)
        less, more = total // 2, total - total // 2
        before.append(less if mode == b"SAME_UPPER" else more)
        after.append(more if mode == b"SAME_UPPER" else less)
    return before + after


def _windows(node: Node, x: RelaxExpr, kernel: list[int]) -> dict[str, Any]:
    """The way that windows of this size move over a tensor, in the words of the operators."""
    strides, dilations = (list(node.attr(name, [1] * len(kernel))) for name in ("strides", "dilations"))
    return {"strides": strides, "padding": _padding(node, x, kernel, strides, dilations), "dilation": dilations}


def _conv(node: Node) -> RelaxExpr:
    x, weight = node.x(0), node.x(1)
    spatial = rank_of(x) - 2
    kernel = [int(size) for size in sizes_of(weight)[2:]]  # pyright: ignore[reportArgumentType]
    made = getattr(op.nn, f"conv{spatial}d")(x, weight, **_windows(node, x, kernel), groups=node.attr("group", 1))
    return _with_bias(node, made, spatial)


def _with_bias(node: Node, made: RelaxExpr, spatial: int) -> RelaxExpr:
    if not node.has(2):
        return made
    bias = node.emit(op.reshape(node.x(2), [1, -1, *[1] * spatial]))
    return op.add(node.emit(made), bias)


def _conv_transpose(node: Node) -> RelaxExpr:
    x, weight = node.x(0), node.x(1)
    spatial = rank_of(x) - 2
    kernel = [int(size) for size in sizes_of(weight)[2:]]  # pyright: ignore[reportArgumentType]
    strides, dilations = (list(node.attr(name, [1] * spatial)) for name in ("strides", "dilations"))
    more = list(node.attr("output_padding", [0] * spatial))
    wanted = node.attr("output_shape")
    mode = node.attr("auto_pad", b"NOTSET")
    padding = list(node.attr("pads", [0] * (2 * spatial)))
    if wanted is not None or mode in (b"SAME_UPPER", b"SAME_LOWER"):
        sizes: list[Any] = list(sizes_of(x)[2:])
        wanted = wanted[-spatial:] if wanted is not None else [size * step for size, step in zip(sizes, strides)]
        total = [
            step * (size - 1) + extra + (width - 1) * dilation + 1 - out
            for size, step, extra, width, dilation, out in zip(sizes, strides, more, kernel, dilations, wanted)
        ]
        half = [each // 2 for each in total]
        rest = [each - part for each, part in zip(total, half)]
        padding = half + rest if mode == b"SAME_UPPER" else rest + half
    made = getattr(op.nn, f"conv{spatial}d_transpose")(
        x,
        weight,
        strides=strides,
        padding=padding,
        output_padding=more,
        dilation=dilations,
        groups=node.attr("group", 1),
    )
    return _with_bias(node, made, spatial)


def _pool(kind: str) -> Operator:
    def read(node: Node) -> RelaxExpr:
        x = node.x()
        kernel = list(node.attr("kernel_shape"))
        if node.outputs > 1:
            raise ValueError(f"{node.kind} `{node.name}`: the places of the largest elements are not given")
        options: dict[str, Any] = (
            {} if kind == "max" else {"count_include_pad": bool(node.attr("count_include_pad", 0))}
        )
        return getattr(op.nn, f"{kind}_pool{len(kernel)}d")(
            x,
            pool_size=kernel,
            **_windows(node, x, kernel),
            ceil_mode=bool(node.attr("ceil_mode", 0)),
            **options,
        )

    return read


def _norm(node: Node, total: Callable[[RelaxExpr], RelaxExpr]) -> RelaxExpr:
    """The norm of the values that `total` adds up, of the order `p`."""
    x, order = node.x(), float(node.attr("p", 2))
    kind = dtype_of(x)
    powers = op.power(op.abs(x), const(order, kind))
    return op.power(total(powers), const(1 / order, kind))


def _norm_pool(node: Node) -> RelaxExpr:
    """`LpPool`: the average of the powers, padding counted, is their sum but for the size of the window."""
    if node.attr("ceil_mode", 0):
        raise ValueError(f"LpPool `{node.name}`: windows that reach beyond the padding are not read")
    x = node.x()
    kernel = list(node.attr("kernel_shape"))

    def total(powers: RelaxExpr) -> RelaxExpr:
        average = getattr(op.nn, f"avg_pool{len(kernel)}d")(
            powers, pool_size=kernel, **_windows(node, x, kernel), count_include_pad=True
        )
        return op.multiply(average, const(float(prod(kernel)), dtype_of(x)))

    return _norm(node, total)


def _norm_everywhere(node: Node) -> RelaxExpr:
    spatial = list(range(2, rank_of(node.x())))
    return _norm(node, lambda powers: op.sum(powers, spatial, True))


def _everywhere(name: str) -> Operator:
    return lambda node: getattr(op, name)(node.x(), list(range(2, rank_of(node.x()))), True)


def _gemm(node: Node) -> RelaxExpr:
    a, b = (
        node.emit(op.permute_dims(node.x(at), [1, 0])) if node.attr(name, 0) else node.x(at)
        for at, name in ((0, "transA"), (1, "transB"))
    )
    made = node.emit(op.matmul(a, b))
    if node.attr("alpha", 1.0) != 1.0:
        made = node.emit(op.multiply(made, node.number(node.attr("alpha"), made)))
    if not node.has(2):
        return made
    added = node.x(2)
    if node.attr("beta", 1.0) != 1.0:
        added = node.emit(op.multiply(added, node.number(node.attr("beta"), added)))
    return op.add(made, added)


def _batch_norm(node: Node) -> RelaxExpr:
    if node.attr("training_mode", 0):
        raise ValueError(f"BatchNormalization `{node.name}`: a model that is being trained is not read")
    made = op.nn.batch_norm(
        *(node.x(at) for at in range(5)), axis=1, epsilon=node.attr("epsilon", 1e-5), training=False
    )
    return TupleGetItem(node.emit(made), 0)


def _layer_norm(node: Node) -> list[RelaxExpr]:
    """The normalized tensor; where the model asks for them, the means and one over the spreads too."""
    x, scale = node.x(0), node.x(1)
    rank = rank_of(x)
    axes = list(range(node.attr("axis", -1) % rank - rank, 0))
    bias = node.x(2) if node.has(2) else node.emit(op.zeros_like(scale))
    epsilon = node.attr("epsilon", 1e-5)
    made = op.nn.layer_norm(x, scale, bias, axes=axes, epsilon=epsilon)
    if node.outputs == 1:
        return [made]
    mean = node.emit(op.mean(x, axes, True))
    middle = node.emit(op.subtract(x, mean))
    spread = node.emit(op.mean(node.emit(op.multiply(middle, middle)), axes, True))
    return [made, mean, op.rsqrt(node.emit(op.add(spread, node.number(epsilon, x))))]


def _rms_norm(node: Node) -> RelaxExpr:
    rank = rank_of(node.x())
    axis = node.attr("axis", -1) % rank
    return op.nn.rms_norm(node.x(0), node.x(1), axes=list(range(axis - rank, 0)), epsilon=node.attr("epsilon", 1e-5))


def _instance_norm(node: Node) -> RelaxExpr:
    x = node.x(0)
    axes = list(range(2, rank_of(x)))
    return op.nn.instance_norm(x, node.x(1), node.x(2), channel_axis=1, axes=axes, epsilon=node.attr("epsilon", 1e-5))


def _group_norm(node: Node) -> RelaxExpr:
    x, groups = node.x(0), node.attr("num_groups")
    scale, bias = node.x(1), node.x(2)
    if node.opset < 21:
        each = int(sizes_of(x)[1]) // groups  # pyright: ignore[reportArgumentType]
        scale, bias = (node.emit(op.repeat(part, each, 0)) for part in (scale, bias))
    axes = list(range(2, rank_of(x)))
    return op.nn.group_norm(x, scale, bias, groups, channel_axis=1, axes=axes, epsilon=node.attr("epsilon", 1e-5))


def _local_response(node: Node) -> RelaxExpr:
    x, size = node.x(), node.attr("size")
    squares = node.emit(op.multiply(x, x))
    before, channels = (size - 1) // 2, int(sizes_of(x)[1])  # pyright: ignore[reportArgumentType]
    width = [0] * (2 * rank_of(x))
    width[2:4] = [before, size - 1 - before]
    padded = node.emit(op.nn.pad(squares, width))
    total = node.emit(op.strided_slice(padded, [1], [0], [channels]))
    for at in range(1, size):
        total = node.emit(op.add(total, node.emit(op.strided_slice(padded, [1], [at], [at + channels]))))
    scaled = node.emit(op.multiply(total, node.number(node.attr("alpha", 1e-4) / size, x)))
    root = node.emit(
        op.power(
            node.emit(op.add(scaled, node.number(node.attr("bias", 1.0), x))), node.number(node.attr("beta", 0.75), x)
        )
    )
    return op.divide(x, root)


def _mean_variance(node: Node) -> RelaxExpr:
    x, axes = node.x(), list(node.attr("axes", [0, 2, 3]))
    middle = node.emit(op.subtract(x, node.emit(op.mean(x, axes, True))))
    spread = node.emit(op.sqrt(node.emit(op.mean(node.emit(op.multiply(middle, middle)), axes, True))))
    return op.divide(middle, node.emit(op.add(spread, node.number(1e-9, x))))


def _softmax(name: str) -> Operator:
    def read(node: Node) -> RelaxExpr:
        x = node.x()
        if node.opset >= 13:
            return getattr(op.nn, name)(x, node.attr("axis", -1))
        sizes, axis = sizes_of(x), node.attr("axis", 1) % rank_of(x)
        rest = 1
        for size in sizes[axis:]:
            rest = rest * size
        flat = node.emit(op.reshape(x, [*sizes[:axis], rest]))
        return op.reshape(node.emit(getattr(op.nn, name)(flat, -1)), sizes)

    return read


def _hardmax(node: Node) -> RelaxExpr:
    x, axis = node.x(), node.attr("axis", -1 if node.opset >= 13 else 1) % rank_of(node.x())
    from tilewright.core.ir.operators import const as constant
    from tilewright.core.ir.relax import PrimValue

    best = node.emit(op.argmax(x, axis, False))
    pair = [PrimValue(constant(value, dtype_of(x))) for value in (1.0, 0.0)]
    return op.one_hot(best, *pair, int(sizes_of(x)[axis]), axis)  # pyright: ignore[reportArgumentType]


_METHODS = {b"nearest": "nearest_neighbor", b"linear": "linear", b"cubic": "cubic"}
_ROUNDING = {
    b"round_prefer_floor": "round_prefer_floor",
    b"round_prefer_ceil": "round_prefer_ceil",
    b"floor": "floor",
    b"ceil": "ceil",
}


def _resize(node: Node) -> RelaxExpr:
    x = node.x()
    sizes = sizes_of(x)
    spatial = len(sizes) - 2
    if node.kind == "Upsample" or node.opset < 11:
        scales = node.attr("scales") or integers_or_floats(node.needed(1, "the scales"))
        wanted = [int(size * scale) for size, scale in zip(sizes, scales)]  # pyright: ignore[reportOperatorIssue]
        coordinates = b"asymmetric"
    else:
        wanted, coordinates = _wanted(node, sizes), node.attr("coordinate_transformation_mode", b"half_pixel")
    if spatial not in (2, 3) or wanted[:2] != sizes[:2]:
        raise ValueError(f"{node.kind} `{node.name}`: images of two or three dimensions are resized, along these alone")
    method = _METHODS[node.attr("mode", b"nearest")]
    options: dict[str, Any] = {"cubic_alpha": node.attr("cubic_coeff_a", -0.75)}
    rounding = ""
    if method == "nearest_neighbor":
        given = (
            node.attr("nearest_mode", b"round_prefer_floor") if node.kind == "Resize" and node.opset >= 11 else b"floor"
        )
        rounding = _ROUNDING[given]
    return getattr(op.image, f"resize{spatial}d")(
        x,
        op.shape(wanted[2:]),
        layout="NCHW" if spatial == 2 else "NCDHW",
        method=method,
        coordinate_transformation_mode=coordinates.decode(),
        rounding_method=rounding,
        **options,
    )


def integers_or_floats(array: np.ndarray) -> list[Any]:
    """The numbers of an array."""
    return array.reshape(-1).tolist()


def _wanted(node: Node, sizes: list[Any]) -> list[Any]:
    """The sizes after resizing, given as such or by factors, of all axes or of some."""
    axes = [axis % len(sizes) for axis in node.attr("axes", range(len(sizes)))]
    wanted = list(sizes)
    if node.has(3):
        given = integers(node.needed(3, "the sizes"))
    else:
        scales = integers_or_floats(node.needed(2, "the scales"))
        given = [int(np.floor(sizes[axis] * scale)) for axis, scale in zip(axes, scales)]
    for axis, size in zip(axes, given):
        wanted[axis] = size
    return wanted


def _scale_axis(node: Node) -> int:
    """The axis along which each slice has a scale of its own; one scale for all stands along the first."""
    return node.attr("axis", 1) if rank_of(node.x(1)) else 0


def _quantize(node: Node) -> RelaxExpr:
    zero = node.x(2) if node.has(2) else const(np.array(0, "uint8"), "uint8")
    return op.quantize(node.x(0), node.x(1), zero, axis=_scale_axis(node), out_dtype=dtype_of(zero))


def _dequantize(node: Node) -> RelaxExpr:
    zero = node.x(2) if node.has(2) else const(np.array(0, dtype_of(node.x(0))), dtype_of(node.x(0)))
    return op.dequantize(node.x(0), node.x(1), zero, axis=_scale_axis(node), out_dtype=dtype_of(node.x(1)))


def _grid_sample(node: Node) -> RelaxExpr:
    method = {
        b"linear": "bilinear",
        b"bilinear": "bilinear",
        b"nearest": "nearest",
        b"cubic": "bicubic",
        b"bicubic": "bicubic",
    }
    grid = node.emit(op.permute_dims(node.x(1), [0, 3, 1, 2]))
    return op.image.grid_sample(
        node.x(0),
        grid,
        method=method[node.attr("mode", b"linear")],
        padding_mode=node.attr("padding_mode", b"zeros").decode(),
        align_corners=bool(node.attr("align_corners", 0)),
    )


def _without_overlaps(node: Node) -> RelaxExpr:
    """The boxes of each class that overlap no better one of it; a run tells how many stay."""
    most, overlap, least = (node.x(at) if node.has(at) else None for at in (2, 3, 4))
    found = op.vision.all_class_non_max_suppression(
        _corners(node, node.x(0)) if node.attr("center_point_box", 0) else node.x(0),
        node.x(1),
        const(np.array([0]), "int64") if most is None else most,
        const(np.array([0.0]), "float32") if overlap is None else overlap,
        const(np.array([-np.inf]), "float32") if least is None else least,
    )
    rows = node.emit(TupleGetItem(node.emit(found), 0))
    return node.builder.match_cast(rows, TensorStructInfo((SizeVar("boxes", "int64"), 3), "int64"))


def _corners(node: Node, boxes: RelaxExpr) -> RelaxExpr:
    """Boxes given by their middle, width and height as two corners, each (y, x)."""
    parts = node.emit(op.split(boxes, 4, 2))
    x, y, width, height = (node.emit(TupleGetItem(parts, at)) for at in range(4))
    half = node.number(0.5, boxes)
    across, down = (node.emit(op.multiply(size, half)) for size in (width, height))
    sides = (op.subtract(y, down), op.subtract(x, across), op.add(y, down), op.add(x, across))
    return node.emit(op.concat([node.emit(side) for side in sides], 2))


NETWORKS: Mapping[str, Operator] = {
    "Conv": _conv,
    "ConvTranspose": _conv_transpose,
    "MaxPool": _pool("max"),
    "AveragePool": _pool("avg"),
    "LpPool": _norm_pool,
    "GlobalLpPool": _norm_everywhere,
    "GlobalAveragePool": _everywhere("mean"),
    "GlobalMaxPool": _everywhere("max"),
    "MatMul": lambda node: op.matmul(node.x(0), node.x(1)),
    "Gemm": _gemm,
    "BatchNormalization": _batch_norm,
    "LayerNormalization": _layer_norm,
    "RMSNormalization": _rms_norm,
    "InstanceNormalization": _instance_norm,
    "GroupNormalization": _group_norm,
    "MeanVarianceNormalization": _mean_variance,
    "LRN": _local_response,
    "Softmax": _softmax("softmax"),
    "LogSoftmax": _softmax("log_softmax"),
    "Hardmax": _hardmax,
    "Resize": _resize,
    "Upsample": _resize,
    "QuantizeLinear": _quantize,
    "DequantizeLinear": _dequantize,
    "GridSample": _grid_sample,
    "NonMaxSuppression": _without_overlaps,
}
