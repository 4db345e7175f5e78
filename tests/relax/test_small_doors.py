"""Small doors of Relax and of tensor expressions that programs written for TVM go through."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import relax, te
from tilewright.relax.frontend.nn.llm import kv_cache
from tilewright.relax.testing import nn as layers
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T
from tilewright.target import Target


def test_a_constant_takes_a_struct_info() -> None:
    info = relax.TensorStructInfo((2, 3), "float16")
    made = relax.const(np.ones((2, 3)), info)
    assert made.struct_info is info
    assert made.data.dtype == "float16"
    assert relax.const([1, 2], relax.TensorStructInfo(ndim=1)).data.shape == (2,)
    for wrong in (
        relax.TensorStructInfo((3, 2), "float16"),
        relax.TensorStructInfo(ndim=3),
        relax.ShapeStructInfo((2,)),
    ):
        with pytest.raises(ValueError, match="a constant"):
            relax.const(np.ones((2, 3)), wrong)


def test_shapes_are_added_to_lists() -> None:
    A: Any = te.placeholder((4, 8), name="A")
    n = te.var("n")
    assert A.shape[:-1] + [n] == [A.shape[0], n]  # noqa: RUF005
    assert A.shape + [n] == (*A.shape, n)  # noqa: RUF005
    assert [n] + A.shape == [n, *A.shape]  # noqa: RUF005
    assert A.shape + (n,) == (*A.shape, n)  # noqa: RUF005
    assert te.placeholder(A.shape[:-1] + [n]).shape[1] is n  # noqa: RUF005
    buffer: Any = tilewright.tir.decl_buffer((4, 8))
    assert len(buffer.shape + [2]) == 3  # noqa: RUF005
    assert isinstance(buffer.shape, tuple)


def test_a_stage_takes_the_shape_of_a_tensor_of_a_graph() -> None:
    x: Any = relax.Var("x", R.Tensor((2, 3), "float32"))
    made = te.compute(x.struct_info.shape, lambda i, j: i + j)
    assert [int(size) for size in made.shape] == [2, 3]


def test_layers_stand_outside_of_a_builder() -> None:
    layer = layers.Linear(3, 4)
    assert [weight.name_hint for weight in layer.parameters()] == ["linear_weight", "linear_bias"]
    assert layers.Placeholder((2,)).name_hint == layers.Placeholder((2,)).name_hint == "data"
    with pytest.raises(RuntimeError, match="BlockBuilder"):
        layer(layers.Placeholder((2, 3)))


@I.ir_module
class Doubled:
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y = R.add(x, x)
        return y


def test_a_function_is_called_directly_after_its_inputs_were_set() -> None:
    machine = relax.VirtualMachine(tilewright.compile(Doubled, "llvm"), tilewright.cpu())
    machine.set_input("main", np.ones(2, "float32"))
    np.testing.assert_array_equal(machine["main"](np.full(2, 3, "float32")).numpy(), [6, 6])
    machine.invoke_stateful("main")
    np.testing.assert_array_equal(machine.get_outputs("main").numpy(), [2, 2])


def reference(q: np.ndarray, k: np.ndarray, v: np.ndarray, causal: bool, scale: float) -> np.ndarray:
    group = q.shape[2] // k.shape[2]
    k, v = np.repeat(k, group, 2), np.repeat(v, group, 2)
    scores = np.einsum("bqhd,bkhd->bhqk", q, k) * scale
    if causal:
        rows, columns = scores.shape[2:]
        scores = np.where(np.arange(columns) <= np.arange(rows)[:, None] + columns - rows, scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return np.einsum("bhqk,bkhd->bqhd", weights / weights.sum(-1, keepdims=True), v)


@pytest.mark.parametrize("causal", [0, 1])
def test_attention_over_sequences_of_one_length(causal: int) -> None:
    kernels: Any = kv_cache
    func = kernels._attention_sequence_prefill(2, 4, 8, "float32", Target("llvm"), causal, 0.25)
    random = np.random.default_rng(0)
    q, k, v = (random.standard_normal(shape).astype("float32") for shape in ((2, 3, 4, 8), (2, 5, 2, 8), (2, 5, 2, 8)))
    output, lse = np.zeros_like(q), np.zeros((2, 3, 4), "float32")
    tilewright.build(func)(q, k, v, output, lse)
    np.testing.assert_allclose(output, reference(q, k, v, bool(causal), 0.25), rtol=1e-4, atol=1e-5)
    assert np.isfinite(lse).all()
    with pytest.raises(NotImplementedError, match="cuda"):
        kernels._attention_sequence_prefill(2, 4, 8, "float32", Target("cuda"))  # pyright: ignore[reportPrivateUsage]


def test_networks_name_integers_and_wrap_tuples() -> None:
    from tilewright.relax.frontend import nn

    assert isinstance(4, nn.IntExpr)
    assert isinstance(tilewright.tir.Var("n", "int64"), nn.IntExpr)
    builder = relax.BlockBuilder()
    x = relax.Var("x", R.Tensor((4,), "float32"))
    with builder.function("main", [x]), builder.dataflow():
        first, (second,) = nn.op.wrap_nested(relax.Tuple([x, relax.Tuple([x])]), "pair")
        assert isinstance(first, nn.Tensor)
        assert second.shape == [4]
        builder.emit_func_output(builder.emit_output(first._expr))  # pyright: ignore[reportPrivateUsage]


@T.prim_func
def gemv(A: T.Buffer((200, 96), "float32"), x: T.Buffer((96,), "float32"), y: T.Buffer((200,), "float32")) -> None:
    for i, k in T.grid(200, 96):
        with T.block("y"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                y[vi] = T.float32(0)
            y[vi] = y[vi] + A[vi, vk] * x[vk]


@T.prim_func
def matmul(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")) -> None:
    for i, j, k in T.grid(8, 8, 8):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


@T.prim_func
def without_blocks(A: T.Buffer((8,), "float32")) -> None:
    for i in range(8):
        A[i] = A[i] + T.float32(1)


def test_the_rule_for_products_of_a_matrix_and_a_vector() -> None:
    from tilewright import dlight

    rule = dlight.cpu.GEMV()
    scheduled = rule.apply(gemv, Target("llvm"), False)
    assert "T.parallel" in scheduled.mod["main"].script()
    A, x, y = (
        np.random.default_rng(0).random((200, 96), "float32"),
        np.arange(96, dtype="float32"),
        np.zeros(200, "float32"),
    )
    tilewright.build(scheduled.mod["main"])(A, x, y)
    np.testing.assert_allclose(y, A @ x, rtol=1e-4)
    assert rule.apply(matmul, Target("llvm"), False) is None
    assert rule.apply(gemv, Target("cuda"), False) is None
    assert rule.apply(without_blocks, Target("llvm"), False) is None
    with Target("llvm"):
        mod = dlight.ApplyDefaultSchedule(rule)(tilewright.IRModule({"gemv": gemv, "matmul": matmul}))
    assert mod["gemv"].attrs["tir.is_scheduled"]
    assert "tir.is_scheduled" not in mod["matmul"].attrs


@R.function
def chosen(c: R.Tensor((), "bool")) -> R.Tensor((), "int32"):
    if c:
        y = 1
    else:
        y = 2
    return y


def test_a_branch_may_end_with_a_number() -> None:
    machine = relax.VirtualMachine(tilewright.compile(tilewright.IRModule({"main": chosen}), "llvm"), tilewright.cpu())
    assert [int(machine["main"](np.array(each)).numpy()) for each in (True, False)] == [1, 2]


def test_numbers_stand_where_values_do() -> None:
    @R.function
    def f(x: R.Tensor((4,), "float32")):
        y = R.call_packed("f", x, 1, 2.5, sinfo_args=R.Tensor((4,), "float32"))
        return (y, 3)

    (call,), pair = [binding.value for binding in f.body.blocks[0].bindings], f.body.body
    assert [type(each).__name__ for each in call.args] == ["Var", "PrimValue", "PrimValue"]
    assert pair.fields[1].value.value == 3
    made: Any = relax.Call(relax.ExternFunc("f"), [1])
    assert made.args[0].value.value == 1
    assert relax.op.arange(1, 10, 2, "int64").args[0].value.value == 1


def test_a_cache_without_a_kernel_says_which_it_lacks() -> None:
    from tilewright.core.vm.paged_kv_cache import _kernel  # pyright: ignore[reportPrivateUsage]

    with pytest.raises(RuntimeError, match="without the kernel `f_attention_decode`"):
        _kernel("f_attention_decode", ())(1, 2)
    with pytest.raises(RuntimeError, match="f_attention_decode"):
        _kernel("f_attention_decode", ("tir", None))()
