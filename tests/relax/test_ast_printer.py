"""The nodes of functions of Relax as text."""

from __future__ import annotations

import pytest

from tilewright import relax
from tilewright.core.ir.relax import SeqExpr
from tilewright.relax.testing import dump_ast
from tilewright.relax.testing.ast_printer import ASTPrinter
from tilewright.script import relax as R


@R.function
def halves(x: R.Tensor((4,), "float32"), c: R.Tensor((), "bool")):
    if c:
        y = R.split(x, 2, axis=0)[0]
    else:
        y = R.match_cast(R.call_dps_packed("half", (x,), R.Tensor(ndim=1)), R.Tensor((2,), "float32"))
    return y


def test_every_kind_of_node_is_written() -> None:
    text = dump_ast(halves, include_struct_info_annotations=False)
    for part in (
        'Var(name_hint="x")',
        'op=Op(name="relax.split")',
        "index=0",
        'ExternFunc(global_symbol="half")',
        "sinfo_args=[",
        "MatchCast(",
        "true_branch=SeqExpr(",
        '"global_symbol": "halves"',
    ):
        assert part in text
    assert '"axis"' not in dump_ast(halves, include_call_attrs=False)


def test_what_is_known_of_values() -> None:
    x = relax.Var("x", R.Tensor((2, 3), "float32"))
    assert dump_ast(x, include_ty_annotations=False) == 'Var(name_hint="x")'
    assert dump_ast(x, indent_str=" ").splitlines()[1:4] == [
        ' name_hint="x",',
        " struct_info=TensorStructInfo(",
        "  dtype=float32,",
    ]
    assert dump_ast(relax.PrimValue(1)).splitlines()[1] == "    value=PrimExpr(value=`T.int64(1)`),"


def test_static_types() -> None:
    printer = ASTPrinter()
    assert printer.visit_type_(relax.PackedFuncType()) == "PackedFuncType()"
    assert printer.visit_type_(relax.TupleType([relax.ShapeType()])) == "TupleType(fields=[ShapeType(ndim=-1)])"


def test_other_things_are_refused() -> None:
    assert isinstance(halves.body, SeqExpr)
    assert dump_ast(halves.body.blocks[0]).startswith("BindingBlock(")
    with pytest.raises(TypeError, match="no expression"):
        dump_ast("x")
