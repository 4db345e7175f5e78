"""Statements, each alone; free variables are declared above the statement."""

from __future__ import annotations

import numpy as np
import pytest

from tests.printer.hand_built import nop, point, var
from tilewright.core.base.dtype import dtype
from tilewright.core.ir.buffer import MatchBufferRegion, decl_buffer
from tilewright.core.ir.node import Node
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.ir import stmt as s
from tilewright.ir.expr import Broadcast, Call, GlobalVar, IntImm, IterVar, Ramp, Range, StringImm, Var

i, j, k, n = (var(name) for name in "ijkn")
p = var("p", "bool")
A = decl_buffer((16, 16), "float32", "A")
pointer = PointerType(PrimType(dtype("float32")), "global")
data = Var("data", pointer)  # pyright: ignore[reportArgumentType]
view = decl_buffer((16,), "float32", "B", data=data)
thread = IterVar(Range(0, 128), var("tx"), 1, "threadIdx.x")


def loop(variable: Var, extent: object, body: s.Stmt, kind: int = 0, low: object = 0, **annotations: object) -> s.For:
    return s.For(variable, low, extent, s.ForKind(kind), body, None, annotations)  # pyright: ignore[reportArgumentType]


def bind(variable: Var, extent: int, tag: str, body: s.Stmt) -> s.For:
    return s.For(variable, 0, extent, s.ForKind.THREAD_BINDING, body, IterVar(None, var(""), 1, tag))


