"""What TVM 0.27 calls things, and what it has in one class where earlier releases had two."""

from __future__ import annotations

import pytest

import tilewright
from tilewright import ir, relax, tir, tirx
from tilewright.arith import Analyzer, CompareResult
from tilewright.ir.supply import UniqueNameSupply
from tilewright.relax import TensorType
from tilewright.script import relax as R


def test_a_variable_is_of_the_language_of_its_type() -> None:
    assert isinstance(ir.Var("x", "int32"), tirx.Var)
    assert isinstance(ir.Var("x", R.Tensor((2,), "float32")), relax.Var)
    assert isinstance(relax.Var("x"), ir.Var)
    assert isinstance(tirx.decl_buffer((4,)), ir.Var)
    with pytest.raises(TypeError, match="one name"):
        ir.Var("x", "int32", name_hint="y")


def test_a_call_is_of_the_language_of_its_operator() -> None:
    x = tirx.Var("x", "float32")
    made = ir.Call("tirx.exp", [x], ret_ty="float32")
    assert isinstance(made, ir.Call)
    assert made.ty == ir.PrimType("float32")
    assert str(made) == "T.exp(x)"
    a = relax.Var("a", R.Tensor((2,), "float32"))
    assert isinstance(ir.Call("relax.add", [a, a]), relax.Call)
    assert isinstance(relax.op.add(a, a), ir.Call)
    assert not isinstance(x, ir.Call)


def test_a_type_that_is_not_known_is_missing() -> None:
    assert relax.Var("v").ty.is_missing()
    assert not relax.Var("v", TensorType((2,))).ty.is_missing()
    assert relax.Var("v", ir.Type.missing()).struct_info_ is None
    assert relax.Var("v", ir.PrimType("int64")).ty == ir.PrimType("int64")


def test_a_type_of_one_value_is_equal_to_its_text() -> None:
    x = tirx.Var("x", "int32")
    assert x.ty == "int32"
    assert x.ty != "int64"
    assert x.ty.dtype.dtype == "int32"
    assert x.ty.is_scalar()
    assert x.ty.matches_code(tilewright.DataTypeCode.INT)


def test_a_buffer_has_a_type_and_can_be_made_of_one() -> None:
    a = tirx.decl_buffer((4, 8), "float16", name="A", scope="shared")
    b = tirx.Buffer("B", a.ty)
    assert (b.name, b.shape, b.dtype, b.scope()) == ("B", [4, 8], "float16", "shared")
    assert tirx.buffer_data(a) is a.data
    assert a[0, 1].source is a
    assert a[0:2, 0:1].source is a


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda x, y: (x & y) | 1, "x & y | 1"),
        (lambda x, y: x & (y | 1), "x & (y | 1)"),
        (lambda x, y: x + (y << 2), "x + (y << 2)"),
        (lambda x, y: ~(x + y), "~(x + y)"),
        (lambda x, y: tirx.BitwiseXor(x, y), "x ^ y"),
    ],
)
def test_operations_on_bits_are_operators(make: object, text: str) -> None:
    x, y = tirx.Var("x", "int32"), tirx.Var("y", "int32")
    made = make(x, y)  # type: ignore[operator]
    assert made.script(dialect="tirx").endswith(text)
    assert isinstance(x & y, tirx.BitwiseAnd)
    assert not isinstance(x | y, tirx.BitwiseAnd)


def test_statements_that_leave() -> None:
    x = tirx.Var("x", "int32")
    for kind, made in ((tirx.Return, tirx.Return(x)), (tirx.Break, tirx.Break()), (tirx.Continue, tirx.Continue())):
        assert isinstance(made, kind)
    assert not isinstance(tirx.Evaluate(x), tirx.Return)


def test_an_assertion_says_its_kind_of_error() -> None:
    made = tirx.AssertStmt(ir.StringImm("ValueError"), tirx.const(True), [ir.StringImm("too "), ir.StringImm("long")])
    assert isinstance(made, tirx.AssertStmt)
    assert (made.error_kind.value, made.message_parts[0].value) == ("ValueError", "too long")


def test_comparisons_that_are_certain() -> None:
    x, y, z = (tirx.Var(name, "int32") for name in "xyz")
    analyzer = Analyzer()
    assert analyzer.try_compare(x, y) == CompareResult.UNKNOWN
    with analyzer.constraint_scope(x < y), analyzer.constraint_scope(y < z):
        copy = analyzer.clone()
        assert analyzer.try_compare(x, z) == CompareResult.LT
        assert analyzer.try_compare(x, z, propagate_inequalities=False) == CompareResult.UNKNOWN
        assert analyzer.try_compare(z, x) == CompareResult.GT
    assert analyzer.try_compare(x, y) == CompareResult.UNKNOWN
    assert copy.try_compare(x, y) == CompareResult.LT
    assert not analyzer.is_z3_enabled
    with pytest.raises(RuntimeError, match="Z3"):
        analyzer.get_smtlib2()


def test_names_are_given_once() -> None:
    names = UniqueNameSupply("p")
    assert [names.fresh_name("a"), names.fresh_name("a"), names.fresh_name("a", add_prefix=False)] == [
        "p_a",
        "p_a_1",
        "a",
    ]
    assert names.reserve_name("q") == "p_q"
    assert names.contains_name("q")
    assert names.fresh_name("q", add_underscore=False) == "p_q1"


def test_options_of_passes_by_their_names() -> None:
    with tilewright.transform.PassContext(
        config={"tirx.StmtSimplify": {"convert_boolean_to_and_of_ors": True}}
    ) as context:
        assert context.config["tirx.StmtSimplify"].convert_boolean_to_and_of_ors


def test_queries_of_relax_take_types() -> None:
    of_scalar, of_tensor = ir.PrimType("int64"), TensorType((2,), "float32")
    assert relax.analysis.type_lca(of_scalar, of_scalar) == relax.PrimStructInfo("int64")
    assert relax.analysis.type_base_check(relax.AnyType(), of_scalar) == relax.analysis.BaseCheckResult.PASS
    assert of_scalar.is_base_of(of_scalar)
    assert not of_tensor.is_base_of(of_scalar)
    ir.assert_structural_equal(relax.analysis.get_static_type(of_scalar), of_scalar)


def test_what_gives_nothing_is_no_cell() -> None:
    function = tilewright.script.from_source(
        'from tvm.script import tirx as T\n@T.prim_func\ndef f():\n    x = T.call_extern("get", dtype="")\n    T.evaluate(x)\n'
    )
    assert isinstance(function.body, tirx.Bind)
    ir.assert_structural_equal(tilewright.script.from_source(function.script()), function)


def test_joint_classes_have_the_members_of_their_nodes() -> None:
    buffer = tir.decl_buffer((4,), "float32", name="A")
    assert tirx.Buffer.scope(buffer) == "global"
    assert tirx.AssertStmt.condition.__get__(tir.AssertStmt(tir.const(1, "bool"), tir.StringImm("no"), tir.Evaluate(0)))
    assert ir.Type.script is ir.TupleType.script is tirx.Call.script
    assert not hasattr(tirx.Buffer, "nonsense")
    assert not hasattr(tirx.Bind, "nonsense")
