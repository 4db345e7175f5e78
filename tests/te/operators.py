"""Every operator of the library on small arrays: the inputs, the tensor it makes of them, and what numpy makes of them.

Rows of one table; `tests/te/test_topi.py` builds each and compares.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from tilewright import te, tir, topi
from tilewright.topi import nn

_RANDOM = np.random.default_rng(7)
F = _RANDOM.uniform(-2, 2, (2, 3, 4)).astype("float32")
G = _RANDOM.uniform(0.1, 0.9, (3, 1)).astype("float32")
POSITIVE = np.abs(F) + np.float32(1.0)
UNIT = (F / 3).astype("float32")
INTEGERS = _RANDOM.integers(1, 9, (2, 3, 4)).astype("int32")
DIVISORS = _RANDOM.integers(1, 4, (3, 1)).astype("int32")
B = F > 0
M = _RANDOM.uniform(-1, 1, (4, 6)).astype("float32")
N = _RANDOM.uniform(-1, 1, (6, 5)).astype("float32")
V = _RANDOM.uniform(-1, 1, (6,)).astype("float32")
IMAGE = _RANDOM.uniform(-1, 1, (1, 4, 6, 6)).astype("float32")
PICK = np.array([3, 0, 2], "int32")


@dataclass(frozen=True)
class Row:
    """`made(*placeholders)` is compared with `expected(*inputs)`."""

    name: str
    made: Callable[..., Any]
    expected: Callable[..., Any]
    inputs: tuple[np.ndarray, ...]


def _unary(name: str, expected: Callable[..., Any], data: np.ndarray = F) -> Row:
    return Row(name, getattr(topi, name), expected, (data,))


def _binary(name: str, expected: Callable[..., Any], a: np.ndarray = F, b: np.ndarray = G) -> Row:
    return Row(name, getattr(topi, name), expected, (a, b))


_erf = np.vectorize(math.erf, otypes=["float32"])

ELEMENTWISE = (
    _unary("abs", np.abs),
    Row("abs of integers", lambda x: topi.abs(topi.negative(x)), np.abs, (INTEGERS,)),
    _unary("acos", np.arccos, UNIT),
    _unary("fast_exp", np.exp),
    Row("fast_exp of integers", topi.fast_exp, np.exp, (INTEGERS,)),
    _unary("fast_erf", _erf),
    _unary("fast_tanh", np.tanh),
    _unary("acosh", np.arccosh, POSITIVE),
    _unary("asin", np.arcsin, UNIT),
    _unary("asinh", np.arcsinh),
    _unary("atan", np.arctan),
    _unary("atanh", np.arctanh, UNIT),
    _unary("bitwise_not", np.invert, INTEGERS),
    _unary("ceil", np.ceil),
    _unary("cos", np.cos),
    _unary("cosh", np.cosh),
    _unary("erf", _erf),
    _unary("exp", np.exp),
    _unary("floor", np.floor),
    _unary("identity", np.copy),
    _unary("isfinite", np.isfinite),
    _unary("isinf", np.isinf, np.array([np.inf, -np.inf, np.nan, 1], "float32")),
    _unary("isnan", np.isnan, np.array([np.inf, -np.inf, np.nan, 1], "float32")),
    _unary("log", np.log, POSITIVE),
    _unary("log10", np.log10, POSITIVE),
    _unary("log2", np.log2, POSITIVE),
    _unary("logical_not", np.logical_not, B),
    _unary("negative", np.negative),
    _unary("round", np.round),
    _unary("rsqrt", lambda x: 1 / np.sqrt(x), POSITIVE),
    _unary("sigmoid", lambda x: 1 / (1 + np.exp(-x))),
    _unary("sign", np.sign),
    _unary("sin", np.sin),
    _unary("sinh", np.sinh),
    _unary("sqrt", np.sqrt, POSITIVE),
    _unary("tan", np.tan),
    _unary("tanh", np.tanh),
    _unary("trunc", np.trunc),
    Row("cast", lambda x: topi.cast(x, "int32"), lambda x: x.astype("int32"), (F,)),
    Row("reinterpret", lambda x: topi.reinterpret(x, "int32"), lambda x: x.view("int32"), (F,)),
    Row("clip", lambda x: topi.clip(x, -1.0, 1), lambda x: np.clip(x, -1, 1), (F,)),
    Row("elemwise_sum", lambda x: topi.elemwise_sum([x, x, x]), lambda x: 3 * x, (F,)),
)

BROADCAST = (
    _binary("add", np.add),
    _binary("atan2", np.arctan2),
    _binary("bitwise_and", np.bitwise_and, INTEGERS, DIVISORS),
    _binary("bitwise_or", np.bitwise_or, INTEGERS, DIVISORS),
    _binary("bitwise_xor", np.bitwise_xor, INTEGERS, DIVISORS),
    _binary("divide", np.divide),
    _binary("equal", np.equal, INTEGERS, DIVISORS),
    _binary("floor_divide", np.floor_divide, INTEGERS, DIVISORS),
    Row("floor_divide of floats", topi.floor_divide, np.floor_divide, (F, G)),
    _binary("floor_mod", np.mod),
    Row(
        "floor_mod of integers",
        lambda x, y: topi.floor_mod(topi.negative(x), y),
        lambda x, y: -x % y,
        (INTEGERS, DIVISORS),
    ),
    _binary("greater", np.greater),
    _binary("greater_equal", np.greater_equal, INTEGERS, DIVISORS),
    _binary("left_shift", np.left_shift, INTEGERS, DIVISORS),
    _binary("less", np.less),
    _binary("less_equal", np.less_equal, INTEGERS, DIVISORS),
    _binary("log_add_exp", np.logaddexp),
    _binary("logical_and", np.logical_and, B, ~B[0]),
    _binary("logical_or", np.logical_or, B, ~B[0]),
    _binary("logical_xor", np.logical_xor, B, B[0]),
    _binary("maximum", np.maximum),
    _binary("minimum", np.minimum),
    _binary("mod", np.fmod),
    _binary("multiply", np.multiply),
    _binary("not_equal", np.not_equal, INTEGERS, DIVISORS),
    _binary("power", np.power, POSITIVE, G),
    _binary("right_shift", np.right_shift, INTEGERS, DIVISORS),
    _binary("subtract", np.subtract),
    Row("a number on the left", lambda x: topi.subtract(1.0, x), lambda x: 1 - x, (F,)),
    Row("a number on the right", lambda x: topi.add(x, 1), lambda x: x + 1, (F,)),
    Row("operators", lambda x, y: -(x + y) * 2.0 - x / y, lambda x, y: -(x + y) * 2 - x / y, (F, G)),
    Row("broadcast_to", lambda x: topi.broadcast_to(x, (2, 3, 4)), lambda x: np.broadcast_to(x, (2, 3, 4)), (G,)),
    Row("where", topi.where, np.where, (B, F, G)),
    Row("where of a number", topi.where, lambda c, x, y: np.where(c != 0, x, y), (INTEGERS - 4, F, G)),
)

REDUCTION = (
    Row("sum", lambda x: topi.sum(x, 1), lambda x: x.sum(1), (F,)),
    Row("sum of all", topi.sum, np.sum, (F,)),
    Row("sum, kept", lambda x: topi.sum(x, (0, -1), True), lambda x: x.sum((0, 2), keepdims=True), (F,)),
    Row("prod", lambda x: topi.prod(x, 2), lambda x: x.prod(2), (F,)),
    Row("max", lambda x: topi.max(x, 0), lambda x: x.max(0), (F,)),
    Row("min", lambda x: topi.min(x, [0, 1]), lambda x: x.min((0, 1)), (INTEGERS,)),
    Row("all", lambda x: topi.all(x, 0), lambda x: x.all(0), (B,)),
    Row("any", lambda x: topi.any(x, 0), lambda x: x.any(0), (B,)),
    Row("argmax", lambda x: topi.argmax(x, 1), lambda x: x.argmax(1), (F,)),
    Row("argmax of equals", lambda x: topi.argmax(x, 0), lambda x: x.argmax(0), (INTEGERS // 4,)),
    Row(
        "argmax, the last", lambda x: topi.argmax(x, 0, False, True), lambda x: 1 - x[::-1].argmax(0), (INTEGERS // 4,)
    ),
    Row("argmin", lambda x: topi.argmin(x, -1, True), lambda x: x.argmin(-1)[..., None], (F,)),
    Row("argmin of all", topi.argmin, np.argmin, (F,)),
    Row("collapse_sum", lambda x: topi.collapse_sum(x, (3, 1)), lambda x: x.sum((0, 2))[:, None], (F,)),
)


def _mask(x: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    return np.where(np.arange(x.shape[0])[:, None] < lengths, x, np.float32(-1))


def _diagonal(x: np.ndarray, values: np.ndarray) -> np.ndarray:
    made = x.copy()
    np.fill_diagonal(made, values)
    return made


TRANSFORM = (
    Row("reshape", lambda x: topi.reshape(x, (4, 6)), lambda x: x.reshape(4, 6), (F,)),
    Row("reshape to what is left", lambda x: topi.reshape(x, (-1, 2)), lambda x: x.reshape(-1, 2), (F,)),
    Row("transpose", topi.transpose, np.transpose, (F,)),
    Row("transpose by axes", lambda x: topi.transpose(x, (1, -1, 0)), lambda x: x.transpose(1, 2, 0), (F,)),
    Row("expand_dims", lambda x: topi.expand_dims(x, 1, 2), lambda x: x[:, None, None], (F,)),
    Row("expand_dims from the end", lambda x: topi.expand_dims(x, -1), lambda x: x[..., None], (F,)),
    Row("squeeze", topi.squeeze, np.squeeze, (G,)),
    Row("squeeze an axis", lambda x: topi.squeeze(x, [1]), lambda x: x[:, 0], (G,)),
    Row(
        "concatenate",
        lambda x, y: topi.concatenate([x, y, x], 1),
        lambda x, y: np.concatenate([x, y, x], 1),
        (F, POSITIVE),
    ),
    Row("stack", lambda x, y: topi.stack([x, y], 1), lambda x, y: np.stack([x, y], 1), (F, POSITIVE)),
    Row("split", lambda x: topi.split(x, 2, 1), lambda x: np.split(x, 2, 1), (M,)),
    Row("split at", lambda x: topi.split(x, [1, 3], -1), lambda x: np.split(x, [1, 3], -1), (M,)),
    Row("flip", lambda x: topi.flip(x, 1), lambda x: x[:, ::-1], (F,)),
    Row("repeat", lambda x: topi.repeat(x, 2, 1), lambda x: x.repeat(2, 1), (F,)),
    Row("tile", lambda x: topi.tile(x, (2, 1, 3)), lambda x: np.tile(x, (2, 1, 3)), (M,)),
    Row("one_hot", lambda x: topi.one_hot(x, 1.0, 0.0, 4, -1, "float32"), lambda x: np.eye(4)[x], (PICK,)),
    Row("trilu, upper", lambda x: topi.trilu(x, 1, True), lambda x: np.triu(x, 1), (M,)),
    Row("trilu, lower", lambda x: topi.trilu(x, tir.const(0), False), np.tril, (M,)),
    Row("meshgrid", lambda x, y: topi.meshgrid([x, y], "ij"), lambda x, y: np.meshgrid(x, y, indexing="ij"), (V, PICK)),
    Row("meshgrid, xy", lambda x, y: topi.meshgrid([x, y], "xy"), np.meshgrid, (V, PICK)),
    Row("sequence_mask", lambda x, n: topi.sequence_mask(x, n, -1), _mask, (M, np.array([0, 1, 2, 3, 4, 2], "int32"))),
    Row("shape", topi.shape, np.shape, (F,)),
    Row("matrix_set_diag", topi.matrix_set_diag, _diagonal, (M, V[:4].copy())),
)

SLICING = (
    Row("strided_slice", lambda x: topi.strided_slice(x, [0, 1], [2, 3, 4], [1, 1]), lambda x: x[:2, 1:3], (F,)),
    Row("strided_slice back", lambda x: topi.strided_slice(x, [5], [0], [-2], axes=[1]), lambda x: x[:, 5:0:-2], (M,)),
    Row("strided_slice from the end", lambda x: topi.strided_slice(x, [-2], [99]), lambda x: x[-2:], (M,)),
    Row(
        "strided_slice by size",
        lambda x: topi.strided_slice(x, [1, 2], [2, -1], slice_mode="size"),
        lambda x: x[1:3, 2:],
        (M,),
    ),
    Row(
        "reverse_sequence",
        lambda x, n: topi.reverse_sequence(x, n, seq_axis=1, batch_axis=0),
        lambda x, n: np.stack([np.concatenate([row[:k][::-1], row[k:]]) for row, k in zip(x, n)]),
        (M, np.arange(len(M), dtype="int32") % (M.shape[1] + 1)),
    ),
    Row("take", lambda x, i: topi.take(x, i, 0), lambda x, i: x[i], (M, PICK)),
    Row("take, flat", topi.take, np.take, (M, PICK + 7)),
    Row("take along the last", lambda x, i: topi.take(x, i, -1), lambda x, i: x[:, i], (M, PICK)),
    Row(
        "take, clipped",
        lambda x, i: topi.take(x, i, 1, mode="clip"),
        lambda x, i: x.take(i, 1, mode="clip"),
        (M, PICK * 3 - 2),
    ),
    Row(
        "take, wrapped",
        lambda x, i: topi.take(x, i, 1, mode="wrap"),
        lambda x, i: x.take(i, 1, mode="wrap"),
        (M, PICK * 3 - 2),
    ),
    Row(
        "take, else nan",
        lambda x, i: topi.take(x, i, 0, mode="nan"),
        lambda x, i: np.where((i >= -4) & (i < 4), x[i % 4].T, np.nan).T,
        (M, PICK * 2 - 1),
    ),
    Row(
        "take by batch",
        lambda x, i: topi.take(x, i, 1, batch_dims=1),
        lambda x, i: np.take_along_axis(x, i, 1),
        (M, np.array([[0, 5], [1, 4], [2, 3], [5, 5]], "int32")),
    ),
    Row(
        "gather",
        lambda x, i: topi.gather(x, 1, i),
        lambda x, i: np.take_along_axis(x, i, 1),
        (M, np.array([[0, 5], [1, 4], [2, 3], [5, 5]], "int32")),
    ),
    Row("gather_nd", topi.gather_nd, lambda x, i: x[i[0], i[1]], (F, np.array([[0, 1, 1], [2, 0, 1]], "int32"))),
    Row(
        "unravel_index",
        topi.unravel_index,
        lambda i, shape: np.stack(np.unravel_index(i, shape)),
        (PICK, np.array([2, 2], "int32")),
    ),
)


def _scattered(x: np.ndarray, i: np.ndarray, new: np.ndarray) -> np.ndarray:
    made = x.copy()
    np.put_along_axis(made, i, new, 1)
    return made


def _scattered_sum(x: np.ndarray, i: np.ndarray, new: np.ndarray) -> np.ndarray:
    made = x.copy()
    np.add.at(made, (i, np.arange(2)), new)
    return made


PLACES = np.array([[0, -1], [1, 4], [2, 3], [5, 4]], "int32")

SCANS = (
    Row("cumsum", lambda x: topi.cumsum(x, 1), lambda x: x.cumsum(1), (F,)),
    Row("cumsum of all", topi.cumsum, np.cumsum, (F,)),
    Row("cumsum, wider", lambda x: topi.cumsum(x, -1, "int64"), lambda x: x.cumsum(-1), (INTEGERS,)),
    Row("cumsum before", lambda x: topi.cumsum(x, 0, exclusive=True), lambda x: x.cumsum(0) - x, (M,)),
    Row("cumprod", lambda x: topi.cumprod(x, 0), lambda x: x.cumprod(0), (M,)),
    Row("scanop", lambda x: topi.scanop(x, te.max, 0, "cummax", 1), lambda x: np.maximum.accumulate(x, 1), (M,)),
    Row(
        "scatter_elements", lambda x, i, u: topi.scatter_elements(x, i, u, 1), _scattered, (M, PLACES, M[:, :2].copy())
    ),
    Row(
        "scatter_elements, adding",
        lambda x, i, u: topi.scatter_elements(x, i, u, 0, "add"),
        _scattered_sum,
        (M, PLACES % 4, N[:4, :2].copy()),
    ),
)

CREATION = (
    Row("full", lambda: topi.full((2, 3), "float32", 1.5), lambda: np.full((2, 3), 1.5), ()),
    Row("full_like", lambda x: topi.full_like(x, 2), lambda x: np.full_like(x, 2), (F,)),
    Row("arange", lambda: topi.arange(1, 10, 2, "int32"), lambda: np.arange(1, 10, 2), ()),
    Row("arange of floats", lambda: topi.arange(5), lambda: np.arange(5.0), ()),
    Row("arange downwards", lambda: topi.arange(5, 0, -2, "int64"), lambda: np.arange(5, 0, -2), ()),
    Row("eye", lambda: topi.eye(3, 4, 1), lambda: np.eye(3, 4, 1), ()),
)

LINEAR = (
    Row("topi.matmul", topi.matmul, np.matmul, (M, N)),
    Row(
        "topi.matmul, transposed",
        lambda x, y: topi.matmul(x, y, True, True),
        lambda x, y: x.T @ y.T,
        (M, N[:, :4].copy()),
    ),
    Row("tensordot", lambda x, y: topi.tensordot(x, y, 1), lambda x, y: np.tensordot(x, y, 1), (M, N)),
    Row(
        "tensordot by axes",
        lambda x, y: topi.tensordot(x, y, ((0, 2), (1, 0))),
        lambda x, y: np.tensordot(x, y, ((0, 2), (1, 0))),
        (F, F[:, :2, 0].repeat(2, 0)),
    ),
    Row("einsum", lambda x, y: topi.einsum("ij,jk->ki", x, y), lambda x, y: np.einsum("ij,jk->ki", x, y), (M, N)),
    Row("einsum, trace", lambda x: topi.einsum("ii", x), np.trace, (M[:, :4].copy(),)),
    Row("nn.matmul", nn.matmul, np.matmul, (M, N)),
    Row("nn.matmul of stacks", nn.matmul, np.matmul, (F, _RANDOM.random((1, 4, 5), "float32"))),
    Row("nn.matmul with bias", nn.matmul, lambda x, y, b: x @ y + b, (M, N, V[:5].copy())),
    Row(
        "nn.matmul, wider",
        lambda x, y: nn.matmul(x, y, out_dtype="float64", transpose_a=True),
        lambda x, y: x.T.astype("float64") @ y,
        (M, M),
    ),
    Row("dense", nn.dense, lambda x, w: x @ w.T, (M, M[:3].copy())),
    Row("batch_matmul", nn.batch_matmul, lambda x, y: x @ y.transpose(0, 2, 1), (F, F)),
    Row("batch_matmul with one", nn.batch_matmul, lambda x, y: x @ y.transpose(0, 2, 1), (F, F[:1].copy())),
)


def _softmax(x: np.ndarray, axis: int = -1) -> np.ndarray:
    power = np.exp(x - x.max(axis, keepdims=True))
    return power / power.sum(axis, keepdims=True)


def _windows(x: np.ndarray, size: tuple[int, ...], stride: int = 1) -> np.ndarray:
    seen = np.lib.stride_tricks.sliding_window_view(x, size, axis=tuple(range(x.ndim - len(size), x.ndim)))
    return seen[(..., *[slice(None, None, stride)] * len(size), *[slice(None)] * len(size))]


def _padded(x: np.ndarray, by: int = 1, value: float = 0) -> np.ndarray:
    return np.pad(x, [(0, 0), (0, 0), *[(by, by)] * (x.ndim - 2)], constant_values=value)


def _conv(x: np.ndarray, w: np.ndarray, stride: int = 1) -> np.ndarray:
    letters = "hw"[: x.ndim - 2]
    return np.einsum(
        f"nc{letters.upper()}{letters},oc{letters}->no{letters.upper()}", _windows(_padded(x), w.shape[2:], stride), w
    )


def _grouped(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    return np.concatenate([_conv(x[:, :2], w[:3]), _conv(x[:, 2:], w[3:])], 1)


def _mean_inside(x: np.ndarray) -> np.ndarray:
    count = _windows(_padded(np.ones_like(x)), (3, 3), 2).sum((-1, -2))
    return _windows(_padded(x), (3, 3), 2).sum((-1, -2)) / count


def _normalized(x: np.ndarray, axis: Any) -> np.ndarray:
    return (x - x.mean(axis, keepdims=True)) / np.sqrt(x.var(axis, keepdims=True) + 1e-5)


def _group_norm(x: np.ndarray, g: np.ndarray, b: np.ndarray) -> np.ndarray:
    parts = _normalized(x.reshape(1, 2, 2, 6, 6), (2, 3, 4)).reshape(x.shape)
    return parts * g[:, None, None] + b[:, None, None]


def _adaptive(x: np.ndarray, size: int) -> np.ndarray:
    ends = [(at * 6 // size, -(-(at + 1) * 6 // size)) for at in range(size)]
    return np.stack([np.stack([x[..., a:b, c:d].mean((-1, -2)) for c, d in ends], -1) for a, b in ends], -2)


KERNEL = _RANDOM.uniform(-1, 1, (3, 4, 3, 3)).astype("float32")
CHANNELS = V[:4].copy()

NETWORK = (
    Row("relu", nn.relu, lambda x: np.maximum(x, 0), (F,)),
    Row("leaky_relu", lambda x: nn.leaky_relu(x, 0.1), lambda x: np.where(x > 0, x, x * 0.1), (F,)),
    Row("prelu", nn.prelu, lambda x, s: np.where(x > 0, x, x * s), (M, V)),
    Row("softplus", nn.softplus, lambda x: np.log1p(np.exp(x)), (F,)),
    Row("softmax", nn.softmax, _softmax, (F,)),
    Row("softmax along the middle", lambda x: nn.softmax(x, 1), lambda x: _softmax(x, 1), (F,)),
    Row("fast_softmax", nn.fast_softmax, _softmax, (F,)),
    Row("log_softmax", nn.log_softmax, lambda x: np.log(_softmax(x)), (M,)),
    *(
        Row(
            name,
            lambda x, pad=pad: pad(x, (1, 2), (1, 0)),
            lambda x, mode=mode: np.pad(x, ((1, 1), (2, 0)), mode=mode),
            (M,),
        )
        for name, pad, mode in (
            ("replicate_pad", nn.replicate_pad, "edge"),
            ("reflect_pad", nn.reflect_pad, "reflect"),
            ("mirror_pad", nn.mirror_pad, "symmetric"),
            ("mirror_pad, reflecting", partial(nn.mirror_pad, mode="REFLECT"), "reflect"),
            ("circular_pad", nn.circular_pad, "wrap"),
        )
    ),
    Row("pad", lambda x: nn.pad(x, (1, 2), (1, 0), 3), lambda x: np.pad(x, ((1, 1), (2, 0)), constant_values=3), (M,)),
    Row("upsampling", lambda x: nn.upsampling(x, 2, 3), lambda x: x.repeat(2, 2).repeat(3, 3), (IMAGE,)),
    Row(
        "upsampling3d",
        lambda x: nn.upsampling3d(x, 2, 1, 3, coordinate_transformation_mode="asymmetric"),
        lambda x: x.repeat(2, 2).repeat(3, 4),
        (IMAGE[None],),
    ),
    Row("dilate", lambda x: nn.dilate(x, (2, 1)), lambda x: np.insert(x, [1, 2, 3], 0, 0), (M,)),
    Row("flatten", nn.flatten, lambda x: x.reshape(2, 12), (F,)),
    Row(
        "max pooling",
        lambda x: nn.pool2d(x, (2, 2), (2, 2), (1, 1), (0, 0, 0, 0), "max"),
        lambda x: _windows(x, (2, 2), 2).max((-1, -2)),
        (IMAGE,),
    ),
    Row(
        "max pooling of padded data",
        lambda x: nn.pool2d(x, (3, 3), (2, 2), (1, 1), (1, 1, 1, 1), "max"),
        lambda x: _windows(_padded(x, 1, -np.inf), (3, 3), 2).max((-1, -2)),
        (IMAGE,),
    ),
    Row(
        "max pooling of dilated windows",
        lambda x: nn.pool2d(x, 2, 1, 2, 0, "max"),
        lambda x: _windows(x, (3, 3))[..., ::2, ::2].max((-1, -2)),
        (IMAGE,),
    ),
    Row(
        "mean pooling",
        lambda x: nn.pool2d(x, (3, 3), (2, 2), (1, 1), (1, 1, 1, 1), "avg"),
        lambda x: _windows(_padded(x), (3, 3), 2).mean((-1, -2)),
        (IMAGE,),
    ),
    Row(
        "mean pooling without the padding",
        lambda x: nn.pool2d(x, (3, 3), (2, 2), (1, 1), (1, 1, 1, 1), "avg", count_include_pad=False),
        _mean_inside,
        (IMAGE,),
    ),
    Row(
        "pooling with a last window beyond the end",
        lambda x: nn.pool1d(x, 2, 2, 1, 0, "max", ceil_mode=True),
        lambda x: np.stack([x[..., 0:2].max(-1), x[..., 2:3].max(-1)], -1),
        (F[..., :3].copy(),),
    ),
    Row(
        "pooling of three axes",
        lambda x: nn.pool3d(x, 2, 2, 1, 0, "avg"),
        lambda x: _windows(x, (2, 2, 2), 2).mean((-1, -2, -3)),
        (IMAGE[None],),
    ),
    Row("global_pool", lambda x: nn.global_pool(x, "avg"), lambda x: x.mean((2, 3), keepdims=True), (IMAGE,)),
    Row("adaptive_pool", lambda x: nn.adaptive_pool(x, (3, 3), "avg"), lambda x: _adaptive(x, 3), (IMAGE,)),
    Row("adaptive_pool, unequal", lambda x: nn.adaptive_pool(x, (4, 4), "avg"), lambda x: _adaptive(x, 4), (IMAGE,)),
    Row("global_pool, max", lambda x: nn.global_pool(x, "max"), lambda x: x.max((2, 3), keepdims=True), (IMAGE,)),
    Row("conv2d", lambda x, w: nn.conv2d(x, w, 1, 1, 1), _conv, (IMAGE, KERNEL)),
    Row(
        "conv2d_nchw with strides",
        lambda x, w: nn.conv2d_nchw(x, w, 2, "SAME", 1),
        lambda x, w: _conv(x, w, 2),
        (IMAGE, KERNEL),
    ),
    Row(
        "conv2d_nhwc",
        lambda x, w: nn.conv2d_nhwc(x, w, (1, 1), (1, 1, 1, 1), 1),
        lambda x, w: _conv(x.transpose(0, 3, 1, 2), w.transpose(3, 2, 0, 1)).transpose(0, 2, 3, 1),
        (IMAGE.transpose(0, 2, 3, 1).copy(), KERNEL.transpose(2, 3, 1, 0).copy()),
    ),
    Row(
        "conv2d, dilated",
        lambda x, w: nn.conv2d(x, w, 1, 0, 2),
        lambda x, w: np.einsum("ncHWhw,ochw->noHW", _windows(x, (5, 5))[..., ::2, ::2], w),
        (IMAGE, KERNEL),
    ),
    Row(
        "group_conv2d_nchw",
        lambda x, w: nn.group_conv2d_nchw(x, w, 1, 1, 1, 2),
        _grouped,
        (IMAGE, _RANDOM.random((6, 2, 3, 3), "float32")),
    ),
    Row(
        "depthwise_conv2d_nchw",
        lambda x, w: nn.depthwise_conv2d_nchw(x, w, 1, 1, 1),
        lambda x, w: np.einsum("ncHWhw,cmhw->ncmHW", _windows(_padded(x), (3, 3)), w).reshape(1, 8, 6, 6),
        (IMAGE, _RANDOM.random((4, 2, 3, 3), "float32")),
    ),
    Row("conv1d", lambda x, w: nn.conv1d(x, w, 1, 1), _conv, (F, KERNEL[:, :3, :, 0].copy())),
    Row("conv1d_ncw", lambda x, w: nn.conv1d_ncw(x, w, padding=1), _conv, (F, KERNEL[:, :3, :, 0].copy())),
    Row(
        "conv3d_ncdhw",
        lambda x, w: nn.conv3d_ncdhw(x, w, 1, 0, 1, 1),
        lambda x, w: np.einsum("ncDHWdhw,ocdhw->noDHW", _windows(x, (2, 3, 3)), w),
        (IMAGE[None], _RANDOM.random((2, 1, 2, 3, 3), "float32")),
    ),
    Row(
        "layer_norm", lambda x, g, b: nn.layer_norm(x, g, b, [1]), lambda x, g, b: _normalized(x, 1) * g + b, (M, V, V)
    ),
    Row(
        "instance_norm",
        lambda x, g, b: nn.instance_norm(x, g, b, 1, [2, 3]),
        lambda x, g, b: _normalized(x, (2, 3)) * g[:, None, None] + b[:, None, None],
        (IMAGE, CHANNELS, CHANNELS),
    ),
    Row("group_norm", lambda x, g, b: nn.group_norm(x, g, b, 2, 1, [2, 3]), _group_norm, (IMAGE, CHANNELS, CHANNELS)),
    Row(
        "rms_norm",
        lambda x, g: nn.rms_norm(x, g, [1]),
        lambda x, g: x / np.sqrt((x * x).mean(1, keepdims=True) + 1e-5) * g,
        (M, V),
    ),
    Row(
        "batch_norm",
        lambda x, g, b, m, v: nn.batch_norm(x, g, b, m, v, axis=1),
        lambda x, g, b, m, v: [(x - m) / np.sqrt(v + 1e-5) * g + b, m, v],
        (M, V, V, V, np.abs(V)),
    ),
    Row(
        "batch_norm in training",
        lambda x, g, b, m, v: nn.batch_norm(x, g, b, m, v, axis=1, training=True),
        lambda x, g, b, m, v: [_normalized(x, 0) * g + b, 0.9 * m + 0.1 * x.mean(0), 0.9 * v + 0.1 * x.var(0)],
        (M, V, V, V, np.abs(V)),
    ),
)

TIED = np.array([[3, 1, 2, 1, 3], [0, 0, 5, -1, 5]], "int32")
POINTS = np.array([[0, 2, 1], [1, 3, 0]], "int32")
BOUNDS = tuple(np.array(one) for one in ([0, 5], [4, -6], [2, -2]))


def _searched(side: str) -> Callable[..., Any]:
    return lambda s, v: np.searchsorted(s, v, side)  # pyright: ignore[reportCallIssue, reportArgumentType]


def _added(data: np.ndarray, where: Any, values: np.ndarray) -> np.ndarray:
    """A copy with values added at places, of which some may be equal."""
    found = data.copy()
    np.add.at(found, where, values)
    return found


def _put(data: np.ndarray, where: Any, values: np.ndarray) -> np.ndarray:
    found = data.copy()
    found[where] = values
    return found


SORTING = (
    Row("sort", topi.sort, lambda x: np.sort(x, -1), (F,)),
    Row("sort, the largest first", lambda x: topi.sort(x, 1, 0), lambda x: -np.sort(-x, 1), (F,)),
    Row("sort, of one", lambda x: topi.sort(x, 1), lambda x: x, (G,)),
    Row(
        "sort, of what is no number",
        topi.sort,
        lambda x: np.sort(x, -1),
        (np.array([np.nan, 2, -np.inf, np.nan, 1], "float32"),),
    ),
    Row(
        "argsort, of equal elements",
        lambda x: topi.argsort(x, axis=1, dtype="int32"),
        lambda x: np.argsort(x, 1, kind="stable"),
        (TIED,),
    ),
    Row(
        "argsort, of a part of each line",
        lambda x, n: topi.argsort(x, n, 1, dtype="int32"),
        lambda x, n: np.stack([[*np.argsort(line[:k], kind="stable"), *range(k, 5)] for line, k in zip(x, n)]),
        (TIED, np.array([3, 5], "int32")),
    ),
    Row(
        "topk",
        lambda x: topi.topk(x, 2, 1),
        lambda x: [-np.sort(-x, 1)[:, :2], np.argsort(-x, 1, kind="stable")[:, :2]],
        (TIED,),
    ),
    Row("topk, the smallest", lambda x: topi.topk(x, 3, 1, "values", True), lambda x: np.sort(x, 1)[:, :3], (TIED,)),
    Row("searchsorted", topi.searchsorted, _searched("left"), (np.sort(TIED[0]), TIED)),
    Row("searchsorted, behind", lambda s, v: topi.searchsorted(s, v, True), _searched("right"), (np.sort(V), M)),
)
WRITING = (
    Row(
        "scatter_nd",
        lambda x, i, u: topi.scatter_nd(x, i, u, "add"),
        lambda x, i, u: _added(x, tuple(i), u),
        (M, POINTS, V[:3].copy()),
    ),
    Row(
        "index_put",
        lambda x, i, j, v: topi.index_put(x, [i, j], v),
        lambda x, i, j, v: _put(x, (i, j), v),
        (M, np.array([0, -1, 2]), np.array([1, -2, 0]), V[:3].copy()),
    ),
    Row(
        "index_put, added to rows",
        lambda x, i, v: topi.index_put(x, [i], v, True),
        lambda x, i, v: _added(x, i, v),
        (M, np.array([0, 2, 0]), V),
    ),
    Row(
        "index_tensor",
        lambda x, i, j: topi.index_tensor(x, [i, j]),
        lambda x, i, j: x[i, j],
        (M, np.array([[0], [-1]]), np.array([1, -2, 0])),
    ),
    Row("adv_index", lambda x, i: topi.adv_index(x, [i]), lambda x, i: x[i], (M, PICK)),
    Row(
        "slice_scatter",
        lambda x, u: topi.slice_scatter(x, u, 1, -1, 2, 1),
        lambda x, u: _put(x, (slice(None), slice(1, -1, 2)), u),
        (M, M[:, :2].copy()),
    ),
    Row(
        "shape_func_dynamic_strided_slice",
        topi.shape_func_dynamic_strided_slice,
        lambda x, b, e, s: np.array([2, 3]),
        (M, *BOUNDS),
    ),
    Row(
        "dynamic_strided_slice",
        lambda x, b, e, s: topi.dynamic_strided_slice(x, b, e, s, (2, 3)),
        lambda x, b, e, s: x[0:4:2, 5:-6:-2],
        (M, *BOUNDS),
    ),
    Row(
        "hamming_window",
        lambda x: topi.add(x, topi.hamming_window(6, False, 0.54, 0.46, "float32")),
        lambda x: x + np.hamming(6),
        (V,),
    ),
)

ROWS = (
    *ELEMENTWISE,
    *BROADCAST,
    *REDUCTION,
    *TRANSFORM,
    *SLICING,
    *SCANS,
    *CREATION,
    *LINEAR,
    *NETWORK,
    *SORTING,
    *WRITING,
)
