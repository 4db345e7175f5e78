# Generated from tilewright.meta_schedule.testing.te_workload by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import PrimFunc as _PrimFunc
from tilewright.meta_schedule.testing.te_workload import CONFIGS as CONFIGS

def batch_matmul_nkkm(B: _Any, N: _Any, M: _Any, K: _Any, in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """B products of an N x K matrix and a K x M one."""

def conv1d_nlc(N: _Any, L: _Any, CI: _Any, CO: _Any, kernel_size: _Any, stride: _Any = ..., padding: _Any = ..., dilation: _Any = ..., groups: _Any = ..., in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """A convolution of N sequences of length L with CI channels."""

def conv2d_capsule_nhwijc(N: _Any, H: _Any, W: _Any, CI: _Any, CO: _Any, kernel_size: _Any, stride: _Any = ..., padding: _Any = ..., capsule_size: _Any = ..., in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """A convolution of images whose pixels are square matrices."""

def conv2d_nchw(n: _Any, h: _Any, w: _Any, ci: _Any, co: _Any, kh: _Any, kw: _Any, stride: _Any, padding: _Any, dilation: _Any = ..., in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """A convolution of images whose channels come first."""

def conv2d_nchw_bias_bn_relu(n: _Any, h: _Any, w: _Any, ci: _Any, co: _Any, kh: _Any, kw: _Any, stride: _Any, padding: _Any, dilation: _Any = ..., in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """`conv2d_nhwc_bn_relu` of images whose channels come first."""

conv2d_nhwc: _Any
"""A convolution of N images of H x W pixels with CI channels; the weights have shape (kernel, kernel, CI // groups, CO)."""

def conv2d_nhwc_bn_relu(N: _Any, H: _Any, W: _Any, CI: _Any, CO: _Any, kernel_size: _Any, strides: _Any, padding: _Any, dilation: _Any = ..., in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """A convolution, a bias, a scale and an offset for each channel, and what is negative set to 0."""

def conv2d_transpose_nhwc(N: _Any, H: _Any, W: _Any, CI: _Any, CO: _Any, kernel_size: _Any, stride: _Any = ..., padding: _Any = ..., in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """The transpose of a convolution: each pixel adds to those under the kernel."""

def conv3d_ndhwc(N: _Any, D: _Any, H: _Any, W: _Any, CI: _Any, CO: _Any, kernel_size: _Any, stride: _Any = ..., padding: _Any = ..., dilation: _Any = ..., groups: _Any = ..., in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """A convolution of N volumes of D x H x W points with CI channels."""

def create_te_workload(name: _Any, idx: _Any) -> _PrimFunc | _Any:
    """The kernel of that name in `CONFIGS`, with its sizes number `idx`."""

def depthwise_conv2d_nhwc(N: _Any, H: _Any, W: _Any, C: _Any, kernel_size: _Any, stride: _Any = ..., padding: _Any = ..., dilation: _Any = ..., factor: _Any = ..., in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """A convolution of each of C channels for itself, which gives `factor` channels for it."""

def matmul(n: _Any, m: _Any, k: _Any, in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """An n x k matrix times a k x m one, summed in `out_dtype`."""

def matmul_relu(n: _Any, m: _Any, k: _Any, in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """`matmul` with what is negative set to 0."""

def norm_bmn(B: _Any, M: _Any, N: _Any) -> _Any:
    """The Euclidean norms of B matrices."""

def softmax_mn(m: _Any, n: _Any) -> _Any:
    """The softmax of the rows of an m x n matrix."""

def transpose_batch_matmul(batch: _Any, seq_len: _Any, n_head: _Any, n_dim: _Any, in_dtype: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """The scores of attention: queries times keys, by head."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
