"""`relax.analysis.well_formed`, and calls of TensorIR functions that do not fit them."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright import ir, relax, tir
from tilewright.core.analyze import analyze
from tilewright.core.graph.well_formed import mistakes
from tilewright.ir import IRModule
from tilewright.relax import (
    BindingBlock,
    DataflowBlock,
    DataflowVar,
    Function,
    If,
    SeqExpr,
    TupleGetItem,
    Var,
    VarBinding,
    analysis,
    transform,
)
from tilewright.script import from_source
from tilewright.script import relax as R

m, n, other = (tir.Var(name, "int64") for name in ("m", "n", "other"))
TENSOR = R.Tensor([m, n], "float32")
x = Var("x", TENSOR)
cond = Var("cond", R.Tensor([], "bool"))
a, b = Var("a", TENSOR), Var("b", TENSOR)
flow = DataflowVar("flow", TENSOR)


def module(*bindings: VarBinding, kind: Any = BindingBlock, **attrs: Any) -> IRModule:
    body = SeqExpr([kind(bindings)], bindings[-1].var)
    made = Function([x, cond], body, R.Tensor("float32"))
    return IRModule({ir.GlobalVar("f"): made.with_attrs({"global_symbol": "f", **attrs})})


ADD = relax.op.add(x, x)
ILL_FORMED = [
    (module(VarBinding(b, relax.op.add(x, a))), "`a` is not defined"),
    (module(VarBinding(a, ADD), VarBinding(a, ADD)), "`a` is defined again"),
    (module(VarBinding(flow, ADD)), "defined outside"),
    (module(VarBinding(a, relax.op.add(x, relax.op.add(x, x)))), "an argument is no variable"),
    (module(VarBinding(a, relax.Tuple((x, ADD)))), "a field of a tuple"),
    (module(VarBinding(a, SeqExpr([BindingBlock([VarBinding(b, ADD)])], b))), "a sequence of bindings"),
    (module(VarBinding(a, If(TupleGetItem(relax.Tuple([cond]), 0), SeqExpr([], x), SeqExpr([], x)))), "a condition"),
    (module(VarBinding(a, If(cond, SeqExpr([], x), SeqExpr([], x))), kind=DataflowBlock), "has no `if`"),
    (module(VarBinding(Var("c", R.Tensor([m, other])), ADD)), "the size `other` is not defined"),
    (module(VarBinding(a, relax.Call(ir.GlobalVar("gone"), [x]))), "no function `gone`"),
    (module(VarBinding(a, ADD), global_symbol="g"), "the global symbol `g`"),
    (module(VarBinding(Var("p"), relax.op.print(x, format="{}"))), "`R.print` has a side effect"),
]


@pytest.mark.parametrize(("mod", "sentence"), ILL_FORMED, ids=[sentence for _, sentence in ILL_FORMED])
def test_each_rule(mod: IRModule, sentence: str) -> None:
    found = mistakes(mod, check_struct_info=False)
    assert any(sentence in text for text in found), found
    assert not analysis.well_formed(mod, check_struct_info=False)


def test_programs_that_are_well_formed() -> None:
    one = module(VarBinding(a, ADD), VarBinding(b, a))
    branch = SeqExpr([BindingBlock([VarBinding(b, ADD)])], b)
    two = module(VarBinding(a, If(cond, branch, SeqExpr([], x))))
    three = module(VarBinding(Var("p"), relax.op.print(x, format="{}")), **{"relax.force_pure": True})
    for mod in (one, two, three):
        assert mistakes(transform.Normalize()(mod)) == []


def test_a_variable_and_a_size_belong_to_one_function() -> None:
    builder = relax.BlockBuilder()
    with builder.function("f", [x]):
        builder.emit_func_output(x)
    with builder.function("g", [x]):
        builder.emit_func_output(x)
    found = mistakes(builder.get())
    assert any("the size `m` is one of `f` and of `g`" in text for text in found)
    assert any("`x` is defined in `f` as well" in text for text in found)


CALLS = """
from tilewright.script import ir as I, relax as R, tir as T

