# Generated from tilewright.topi.nn.pooling by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.topi.nn import adaptive_pool as adaptive_pool
from tvm.topi.nn import global_pool as global_pool
from tvm.topi.nn import pool1d as pool1d
from tvm.topi.nn import pool2d as pool2d
from tvm.topi.nn import pool3d as pool3d

def dimensions_of(layout: _Any) -> _Any:
    """The letters of a layout, without the sizes of its blocks: `NCHW16c` has five dimensions."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
