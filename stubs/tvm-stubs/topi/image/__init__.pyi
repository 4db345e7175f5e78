# Generated from tilewright.topi.image by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


resize2d: _Any
"""The image with `size` rows and columns: each element from where it lies in the old image, by the nearest element, or linear or cubic between some.

`coordinate_transformation_mode` says how positions correspond: "half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel",
"tf_half_pixel_for_nn", "tf_crop_and_resize" (the part `roi` of the image; what lies outside gets `extrapolation_value`).
"""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
