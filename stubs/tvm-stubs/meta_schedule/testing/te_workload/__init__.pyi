# Generated from tilewright.meta_schedule.testing.te_workload by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def batch_matmul_nkkm(B: _Any, N: _Any, M: _Any, K: _Any, in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """B products of an N x K matrix and a K x M one."""

conv2d_nhwc: _Any
"""A convolution of N images of H x W pixels with CI channels; the weights have shape (kernel, kernel, CI // groups, CO)."""

def matmul(n: _Any, m: _Any, k: _Any, in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """An n x k matrix times a k x m one, summed in `out_dtype`."""

def matmul_relu(n: _Any, m: _Any, k: _Any, in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """`matmul` with what is negative set to 0."""

def norm_bmn(B: _Any, M: _Any, N: _Any) -> _Any:
    """The Euclidean norms of B matrices."""

def softmax_mn(m: _Any, n: _Any) -> _Any:
    """The softmax of the rows of an m x n matrix."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
