"""The table: every row complete, every name it mentions answered, its effect and printing as TVM has them."""

from __future__ import annotations

from typing import get_args

import pytest

from tilewright.core.base.dtype import dtype
from tilewright.core.base.rows import by_name
from tilewright.core.builder.intrinsics import op_function
from tilewright.core.ops.describe import documentation, signature
from tilewright.core.ops.dtype_rules import RESULT_RULES
from tilewright.core.ops.op import CallEffectKind, Lowering, Op, Param, Unsupported
from tilewright.core.ops.table import BY_NODE, BY_SCRIPT, OPS
from tilewright.ir.expr import Call

ROWS = list(OPS.values())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_each_row_is_complete(row: Op) -> None:
    assert row.name.startswith("tir.")
    assert row.doc.endswith(".")
    assert row.group
    assert row.result in {*RESULT_RULES, "dtype"}
    assert isinstance(row.lower, get_args(Lowering))
    assert row.operands in {"", "float", "integer"}
    assert row.dtype_position in {None, "first", "last"}
    assert all(param.doc.endswith(".") for param in row.params)
    assert len({param.name for param in row.params}) == len(row.params)
    assert not any(param.variadic for param in row.params[:-1])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_printed_type_is_a_parameter(row: Op) -> None:
    """What is printed first or last is what the script passes there."""
    dtypes = [at for at, param in enumerate(row.params) if param.kind == "dtype"]
    assert (row.result == "dtype") == bool(dtypes)
    if dtypes:
        assert row.dtype_position == ("first" if dtypes == [0] else "last")
        assert dtypes in ([0], [len(row.params) - 1])
    else:
        assert row.dtype_position is None


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_each_row_is_described(row: Op) -> None:
    text = documentation(row)
    assert row.doc in text
    assert "Result type: " in text
    assert all(f"`{param.name}`" in text for param in row.params)
    assert signature(row).endswith(") -> PrimExpr")
    if isinstance(row.lower, Unsupported):
        assert f"it {row.lower.why}." in text


def _argument(row: Op, param: Param) -> object:
    if param.kind == "dtype":
        return "float32"
    if param.kind == "str":
        return "text"
    if row.name.startswith("tir.call_llvm"):
        return "llvm.donothing"
    kind = (
        "bool"
        if param.name in ("cond", "predicate")
        else {"integer": "int32", "float": "float32"}.get(row.operands, "int32")
    )
    from tilewright.core.ir.buffer import decl_buffer
    from tilewright.ir.expr import Var

    return decl_buffer((4,))[0] if param.kind == "any" else Var(param.name, dtype(kind))


@pytest.mark.parametrize("row", [row for row in ROWS if row.node is None], ids=lambda row: row.name)
def test_each_row_can_be_called(row: Op) -> None:
    given = [_argument(row, param) for param in row.params]
    made = op_function(row)(*given)
    if isinstance(made, Call):
        assert OPS[made.op.name] is made.op
    assert made.dtype == _expected(row, given)


def _expected(row: Op, given: list[object]) -> str:
    plain = "float32" if row.operands == "float" else "int32"
    types = [dtype(str(getattr(each, "dtype", plain))) for each in given] + [dtype(plain)] * 3
    if row.name in ("tir.likely", "tir.tvm_thread_invariant"):
        return "bool"
    return "float32" if row.result == "dtype" else RESULT_RULES[row.result](types)


def test_collecting_a_row_twice_is_our_mistake() -> None:
    with pytest.raises(ValueError, match=r"tir\.exp stands in the table twice"):
        by_name("op", (OPS["tir.exp"],), (OPS["tir.exp"],))


def test_script_names_are_unique() -> None:
    named = [row.script for row in ROWS if row.script is not None]
    assert len(named) == len(set(named)) == len(BY_SCRIPT)
    assert set(BY_NODE) == {row.node for row in ROWS if row.node is not None}


@pytest.mark.parametrize(
    ("name", "effect"),
    [
        ("tir.exp", CallEffectKind.Pure),
        ("tir.call_extern", CallEffectKind.Opaque),
        ("tir.call_pure_extern", CallEffectKind.Pure),
        ("tir.tvm_struct_get", CallEffectKind.ReadState),
        ("tir.tvm_struct_set", CallEffectKind.UpdateState),
        ("tir.tvm_access_ptr", CallEffectKind.SpecialCallArg),
        ("tir.likely", CallEffectKind.ExprAnnotation),
        ("tir.ret", CallEffectKind.ControlJump),
        ("tir.assume", CallEffectKind.EmbedInfo),
        ("tir.tvm_storage_sync", CallEffectKind.Opaque),
    ],
)
def test_effects(name: str, effect: CallEffectKind) -> None:
    assert OPS[name].effect is effect


@pytest.mark.parametrize(
    ("name", "script", "position"),
    [
        ("tir.tvm_call_packed", "call_packed", None),
        ("tir.tvm_call_cpacked_lowered", "call_cpacked_lowered", None),
        ("tir.call_extern", "call_extern", "first"),
        ("tir.reinterpret", "reinterpret", "first"),
        ("tir.tvm_struct_get", "tvm_struct_get", "last"),
        ("tir.type_annotation", "type_annotation", "first"),
        ("tir.ptx_mma", "ptx_mma", "first"),
        ("tir.fabs", "fabs", None),
        ("tir.exp", "exp", None),
    ],
)
def test_how_calls_are_printed(name: str, script: str, position: str | None) -> None:
    assert (OPS[name].script, OPS[name].dtype_position) == (script, position)


def test_rows_answer_as_in_tvm() -> None:
    row = Op.get("tir.tvm_call_packed")
    assert row.get_attr("TScriptPrinterName") == "call_packed"
    assert row.get_attr("TCallEffectKind") == CallEffectKind.Opaque
    assert row.get_attr("NoSuchAttribute") is None
    assert row.num_inputs == -1
    assert Op.get("tir.pow").num_inputs == 2
    assert Op.get("prim.if_then_else") is Op.get("tir.if_then_else")
    assert "tir.exp" in Op.list_op_names()
    with pytest.raises(AttributeError, match="no_such_op"):
        Op.get("tir.no_such_op")


def test_signatures() -> None:
    assert signature(OPS["tir.exp"]) == "T.exp(x: PrimExpr) -> PrimExpr"
    assert signature(OPS["tir.call_extern"]) == "T.call_extern(dtype: str, func_name: str, *args: PrimExpr) -> PrimExpr"
    assert signature(OPS["tir.fma"]) == "tir.fma(x: PrimExpr, y: PrimExpr, z: PrimExpr) -> PrimExpr"
    assert signature(OPS["tir.fabs"], "T.abs") == "T.abs(x: PrimExpr) -> PrimExpr"
