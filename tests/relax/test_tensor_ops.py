"""Every op on tensors: inferred, legalised, built and run, the result is numpy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.numeric import Case, check
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.passes.relax.legalize import LEGALIZE
from tilewright.script import relax as R

RANDOM = np.random.default_rng(0)


def floats(*shape: int) -> np.ndarray:
    return RANDOM.uniform(-2, 2, shape).astype("float32")


def reversed_parts(x: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """The first elements along axis 1 the other way round, as many as each length says."""
    made = x.copy()
    for at, length in enumerate(lengths):
        made[at, :length] = x[at, :length][::-1]
    return made


def positive(*shape: int) -> np.ndarray:
    return RANDOM.uniform(0.1, 2, shape).astype("float32")


def integers(*shape: int, low: int = 0, high: int = 10, dtype: str = "int32") -> np.ndarray:
    return RANDOM.integers(low, high, shape).astype(dtype)


def truths(*shape: int) -> np.ndarray:
    return RANDOM.integers(0, 2, shape).astype(bool)


def c(name: str, op: Any, expected: Any, *args: Any, symbolic: bool = True, rtol: float = 1e-5) -> Case:
    return Case(name, op, expected, args, symbolic, rtol)


def _erf(x: np.ndarray) -> np.ndarray:
    from math import erf

    return np.vectorize(erf)(x).astype(x.dtype)


def _scattered(x: np.ndarray, i: np.ndarray, u: np.ndarray) -> np.ndarray:
    made = x.copy()
    for row in range(i.shape[0]):
        for column in range(i.shape[1]):
            made[i[row, column], column] += u[row, column]
    return made


def _put(x: np.ndarray, i: np.ndarray, v: np.ndarray) -> np.ndarray:
    made = x.copy()
    made[i] = v
    return made


F = floats(3, 4)
UNIT = RANDOM.uniform(-0.9, 0.9, (3, 4)).astype("float32")
ODD = np.array([[1.5, -np.inf], [np.nan, 0.0]], "float32")

UNARY = [
    *(c(n, getattr(R, n), getattr(np, n), F) for n in ("abs", "ceil", "cos", "cosh", "exp", "floor", "negative")),
    *(c(n, getattr(R, n), getattr(np, n), F) for n in ("sign", "sin", "sinh", "square", "tan", "tanh", "trunc")),
    *(c(n, getattr(R, n), getattr(np, f"arc{n[1:]}"), UNIT) for n in ("acos", "asin", "atan", "atanh", "asinh")),
    c("acosh", R.acosh, np.arccosh, positive(3, 4) + 1),
    *(c(n, getattr(R, n), getattr(np, n), positive(3, 4)) for n in ("log", "sqrt")),
    c("rsqrt", R.rsqrt, lambda x: 1 / np.sqrt(x), positive(3, 4)),
    c("round", R.round, np.round, F),
    c("sigmoid", R.sigmoid, lambda x: 1 / (1 + np.exp(-x)), F),
    c("erf", R.erf, _erf, F),
    *(c(n, getattr(R, n), getattr(np, n), ODD) for n in ("isfinite", "isinf", "isnan")),
    c("logical_not", R.logical_not, np.logical_not, truths(4)),
    c("bitwise_not", R.bitwise_not, np.bitwise_not, integers(4)),
    c("clip", lambda x: R.clip(x, -1, 1), lambda x: np.clip(x, -1, 1), F),
    c("astype", lambda x: R.astype(x, "int32"), lambda x: x.astype("int32"), F),
]
BINARY = [
    *(c(n, getattr(R, n), getattr(np, n), floats(3, 4), floats(4)) for n in ("add", "subtract", "multiply")),
    *(c(n, getattr(R, n), getattr(np, n), floats(3, 4), floats(3, 1)) for n in ("maximum", "minimum")),
    c("divide", R.divide, np.divide, floats(3, 4), positive(4)),
    c("floor_divide", R.floor_divide, np.floor_divide, integers(5, low=-9), integers(5, low=1)),
    c("floor_mod", R.floor_mod, np.mod, integers(5, low=-9), integers(5, low=1)),
    c("mod", R.mod, np.fmod, integers(5), integers(5, low=1)),
    c("power", R.power, np.power, positive(3, 4), floats(4)),
    c("atan2", R.atan2, np.arctan2, floats(3, 4), floats(3, 1)),
    c("log_add_exp", R.log_add_exp, np.logaddexp, floats(3, 4), floats(3, 4)),
    *(
        c(n, getattr(R, n), getattr(np, n), integers(3, 4, high=3), integers(4, high=3))
        for n in ("equal", "greater", "greater_equal", "less", "less_equal", "not_equal")
    ),
    *(
        c(n, getattr(R, n), getattr(np, n), truths(3, 4), truths(4))
        for n in ("logical_and", "logical_or", "logical_xor")
    ),
    *(
        c(n, getattr(R, n), getattr(np, n), integers(3, 4), integers(4))
        for n in ("bitwise_and", "bitwise_or", "bitwise_xor")
    ),
    c("left_shift", R.left_shift, np.left_shift, integers(4), integers(4, high=4)),
    c("right_shift", R.right_shift, np.right_shift, integers(4, high=99), integers(4, high=4)),
    c("add a number", lambda x: R.add(x, R.const(2.0)), lambda x: x + np.float32(2), F),
    c("where", R.where, np.where, truths(3, 4), floats(3, 4), floats(4)),
    c("ewise_fma", R.ewise_fma, lambda x, y, z: x * y + z, floats(3, 4), floats(3, 4), floats(3, 4)),
    c("outer", R.outer, np.outer, floats(3), floats(4)),
    c("matmul", R.matmul, np.matmul, floats(2, 3, 4), floats(4, 5)),
    c("matmul of vectors", R.matmul, np.matmul, floats(4), floats(4)),
    c("linear", R.linear, lambda x, w, b: x @ w.T + b, floats(3, 4), floats(5, 4), floats(5)),
    c(
        "einsum",
        lambda x, y: R.einsum((x, y), "ij,jk->ik"),
        lambda x, y: x @ y,
        floats(3, 4),
        floats(4, 5),
        symbolic=False,
    ),
]
MOVING = [
    c(
        "broadcast_to",
        lambda x: R.broadcast_to(x, (2, 3, 4)),
        lambda x: np.broadcast_to(x, (2, 3, 4)),
        floats(3, 1),
        symbolic=False,
    ),
    c(
        "collapse_sum_to",
        lambda x: R.collapse_sum_to(x, (3, 1)),
        lambda x: x.sum((0, 2))[:, None],
        floats(2, 3, 4),
        symbolic=False,
    ),
    c("collapse_sum_like", R.collapse_sum_like, lambda x, y: x.sum(0), floats(2, 3), floats(3), symbolic=False),
    c(
        "concat",
        lambda x, y: R.concat((x, y), axis=1),
        lambda x, y: np.concatenate((x, y), 1),
        floats(3, 4),
        floats(3, 2),
    ),
    c(
        "concat flat",
        lambda x, y: R.concat((x, y), axis=None),
        lambda x, y: np.concatenate((x, y), None),
        floats(3),
        floats(2),
    ),
    c("expand_dims", lambda x: R.expand_dims(x, [0, 2]), lambda x: x[None, :, None], floats(3, 4)),
    c("flatten", R.flatten, np.ravel, floats(3, 4)),
    c("size", R.size, lambda x: np.array(x.size), floats(3, 4)),
    c("reverse_sequence", R.reverse_sequence, reversed_parts, floats(2, 5, 3), np.array([3, 1])),
    c("flip", lambda x: R.flip(x, 1), lambda x: x[:, ::-1], floats(3, 4)),
    c("permute_dims", lambda x: R.permute_dims(x, [1, 2, 0]), lambda x: x.transpose(1, 2, 0), floats(2, 3, 4)),
    c("permute_dims all", R.permute_dims, np.transpose, floats(3, 4)),
    c("repeat", lambda x: R.repeat(x, 2, 1), lambda x: x.repeat(2, 1), floats(3, 4)),
    c("repeat flat", lambda x: R.repeat(x, 2), lambda x: x.repeat(2), floats(3, 4)),
    c("tile", lambda x: R.tile(x, (2, 1, 3)), lambda x: np.tile(x, (2, 1, 3)), floats(3, 4)),
    c("reshape", lambda x: R.reshape(x, (2, -1)), lambda x: x.reshape(2, -1), floats(3, 4), symbolic=False),
    c("split", lambda x: R.split(x, 3, 1), lambda x: np.split(x, 3, 1), floats(2, 6), symbolic=False),
    c("split at", lambda x: R.split(x, [1, 4], 1), lambda x: np.split(x, [1, 4], 1), floats(2, 6), symbolic=False),
    c("squeeze", lambda x: R.squeeze(x, [1]), lambda x: x[:, 0], floats(3, 1, 4)),
    c("stack", lambda x, y: R.stack((x, y), 1), lambda x, y: np.stack((x, y), 1), floats(3, 4), floats(3, 4)),
    c("meshgrid", lambda x, y: R.meshgrid((x, y)), lambda x, y: np.meshgrid(x, y, indexing="ij"), floats(3), floats(4)),
    c(
        "one_hot",
        lambda x: R.one_hot(x, R.prim_value(1), R.prim_value(0), 4),
        lambda x: np.eye(4, dtype="int64")[x],
        integers(5, high=4),
    ),
    c(
        "layout_transform",
        lambda x: R.layout_transform(x, lambda i: (i // 4, i % 4)),
        lambda x: x.reshape(2, 4),
        floats(8),
        symbolic=False,
    ),
    c(
        "layout_transform padded",
        lambda x: R.layout_transform(x, lambda i: (i // 4, i % 4), pad_value=7.0),
        lambda x: np.append(x, [np.float32(7)] * 2).reshape(2, 4),
        floats(6),
        symbolic=False,
    ),
    c("tril", lambda x: R.tril(x, 1), lambda x: np.tril(x, 1), floats(4, 4)),
    c("triu", lambda x: R.triu(x, -1), lambda x: np.triu(x, -1), floats(4, 4)),
]
PICKING = [
    c("take", lambda x, i: R.take(x, i, 1), lambda x, i: x.take(i, 1), floats(3, 4), integers(2, 2, high=4)),
    c("take one", lambda x: R.take(x, R.prim_value(2), 1), lambda x: x[:, 2], floats(3, 4)),
    c(
        "strided_slice",
        lambda x: R.strided_slice(x, [0, 1], [1, 3], [3, 0], [1, -1]),
        lambda x: x[1:3, 3:0:-1],
        floats(4, 5),
        symbolic=False,
    ),
    c(
        "dynamic_strided_slice",
        R.dynamic_strided_slice,
        lambda x, b, e, s: x[b[0] : e[0] : s[0]],
        floats(9),
        np.array([1]),
        np.array([8]),
        np.array([3]),
    ),
    c(
        "gather_elements",
        lambda x, i: R.gather_elements(x, i, 1),
        lambda x, i: np.take_along_axis(x, i, 1),
        floats(3, 4),
        integers(3, 2, high=4, dtype="int64"),
    ),
    c(
        "gather_nd",
        R.gather_nd,
        lambda x, i: x[i[:, 0], i[:, 1]],
        floats(3, 4),
        np.array([[0, 1], [2, 3]]),
        symbolic=False,
    ),
    c(
        "index_tensor",
        lambda x, i, j: R.index_tensor(x, (i, j)),
        lambda x, i, j: x[i, j],
        floats(3, 4),
        integers(2, high=3),
        integers(2, high=4),
    ),
    c(
        "scatter_elements",
        lambda x, i, u: R.scatter_elements(x, i, u, 0, "add"),
        lambda x, i, u: _scattered(x, i, u),
        floats(3, 4),
        integers(2, 4, high=3),
        floats(2, 4),
    ),
    c("scatter_nd", R.scatter_nd, lambda x, i, u: _put(x, i[:, 0], u), floats(5), np.array([[0], [3]]), floats(2)),
    c("index_put", lambda x, i, v: R.index_put(x, (i,), v), _put, floats(5), np.array([1, 4]), floats(2)),
    c(
        "slice_scatter",
        lambda x, s: R.slice_scatter(x, s, R.prim_value(1), R.prim_value(3), R.prim_value(1), 0),
        lambda x, s: np.concatenate((x[:1], s, x[3:])),
        floats(4, 3),
        floats(2, 3),
        symbolic=False,
    ),
]
MAKING = [
    c("full", lambda x: R.full((2, 3), R.const(4.0)), lambda x: np.full((2, 3), np.float32(4)), floats(1)),
    c("full of a value", lambda x: R.full((2,), x), lambda x: np.full((2,), x), np.array(5.0, "float32")),
    c("full_like", lambda x: R.full_like(x, R.const(4.0)), lambda x: np.full_like(x, 4), floats(3, 4)),
    *(
        c(n, lambda x, n=n: getattr(R, n)((2, 3), "int32"), lambda x, n=n: getattr(np, n)((2, 3), "int32"), floats(1))
        for n in ("ones", "zeros")
    ),
    *(c(n, getattr(R, n), getattr(np, n), floats(3, 4)) for n in ("ones_like", "zeros_like")),
    c("eye", lambda x: R.eye(3, 4, 1), lambda x: np.eye(3, 4, 1, dtype="float32"), floats(1)),
    c("eye_like", R.eye_like, lambda x: np.eye(3, 4, dtype="float32"), floats(3, 4), symbolic=False),
    c("arange", lambda x: R.arange(2, 11, 3), lambda x: np.arange(2, 11, 3), floats(1)),
    c(
        "hamming_window",
        lambda x: R.hamming_window(8, False, R.prim_value(0.54), R.prim_value(0.46), "float32"),
        lambda x: np.hamming(8).astype("float32"),
        floats(1),
        rtol=1e-4,
    ),
]
REDUCING = [
    *(
        c(n, lambda x, n=n: getattr(R, n)(x, 1), lambda x, n=n: getattr(np, n)(x, 1), floats(3, 4))
        for n in ("sum", "max", "min", "prod", "mean", "std")
    ),
    *(c(f"{n} of all", getattr(R, n), getattr(np, n), floats(3, 4)) for n in ("sum", "mean", "std")),
    c("variance", lambda x: R.variance(x, [0, 1], keepdims=True), lambda x: x.var((0, 1), keepdims=True), floats(3, 4)),
    *(
        c(n, lambda x, n=n: getattr(R, n)(x, 1), lambda x, n=n: getattr(np, n)(x, 1), floats(3, 4))
        for n in ("argmax", "argmin")
    ),
    c(
        "median",
        lambda x: R.median(x, [1]),
        lambda x: (np.sort(x, 1)[:, 1], x.argsort(1)[:, 1]),
        floats(3, 4),
    ),
    c("median of all", lambda x: R.median(x, keepdims=True), lambda x: np.sort(x.ravel())[5:6, None], floats(3, 4)),
    c("cumsum", lambda x: R.cumsum(x, 1), lambda x: x.cumsum(1), floats(3, 4)),
    c("cumsum exclusive", lambda x: R.cumsum(x, 0, exclusive=True), lambda x: x.cumsum(0) - x, floats(5)),
    c("cumprod", lambda x: R.cumprod(x, 1), lambda x: x.cumprod(1), floats(3, 4)),
    c("sort", lambda x: R.sort(x, 1, descending=True), lambda x: -np.sort(-x, 1), floats(3, 4)),
    c("argsort", lambda x: R.argsort(x, 1), lambda x: x.argsort(1).astype("int32"), floats(3, 4)),
    c(
        "topk",
        lambda x: R.topk(x, 2),
        lambda x: (-np.sort(-x, 1)[:, :2], (-x).argsort(1)[:, :2].astype("int32")),
        floats(3, 4),
    ),
    c("bucketize", R.bucketize, lambda x, b: np.searchsorted(b, x), floats(6), np.array([-1, 0, 1], "float32")),
]
SETS = [
    c("unique", lambda x: R.unique(x), np.unique, integers(9, high=4)),
    c("nonzero", R.nonzero, lambda x: np.stack(np.nonzero(x)), truths(3, 4)),
]
N = positive(7)
CORNERS = [
    c("less of types", R.less, np.less, floats(3, 4), integers(3, 4)),
    c(
        "divide integers",
        R.divide,
        lambda x, y: np.trunc(x / y).astype("int32"),
        integers(3, low=-9),
        integers(3, low=1),
    ),
    c("mod negative", R.mod, np.fmod, integers(5, low=-9), integers(5, low=1)),
    c(
        "einsum dots",
        lambda x, y: R.einsum((x, y), "...ij,jk->...ik"),
        np.matmul,
        floats(2, 3, 4),
        floats(4, 5),
        symbolic=False,
    ),
    c("einsum implicit", lambda x, y: R.einsum((x, y), "ij,jk"), np.matmul, floats(3, 4), floats(4, 5), symbolic=False),
    c("einsum diagonal", lambda x: R.einsum((x,), "ii->i"), np.diag, floats(3, 3), symbolic=False),
    c("matmul of stacks", R.matmul, np.matmul, floats(2, 1, 3, 4), floats(5, 4, 6)),
    c("topk all", lambda x: R.topk(x, 0, ret_type="values"), lambda x: -np.sort(-x, 1), floats(3, 4)),
    c(
        "take clip",
        lambda x, i: R.take(x, i, 0, "clip"),
        lambda x, i: x.take(i, 0, mode="clip"),
        F,
        np.array([5, -2, 1]),
    ),
    c(
        "take wrap",
        lambda x, i: R.take(x, i, 0, "wrap"),
        lambda x, i: x.take(i, 0, mode="wrap"),
        F,
        np.array([5, -2, 1]),
    ),
    c("reshape keep", lambda x: R.reshape(x, (0, -1)), lambda x: x.reshape(2, -1), floats(2, 3, 4)),
    c("split uneven", lambda x: R.split(x, 3, 0), lambda x: (x[:4], x[4:8], x[8:]), floats(10, 2)),
    c("strided_slice inside", lambda x: R.strided_slice(x, [0], [1], [-1]), lambda x: x[1:-1], floats(10, 2)),
    c("strided_slice back", lambda x: R.strided_slice(x, [0], [-1], [-99], [-2]), lambda x: x[::-2], floats(9, 2)),
    c("strided_slice beyond", lambda x: R.strided_slice(x, [0], [2], [99]), lambda x: x[2:], floats(9, 2)),
    c(
        "cumprod exclusive",
        lambda x: R.cumprod(x, 0, exclusive=True),
        lambda x: np.append(np.float32(1), x.cumprod()[:-1]),
        N,
    ),
    c("arange float", lambda x: R.arange(1.0, 10.0, 0.5), lambda x: np.arange(1, 10, 0.5, dtype="float32"), floats(1)),
    c("arange back", lambda x: R.arange(10, 2, -3), lambda x: np.arange(10, 2, -3), floats(1)),
    c(
        "bucketize narrow",
        lambda x, b: R.bucketize(x, b, True, True),
        lambda x, b: np.searchsorted(b, x, "right").astype("int32"),
        N,
        np.array([0, 1], "float32"),
    ),
    c("expand_dims back", lambda x: R.expand_dims(x, [-1, 0]), lambda x: x[None, ..., None], floats(3, 4)),
    c(
        "scatter_elements mul",
        lambda x, i, u: R.scatter_elements(x, i, u, 0, "mul"),
        lambda x, i, u: x * u,
        floats(1, 4),
        np.zeros((1, 4), "int64"),
        floats(1, 4),
    ),
    c("prod of axes", lambda x: R.prod(x, [-1, 0]), lambda x: x.prod((0, 2)), floats(2, 3, 4)),
    c(
        "unique all",
        lambda x: R.unique(x, True, True, True, True),
        lambda x: np.unique(x, True, True, True),
        integers(9, high=4),
    ),
]
CASES = [*UNARY, *BINARY, *MOVING, *PICKING, *MAKING, *REDUCING, *SETS, *CORNERS]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_result_is_that_of_numpy(case: Case) -> None:
    check(case, symbolic=False)


@pytest.mark.parametrize("case", [case for case in CASES if case.symbolic], ids=str)
def test_so_it_is_for_sizes_that_are_not_known_when_it_is_built(case: Case) -> None:
    check(case, symbolic=True)


GROUPS = (
    "unary",
    "binary",
    "ternary",
    "manipulate",
    "index",
    "create",
    "datatype",
    "statistical",
    "search",
    "sorting",
    "set",
    "linear_algebra",
)


def test_every_op_has_a_rule_and_a_case() -> None:
    names = {case.name.split()[0] for case in CASES}
    rows = [row for row in RELAX_OPS.values() if row.group in GROUPS]
    assert [str(row.script) for row in rows if row.legalize is not None and row.legalize not in LEGALIZE] == []
    assert sorted({str(row.script) for row in rows} - names - set(WITHOUT_CASE)) == []


# Ops that compute nothing, or not on arrays.
WITHOUT_CASE = {"wrap_param": "marks a parameter"}
