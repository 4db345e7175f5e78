"""`meta_schedule.testing.te_workload`: tensor expressions that compute what their names say."""

from __future__ import annotations

from typing import Any

import numpy as np

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
