"""Patterns match expressions, through variables, and what they match is rewritten."""

from __future__ import annotations

import pytest

from tilewright.ir import assert_structural_equal
from tilewright.relax import Function, TensorStructInfo, analysis, op
from tilewright.relax.dpl import (
    DFPattern,
    PatternMatchingRewriter,
    is_const,
    is_op,
    is_tuple,
    is_tuple_get_item,
    is_var,
    rewrite_call,
    wildcard,
)
from tilewright.script import relax as R


@R.function
def before(x: R.Tensor((3, 4), "float32"), y: R.Tensor((3, 4), "float32")):
    with R.dataflow():
        lv0 = R.multiply(x, y)
        gv0 = R.add(lv0, y)
        R.output(gv0)
    return gv0


@R.function
def after(x: R.Tensor((3, 4), "float32"), y: R.Tensor((3, 4), "float32")):
    R.func_attr({"global_symbol": "before"})
    with R.dataflow():
        gv0 = R.ewise_fma(x, y, y)
        R.output(gv0)
    return gv0


def bound(function: Function, name: str) -> object:
    return analysis.name_to_binding(function)[name][0].value


a, b, c = wildcard(), wildcard(), wildcard()
FMA = is_op("relax.add")(is_op("relax.multiply")(a, b), c)


def test_rewriting() -> None:
    made = rewrite_call(FMA, lambda _, found: op.ewise_fma(found[a], found[b], found[c]), before)
    assert_structural_equal(made, after)
    rewriter = PatternMatchingRewriter.from_pattern(FMA, lambda _, found: op.ewise_fma(found[a], found[b], found[c]))
    assert_structural_equal(rewriter(before), after)


def test_nothing_to_rewrite_changes_nothing() -> None:
    assert rewrite_call(is_op("relax.exp")(wildcard()), lambda call, _: call, before) is before


SAME = wildcard()


@pytest.mark.parametrize(
    ("pattern", "holds"),
    [
        (is_op("relax.add")(wildcard(), wildcard()), True),
        (is_op("relax.add")(wildcard(), is_var("y")), True),
        (is_op("relax.add")(wildcard(), is_var("x")), False),
        (is_op("relax.add")(is_op("relax.multiply")(wildcard(), SAME), SAME), True),
        (is_op("relax.add")(is_op("relax.multiply")(SAME, wildcard()), SAME), False),
        (is_op("relax.add")(None), True),
        (is_op("relax.add")(wildcard(), is_const()), False),
        (is_op("relax.add")(wildcard(), ~is_const()), True),
        (is_op("relax.add")(wildcard(), is_const() | is_var()), True),
        (is_op("relax.add")(wildcard().has_shape((3, 4)), wildcard().has_dtype("float32")), True),
        (is_op("relax.add")(wildcard().has_dtype("int8"), wildcard()), False),
        (wildcard()(wildcard(), wildcard()), True),
        (wildcard().has_dtype("float32")(wildcard(), wildcard()), False),  # an op is called, of which no type is known
        (wildcard().has_shape((3, 4))(wildcard(), wildcard()), False),
        (wildcard().has_struct_info(TensorStructInfo((3, 4), "float32"))(wildcard(), wildcard()), False),
        (wildcard().has_type(TensorStructInfo(dtype="float32", ndim=2))(wildcard(), wildcard()), False),
        (is_tuple([wildcard()]), False),
        (is_tuple_get_item(wildcard(), 0), False),
    ],
)
def test_matching(pattern: DFPattern, holds: bool) -> None:
    assert pattern.match(bound(before, "gv0"), analysis.get_var2val(before)) is holds


def test_a_constraint_of_shapes_may_stand_outside_of_a_context() -> None:
    assert str(wildcard().same_shape_as(is_const())) == "SameShapeConstraint(*, ConstantPattern())"
