"""The virtual machine around its programs: lowered and plain ones, kept arguments, files, instruments, reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import tilewright
from tilewright import relax
from tilewright.ir import assert_structural_equal
from tilewright.relax.testing.vm import check_saved_func
from tilewright.runtime import ShapeTuple, load_module, tensor
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T

PIPELINES = ["default", "vm"]


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), w: R.Tensor((4, 3), "float32")):
        with R.dataflow():
            y = R.nn.relu(R.matmul(x, w))
            z = R.exp(y)
            R.output(z)
        return z

    @R.function
    def sizes(x: R.Tensor(dtype="float32"), s: R.Shape(["k"])) -> R.Shape(ndim=2):
        n, m, k = T.int64(), T.int64(), T.int64()
        _ = R.match_cast(x, R.Tensor((n, m), "float32"))
        return R.shape([n * 2 + k, m])

    @R.function
    def promised(y: R.Object, s: R.Shape(["k"])) -> R.Tensor(("k",), dtype=None):
        return y

    @R.function
    def pair(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
        cls = Module
        if c:
            r = R.call_pure_packed("test.vm.add", x, x, sinfo_args=R.Tensor((2,), "float32"))
        else:
            r = R.call_pure_packed("test.vm.mul", x, x, sinfo_args=R.Tensor((2,), "float32"))
        f = R.make_closure(cls.second, (r,))
        q = R.invoke_pure_closure(f, (x,), sinfo_args=R.Tensor((2,), "float32"))
        return ((q, (x,)), R.prim_value(7))

    @R.function
    def second(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        return y


@pytest.fixture(scope="module", params=PIPELINES)
def executable(request: pytest.FixtureRequest) -> relax.VMExecutable:
    return relax.build(Module, "llvm", relax_pipeline=request.param)


@pytest.fixture
def machine(executable: relax.VMExecutable) -> relax.VirtualMachine:
    return relax.VirtualMachine(executable, tilewright.cpu())


X, W = np.linspace(-1, 1, 8, dtype="float32").reshape(2, 4), np.ones((4, 3), "float32")
WANTED = np.exp(np.maximum(X @ W, 0))


def test_graphs_with_unknown_sizes_run(machine: relax.VirtualMachine):
    np.testing.assert_allclose(check_saved_func(machine, "main", X, W).numpy(), WANTED, rtol=1e-5)


def test_arrays_that_are_not_compact_are_refused_or_copied(machine: relax.VirtualMachine):
    strided = np.ascontiguousarray(X.T).T
    for given in (strided, tilewright.runtime.from_dlpack(strided)):
        with pytest.raises(ValueError, match="expected to be a compact array"):
            machine["main"](given, W)
    np.testing.assert_allclose(machine["main"](tilewright.runtime.tensor(strided), W).numpy(), WANTED, rtol=1e-5)
    machine.set_input("main", strided, W)
    machine.invoke_stateful("main")
    np.testing.assert_allclose(machine.get_outputs("main").numpy(), WANTED, rtol=1e-5)


def test_branches_closures_and_tuples_run(machine: relax.VirtualMachine):
    x = np.array([3, 4], "float32")
    for condition, result in ((True, x + x), (False, x * x)):
        (first, (second,)), number = machine["pair"](x, np.array(condition))
        np.testing.assert_array_equal(first.numpy(), result)
        np.testing.assert_array_equal(second.numpy(), x)
        assert number == 7


def test_what_a_value_is_not_is_told_by_its_type(machine: relax.VirtualMachine):
    sizes = machine["sizes"]
    assert sizes(np.zeros((3, 5), "float32"), ShapeTuple([4])) == (10, 5)
    for x, s, kind, sentence in (
        ([], ShapeTuple([4]), TypeError, "tensor"),
        (np.zeros((3, 5), "int8"), ShapeTuple([4]), ValueError, "dtype"),
        (np.zeros(3, "float32"), ShapeTuple([4]), ValueError, "match_cast.*ndim"),
        (np.zeros((3, 5), "float32"), ShapeTuple([4, 4]), ValueError, "ndim"),
        (np.zeros((3, 5), "float32"), 4, TypeError, "shape"),
    ):
        with pytest.raises(kind, match=sentence):
            sizes(x, s)


def test_promises_of_a_result_are_kept(machine: relax.VirtualMachine):
    machine["promised"](np.zeros(3), ShapeTuple([3]))
    with pytest.raises(RuntimeError, match="return"):
        machine["promised"](np.zeros(4), ShapeTuple([3]))
    with pytest.raises(ValueError, match="return"):
        machine["promised"](np.zeros((3, 3)), ShapeTuple([3]))


def test_kept_arguments_are_for_the_stateful_way_of_calling(machine: relax.VirtualMachine):
    with pytest.raises(ValueError, match="call set_input"):
        machine.invoke_stateful("main")
    machine.set_input("main", X, w=W)
    np.testing.assert_allclose(machine["main"](X, W).numpy(), WANTED, rtol=1e-5)
    with pytest.raises(ValueError, match="call invoke_stateful"):
        machine.get_outputs("main")
    machine.invoke_stateful("main")
    np.testing.assert_allclose(machine.get_outputs("main").numpy(), WANTED, rtol=1e-5)
    assert machine.time_evaluator("invoke_stateful", tilewright.cpu(), number=1)("main").results
    for args, named in (((X,), {}), ((X, W, W), {})):
        with pytest.raises(ValueError, match="takes 2 arguments"):
            machine.set_input("main", *args, **named)
    with pytest.raises(ValueError, match="no parameter 'v'"):
        machine.set_input("main", X, v=W)


def test_results_are_asked_for_item_by_item(machine: relax.VirtualMachine):
    machine.set_input("pair", np.ones(2, "float32"), np.array(True))
    machine.invoke_stateful("pair")
    assert machine.module["get_output_arity"]("pair") == 2
    assert machine.module["get_output_arity"]("pair", 0, 1) == 1
    assert machine.module["get_output_arity"]("pair", 1) == -1
    assert machine.module["get_output"]("pair", 1) == 7
    assert machine.module["get_function_arity"]("main") == 2
    assert machine.module["get_function_param_name"]("main", 1) == "w"


def test_saved_functions(machine: relax.VirtualMachine):
    machine.save_function("main", "silent", x=X, w=W, include_return=False)
    assert machine["silent"]() is None
    assert machine.time_evaluator("silent", tilewright.cpu(), number=1, repeat=2)().results
    with pytest.raises(ValueError, match="of its own"):
        machine.save_function("main", "pair", X, W)


def test_files(executable: relax.VMExecutable, tmp_path: Path):
    executable.export_library(tmp_path / "graph.so")
    loaded = load_module(tmp_path / "graph.so")
    assert loaded["as_text"]() == executable.as_text()
    machine = relax.VirtualMachine(loaded)
    np.testing.assert_allclose(machine["main"](X, W).numpy(), WANTED, rtol=1e-5)
    assert set(loaded.entries) == set(executable.entries)
    assert loaded.implements_function("main")
    assert not loaded.implements_function("other")
    assert loaded.get_function("sizes")(np.zeros((3, 5), "float32"), ShapeTuple([4])) == (10, 5)


def test_executables_with_code_elsewhere_are_not_written(tmp_path: Path):
    module = Unlowered.with_attr("external_mods", (object(),))
    with pytest.raises(tilewright.TVMError, match="external modules"):
        relax.build(module, "llvm").export_library(tmp_path / "graph.so")


def test_files_without_native_code(tmp_path: Path):
    ib = relax.ExecBuilder()
    with ib.function("main", num_inputs=1):
        ib.emit_call("vm.builtin.make_tuple", [ib.r(0), (2, 3), "text", tensor(np.arange(4, dtype="int8"))], ib.r(1))
        ib.emit_ret(ib.r(1))
    ib.get().export_library(tmp_path / "program.so")
    given, shape, text, data = load_module(tmp_path / "program.so")["main"](5)
    assert (given, shape, text) == (5, ShapeTuple((2, 3)), "text")
    np.testing.assert_array_equal(data.numpy(), np.arange(4, dtype="int8"))


def test_instruments_see_each_kernel_and_leave_calls_out(machine: relax.VirtualMachine):
    seen: list[tuple[str, bool]] = []

    def instrument(function: object, name: str, before: bool, result: object, *args: object) -> object:
        assert callable(function)
        assert not before or result is None
        seen.append((name, before))
        return relax.VMInstrumentReturnKind.SKIP_RUN if name == "exp" else None

    machine.set_instrument(instrument)
    machine["main"](X, W)
    kernels = [each for each in seen if not each[0].startswith(("vm.builtin", "shape_func"))]
    assert [name for name, before in kernels if before] == ["matmul", "relu", kernels[-1][0]]
    assert ("matmul", False) in seen


def test_functions_that_print_and_assert_run_with_an_instrument(capsys: pytest.CaptureFixture[str]):
    @I.ir_module
    class Checked:
        @R.function(pure=False)
        def main(x: R.Tensor((2,), "float32"), holds: R.Tensor((), "bool")) -> R.Tensor((2,), "float32"):
            R.print(x, format="x = {}")
            R.assert_op(holds, [x], format="not of {}")
            return R.add(x, x)

    machine, x = relax.VirtualMachine(relax.build(Checked, "llvm")), np.array([1, 2], "float32")
    seen: list[str] = []
    machine.set_instrument(lambda function, name, before, result, *args: seen.append(name))
    np.testing.assert_array_equal(machine["main"](x, np.array(True)).numpy(), [2, 4])
    assert {"relax.run.print", "relax.run.assert_op"} <= {*seen}
    assert capsys.readouterr().out == "x = [1. 2.]\n"
    with pytest.raises(AssertionError, match="not of"):
        machine["main"](x, np.array(False))


def test_reports_tell_how_long_each_kernel_took():
    machine = relax.VirtualMachine(relax.build(Module, "llvm"), tilewright.cpu(), profile=True)
    report = machine.profile("main", X, W)
    (call,) = report.calls
    assert call["Name"].startswith("fused_matmul")
    assert call["Argument Shapes"].startswith("float32[2, 4], float32[4, 3]")
    lines = str(report).splitlines()
    assert lines[0].split("  ")[0] == "Name"
    assert [line.split()[0] for line in lines[2:]] == [call["Name"], lines[1], "Sum", "Total"]
    assert report.csv().splitlines()[0].startswith("Name,Duration (us),Percent")
    assert 0 < call["Duration (us)"] <= report.total * 1e6
    whole, inside = report.flame(20).splitlines()
    assert whole.startswith("█" * 20 + " main")
    assert inside.index("█") >= 0
    assert report.svg().count("<rect") == 2


@pytest.mark.parametrize("memory", ["naive", "pooled", {tilewright.cpu(): "naive"}, None])
def test_devices_and_memory(executable: relax.VMExecutable, memory: Any):
    machine = relax.VirtualMachine(executable, [tilewright.cpu(), tilewright.cpu()], memory_cfg=memory)
    np.testing.assert_allclose(machine["main"](X, W).numpy(), WANTED, rtol=1e-5)


def test_what_a_machine_cannot_be_made_of(executable: relax.VMExecutable):
    with pytest.raises(ValueError, match="naive"):
        relax.VirtualMachine(executable, tilewright.cpu(), memory_cfg="large")
    with pytest.raises(TypeError):
        relax.VirtualMachine(executable, tilewright.cpu(), memory_cfg=cast(Any, 3))
    with pytest.raises(TypeError):
        relax.VirtualMachine(executable, cast(Any, 3))
    with pytest.raises(ValueError, match="cuda"):
        relax.VirtualMachine(executable, tilewright.runtime.device("cuda"))
    with pytest.raises(ValueError, match="executable"):
        relax.VirtualMachine(Module, tilewright.cpu())


def test_pipelines_by_name():
    for name in ("zero", "default", "vm", "static_shape_tuning"):
        assert isinstance(relax.get_pipeline(name)(Module), tilewright.IRModule)
    tuning = relax.get_pipeline("static_shape_tuning", total_trials=4, target="llvm")
    assert [each.info.name for each in tuning.passes[-2:]] == ["MetaScheduleTuneTIR", "MetaScheduleApplyDatabase"]
    with pytest.raises(ValueError, match="Unknown exec_mode"):
        relax.build(Module, "llvm", exec_mode="other")


def test_unlowered_programs_are_no_instructions():
    with pytest.raises(tilewright.error.InternalError, match=r"Offending call:\nR\.exp"):
        relax.vm_build._vmcodegen(relax.ExecBuilder(), relax.transform.LambdaLift()(Unlowered))


@I.ir_module
class Unlowered:
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        return R.exp(x)


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_functions_inside_of_functions_and_single_values_run(pipeline: str):
    @I.ir_module
    class Nested:
        @R.function
        def main(x: R.Tensor((), "float32"), y: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            @R.function
            def inner(z: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
                w = R.add(z, y)
                return w

            with R.dataflow():
                v = R.full((2,), x)
                R.output(v)
            return inner(v)

    machine = relax.VirtualMachine(relax.build(Nested, relax_pipeline=pipeline))
    made = machine["main"](np.array(5, "float32"), np.array([1, 2], "float32"))
    np.testing.assert_array_equal(made.numpy(), [6, 7])


def test_the_text_is_that_of_what_runs() -> None:
    """Instructions where there are some, else the module as it was compiled."""
    assert "@main:\n  call  vm.builtin." in relax.build(Module, "llvm", relax_pipeline="vm").as_text()
    compiled = relax.build(Module, "llvm")
    assert_structural_equal(from_source(compiled.as_text()), compiled.ir_mod)
    assert "R.call_tir" in compiled.as_text()


@I.ir_module
class FromOutside:
    @R.function(pure=False)
    def item(x: R.Object) -> R.Object:
        pair = R.call_packed("tests.itself", x, sinfo_args=[R.Tuple(R.Object, R.Object)])
        return pair[1]

    @R.function(pure=False)
    def called(f: R.Object, x: R.Object) -> R.Object:
        return R.invoke_closure(f, (x,), sinfo_args=[R.Object])


def test_what_a_registered_function_gives_is_taken_for_what_the_graph_says() -> None:
    tilewright.register_global_func("tests.itself", lambda x: list(x) if isinstance(x, tuple) else x, override=True)
    machine = relax.VirtualMachine(relax.build(FromOutside, "llvm"), tilewright.cpu())
    assert machine["item"]((1, 2)) == 2
    with pytest.raises(TypeError, match="`pair` is int, and not a tuple or a shape"):
        machine["item"](3)
    assert machine["called"](abs, -4) == 4
    with pytest.raises(TypeError, match="`f` is int, and not a function"):
        machine["called"](3, 4)
