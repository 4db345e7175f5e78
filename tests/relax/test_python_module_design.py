"""The design of Python functions in modules, sentence by sentence; what other files of this folder hold is not said again here."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

import tilewright
from tilewright import relax
from tilewright.relax import BasePyModule
from tilewright.relax.relax_to_pyfunc_converter import RelaxToPyFuncConverter, to_python_source
from tilewright.relax.transform import LegalizeOps
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T

ADDRESSES: list[int] = []


@tilewright.register_global_func("tests.design.scale", override=True)
def scale(x: Any, out: Any) -> None:
    ADDRESSES.append(torch.from_dlpack(x).data_ptr())
    torch.from_dlpack(out).copy_(torch.from_dlpack(x) * 3)


@I.ir_module
class Levels(BasePyModule):
    """A function of each kind, each calling the others."""

    @I.pyfunc
    def python(self, x: torch.Tensor) -> torch.Tensor:
        ADDRESSES.append(x.data_ptr())
        info = R.Tensor((4,), "float32")
        return self.graph(self.call_dps_packed("tests.design.scale", [self.call_tir(self.kernel, [x], info)], info))

    @I.pyfunc
    def tell(self, x):
        print("value:", x.tolist())
        return x

    @T.prim_func
    def kernel(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i] + T.float32(1)

    @R.function
    def graph(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        return R.nn.relu(x)

    @R.function
    def calls(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Levels
        a = R.call_tir(cls.kernel, (x,), out_sinfo=R.Tensor((4,), "float32"))
        b = R.call_py_func("python", (a,), out_sinfo=R.Tensor((4,), "float32"))
        c = R.call_dps_packed("tests.design.scale", (b,), out_sinfo=R.Tensor((4,), "float32"))
        return cls.graph(c)


X = torch.tensor([-3.0, 0.0, 1.0, 2.0])


@pytest.fixture(scope="module")
def made() -> BasePyModule:
    return Levels()


def test_relax_is_not_run_before_it_is_compiled_but_python_is() -> None:
    with pytest.raises(TypeError):
        Levels["graph"](X)  # an expression: a call in a graph takes no tensors
    assert torch.equal(Levels.pyfuncs["tell"](None, X), X)


def test_python_is_not_compiled(made: BasePyModule) -> None:
    assert inspect.unwrap(made.tell).__func__ is Levels.pyfuncs["tell"]
    assert "tell" not in made.compiled_tir_funcs
    assert inspect.getsource(made.tell).strip().startswith("@I.pyfunc")


@I.ir_module
class Graph(BasePyModule):
    @T.prim_func
    def kernel(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i] + T.float32(1)

    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Graph
        a = R.call_tir(cls.kernel, (x,), out_sinfo=R.Tensor((4,), "float32"))
        return R.exp(a)


def test_debugging_is_inserting_a_print(capsys: pytest.CaptureFixture[str]) -> None:
    source = to_python_source(Graph)
    edited = source.replace("gv = torch.exp", 'print("a is", a.tolist())\n        gv = torch.exp')
    assert edited != source
    assert torch.equal(from_source(edited)().main(X), torch.exp(X + 1))
    assert capsys.readouterr().out == "a is [-2.0, 1.0, 2.0, 3.0]\n"


def test_an_edit_is_seen_at_once(made: BasePyModule) -> None:
    made.add_python_function("quick", lambda x: x + 1)
    assert torch.equal(made.quick(X), X + 1)
    made.add_python_function("quick", lambda x: x + 2)
    assert torch.equal(made.quick(X), X + 2)


def test_python_calls_relax_tensor_ir_and_packed_functions(made: BasePyModule) -> None:
    assert torch.equal(made.python(X), F.relu((X + 1) * 3))


def test_a_graph_calls_python_tensor_ir_and_packed_functions(made: BasePyModule) -> None:
    assert torch.equal(made.calls(X), F.relu(F.relu((X + 2) * 3) * 3))


def test_memory_flows_from_level_to_level_uncopied(made: BasePyModule) -> None:
    ADDRESSES.clear()
    made.python(X)
    assert ADDRESSES[0] == X.data_ptr()
    made.call_dps_packed("tests.design.scale", [X], R.Tensor((4,), "float32"))
    assert ADDRESSES[-1] == X.data_ptr()

    def python(x: torch.Tensor) -> torch.Tensor:
        ADDRESSES.append(x.data_ptr())
        return x

    made.add_python_function("python", python)
    ADDRESSES.clear()
    kept = torch.ones(4)
    made.call_py_func("python", [made._convert_pytorch_to_tvm(kept)])
    assert ADDRESSES == [kept.data_ptr()]
    made.add_python_function("python", Levels.pyfuncs["python"].__get__(made))


def test_an_instance_holds_its_kernels_and_a_virtual_machine(made: BasePyModule) -> None:
    assert list(made.compiled_tir_funcs) == ["kernel"]
    assert isinstance(made.relax_vm, relax.VirtualMachine)
    assert Levels().compiled_tir_funcs["kernel"] is not made.compiled_tir_funcs["kernel"]
    assert BasePyModule(tilewright.IRModule()).relax_vm is None


def test_an_op_is_the_function_of_pytorch_that_does_the_same() -> None:
    assert "F.relu(x)" in to_python_source(Levels, "graph")


def test_a_late_stage_is_converted_as_an_early_one() -> None:
    for stage in (Levels, LegalizeOps()(Levels)):
        found = RelaxToPyFuncConverter(stage).convert("graph")
        assert torch.equal(found.pyfuncs["graph"](X), F.relu(X))


def test_a_converted_graph_is_traced_back_to_relax(tmp_path: Path) -> None:
    """The design's outlook: what PyTorch exports of a Python function is a graph again."""
    from tilewright.relax.frontend.torch import from_exported_program

    @I.ir_module
    class Traced:
        @R.function
        def main(x: R.Tensor((2, 4), "float32")) -> R.Tensor((2, 4), "float32"):
            return R.nn.softmax(R.multiply(R.exp(x), R.const(0.5)), axis=-1)

    source = tmp_path / "graph.py"
    source.write_text(to_python_source(Traced))
    names: dict[str, Any] = {}
    exec(compile(source.read_text(), str(source), "exec"), names)

    class Wrapped(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return names["main"](x)

    given = torch.arange(8.0).reshape(2, 4) / 8
    again = from_exported_program(torch.export.export(Wrapped(), (given,)))
    machine = relax.VirtualMachine(relax.build(again, "llvm"), tilewright.cpu())
    found = machine["main"](given.numpy())
    np.testing.assert_allclose(
        (found if isinstance(found, tilewright.runtime.Tensor) else found[0]).numpy(), names["main"](given), rtol=1e-6
    )


def test_the_text_and_the_function_are_both_kept() -> None:
    attrs = Levels["tell"].attrs
    assert isinstance(Levels["tell"], relax.ExternFunc)
    assert attrs["python_source"].splitlines()[0] == "def tell(self, x):"
    assert torch.equal(attrs["python_packed_func"](None, X), X)


def test_any_module_has_instances() -> None:
    """Modules that are put together at run time, with functions added to them later."""
    made = BasePyModule(tilewright.IRModule({"kernel": Levels["kernel"]}), "cpu", "llvm")
    made.add_python_function("later", lambda x: made.call_tir("kernel", [x], [4]))
    assert torch.equal(made.later(X), X + 1)
    assert torch.equal(made.call_dps_packed("later", [X], R.Tensor((4,), "float32")), X + 1)


def test_an_instance_answers_for_its_module(made: BasePyModule) -> None:
    assert made["kernel"] is Levels["kernel"]
    assert made.functions is Levels.functions
    assert made.get_global_var("calls").name_hint == "calls"
    with pytest.raises(AttributeError, match="no function and no attribute `nobody`"):
        _ = made.nobody


def test_functions_of_relax_take_arguments_by_name(made: BasePyModule) -> None:
    assert torch.equal(made.graph(x=X), F.relu(X))
    with pytest.raises(TypeError, match="no argument `y` by name; it has `x` left"):
        made.graph(y=X)


def test_py_module_is_the_decorator_of_modules_with_python_functions() -> None:
    @R.py_module
    class Doubled(BasePyModule):
        @I.pyfunc
        def double(x):
            return x * 2

        @R.function
        def main(x: R.Tensor((4,), "float32")):
            return R.call_py_func("double", (x,), out_sinfo=R.Tensor((4,), "float32"))

    assert torch.equal(Doubled(tilewright.cpu(0)).main(X), X * 2)
    assert list(Doubled.__pyfuncs__) == ["double"]
    with pytest.raises(TypeError, match=r"R\.py_module decorates classes that inherit BasePyModule"):
        R.py_module(int)


@pytest.mark.parametrize("device", [None, "cpu", "cpu:0", "llvm", tilewright.cpu()])
@pytest.mark.parametrize("target", [None, "llvm", {"kind": "llvm"}, "llvm -mcpu=native"])
def test_devices_and_targets_of_an_instance(device: Any, target: Any) -> None:
    found = BasePyModule(tilewright.IRModule(), device, target)
    assert found.device == tilewright.cpu()
    assert found.target.kind.name == "llvm"


@pytest.mark.parametrize("device", ["cuda", "cuda:0", "vulkan"])
def test_devices_that_nothing_runs_on(device: str) -> None:
    with pytest.raises(ValueError, match="functions run on the CPU here, and the device is"):
        BasePyModule(tilewright.IRModule(), device)
    with pytest.raises(ValueError, match="'nowhere' is not a device"):
        BasePyModule(tilewright.IRModule(), "nowhere")


def test_tensors_elsewhere_and_of_other_types(made: BasePyModule) -> None:
    with pytest.raises(ValueError, match="the tensor is on `meta`"):
        made.graph(torch.ones(4, device="meta"))
    with pytest.raises(ValueError, match=r"kernel.*int32|float32.*int32|int32.*float32"):
        made.call_tir("kernel", [X.int()], R.Tensor((4,), "float32"))
    with pytest.raises(ValueError, match=r"\(4,\)|4"):
        made.graph(torch.ones(5))


def test_a_function_that_is_missing_is_named() -> None:
    @I.ir_module
    class Missing(BasePyModule):
        @R.function
        def main(x: R.Tensor((4,), "float32")):
            return R.call_py_func("gone", (x,), out_sinfo=R.Tensor((4,), "float32"))

    made = Missing()
    for call in (lambda: made.main(X), lambda: made.call_py_func("gone", [X])):
        with pytest.raises(ValueError, match="Python function 'gone' not found"):
            call()
    with pytest.raises(ValueError, match="Could not resolve or find compiled TIR function"):
        made.call_tir("gone", [X], R.Tensor((4,), "float32"))


def test_calls_of_python_made_by_hand() -> None:
    x = relax.Var("x", relax.TensorStructInfo((4,), "float32"))
    call = relax.op.call_py_func(relax.StringImm("f"), (x, x), out_sinfo=R.Tensor((4,), "float32"))
    name: Any = call.args[0]
    assert (call.op.name, name.value, len(call.args)) == ("relax.call_py_func", "f", 2)
    again = relax.op.call_py_func("f", (x, x), R.Tensor((4,), "float32"))
    tilewright.ir.assert_structural_equal(call, again, map_free_vars=True)
    with pytest.raises(TypeError, match=r"Expected a `relax\.StringImm`"):
        relax.op.call_py_func("f", (x,), out_sinfo=R.Tensor((4,), "float32"))
