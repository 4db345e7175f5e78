"""Ops and attributes are known by the names of either release."""

from __future__ import annotations

import pytest

from tests.transform.programs import program
from tilewright import tir
from tilewright.core.base.diagnostics import TVMError
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ops.op import Op
from tilewright.ir.attrs import DictAttrs
from tilewright.script import from_source

x, i = tir.Var("x", "float32"), tir.Var("i", "int64")


def test_an_op_has_both_names() -> None:
    op = tir.exp(x).op
    assert op.name == "tir.exp"
    assert op.name == "tirx.exp"
    assert not op.name != "tirx.exp"
    assert op.name != "tirx.exp2"
    assert op.name != "relax.exp"
    assert str(op.name) == "tir.exp"
    assert Op.get("tirx.exp") is Op.get("tir.exp") is op
    assert tir.call_intrin("float32", "tirx.exp", x).op is op
    with pytest.raises(AttributeError, match=r"tirx\.expo is not registered"):
        Op.get("tirx.expo")


def test_attributes_have_both_names() -> None:
    (func,) = program("@T.prim_func\ndef main(n: T.int32):\n    T.evaluate(n)\n").functions.values()
    func = func.with_attr("tirx.noalias", True)
    assert func.attrs["tir.noalias"] is func.attrs["tirx.noalias"] is func.attrs["s_tir.noalias"] is True
    assert "tirx.noalias" in func.attrs
    assert func.attrs.get("tirx.noalias") is func.get_attr("tirx.noalias") is True
    assert "tirx.other" not in func.attrs
    assert func.attrs.get("tirx.other", 3) == 3
    with pytest.raises(KeyError, match=r"tirx\.other"):
        func.attrs["tirx.other"]
    assert "tir.noalias" not in func.without_attr("tirx.noalias").attrs
    assert DictAttrs({"axis": 1}).get("axis") == 1


@pytest.mark.parametrize("make", [lambda v, e: tir.Let(v, e, v), lambda v, e: tir.LetStmt(v, e, tir.Evaluate(v))])
def test_a_variable_stands_for_values_of_its_own_type(make: object) -> None:
    assert callable(make)
    make(x, tir.const(1.0, "float32"))
    make(tir.Var("p", PointerType(PrimType("float32"))), tir.Var("q", "handle"))
    with pytest.raises(TVMError, match="`i` of type int64 cannot stand for a value of type int32"):
        make(i, tir.const(1, "int32"))


def test_the_type_of_a_kernel_is_its_struct_info() -> None:
    func = from_source(
        "@T.prim_func\ndef f(A: T.Buffer((16, 8), 'float32'), n: T.int32):\n    A[n, 0] = T.float32(0)\n"
    )
    assert func.ty == func.struct_info
    assert str(func.ty).startswith('R.Callable((R.Tensor((16, 8), dtype="float32"), ')
