"""A walk through pattern matching and rewriting, as programs for `tvm` do it: look into a function, fuse by mutators, lower, fuse kernels, run."""

from __future__ import annotations

import pickle
import runpy
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright.ir import assert_structural_equal
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R

tilewright.install_as_tvm()
tvm: Any = import_module("tvm")
relax: Any = import_module("tvm.relax")
topi: Any = import_module("tvm.topi")
TRAINING = Path(__file__).parent.parent.parent / "examples" / "relax" / "train_fashion_mlp.py"


@I.ir_module
class MyModule:
    @R.function
    def main(x: R.Tensor((3, 4), "float32"), y: R.Tensor((3, 4), "float32")):
        with R.dataflow():
            cls = MyModule  # noqa: F841
            lv0 = relax.op.multiply(x, y)
            gv0 = relax.op.add(lv0, y)
            R.output(gv0)
        return gv0


def test_what_a_function_is_made_of(capsys: pytest.CaptureFixture[str]) -> None:
    function: Any = MyModule["main"]
    assert (type(function).__module__, type(function).__name__) == ("tvm.relax.expr", "Function")
    print(function.params)
    block = function.body.blocks[0]
    binding = block.bindings[0]
    print(type(function.body).__name__, type(block).__name__, type(binding).__name__)
    print(binding.var, "=", binding.value)
    shown = capsys.readouterr().out.splitlines()
    assert shown[1:] == ["SeqExpr DataflowBlock VarBinding", "lv0 = R.multiply(x, y)"]
    assert "x, y" in shown[0]


def rewritten_to_fma() -> Any:
    @relax.expr_functor.mutator
    class Rewriter(relax.PyExprMutator):
        def visit_call_(self, op: Any) -> Any:
            call = self.visit_expr_post_order(op)
            if call.op != tvm.ir.Op.get("relax.add"):
                return call
            value = self.lookup_binding(call.args[0])
            if not isinstance(value, relax.Call) or value.op != tvm.ir.Op.get("relax.multiply"):
                return call
            fma = tvm.ir.Op.get("relax.ewise_fma")
            return relax.Call(fma, [value.args[0], value.args[1], call.args[1]], None, None)

    return Rewriter().visit_expr(MyModule["main"])


