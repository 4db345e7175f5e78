"""`T` and `I`: every name of TVM 0.22, each with a value, a signature and documentation."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

from tilewright.core.builder.dtypes import DTypeForm
from tilewright.core.builder.namespace import IR, TIR, Member, Namespace
from tilewright.core.ops.table import BY_SCRIPT


def _names(file: str) -> set[str]:
    return set((Path(__file__).parent / file).read_text().split())


# Names of the language's design documents that no release of TVM has, and the form in which a call of a function outside its module prints.
OURS = {"BufferFrom", "GlobalVar", "compute"}


def _all_members() -> list[Member]:
    nested = [member for space in (TIR, IR) for member in space if isinstance(member.value, Namespace)]
    return [*TIR, *IR, *(inner for member in nested for inner in member.value)]


@pytest.mark.parametrize(("space", "file", "count"), [(TIR, "surface_tir.txt", 383), (IR, "surface_ir.txt", 17)])
def test_the_names_are_those_of_tvm(space: Namespace, file: str, count: int) -> None:
    assert set(space.members) - OURS == _names(file)
    assert len(_names(file)) == count


def test_the_axes() -> None:
    assert set(TIR.axis.members) == {"S", "R", "spatial", "reduce", "scan", "opaque", "remap"}
    assert TIR.axis.S is TIR.axis.spatial
    assert TIR.axis.R is TIR.axis.reduce


@pytest.mark.parametrize("member", _all_members(), ids=lambda member: f"{member.namespace}.{member.name}")
def test_each_member_is_described(member: Member) -> None:
    assert member.kind in {"op", "form", "dtype", "class", "namespace"}
    assert member.signature.startswith(f"{member.namespace}.{member.name}")
    assert len(member.doc) > 10
    assert member.doc == inspect.cleandoc(member.doc)
    assert member.group
    if "(" in member.signature:
        path, _, rest = member.signature.partition("(")
        ast.parse(f"def {path.rsplit('.', 1)[1]}({rest}: ...")
        assert "->" in rest
    else:
        assert member.kind in {"namespace", "class"}


def test_signatures_on_one_line() -> None:
    assert TIR.members["grid"].signature == "T.grid(*extents: Expr | int | tuple[Expr | int, Expr | int]) -> ForFrame"
    assert TIR.members["exp"].signature == "T.exp(x: PrimExpr) -> PrimExpr"
    assert TIR.members["dp4a"].signature == "T.dp4a(vec1: PrimExpr, vec2: PrimExpr, acc: PrimExpr = 0) -> PrimExpr"
    assert TIR.members["Add"].signature == "T.Add(a: ExprLike, b: ExprLike, span: Span | None = None) -> Add"
    assert TIR.members["thread_binding"].signature == (
        "T.thread_binding(start: Expr | int, stop: Expr | int | str | None = None, thread: str | None = None, "
        "*, annotations: Mapping[str, Any] | None = None) -> ForFrame"
    )


def test_every_op_with_a_script_name_is_a_member() -> None:
    missing = [name for name, row in BY_SCRIPT.items() if name not in TIR.members and row.group != "device"]
    assert missing == []


def test_every_form_can_be_inspected() -> None:
    for member in TIR:
        if member.kind in {"op", "form", "dtype"}:
            assert inspect.signature(member.value) is not None, member.name


def test_an_unknown_name() -> None:
    with pytest.raises(AttributeError, match="T has no member 'const_range'"):
        _ = TIR.const_range


def test_a_name_twice_is_our_mistake() -> None:
    member = TIR.members["exp"]
    with pytest.raises(ValueError, match="twice"):
        Namespace("X", [member, member])


def test_data_types_know_their_type() -> None:
    forms = {name: form for name, form in ((m.name, m.value) for m in TIR if m.kind == "dtype")}
    assert len(forms) == 150
    assert all(isinstance(form, DTypeForm) for form in forms.values())
    assert forms["boolean"].dtype == "bool"
    assert {name for name, form in forms.items() if form.dtype != name} == {"boolean"}
    assert forms["uint8"].__doc__ == "An unsigned integer of 8 bits, 0 to 255."
    assert forms["float32x4"].__doc__ == "A vector of 4 `float32` values (16 bytes)."
