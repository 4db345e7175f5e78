"""References in numpy: what each computes is what the compiled operator of the same meaning does, or PyTorch where there is none, or a small array by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import tilewright
from tests.relax.numeric import run
from tilewright import te, topi
from tilewright.core.topi.shapes import get_const_tuple
from tilewright.script import relax as R
from tilewright.topi import testing as ref

RANDOM = np.random.default_rng(3)
nn: Any = R.nn
Row = tuple[str, Callable[..., Any], Callable[..., Any], tuple[np.ndarray, ...]]


def floats(*shape: int) -> np.ndarray:
    return RANDOM.uniform(-2, 2, shape).astype("float32")


def below(high: int, *shape: int) -> np.ndarray:
    return RANDOM.integers(0, high, shape).astype("int32")


def row(name: str, made: Callable[..., Any], expected: Callable[..., Any], *args: np.ndarray) -> Row:
    return name, made, expected, args


def agree(found: Any, wanted: Any) -> None:
    assert np.shape(found) == np.shape(wanted)
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)


def built(made: Callable[..., Any], args: tuple[np.ndarray, ...]) -> np.ndarray:
    """What the tensor expression is of the arrays."""
    given = [te.placeholder(array.shape, str(array.dtype), f"A{at}") for at, array in enumerate(args)]
    result = made(*given)
    output = np.zeros(get_const_tuple(result.shape), str(result.dtype))
    tilewright.build(te.create_prim_func([*given, result]))(*args, output)
    return output


def convolved(dimensions: int, layout: str, kernel: str, **attrs: Any) -> Callable[..., Any]:
    return partial(getattr(nn, f"conv{dimensions}d"), data_layout=layout, kernel_layout=kernel, **attrs)


CONVOLUTIONS = [
    row("conv1d_ncw", convolved(1, "NCW", "OIW", strides=2, padding=(1, 2), dilation=2), lambda x, w: ref.conv1d_ncw_python(x, w, 2, (1, 2), 2), floats(2, 3, 11), floats(4, 3, 3)),
    row("group_conv1d_ncw", convolved(1, "NCW", "OIW", padding=1, groups=2), lambda x, w: ref.group_conv1d_ncw_python(x, w, 1, 1, 1, 2), floats(2, 4, 9), floats(6, 2, 3)),
    row("conv2d_nchw", convolved(2, "NCHW", "OIHW", strides=(2, 1), padding=(0, 1, 2, 1), groups=2), lambda x, w: ref.conv2d_nchw_python(x, w, (2, 1), (0, 1, 2, 1), 2), floats(2, 4, 7, 6), floats(6, 2, 3, 2)),
    row("conv2d_nchw, the same size", convolved(2, "NCHW", "OIHW", padding=1), lambda x, w: ref.conv2d_nchw_python(x, w, 1, "SAME"), floats(1, 2, 5, 4), floats(3, 2, 3, 3)),
    row("conv2d_nhwc", convolved(2, "NHWC", "HWIO", padding=1, groups=2), lambda x, w: ref.conv2d_nhwc_python(x, w, 1, 1, 2), floats(2, 5, 6, 4), floats(3, 3, 2, 6)),
    row("conv2d_hwcn", lambda x, w: R.permute_dims(convolved(2, "NCHW", "OIHW", strides=2)(R.permute_dims(x, (3, 2, 0, 1)), R.permute_dims(w, (3, 2, 0, 1))), (2, 3, 1, 0)), lambda x, w: ref.conv2d_hwcn_python(x, w, 2, "VALID"), floats(7, 6, 3, 2), floats(3, 2, 3, 4)),
    row("conv3d_ncdhw", convolved(3, "NCDHW", "OIDHW", strides=2, padding=1, groups=2), lambda x, w: ref.conv3d_ncdhw_python(x, w, 2, 1, 2), floats(1, 4, 4, 5, 6), floats(4, 2, 3, 2, 3)),
    row("conv3d_ndhwc", convolved(3, "NDHWC", "DHWIO", padding=(1, 0, 1)), lambda x, w: ref.conv3d_ndhwc_python(x, w, 1, (1, 0, 1)), floats(1, 4, 5, 6, 3), floats(3, 2, 3, 3, 4)),
    row("conv1d_transpose", partial(nn.conv1d_transpose, strides=2, padding=1, output_padding=1), lambda x, w: ref.conv1d_transpose_ncw_python(x, w, 2, 1, 1), floats(2, 4, 5), floats(4, 3, 3)),
    row("group_conv1d_transpose", partial(nn.conv1d_transpose, strides=2, groups=2), lambda x, w: ref.group_conv1d_transpose_ncw_python(x, w, 2, 0, 0, 2), floats(2, 4, 5), floats(4, 3, 3)),
    row("conv2d_transpose_nchw", partial(nn.conv2d_transpose, strides=(2, 3), padding=1, output_padding=(1, 2), groups=2), lambda x, w: ref.conv2d_transpose_nchw_python(x, w, (2, 3), 1, (1, 2), 2), floats(2, 4, 4, 3), floats(4, 3, 3, 2)),
    row("conv2d_transpose_nhwc", lambda x, w: R.permute_dims(nn.conv2d_transpose(R.permute_dims(x, (0, 3, 1, 2)), R.permute_dims(w, (3, 2, 0, 1)), strides=2), (0, 2, 3, 1)), lambda x, w: ref.conv2d_transpose_nhwc_python(x, w, "HWOI", 2, 0), floats(1, 4, 3, 4), floats(3, 2, 5, 4)),
    row("conv3d_transpose", partial(nn.conv3d_transpose, strides=2, padding=1), lambda x, w: ref.conv3d_transpose_ncdhw_python(x, w, 2, 1, 0), floats(1, 2, 3, 3, 4), floats(2, 3, 3, 3, 2)),
    row("depthwise nchw", convolved(2, "NCHW", "OIHW", strides=2, padding=1, groups=4), lambda x, w: ref.depthwise_conv2d_python_nchw(x, w.reshape(4, 2, 3, 3), 2, 1), floats(2, 4, 6, 7), floats(8, 1, 3, 3)),
    row("depthwise nhwc", convolved(2, "NHWC", "HWIO", padding=1, groups=4), lambda x, w: ref.depthwise_conv2d_python_nhwc(x, w.reshape(3, 3, 4, 2), 1, "SAME"), floats(2, 6, 5, 4), floats(3, 3, 1, 8)),
    row("depthwise nchwc", convolved(2, "NCHW", "OIHW", padding=1, groups=4), lambda x, w: ref.depthwise_conv2d_python_nchwc(x.reshape(2, 2, 2, 6, 5).transpose(0, 1, 3, 4, 2), w.reshape(2, 2, 1, 1, 3, 3).transpose(0, 2, 4, 5, 3, 1), 1, 1).transpose(0, 1, 4, 2, 3).reshape(2, 4, 6, 5), floats(2, 4, 6, 5), floats(4, 1, 3, 3)),
]  # fmt: skip
POOLS = [
    *(row(f"{how}_pool2d, {layout}, {ceil}, {counted}", partial(getattr(nn, f"{how}_pool2d"), pool_size=(3, 2), strides=2, padding=(1, 0, 1, 1), ceil_mode=ceil, layout=layout, count_include_pad=counted), lambda x, how=how, layout=layout, ceil=ceil, counted=counted: ref.poolnd_python(x, (3, 2), (2, 2), (1, 1), (1, 0), (1, 1), how, counted, ceil, "float32", layout), floats(1, 6, 8, 5)) for how, layout, ceil, counted in (("max", "NHWC", True, False), ("avg", "NCHW", True, True), ("avg", "NHWC", False, False))),
    row("max_pool1d, dilated", partial(nn.max_pool1d, pool_size=3, dilation=2, padding=2), lambda x: ref.poolnd_python(x, [3], [1], [2], [2], [2], "max"), -abs(floats(1, 2, 8))),
    row("avg_pool3d", partial(nn.avg_pool3d, pool_size=2, strides=2), lambda x: ref.poolnd_python(x, [2] * 3, [2] * 3, [1] * 3, [0] * 3, [0] * 3, "avg"), floats(1, 2, 4, 4, 6)),
    row("adaptive_avg_pool2d", partial(nn.adaptive_avg_pool2d, output_size=(3, 4), layout="NHWC"), lambda x: ref.adaptive_pool(x, (3, 4), "avg", "NHWC"), floats(1, 7, 9, 2)),
    row("max_pool2d_backward", lambda g, x: R.grad.max_pool2d_backward(g, x, pool_size=2, strides=1, padding=1), lambda g, x: ref.pool_grad_nchw(x, g, (2, 2), (1, 1), (1, 1, 1, 1), "max", False), floats(1, 2, 6, 5), -abs(floats(1, 2, 5, 4))),
    row("avg_pool2d_backward", lambda g, x: R.grad.avg_pool2d_backward(g, x, pool_size=2, strides=2, padding=1), lambda g, x: ref.pool_grad_nchw(x, g, (2, 2), (2, 2), (1, 1, 1, 1), "avg", False, False), floats(1, 2, 3, 3), floats(1, 2, 5, 4)),
]  # fmt: skip
NORMS = [
    row("batch_norm, training", lambda *args: nn.batch_norm(*args, axis=1, momentum=0.3), lambda x, g, b, m, v: ref.batch_norm(x, g, b, m, v, 1, 1e-5, True, True, True, 0.3), floats(2, 3, 4), floats(3), floats(3), floats(3), abs(floats(3))),
    row("batch_norm", lambda *args: nn.batch_norm(*args, axis=2, training=False, scale=False), lambda x, g, b, m, v: ref.batch_norm(x, g, b, m, v, 2, 1e-5, True, False, False, 0.1), floats(2, 3, 4), floats(4), floats(4), floats(4), abs(floats(4))),
    row("layer_norm", partial(nn.layer_norm, axes=[1, 2]), lambda x, g, b: ref.layer_norm_python(x, g, b, (1, 2)), floats(2, 3, 4), floats(3, 4), floats(3, 4)),
    row("group_norm", partial(nn.group_norm, num_groups=3, channel_axis=-3, axes=[-2, -1]), lambda x, g, b: ref.group_norm_python(x, g, b, 3, -3, (-2, -1)), floats(2, 6, 3, 4), floats(6), floats(6)),
    row("instance_norm", partial(nn.instance_norm, channel_axis=1, axes=[2, 3]), lambda x, g, b: ref.instance_norm_python(x, g, b, (2, 3)), floats(2, 3, 3, 4), floats(3), floats(3)),
    row("rms_norm", partial(nn.rms_norm, axes=[-1]), lambda x, w: ref.rms_norm_python(x, w, -1), floats(2, 3, 4), floats(4)),
    row("softmax", partial(nn.softmax, axis=1), ref.softmax_python, floats(3, 4, 2)),
    row("log_softmax", partial(nn.log_softmax, axis=0), lambda x: ref.log_softmax_python(x, 0), floats(3, 4)),
    row("nll_loss, mean", partial(nn.nll_loss, ignore_index=2), lambda p, t, w: ref.nll_loss(p, t, w, "mean", 2), floats(4, 5), np.array([0, 2, 1, 4], "int32"), abs(floats(5))),
    row("nll_loss, none", partial(nn.nll_loss, reduction="none"), lambda p, t, w: ref.nll_loss(p, t, w, "none"), floats(2, 5, 3), below(5, 2, 3), abs(floats(5))),
]  # fmt: skip
ROIS = np.array([[0, 1, 1, 5, 4], [1, 0, 2, 7.5, 6.2], [1, -3, -2, 4, 4], [0, 6, 5, 12, 12]], "float32")
GRID2, GRID3 = 1.4 * floats(1, 2, 3, 4) / 2, 1.4 * floats(1, 3, 2, 3, 2) / 2
IMAGES = [
    *(row(f"resize2d, {method}, {mode}, {rounding}", lambda x, how=(method, mode, rounding): R.image.resize2d(x, (9, 3), layout="NHWC", method=how[0], coordinate_transformation_mode=how[1], rounding_method=how[2], cubic_alpha=-0.5), lambda x, how=(method, mode, rounding): ref.resize2d_python(x, (1.5, 0.6), "NHWC", *how), floats(1, 6, 5, 2)) for method, mode, rounding in (("nearest_neighbor", "asymmetric", "ceil"), ("nearest_neighbor", "half_pixel", "round_prefer_floor"), ("linear", "align_corners", ""), ("cubic", "half_pixel", ""))),
    row("resize3d", lambda x: R.image.resize3d(x, (4, 6, 3)), lambda x: ref.resize3d_python(x, (2, 1.5, 0.6), "NCDHW", "linear", "half_pixel"), floats(1, 2, 2, 4, 5)),
    row("affine_grid", lambda x: R.image.affine_grid(x, (4, 5)), lambda x: ref.affine_grid_python(x, (4, 5)), floats(2, 2, 3)),
    *(row(f"grid_sample, {how}", lambda x, g, how=how: R.image.grid_sample(x, g, how[0], "NCHW", how[1], how[2]), lambda x, g, how=how: ref.grid_sample_python(x, g, how[0], "NCHW", how[1], how[2]), floats(1, 2, 4, 5), GRID2) for how in (("bilinear", "zeros", False), ("nearest", "border", True))),
    row("grid_sample of volumes", lambda x, g: R.image.grid_sample(x, g, layout="NCDHW"), lambda x, g: ref.grid_sample_python(x, g, layout="NCDHW", align_corners=False), floats(1, 2, 3, 4, 5), GRID3),
    *(row(f"roi_align, {how}", lambda x, r, how=how: R.vision.roi_align(x, r, (2, 3), 0.5, how[0], how[1], "NCHW", how[2]), lambda x, r, how=how: ref.roi_align_nchw_python(x, r, (2, 3), 0.5, how[0], how[2].encode(), how[1]), floats(2, 2, 6, 8), ROIS) for how in ((2, True, "avg"), (-1, False, "max"))),
    row("roi_align nhwc", lambda x, r: R.vision.roi_align(x, r, (2, 2), 1.0, 2, layout="NHWC"), lambda x, r: ref.roi_align_nhwc_python(x, r, 2, 1.0, 2), floats(2, 6, 8, 2), ROIS),
    row("roi_pool", lambda x, r: R.vision.roi_pool(x, r, (2, 3), 0.5), lambda x, r: ref.roi_pool_nchw_python(x, r, (2, 3), 0.5), floats(2, 3, 6, 8), np.array([[0, 0, 0, 15, 11], [1, 4, 2, 8, 7], [1, 40, 2, 50, 7]], "float32")),
]  # fmt: skip
MOVES = [
    row("gather", lambda x, i: R.gather_elements(x, i, axis=1), lambda x, i: ref.gather_python(x, 1, i), floats(3, 4), below(4, 3, 6)),
    row("gather_nd", lambda x, i: R.gather_nd(x, R.permute_dims(i, (1, 0))), ref.gather_nd_python, floats(3, 4, 2), below(3, 2, 5).astype("int64")),
    row("slice_axis", lambda x: R.strided_slice(x, axes=[1], begin=[1], end=[3]), lambda x: ref.slice_axis_python(x, -2, 1, 3), floats(3, 4, 2)),
    row("slice_axis to the end", lambda x: R.strided_slice(x, axes=[0], begin=[-2], end=[3]), lambda x: ref.slice_axis_python(x, 0, -2), floats(3, 4)),
    row("depth_to_space", lambda x: nn.pixel_shuffle(x, 2), lambda x: ref.depth_to_space_python(x, 2, "CRD"), floats(2, 8, 3, 2)),
    row("searchsorted", lambda s, v: R.bucketize(v, s, out_int32=True), lambda s, v: ref.searchsorted_ref(s, v, False, "int32"), np.arange(6, dtype="float32"), below(6, 2, 3).astype("float32")),
]  # fmt: skip
TENSORS = [
    row("dilate", lambda x: topi.nn.dilate(x, (1, 2, 3), 1.5), lambda x: ref.dilate_python(x, (1, 2, 3), 1.5), floats(2, 3, 4)),
    *(row(f"one_hot, {axis}", lambda x, axis=axis: topi.one_hot(x, 2, -1, 4, axis, "float32"), lambda x, axis=axis: ref.one_hot(x, 2, -1, 4, axis, "float32"), below(5, 2, 3)) for axis in (0, 1, -1)),
    *(row(f"sequence_mask, {axis}", lambda x, n, axis=axis: topi.sequence_mask(x, n, mask_value=-1.5, axis=axis), lambda x, n, axis=axis: ref.sequence_mask(x, n, -1.5, axis), floats(4, 4, 2), np.array([1, 4, 0, 3], "int32")) for axis in (0, 1)),
    *(row(f"matrix_set_diag, {k}", lambda x, d, k=k: topi.matrix_set_diag(x, d, k), lambda x, d, k=k: ref.matrix_set_diag(x, d, k), floats(2, 4, 5), floats(2, size)) for k, size in ((0, 4), (2, 3), (-1, 3))),
    row("adaptive max pool", lambda x: topi.nn.adaptive_pool(x, (3, 2), "max"), lambda x: ref.adaptive_pool(x, (3, 2), "max", "NCHW"), floats(1, 2, 7, 5)),
    row("searchsorted of rows", lambda s, v: topi.searchsorted(s, v, True, "int32"), lambda s, v: ref.searchsorted_ref(s, v, True, "int32"), np.sort(below(5, 2, 6)), below(6, 2, 4)),
]  # fmt: skip
OPS = [*CONVOLUTIONS, *POOLS, *NORMS, *IMAGES, *MOVES]


@pytest.mark.parametrize("case", OPS, ids=[name for name, *_ in OPS])
def test_a_reference_is_what_the_compiled_operator_computes(case: Row) -> None:
    _, made, expected, args = case
    wanted = expected(*args)
    for found, want in zip(
        run(made, args, symbolic=False), wanted if isinstance(wanted, list) else [wanted], strict=True
    ):
        agree(found, want)


@pytest.mark.parametrize("case", TENSORS, ids=[name for name, *_ in TENSORS])
def test_a_reference_is_what_the_tensor_expression_computes(case: Row) -> None:
    _, made, expected, args = case
    agree(built(made, args), expected(*args))


@pytest.mark.parametrize(("size", "padding", "stride"), [((2, 2), 0, 1), ((3, 2), (1, 0), 2)])
@pytest.mark.parametrize("groups", [1, 2])
def test_the_gradient_of_kernels(size: tuple[int, int], padding: Any, stride: int, groups: int) -> None:
    torch = pytest.importorskip("torch")
    x, w = floats(2, 4, 7, 6), floats(6, 4 // groups, *size)
    grad = np.ones_like(ref.conv2d_nchw_python(x, w, stride, padding, groups)) * floats(6, 1, 1)
    inputs = (torch.tensor(x), w.shape, torch.tensor(grad))
    wanted = torch.nn.grad.conv2d_weight(*inputs, stride, padding, groups=groups).numpy()
    agree(ref.conv2d_backward_weight_python(grad, x, size, stride, padding, "NCHW", groups, 6), wanted)
    dy, last = (array.transpose(0, 2, 3, 1) for array in (grad, x))
    agree(
        ref.conv2d_backward_weight_python(dy, last, size, stride, padding, "NHWC", groups), wanted.transpose(0, 2, 3, 1)
    )


def test_the_gradient_has_the_channels_that_are_asked_for() -> None:
    with pytest.raises(ValueError, match="2 channels, not 3"):
        ref.conv2d_backward_weight_python(floats(1, 2, 3, 3), floats(1, 1, 3, 3), (1, 1), 1, 0, channels=3)


def test_padding_that_is_none() -> None:
    with pytest.raises(ValueError, match="SAME or VALID"):
        ref.conv2d_nchw_python(floats(1, 1, 3, 3), floats(1, 1, 1, 1), 1, "FULL")
    with pytest.raises(ValueError, match="2 or 4 numbers, not 3"):
        ref.conv2d_nchw_python(floats(1, 1, 3, 3), floats(1, 1, 1, 1), 1, (1, 2, 3))


def test_deformable_convolution() -> None:
    x, w = floats(2, 4, 6, 5), floats(6, 2, 3, 3)
    none = np.zeros((2, 36, 6, 5), "float32")

    def deformed(offset: np.ndarray) -> np.ndarray:
        return ref.deformable_conv2d_nchw_python(x, offset, w, 1, 1, 1, 2, 2)

    agree(deformed(none), ref.conv2d_nchw_python(x, w, 1, 1, 2))
    down = none.copy()
    down[:, 0::2] = 1
    agree(deformed(down)[:, :, :-1], ref.conv2d_nchw_python(x, w, 1, 1, 2)[:, :, 1:])
    half = none.copy()
    half[:, 1::2] = 0.5
    plain = ref.conv2d_nchw_python(x, w, 1, 1, 2)
    agree(deformed(half)[..., 1:-1], (plain[..., 1:-1] + plain[..., 2:]) / 2)
    one = floats(1, 36, 6, 5)
    given = (x[:1].transpose(0, 2, 3, 1), one.transpose(0, 2, 3, 1), w.transpose(2, 3, 1, 0))
    agree(
        ref.deformable_conv2d_nhwc_python(*given, 1, 1, 1, 2, 2).transpose(0, 3, 1, 2),
        ref.deformable_conv2d_nchw_python(x[:1], one, w, 1, 1, 1, 2, 2),
    )


def test_correlation() -> None:
    x = floats(1, 3, 6, 5)
    shifted = np.zeros_like(x)
    shifted[:, :, 1:, 2:] = x[:, :, :-1, :-2]
    made = ref.correlation_nchw_python(x, shifted, 1, 2, 1, 1, 2, False)
    assert made.shape == (1, 25, 6, 5)
    agree(made[0, 19, :-1, :-2], np.zeros((5, 3)))
    same = ref.correlation_nchw_python(x, x, 3, 1, 1, 1, 0, True)
    assert same.shape == (1, 9, 2, 1)
    agree(same[0, 4, 1, 0], np.square(x[0, :, 2:5, 1:4]).mean())


def test_normalization_over_neighbors_and_by_length() -> None:
    torch = pytest.importorskip("torch")
    x = floats(2, 7, 3, 4)
    wanted = torch.nn.functional.local_response_norm(torch.tensor(x), 5, 0.01, 0.75, 0.5)
    agree(ref.lrn_python(x, 5, 1, 0.5, 0.01, 0.75), wanted.numpy())
    agree(ref.lrn_python(x.transpose(0, 2, 3, 1), 5, -1, 0.5, 0.01, 0.75).transpose(0, 3, 1, 2), wanted.numpy())
    agree(ref.l2_normalize_python(x, 1e-9, 1), torch.nn.functional.normalize(torch.tensor(x), dim=1).numpy())
    agree(ref.l2_normalize_python(np.array([3.0, 4.0]), 100), [0.3, 0.4])


@pytest.mark.parametrize("mode", ["bilinear", "bicubic", "nearest"])
@pytest.mark.parametrize("border", ["zeros", "border", "reflection"])
@pytest.mark.parametrize("aligned", [False, True])
def test_samples_at_positions(mode: str, border: str, aligned: bool) -> None:
    torch = pytest.importorskip("torch")
    x, grid = floats(2, 3, 4, 5), floats(2, 2, 3, 4)
    turned = torch.tensor(grid.transpose(0, 2, 3, 1))
    wanted = torch.nn.functional.grid_sample(torch.tensor(x), turned, mode, border, aligned)
    agree(ref.grid_sample_python(x, grid, mode, "NCHW", border, aligned), wanted.numpy())


def test_sequences_in_another_length() -> None:
    torch = pytest.importorskip("torch")
    x = floats(1, 2, 5)
    wanted = torch.nn.functional.interpolate(torch.tensor(x), size=8, mode="linear").numpy()
    agree(ref.resize1d_python(x, (1.6,), "NCW", "linear", "half_pixel"), wanted)
    agree(
        ref.resize1d_python(x.transpose(0, 2, 1), (2,), "NWC", coordinate_transformation_mode="asymmetric").transpose(
            0, 2, 1
        ),
        x.repeat(2, 2),
    )


def test_crops() -> None:
    image = np.arange(16, dtype="float32").reshape(1, 4, 4, 1)
    boxes, of = np.array([[1 / 3, 0, 1, 2 / 3], [0, 2 / 3, 2 / 3, 4 / 3]], "float32"), np.array([0, 0], "int32")
    made = ref.crop_and_resize_python(image, boxes, of, (3, 3), "NHWC", extrapolation_value=-1)[..., 0]
    agree(made[0], image[0, 1:, :3, 0])
    agree(made[1], [[2, 3, -1], [6, 7, -1], [10, 11, -1]])
    whole = np.array([[0, 0, 1, 1]], "float32")
    first = image.transpose(0, 3, 1, 2)
    agree(ref.crop_and_resize_python(first, whole, of[:1], (2, 1), "NCHW")[0, 0], [[1.5], [13.5]])
    nearest = ref.crop_and_resize_python(first, 0.9 * whole, of[:1], (2, 2), "NCHW", "nearest_neighbor")
    agree(nearest[0, 0], [[0, 3], [12, 15]])


def test_blocks() -> None:
    x = np.arange(16).reshape(1, 1, 4, 4)
    deep = ref.space_to_depth_python(x, 2)
    agree(deep[0, :, 0, 1], [2, 3, 6, 7])
    agree(ref.depth_to_space_python(deep, 2), x)
    two = np.concatenate([x, -x], 1)
    agree(ref.space_to_depth_python(two, 2)[0, :, 0, 0], [0, 0, 1, -1, 4, -4, 5, -5])
    agree(ref.depth_to_space_python(ref.space_to_depth_python(two, 2), 2), two)
    wide = ref.space_to_batch_nd_python(x[0], [2, 3], [0, 1], [0, 1], -1)
    assert wide.shape == (6, 2, 2)
    agree(wide[[0, 1, 5]], [[[-1, 2], [-1, 10]], [[0, 3], [8, 11]], [[5, -1], [13, -1]]])
    agree(ref.batch_to_space_nd_python(wide, [2, 3], [0, 1], [0, 1]), x[0])
    reorganized = ref.reorg_python(np.arange(64).reshape(1, 4, 4, 4), 2)
    assert reorganized.shape == (1, 16, 2, 2)
    agree(reorganized[0, :3].ravel(), [0, 2, 4, 6, 16, 18, 20, 22, 32, 34, 36, 38])


def test_a_part_that_is_replaced() -> None:
    x = np.arange(10)
    agree(ref.strided_set_python(x, np.array([-1, -2]), [7], [3], [-2]), [0, 1, 2, 3, 4, -2, 6, -1, 8, 9])
    agree(ref.strided_set_python(x.reshape(2, 5), np.array([0]), [1], [2], [1])[1], [0] * 5)
    assert x[5] == 5


def test_several_diagonals() -> None:
    zeros, given = np.zeros((3, 4), int), np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    agree(ref.matrix_set_diag(zeros, given, (-1, 1)), [[4, 1, 0, 0], [7, 5, 2, 0], [0, 8, 6, 3]])
    agree(ref.matrix_set_diag(zeros, given, (-1, 1), "LEFT_RIGHT"), [[4, 1, 0, 0], [8, 5, 2, 0], [0, 9, 6, 3]])


@pytest.mark.filterwarnings("ignore:LSTM with projections")
@pytest.mark.parametrize("projected", [0, 2])
def test_a_recurrent_layer(projected: int) -> None:
    torch = pytest.importorskip("torch")
    layer = torch.nn.LSTM(3, 4, proj_size=projected)
    x, h, c = floats(5, 2, 3), floats(2, projected or 4), floats(2, 4)
    wanted, (_, cell) = layer(torch.tensor(x), (torch.tensor(h)[None], torch.tensor(c)[None]))
    weights = [one.detach().numpy() for one in layer.parameters()]
    state = {"h_init": h, "c_init": c, "proj": weights[4] if projected else None}
    made, cells = ref.lstm_python(x, *weights[:4], **state)
    agree(made, wanted.detach().numpy())
    agree(cells[-1], cell[0].detach().numpy())
    order = [*range(8, 12), *range(4, 8), *range(4), *range(12, 16)]
    turned = [one[order] for one in weights[:4]]
    agree(ref.lstm_python(x[::-1], *turned, **state, reverse=True, weight_layout="GFIO")[0], made)


def test_gates_that_see_the_cell() -> None:
    one, zero = np.ones((1, 1, 1)), np.zeros((4, 1))
    given: Any = {"c_init": np.array([[2.0]]), "p_i": np.array([0.5]), "p_f": np.array([-1.0]), "p_o": np.array([3.0])}
    made, cells = ref.lstm_python(one, zero, zero, Bi=np.array([0.0, 0, 1, 0]), **given)
    cell = 2 * sigmoid(-2) + sigmoid(1) * np.tanh(1)
    agree(cells, [[[cell]]])
    agree(made, [[[sigmoid(3 * cell) * np.tanh(cell)]]])


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


BOXES = np.array([[[0, 0.8, 0, 0, 10, 10], [1, 0.7, 0, 0, 10, 9], [0, 0.9, 20, 20, 30, 30], [0, 0.75, 1, 0, 10, 10], [0, 0.1, 0, 0, 10, 2]]], "float32")  # fmt: skip
NAMES = np.array([[15, 14, 13, 12, 11]], "int32")


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ({}, [13, 15, 14, 11]),
        ({"force_suppress": True}, [13, 15, 11]),
        ({"id_index": -1}, [13, 15, 11]),
        ({"max_output_size": 2}, [13, 15]),
        ({"top_k": 3}, [13, 15]),
        ({"iou_threshold": 0.95}, [13, 15, 12, 14, 11]),
        ({"iou_threshold": 0.2}, [13, 15, 14]),
    ],
)
def test_boxes_that_overlap(settings: Any, wanted: list[int]) -> None:
    chosen, count = ref.non_max_suppression_python(BOXES, np.array([5]), NAMES, **settings)
    assert count.tolist() == [[len(wanted)]]
    assert chosen.tolist() == [wanted + [-1] * (5 - len(wanted))]
    found = ref.non_max_suppression_python(
        BOXES, np.array([5]), NAMES, return_indices=False, invalid_to_bottom=True, **settings
    )
    agree(found[0][: len(wanted)], BOXES[0][[15 - name for name in wanted]])
    agree(found[0][len(wanted) :], np.full((5 - len(wanted), 6), -1))


def test_boxes_that_stay_in_place_and_boxes_that_do_not_count() -> None:
    found: Any = ref.non_max_suppression_python(BOXES, np.array([4]), NAMES, return_indices=False)
    assert found[0, :, 1] == pytest.approx([0.9, 0.8, -1, 0.7, -1])


def test_scores_that_overlaps_lower() -> None:
    settings: Any = {"iou_threshold": 0.95, "soft_nms_sigma": 0.5, "score_threshold": 0.1}
    found, chosen, count = ref.non_max_suppression_python(BOXES, np.array([5]), NAMES, **settings)
    assert chosen[0, : count[0, 0]].tolist() == [13, 15, 14, 12]
    assert found[0, :4, 1] == pytest.approx([0.9, 0.8, 0.7, 0.75 * np.exp(-0.81)])


def test_boxes_that_count() -> None:
    data = np.array([[[0, 0.2, 5], [-1, 0.9, 6], [1, 0.6, 7], [0, 0.8, 8]]], "float32")
    counts, boxes, at = ref.get_valid_counts_python(data, 0.5)
    assert (counts.tolist(), at.tolist()) == ([2], [[2, 3, -1, -1]])
    agree(boxes[0], [*data[0, 2:], [-1] * 3, [-1] * 3])
    assert ref.get_valid_counts_python(data, 0.5, -1)[2].tolist() == [[1, 2, 3, -1]]
