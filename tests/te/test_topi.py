"""The operator library: every operator built and compared with numpy, and the text of some as TVM prints it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tilewright
from tests.te.operators import ROWS, Row
from tilewright import te, tir, topi
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.core.topi.shapes import get_const_tuple
from tilewright.script import from_source


def arguments(row: Row) -> tuple[list[te.Tensor], list[te.Tensor]]:
    """Placeholders for the inputs of a row, and the tensors made of them."""
    given = [te.placeholder(array.shape, str(array.dtype), f"A{at}") for at, array in enumerate(row.inputs)]
    made = row.made(*given)
    return given, list(made) if isinstance(made, (list, tuple)) else [made]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_operators_compute_what_numpy_does(row: Row) -> None:
    given, made = arguments(row)
    func = te.create_prim_func([*given, *made])
    assert_structural_equal(func, from_source(func.script()))
    outputs = [np.zeros(get_const_tuple(tensor.shape), str(tensor.dtype)) for tensor in made]
    tilewright.build(func)(*row.inputs, *outputs)
    expected = row.expected(*row.inputs)
    for output, wanted in zip(outputs, expected if len(made) > 1 else [expected], strict=True):
        assert output.shape == np.shape(wanted)
        np.testing.assert_allclose(output, wanted, rtol=2e-5, atol=2e-6)


def test_no_operator_is_left_out() -> None:
    tested = {row.name.partition(" ")[0].partition(",")[0].rpartition(".")[2] for row in ROWS}
    other = {"image", "nn", "tag", "pool1d", "pool2d", "pool3d"}
    assert {*topi.__all__, *topi.nn.__all__} - other - tested == set()


def long(*sizes: int) -> tuple[Any, ...]:
    return tuple(tir.const(size, "int64") for size in sizes)


def matmul() -> list[te.Tensor]:
    x, w = te.placeholder(long(1, 784), name="x"), te.placeholder(long(784, 128), name="w")
    return [x, w, topi.nn.matmul(x, w)]


def add() -> list[te.Tensor]:
    lv, b = te.placeholder(long(1, 128), name="lv"), te.placeholder(long(128), name="b")
    return [lv, b, topi.add(lv, b)]


def relu() -> list[te.Tensor]:
    lv2 = te.placeholder(long(1, 128), name="lv2")
    return [lv2, topi.nn.relu(lv2)]


def greater() -> list[te.Tensor]:
    a, b = te.placeholder((2, 3), name="A"), te.placeholder((3,), name="B")
    return [a, b, topi.greater(a, b)]


def softmax() -> list[te.Tensor]:
    x = te.placeholder((8, 6), name="X")
    return [x, topi.nn.softmax(x)]


def strided_slice() -> list[te.Tensor]:
    a = te.placeholder((2, 3, 4), name="A")
    return [a, topi.strided_slice(a, [0, 1, 0], [2, 3, 4], [1, 1, 2])]


TEXTS: list[tuple[Any, str]] = [
    (
        matmul,
        """\
def main(x: T.Buffer((T.int64(1), T.int64(784)), "float32"), w: T.Buffer((T.int64(784), T.int64(128)), "float32"), \
T_matmul_NN: T.Buffer((T.int64(1), T.int64(128)), "float32")):
    T.func_attr({"layout_free_buffers": [1], "tir.noalias": T.bool(True)})
    # with T.block("root"):
    for i0, i1, k in T.grid(T.int64(1), T.int64(128), T.int64(784)):
        with T.block("T_matmul_NN"):
            v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
            T.reads(x[v_i0, v_k], w[v_k, v_i1])
            T.writes(T_matmul_NN[v_i0, v_i1])
            with T.init():
                T_matmul_NN[v_i0, v_i1] = T.float32(0.0)
            T_matmul_NN[v_i0, v_i1] = T_matmul_NN[v_i0, v_i1] + x[v_i0, v_k] * w[v_k, v_i1]""",
    ),
    (
        add,
        """\
def main(lv: T.Buffer((T.int64(1), T.int64(128)), "float32"), b: T.Buffer((T.int64(128),), "float32"), \
T_add: T.Buffer((T.int64(1), T.int64(128)), "float32")):
    T.func_attr({"tir.noalias": T.bool(True)})
    # with T.block("root"):
    for ax0, ax1 in T.grid(T.int64(1), T.int64(128)):
        with T.block("T_add"):
            v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
            T.reads(lv[v_ax0, v_ax1], b[v_ax1])
            T.writes(T_add[v_ax0, v_ax1])
            T_add[v_ax0, v_ax1] = lv[v_ax0, v_ax1] + b[v_ax1]""",
    ),
    (
        relu,
        """\
