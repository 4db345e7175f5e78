# Generated from tilewright.topi.testing by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def affine_grid_python(data: _Any, target_shape: _Any) -> _Any:
    """The images of the points of a regular grid over [-1, 1] under matrices of two rows and three columns: x and y planes a matrix."""

def attention_python(q: _Any, k: _Any, v: _Any, bias: _Any = ..., qk_scale: _Any = ..., causal: _Any = ..., window_size: _Any = ..., layout: _Any = ...) -> _Any:
    """Softmax over keys of scaled products with queries, times values; heads stand third in `layout` "BSNH" and second in "BNSH".

    `causal` is "none", "TopLeft" or "BottomRight", the corner where the diagonal of what a query sees ends; with it, `window_size` is how many keys
    up to that diagonal it sees.  Raises `ValueError` for another layout or corner.
    """

def batch_matmul(x: _Any, y: _Any, out_dtype: _Any = ..., trans_x: _Any = ..., trans_y: _Any = ...) -> _Any:
    """The products of matrices in a batch; the second ones are given transposed unless `trans_y` is false."""

def dense(x: _Any, y: _Any, bias: _Any = ..., use_bias: _Any = ..., use_relu: _Any = ..., out_dtype: _Any = ...) -> _Any:
    """x times y transposed, plus `bias` with `use_bias`, not below 0 with `use_relu`."""

def softmax_python(a_np: _Any, axis: _Any = ...) -> _Any:
    """Exponentials over their sum along an axis."""

def strided_slice_python(data: _Any, begin: _Any, end: _Any, strides: _Any = ..., slice_mode: _Any = ..., axes: _Any = ...) -> _Any:
    """The slice as numpy computes it.  In `slice_mode` "size", `end` has sizes, and -1 there means up to the end."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
