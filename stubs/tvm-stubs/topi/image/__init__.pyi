# Generated from tilewright.topi.image by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.te import Tensor as _Tensor
from . import resize as resize

def affine_grid(data: _Any, target_shape: _Any, align_corners: _Any = ...) -> _Tensor | _Any:
    """The positions of places after maps: `data` has a matrix for each, (batch, 2, 3) or (batch, 3, 4), whose last column is added.

    The result has column, row and, in volumes, depth along axis 1; with `align_corners` -1 and 1 are the middles of the first and last place, else
    their outer edges.
    """

def grid_sample(data: _Any, grid: _Any, method: _Any = ..., layout: _Any = ..., padding_mode: _Any = ..., align_corners: _Any = ...) -> _Tensor | _Any:
    """The data sampled at the positions of `grid`: "nearest", or interpolated "bilinear" or "bicubic".

    Outside there are "zeros", the "border", or the image mirrored ("reflection").
    """

resize2d: _Any
"""The image with `size` rows and columns: each element from where it lies in the old image, by the nearest element, or linear or cubic between some.

`coordinate_transformation_mode` says how positions correspond: "half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel",
"tf_half_pixel_for_nn", "tf_crop_and_resize" (the part `roi` of the image; what lies outside gets `extrapolation_value`).
"""

def resize3d(data: _Any, roi: _Any, size: _Any, layout: _Any = ..., method: _Any = ..., coordinate_transformation_mode: _Any = ..., rounding_method: _Any = ..., bicubic_alpha: _Any = ..., bicubic_exclude: _Any = ..., extrapolation_value: _Any = ..., out_dtype: _Any = ...) -> _Tensor | _Any:
    """Like `resize2d` of a volume with its depth before rows and columns."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
