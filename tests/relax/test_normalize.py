"""`Normalize`: programs built by hand, and what they are in normal form."""

from __future__ import annotations

from typing import Any

from tilewright import relax
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.relax import BindingBlock, DataflowBlock, DataflowVar, Function, If, SeqExpr, Var, VarBinding
from tilewright.relax.transform import Normalize
from tilewright.script import from_source
from tilewright.script import relax as R

SCALAR = R.Tensor([], "int32")


def scalars(names: str) -> list[Var]:
    return [Var(name, SCALAR) for name in names]


def check(params: list[Var], body: Any, expected: str) -> None:
    made = Normalize()(IRModule.from_expr(Function(params, body, SCALAR)))["main"]
    wanted = from_source("@R.function(private=True)\n" + expected)
    assert_structural_equal(made, wanted)
    assert Normalize()(IRModule.from_expr(made))["main"] is made


def test_what_is_nested_gets_a_name() -> None:
    (x,) = scalars("x")
    check(
        [x],
        relax.op.multiply(relax.op.add(x, x), x),
        """def f(x: R.Tensor((), "int32")):
    gv = R.add(x, x)
    gv1 = R.multiply(gv, x)
    return gv1
""",
    )


def test_branches_become_sequences_and_variables_learn_what_they_hold() -> None:
    (x,), y, cond = scalars("x"), Var("y"), Var("cond", R.Tensor([], "bool"))
    choice = If(cond, relax.op.add(x, x), x)
    check(
        [cond, x],
        SeqExpr([BindingBlock([VarBinding(y, choice)])], y),
        """def f(cond: R.Tensor((), "bool"), x: R.Tensor((), "int32")):
    if cond:
        gv = R.add(x, x)
        y = gv
    else:
        y = x
    return y
""",
    )


def test_neighbouring_blocks_of_a_kind_become_one() -> None:
    x, a, b, c, d = scalars("xabcd")
    flows = [DataflowBlock([VarBinding(a, x)]), DataflowBlock([VarBinding(b, a)])]
    plain = [BindingBlock([VarBinding(c, b)]), BindingBlock([VarBinding(d, c)])]
    check(
        [x],
        SeqExpr([*flows, *plain], d),
        """def f(x: R.Tensor((), "int32")):
    with R.dataflow():
        a = x
        b = a
        R.output(a, b)
    c = b
    d = c
    return d
""",
    )


def test_sequences_inside_are_unfolded() -> None:
    x, y, z, q, u = scalars("xyzqu")
    w = DataflowVar("w", SCALAR)
    inner = SeqExpr(
        [
            BindingBlock([VarBinding(q, relax.const(2))]),
            DataflowBlock([VarBinding(w, q), VarBinding(u, w)]),
            BindingBlock([VarBinding(z, u)]),
        ],
        z,
    )
    check(
        [],
        SeqExpr([BindingBlock([VarBinding(x, relax.const(1)), VarBinding(y, inner)])], y),
        """def f():
    x = R.const(1, "int32")
    q = R.const(2, "int32")
    with R.dataflow():
        w = q
        u = w
        R.output(u)
    z = u
    y = z
    return y
""",
    )


def test_a_builder_takes_sequences() -> None:
    builder = relax.BlockBuilder()
    with builder.function("f", []):
        builder.emit_func_output(builder.emit(relax.const(1), "a"))
    sequence: Any = builder.finalize()["f"].body
    builder = relax.BlockBuilder()
    with builder.function("f", [], private=True):
        with builder.dataflow():
            builder.emit(relax.const(3), "d")
            out = builder.emit_output(builder.emit(sequence, "e"), "f")
        builder.emit_func_output(out)
    wanted = from_source("""
@R.function(private=True)
def f():
    with R.dataflow():
        d = R.const(3, "int32")
        R.output()
    a = R.const(1, "int32")
    with R.dataflow():
        e = a
        f = e
        R.output(f)
    return f
""")
    assert_structural_equal(builder.finalize()["f"], wanted)