def main(lv2: T.Buffer((T.int64(1), T.int64(128)), "float32"), compute: T.Buffer((T.int64(1), T.int64(128)), "float32")):
    T.func_attr({"tir.noalias": T.bool(True)})
    # with T.block("root"):
    for i0, i1 in T.grid(T.int64(1), T.int64(128)):
        with T.block("compute"):
            v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
            T.reads(lv2[v_i0, v_i1])
            T.writes(compute[v_i0, v_i1])
            compute[v_i0, v_i1] = T.max(lv2[v_i0, v_i1], T.float32(0.0))""",
    ),
    (
        greater,
        """\
def main(A: T.Buffer((2, 3), "float32"), B: T.Buffer((3,), "float32"), T_greater: T.Buffer((2, 3), "bool")):
    T.func_attr({"tir.noalias": T.bool(True)})
    # with T.block("root"):
    for ax0, ax1 in T.grid(2, 3):
        with T.block("T_greater"):
            v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
            T.reads(B[v_ax1], A[v_ax0, v_ax1])
            T.writes(T_greater[v_ax0, v_ax1])
            T_greater[v_ax0, v_ax1] = B[v_ax1] < A[v_ax0, v_ax1]""",
    ),
    (
        strided_slice,
        """\
def main(A: T.Buffer((2, 3, 4), "float32"), T_strided_slice: T.Buffer((2, 2, 2), "float32")):
    T.func_attr({"tir.noalias": T.bool(True)})
    # with T.block("root"):
    for ax0, ax1, ax2 in T.grid(2, 2, 2):
        with T.block("T_strided_slice"):
            v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
            T.reads(A[v_ax0, v_ax1 + 1, v_ax2 * 2])
            T.writes(T_strided_slice[v_ax0, v_ax1, v_ax2])
            T_strided_slice[v_ax0, v_ax1, v_ax2] = A[v_ax0, v_ax1 + 1, v_ax2 * 2]""",
    ),
    (
        softmax,
        """\
