# Generated from tilewright.topi.image.resize by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.topi.image import resize2d as resize2d
from tvm.topi.image import resize3d as resize3d

def cubic_weights(part: _Any, alpha: _Any) -> _Any:
    """The weights of the four elements around."""

def linear_weights(part: _Any) -> _Any:
    """The weights of the elements before and after."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