CASES: list[tuple[Node, str]] = [
    (nop(), "T.evaluate(0)"),
    (s.Evaluate(i + 1), "i = T.int32()\nT.evaluate(i + 1)"),
    (s.Evaluate(StringImm("s")), 'T.evaluate("s")'),
    (s.Evaluate(GlobalVar("f")(1)), "f(1)"),
    (s.Evaluate(Call("int32", "tir.bitwise_not", (i,))), "i = T.int32()\nT.bitwise_not(i)"),
    (s.BufferStore(A, 1.0, (i, 0)), "A = T.Buffer((16, 16))\ni = T.int32()\nA[i, 0] = T.float32(1.0)"),
    (
        s.BufferStore(A, Broadcast(A[0, 0], 4), (0, Ramp(0, 1, 4))),
        "A = T.Buffer((16, 16))\nA[0, 0:4] = T.Broadcast(A[0, 0], 4)",
    ),
    (
        s.BufferStore(A, Broadcast(A[0, 0], 4), (0, Ramp(0, 1, 4)), Broadcast(p, 4)),
        "A = T.Buffer((16, 16))\np = T.bool()\nA.vstore([0, T.Ramp(0, 1, 4)], T.Broadcast(A[0, 0], 4), predicate=T.Broadcast(p, 4))",
    ),
    (loop(i, 8, nop()), "for i in range(8):\n    T.evaluate(0)"),
    (loop(i, 8, nop(), low=2), "for i in range(2, 10):\n    T.evaluate(0)"),
    (loop(i, n, nop(), low=n), "n = T.int32()\nfor i in range(n, n + n):\n    T.evaluate(0)"),
    (loop(i, 8, nop(), 1), "for i in T.parallel(8):\n    T.evaluate(0)"),
    (loop(i, 8, nop(), 2), "for i in T.vectorized(8):\n    T.evaluate(0)"),
    (loop(i, 8, nop(), 3, low=1), "for i in T.unroll(1, 9):\n    T.evaluate(0)"),
    (loop(i, 8, nop(), pragma=1), 'for i in T.serial(8, annotations={"pragma": 1}):\n    T.evaluate(0)'),
    (bind(i, 8, "blockIdx.x", nop()), 'for i in T.thread_binding(8, thread="blockIdx.x"):\n    T.evaluate(0)'),
    (loop(i, 8, loop(j, 4, nop())), "for i, j in T.grid(8, 4):\n    T.evaluate(0)"),
    (loop(i, 8, loop(j, i, nop())), "for i in range(8):\n    for j in range(i):\n        T.evaluate(0)"),
    (loop(i, 8, loop(j, 4, nop(), 1)), "for i in range(8):\n    for j in T.parallel(4):\n        T.evaluate(0)"),
    (
        loop(i, 8, loop(j, 4, loop(k, j, nop()))),
        "for i, j in T.grid(8, 4):\n    for k in range(j):\n        T.evaluate(0)",
    ),
    (s.While(i < 10, nop()), "i = T.int32()\nwhile i < 10:\n    T.evaluate(0)"),
    (s.IfThenElse(p, nop()), "p = T.bool()\nif p:\n    T.evaluate(0)"),
    (s.IfThenElse(p, nop(), nop()), "p = T.bool()\nif p:\n    T.evaluate(0)\nelse:\n    T.evaluate(0)"),
    (s.LetStmt(i, 1, s.Evaluate(i)), "with T.LetStmt(1) as i:\n    T.evaluate(i)"),
    (
        s.LetStmt(data, Call("handle", "tir.bitwise_not", (i,)), nop()),
        'i = T.int32()\nwith T.LetStmt(T.call_intrin("handle", "tir.bitwise_not", i), T.handle("float32", "global")) as data:\n    T.evaluate(0)',
    ),
    (s.AttrStmt("pragma", "unroll", 1, nop()), 'with T.attr("pragma", "unroll", 1):\n    T.evaluate(0)'),
    (s.AttrStmt(0, "key", "value", nop()), 'with T.attr(0, "key", "value"):\n    T.evaluate(0)'),
    (s.AttrStmt(A, "key", 1, nop()), 'A = T.Buffer((16, 16))\nwith T.attr(A, "key", 1):\n    T.evaluate(0)'),
    (
        s.AttrStmt(thread, "thread_extent", 128, s.Evaluate(thread.var)),
        'with T.launch_thread("threadIdx.x", 128) as tx:\n    T.evaluate(tx)',
    ),
    (s.AssertStmt(p, "no", nop()), 'p = T.bool()\nwith T.Assert(p, "no"):\n    T.evaluate(0)'),
    (
        s.Allocate(data, "float32", (16,), True, nop()),
        'with T.allocate([16], "float32", "global") as data:\n    T.evaluate(0)',
    ),
    (
        s.Allocate(data, "float32", (16, 4), p, nop(), {"key": 1}),
        'p = T.bool()\nwith T.allocate([16, 4], "float32", "global", p, annotations={"key": 1}) as data:\n    T.evaluate(0)',
    ),
    (
        s.Allocate(data, "float32", (16,), True, s.DeclBuffer(view, nop())),
        "with T.decl_buffer((16,)) as B:\n    T.evaluate(0)",
    ),
    (
        s.Allocate(data, "float32", (32,), True, s.DeclBuffer(view, nop())),
        'with T.allocate([32], "float32", "global") as data:\n    B = T.decl_buffer((16,), data=data)\n    T.evaluate(0)',
    ),
    (
        s.DeclBuffer(view, nop()),
        'data = T.handle("float32", "global")\nwith T.decl_buffer((16,), data=data) as B:\n    T.evaluate(0)',
    ),
    (
        s.AllocateConst(data, "float32", (3,), np.array([1, 2.5, np.inf], "float32"), nop()),
        'with T.allocate_const([1.0, 2.5, "inf"], "float32", [3]) as data:\n    T.evaluate(0)',
    ),
    (
        s.AllocateConst(data, "int8", (1, 2), np.array([[1, -2]], "int8"), nop()),
        'with T.allocate_const([1, -2], "int8", [1, 2]) as data:\n    T.evaluate(0)',
    ),
    (
        s.BufferRealize(A, (Range(0, 16), Range.from_min_extent(i, 1)), True, nop()),
        'A = T.Buffer((16, 16))\ni = T.int32()\nwith T.realize(A[0:16, i:i + 1], ""):\n    T.evaluate(0)',
    ),
    (
        s.AttrStmt(A, "realize_scope", "local", s.BufferRealize(A, (Range(0, 16), Range(0, 4)), p, nop())),
        'p = T.bool()\nA = T.Buffer((16, 16))\nwith T.realize(A[0:16, 0:4], "local", p):\n    T.evaluate(0)',
    ),
    (s.SeqStmt((nop(), s.Evaluate(1))), "T.evaluate(0)\nT.evaluate(1)"),
    (
        MatchBufferRegion(decl_buffer((4, 1), "float32", "sub"), A[0:4, 1:2]),  # pyright: ignore[reportArgumentType]
        "A = T.Buffer((16, 16))\nsub = T.match_buffer(A[0:4, 1], (4, 1))",
    ),
    (
        s.Block((IterVar(Range(0, 8), i, 0),), (), (), "b", nop()),
        'with T.block("b", no_realize=True):\n    i = T.axis.spatial(8)\n    T.reads()\n    T.writes()\n    T.evaluate(0)',
    ),
    (
        s.BlockRealize(
            (j,),
            n < 4,
            s.Block((IterVar(Range(0, 8), i, 2),), (point(A, i, i),), (), "b", nop(), annotations={"k": [1, "v"]}),
        ),
        'j = T.int32()\nn = T.int32()\nwith T.block("b"):\n    i = T.axis.reduce(8, j)\n    T.where(n < 4)\n'
        '    A = T.Buffer((16, 16))\n    T.reads(A[i, i])\n    T.writes()\n    T.block_attr({"k": [1, "v"]})\n    T.evaluate(0)',
    ),
]


