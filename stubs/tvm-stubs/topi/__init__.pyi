# Generated from tilewright.topi by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.te import Tensor as _Tensor
from tvm.topi import index_tensor as _adv_index_

adv_index = _adv_index_
from . import broadcast as broadcast
from . import image as image
from . import math as math
from . import nn as nn
from . import reduction as reduction
from . import scan as scan
from . import scatter as scatter
from . import sorting as sorting
from . import tag as tag
from . import testing as testing
from . import transform as transform
from . import utils as utils

def abs(x: _Any) -> _Tensor | _Any:
    """`T.abs` of each element."""

def acos(x: _Any) -> _Tensor | _Any:
    """`T.acos` of each element."""

def acosh(x: _Any) -> _Tensor | _Any:
    """`T.acosh` of each element."""

def add(lhs: _Any, rhs: _Any) -> _Any:
    """lhs + rhs"""

def all(data: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Tensor | _Any:
    """Whether every condition holds."""

def any(data: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Tensor | _Any:
    """Whether one of the conditions holds."""

def arange(start: _Any, stop: _Any = ..., step: _Any = ..., dtype: _Any = ...) -> _Tensor | _Any:
    """start, start + step, ... before `stop`; with one number from 0 up to it."""

def argmax(data: _Any, axis: _Any = ..., keepdims: _Any = ..., select_last_index: _Any = ...) -> _Tensor | _Any:
    """The position of the largest, of equal ones the first unless `select_last_index`; over all axes in row-major order."""

def argmin(data: _Any, axis: _Any = ..., keepdims: _Any = ..., select_last_index: _Any = ...) -> _Tensor | _Any:
    """The position of the smallest, as `argmax`."""

def argsort(data: _Any, valid_count: _Any = ..., axis: _Any = ..., is_ascend: _Any = ..., dtype: _Any = ...) -> _Tensor | _Any:
    """The positions of the elements in order along an axis; with `valid_count` only so many of each line are sorted."""

def asin(x: _Any) -> _Tensor | _Any:
    """`T.asin` of each element."""

def asinh(x: _Any) -> _Tensor | _Any:
    """`T.asinh` of each element."""

def atan(x: _Any) -> _Tensor | _Any:
    """`T.atan` of each element."""

def atan2(lhs: _Any, rhs: _Any) -> _Any:
    """The angle of the point (rhs, lhs)."""

def atanh(x: _Any) -> _Tensor | _Any:
    """`T.atanh` of each element."""

def bitwise_and(lhs: _Any, rhs: _Any) -> _Any:
    """lhs & rhs"""

def bitwise_not(data: _Any) -> _Tensor | _Any:
    """The bits of each element the other way round."""

def bitwise_or(lhs: _Any, rhs: _Any) -> _Any:
    """lhs | rhs"""

def bitwise_xor(lhs: _Any, rhs: _Any) -> _Any:
    """lhs ^ rhs"""

def broadcast_to(data: _Any, shape: _Any) -> _Tensor | _Any:
    """`data` repeated along the axes where it has size 1, or none."""

def cast(x: _Any, dtype: _Any, span: _Any = ...) -> _Any:
    """Each element, or the number, converted to `dtype`."""

def ceil(x: _Any) -> _Tensor | _Any:
    """`T.ceil` of each element."""

def clip(x: _Any, a_min: _Any, a_max: _Any) -> _Tensor | _Any:
    """Each element, but not below `a_min` and not above `a_max`."""

def collapse_sum(data: _Any, target_shape: _Any) -> _Tensor | _Any:
    """`data` summed over the axes along which `target_shape` would have to be repeated: the opposite of broadcasting."""

def concatenate(a_tuple: _Any, axis: _Any = ...) -> _Tensor | _Any:
    """Tensors one behind another along an axis; the other sizes agree."""

def cos(x: _Any) -> _Tensor | _Any:
    """`T.cos` of each element."""

def cosh(x: _Any) -> _Tensor | _Any:
    """`T.cosh` of each element."""

def cumprod(data: _Any, axis: _Any = ..., dtype: _Any = ..., exclusive: _Any = ...) -> _Tensor | _Any:
    """The product of each element and those before it."""

def cumsum(data: _Any, axis: _Any = ..., dtype: _Any = ..., exclusive: _Any = ...) -> _Tensor | _Any:
    """The sum of each element and those before it."""

def divide(lhs: _Any, rhs: _Any) -> _Any:
    """The quotient, of integers rounded towards zero."""

def dynamic_strided_slice(a: _Any, begin: _Any, end: _Any, strides: _Any, output_shape: _Any) -> _Tensor | _Any:
    """`a[begin:end:strides]` with bounds in vectors, one entry an axis; `output_shape` says how long each axis becomes."""

def einsum(subscripts: _Any, *operand: _Any) -> _Tensor | _Any:
    """Einstein's sum: `einsum("ij,jk->ik", a, b)`; a letter that stands for no axis of the result is summed over.

    `...` stands for any axes, aligned at the last; sizes of 1 are broadcast.
    """

def elemwise_sum(xs: _Any) -> _Tensor | _Any:
    """The sum of tensors of one shape."""

def equal(lhs: _Any, rhs: _Any) -> _Any:
    """lhs == rhs"""

def erf(x: _Any) -> _Tensor | _Any:
    """`T.erf` of each element."""

def exp(x: _Any) -> _Tensor | _Any:
    """`T.exp` of each element."""

def expand_dims(a: _Any, axis: _Any, num_newaxis: _Any = ...) -> _Tensor | _Any:
    """`num_newaxis` axes of size 1 before axis `axis`, which may be counted from the end of the result."""

def eye(n: _Any, m: _Any = ..., k: _Any = ..., dtype: _Any = ...) -> _Tensor | _Any:
    """1 on the diagonal that is `k` to the right of the main one, 0 elsewhere."""

def fast_erf(x: _Any) -> _Tensor | _Any:
    """erf(x), for float32 and float16; other types by `T.erf`."""

def fast_exp(x: _Any) -> _Tensor | _Any:
    """exp(x), for float32; other types by `T.exp`.  Integers are converted to float32 first."""

def fast_tanh(x: _Any) -> _Tensor | _Any:
    """tanh(x), for float32; other types by `T.tanh`."""

def flip(a: _Any, axis: _Any = ...) -> _Tensor | _Any:
    """The elements along an axis in reverse order."""

def floor(x: _Any) -> _Tensor | _Any:
    """`T.floor` of each element."""

def floor_divide(lhs: _Any, rhs: _Any) -> _Any:
    """The quotient rounded towards negative infinity."""

def floor_mod(lhs: _Any, rhs: _Any) -> _Any:
    """The remainder, which has the sign of `rhs`."""

def full(shape: _Any, dtype: _Any, fill_value: _Any) -> _Tensor | _Any:
    """Every element is `fill_value`."""

def full_like(x: _Any, fill_value: _Any) -> _Tensor | _Any:
    """A tensor of the shape and type of `x` whose elements are `fill_value`."""

def gather(data: _Any, axis: _Any, indices: _Any) -> _Tensor | _Any:
    """At each point the element of `data` whose index along `axis` is the one that `indices` holds there."""

def gather_nd(a: _Any, indices: _Any, batch_dims: _Any = ...) -> _Tensor | _Any:
    """The slices of `a` whose leading indices stand along the first axis of `indices`, behind `batch_dims` axes that both share."""

def greater(lhs: _Any, rhs: _Any) -> _Any:
    """lhs > rhs"""

def greater_equal(lhs: _Any, rhs: _Any) -> _Any:
    """lhs >= rhs"""

def hamming_window(window_size: _Any, periodic: _Any, alpha: _Any, beta: _Any, dtype: _Any) -> _Tensor | _Any:
    """alpha - beta * cos(2 pi i / n), where n is the size of the window, or one less unless it is `periodic`."""

def identity(x: _Any) -> _Tensor | _Any:
    """A copy."""

def index_put(data: _Any, indices: _Any, values: _Any, accumulate: _Any = ...) -> _Tensor | _Any:
    """`data` with `values` written, or added, at the positions that index tensors, one for each of the first axes, name together."""

def index_tensor(data: _Any, indices: _Any) -> _Tensor | _Any:
    """The elements at the positions that index tensors, one for each of the first axes, broadcast together, name."""

def isfinite(x: _Any) -> _Tensor | _Any:
    """`T.isfinite` of each element."""

def isinf(x: _Any) -> _Tensor | _Any:
    """`T.isinf` of each element."""

def isnan(x: _Any) -> _Tensor | _Any:
    """`T.isnan` of each element."""

def left_shift(lhs: _Any, rhs: _Any) -> _Any:
    """lhs << rhs"""

def less(lhs: _Any, rhs: _Any) -> _Any:
    """lhs < rhs"""

def less_equal(lhs: _Any, rhs: _Any) -> _Any:
    """lhs <= rhs"""

def log(x: _Any) -> _Tensor | _Any:
    """`T.log` of each element."""

def log10(x: _Any) -> _Tensor | _Any:
    """`T.log10` of each element."""

def log2(x: _Any) -> _Tensor | _Any:
    """`T.log2` of each element."""

def log_add_exp(lhs: _Any, rhs: _Any) -> _Any:
    """log(exp(lhs) + exp(rhs))"""

def logical_and(lhs: _Any, rhs: _Any) -> _Any:
    """Whether both hold."""

def logical_not(data: _Any) -> _Tensor | _Any:
    """Whether each condition does not hold."""

def logical_or(lhs: _Any, rhs: _Any) -> _Any:
    """Whether one of them holds."""

def logical_xor(lhs: _Any, rhs: _Any) -> _Any:
    """Whether exactly one of them holds."""

def matmul(a: _Any, b: _Any, transp_a: _Any = ..., transp_b: _Any = ...) -> _Tensor | _Any:
    """The product of two matrices, either of which may be given transposed."""

def matrix_set_diag(data: _Any, diagonal: _Any, k: _Any = ..., align: _Any = ...) -> _Tensor | _Any:
    """`data` with diagonal `k` of each matrix replaced."""

def max(data: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Tensor | _Any:
    """The largest."""

def maximum(lhs: _Any, rhs: _Any) -> _Any:
    """The larger."""

def meshgrid(a_tuple: _Any, indexing: _Any) -> _Any:
    """The coordinates of a grid over vectors; with "xy" the first two axes change places, with "ij" not."""

def min(data: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Tensor | _Any:
    """The smallest."""

def minimum(lhs: _Any, rhs: _Any) -> _Any:
    """The smaller."""

def mod(lhs: _Any, rhs: _Any) -> _Any:
    """The remainder, which has the sign of `lhs`."""

def multiply(lhs: _Any, rhs: _Any) -> _Any:
    """lhs * rhs"""

def negative(x: _Any) -> _Tensor | _Any:
    """-x"""

def not_equal(lhs: _Any, rhs: _Any) -> _Any:
    """lhs != rhs"""

def one_hot(indices: _Any, on_value: _Any, off_value: _Any, depth: _Any, axis: _Any, dtype: _Any) -> _Tensor | _Any:
    """Along a new axis of size `depth` `on_value` where an index says, `off_value` elsewhere."""

def power(lhs: _Any, rhs: _Any) -> _Any:
    """lhs to the power of rhs; raises `DTypeError` for integers, unless `rhs` is a number that is not negative."""

def prod(data: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Tensor | _Any:
    """The product."""

def reinterpret(x: _Any, dtype: _Any) -> _Tensor | _Any:
    """The bits of each element read as a `dtype` of the same width."""

def repeat(a: _Any, repeats: _Any, axis: _Any) -> _Tensor | _Any:
    """Each element along an axis so many times."""

def reshape(a: _Any, newshape: _Any) -> _Tensor | _Any:
    """The same elements in row-major order in another shape; one size may be -1 for what is left."""

def reverse_sequence(a: _Any, seq_lengths: _Any, seq_axis: _Any = ..., batch_axis: _Any = ...) -> _Tensor | _Any:
    """For each place along `batch_axis` the first elements along `seq_axis`, as many as its length says, in reverse; the others stay."""

def right_shift(lhs: _Any, rhs: _Any) -> _Any:
    """lhs >> rhs"""

def round(x: _Any) -> _Tensor | _Any:
    """`T.round` of each element."""

def rsqrt(x: _Any) -> _Tensor | _Any:
    """`T.rsqrt` of each element."""

def scanop(data: _Any, binop: _Any, identity_value: _Any, op_name: _Any, axis: _Any = ..., dtype: _Any = ..., exclusive: _Any = ...) -> _Tensor | _Any:
    """Each element combined with all before it along `axis`; without an axis of the flat tensor.

    With `exclusive` an element itself does not count, and the first result is `identity_value`.
    """

def scatter_elements(data: _Any, indices: _Any, updates: _Any, axis: _Any = ..., reduction: _Any = ...) -> _Tensor | _Any:
    """`data` with each update written where its index along `axis` is what `indices` holds there; negative ones count from the end.

    `reduction` says how a new value meets the old: "update" replaces it, "add", "mul", "min" and "max" combine the two.
    """

def scatter_nd(data: _Any, indices: _Any, updates: _Any, mode: _Any) -> _Tensor | _Any:
    """`data` with the slices at the positions along the first axis of `indices` updated; `mode` as in `scatter_elements`."""

def searchsorted(sorted_sequence: _Any, values: _Any, right: _Any = ..., out_dtype: _Any = ...) -> _Tensor | _Any:
    """The position that each value would have in a sorted sequence, before equal elements or, with `right`, behind them.

    The sequence is a vector, or has the leading dimensions of `values`, each line of which is looked up in its own.
    """

def sequence_mask(data: _Any, valid_length: _Any, mask_value: _Any = ..., axis: _Any = ...) -> _Tensor | _Any:
    """`mask_value` behind the valid length of each sequence; sequences run along `axis`, which is 0 or 1, the batch along the other."""

def shape(array: _Any, dtype: _Any = ...) -> _Tensor | _Any:
    """The shape as a vector."""

def shape_func_dynamic_strided_slice(a: _Any, begin: _Any, end: _Any, strides: _Any) -> _Tensor | _Any:
    """The length of each axis of the slice, as int64."""

def sigmoid(x: _Any) -> _Tensor | _Any:
    """`T.sigmoid` of each element."""

def sign(x: _Any) -> _Tensor | _Any:
    """1, 0 or -1 by the sign of each element."""

def sin(x: _Any) -> _Tensor | _Any:
    """`T.sin` of each element."""

def sinh(x: _Any) -> _Tensor | _Any:
    """`T.sinh` of each element."""

def slice_scatter(input_tensor: _Any, src: _Any, start: _Any, end: _Any, step: _Any, axis: _Any) -> _Tensor | _Any:
    """`input_tensor` with the slice `start:end:step` along an axis replaced by `src`; Python's meaning of negative and large numbers."""

def sort(data: _Any, axis: _Any = ..., is_ascend: _Any = ...) -> _Tensor | _Any:
    """The elements in order along an axis, the largest first unless `is_ascend`."""

def split(ary: _Any, indices_or_sections: _Any, axis: _Any = ...) -> _Any:
    """Parts along an axis: so many equal ones, or those that begin at the given indices."""

def sqrt(x: _Any) -> _Tensor | _Any:
    """`T.sqrt` of each element."""

def squeeze(a: _Any, axis: _Any = ...) -> _Tensor | _Any:
    """Without the axes of size 1, or those of them that `axis` names."""

def stack(tensors: _Any, axis: _Any = ...) -> _Tensor | _Any:
    """Tensors of one shape along a new axis."""

def strided_slice(a: _Any, begin: _Any, end: _Any, strides: _Any = ..., axes: _Any = ..., slice_mode: _Any = ..., assume_inbound: _Any = ...) -> _Tensor | _Any:
    """`a[begin:end:stride]` along each axis, or those in `axes`, with Python's meaning of negative numbers and of ends beyond the size.

    With `slice_mode="size"` `end` holds lengths, -1 for all that is left.  Symbolic begins and ends are taken to lie inside unless
    `assume_inbound` is False.
    """

def subtract(lhs: _Any, rhs: _Any) -> _Any:
    """lhs - rhs"""

def sum(data: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Tensor | _Any:
    """The sum."""

def take(a: _Any, indices: _Any, axis: _Any = ..., batch_dims: _Any = ..., mode: _Any = ...) -> _Tensor | _Any:
    """The elements, or the slices along `axis`, that `indices` name; without an axis `a` counts as flat.

    `mode` says what an index outside means: "clip" the nearest inside, "wrap" counting on from the other end, "nan" not a number,
    "fast" that there is none.
    """

def tan(x: _Any) -> _Tensor | _Any:
    """`T.tan` of each element."""

def tanh(x: _Any) -> _Tensor | _Any:
    """`T.tanh` of each element."""

def tensordot(a: _Any, b: _Any, axes: _Any) -> _Tensor | _Any:
    """The sum of products over axes of both: the last `axes` of `a` with the first of `b`, or those that two lists name."""

def tile(a: _Any, reps: _Any) -> _Tensor | _Any:
    """The whole tensor so many times along each axis; of `reps` and the shape the shorter is filled up with 1 in front."""

def topk(data: _Any, k: _Any = ..., axis: _Any = ..., ret_type: _Any = ..., is_ascend: _Any = ..., dtype: _Any = ...) -> _Any:
    """The first `k` in order along an axis: "values", their "indices", or "both" in a list; all when `k` is not positive."""

def transpose(a: _Any, axes: _Any = ...) -> _Tensor | _Any:
    """The axes in another order, by default reversed: axis `i` of the result is axis `axes[i]`."""

def trilu(data: _Any, k: _Any, upper: _Any) -> _Tensor | _Any:
    """The upper triangle of each matrix, or the lower one, from diagonal `k` on; 0 elsewhere."""

def trunc(x: _Any) -> _Tensor | _Any:
    """`T.trunc` of each element."""

def unravel_index(indices: _Any, shape: _Any) -> _Tensor | _Any:
    """The indices, along a new first axis, of the elements at flat positions in a tensor of that shape."""

def where(condition: _Any, x: _Any, y: _Any) -> _Tensor | _Any:
    """`x` where the condition holds, else `y`; tensors are broadcast, and either value may be a scalar."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
