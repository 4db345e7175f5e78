"""Relax on the machine: results equal numpy's, and wrong arguments are named."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tilewright import TVMError, relax, tir
from tilewright.ir.function import IRModule
from tilewright.script import ir as I
from tilewright.script import relax as R


@I.ir_module
class Model:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), w: R.Tensor((4, 3), "float32")) -> R.Tensor(("n", 3), "float32"):
        with R.dataflow():
            product = R.matmul(x, w)
            lv = R.nn.relu(product + R.const(1.0, "float32"))
            gv = R.nn.softmax(lv, axis=-1)
            R.output(gv)
        return gv

    @R.function
    def choose(c: R.Tensor((), "bool"), x: R.Tensor((2,), "float32")):
        if c:
            y = R.add(x, x)
        else:
            y = R.multiply(x, x)
        return (y, R.shape([2]))

    @R.function
    def calls(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Model

        @R.function
        def twice(y: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            return R.add(y, y)

        a = cls.half(twice(x))
        b = R.match_cast(a, R.Tensor(("k",), "float32")) if False else a
        return R.exp(b)

    @R.function(private=True)
    def half(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        return R.divide(x, R.const(2.0, "float32"))


@pytest.fixture(scope="module")
def machine() -> relax.VirtualMachine:
    return relax.VirtualMachine(relax.build(Model, "llvm"), tilewright.cpu(), profile=True)


def test_symbolic_sizes(machine: relax.VirtualMachine) -> None:
    generator = np.random.default_rng(0)
    w = generator.standard_normal((4, 3), "float32")
    for rows in (1, 5):
        x = generator.standard_normal((rows, 4), "float32")
        kept = np.maximum(x @ w + 1, 0)
        wanted = np.exp(kept) / np.exp(kept).sum(-1, keepdims=True)
        np.testing.assert_allclose(machine["main"](x, w).numpy(), wanted, rtol=1e-5)


def test_branches_and_tuples(machine: relax.VirtualMachine) -> None:
    x = np.array([3.0, 4.0], "float32")
    for flag, wanted in ((True, x + x), (False, x * x)):
        value, shape = machine["choose"](np.array(flag), x)
        np.testing.assert_array_equal(value.numpy(), wanted)
        assert tuple(shape) == (2,)


def test_functions_call_functions(machine: relax.VirtualMachine) -> None:
    x = np.array([0.5, 1.0], "float32")
    np.testing.assert_allclose(machine["calls"](x).numpy(), np.exp(x), rtol=1e-6)


def test_the_stateful_interface(machine: relax.VirtualMachine) -> None:
    machine.set_input("half", x=np.array([2.0, 4.0], "float32"))
    machine.invoke_stateful("half")
    np.testing.assert_array_equal(machine.get_outputs("half").numpy(), [1.0, 2.0])


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((np.ones((2, 5), "float32"), np.ones((4, 3), "float32")), "dimension 1 of `x`, argument of `main`, must be 4"),
        ((np.ones((2, 4), "float64"), np.ones((4, 3), "float32")), "must hold float32, not float64"),
        ((np.ones(4, "float32"), np.ones((4, 3), "float32")), "must have 2 dimensions, not 1"),
        ((3, np.ones((4, 3), "float32")), "must be a tensor, not int"),
    ],
)
def test_wrong_arguments_are_named(machine: relax.VirtualMachine, args: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        machine["main"](*args)


def test_what_no_kernel_fits_is_named_with_its_types() -> None:
    size = tir.Var("n", "int64")
    x = relax.Var("x", relax.TensorStructInfo((size,), "float32"))
    weight = relax.const(np.ones(32, "float32"))
    builder = relax.BlockBuilder()
    with builder.function("main", [x]):
        builder.emit_func_output(builder.emit(relax.op.nn.layer_norm(x, weight, weight, axes=[-1])))
    machine = relax.VirtualMachine(tilewright.compile(builder.get()))
    with pytest.raises(NotImplementedError, match=r"`R.nn.layer_norm` of `R.Tensor\(\(n,\), .*`R.match_cast`"):
        machine["main"](np.ones(32, "float32"))


def test_wrong_number_of_arguments(machine: relax.VirtualMachine) -> None:
    with pytest.raises(TypeError, match="takes 2 arguments, and 1 is given") as caught:
        machine["main"](np.ones((2, 4), "float32"))
    assert isinstance(caught.value, TVMError)


def test_parameters_can_be_bound() -> None:
    executable = tilewright.compile(relax.transform.BindParams("main", {"w": np.ones((4, 3), "float32")})(Model))
    result = relax.VirtualMachine(executable)["main"](np.zeros((1, 4), "float32"))
    np.testing.assert_allclose(result.numpy(), np.full((1, 3), 1 / 3), rtol=1e-6)


def test_profile_tells_kernels_apart_where_they_are_not_merged() -> None:
    machine = relax.VirtualMachine(relax.build(Model, relax_pipeline="zero"), profile=True)
    report = machine.profile("main", np.ones((1, 4), "float32"), np.ones((4, 3), "float32"))
    assert [call["Name"] for call in report.calls] == ["fused_matmul_add_relu", "softmax"]


def bias(shape: tuple[int, ...], kind: str = "float32") -> IRModule:
    x, b = (relax.Var(name, relax.TensorStructInfo(shape, kind)) for name in "xb")
    builder = relax.BlockBuilder()
    with builder.function("main", [x, b]):
        builder.emit_func_output(builder.emit(relax.op.add(x, b)))
    return builder.get()


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (np.ones(4), "float64"),
        (np.ones(5, "float32"), "(5,)"),
        (np.ones((4, 1), "float32"), "(4, 1)"),
    ],
)
def test_bound_parameters_must_fit(value: np.ndarray, said: str) -> None:
    with pytest.raises(TVMError) as caught:
        relax.build(bias((4,)), params={"b": value})
    assert "the parameter `b` is" in str(caught.value)
    assert said in str(caught.value)


def test_bound_parameters_keep_their_type() -> None:
    run = relax.VirtualMachine(relax.build(bias((2,), "int64"), params={"b": np.array([1, 2**40])}))["main"]
    assert run(np.array([1, 1])).numpy().tolist() == [2, 2**40 + 1]


def test_graphs_are_built_for_processors_alone() -> None:
    with pytest.raises(ValueError, match="Tilewright builds for the CPU only"):
        relax.build(bias((4,)), "cuda")