@pytest.mark.parametrize(
    ("node", "expected"), CASES, ids=[text.splitlines()[-1] + str(at) for at, (_, text) in enumerate(CASES)]
)
def test_statement(node: Node, expected: str) -> None:
    assert node.script() == expected


def test_a_scope_that_ends_its_suite_takes_the_rest_of_it() -> None:
    last = s.AttrStmt(
        0, "b", 2, s.LetStmt(i, 1, s.AssertStmt(i < 2, "m", s.Allocate(data, "float32", (16,), True, s.Evaluate(i))))
    )
    body = s.SeqStmt((s.AttrStmt(0, "a", 1, nop()), last))
    assert loop(n, 3, body).script() == (
        "for n in range(3):\n"
        '    with T.attr(0, "a", 1):\n'
        "        T.evaluate(0)\n"
        '    T.attr(0, "b", 2)\n'
        "    i: T.int32 = 1\n"
        '    assert i < 2, "m"\n'
        '    data = T.allocate([16], "float32", "global")\n'
        "    T.evaluate(i)"
    )


def test_a_variable_bound_twice_is_named_once() -> None:
    node = loop(n, 3, s.LetStmt(i, 1, s.LetStmt(i, 2, s.Evaluate(i))))
    assert (
        node.script() == "for n in range(3):\n    i: T.int32 = 1\n    with T.LetStmt(2, var=i):\n        T.evaluate(i)"
    )


def test_names_are_made_unique_and_given_back() -> None:
    other = var("i")
    nested = loop(i, 3, s.SeqStmt((loop(other, i, s.Evaluate(other)), s.Evaluate(i))))
    assert nested.script() == "for i in range(3):\n    for i_1 in range(i):\n        T.evaluate(i_1)\n    T.evaluate(i)"
    assert s.SeqStmt((loop(i, 3, nop()), loop(other, 3, nop()))).script().count("for i in") == 2


@pytest.mark.parametrize(
    ("name", "printed"), [("", "v"), ("T", "T_1"), ("a.b", "a_b"), ("in", "in_1"), ("2x", "_2x"), ("ä", "_")]
)
def test_names_that_python_would_not_take(name: str, printed: str) -> None:
    assert var(name).script() == printed


def test_a_free_variable_is_declared_in_the_innermost_scope_around_its_uses() -> None:
    node = loop(i, 4, s.SeqStmt((s.Evaluate(i), loop(j, 4, s.Evaluate(n), 1))))
    assert node.script() == (
        "for i in range(4):\n    T.evaluate(i)\n    for j in T.parallel(4):\n        n = T.int32()\n        T.evaluate(n)"
    )


def test_a_thread_used_in_two_places_is_declared_above() -> None:
    once = s.AttrStmt(thread, "thread_extent", 128, s.Evaluate(thread.var))
    node = loop(i, 4, s.SeqStmt((once, s.AttrStmt(thread, "thread_extent", 128, s.Evaluate(thread.var)))))
    assert node.script() == (
        "for i in range(4):\n"
        '    tx = T.env_thread("threadIdx.x")\n'
        "    with T.launch_thread(tx, 128):\n"
        "        T.evaluate(tx)\n"
        "    T.launch_thread(tx, 128)\n"
        "    T.evaluate(tx)"
    )


def test_a_constant_of_the_module_is_a_number() -> None:
    node = s.AllocateConst(data, "float32", (4,), 2, nop())
    assert node.script() == 'with T.allocate_const(2, "float32", [4]) as data:\n    T.evaluate(0)'


def test_a_return() -> None:
    from tilewright.core.ops.table import OPS

    if "tir.ret" in OPS:
        node = s.Evaluate(Call("int32", "tir.ret", (IntImm(dtype("int32"), 5),)))
        assert node.script() == "return 5"
        assert node.script(syntax_sugar=False) == "T.ret(5)"
