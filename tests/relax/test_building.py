"""Building functions with `BlockBuilder`, changing them with a mutator, and asking about them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import relax, topi
from tilewright.contrib import cblas
from tilewright.error import InternalError
from tilewright.ir import IRModule, Op, assert_structural_equal
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R

X, W = relax.TensorStructInfo((1, 8), "float32"), relax.TensorStructInfo((8, 4), "float32")


def dense() -> IRModule:
    builder = relax.BlockBuilder()
    x, w = relax.Var("x", X), relax.Var("w", W)
    with builder.function("main", [x, w]):
        with builder.dataflow():
            unused = builder.emit(relax.op.exp(x))
            product = builder.emit(relax.op.matmul(x, w))
            result = builder.emit_output(relax.op.nn.relu(relax.op.add(product, product)))
        builder.emit_func_output(result)
    assert unused.name_hint == "lv"
    return builder.get()


def test_builder() -> None:
    module = dense()
    assert (
        module["main"].script()
        == """\
# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((1, 8), dtype="float32"), w: R.Tensor((8, 4), dtype="float32")) -> R.Tensor((1, 4), dtype="float32"):
    with R.dataflow():
        lv: R.Tensor((1, 8), dtype="float32") = R.exp(x)
        lv1: R.Tensor((1, 4), dtype="float32") = R.matmul(x, w, out_dtype="void")
        lv2: R.Tensor((1, 4), dtype="float32") = R.add(lv1, lv1)
        gv: R.Tensor((1, 4), dtype="float32") = R.nn.relu(lv2)
        R.output(gv)
    return gv"""
    )
    assert_structural_equal(from_source(module.script()), module)
    assert relax.analysis.well_formed(module)


def test_unused_bindings_are_removed() -> None:
    made = relax.analysis.remove_all_unused(dense()["main"])
    assert "R.exp" not in made.script()
    assert [var.name_hint for var in relax.analysis.bound_vars(made)] == ["x", "w", "lv1", "lv2", "gv"]


@relax.expr_functor.mutator
class Doubling(relax.PyExprMutator):
    """`a + a` becomes `a * 2`."""

    def visit_call_(self, op: relax.Call) -> Any:
        made = self.visit_expr_post_order(op)
        if made.op != Op.get("relax.add") or made.args[0] is not made.args[1]:
            return made
        assert self.lookup_binding(made.args[0]).op == Op.get("relax.matmul")
        return relax.op.multiply(made.args[0], relax.const(2.0))


def test_mutator() -> None:
    made = Doubling().visit_expr(dense()["main"])
    assert 'R.multiply(lv1, R.const(2.0, "float32"))' in made.script()
    assert relax.analysis.well_formed(made)


@pytest.mark.parametrize(("given", "words"), [(None, "gave nothing"), (b"", "gave bytes, which is not an expression")])
def test_what_is_no_expression_is_refused_by_the_name_of_the_method_that_gave_it(given: Any, words: str) -> None:
    @relax.expr_functor.mutator
    class Wrong(relax.PyExprMutator):
        def visit_call_(self, op: Any) -> Any:
            return given

    with pytest.raises(InternalError, match=f"Wrong.visit_call_ {words}"):
        Wrong().visit_expr(dense()["main"])


def test_a_text_that_a_method_gives_becomes_an_expression() -> None:
    @relax.expr_functor.mutator
    class Named(relax.PyExprMutator):
        def visit_call_(self, op: Any) -> Any:
            return "text"

    made = Named().visit_expr(dense()["main"])
    assert 'R.str("text")' in str(made)


def test_definitions_in_dataflow_blocks_are_definitions_of_variables() -> None:
    class Longer(relax.PyExprMutator):
        def visit_var_def_(self, var: relax.Var) -> relax.Var:
            return type(var)(f"{var.name_hint}_new", var.struct_info_)

    class Defined(relax.PyExprVisitor):
        def __init__(self) -> None:
            self.names: list[str] = []

        def visit_var_def_(self, var: relax.Var) -> None:
            self.names.append(var.name_hint)

    before, after = Defined(), Defined()
    before.visit_expr(dense()["main"])
    after.visit_expr(Longer().visit_expr(dense()["main"]))
    assert any(isinstance(item.var, relax.DataflowVar) for item in dense()["main"].body.blocks[0].bindings)
    assert len(before.names) == len(dense()["main"].params) + len(dense()["main"].body.blocks[0].bindings)
    assert after.names == [f"{name}_new" for name in before.names]


def test_visitor() -> None:
    seen: list[str] = []

    @relax.expr_functor.visitor
    class Names(relax.PyExprVisitor):
        def visit_call_(self, op: relax.Call) -> None:
            seen.append(op.op.name)
            super().visit_call_(op)

    Names().visit_expr(dense()["main"])
    assert seen == ["relax.exp", "relax.matmul", "relax.add", "relax.nn.relu"]


def test_call_te_shares_equal_functions() -> None:
    builder = relax.BlockBuilder()
    n = relax.Var("x", R.Tensor(("n", 4), "float32"))
    with builder.function("main", [n]):
        first = builder.emit_te(topi.add, n, n)
        second = builder.emit_te(topi.add, first, first)
        builder.emit_func_output(builder.emit_te(topi.nn.relu, second))
    module = builder.get()
    assert sorted(variable.name_hint for variable in module.functions) == ["add", "main", "relu"]
    assert_structural_equal(from_source(module.script()), module)


def test_constants_come_back() -> None:
    builder = relax.BlockBuilder()
    x = relax.Var("x", R.Tensor((2,), "float32"))
    with builder.function("main", [x]):
        builder.emit_func_output(relax.op.add(x, relax.const(np.array([1.0, 2.0], "float32"))))
    module = builder.get()
    assert_structural_equal(from_source(module.script(show_meta=True)), module)


def test_a_function_must_be_ended() -> None:
    builder = relax.BlockBuilder()
    with pytest.raises(RuntimeError, match="emit_func_output"), builder.function("main", []):
        pass


def test_a_function_has_one_result_and_one_list_of_parameters() -> None:
    x = relax.Var("x", relax.TensorStructInfo((4,), "float32"))
    for given, further in (([x], [[x]]), (None, [None]), ([x], [None, None])):
        builder = relax.BlockBuilder()

        def build(builder: relax.BlockBuilder = builder, given: Any = given, further: Any = further) -> None:
            with builder.function("main", given):
                for params in further:
                    builder.emit_func_output(x, params)

        with pytest.raises(RuntimeError, match="`main`"):
            build()


@pytest.mark.parametrize(("turned", "name"), [(False, "matmul"), (True, "batch_matmul")])
def test_products_by_a_routine(turned: bool, name: str) -> None:
    builder = relax.BlockBuilder()
    shape = (2, 3, 4) if name == "batch_matmul" else (3, 4)
    x = relax.Var("x", relax.TensorStructInfo(shape, "float32"))
    other = shape if turned else (4, 5)
    y = relax.Var("y", relax.TensorStructInfo(other, "float32"))
    with builder.function("main", [x, y]):
        builder.emit_func_output(builder.emit_te(getattr(cblas, name), x, y, transa=False, transb=turned))
    a, b = (np.random.default_rng(0).standard_normal(each, "float32") for each in (shape, other))
    found = relax.VirtualMachine(relax.build(builder.get()))["main"](a, b).numpy()
    np.testing.assert_allclose(found, a @ (np.swapaxes(b, -1, -2) if turned else b), rtol=1e-5, atol=1e-5)


def test_names_of_bindings_are_names_of_python() -> None:
    builder = relax.BlockBuilder()
    x = relax.Var("x", X)
    with builder.function("main", [x]):
        y = builder.emit(relax.op.exp(x), "layer.0.weight")
        z = builder.emit(relax.op.exp(y), "layer.0.weight")
        builder.emit_func_output(z)
    assert (y.name_hint, z.name_hint) == ("layer_0_weight", "layer_0_weight1")
    assert builder.get_unique_name("k.v") == "k_v"


def test_a_variable_takes_struct_info_and_no_shape() -> None:
    with pytest.raises(TypeError, match=r'relax\.Var\("x", R\.Tensor\(\(128, 128\), dtype\)\)'):
        relax.Var("x", (128, 128))  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("inside", [False, True])
def test_a_variable_of_a_dataflow_block_is_the_result(inside: bool) -> None:
    """As the course on machine learning compilation writes it; what is read outside of the block is an output."""
    x = relax.Var("x", relax.TensorStructInfo((4,), "float32"))
    builder = relax.BlockBuilder()
    with builder.function("main"):
        with builder.dataflow():
            y = builder.emit(relax.op.exp(x))
            z = builder.emit(relax.op.negative(y))
            builder.emit_output(z)
            if inside:
                builder.emit_func_output(relax.Tuple([z, y]), [x])
        if not inside:
            builder.emit_func_output(relax.Tuple([z, y]), [x])
    module = builder.get()
    assert relax.analysis.well_formed(module)
    module = relax.transform.DeadCodeElimination()(module)
    machine = relax.VirtualMachine(relax.build(module, "llvm"), tilewright.cpu())
    data = np.arange(4, dtype="float32")
    for got, wanted in zip(machine["main"](data), (-np.exp(data), np.exp(data))):
        np.testing.assert_allclose(got.numpy(), wanted, rtol=1e-6)


@pytest.mark.parametrize("pipeline", ["default", "vm", None])
def test_a_variable_without_a_value_is_a_clear_error(pipeline: str | None) -> None:
    x, y = (relax.Var(name, relax.TensorStructInfo((4,), "float32")) for name in "xy")
    body = relax.SeqExpr([], y)
    module = tilewright.IRModule({"main": relax.Function([x], body, attrs={"global_symbol": "main"})})
    with pytest.raises(tilewright.TVMError, match="`y` has no value where it is used: the module is not well formed"):
        relax.VirtualMachine(relax.build(module, "llvm", relax_pipeline=pipeline), tilewright.cpu())["main"](
            np.zeros(4, "float32")
        )
    assert (str(KeyError(y.vid)), repr(y.vid)) == ("y", "y")


def test_functions_of_te_get_names_that_are_read_back() -> None:
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((4,), "float32"))
    with builder.function("main", [x]):
        first = builder.emit_te(lambda a: topi.add(a, a), x)
        second = builder.emit_te(lambda a: topi.multiply(a, a), first, primfunc_name_hint="a square-d")
        builder.emit_func_output(second)
    module = builder.get()
    assert {each.name_hint for each in module.get_global_vars()} == {"main", "_lambda_", "a_square_d"}
    assert_structural_equal(from_source(module.script()), module)


def test_a_lambda_of_te_in_the_script_gets_a_name_that_is_read_back() -> None:
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4,), "float32")):
            y = R.emit_te(lambda a: topi.add(a, a), x)
            return y

    module = Module
    assert_structural_equal(from_source(module.script()), module)
    assert "_lambda_" in {each.name_hint for each in module.get_global_vars()}
