"""`meta_schedule.testing.te_workload`: tensor expressions that compute what their names say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import te
from tilewright.meta_schedule.testing import te_workload


def computed(tensors: tuple[Any, ...], *inputs: np.ndarray) -> np.ndarray:
    shape = [int(size) for size in tensors[-1].shape]
    out = np.zeros(shape, str(tensors[-1].dtype))
    tilewright.build(te.create_prim_func(list(tensors)))(*inputs, out)
    return out


def random(*shape: int) -> np.ndarray:
    return np.random.default_rng(0).standard_normal(shape).astype("float32")


def test_products() -> None:
    a, b = random(4, 6), random(6, 5)
    np.testing.assert_allclose(computed(te_workload.matmul(4, 5, 6), a, b), a @ b, rtol=1e-5)
    np.testing.assert_allclose(computed(te_workload.matmul_relu(4, 5, 6), a, b), np.maximum(a @ b, 0), rtol=1e-5)
    x, y = random(2, 4, 6), random(2, 6, 5)
    np.testing.assert_allclose(computed(te_workload.batch_matmul_nkkm(2, 4, 5, 6), x, y), x @ y, rtol=1e-5)


def test_convolution_with_stride_padding_and_groups() -> None:
    x, w = random(1, 5, 5, 4), random(3, 3, 2, 4)
    found = computed(te_workload.conv2d_nhwc(1, 5, 5, 4, 4, 3, stride=2, padding=1, groups=2), x, w)
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    expected = np.zeros((1, 3, 3, 4), "float32")
    for h, v, c in np.ndindex(3, 3, 4):
        part = padded[0, 2 * h : 2 * h + 3, 2 * v : 2 * v + 3, c // 2 * 2 : c // 2 * 2 + 2]
        expected[0, h, v, c] = (part * w[:, :, :, c]).sum()
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


def test_norms_and_softmax() -> None:
    a = random(2, 3, 4)
    np.testing.assert_allclose(computed(te_workload.norm_bmn(2, 3, 4), a), np.linalg.norm(a, axis=(1, 2)), rtol=1e-5)
    b = random(3, 4)
    exp = np.exp(b - b.max(axis=1, keepdims=True))
    np.testing.assert_allclose(
        computed(te_workload.softmax_mn(3, 4), b), exp / exp.sum(axis=1, keepdims=True), rtol=1e-5
    )


def test_convolutions_in_one_and_three_dimensions() -> None:
    x, w = random(1, 7, 2), random(3, 2, 4)
    found = computed(te_workload.conv1d_nlc(1, 7, 2, 4, 3, stride=2, padding=1, dilation=1), x, w)
    padded = np.pad(x, ((0, 0), (1, 1), (0, 0)))
    expected = [[np.einsum("kc,kco->o", padded[0, 2 * at : 2 * at + 3], w) for at in range(4)]]
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)
    y, v = random(1, 3, 3, 3, 2), random(2, 2, 2, 2, 3)
    found = computed(te_workload.conv3d_ndhwc(1, 3, 3, 3, 2, 3, 2), y, v)
    at_corner = np.einsum("dhwc,dhwco->o", y[0, 1:3, 0:2, 1:3], v)
    np.testing.assert_allclose(found[0, 1, 0, 1], at_corner, rtol=1e-4, atol=1e-5)


def test_each_channel_is_convolved_for_itself() -> None:
    x, w = random(1, 4, 4, 2), random(2, 3, 3, 2)
    found = computed(te_workload.depthwise_conv2d_nhwc(1, 4, 4, 2, 3, factor=2), x, w)
    for channel in range(4):
        expected = (x[0, 1:4, 0:3, channel // 2] * w[channel % 2, :, :, channel // 2]).sum()
        np.testing.assert_allclose(found[0, 1, 0, channel], expected, rtol=1e-4, atol=1e-5)


def test_a_transposed_convolution_spreads_each_pixel() -> None:
    x, w = random(1, 3, 3, 2), random(4, 4, 2, 3)
    found = computed(te_workload.conv2d_transpose_nhwc(1, 3, 3, 2, 3, 4, stride=2, padding=1), x, w)
    spread = np.zeros((8, 8, 3), "float32")
    for h, v in np.ndindex(3, 3):
        spread[2 * h : 2 * h + 4, 2 * v : 2 * v + 4] += np.einsum("c,ijco->ijo", x[0, h, v], w)
    np.testing.assert_allclose(found[0], spread[1:-1, 1:-1], rtol=1e-4, atol=1e-5)


def test_pixels_can_be_matrices() -> None:
    x, w = random(1, 3, 3, 2, 2, 3), random(2, 2, 2, 2, 3, 4)
    found = computed(te_workload.conv2d_capsule_nhwijc(1, 3, 3, 3, 4, 2, capsule_size=2), x, w)
    expected = np.einsum("hwikc,hwkjco->ijo", x[0, 1:3, 0:2], w)
    np.testing.assert_allclose(found[0, 1, 0], expected, rtol=1e-4, atol=1e-5)


def test_convolutions_with_a_bias_a_scale_and_an_offset() -> None:
    x, w = random(1, 4, 4, 2), random(3, 3, 2, 3)
    bias, scale, offset = random(3), random(3) + 1, random(3) - 1
    plain = computed(te_workload.conv2d_nhwc(1, 4, 4, 2, 3, 3), x, w)
    expected = np.maximum((plain + bias) * scale + offset, 0)
    found = computed(te_workload.conv2d_nhwc_bn_relu(1, 4, 4, 2, 3, 3, 1, 0), x, w, bias, scale, offset)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)
    first = [np.moveaxis(x, 3, 1).copy(), np.transpose(w, (3, 2, 0, 1)).copy()]
    rest = [part.reshape(3, 1, 1) for part in (bias, scale, offset)]
    found = computed(te_workload.conv2d_nchw_bias_bn_relu(1, 4, 4, 2, 3, 3, 3, 1, 0), *first, *rest)
    np.testing.assert_allclose(found, np.moveaxis(expected, 3, 1), rtol=1e-4, atol=1e-5)


def test_scores_of_attention() -> None:
    q, k = random(1, 3, 2, 4), random(1, 3, 2, 4)
    found = computed(te_workload.transpose_batch_matmul(1, 3, 2, 4), q, k)
    np.testing.assert_allclose(found, np.einsum("bihd,bjhd->bhij", q, k), rtol=1e-4, atol=1e-5)


def test_kernels_by_name() -> None:
    made = [te_workload.create_te_workload(name, 3) for name in te_workload.CONFIGS]
    assert len(made) == 13
    with pytest.raises(ValueError, match="no workload"):
        te_workload.create_te_workload("CONV", 0)
