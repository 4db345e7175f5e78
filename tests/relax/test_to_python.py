"""Functions of Relax as Python functions over PyTorch: their text, and that they compute what the compiled functions do."""

from __future__ import annotations

import inspect
import traceback
from typing import Any

import numpy as np
import pytest
import torch

import tilewright
from tests.relax.numeric import Case
from tests.relax.test_nn_ops import CASES as NN_CASES
from tests.relax.test_tensor_ops import CASES
from tilewright import relax
from tilewright.relax import BasePyModule, transform
from tilewright.relax.relax_to_pyfunc_converter import RelaxToPyFuncConverter, to_python_source
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T


@I.ir_module
class Mixed:
    @T.prim_func
    def inc(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i] + T.float32(1)

    @R.function
    def other(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        return R.exp(x)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Mixed
        a = R.call_tir(cls.inc, (x,), out_sinfo=R.Tensor((4,), "float32"))
        b = cls.other(a)
        c = R.call_dps_packed("tests.to_python.halve", (b,), out_sinfo=R.Tensor((4,), "float32"))
        return R.multiply(c, R.const(2.0))


@I.ir_module
class Pure:
    @R.function
    def main(x: R.Tensor(("n", "m"), "float32")):
        n = T.int64()
        m = T.int64()
        y = R.reshape(x, (n * m,))
        z = R.add(y, R.const([1.5], "float32"))
        return (z, R.shape([n, m]))


@tilewright.register_global_func("tests.to_python.halve", override=True)
def halve(a: Any, out: Any) -> None:
    torch.from_dlpack(out).copy_(torch.from_dlpack(a) / 2)


X = torch.tensor([0.0, 1.0, -2.0, 3.0])


def test_ops_become_calls_of_pytorch() -> None:
    source = to_python_source(Pure)
    assert source == (
        "import torch\n"
        "import torch.nn.functional as F\n"
        "\n\n"
        "def main(x):\n"
        "    m = x.shape[1]\n"
        "    n = x.shape[0]\n"
        "    y = torch.reshape(x, ((n * m),))\n"
        "    z = torch.add(y, torch.tensor([1.5], dtype=torch.float32))\n"
        "    return (z, (n, m))\n"
    )
    names: dict[str, Any] = {}
    exec(source, names)
    made, shape = names["main"](torch.ones(2, 3))
    assert made.tolist() == [2.5] * 6
    assert shape == (2, 3)


def test_what_is_called_by_name_goes_through_the_instance() -> None:
    converted = RelaxToPyFuncConverter(Mixed).convert()
    assert str(converted["main"].attrs["python_source"]) == (
        "def main(self, x):\n"
        '    a = self.call_tir("inc", [x], R.Tensor((4,), "float32"))\n'
        "    b = self.other(a)\n"
        '    c = self.call_dps_packed("tests.to_python.halve", [b], R.Tensor((4,), "float32"))\n'
        "    gv = torch.mul(c, torch.tensor(2.0, dtype=torch.float32))\n"
        "    return gv"
    )
    assert torch.allclose(converted.pyfuncs["main"](X), torch.exp(X + 1))


def test_the_result_is_a_module_that_prints_reads_back_and_runs() -> None:
    converted = RelaxToPyFuncConverter(Mixed).convert()
    instance = converted()
    assert isinstance(instance, BasePyModule)
    assert torch.allclose(instance.main(X), torch.exp(X + 1))
    again = from_source(to_python_source(Mixed))
    assert torch.allclose(again().main(X), torch.exp(X + 1))


@pytest.mark.parametrize("names", ["main", ["other"], ["main", "other"]])
def test_some_functions_stay_compiled(names: Any) -> None:
    converted = RelaxToPyFuncConverter(Mixed).convert(names)
    assert sorted(converted.pyfuncs) == sorted([names] if isinstance(names, str) else names)
    assert torch.allclose(converted().main(X), torch.exp(X + 1))


def test_functions_know_their_names_and_arguments() -> None:
    function: Any = RelaxToPyFuncConverter(Pure).convert("main").pyfuncs["main"]
    assert (function.__name__, list(inspect.signature(function).parameters)) == ("main", ["x"])
    with pytest.raises(ValueError, match="Expected 1 argument"):
        function(X, X)


def test_an_exception_shows_the_line_of_the_written_function() -> None:
    function: Any = RelaxToPyFuncConverter(Pure).convert("main").pyfuncs["main"]
    with pytest.raises(RuntimeError) as caught:
        function(torch.ones(2, 3, dtype=torch.complex64).to_sparse())
    assert "y = torch.reshape(x, ((n * m),))" in "".join(traceback.format_exception(caught.value))


def test_names_that_are_no_functions_of_relax() -> None:
    with pytest.raises(ValueError, match="'nobody' not found"):
        RelaxToPyFuncConverter(Mixed).convert("nobody")
    with pytest.raises(ValueError, match="'inc' is not a Relax function"):
        RelaxToPyFuncConverter(Mixed).convert(["inc"])


@I.ir_module
class Control:
    @R.function
    def branch(c: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        if c:
            w = R.add(x, x)
            y = R.exp(w)
        else:
            y = R.negative(x)
        return y

    @R.function
    def closure(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        @R.function
        def inner(y: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            return R.add(x, y)

        z = inner(x)
        return z

    @R.function
    def cast(x: R.Tensor(ndim=1, dtype="float32")):
        n = T.int64()
        y = R.match_cast(x, R.Tensor((n,), "float32"))
        return R.add(R.zeros((n,), "float32"), y)

    @R.function(pure=False)
    def tells(x: R.Tensor((2,), "float32")):
        _ = R.print(x, format="x is {}")
        _1 = R.assert_op(R.const(True), format="never")
        return x

    @R.function(pure=False)
    def memory(x: R.Tensor((4,), "float32")):
        storage = R.memory.alloc_storage(R.shape([32]), 0, "global", R.dtype("uint8"))
        made = R.memory.alloc_tensor(storage, 16, R.shape([4]), R.dtype("float32"))
        _ = R.memory.kill_storage(storage)
        return R.multiply(R.zeros_like(made), x)


@pytest.mark.parametrize(
    ("name", "args", "expected"),
    [
        ("branch", (torch.tensor(True), X), torch.exp(X + X)),
        ("branch", (torch.tensor(False), X), -X),
        ("closure", (X,), X + X),
        ("cast", (X,), X),
        ("tells", (torch.ones(2),), torch.ones(2)),
    ],
)
def test_control_flow(name: str, args: Any, expected: torch.Tensor) -> None:
    assert torch.allclose(RelaxToPyFuncConverter(Control).convert(name).pyfuncs[name](*args), expected)


def test_memory_by_hand_is_a_tensor_in_bytes() -> None:
    source = to_python_source(Control, "memory")
    assert "storage = torch.empty((32,), dtype=torch.uint8)" in source
    assert "made = storage[16:].view(torch.float32)[:4].reshape((4,))" in source


SPELT = [
    (lambda x: R.nn.max_pool2d(x, 2, padding=[1, 0, 0, 0]), ", value=float("),
    (lambda x: R.nn.max_pool2d(x, 2, ceil_mode=True), "call_tir"),
    (lambda x: R.nn.avg_pool2d(x, 2, padding=[1, 0, 0, 0], count_include_pad=True), "F.pad("),
    (lambda x: R.nn.avg_pool2d(x, 2, padding=[1, 0, 0, 0]), "call_tir"),
    (lambda x: R.nn.pad(x, [0, 0, 0, 0, 1, 2, 3, 0]), "F.pad(x, [3, 0, 1, 2, 0, 0, 0, 0], value=0.0)"),
    (lambda x: R.nn.layer_norm(x, R.const(X5), R.const(X5), axes=[3]), "F.layer_norm(x.movedim("),
    (lambda x: R.nn.conv2d(x, R.const(W), padding=[1, 0, 0, 1]), "F.conv2d(F.pad("),
    (lambda x: R.nn.attention(x, x, x, causal_mask="TopLeft"), "is_causal=True"),
]
X5: Any = np.arange(5, dtype="float32")
W: Any = np.arange(16, dtype="float32").reshape(2, 2, 2, 2)


@pytest.mark.parametrize(("op", "expected"), SPELT)
def test_settings_decide_the_spelling(op: Any, expected: str) -> None:
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((1, 2, 6, 5), "float32"))
    with builder.function("main", [x]):
        builder.emit_func_output(builder.emit(op(x)))
    module = builder.get()
    assert expected in to_python_source(module)
    given = torch.randn(1, 2, 6, 5)
    machine = relax.VirtualMachine(relax.build(module, "llvm"), tilewright.cpu())
    found = RelaxToPyFuncConverter(module).convert().pyfuncs["main"](given)
    np.testing.assert_allclose(found.numpy(), machine["main"](given.numpy()).numpy(), rtol=1e-4, atol=1e-4)


def test_large_constants_and_unusual_numbers_are_exact() -> None:
    large = np.random.default_rng(0).standard_normal((9, 9)).astype("float32")
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((9, 9), "float32"))
    with builder.function("main", [x]):
        made = builder.emit(relax.op.add(x, relax.const(large)))
        builder.emit_func_output(builder.emit(relax.op.add(made, relax.const(float("inf"), "float32"))))
    found = RelaxToPyFuncConverter(builder.get()).convert().pyfuncs["main"](torch.zeros(9, 9))
    assert torch.isinf(found).all()
    assert large.tobytes().hex() in to_python_source(builder.get())


def test_an_op_that_pytorch_has_not_becomes_tensor_ir() -> None:
    @I.ir_module
    class Layout:
        @R.function
        def main(x: R.Tensor((4, 2), "float32")):
            return R.layout_transform(x, lambda i, j: (j, i))

    found = RelaxToPyFuncConverter(Layout).convert("main").pyfuncs["main"](torch.arange(8.0).reshape(4, 2))
    assert torch.equal(found, torch.arange(8.0).reshape(4, 2).T)


def module_of(cases: list[Case]) -> Any:
    """One function a case."""
    builder = relax.BlockBuilder()
    for at, case in enumerate(cases):
        params = [
            relax.Var(f"x{place}", relax.TensorStructInfo(array.shape, str(array.dtype)))
            for place, array in enumerate(case.args)
        ]
        with builder.function(f"op{at}", params):
            with builder.dataflow():
                result = builder.emit_output(case.op(*params))
            builder.emit_func_output(result)
    return builder.get()


FUSE = [
    getattr(transform, name)()
    for name in ("LegalizeOps", "AnnotateTIROpPattern", "FoldConstant", "FuseOps", "FuseTIR")
    if hasattr(transform, name)
]


def fused(module: Any) -> Any:
    for step in FUSE:
        module = step(module)
    return module


STAGES: dict[str, Any] = {"as written": lambda module: module, "fused": fused, "lowered": transform.LegalizeOps()}


@pytest.mark.slow
@pytest.mark.parametrize("cases", [CASES, NN_CASES], ids=["tensors", "nn"])
def test_every_op_at_three_stages_computes_what_the_compiled_function_does(cases: list[Case]) -> None:
    module = module_of(cases)
    machine = relax.VirtualMachine(relax.build(module, "llvm"), tilewright.cpu())
    for stage, step in STAGES.items():
        converted = RelaxToPyFuncConverter(step(module)).convert()()
        for at, case in enumerate(cases):
            want = machine[f"op{at}"](*case.args)
            found = getattr(converted, f"op{at}")(*[torch.tensor(array) for array in case.args])
            several = isinstance(want, (tuple, list))
            for got, expected in zip(found if several else [found], want if several else [want]):
                where = f"{case.name}, {stage}"
                assert str(got.dtype) == f"torch.{expected.dtype}", where
                np.testing.assert_allclose(got.numpy(), expected.numpy(), rtol=1e-3, atol=1e-4, err_msg=where)
