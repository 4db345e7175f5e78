# Generated from tilewright.topi.nn by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.te import Tensor as _Tensor
from . import pooling as pooling

def adaptive_pool(data: _Any, output_size: _Any, pool_type: _Any, layout: _Any = ...) -> _Tensor | _Any:
    """Pooling with `output_size` windows along depth, height and width, those of them that the layout has, of sizes as equal as can be."""

def batch_matmul(tensor_a: _Any, tensor_b: _Any, oshape: _Any = ..., out_dtype: _Any = ..., transpose_a: _Any = ..., transpose_b: _Any = ..., auto_scheduler_rewritten_layout: _Any = ..., meta_schedule_original_shape: _Any = ...) -> _Tensor | _Any:
    """The products of the matrices of two stacks, the second given transposed unless said otherwise; a stack of one goes with every matrix.

    The last two parameters are TVM's and have no effect here.
    """

def batch_norm(data: _Any, gamma: _Any, beta: _Any, moving_mean: _Any, moving_var: _Any, axis: _Any = ..., epsilon: _Any = ..., center: _Any = ..., scale: _Any = ..., training: _Any = ..., momentum: _Any = ...) -> _Any:
    """Each channel along `axis` (1 by default) normalised; the result and the new moving mean and variance.

    In training by the mean and variance of the batch, which move the moving ones by `momentum` (0.1 by default); otherwise by the moving ones, which stay.
    """

def circular_pad(data: _Any, pad_before: _Any, pad_after: _Any = ..., name: _Any = ...) -> _Tensor | _Any:
    """`data` with the elements of its other end around it."""

def conv1d(data: _Any, kernel: _Any, strides: _Any = ..., padding: _Any = ..., dilation: _Any = ..., groups: _Any = ..., data_layout: _Any = ..., kernel_layout: _Any = ..., out_dtype: _Any = ...) -> _Tensor | _Any:
    """A convolution over one axis."""

def conv1d_ncw(data: _Any, kernel: _Any, strides: _Any = ..., padding: _Any = ..., dilation: _Any = ..., out_dtype: _Any = ...) -> _Tensor | _Any:
    """A convolution over the last axis of data laid out as batch, channels, width."""

def conv2d(input: _Any, filter: _Any, strides: _Any, padding: _Any, dilation: _Any, data_layout: _Any = ..., kernel_layout: _Any = ..., out_dtype: _Any = ...) -> _Tensor | _Any:
    """A convolution over two axes."""

def conv2d_nchw(Input: _Any, Filter: _Any, stride: _Any, padding: _Any, dilation: _Any, out_dtype: _Any = ...) -> _Tensor | _Any:
    """A convolution of data laid out as batch, channels, height, width."""

conv2d_nhwc: _Any
"""A convolution of data laid out as batch, height, width, channels."""

def conv3d_ncdhw(Input: _Any, Filter: _Any, stride: _Any, padding: _Any, dilation: _Any, groups: _Any, out_dtype: _Any = ...) -> _Tensor | _Any:
    """A convolution over three axes of data laid out as batch, channels, depth, height, width."""

def dense(data: _Any, weight: _Any, bias: _Any = ..., out_dtype: _Any = ..., auto_scheduler_rewritten_layout: _Any = ..., meta_schedule_original_shape: _Any = ...) -> _Tensor | _Any:
    """`data` times the transpose of `weight`, plus a bias for each column: a fully connected layer."""

def depthwise_conv2d_nchw(Input: _Any, Filter: _Any, stride: _Any, padding: _Any, dilation: _Any, out_dtype: _Any = ...) -> _Tensor | _Any:
    """A convolution of each channel alone, with as many filters for each as the second size of `Filter` says."""

def dilate(data: _Any, strides: _Any, dilation_value: _Any = ..., name: _Any = ...) -> _Tensor | _Any:
    """The elements `strides` apart along each axis, with `dilation_value` between them."""

def fast_softmax(x: _Any, axis: _Any = ...) -> _Tensor | _Any:
    """`softmax` by `fast_exp`."""

def flatten(data: _Any) -> _Tensor | _Any:
    """All axes but the first as one."""

def global_pool(data: _Any, pool_type: _Any, layout: _Any = ...) -> _Tensor | _Any:
    """Pooling of depth, height and width as one window."""

def group_conv2d_nchw(Input: _Any, Filter: _Any, stride: _Any, padding: _Any, dilation: _Any, groups: _Any, out_dtype: _Any = ...) -> _Tensor | _Any:
    """A convolution whose channels come in groups that do not mix."""

def group_norm(data: _Any, gamma: _Any, beta: _Any, num_groups: _Any, channel_axis: _Any, axes: _Any, epsilon: _Any = ...) -> _Tensor | _Any:
    """Normalised over `axes` and over the channels of each of `num_groups` groups; `gamma` and `beta` hold a number for each channel."""

def instance_norm(data: _Any, gamma: _Any, beta: _Any, channel_axis: _Any, axis: _Any, epsilon: _Any = ...) -> _Tensor | _Any:
    """Normalised over `axis`, each channel of each sample alone; `gamma` and `beta` hold a number for each channel."""

