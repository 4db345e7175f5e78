"""The text of Relax, letter for letter."""

from __future__ import annotations

import pytest

from tilewright.core.ir.node import Node
from tilewright.core.ir.relax import (
    BindingBlock,
    Call,
    DataflowBlock,
    DataflowVar,
    DataTypeImm,
    ExternFunc,
    Function,
    If,
    MatchCast,
    PrimValue,
    SeqExpr,
    ShapeExpr,
    StringImm,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.ir.expr import GlobalVar
from tilewright.ir.expr import Var as SymbolicVar
from tilewright.ir.function import IRModule

n = SymbolicVar("n", "int64")
MATRIX = TensorStructInfo([n, 4])
x, y = Var("x", MATRIX), Var("y", MATRIX)


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (ObjectStructInfo(), "R.Object"),
        (PrimStructInfo("float32"), 'R.Prim("float32")'),
        (ShapeStructInfo(ndim=-1), "R.Shape(ndim=-1)"),
        (ShapeStructInfo([1, n]), "n = T.int64()\nR.Shape([1, n])"),
        (MATRIX, 'n = T.int64()\nR.Tensor((n, 4), dtype="float32")'),
        (TensorStructInfo(dtype="int8", ndim=2), 'R.Tensor(dtype="int8", ndim=2)'),
        (TensorStructInfo(dtype=None), "R.Tensor"),
        (TupleStructInfo([]), "R.Tuple"),
        (TupleStructInfo([ObjectStructInfo(), ObjectStructInfo()]), "R.Tuple(R.Object, R.Object)"),
        (FuncStructInfo([ObjectStructInfo()], ObjectStructInfo()), "R.Callable((R.Object,), R.Object, True)"),
        (FuncStructInfo.opaque_func(), "R.Callable"),
        (PrimValue(1), "R.prim_value(1)"),
        (StringImm("hello"), 'R.str("hello")'),
        (DataTypeImm("float32"), 'R.dtype("float32")'),
        (ShapeExpr([1, 2]), "R.shape([1, 2])"),
        (x, 'n = T.int64()\nx: R.Tensor((n, 4), dtype="float32")\nx'),
        (TupleGetItem(Tuple([PrimValue(1), PrimValue(2)]), 0), "(R.prim_value(1), R.prim_value(2))[0]"),
        (
            MatchCast(y, x, TensorStructInfo([2, 4])),
            'n = T.int64()\nx: R.Tensor((n, 4), dtype="float32")\n'
            'y: R.Tensor((n, 4), dtype="float32") = R.match_cast(x, R.Tensor((2, 4), dtype="float32"))',
        ),
    ],
)
def test_alone(node: Node, text: str) -> None:
    assert node.script(verbose_expr=True) == text


def test_module() -> None:
    called, flag, kept = GlobalVar("double"), Var("flag", TensorStructInfo([], "bool")), Var("kept", MATRIX)
    inner, outer = DataflowVar("lv", TupleStructInfo([MATRIX])), Var("gv", MATRIX)
    double = Function((x,), SeqExpr((), x), MATRIX, is_pure=False)
    body = SeqExpr(
        (
            DataflowBlock((VarBinding(inner, Tuple((x,))), VarBinding(outer, TupleGetItem(inner, 0)))),
            BindingBlock(
                (
                    VarBinding(y, Call(called, (outer,))),
                    VarBinding(kept, If(flag, SeqExpr((), outer), SeqExpr((), y))),
                )
            ),
        ),
        kept,
    )
    main = Function((x, flag), body, MATRIX, attrs={"global_symbol": "main", "k": 1})
    module = IRModule({GlobalVar("main"): main, called: double, "outside": ExternFunc("symbol")})
    assert (
        module.script()
        == """\
# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    outside = R.ExternFunc("symbol")
    @R.function(private=True, pure=False)
    def double(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        return x

    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32"), flag: R.Tensor((), dtype="bool")) -> R.Tensor(("n", 4), dtype="float32"):
        n = T.int64()
        R.func_attr({"k": 1})
        cls = Module
        with R.dataflow():
            lv: R.Tuple(R.Tensor((n, 4), dtype="float32")) = (x,)
            gv: R.Tensor((n, 4), dtype="float32") = lv[0]
            R.output(gv)
        y: R.Tensor((n, 4), dtype="float32") = cls.double(gv)
        if flag:
            kept: R.Tensor((n, 4), dtype="float32") = gv
        else:
            kept: R.Tensor((n, 4), dtype="float32") = y
        return kept"""
    )