def main(X: T.Buffer((8, 6), "float32"), T_softmax_norm: T.Buffer((8, 6), "float32")):
    T.func_attr({"tir.noalias": T.bool(True)})
    # with T.block("root"):
    T_softmax_maxelem = T.alloc_buffer((8,))
    T_softmax_exp = T.alloc_buffer((8, 6))
    T_softmax_expsum = T.alloc_buffer((8,))
    for i0, k in T.grid(8, 6):
        with T.block("T_softmax_maxelem"):
            v_i0, v_k = T.axis.remap("SR", [i0, k])
            T.reads(X[v_i0, v_k])
            T.writes(T_softmax_maxelem[v_i0])
            with T.init():
                T_softmax_maxelem[v_i0] = T.float32(-340282346638528859811704183484516925440.0)
            T_softmax_maxelem[v_i0] = T.max(T_softmax_maxelem[v_i0], X[v_i0, v_k])
    for i0, i1 in T.grid(8, 6):
        with T.block("T_softmax_exp"):
            v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
            T.reads(X[v_i0, v_i1], T_softmax_maxelem[v_i0])
            T.writes(T_softmax_exp[v_i0, v_i1])
            T_softmax_exp[v_i0, v_i1] = T.exp(X[v_i0, v_i1] - T_softmax_maxelem[v_i0])
    for i0, k in T.grid(8, 6):
        with T.block("T_softmax_expsum"):
            v_i0, v_k = T.axis.remap("SR", [i0, k])
            T.reads(T_softmax_exp[v_i0, v_k])
            T.writes(T_softmax_expsum[v_i0])
            with T.init():
                T_softmax_expsum[v_i0] = T.float32(0.0)
            T_softmax_expsum[v_i0] = T_softmax_expsum[v_i0] + T_softmax_exp[v_i0, v_k]
    for i0, i1 in T.grid(8, 6):
        with T.block("T_softmax_norm"):
            v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
            T.reads(T_softmax_exp[v_i0, v_i1], T_softmax_expsum[v_i0])
            T.writes(T_softmax_norm[v_i0, v_i1])
            T.block_attr({"axis": 1})
            T_softmax_norm[v_i0, v_i1] = T_softmax_exp[v_i0, v_i1] / T_softmax_expsum[v_i0]""",
    ),
]


@pytest.mark.parametrize(("make", "expected"), TEXTS, ids=[make.__name__ for make, _ in TEXTS])
def test_text_is_that_of_tvm(make: Callable[[], list[te.Tensor]], expected: str) -> None:
    text = te.create_prim_func(make()).script()
    assert text == "# from tvm.script import tir as T\n\n@T.prim_func\n" + expected


def test_symbolic_sizes() -> None:
    n, m = te.var("n", "int64"), te.var("m", "int64")
    a, b, c = te.placeholder((n, m), name="A"), te.placeholder((m,), name="B"), te.placeholder((n, 3), name="C")
    joined = topi.concatenate([topi.nn.softmax(topi.add(a, b)), c], axis=1)
    func = te.create_prim_func([a, b, c, topi.reshape(topi.transpose(joined), (-1,))])
    x, y, z = (np.random.default_rng(1).random(shape, "float32") for shape in ((4, 5), (5,), (4, 3)))
    power = np.exp(x + y)
    expected = np.concatenate([power / power.sum(1, keepdims=True), z], 1).T.reshape(-1)
    found = np.zeros(32, "float32")
    tilewright.build(func)(x, y, z, found)
    np.testing.assert_allclose(found, expected, rtol=1e-5)


A = te.placeholder((2, 3), name="A")


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (
            lambda: topi.add(A, te.placeholder((2, 4))),
            r"the shapes \(2, 3\) and \(2, 4\) cannot be broadcast: 3 is not 4",
        ),
        (lambda: topi.broadcast_to(A, (2, 1)), "cannot be broadcast to"),
        (lambda: topi.reshape(A, (4, 2)), "6 elements cannot take a shape of 8"),
        (lambda: topi.reshape(A, (-1, -1)), "only one size"),
        (lambda: topi.sum(A, 2), "there is no axis 2 in a tensor of 2 dimensions"),
        (lambda: topi.sum(A, (0, -2)), "named twice"),
        (lambda: topi.transpose(A, (0, 0)), "is no order of the 2 axes"),
        (lambda: topi.squeeze(A, 1), "axis 1 has size 3"),
        (lambda: topi.concatenate([A, te.placeholder((3, 3), name="B")], 1), "differ in more than axis 1"),
        (lambda: topi.take(A, A, mode="near"), '"near" is no mode of take'),
        (lambda: topi.nn.matmul(A, A), "the matrices do not fit: 3 is not 2"),
        (lambda: topi.einsum("ij,jk", A), "does not fit the tensors"),
        (lambda: topi.nn.pad(A, (1,)), "has 2 dimensions, and padding is given for 1"),
        (lambda: topi.nn.global_pool(te.placeholder((1, 2, 3, 3)), "mean"), '"mean" is no kind of pooling'),
    ],
)
def test_mistakes(act: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        act()


@pytest.mark.parametrize("exponent", [0, 1, 2, 5, 13])
@pytest.mark.parametrize("kind", ["int32", "int64", "uint8"])
def test_powers_of_integers_are_products_and_wrap_around(kind: str, exponent: int) -> None:
    A = te.placeholder((5,), kind)
    values = np.array([0, 1, 2, 7, 250], kind)
    made = np.zeros(5, kind)
    tilewright.build(te.create_prim_func([A, topi.power(A, exponent)]))(values, made)
    np.testing.assert_array_equal(made, values ** np.array(exponent, kind))


@pytest.mark.parametrize("exponent", [-1, 100, None])
def test_powers_of_integers_that_are_no_product_are_refused(exponent: int | None) -> None:
    A = te.placeholder((5,), "int32")
    with pytest.raises(TypeError, match="power takes floats, or integers and a number from 0 to 64 as exponent"):
        topi.power(A, A if exponent is None else exponent)


def test_log_add_exp_of_integers_is_refused() -> None:
    A = te.placeholder((5,), "int32")
    with pytest.raises(TypeError, match="log_add_exp takes floats, and these are int32"):
        topi.log_add_exp(A, A)
