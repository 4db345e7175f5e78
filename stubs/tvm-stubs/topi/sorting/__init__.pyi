# Generated from tilewright.topi.sorting by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.te import Tensor as _Tensor
from tvm.topi import argsort as argsort
from tvm.topi import searchsorted as searchsorted
from tvm.topi import sort as sort
from tvm.topi import topk as topk

def order(data: _Any, axis: _Any, ascending: _Any, valid_count: _Any = ...) -> _Tensor | _Any:
    """The positions (int32 or int64) that sort each line, the lines along the last axis."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
