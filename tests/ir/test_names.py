"""Names of `tvm.ir` beside the nodes."""

from __future__ import annotations

import pytest

from tilewright import ir, relax, te, tir
from tilewright.core.base.registry import register_global_func


def test_bases_hold_what_they_stand_for() -> None:
    assert isinstance(tir.const(1), ir.BaseExpr)
    assert isinstance(relax.Var("x", relax.TensorStructInfo((1,), "float32")), ir.BaseExpr)
    assert isinstance(ir.DictAttrs({}), ir.Attrs)
    assert isinstance(te.placeholder((1,)), tir.DataProducer)


def test_a_node_by_the_name_of_its_type() -> None:
    node = ir.make_node("tir.Add", a=tir.const(1), b=tir.const(2))
    assert isinstance(node, tir.Add)
    assert ir.make_node("ir.DictAttrs", name="x")["name"] == "x"
    assert (
        ir.make_node("target.MemoryInfo", unit_bits=8, max_simd_bits=32, max_num_bits=128, head_address=None).unit_bits
        == 8
    )


def test_unknown_types_and_fields_are_named() -> None:
    with pytest.raises(AttributeError, match=r"no type of nodes 'tir\.Nothing'"):
        ir.make_node("tir.Nothing")
    with pytest.raises(TypeError, match=r"tir\.Add has no field 'c'; it has a, b"):
        ir.make_node("tir.Add", c=1)


def test_functions_and_sources_by_name() -> None:
    register_global_func("tests.env", lambda x: x + 1, override=True)
    assert ir.EnvFunc.get("tests.env")(2) == 3
    with pytest.raises(ValueError, match=r"Cannot find global function tests\.missing"):
        ir.EnvFunc.get("tests.missing")
    assert ir.SourceName("a.py") == ir.SourceName("a.py")
    assert ir.SequentialSpan([]).spans == ()
