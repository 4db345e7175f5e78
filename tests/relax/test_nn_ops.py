"""Every op of neural networks, images, quantisation and sampling: the result is that of PyTorch's definition, written with numpy."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from tests.relax.numeric import Case, check
from tests.relax.reference import (
    attention,
    avg_pool,
    avg_pool_backward,
    conv,
    conv_transpose,
    max_pool,
    max_pool_backward,
    normalized,
    softmax,
)
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.passes.relax.legalize import LEGALIZE
from tilewright.script import relax as R
from tilewright.topi import testing

RANDOM = np.random.default_rng(1)


def floats(*shape: int) -> np.ndarray:
    return RANDOM.uniform(-2, 2, shape).astype("float32")


def roi_pooled(x: np.ndarray, rois: np.ndarray) -> np.ndarray:
    """Over 2 x 3 cells, of regions whose corners are halved."""
    found = np.zeros((len(rois), x.shape[1], 2, 3), "float32")
    for at, (image, *corners) in enumerate(rois):
        left, top, right, bottom = (round(corner / 2) for corner in corners)
        tall, wide = max(bottom - top + 1, 1) / 2, max(right - left + 1, 1) / 3
        for i, j in np.ndindex(2, 3):
            rows = slice(top + int(np.floor(i * tall)), top + int(np.ceil((i + 1) * tall)))
            columns = slice(left + int(np.floor(j * wide)), left + int(np.ceil((j + 1) * wide)))
            cell = x[int(image)][:, rows, columns]
            found[at, :, i, j] = cell.max((1, 2)) if cell.size else 0
    return found


def roi_aligned(
    x: np.ndarray, rois: np.ndarray, ratio: int = -1, aligned: bool = False, mode: str = "avg"
) -> np.ndarray:
    """Over 2 x 3 cells, of regions whose corners are halved; the samples of a cell one by one."""
    found = np.zeros((len(rois), x.shape[1], 2, 3), "float32")
    for at, (image, *corners) in enumerate(rois):
        left, top, right, bottom = (corner / 2 - (0.5 if aligned else 0) for corner in corners)
        least = 0 if aligned else 1
        tall, wide = max(bottom - top, least) / 2, max(right - left, least) / 3
        rows, columns = (ratio if ratio > 0 else int(np.ceil(size)) for size in (tall, wide))
        for i, j in np.ndindex(2, 3):
            samples = [
                interpolated(
                    x[int(image)], top + (i + (y + 0.5) / rows) * tall, left + (j + (z + 0.5) / columns) * wide
                )
                for y, z in np.ndindex(rows, columns)
            ]
            found[at, :, i, j] = (np.mean if mode == "avg" else np.max)(samples, axis=0)
    return found


def interpolated(image: np.ndarray, y: float, x: float) -> np.ndarray:
    """The channels at a position between elements; 0 more than one element outside."""
    height, width = image.shape[1:]
    if not (-1 <= y <= height and -1 <= x <= width):
        return np.zeros(len(image))
    y, x = min(max(y, 0), height - 1), min(max(x, 0), width - 1)
    top, left = int(y), int(x)
    bottom, right = min(top + 1, height - 1), min(left + 1, width - 1)
    upper = image[:, top, left] * (1 - (x - left)) + image[:, top, right] * (x - left)
    lower = image[:, bottom, left] * (1 - (x - left)) + image[:, bottom, right] * (x - left)
    return upper * (1 - (y - top)) + lower * (y - top)


REGIONS = np.array([[0, 0, 0, 15, 11], [1, 4, 2, 8, 7], [1, 40, 2, 50, 7], [0, -5, -9, 30, 20.5]], "float32")


def c(name: str, op: Any, expected: Any, *args: Any, symbolic: bool = True, rtol: float = 2e-4) -> Case:
    return Case(name, op, expected, args, symbolic, rtol)


def erf(x: np.ndarray) -> np.ndarray:
    from math import erf

    return np.vectorize(erf)(x).astype(x.dtype)


X = floats(3, 4)
IMAGE = floats(2, 4, 6, 5)
ACTIVATIONS = [
    c("nn.relu", R.nn.relu, lambda x: np.maximum(x, 0), X),
    c("nn.relu6", R.nn.relu6, lambda x: np.clip(x, 0, 6), X * 5),
    c("nn.leakyrelu", lambda x: R.nn.leakyrelu(x, 0.2), lambda x: np.where(x > 0, x, x * np.float32(0.2)), X),
    c("nn.prelu", lambda x, a: R.nn.prelu(x, a), lambda x, a: np.where(x > 0, x, x * a), X, floats(4)),
    c("nn.gelu", R.nn.gelu, lambda x: x * 0.5 * (1 + erf(x / np.sqrt(np.float32(2)))), X),
    c(
        "nn.gelu_tanh",
        R.nn.gelu_tanh,
        lambda x: 0.5 * x * (1 + np.tanh(np.float32(0.7978845608) * (x + np.float32(0.044715) * x**3))),
        X,
    ),
    c(
        "nn.selu",
        R.nn.selu,
        lambda x: np.float32(1.05070098) * np.where(x > 0, x, np.float32(1.67326324) * np.expm1(x)),
        X,
    ),
    c("nn.silu", R.nn.silu, lambda x: x / (1 + np.exp(-x)), X),
    c("nn.softplus", R.nn.softplus, lambda x: np.log1p(np.exp(x)), X),
    c("nn.softmax", lambda x: R.nn.softmax(x, 1), softmax, X),
    c("nn.log_softmax", lambda x: R.nn.log_softmax(x, 1), lambda x: np.log(softmax(x)), X),
]
CONVOLUTIONS = [
    c(
        "nn.conv1d",
        lambda x, w: R.nn.conv1d(x, w, strides=2, padding=1),
        lambda x, w: conv(x, w, 2, 1),
        floats(2, 3, 9),
        floats(4, 3, 3),
        symbolic=False,
    ),
    c(
        "nn.conv2d",
        lambda x, w: R.nn.conv2d(x, w, padding=1, dilation=2),
        lambda x, w: conv(x, w, 1, 1, 2),
        IMAGE,
        floats(3, 4, 2, 2),
        symbolic=False,
    ),
    c(
        "nn.conv2d in groups",
        lambda x, w: R.nn.conv2d(x, w, groups=2),
        lambda x, w: conv(x, w, 1, 0, 1, 2),
        IMAGE,
        floats(6, 2, 3, 3),
        symbolic=False,
    ),
    c(
        "nn.conv2d channels last",
        lambda x, w: R.nn.conv2d(x, w, data_layout="NHWC", kernel_layout="HWIO"),
        lambda x, w: conv(x.transpose(0, 3, 1, 2), w.transpose(3, 2, 0, 1)).transpose(0, 2, 3, 1),
        floats(1, 5, 6, 3),
        floats(3, 3, 3, 2),
        symbolic=False,
    ),
    c("nn.conv3d", lambda x, w: R.nn.conv3d(x, w), conv, floats(1, 2, 4, 4, 4), floats(3, 2, 2, 2, 2), symbolic=False),
    c(
        "nn.conv1d_transpose",
        lambda x, w: R.nn.conv1d_transpose(x, w, strides=2, output_padding=1),
        lambda x, w: conv_transpose(x, w, 2, 0, 1),
        floats(1, 3, 5),
        floats(3, 2, 3),
        symbolic=False,
    ),
    c("nn.batch_flatten", R.nn.batch_flatten, lambda x: x.reshape(2, 12), floats(2, 3, 4)),
    c(
        "nn.conv3d_transpose",
        lambda x, w: R.nn.conv3d_transpose(x, w, strides=2),
        lambda x, w: conv_transpose(x, w, 2),
        floats(1, 3, 2, 3, 2),
        floats(3, 2, 2, 2, 2),
        symbolic=False,
    ),
    c(
        "nn.conv2d_transpose",
        lambda x, w: R.nn.conv2d_transpose(x, w, strides=2, padding=1),
        lambda x, w: conv_transpose(x, w, 2, 1),
        floats(1, 3, 4, 4),
        floats(3, 2, 3, 3),
        symbolic=False,
    ),
    c(
        "nn.conv2d_transpose in groups",
        lambda x, w: R.nn.conv2d_transpose(x, w, groups=2),
        lambda x, w: conv_transpose(x, w, 1, 0, 0, 2),
        floats(1, 4, 3, 3),
        floats(4, 2, 2, 2),
        symbolic=False,
    ),
]
POOLING = [
    *(
        c(
            f"nn.max_pool{n}d",
            lambda x, n=n: getattr(R.nn, f"max_pool{n}d")(x, pool_size=2, strides=2, padding=1),
            lambda x: max_pool(x, 2, 2, 1),
            floats(1, 2, *[5] * n),
            symbolic=False,
        )
        for n in (1, 2, 3)
    ),
    *(
        c(
            f"nn.avg_pool{n}d",
            lambda x, n=n: getattr(R.nn, f"avg_pool{n}d")(
                x, pool_size=2, strides=2, padding=1, count_include_pad=False
            ),
            lambda x: avg_pool(x, 2, 2, 1),
            floats(1, 2, *[5] * n),
            symbolic=False,
        )
        for n in (1, 2, 3)
    ),
    *(
        c(
            f"nn.adaptive_avg_pool{n}d",
            lambda x, n=n: getattr(R.nn, f"adaptive_avg_pool{n}d")(x, output_size=[3] * n),
            lambda x, n=n: (
                x.reshape(2, *[part for _ in range(n) for part in (3, 2)])
                .mean(tuple(range(2, 2 * n + 1, 2)))
                .reshape(1, 2, *[3] * n)
            ),
            floats(1, 2, *[6] * n),
            symbolic=False,
        )
        for n in (1,)
    ),
    c(
        "nn.adaptive_avg_pool2d",
        lambda x: R.nn.adaptive_avg_pool2d(x, output_size=1),
        lambda x: x.mean((2, 3), keepdims=True),
        IMAGE,
        symbolic=False,
    ),
    c(
        "nn.adaptive_avg_pool3d",
        lambda x: R.nn.adaptive_avg_pool3d(x, output_size=1),
        lambda x: x.mean((2, 3, 4), keepdims=True),
        floats(1, 2, 3, 4, 2),
        symbolic=False,
    ),
]
NORMS = [
    c(
        "nn.layer_norm",
        lambda x, g, b: R.nn.layer_norm(x, g, b, axes=[-1]),
        lambda x, g, b: normalized(x, -1) * g + b,
        X,
        floats(4),
        floats(4),
    ),
    c(
        "nn.rms_norm",
        lambda x, w: R.nn.rms_norm(x, w, axes=[-1]),
        lambda x, w: x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5) * w,
        X,
        floats(4),
    ),
    c(
        "nn.group_norm",
        lambda x, g, b: R.nn.group_norm(x, g, b, num_groups=2, channel_axis=1, axes=[2, 3]),
        lambda x, g, b: (
            normalized(x.reshape(2, 2, 2, 6, 5), (2, 3, 4)).reshape(x.shape) * g[:, None, None] + b[:, None, None]
        ),
        IMAGE,
        floats(4),
        floats(4),
        symbolic=False,
    ),
    c(
        "nn.instance_norm",
        lambda x, g, b: R.nn.instance_norm(x, g, b, channel_axis=1, axes=[2, 3]),
        lambda x, g, b: normalized(x, (2, 3)) * g[:, None, None] + b[:, None, None],
        IMAGE,
        floats(4),
        floats(4),
    ),
    c(
        "nn.batch_norm",
        lambda x, g, b, m, v: R.nn.batch_norm(x, g, b, m, v, axis=1, training=False),
        lambda x, g, b, m, v: ((x - m) / np.sqrt(v + np.float32(1e-5)) * g + b, m, v),
        X,
        floats(4),
        floats(4),
        floats(4),
        np.abs(floats(4)) + 1,
    ),
    c(
        "nn.batch_norm in training",
        lambda x, g, b, m, v: R.nn.batch_norm(x, g, b, m, v, axis=1),
        lambda x, g, b, m, v: (
            normalized(x, 0) * g + b,
            m * np.float32(0.9) + x.mean(0) * np.float32(0.1),
            v * np.float32(0.9) + x.var(0) * np.float32(0.1),
        ),
        X,
        floats(4),
        floats(4),
        floats(4),
        np.abs(floats(4)) + 1,
    ),
    c("nn.dropout", R.nn.dropout, lambda x: (x, np.ones_like(x)), X),
]
OTHERS = [
    c(
        "nn.pad",
        lambda x: R.nn.pad(x, [1, 0, 2, 1], "constant", 3.0),
        lambda x: np.pad(x, ((1, 0), (2, 1)), constant_values=3),
        X,
    ),
    *(
        c(
            f"nn.pad {mode}",
            lambda x, mode=mode: R.nn.pad(x, [1, 0, 2, 1], mode),
            lambda x, padded=padded: padded(x, ((1, 0), (2, 1))),
            X,
        )
        for mode, padded in (
            ("reflect", partial(np.pad, mode="reflect")),
            ("replicate", partial(np.pad, mode="edge")),
            ("circular", partial(np.pad, mode="wrap")),
        )
    ),
    c(
        "nn.pixel_shuffle",
        lambda x: R.nn.pixel_shuffle(x, 2),
        lambda x: x.reshape(2, 1, 2, 2, 6, 5).transpose(0, 1, 4, 2, 5, 3).reshape(2, 1, 12, 10),
        IMAGE,
        symbolic=False,
    ),
    c(
        "nn.cross_entropy_with_logits",
        R.nn.cross_entropy_with_logits,
        lambda p, t: -(p * t).sum() / p.shape[0],
        X,
        floats(3, 4),
    ),
    c(
        "nn.nll_loss",
        lambda p, t, w: R.nn.nll_loss(p, t, w),
        lambda p, t, w: (-p[range(3), t] * w[t]).sum() / w[t].sum(),
        X,
        np.array([0, 3, 1]),
        np.abs(floats(4)),
    ),
    c(
        "nn.nll_loss of each",
        lambda p, t: R.nn.nll_loss(p, t, reduction="none", ignore_index=3),
        lambda p, t: np.where(t == 3, 0, -p[range(3), t]).astype("float32"),
        X,
        np.array([0, 3, 1]),
    ),
    c(
        "nn.attention",
        lambda q, k, v: R.nn.attention(q, k, v),
        attention,
        floats(2, 3, 4, 5),
        floats(2, 6, 4, 5),
        floats(2, 6, 4, 7),
        symbolic=False,
    ),
    c(
        "nn.attention causal",
        lambda q, k, v: R.nn.attention(q, k, v, scale=0.5, causal_mask="BottomRight"),
        lambda q, k, v: attention(q, k, v, 0.5, offset=3),
        floats(1, 3, 2, 5),
        floats(1, 6, 2, 5),
        floats(1, 6, 2, 5),
        symbolic=False,
    ),
    c(
        "nn.attention_bias",
        lambda q, k, v, b: R.nn.attention_bias(q, k, v, b),
        lambda q, k, v, b: attention(q, k, v, bias=b),
        floats(1, 3, 2, 5),
        floats(1, 6, 2, 5),
        floats(1, 6, 2, 5),
        floats(1, 2, 3, 6),
        symbolic=False,
    ),
    c(
        "image.resize2d",
        lambda x: R.image.resize2d(
            x, (12, 10), method="nearest_neighbor", coordinate_transformation_mode="asymmetric", rounding_method="floor"
        ),
        lambda x: x.repeat(2, 2).repeat(2, 3),
        IMAGE,
        symbolic=False,
    ),
    c(
        "image.resize2d linear",
        lambda x: R.image.resize2d(x, (1, 3), method="linear", coordinate_transformation_mode="align_corners"),
        lambda x: np.stack([x[:, :, :1, 0], x[:, :, :1, 2], x[:, :, :1, 4]], -1),
        floats(1, 1, 1, 5),
        symbolic=False,
    ),
    c(
        "image.resize3d",
        lambda x: R.image.resize3d(
            x,
            (2, 6, 4),
            method="nearest_neighbor",
            coordinate_transformation_mode="asymmetric",
            rounding_method="floor",
        ),
        lambda x: x.repeat(2, 2).repeat(3, 3).repeat(2, 4),
        floats(2, 3, 1, 2, 2),
        symbolic=False,
    ),
    c(
        "image.affine_grid",
        lambda x: R.image.affine_grid(x, (4, 5)),
        lambda x: testing.affine_grid_python(x, (4, 5)).astype("float32"),
        floats(2, 2, 3),
        symbolic=False,
    ),
    c(
        "image.grid_sample",
        lambda x, g: R.image.grid_sample(x, g, align_corners=True),
        lambda x, g: x[:, :, ::-1],
        floats(1, 2, 3, 2),
        np.stack(np.meshgrid([-1.0, 1.0], [1.0, 0.0, -1.0])).astype("float32")[None],
        symbolic=False,
    ),
    *(
        c(
            "vision.roi_align",
            lambda x, r, how=how: R.vision.roi_align(x, r, (2, 3), 0.5, *how),
            lambda x, r, how=how: roi_aligned(x, r, how[0], how[1], how[3]),
            floats(2, 3, 6, 8),
            REGIONS,
        )
        for how in ((-1, False, "NCHW", "avg"), (-1, True, "NCHW", "max"), (2, True, "NCHW", "avg"))
    ),
    c(
        "vision.roi_align",
        lambda x, r: R.vision.roi_align(x, r, (2, 3), 0.5, layout="NHWC"),
        lambda x, r: roi_aligned(x.transpose(0, 3, 1, 2), r).transpose(0, 2, 3, 1),
        floats(2, 6, 8, 3),
        REGIONS,
    ),
    c(
        "vision.roi_pool",
        lambda x, r: R.vision.roi_pool(x, r, pooled_size=(2, 3), spatial_scale=0.5),
        roi_pooled,
        floats(2, 3, 6, 8),
        np.array([[0, 0, 0, 15, 11], [1, 4, 2, 8, 7], [1, 40, 2, 50, 7], [0, 6, 6, 6, 6]], "float32"),
    ),
    c(
        "quantize",
        lambda x, s, z: R.quantize(x, s, z, axis=1),
        lambda x, s, z: np.clip(np.round(x / s) + z, -128, 127).astype("int8"),
        X * 40,
        np.abs(floats(4)) + 0.5,
        RANDOM.integers(-5, 5, 4).astype("int8"),
    ),
    c(
        "dequantize",
        lambda x, s, z: R.dequantize(x, s, z, axis=1),
        lambda x, s, z: ((x.astype("int32") - z) * s).astype("float32"),
        RANDOM.integers(-99, 99, (3, 4)).astype("int8"),
        np.abs(floats(4)),
        RANDOM.integers(-5, 5, 4).astype("int8"),
    ),
    c(
        "multinomial_from_uniform",
        R.multinomial_from_uniform,
        lambda p, u, i: np.array([[1], [2]]),
        np.array([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]], "float32"),
        np.array([[0.4], [0.9]], "float32"),
        np.array([[0], [1]]),
    ),
]
GRADIENTS = [
    c("grad.no_grad", R.grad.no_grad, lambda x: x, X),
    c("grad.start_checkpoint", R.grad.start_checkpoint, lambda x: x, X),
    c("grad.end_checkpoint", R.grad.end_checkpoint, lambda x: x, X),
    c(
        "grad.nll_loss_backward",
        lambda g, p, t, w: R.grad.nll_loss_backward(g, p, t, w),
        lambda g, p, t, w: -np.eye(4, dtype="float32")[t] * (g * w[t] / w[t].sum())[:, None],
        np.array(2.0, "float32"),
        X,
        np.array([0, 3, 1]),
        np.abs(floats(4)),
    ),
    c(
        "grad.max_pool2d_backward",
        lambda g, x: R.grad.max_pool2d_backward(g, x, pool_size=2, strides=1, padding=1),
        lambda g, x: max_pool_backward(g, x, 2, 1, 1),
        floats(1, 2, 6, 5),
        floats(1, 2, 5, 4),
        symbolic=False,
    ),
    c(
        "grad.avg_pool2d_backward",
        lambda g, x: R.grad.avg_pool2d_backward(g, x, pool_size=2, strides=2, padding=1),
        lambda g, x: avg_pool_backward(g, x, 2, 2, 1),
        floats(1, 2, 3, 3),
        floats(1, 2, 5, 4),
        symbolic=False,
    ),
    c(
        "grad.take_backward",
        lambda g, x, i: R.grad.take_backward(g, x, i, axis=1),
        lambda g, x, i: sum(np.eye(4, dtype="float32")[i[at]] * g[:, at : at + 1] for at in range(3)),
        floats(2, 3),
        floats(2, 4),
        np.array([1, 3, 1]),
    ),
]
BOXES = np.array([[[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, 3, 1, 4]]], "float32")
SCORES = np.array([[[0.6, 0.9, 0.3]]], "float32")
OTHERS.append(
    c(
        "vision.all_class_non_max_suppression",
        R.vision.all_class_non_max_suppression,
        lambda *_: (np.array([[0, 0, 1], [0, 0, 2]]), np.array([2])),
        BOXES,
        SCORES,
        np.array([3]),
        np.array([0.5], "float32"),
        np.array([0.2], "float32"),
        symbolic=False,
    )
)
CASES = [*ACTIVATIONS, *CONVOLUTIONS, *POOLING, *NORMS, *OTHERS, *GRADIENTS]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_result_is_as_defined(case: Case) -> None:
    check(case, symbolic=False)


@pytest.mark.parametrize("case", [case for case in CASES if case.symbolic], ids=str)
def test_so_it_is_for_sizes_that_are_not_known_when_it_is_built(case: Case) -> None:
    check(case, symbolic=True)


GROUPS = ("nn", "image", "vision", "qdq", "sampling", "grad")
# `test_boxes.py` has the cases of these.
IN_BOXES = {"vision.get_valid_counts", "vision.non_max_suppression", "vision.multibox_transform_loc"}
# Ops without a rule, and why.
WITHOUT_RULE = {
    "nn.attention_var_len": "its sequences of different lengths are only served by libraries that a backend brings",
}


def test_every_op_has_a_rule_and_a_case() -> None:
    names = {case.name.split()[0] for case in CASES} | IN_BOXES
    rows = [row for row in RELAX_OPS.values() if row.group in GROUPS]
    assert {str(row.script) for row in rows if row.legalize is None or row.legalize not in LEGALIZE} == set(
        WITHOUT_RULE
    )
    assert sorted({str(row.script) for row in rows} - names - set(WITHOUT_RULE)) == []
