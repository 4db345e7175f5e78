"""`create_prim_func`: the TensorIR of each kind of stage, as TVM writes it, and what it computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

import tilewright
from tilewright import te, tir
from tilewright.core.builder import tir as T
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.script import from_source


def placeholder(*shape: Any, dtype: str = "float32", name: str = "A") -> te.Tensor:
    return te.placeholder(shape, dtype, name)


def matmul() -> list[Any]:
    a, k = placeholder(8, 8), te.reduce_axis((0, 8), "k")
    return [a, te.compute((8, 8), lambda x, y: te.sum(a[x, k] * a[k, y], axis=k), name="C")]


def intermediate() -> list[Any]:
    n = te.var("n")
    a = placeholder(n, 4)
    b = te.compute((n, 4), lambda *i: a(*i) + 1.0, name="B")
    c = te.compute((n, 4), lambda i, j: b[i, j] * b[i, j], name="C", attrs={"schedule_rule": "x", "num": 3})
    return [a, c]


def argmax() -> list[Any]:
    def combine(x: Any, y: Any) -> tuple[Any, Any]:
        return tir.Select(x[1] >= y[1], x[0], y[0]), tir.Select(x[1] >= y[1], x[1], y[1])

    reducer = te.comm_reducer(combine, lambda i, v: (tir.const(-1, i), te.min_value(v)), "argmax")
    where, a, k = placeholder(3, 5, dtype="int32", name="idx"), placeholder(3, 5), te.reduce_axis((0, 5), "k")
    return [where, a, *te.compute((3,), lambda i: reducer((where[i, k], a[i, k]), axis=k), name="T")]


def several() -> list[Any]:
    a = placeholder(3, 5)
    return [a, *te.compute((3, 5), lambda i, j: (a[i, j] + 1.0, a[i, j] * 2.0), name="B")]


def ragged() -> list[Any]:
    a = placeholder(4, 4)

    def total(i: Any) -> Any:
        k = te.reduce_axis((0, i + 1), "k")
        return te.sum(a[i, k], axis=k)

    return [a, te.compute((4,), total, name="C")]


def pyramid() -> list[Any]:
    a = placeholder(4, 4, 4)

    def total(i: Any) -> Any:
        j = te.reduce_axis((0, i + 1), "j")
        k = te.reduce_axis((0, j.var + 1), "k")
        return te.sum(a[i, j, k], axis=[j, k])

    return [a, te.compute((4,), total, name="C")]


def scalar() -> list[Any]:
    s = te.var("s", "float32")
    return [s, te.compute((4,), lambda i: s + i, name="C")]


def rank_zero() -> list[Any]:
    z = placeholder()
    return [z, te.compute((), lambda: z() + 1.0, name="W")]


def reduced_to_one() -> list[Any]:
    a, k, m = placeholder(4, 3), te.reduce_axis((0, 4), "k"), te.reduce_axis((1, 3), "m")
    return [a, te.compute((), lambda: te.max(a[k, m], axis=[k, m]), name="W")]


def padded() -> list[Any]:
    a = placeholder(14)
    return [
        a,
        te.compute((16,), lambda y: te.if_then_else(te.all(y >= 1, y - 1 < 14), a[y - 1], 0.0), name="P"),
    ]


def same_names() -> list[Any]:
    a = placeholder(4)
    b = te.compute((4,), lambda i: a[i] + 1.0)
    return [a, te.compute((4,), lambda i: b[i] + 1.0)]


def layout_free() -> list[Any]:
    a, b, k = placeholder(4, 4), placeholder(4, 4, name="B"), te.reduce_axis((0, 4), "k")
    attrs = {"layout_free_placeholders": [b]}
    c = te.compute((4, 4), lambda x, y: te.sum(a[x, k] * b[y, k], axis=k), name="C", attrs=attrs)
    return [a, b, te.compute((4, 4), lambda x, y: c[x, y] + 1.0, name="D", attrs={"layout_free_placeholders": [c]})]


# (what is computed, the body of the function that comes out)
TEXTS: list[tuple[Any, str]] = [
    (
        matmul,
        """
def main(A: T.Buffer((8, 8)), C: T.Buffer((8, 8))):
    T.func_attr({"tir.noalias": T.bool(True)})
    for x, y, k in T.grid(8, 8, 8):
        with T.block("C"):
            vx, vy, vk = T.axis.remap("SSR", [x, y, k])
            with T.init():
                C[vx, vy] = T.float32(0)
            C[vx, vy] = C[vx, vy] + A[vx, vk] * A[vk, vy]