@I.ir_module{checked}
class M:
    @T.prim_func
    def flat(a: T.handle, b: T.handle):
        M = T.int64()
        N = T.int64()
        A = T.match_buffer(a, [M, N], "float16")
        B = T.match_buffer(b, [M * N], "float16")
        for i in T.grid(M * N):
            with T.block("flat"):
                vi = T.axis.remap("S", [i])
                B[vi] = A[vi // N, vi % N]

    @R.function
    def main(A: R.Tensor([{given}], "{dtype}")):
        C = R.call_tir(M.flat, (A,), out_sinfo=R.Tensor([{result}], "float16"))
        return C
"""


@pytest.mark.parametrize(
    ("given", "dtype", "result", "sentence", "underlined"),
    [
        ("8, 4", "float16", "32", "", ""),
        ("8, 4", "float16", "64", "`b` of `flat` has size 32 in dimension 0", 'R.Tensor([64], "float16")'),
        ("8", "float16", "8", "`a` of `flat` has 2 dimensions, and a tensor of 1 is given", "A"),
        ("8, 4", "float32", "32", "`a` of `flat` holds float16, and a tensor of float32 is given", "A"),
        ("8, 4", "float16", "4, 8", "`b` of `flat` has 1 dimension, and a tensor of 2 is given", "R.Tensor([4, 8], "),
    ],
)
def test_calls_of_tensor_ir(given: str, dtype: str, result: str, sentence: str, underlined: str) -> None:
    text = CALLS.format(checked="", given=given, dtype=dtype, result=result)
    found = [item for item in analyze(text).diagnostics if item.severity.name == "ERROR"]
    assert [item.code for item in found] == (["call-tir"] if sentence else [])
    for item in found:
        assert sentence in item.message
        assert item.span.text.startswith(underlined)
    unchecked = CALLS.format(checked="(check_well_formed=False)", given=given, dtype=dtype, result=result)
    assert analysis.well_formed(from_source(unchecked)) is (not sentence)


def test_results_in_place_lie_in_arguments_of_their_shape() -> None:
    text = """
@I.ir_module(check_well_formed=False)
class M:
    @T.prim_func
    def add_one(A: T.Buffer((16,), "float16")):
        for i in range(16):
            A[i] = A[i] + T.float16(1)

    @R.function
    def main(A: R.Tensor([16], "float16")):
        B = R.call_tir_inplace(M.add_one, (A,), inplace_indices=[0], out_sinfo=R.Tensor([SIZE], "float16"))
        return B
"""
    assert analysis.well_formed(from_source(text.replace("SIZE", "16")))
    assert not analysis.well_formed(from_source(text.replace("SIZE", "32")))


@pytest.mark.parametrize(
    ("indices", "args", "sentence"),
    [
        ("[0, 0]", "(A, A)", "two results are to lie in argument 0"),
        ("[2]", "(A, A)", "number 2"),
        ("[0]", "((A, A),)", "argument 0 is a tuple"),
        ("[0]", "(b, A)", "which is not known to be a tensor"),
    ],
)
def test_places_of_results(indices: str, args: str, sentence: str) -> None:
    count = 2 if indices == "[0, 0]" else 1
    results = ", ".join(['R.Tensor([16], "float16")'] * count)
    text = f"""
@I.ir_module
class M:
    @T.prim_func
    def swap(A: T.Buffer((16,), "float16"), B: T.Buffer((16,), "float16")):
        for i in range(16):
            A[i] = B[i]

    @R.function
    def main(A: R.Tensor([16], "float16"), b: R.Object):
        B = R.call_tir_inplace(M.swap, {args}, {indices}, out_sinfo=[{results}])
        return B
"""
    head = "from tilewright.script import ir as I, relax as R, tir as T\n"
    assert any(sentence in found.message for found in analyze(head + text).diagnostics)


def test_variables_are_what_their_values_can_be() -> None:
    a = Var("a", relax.TensorStructInfo((4,), "float32"))
    for said, is_right in ((relax.TensorStructInfo((4,), "int32"), False), (relax.TensorStructInfo(ndim=1), True)):
        b = Var("b", said)
        body = SeqExpr((BindingBlock((VarBinding(b, a),)),), b)
        body.struct_info_ = said
        assert relax.analysis.well_formed(Function((a,), body)) is is_right


def test_sizes_of_a_shape_are_counted() -> None:
    with pytest.raises(IndexError, match="ShapeExpr index out of range: there are 2 sizes"):
        _ = relax.ShapeExpr((1, 2))[2]


def test_a_graph_is_not_called_as_tensor_ir() -> None:
    text = (
        "from tvm.script import ir as I, relax as R\n@I.ir_module\nclass M:\n"
        "    @R.function\n    def g(x: R.Tensor((2,), 'float32')) -> R.Tensor((2,), 'float32'):\n        return x\n\n"
        "    @R.function\n    def f(x: R.Tensor((2,), 'float32')):\n"
        "        y = {call}\n        return y\n"
    )
    (found,) = analyze(text.format(call="R.call_tir(M.g, (x,), out_sinfo=R.Tensor((2,), 'float32'))")).diagnostics
    assert found.code == "call-tir"
    assert "`g` is a function of Relax" in found.message
    assert not analyze(text.format(call="M.g(x)")).diagnostics


def test_branches_are_sequences() -> None:
    assert relax.analysis.well_formed(module(VarBinding(a, If(cond, x, x))))


def test_functions_that_are_only_bound_have_no_effect_and_python_counts_as_none() -> None:
    mod = from_source(
        """
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        y = R.call_py_func("f", (x,), out_sinfo=R.Tensor((4,), "float32"))
        with R.dataflow():
            @R.function(pure=False)
            def say(z: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
                _ = R.print(z, format="{}")
                return z

            a = R.add(y, y)
            R.output(a, say)
        return a
"""
    )
    assert mistakes(mod) == []


def test_functions_of_tensor_ir_are_no_values() -> None:
    inside = tir.PrimFunc([], tir.Evaluate(0))
    call = relax.Call("relax.call_tir", [relax.GlobalVar("g"), relax.Tuple([x, inside]), relax.ShapeExpr([])])
    assert mistakes(module(VarBinding(a, call)))