def test_multiply_and_add_become_one() -> None:
    updated = rewritten_to_fma()
    assert [item.var.name_hint for item in updated.body.blocks[0].bindings] == ["lv0", "gv0"]
    cleaned = relax.analysis.remove_all_unused(updated)
    assert [str(item.value) for item in cleaned.body.blocks[0].bindings] == ["R.ewise_fma(x, y, y)"]
    x, y = np.random.default_rng(0).random((2, 3, 4), "float32")
    module = tvm.IRModule.from_expr(cleaned)
    found = relax.VirtualMachine(tvm.compile(module, target="llvm"), tvm.cpu())["main"](x, y)
    np.testing.assert_allclose(found.numpy(), x * y + y, rtol=1e-6)


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The weights of the network, trained a little and read back from their file."""
    path = tmp_path_factory.mktemp("mlp") / "fasionmnist_mlp_params.pkl"
    training = runpy.run_path(str(TRAINING))
    path.write_bytes(pickle.dumps(training["train"]()))
    loaded = pickle.loads(path.read_bytes())
    assert training["accuracy"](loaded) > 0.9
    return loaded


@pytest.fixture(scope="module")
def model(weights: Any) -> Any:
    """The network by BlockBuilder, its weights as constants."""
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((1, 784), "float32"))
    w0, b0, w1, b1 = (relax.const(weights[name], "float32") for name in ("w0", "b0", "w1", "b1"))
    with builder.function("main", [x]):
        with builder.dataflow():
            lv0 = builder.emit(relax.op.matmul(x, relax.op.permute_dims(w0)))
            lv1 = builder.emit(relax.op.add(lv0, b0))
            lv2 = builder.emit(relax.op.nn.relu(lv1))
            lv3 = builder.emit(relax.op.matmul(lv2, relax.op.permute_dims(w1)))
            lv4 = builder.emit(relax.op.add(lv3, b1))
            gv = builder.emit_output(lv4)
        builder.emit_func_output(gv)
    return builder.get()


def fused(model: Any) -> Any:
    """The network with each product and the sum after it as a primitive function."""

    @relax.expr_functor.mutator
    class DenseAddFusor(relax.PyExprMutator):
        def __init__(self, mod: Any) -> None:
            super().__init__(mod)
            self.mod_ = mod
            self.counter = 0

        def transform(self) -> Any:
            for variable, function in self.mod_.functions_items():
                if isinstance(function, relax.Function) and not function.attrs.get("Primitive"):
                    updated = relax.analysis.remove_all_unused(self.visit_expr(function))
                    self.builder_.update_func(variable, updated)
            return self.builder_.get()

        def visit_call_(self, op: Any) -> Any:
            call = self.visit_expr_post_order(op)
            if not isinstance(call, relax.Call) or call.op != tvm.ir.Op.get("relax.add"):
                return call
            value = self.lookup_binding(call.args[0])
            if not isinstance(value, relax.Call) or value.op != tvm.ir.Op.get("relax.matmul"):
                return call
            given = [value.args[0], value.args[1], call.args[1]]
            return relax.Call(self.primitive(given), given, None, None)

        def primitive(self, given: list[Any]) -> Any:
            infos = [relax.TensorStructInfo(item.struct_info.shape, item.struct_info.dtype) for item in given]
            x, w, b = (relax.Var(name, info) for name, info in zip("xwb", infos))
            builder = relax.BlockBuilder()
            name = f"fused_dense_add{self.counter}"
            self.counter += 1
            with builder.function(name, [x, w, b]):
                with builder.dataflow():
                    product = builder.emit(relax.op.matmul(x, w))
                    result = builder.emit_output(relax.op.add(product, b))
                builder.emit_func_output(result)
            return self.builder_.add_func(builder.get()[name].with_attr("Primitive", 1), name)

    @tvm.ir.transform.module_pass(opt_level=2, name="DenseAddFuse")
    class FuseDenseAddPass:
        def transform_module(self, mod: Any, ctx: Any) -> Any:
            return DenseAddFusor(mod).transform()

    fuse: Any = FuseDenseAddPass()
    return fuse(model)


def lowered(model: Any) -> Any:
    """The network with its products, sums and activations as calls of TensorIR functions."""

    @relax.expr_functor.mutator
    class LowerToTensorIR(relax.PyExprMutator):
        def __init__(self, mod: Any, rules: dict[str, Any]) -> None:
            super().__init__(mod)
            self.mod_ = mod
            self.rules = {tvm.ir.Op.get(name): rule for name, rule in rules.items()}

        def visit_call_(self, op: Any) -> Any:
            call = self.visit_expr_post_order(op)
            return self.rules[call.op](self.builder_, call) if call.op in self.rules else call

        def transform(self) -> Any:
            for variable, function in self.mod_.functions_items():
                if isinstance(function, relax.Function):
                    self.builder_.update_func(variable, self.visit_expr(function))
            return self.builder_.get()

    rules = {
        "relax.matmul": lambda bb, call: bb.call_te(topi.nn.matmul, *call.args),
        "relax.add": lambda bb, call: bb.call_te(topi.add, *call.args),
        "relax.nn.relu": lambda bb, call: bb.call_te(topi.nn.relu, call.args[0]),
    }
    return LowerToTensorIR(model, rules).transform()


def test_every_stage_reads_back_and_computes_the_same(model: Any, weights: Any) -> None:
    tensor_ir = lowered(fused(model))
    kernels = relax.transform.FuseTIR()(tensor_ir)
    x = runpy.run_path(str(TRAINING))["pictures"](1)[0]
    wanted = np.maximum(x @ weights["w0"].T + weights["b0"], 0) @ weights["w1"].T + weights["b1"]
    for stage in (model, fused(model), tensor_ir, kernels):
        assert_structural_equal(from_source(stage.script(show_meta=True)), stage)
        built = tvm.compile(relax.transform.LegalizeOps()(stage), target="llvm")
        found = relax.VirtualMachine(built, tvm.cpu())["main"](tvm.runtime.tensor(x)).numpy()
        np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-4)


def test_what_each_stage_prints(model: Any) -> None:
    assert 'R.matmul(x, lv, out_dtype="void")' in model.script()
    assert "cls.fused_dense_add0(x, lv, " in fused(model).script()
    tensor_ir = lowered(fused(model))
    names = {"add", "add1", "matmul", "matmul1", "relu", "fused_dense_add0", "fused_dense_add1", "main"}
    assert {variable.name_hint for variable in tensor_ir.get_global_vars()} == names
    kernels = relax.transform.FuseTIR()(tensor_ir)
    assert {v.name_hint for v in kernels.get_global_vars()} == {"fused_dense_add0", "fused_dense_add1", "relu", "main"}
    assert isinstance(kernels["fused_dense_add0"], tvm.tir.PrimFunc)
    assert "T_matmul_NN_intermediate = T.alloc_buffer((T.int64(1), T.int64(128)))" in kernels.script()
