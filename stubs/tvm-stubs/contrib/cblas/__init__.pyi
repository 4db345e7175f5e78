# Generated from tilewright.contrib.cblas by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.te import Tensor as _Tensor

def batch_matmul(lhs: _Any, rhs: _Any, transa: _Any = ..., transb: _Any = ..., iterative: _Any = ..., **kwargs: _Any) -> _Tensor | _Any:
    """The products of two rows of matrices, one by one where `iterative` is true."""

def matmul(lhs: _Any, rhs: _Any, transa: _Any = ..., transb: _Any = ..., **kwargs: _Any) -> _Tensor | _Any:
    """The product of two matrices, each of them transposed where that is asked for; what else is given goes to `te.extern`."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
