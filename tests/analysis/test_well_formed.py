"""Rules of structure, for programs that no text gave: every broken rule is named, and a sound program passes."""

from __future__ import annotations

import pytest

from tilewright.core.analysis.checks.collected import ill_formed
from tilewright.core.analyze import analyze
from tilewright.core.ir.buffer import decl_buffer
from tilewright.core.ir.verify import verify
from tilewright.ir.expr import Cast, FloatImm, IntImm, IterVar, Range, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import Block, BlockRealize, BufferStore, For, ForKind, IfThenElse, Stmt

x = decl_buffer((8,), "float32", "x")
i, n = Var("i", "int32"), Var("n", "int32")
ZERO = FloatImm("float32", 0.0)  # type: ignore[arg-type]


def loop(body: Stmt, var: Var = i, extent: object = 8, **more: object) -> For:
    return For(var, 0, extent, ForKind.SERIAL, body, **more)  # type: ignore[arg-type]


def block(body: Stmt, axis: Var, value: object) -> BlockRealize:
    return BlockRealize(
        (value,), IntImm("bool", 1), Block((IterVar(Range(0, 8), axis, IterVar.DataPar),), (), (), "b", body)
    )  # type: ignore[arg-type]


CASES = {
    "duplicate-name": loop(loop(BufferStore(x, ZERO, (i,)))),
    "rank-mismatch": loop(BufferStore(x, ZERO, (i, i))),
    "index-type": BufferStore(x, ZERO, (FloatImm("float32", 1.0),)),  # type: ignore[arg-type]
    "value-type": loop(BufferStore(x, Cast("float64", i), (i,))),  # type: ignore[arg-type]
    "not-a-condition": loop(IfThenElse(i, BufferStore(x, ZERO, (i,)))),
    "not-an-integer": loop(BufferStore(x, ZERO, (0,)), extent=FloatImm("float32", 8.0)),  # type: ignore[arg-type]
    "unknown-thread-tag": For(
        i,
        0,
        8,
        ForKind.THREAD_BINDING,
        BufferStore(x, ZERO, (i,)),
        IterVar(None, Var("t", "int32"), IterVar.ThreadIndex, "lane"),  # type: ignore[arg-type]
    ),
    "undefined-variable": BufferStore(x, ZERO, (n,)),
}


@pytest.mark.parametrize("code", CASES)
def test_broken_rule_is_named(code: str) -> None:
    func = PrimFunc((x,), CASES[code])  # type: ignore[arg-type]
    assert {found.code for found in ill_formed(func)} == {code}
    assert verify(func) == []  # nothing to point at


def test_buffer_without_memory() -> None:
    found = ill_formed(PrimFunc((), loop(BufferStore(x, ZERO, (i,)))))
    assert [(d.code, d.message) for d in found] == [
        (
            "undefined-variable",
            "`x` has no memory here: it is not a parameter, and nothing around allocates it or its pointer",
        )
    ]


def test_axis_bound_to_a_float() -> None:
    v = Var("v", "int32")
    func = PrimFunc((x,), block(BufferStore(x, ZERO, (v,)), v, FloatImm("float32", 1.0)))  # type: ignore[arg-type]
    assert [found.code for found in ill_formed(func)] == ["not-an-integer"]


def test_sound_program() -> None:
    v = Var("v", "int32")
    assert ill_formed(PrimFunc((x,), loop(block(BufferStore(x, ZERO, (v,)), v, i)))) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("stride", ["h", "T.float32(1)"])
def test_a_vector_of_no_integers_is_checked_without_failing(stride: str) -> None:
    header = "from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((8,)), h: T.handle):\n"
    analysis = analyze(f"{header}    A[T.Ramp(0, {stride}, 4)] = T.Broadcast(T.float32(0), 4)\n")
    assert "internal-error" not in {d.code for d in analysis.diagnostics}
