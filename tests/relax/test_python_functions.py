"""Modules with Python functions: what they are in the IR, and what their instances do."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import torch

import tilewright
from tilewright import ir, relax
from tilewright.core.analyze import analyze
from tilewright.error import DiagnosticError
from tilewright.relax import BasePyModule
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T
from tilewright_server.answers import Extent
from tilewright_server.features.definition import definitions
from tilewright_server.features.hover import hover
from tilewright_server.features.symbols import outline


@I.ir_module
class Mixed(BasePyModule):
    @I.pyfunc
    def python_add(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        """Adds by way of TensorIR."""
        # a comment that stays
        return self.call_tir(self.add_tir, [self._convert_pytorch_to_tvm(x), y], R.Tensor((5,), "float32"))

    @I.pyfunc
    def shout(self, x):
        raise ValueError("here")

    @T.prim_func
    def add_tir(X: T.Buffer((5,), "float32"), Y: T.Buffer((5,), "float32"), Z: T.Buffer((5,), "float32")):
        for i in range(5):
            Z[i] = X[i] + Y[i]

    @T.prim_func
    def twice(x: T.handle, y: T.handle):
        n = T.int64()
        X = T.match_buffer(x, (n,), "int32")
        Y = T.match_buffer(y, (n,), "int32")
        for i in range(n):
            Y[i] = X[i] * 2

    @R.function
    def main(x: R.Tensor((5,), "float32"), y: R.Tensor((5,), "float32")):
        a = R.call_py_func("python_add", (x, y), out_sinfo=R.Tensor((5,), "float32"))
        b = R.add(a, x)
        return (a, b)

    @R.function
    def fails(x: R.Tensor((5,), "float32")):
        return R.call_py_func("shout", (x,), out_sinfo=R.Tensor((5,), "float32"))


X, Y = torch.arange(5, dtype=torch.float32), torch.ones(5)


@pytest.fixture(scope="module")
def made() -> BasePyModule:
    return Mixed()


def test_a_python_function_is_a_function_from_outside_with_its_text() -> None:
    function = Mixed["python_add"]
    assert isinstance(function, relax.ExternFunc)
    assert function.attrs["is_pyfunc"]
    assert function.attrs["python_source"].startswith("def python_add(self, x: torch.Tensor")
    assert "    # a comment that stays\n" in function.attrs["python_source"]
    assert function.attrs["python_packed_func"].function is Mixed.pyfuncs["python_add"]


def test_it_is_printed_as_it_was_written_and_reads_back() -> None:
    text = Mixed.script()
    assert "class Module(BasePyModule):\n    @I.pyfunc\n    def python_add(self, x: torch.Tensor" in text
    assert 'R.call_py_func("python_add", (x, y), out_sinfo=R.Tensor((5,), dtype="float32"))' in text
    ir.assert_structural_equal(from_source(text), Mixed)
    ir.assert_structural_equal(ir.load_json(ir.save_json(Mixed)), Mixed)


def test_a_module_read_from_text_runs() -> None:
    again = BasePyModule(from_source(Mixed.script()))
    assert torch.equal(again.python_add(X, Y), X + Y)


def test_functions_of_each_kind_are_methods(made: BasePyModule) -> None:
    assert isinstance(made, BasePyModule)
    assert torch.equal(made.python_add(X, Y), X + Y)
    out = torch.zeros(5)
    made.add_tir(X, Y, out)
    assert torch.equal(out, X + Y)
    a, b = made.main(X, Y)
    assert torch.equal(a, X + Y)
    assert torch.equal(b, X + Y + X)


def test_tensor_ir_is_called_by_name_and_as_an_attribute(made: BasePyModule) -> None:
    info = R.Tensor((5,), "float32")
    assert torch.equal(made.call_tir("add_tir", [X, Y], info), X + Y)
    assert torch.equal(made.call_tir(made.add_tir, (X, Y), out_sinfo=[info]), X + Y)


def test_symbolic_results_get_the_sizes_of_the_arguments(made: BasePyModule) -> None:
    n = tilewright.tir.Var("n", "int64")
    found = made.call_tir("twice", [torch.arange(7, dtype=torch.int32)], R.Tensor((n,), "int32"))
    assert found.tolist() == [0, 2, 4, 6, 8, 10, 12]
    k = tilewright.tir.Var("k", "int64")
    assert made.call_tir("twice", [torch.arange(2, dtype=torch.int32)], R.Tensor((k,), "int32")).tolist() == [0, 2]
    with pytest.raises(ValueError, match="Cannot infer concrete output shape: no argument tells the size `k`"):
        made.call_tir("twice", [X], R.Tensor((k, 2), "int32"))


def test_registered_functions(made: BasePyModule) -> None:
    @tilewright.register_global_func("tests.addone", override=True)
    def addone(a, out):
        torch.from_dlpack(out).copy_(torch.from_dlpack(a) + 1)

    assert torch.equal(made.call_dps_packed("tests.addone", [X], R.Tensor((5,), "float32")), X + 1)
    with pytest.raises(ValueError, match="register_global_func"):
        made.call_dps_packed("tests.nobody", [X], R.Tensor((5,), "float32"))


def test_conversions_share_memory(made: BasePyModule) -> None:
    ours = made._convert_pytorch_to_tvm(X)
    assert isinstance(ours, tilewright.runtime.Tensor)
    assert made._convert_tvm_to_pytorch(ours).data_ptr() == X.data_ptr()
    pair = made._convert_pytorch_to_tvm((X, [Y, 3, 2.5, True, np.arange(2)]))
    assert [str(item.dtype) for item in pair[1]] == ["float32", "int64", "float32", "bool", "int64"]
    assert torch.equal(made._convert_tvm_to_pytorch(pair)[0], X)


@pytest.mark.parametrize("kind", ["float16", "bfloat16", "float64", "int8", "uint8", "int16", "int64", "bool"])
def test_every_type_goes_both_ways(made: BasePyModule, kind: str) -> None:
    given = torch.ones(3, dtype=getattr(torch, kind))
    ours = made._convert_pytorch_to_tvm(given)
    assert str(ours.dtype) == kind
    assert torch.equal(made._convert_tvm_to_pytorch(ours), given)


def test_tensors_that_are_not_contiguous_or_have_gradients(made: BasePyModule) -> None:
    apart = torch.arange(10, dtype=torch.float32)[::2]
    assert torch.equal(made.main(apart, Y)[0], apart + 1)
    assert torch.equal(
        made.call_tir("add_tir", [apart, Y.clone().requires_grad_()], R.Tensor((5,), "float32")), apart + 1
    )


def test_results_written_over_arguments(made: BasePyModule) -> None:
    out = torch.zeros(5)
    info = R.Tensor((5,), "float32")
    found = made.call_tir_inplace("add_tir", [X, Y, out], [2], info)
    assert found.data_ptr() == out.data_ptr()
    assert torch.equal(out, X + Y)
    assert torch.equal(made.call_tir_inplace(made.add_tir, [X, Y], [-1], info), X + Y)
    with pytest.raises(ValueError, match=r"stride|contiguous|compact"):
        made.add_tir(X, Y, torch.zeros(10)[::2])


def test_numbers_and_registered_functions_that_give_their_result(made: BasePyModule) -> None:
    tilewright.register_global_func("tests.scaled", lambda a, by: torch.from_dlpack(a) * by, override=True)
    assert torch.equal(made.call_dps_packed("tests.scaled", [X, 3], R.Tensor((5,), "float32")), X * 3)
    assert torch.equal(made.call_packed("tests.scaled", [X, 2.0]), X * 2)
    other = BasePyModule(tilewright.IRModule())
    other.add_python_function("softly", lambda a, dim: torch.softmax(a, dim=dim))
    assert torch.equal(other.call_dps_packed("softly", [X, 0], out_ty=R.Tensor((5,), "float32")), torch.softmax(X, 0))


def test_wrong_arguments_are_named(made: BasePyModule) -> None:
    with pytest.raises(ValueError, match="must hold float32, not float64"):
        made.main(X.double(), Y)
    with pytest.raises(ValueError, match="no TensorIR function `nobody`; it has `add_tir`, `twice`"):
        made.call_tir("nobody", [X], R.Tensor((5,), "float32"))
    with pytest.raises(ValueError, match="Python function 'nobody' not found"):
        made.call_py_func("nobody", [X])
    with pytest.raises(ValueError, match="out_sinfo says the shape"):
        made.call_tir("add_tir", [X, Y], R.Tensor(ndim=1))
    with pytest.raises(ValueError, match="run on the CPU"):
        BasePyModule(Mixed, tilewright.runtime.device("cuda", 0))


def test_exceptions_of_python_functions_come_through(made: BasePyModule) -> None:
    with pytest.raises(ValueError, match="here") as caught:
        made.fails(X)
    assert "shout" in {entry.name for entry in caught.traceback}


def test_a_result_of_another_shape_than_declared() -> None:
    made = Mixed()
    made.add_python_function("python_add", lambda x, y: torch.ones(3))
    with pytest.raises(ValueError, match="the result of the Python function `python_add`"):
        made.main(X, Y)


def test_functions_are_listed_and_added(made: BasePyModule) -> None:
    made.add_python_function("later", lambda a, b: a * b)
    assert torch.equal(made.later(X, Y), X * Y)
    assert made.list_functions() == {
        "tir": ["add_tir", "twice"],
        "relax": ["main", "fails"],
        "python": ["python_add", "shout", "later"],
        "extern": made.list_functions()["extern"],
    }
    assert made.get_function("add_tir") is made.compiled_tir_funcs["add_tir"]
    assert made.get_function("later") is made.pyfuncs["later"]
    assert made.get_function("nobody") is None


def test_nothing_is_compiled_before_an_instance_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.core.pymodule import base_py_module

    built: list[object] = []

    def build(*given: object) -> dict[str, object]:
        built.append(given)
        return {"g": print}

    monkeypatch.setattr(base_py_module, "build_module", build)

    @I.ir_module
    class Late(BasePyModule):
        @T.prim_func
        def g(A: T.Buffer((1,), "float32")):
            A[0] = 1.0

    assert not built
    Late()
    assert len(built) == 1


def test_a_module_can_be_changed_before_it_is_instantiated() -> None:
    changed = Mixed.clone()

    @T.prim_func
    def subtract(X: T.Buffer((5,), "float32"), Y: T.Buffer((5,), "float32"), Z: T.Buffer((5,), "float32")):
        for i in range(5):
            Z[i] = X[i] - Y[i]

    changed["add_tir"] = subtract
    assert torch.equal(changed().python_add(X, Y), X - Y)


def test_state_on_the_instance() -> None:
    @I.ir_module
    class Counts(BasePyModule):
        @I.pyfunc
        def f(self, x):
            self.calls = getattr(self, "calls", 0) + 1
            return x

    made = Counts()
    made.f(X)
    made.f(X)
    assert made.calls == 2


def test_only_a_class_that_inherits_may_hold_python_functions() -> None:
    with pytest.raises(DiagnosticError, match="`f` is a Python function, and the class `Bad` does not inherit"):

        @I.ir_module
        class Bad:
            @I.pyfunc
            def f(self, x):
                return x


TEXT = """\
from tvm.script import ir as I, relax as R
from tvm.relax import BasePyModule

