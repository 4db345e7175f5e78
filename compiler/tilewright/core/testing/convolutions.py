"""Tensor expressions of convolutions and of what networks do with them, to tune and to schedule; each function gives its inputs and its output."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from tilewright.core.builder.reducers import sum as total
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import cast
from tilewright.core.te.operation import compute, placeholder, reduce_axis
from tilewright.core.te.prim_func import create_prim_func
from tilewright.core.te.tensor import Tensor
from tilewright.core.testing.workloads import batch_matmul_nkkm, norm_bmn, softmax_mn
from tilewright.core.topi.nn.activation import relu
from tilewright.core.topi.nn.padding import dilate, pad

Three = tuple[Tensor, Tensor, Tensor]


def _extent(size: int, kernel: int, stride: int, padding: int, dilation: int) -> int:
    """The number of places that a kernel has in a dimension."""
    return (size + 2 * padding - (kernel - 1) * dilation - 1) // stride + 1


def _padded(inputs: Tensor, padding: int, dimensions: int) -> Tensor:
    """Images with zeros around them: the dimensions follow the first one."""
    rest = len(inputs.shape) - 1 - dimensions
    around = [0, *[padding] * dimensions, *[0] * rest]
    return pad(inputs, around, around, name="PadInput")


def _channels_last(
    name: str,
    sizes: Sequence[int],
    axes: str,
    channels: tuple[int, int],
    kernel: tuple[int, int, int, int],
    groups: int,
    dtypes: tuple[str, str],
) -> Three:
    """A convolution over the dimensions of `sizes` after the first, which counts images; `kernel` is its size, stride, padding and dilation."""
    size, stride, padding, dilation = kernel
    read, made = channels
    count, own = len(sizes) - 1, read // groups
    inputs = placeholder((*sizes, read), dtypes[0], "inputs")
    weight = placeholder((*[size] * count, own, made), dtypes[0], "weight")
    around = _padded(inputs, padding, count)
    taps = [reduce_axis((0, size), f"r{axis}") for axis in axes]
    depth = reduce_axis((0, own), "rc")
    extents = [_extent(extent, size, stride, padding, dilation) for extent in sizes[1:]]

    def element(*index: Expr) -> Expr:
        image, places, channel = index[0], index[1:-1], index[-1]
        at = [place * stride + tap.var * dilation for place, tap in zip(places, taps)]
        value = around[(image, *at, channel // (made // groups) * own + depth.var)]
        factor = weight[(*taps, depth, channel)]
        return total(cast(value, dtypes[1]) * cast(factor, dtypes[1]), axis=[*taps, depth])

    loops = ("n", *axes, "co")
    return inputs, weight, compute((sizes[0], *extents, made), element, name=name, varargs_names=loops)


def conv1d_nlc(
    N: int,
    L: int,
    CI: int,
    CO: int,
    kernel_size: int,
    stride: int = 1,
    padding: int = 0,
    dilation: int = 1,
    groups: int = 1,
    in_dtype: str = "float32",
    out_dtype: str = "float32",
) -> Three:
    """A convolution of N sequences of length L with CI channels."""
    kernel = (kernel_size, stride, padding, dilation)
    return _channels_last("conv1d_nlc", (N, L), "l", (CI, CO), kernel, groups, (in_dtype, out_dtype))


def conv2d_nhwc(
    N: int,
    H: int,
    W: int,
    CI: int,
    CO: int,
    kernel_size: int,
    stride: int = 1,
    padding: int = 0,
    dilation: int = 1,
    groups: int = 1,
    in_dtype: str = "float32",
    out_dtype: str = "float32",
) -> Three:
    """A convolution of N images of H x W pixels with CI channels; the weights have shape (kernel, kernel, CI // groups, CO)."""
    kernel = (kernel_size, stride, padding, dilation)
    return _channels_last("conv2d_nhwc", (N, H, W), "hw", (CI, CO), kernel, groups, (in_dtype, out_dtype))


def conv3d_ndhwc(
    N: int,
    D: int,
    H: int,
    W: int,
    CI: int,
    CO: int,
    kernel_size: int,
    stride: int = 1,
    padding: int = 0,
    dilation: int = 1,
    groups: int = 1,
    in_dtype: str = "float32",
    out_dtype: str = "float32",
) -> Three:
    """A convolution of N volumes of D x H x W points with CI channels."""
    kernel = (kernel_size, stride, padding, dilation)
    return _channels_last("conv3d_ndhwc", (N, D, H, W), "dhw", (CI, CO), kernel, groups, (in_dtype, out_dtype))


def depthwise_conv2d_nhwc(
    N: int,
    H: int,
    W: int,
    C: int,
    kernel_size: int,
    stride: int = 1,
    padding: int = 0,
    dilation: int = 1,
    factor: int = 1,
    in_dtype: str = "float32",
    out_dtype: str = "float32",
) -> Three:
    """A convolution of each of C channels for itself, which gives `factor` channels for it."""
    inputs = placeholder((N, H, W, C), in_dtype, "placeholder")
    weight = placeholder((factor, kernel_size, kernel_size, C), in_dtype, "placeholder")
    around = _padded(inputs, padding, 2)
    rows, columns = (_extent(size, kernel_size, stride, padding, dilation) for size in (H, W))
    rh, rw = (reduce_axis((0, kernel_size), name) for name in ("rh", "rw"))

    def element(n: Expr, h: Expr, w: Expr, c: Expr) -> Expr:
        value = around[n, h * stride + rh.var * dilation, w * stride + rw.var * dilation, c // factor]
        return total(cast(value, out_dtype) * cast(weight[c % factor, rh, rw, c // factor], out_dtype), axis=[rh, rw])

    return inputs, weight, compute((N, rows, columns, C * factor), element, name="depth_conv2d_nhwc")


def conv2d_transpose_nhwc(
    N: int,
    H: int,
    W: int,
    CI: int,
    CO: int,
    kernel_size: int,
    stride: int = 1,
    padding: int = 0,
    in_dtype: str = "float32",
    out_dtype: str = "float32",
) -> Three:
    """The transpose of a convolution: each pixel adds to those under the kernel."""
    inputs = placeholder((N, H, W, CI), in_dtype, "inputs")
    weight = placeholder((kernel_size, kernel_size, CI, CO), in_dtype, "weight")
    apart = dilate(inputs, (1, stride, stride, 1), name="DilatedInput")
    around = _padded(apart, kernel_size - 1 - padding, 2)
    rh, rw, rc = (reduce_axis((0, size), name) for size, name in ((kernel_size, "rh"), (kernel_size, "rw"), (CI, "rc")))

    def element(n: Expr, h: Expr, w: Expr, co: Expr) -> Expr:
        value = around[n, h + rh.var, w + rw.var, rc]
        flipped = weight[kernel_size - 1 - rh.var, kernel_size - 1 - rw.var, rc, co]
        return total(cast(value, out_dtype) * cast(flipped, out_dtype), axis=[rh, rw, rc])

    rows, columns = ((size - 1) * stride + kernel_size - 2 * padding for size in (H, W))
    return inputs, weight, compute((N, rows, columns, CO), element, name="conv2d_transpose_nhwc")


def conv2d_capsule_nhwijc(
    N: int,
    H: int,
    W: int,
    CI: int,
    CO: int,
    kernel_size: int,
    stride: int = 1,
    padding: int = 0,
    capsule_size: int = 4,
    in_dtype: str = "float32",
    out_dtype: str = "float32",
) -> Three:
    """A convolution of images whose pixels are square matrices."""
    inputs = placeholder((N, H, W, capsule_size, capsule_size, CI), in_dtype, "inputs")
    weight = placeholder((kernel_size, kernel_size, capsule_size, capsule_size, CI, CO), in_dtype, "weight")
    around = _padded(inputs, padding, 2)
    rows, columns = (_extent(size, kernel_size, stride, padding, 1) for size in (H, W))
    rh, rw = (reduce_axis((0, kernel_size), name) for name in ("rh", "rw"))
    inner, rc = reduce_axis((0, capsule_size), "cap_k"), reduce_axis((0, CI), "rc")

    def element(n: Expr, h: Expr, w: Expr, i: Expr, j: Expr, co: Expr) -> Expr:
        value = around[n, h * stride + rh.var, w * stride + rw.var, i, inner, rc]
        factor = weight[rh, rw, inner, j, rc, co]
        return total(cast(value, out_dtype) * cast(factor, out_dtype), axis=[rh, rw, inner, rc])

    shape = (N, rows, columns, capsule_size, capsule_size, CO)
    return inputs, weight, compute(shape, element, name="conv2d_capsule_nhwijc")


def conv2d_nhwc_bn_relu(
    N: int,
    H: int,
    W: int,
    CI: int,
    CO: int,
    kernel_size: int,
    strides: int,
    padding: int,
    dilation: int = 1,
    in_dtype: str = "float32",
    out_dtype: str = "float32",
) -> tuple[Tensor, ...]:
    """A convolution, a bias, a scale and an offset for each channel, and what is negative set to 0."""
    data, kernel, summed = conv2d_nhwc(N, H, W, CI, CO, kernel_size, strides, padding, dilation, 1, in_dtype, out_dtype)
    return _normalized(
        data, kernel, summed, [placeholder((CO,), out_dtype, name) for name in ("bias", "bn_scale", "bn_offset")], -1
    )


def _normalized(data: Tensor, kernel: Tensor, summed: Tensor, parameters: list[Tensor], at: int) -> tuple[Tensor, ...]:
    """The bias added, multiplied and shifted by the channel, which is dimension `at`, then without what is negative."""
    bias, scale, offset = parameters
    result = _by_channel("bias_add", summed, bias, at, lambda value, given: value + given)
    result = _by_channel("bn_mul", result, scale, at, lambda value, given: value * given)
    result = _by_channel("bn_add", result, offset, at, lambda value, given: value + given)
    return data, kernel, *parameters, relu(result)


def _by_channel(name: str, source: Tensor, parameter: Tensor, at: int, combine: Callable[[Expr, Expr], Expr]) -> Tensor:
    one = (0,) * (len(parameter.shape) - 1)
    return compute(source.shape, lambda *index: combine(source[index], parameter[(index[at], *one)]), name=name)


def conv2d_nchw(
    n: int,
    h: int,
    w: int,
    ci: int,
    co: int,
    kh: int,
    kw: int,
    stride: int,
    padding: int,
    dilation: int = 1,
    in_dtype: str = "float32",
    out_dtype: str = "float32",
) -> Three:
    """A convolution of images whose channels come first."""
    data = placeholder((n, ci, h, w), in_dtype, "X")
    kernel = placeholder((co, ci, kh, kw), in_dtype, "W")
    around = pad(data, [0, 0, padding, padding], [0, 0, padding, padding], name="pad_temp")
    rc, ry, rx = (reduce_axis((0, size), name) for size, name in ((ci, "rc"), (kh, "ry"), (kw, "rx")))

    def element(image: Expr, channel: Expr, y: Expr, x: Expr) -> Expr:
        value = around[image, rc, y * stride + ry.var * dilation, x * stride + rx.var * dilation]
        return total(cast(value, out_dtype) * cast(kernel[channel, rc, ry, rx], out_dtype), axis=[rc, ry, rx])

    rows, columns = (_extent(size, taps, stride, padding, dilation) for size, taps in ((h, kh), (w, kw)))
    return data, kernel, compute((n, co, rows, columns), element, name="conv2d_nchw")


def conv2d_nchw_bias_bn_relu(
    n: int,
    h: int,
    w: int,
    ci: int,
    co: int,
    kh: int,
    kw: int,
    stride: int,
    padding: int,
    dilation: int = 1,
    in_dtype: str = "float32",
    out_dtype: str = "float32",
) -> tuple[Tensor, ...]:
    """`conv2d_nhwc_bn_relu` of images whose channels come first."""
    data, kernel, summed = conv2d_nchw(n, h, w, ci, co, kh, kw, stride, padding, dilation, in_dtype, out_dtype)
    names = ("bias", "bn_scale", "bn_offset")
    return _normalized(data, kernel, summed, [placeholder((co, 1, 1), out_dtype, name) for name in names], 1)


def transpose_batch_matmul(
    batch: int, seq_len: int, n_head: int, n_dim: int, in_dtype: str = "float32", out_dtype: str = "float32"
) -> Three:
    """The scores of attention: queries times keys, by head."""
    query = placeholder((batch, seq_len, n_head, n_dim), in_dtype, "query")
    value = placeholder((batch, seq_len, n_head, n_dim), in_dtype, "value")
    shape = (batch, n_head, seq_len, n_dim)
    rows = compute(shape, lambda b, h, i, d: query[b, i, h, d], name="query_T")
    columns = compute((batch, n_head, n_dim, seq_len), lambda b, h, d, j: value[b, j, h, d], name="value_T")
    k = reduce_axis((0, n_dim), "k")

    def element(b: Expr, h: Expr, i: Expr, j: Expr) -> Expr:
        return total(cast(rows[b, h, i, k], out_dtype) * cast(columns[b, h, k, j], out_dtype), axis=[k])

    return query, value, compute((batch, n_head, seq_len, seq_len), element, name="C")


_Sizes = Sequence[tuple[int, ...]]
CONFIGS: Mapping[str, tuple[Callable[..., tuple[Tensor, ...]], _Sizes]] = MappingProxyType(
    {
        "C1D": (conv1d_nlc, ((1, 256, 64, 128, 3, 2, 1), (1, 128, 128, 256, 1, 2, 0), (1, 64, 256, 256, 5, 1, 2), (1, 32, 512, 512, 3, 1, 1))),
        "C2D": (conv2d_nhwc, ((1, 224, 224, 3, 64, 7, 2, 3), (1, 56, 56, 64, 64, 1, 1, 0), (1, 14, 14, 256, 256, 3, 1, 1), (1, 7, 7, 512, 512, 3, 1, 1))),
        "C3D": (conv3d_ndhwc, ((1, 16, 224, 224, 3, 64, 7, 2, 3), (1, 16, 56, 56, 64, 64, 1, 1, 0), (1, 16, 14, 14, 256, 256, 3, 1, 1), (1, 16, 7, 7, 512, 512, 3, 1, 1))),
        "GMM": (batch_matmul_nkkm, ((1, 128, 128, 128), (1, 512, 32, 512), (1, 512, 512, 512), (1, 1024, 1024, 1024))),
        "GRP": (conv2d_nhwc, ((1, 56, 56, 64, 128, 3, 2, 1, 1, 4), (1, 56, 56, 64, 64, 1, 1, 0, 1, 4), (1, 14, 14, 256, 256, 3, 1, 1, 1, 4), (1, 7, 7, 512, 512, 3, 1, 1, 1, 4))),
        "DIL": (conv2d_nhwc, ((1, 224, 224, 3, 64, 7, 2, 3, 2), (1, 56, 56, 64, 64, 1, 1, 0, 2), (1, 14, 14, 256, 256, 3, 1, 1, 2), (1, 7, 7, 512, 512, 3, 1, 1, 2))),
        "DEP": (depthwise_conv2d_nhwc, ((1, 112, 112, 32, 3, 1, 1), (1, 112, 112, 64, 3, 2, 1), (1, 14, 14, 512, 3, 2, 1), (1, 7, 7, 1024, 3, 1, 1))),
        "T2D": (conv2d_transpose_nhwc, ((1, 4, 4, 512, 256, 4, 2, 1), (1, 8, 8, 256, 128, 4, 2, 1), (1, 16, 16, 128, 64, 4, 2, 1), (1, 32, 32, 64, 3, 4, 2, 1))),
        "CAP": (conv2d_capsule_nhwijc, ((1, 16, 16, 32, 32, 3, 2, 1), (1, 8, 8, 32, 32, 3, 1, 1), (1, 16, 16, 8, 16, 3, 2, 1), (1, 8, 8, 16, 16, 3, 1, 1))),
        "NRM": (norm_bmn, ((1, 256, 256), (1, 512, 512), (1, 1024, 1024), (1, 4096, 1024))),
        "SFM": (softmax_mn, ((256, 256), (512, 512), (1024, 1024), (2048, 2048))),
        "CBR": (conv2d_nhwc_bn_relu, ((1, 224, 224, 3, 64, 7, 2, 3), (1, 56, 56, 64, 128, 3, 2, 1), (1, 28, 28, 128, 256, 1, 2, 0), (1, 7, 7, 512, 512, 3, 1, 1))),
        "TBG": (transpose_batch_matmul, ((1, 128, 12, 64), (1, 128, 16, 64), (1, 64, 12, 128), (1, 128, 12, 128))),
    }
)  # fmt: skip
"""Kernels of networks by short names, each with four choices of sizes."""


def create_te_workload(name: str, idx: int) -> PrimFunc:
    """The kernel of that name in `CONFIGS`, with its sizes number `idx`."""
    if name not in CONFIGS:
        raise ValueError(f"there is no workload called {name!r}; there are {', '.join(CONFIGS)}")
    made, sizes = CONFIGS[name]
    return create_prim_func(list(made(*sizes[idx])))