""",
    ),
    (
        intermediate,
        """
def main(var_A: T.handle, var_C: T.handle):
    T.func_attr({"tir.noalias": T.bool(True)})
    n = T.int32()
    A = T.match_buffer(var_A, (n, 4))
    C = T.match_buffer(var_C, (n, 4))
    B = T.alloc_buffer((n, 4))
    for i0, i1 in T.grid(n, 4):
        with T.block("B"):
            v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
            B[v_i0, v_i1] = A[v_i0, v_i1] + T.float32(1.0)
    for i, j in T.grid(n, 4):
        with T.block("C"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.block_attr({"num": 3, "schedule_rule": "x"})
            C[v_i, v_j] = B[v_i, v_j] * B[v_i, v_j]
""",
    ),
    (
        argmax,
        """
def main(idx: T.Buffer((3, 5), "int32"), A: T.Buffer((3, 5)), T_v0: T.Buffer((3,), "int32"), T_v1: T.Buffer((3,))):
    T.func_attr({"tir.noalias": T.bool(True)})
    for i, k in T.grid(3, 5):
        with T.block("T"):
            v_i, v_k = T.axis.remap("SR", [i, k])
            T.reads(A[v_i, v_k], idx[v_i, v_k])
            T.writes(T_v0[v_i], T_v1[v_i])
            with T.init():
                T_v0[v_i] = -1
                T_v1[v_i] = T.min_value("float32")
            v_T_v0: T.int32 = T.Select(T_v1[v_i] >= A[v_i, v_k], T_v0[v_i], idx[v_i, v_k])
            v_T_v1: T.float32 = T.Select(T_v1[v_i] >= A[v_i, v_k], T_v1[v_i], A[v_i, v_k])
            T_v0[v_i] = v_T_v0
            T_v1[v_i] = v_T_v1
""",
    ),
    (
        several,
        """
def main(A: T.Buffer((3, 5)), B_v0: T.Buffer((3, 5)), B_v1: T.Buffer((3, 5))):
    T.func_attr({"tir.noalias": T.bool(True)})
    for i, j in T.grid(3, 5):
        with T.block("B_v0"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            B_v0[v_i, v_j] = A[v_i, v_j] + T.float32(1.0)
        with T.block("B_v1"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            B_v1[v_i, v_j] = A[v_i, v_j] * T.float32(2.0)
""",
    ),
    (
        ragged,
        """
def main(A: T.Buffer((4, 4)), C: T.Buffer((4,))):
    T.func_attr({"tir.noalias": T.bool(True)})
    for i in range(4):
        with T.block("C_l1"):
            v_i = T.axis.spatial(4, i)
            T.reads(A[v_i, 0:v_i + 1])
            T.writes(C[v_i])
            for k in range(v_i + 1):
                with T.block("C"):
                    v_i_1 = T.axis.spatial((v_i, v_i + 1), v_i)
                    v_k = T.axis.reduce(v_i + 1, k)
                    T.reads(A[v_i_1, v_k])
                    T.writes(C[v_i_1])
                    with T.init():
                        C[v_i_1] = T.float32(0.0)
                    C[v_i_1] = C[v_i_1] + A[v_i_1, v_k]
""",
    ),
    (
        scalar,
        """
def main(s: T.float32, C: T.Buffer((4,))):
    T.func_attr({"tir.noalias": T.bool(True)})
    for i in range(4):
        with T.block("C"):
            v_i = T.axis.spatial(4, i)
            C[v_i] = s + T.Cast("float32", v_i)
""",
    ),
    (
        rank_zero,
        """
def main(A: T.Buffer(()), W: T.Buffer(())):
    T.func_attr({"tir.noalias": T.bool(True)})
    with T.block("root"):
        T.reads()
        T.writes()
        with T.block("W"):
            vi = T.axis.spatial(1, 0)
            W[()] = A[()] + T.float32(1.0)
""",
    ),
    (
        reduced_to_one,
        """
def main(A: T.Buffer((4, 3)), W: T.Buffer(())):
    T.func_attr({"tir.noalias": T.bool(True)})
    for k in range(4):
        for m in range(1, 3):
            with T.block("W"):
                v_k, v_m = T.axis.remap("RR", [k, m])
                with T.init():
                    W[()] = T.min_value("float32")
                W[()] = T.max(W[()], A[v_k, v_m])
""",
    ),
    (
        padded,
        """
def main(A: T.Buffer((14,)), P: T.Buffer((16,))):
    T.func_attr({"tir.noalias": T.bool(True)})
    for y in range(16):
        with T.block("P"):
            v_y = T.axis.spatial(16, y)
            P[v_y] = T.if_then_else(1 <= v_y and v_y < 15, A[v_y - 1], T.float32(0.0))
""",
    ),
    (
        same_names,
        """
def main(A: T.Buffer((4,)), compute: T.Buffer((4,))):
    T.func_attr({"tir.noalias": T.bool(True)})
    compute_1 = T.alloc_buffer((4,))
    for i in range(4):
        with T.block("compute"):
            v_i = T.axis.spatial(4, i)
            compute_1[v_i] = A[v_i] + T.float32(1.0)
    for i in range(4):
        with T.block("compute_1"):
            v_i = T.axis.spatial(4, i)
            compute[v_i] = compute_1[v_i] + T.float32(1.0)
""",
    ),
    (
        layout_free,
        """
def main(A: T.Buffer((4, 4)), B: T.Buffer((4, 4)), D: T.Buffer((4, 4))):
    T.func_attr({"layout_free_buffers": [1], "tir.noalias": T.bool(True)})
    C = T.alloc_buffer((4, 4))
    for x, y, k in T.grid(4, 4, 4):
        with T.block("C"):
            v_x, v_y, v_k = T.axis.remap("SSR", [x, y, k])
            with T.init():
                C[v_x, v_y] = T.float32(0.0)
            C[v_x, v_y] = C[v_x, v_y] + A[v_x, v_k] * B[v_y, v_k]
    for x, y in T.grid(4, 4):
        with T.block("D"):
            v_x, v_y = T.axis.remap("SS", [x, y])
            T.block_attr({"layout_free_placeholders": [C]})
            D[v_x, v_y] = C[v_x, v_y] + T.float32(1.0)
""",
    ),
]


@pytest.mark.parametrize(("make", "expected"), TEXTS, ids=[make.__name__ for make, _ in TEXTS])
def test_structure(make: Callable[[], list[Any]], expected: str) -> None:
    func = te.create_prim_func(make())
    assert_structural_equal(func, from_source("@T.prim_func" + expected))
    assert_structural_equal(func, from_source(func.script()))


def blocks(func: tir.PrimFunc) -> list[str]:
    found: list[str] = []
    tir.stmt_functor.post_order_visit(
        func.body, lambda node: found.append(node.name_hint) if isinstance(node, tir.Block) else None
    )
    return found


def test_blocks_are_named_after_their_stages() -> None:
    assert blocks(te.create_prim_func(same_names())) == ["compute", "compute_1", "root"]
    assert blocks(te.create_prim_func(ragged())) == ["C", "C_l1", "root"]
    assert blocks(te.create_prim_func(pyramid())) == ["C", "C_l2", "C_l1", "root"]
    assert blocks(te.create_prim_func(several())) == ["B_v0", "B_v1", "root"]


def run(tensors: list[Any], *inputs: Any) -> list[np.ndarray]:
    """What the function of the tensors writes into those behind the inputs."""
    outputs = [np.zeros([int(size) for size in one.shape], str(one.dtype)) for one in tensors[len(inputs) :]]
    tilewright.build(te.create_prim_func(tensors))(*inputs, *outputs)
    return outputs


A35 = np.random.default_rng(0).random((3, 5), "float32")


def test_results_are_those_of_numpy() -> None:
    a = np.random.default_rng(0).random((8, 8), "float32")
    np.testing.assert_allclose(run(matmul(), a)[0], a @ a, rtol=1e-5)
    first, second = run(several(), A35)
    np.testing.assert_allclose(first, A35 + 1)
    np.testing.assert_allclose(second, A35 * 2)
    idx = np.tile(np.arange(5, dtype="int32"), (3, 1))
    where, largest = run(argmax(), idx, A35)
    assert where.tolist() == A35.argmax(1).tolist()
    assert largest.tolist() == A35.max(1).tolist()
    np.testing.assert_allclose(run(ragged(), a[:4, :4].copy())[0], np.tril(a[:4, :4]).sum(1), rtol=1e-6)
    cube = np.arange(64, dtype="float32").reshape(4, 4, 4)
    sums = [sum(cube[i, j, : j + 1].sum() for j in range(i + 1)) for i in range(4)]
    np.testing.assert_allclose(run(pyramid(), cube)[0], sums, rtol=1e-6)
    assert run(reduced_to_one(), a[:4, :3].copy())[0] == a[:4, 1:3].max()
    assert run(scalar(), 2.5)[0].tolist() == [2.5, 3.5, 4.5, 5.5]
    assert run(rank_zero(), np.array(2.0, "float32"))[0] == 3.0


def test_conditions_and_beginnings_of_reductions() -> None:
    a = placeholder(3, 5)
    k = te.reduce_axis((0, 5), "k")
    some = te.compute((3,), lambda i: te.sum(a[i, k], axis=k, where=k > 1), name="S")
    np.testing.assert_allclose(run([a, some], A35)[0], A35[:, 2:].sum(1), rtol=1e-6)
    more = te.compute((3,), lambda i: te.sum(a[i, k], axis=k, init=a[i, 0]), name="S")
    np.testing.assert_allclose(run([a, more], A35)[0], A35.sum(1) + A35[:, 0], rtol=1e-6)


def test_parameters_come_in_the_order_given() -> None:
    a, c = matmul()
    func = te.create_prim_func([c, a])
    assert [func.buffer_map[param].name for param in func.params] == ["C", "A"]


def test_sizes_tell_the_type_of_loops() -> None:
    n = te.var("n", "int64")
    a = te.placeholder((n,), name="A")
    loop: Any = te.create_prim_func([a, te.compute(a.shape, lambda *i: a(*i) + 1, name="B")]).body
    assert loop.block.body.loop_var.dtype == "int64"


def test_another_index_type() -> None:
    def made(*sizes: Any) -> list[Any]:
        a = te.placeholder(sizes, name="A")
        b = te.placeholder((sizes[1],), "int64", "B")
        return [a, b, te.compute(sizes, lambda i, j: a[i, b[j] // 2] + i, name="C")]

    long = te.create_prim_func(made(4, 6), index_dtype_override="int64")
    expected = te.create_prim_func(made(tir.const(4, "int64"), tir.const(6, "int64")))
    assert_structural_equal(long, expected)


def test_another_index_type_of_symbolic_sizes() -> None:
    func = te.create_prim_func(intermediate(), index_dtype_override="int64")
    sizes = [buffer.shape[0] for buffer in func.buffer_map.values()]
    assert {size.dtype for size in sizes} == {"int64"}
    assert sizes[0] is sizes[1]
    assert_structural_equal(func, from_source(func.script()))


def test_extern_stages_call_what_they_are_given() -> None:
    a = placeholder(16, 8)
    c = te.extern((16, 8), [a], lambda ins, outs: tir.call_packed("f", ins[0], outs[0]), name="C")
    func = te.create_prim_func([a, c])
    text = func.script()
    assert 'with T.block("C"):\n        T.reads()\n        T.writes()' in text
    assert 'T.call_packed("f", T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(16, 8), 0, 2,' in text
    assert all(isinstance(buffer.elem_offset, tir.Var) for buffer in func.buffer_map.values())


def doubled(ins: Any, outs: Any) -> Any:
    with IRBuilder() as builder, T.grid(3, 5) as (i, j):
        T.buffer_store(outs[0], ins[0][i, j] * 2.0, [i, j])
    return builder.get()


def test_extern_stages_compute() -> None:
    a = placeholder(3, 5)
    inner = te.extern((3, 5), [a], doubled, name="E")
    made = te.compute((3, 5), lambda i, j: inner[i, j] + 1.0, name="F")
    np.testing.assert_allclose(run([a, made], A35)[0], A35 * 2 + 1)


def test_a_function_as_a_stage() -> None:
    func = from_source(
        "@T.prim_func\ndef inc(X: T.Buffer((3, 5)), Y: T.Buffer((3, 5))):\n"
        "    for i, j in T.grid(3, 5):\n        with T.block('Y'):\n"
        "            vi, vj = T.axis.remap('SS', [i, j])\n            Y[vi, vj] = X[vi, vj] + T.float32(1)\n"
    )
    a = placeholder(3, 5)
    stage = te.extern_primfunc([a], func)
    assert stage.op.name == "inc"
    np.testing.assert_allclose(run([a, stage], A35)[0], A35 + 1)


def test_an_external_function_that_changes_what_it_is_given() -> None:
    func = from_source(
        "@T.prim_func\ndef inc(X: T.Buffer((4,), 'float32'), N: T.Buffer((1,), 'float32'), Y: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        with T.block('b'):\n"
        "            vi = T.axis.remap('S', [i])\n            Y[vi] = Y[vi] + X[vi] * N[0]\n            X[vi] = T.float32(0)\n"
    )
    stage = te.extern_primfunc([te.placeholder((4,), name="X"), te.placeholder((1,), name="N")], func)
    assert [buffer.name for buffer in stage.op.output_placeholders] == ["Y"]
    assert [buffer.name for buffer in stage.op.input_placeholders] == ["X", "N"]


A = placeholder(3, 5)
K = te.reduce_axis((0, 5), "k")


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (
            lambda: te.create_prim_func([te.compute((3,), lambda i: A[i, 0])]),
            "the tensor `A` is read and is not among the arguments",
        ),
        (
            lambda: te.compute((3,), lambda i: te.sum(A[i, K], axis=K) + 1.0),
            "only allowed at the top level of compute",
        ),
        (lambda: te.compute((3,), lambda i: (te.sum(A[i, K], axis=K), A[i, 0])), "either all are reductions or none"),
        (lambda: te.compute((3,), lambda i, j: A[i, j]), "has 1 dimensions, and its function takes 2 indices"),
        (lambda: te.compute((3,), lambda i, *, j: A[i, j]), "keyword parameters"),
        (lambda: A[1, 2, 3], "`A` has 2 dimensions and is indexed with 3"),
        (lambda: A(1), "`A` has 2 dimensions and is indexed with 1"),
        (lambda: A[1].asobject(), "`A` has 2 dimensions and is indexed with 1"),
        (lambda: te.thread_axis((0, 4)), "the name of its threads"),
        (lambda: te.extern((3,), [], lambda ins, outs: None), "needs a dtype"),
        (lambda: te.extern((3,), [A], lambda ins, outs: None), "returned no statement but NoneType"),
    ],
)
def test_mistakes(act: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace("(", r"\(")):
        act()


def test_arguments_are_tensors_and_variables() -> None:
    with pytest.raises(TypeError, match="a tensor or a variable, not int"):
        te.create_prim_func(cast(Any, [1]))


def test_tensors_tell_what_they_are() -> None:
    first, second = te.compute((3, 5), lambda i, j: (A[i, j], A[i, j]), name="B", tag="copy")
    assert (first.ndim, first.dtype, first.name, second.value_index) == (2, "float32", "B.v0", 1)
    assert (first.op.num_outputs, first.op.tag, first.op.input_tensors) == (2, "copy", (A,))
    assert first.op.output(1) is second
    assert str(A[1][2]) == "A[1, 2]"
    assert A[1].dtype == "float32"
    assert repr(A) == "Tensor(shape=[3, 5], op.name=A)"
    with pytest.raises(TypeError):
        iter(A)
    with pytest.raises(TypeError, match="not by slices"):
        A[0, 0:2]


def test_tags_of_a_scope() -> None:
    with te.tag_scope("conv"):
        assert te.compute((3,), lambda i: A[i, 0]).op.tag == "conv"
        with pytest.raises(ValueError, match="conv"):
            te.compute((3,), lambda i: A[i, 0], tag="other")

    @te.tag_scope(tag="pool")
    def stage() -> te.Tensor:
        return te.compute((3,), lambda i: A[i, 0])

    assert stage().op.tag == "pool"
    assert te.compute((3,), lambda i: A[i, 0]).op.tag == ""


def test_axes_count_as_their_variables() -> None:
    assert str(K + 1) == "k + 1"
    assert str(2 * K < 4) == "2 * k < 4"
    assert str(-K) == "k * -1"
    assert K == K


def test_functions_of_numbers_are_those_of_tir() -> None:
    assert te.exp is tir.exp
    assert str(te.power(A[0, 0], 2.0)) == "T.pow(A[0, 0], T.float32(2.0))"
    assert str(te.const(1)) == "1"
    assert te.size_var("n").dtype == "int32"
    assert te.thread_axis("threadIdx.x").thread_tag == "threadIdx.x"
    with pytest.raises(AttributeError):
        te.nonsense  # type: ignore[attr-defined]  # noqa: B018
