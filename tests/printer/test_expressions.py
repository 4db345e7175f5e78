"""Expressions, one text each."""

from __future__ import annotations

import math

import pytest

from tests.printer.hand_built import var
from tilewright.core.base.dtype import dtype
from tilewright.core.ir.buffer import decl_buffer
from tilewright.core.ops.op import Op
from tilewright.ir import expr as e
from tilewright.ir.expr import Expr, FloatImm, IntImm, StringImm
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import Evaluate

a, b, c = var("a"), var("b"), var("c")
x, y = var("x", "float32"), var("y", "float32")
p, q = var("p", "bool"), var("q", "bool")
A = decl_buffer((16, 16), "float32", "A")


def integer(value: int, type_: str = "int32") -> IntImm:
    return IntImm(dtype(type_), value)


CASES: list[tuple[object, str]] = [
    (a, "a"),
    (integer(3), "3"),
    (integer(-3), "-3"),
    (integer(3, "int64"), "T.int64(3)"),
    (integer(255, "uint8"), "T.uint8(255)"),
    (integer(1, "bool"), "T.bool(True)"),
    (integer(0, "bool"), "T.bool(False)"),
    (FloatImm(dtype("float32"), 0.0), "T.float32(0.0)"),
    (FloatImm(dtype("float32"), 1e-5), "T.float32(1.0000000000000001e-05)"),
    (FloatImm(dtype("float16"), 1.5), "T.float16(1.5)"),
    (FloatImm(dtype("float32"), -3.4028234663852886e38), "T.float32(-340282346638528859811704183484516925440.0)"),
    (FloatImm(dtype("float32"), math.inf), 'T.float32("inf")'),
    (FloatImm(dtype("float32"), -math.inf), 'T.float32("-inf")'),
    (FloatImm(dtype("float64"), math.nan), 'T.float64("nan")'),
    (FloatImm(dtype("bfloat16"), 1.0), "T.bfloat16(1.0)"),
    (StringImm("str"), '"str"'),
    (StringImm('a "b" \\ \t \x00 ä'), '"a \\"b\\" \\\\ \\t \\x00 ä"'),
    (a + b, "a + b"),
    (a + b + c, "a + b + c"),
    (a + (b + c), "a + (b + c)"),
    (a - (b - c), "a - (b - c)"),
    ((a + b) * c, "(a + b) * c"),
    (a + b * c, "a + b * c"),
    (a * b // c, "a * b // c"),
    (a * (b // c), "a * (b // c)"),
    (a % 4 + b // 4, "a % 4 + b // 4"),
    (a + -1, "a + -1"),
    (-a, "a * -1"),
    (x / y, "x / y"),
    (e.Div(a, b), "T.Div(a, b)"),
    (e.FloorDiv(x, y), "T.FloorDiv(x, y)"),
    (e.Mod(a, b), "T.truncmod(a, b)"),
    (e.Min(a, b), "T.min(a, b)"),
    (e.Max(a, b) + 1, "T.max(a, b) + 1"),
    (e.Add(1, 2), "T.Add(1, 2)"),
    (e.Add(a, 0), "T.Add(a, 0)"),
    (e.Max(1, 2), "T.Max(1, 2)"),
    (e.EQ(1, 2), "T.EQ(1, 2)"),
    (e.And(integer(1, "bool"), p), "T.And(T.bool(True), p)"),
    (a < b, "a < b"),
    ((a == b).asobject(), "a == b"),  # pyright: ignore[reportAttributeAccessIssue]
    (e.EQ(a < b, a > c), "(a < b) == (a > c)"),
    (e.NE(e.NE(p, q), p), "(p != q) != p"),
    (e.And(a < b, e.Or(p, q)), "a < b and (p or q)"),
    (e.Or(e.And(p, q), p), "p and q or p"),
    (e.And(e.And(p, q), p), "p and q and p"),
    (e.Not(p), "not p"),
    (e.Not(a < b), "not a < b"),
    (e.Not(e.And(p, q)), "not (p and q)"),
    (e.EQ(e.Not(p), q), "(not p) == q"),
    (e.Not(integer(1, "bool")), "T.Not(T.bool(True))"),
    (e.Cast("int64", a), 'T.Cast("int64", a)'),
    (e.Select(p, a, 2), "T.Select(p, a, 2)"),
    (e.Ramp(a, 1, 4), "T.Ramp(a, 1, 4)"),
    (e.Broadcast(x, 4), "T.Broadcast(x, 4)"),
    (e.Shuffle((a, b), (0, 1)), "T.Shuffle([a, b], [0, 1])"),
    (a << b, "T.shift_left(a, b)"),
    (a & b | c, "T.bitwise_or(T.bitwise_and(a, b), c)"),
    (~a, "T.bitwise_not(a)"),
    (e.Call("int32", "tir.shift_left", (1, 2)), 'T.call_intrin("int32", "tir.shift_left", 1, 2)'),
    (e.Call("int64", "tir.bitwise_not", (a,)), 'T.call_intrin("int64", "tir.bitwise_not", a)'),
    (e.Let(c, 1, c + 1), "T.Let(c + 1, where={c: 1})"),
    (e.Range(0, 10), "I.Range(0, 10)"),
    (e.Range.from_min_extent(a, 4), "I.Range(a, a + 4)"),
    (e.IterVar(e.Range(0, 8), a, 0), 'T.iter_var(a, T.Range(0, 8), "DataPar", "")'),
    (e.IterVar(None, a, 1, "threadIdx.x"), 'T.iter_var(a, None, "ThreadIndex", "threadIdx.x")'),
    (e.CommReducer((x,), (y,), (x + y,), (0.0,)), "T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)])"),
    (
        e.CommReducer((a, x), (b, y), (a + b, x * y), (0, 1.0)),
        "T.comm_reducer(lambda a, x, b, y: (a + b, x * y), [0, T.float32(1.0)])",
    ),
    (
        e.Reduce(e.CommReducer((x,), (y,), (x + y,), (0.0,)), (x,), (), True, 0),
        "T.Reduce(T.comm_reducer(lambda x, y: x + y, [T.float32(0.0)]), [x], [], T.bool(True), 0, [])",
    ),
    (e.GlobalVar("f")(a, 1), "f(a, 1)"),
    (A, "A"),
    (A[a, 1], "A[a, 1]"),
    (A[a, e.Ramp(0, 1, 4)], "A[a, 0:4]"),
    (A[a, e.Ramp(b, 2, 4)], "A[a, b:b + 8:2]"),
    (A[a, e.Ramp(b, 1, 1)], "A[a, T.Ramp(b, 1, 1)]"),
    (A[a, e.Ramp(b, c, 4)], "A[a, T.Ramp(b, c, 4)]"),
    (
        e.BufferLoad(A, (0, e.Ramp(0, 1, 4)), e.Broadcast(p, 4)),
        "A.vload([0, T.Ramp(0, 1, 4)], predicate=T.Broadcast(p, 4))",
    ),
    (A[0:16, b], "A[0:16, b]"),
    (decl_buffer((), "int32", "s")[()], "s[()]"),
]


@pytest.mark.parametrize(("node", "expected"), CASES, ids=[text for _, text in CASES])
def test_expression(node: Expr, expected: str) -> None:
    assert node.script() == expected


def test_declarations_stand_above_when_asked_for() -> None:
    pointer = e.Var("h", A.data.type_annotation)  # pyright: ignore[reportArgumentType]
    size = e.SizeVar("n", dtype("int64"))
    assert (a + b).script(verbose_expr=True) == "a = T.int32()\nb = T.int32()\na + b"
    assert A.script(verbose_expr=True) == "A = T.Buffer((16, 16))\nA"
    assert size.script(verbose_expr=True) == "n = T.int64(is_size_var=True)\nn"
    assert pointer.script(verbose_expr=True) == 'h = T.handle("float32", "global")\nh'
    assert var("h", "handle").script(verbose_expr=True) == "h = T.handle()\nh"


def test_ops_whose_type_is_printed() -> None:
    first = Op("tir.test_first", "test_first", (), "", dtype_position="first")
    last = Op("tir.test_last", "test_last", (), "", dtype_position="last")
    nameless = Op("tir.test_nameless", None, (), "")
    assert e.Call("int32", first, (a,)).script() == 'T.test_first("int32", a)'
    assert e.Call("int32", last, (a,)).script() == 'T.test_last(a, "int32")'
    assert e.Call("int32", nameless, (a,)).script() == 'T.call_intrin("int32", "tir.test_nameless", a)'


def test_default_types_are_options() -> None:
    assert integer(1, "int64").script(int_dtype="int64") == "1"
    assert integer(1).script(int_dtype="int64") == "T.int32(1)"
    assert FloatImm(dtype("float32"), 1.0).script(float_dtype="float32") == "1.0"


def test_str_and_repr_are_the_script() -> None:
    assert str(a + 1) == repr(a + 1) == "a + 1"


def test_the_remainder_of_constants_is_printed_as_in_tvm() -> None:
    remainder = e.Mod(integer(7), integer(3))
    assert remainder.script() == "T.truncmod(7, 3)"
    assert "T.Mod(7, 3)" in PrimFunc((), Evaluate(remainder)).script()
