"""Images and volumes made larger by factors."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tilewright import te, topi


def run(
    function: object, *arguments: object, shape: tuple[int, ...], **options: object
) -> tuple[np.ndarray, np.ndarray]:
    data = te.placeholder(shape, "float32", "data")
    made = function(data, *arguments, **options)  # type: ignore[operator]
    image = np.arange(np.prod(shape), dtype="float32").reshape(shape)
    out = np.zeros([int(size) for size in made.shape], "float32")
    tilewright.build(te.create_prim_func([data, made]))(image, out)
    return image, out


def test_layouts_may_have_channels_last() -> None:
    image, out = run(topi.nn.upsampling, 2.0, 3.0, "NHWC", shape=(1, 3, 2, 2))
    np.testing.assert_array_equal(out, image.repeat(2, axis=1).repeat(3, axis=2))
    image, out = run(
        topi.nn.upsampling3d, 2, 1, 3, "NDHWC", coordinate_transformation_mode="asymmetric", shape=(1, 2, 2, 2, 3)
    )
    np.testing.assert_array_equal(out, image.repeat(2, axis=1).repeat(3, axis=3))


def test_corners_stay_where_lines_are_drawn_between_them() -> None:
    image, out = run(topi.nn.upsampling, 2.0, 1.5, method="bilinear", align_corners=True, shape=(1, 1, 2, 2))
    assert out.shape == (1, 1, 4, 3)
    np.testing.assert_allclose(out[0, 0, ::3, ::2], image[0, 0])


def test_sizes_may_be_symbolic_or_given() -> None:
    data = te.placeholder((1, 2, te.var("n"), 4), "float32")
    assert str(topi.nn.upsampling(data, 2, 2).shape[2]) == "n * 2"
    assert topi.nn.upsampling(data, 2.0, 2.0, output_shape=(1, 2, 9, 8)).shape[2] == 9


def test_a_layout_without_rows_is_refused() -> None:
    with pytest.raises(
        ValueError, match="the layout HW: rows and columns are found in those that begin with NCHW, and in NHWC"
    ):
        topi.nn.upsampling(te.placeholder((2, 2)), 2.0, 2.0, "HW")