@I.ir_module
class M(BasePyModule):
    @I.pyfunc
    def f(self, x):
        raise SystemExit(undefined)

    def helper(self):
        return 1

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        return R.call_py_func("f", (x,), out_sinfo=R.Tensor((4,), "float32"))
"""


def test_an_editor_leaves_the_bodies_to_python() -> None:
    found = analyze(TEXT)
    assert not found.diagnostics
    assert not analyze(TEXT.replace("I.ir_module", "R.py_module")).diagnostics
    assert [d.code for d in analyze(TEXT.replace("(BasePyModule)", "")).diagnostics] == [
        "python-function",
        "undecorated-function",
    ]


def test_an_editor_shows_them_and_leads_to_them() -> None:
    text = TEXT.replace("        raise", '        """Ends it all."""\n        raise')
    found = analyze(text)
    shown = hover(found, text.index("f(self"))
    assert shown is not None
    assert shown.markdown == "```python\ndef f(self, x)\n```\n\n**Python function**\n\nEnds it all."
    (module,) = [tree for part in outline(found) for tree in part.local.found]
    assert next((child.name, child.detail) for child in module.children) == ("f", "(self, x)")
    (place,) = definitions(found, text.index('"f"') + 1)
    assert isinstance(place, Extent)
    assert text[place.start - 4 : place.end] == "def f"


WITHOUT = """\
import importlib.abc, sys

class Blocked(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "torch":
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Blocked())
import numpy as np
from tilewright.relax import BasePyModule
from tilewright.core.runtime.torch_bridge import torch_module
from tilewright.script import ir as I, relax as R, tir as T

@I.ir_module
class M(BasePyModule):
    @T.prim_func
    def twice(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i] * T.float32(2)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        return R.add(x, x)

print(M().main(np.ones(4, "float32")).numpy().tolist())
print(M().call_tir("twice", [np.ones(4, "float32")], R.Tensor((4,), "float32")).numpy().tolist())
try:
    torch_module()
except ImportError as error:
    print(error)
"""


def test_without_pytorch_everything_else_works(tmp_path) -> None:
    script = tmp_path / "without.py"
    script.write_text(WITHOUT)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.splitlines() == [
        "[2.0, 2.0, 2.0, 2.0]",
        "[2.0, 2.0, 2.0, 2.0]",
        "PyTorch is needed for this: pip install torch",
    ]