def layer_norm(data: _Any, gamma: _Any, beta: _Any, axis: _Any, epsilon: _Any = ...) -> _Tensor | _Any:
    """Normalised over `axis`; `gamma` and `beta` have the sizes of those axes."""

def leaky_relu(x: _Any, alpha: _Any) -> _Tensor | _Any:
    """The element, `alpha` times it when it is negative."""

def log_softmax(x: _Any, axis: _Any = ...) -> _Tensor | _Any:
    """The logarithm of the softmax."""

def matmul(tensor_a: _Any, tensor_b: _Any, bias: _Any = ..., out_dtype: _Any = ..., transpose_a: _Any = ..., transpose_b: _Any = ..., auto_scheduler_rewritten_layout: _Any = ..., meta_schedule_original_shape: _Any = ...) -> _Tensor | _Any:
    """The product of two matrices, or of stacks of them whose leading axes are broadcast, plus a bias for each column.

    Products are formed and summed in `out_dtype`, by default the type of `tensor_a`.  The last two parameters are TVM's and have no effect here.
    """

def mirror_pad(data: _Any, pad_before: _Any, pad_after: _Any = ..., mode: _Any = ..., name: _Any = ...) -> _Tensor | _Any:
    """`data` with its elements mirrored around it: "SYMMETRIC" repeats the first and last, "REFLECT" does not."""

def pad(data: _Any, pad_before: _Any, pad_after: _Any = ..., pad_value: _Any = ..., name: _Any = ..., attrs: _Any = ..., axis_names: _Any = ...) -> _Tensor | _Any:
    """`data` with `pad_before` and `pad_after` elements of `pad_value` around it along each axis; the two are equal when only one is given; the loops are called `axis_names`, by default i0, i1, ..."""

def pool1d(data: _Any, kernel: _Any, stride: _Any, dilation: _Any, padding: _Any, pool_type: _Any, ceil_mode: _Any = ..., layout: _Any = ..., count_include_pad: _Any = ...) -> _Tensor | _Any:
    """`pool2d` over one axis."""

def pool2d(data: _Any, kernel: _Any, stride: _Any, dilation: _Any, padding: _Any, pool_type: _Any, ceil_mode: _Any = ..., layout: _Any = ..., count_include_pad: _Any = ...) -> _Tensor | _Any:
    """The largest ("max") or the mean ("avg") of each window.

    `padding` holds what is added before each axis and then after each.  `count_include_pad` says whether padding counts in a mean, `ceil_mode` whether
    the last window may reach beyond the padding.
    """

def pool3d(data: _Any, kernel: _Any, stride: _Any, dilation: _Any, padding: _Any, pool_type: _Any, ceil_mode: _Any = ..., layout: _Any = ..., count_include_pad: _Any = ...) -> _Tensor | _Any:
    """`pool2d` over three axes."""

def prelu(x: _Any, slope: _Any, axis: _Any = ...) -> _Tensor | _Any:
    """The element, or when it is negative that times the slope of its place along `axis`; one slope serves all places."""

def reflect_pad(data: _Any, pad_before: _Any, pad_after: _Any = ..., name: _Any = ...) -> _Tensor | _Any:
    """`data` with its elements mirrored at the first and last, which are not repeated."""

def relu(x: _Any) -> _Tensor | _Any:
    """The element, or 0 when it is negative."""

def replicate_pad(data: _Any, pad_before: _Any, pad_after: _Any = ..., name: _Any = ...) -> _Tensor | _Any:
    """`data` with its first and last elements repeated around it."""

def rms_norm(data: _Any, weight: _Any, axis: _Any, epsilon: _Any = ...) -> _Tensor | _Any:
    """Divided by the root of the mean square over `axis`, times the weight; computed in float32."""

def softmax(x: _Any, axis: _Any = ...) -> _Tensor | _Any:
    """exp(x) divided by its sum along `axis`."""

def softplus(x: _Any, beta: _Any = ..., threshold: _Any = ...) -> _Tensor | _Any:
    """log(1 + exp(beta x)) / beta, and x itself where beta x is above `threshold`, which makes no difference there."""

def upsampling(data: _Any, scale_h: _Any, scale_w: _Any, layout: _Any = ..., method: _Any = ..., align_corners: _Any = ..., output_shape: _Any = ...) -> _Tensor | _Any:
    """The image with `scale_h` times the rows and `scale_w` times the columns, or of the size in `output_shape`.

    `method` is "nearest_neighbor", "bilinear" or "bicubic".  Raises `ValueError` for a layout that begins neither as NCHW nor is NHWC.
    """

def upsampling3d(data: _Any, scale_d: _Any, scale_h: _Any, scale_w: _Any, layout: _Any = ..., method: _Any = ..., coordinate_transformation_mode: _Any = ..., output_shape: _Any = ...) -> _Tensor | _Any:
    """Like `upsampling` of a volume with its depth before rows and columns; `method` is "nearest_neighbor" or "trilinear"."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
