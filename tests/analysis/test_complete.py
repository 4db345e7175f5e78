"""Completion: the root block, and the regions that blocks leave to be inferred."""

from __future__ import annotations

import pytest

from tilewright.core.analysis.complete import DETECT_ACCESS, complete
from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import INT32
from tilewright.core.ir.buffer import Buffer, BufferRegion, MatchBufferRegion, decl_buffer
from tilewright.core.ops.table import OPS
from tilewright.ir import expr as nodes
from tilewright.ir.expr import BufferLoad, Call, Expr, IntImm, IterVar, Range, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import Block, BlockRealize, BufferStore, Evaluate, For, ForKind, IfThenElse, LetStmt, Stmt, seq

NAMES = {"Add": "+", "Sub": "-", "Mul": "*", "FloorDiv": "//", "FloorMod": "%"}


def text(e: Expr) -> str:
    if isinstance(e, nodes.BinaryOp):
        return f"{text(e.a)} {NAMES[type(e).__name__]} {text(e.b)}"
    if isinstance(e, BufferLoad):
        return f"{e.buffer.name}[{', '.join(text(index) for index in e.indices)}]"
    return e.name if isinstance(e, Var) else str(e.value)  # type: ignore[attr-defined]


def region(found: BufferRegion) -> str:
    parts = [
        text(r.min) if isinstance(r.extent, IntImm) and r.extent.value == 1 else f"{text(r.min)}+:{text(r.extent)}"
        for r in found.region
    ]
    return f"{found.buffer.name}[{', '.join(parts)}]"


def block(body: Stmt, *axes: IterVar, init: Stmt | None = None, mask: int = 3, **more: object) -> Block:
    return Block(axes, (), (), "B", body, init, annotations={DETECT_ACCESS: IntImm(INT32, mask)}, **more)  # type: ignore[arg-type]


def loop(var: Var, extent: object, body: Stmt) -> For:
    return For(var, 0, extent, ForKind.SERIAL, body)  # type: ignore[arg-type]


def axis(name: str, extent: object, kind: int = IterVar.DataPar) -> IterVar:
    return IterVar(Range(0, extent), Var(name, "int32"), kind)  # type: ignore[arg-type]


def function(body: Stmt, *buffers: Buffer) -> PrimFunc:
    return PrimFunc(buffers, body)  # type: ignore[arg-type]


def inferred(made: Block, *buffers: Buffer) -> tuple[list[str], list[str]]:
    """Regions of `made`, standing alone under a root block."""
    values = tuple(IntImm(INT32, 0) for _ in made.iter_vars)
    done = complete(function(BlockRealize(values, IntImm("bool", 1), made), *buffers))  # type: ignore[arg-type]
    found = done.body.block.body.block if made.iter_vars else done.body.block  # type: ignore[attr-defined]
    assert DETECT_ACCESS not in found.annotations
    return [region(r) for r in found.reads], [region(r) for r in found.writes]


A, B, C = (decl_buffer((128, 128), "float32", name) for name in "ABC")
x, y = decl_buffer((128,), "float32", "x"), decl_buffer((128,), "float32", "y")
index = decl_buffer((128,), "int32", "index")


def test_points_in_order_of_first_access() -> None:
    vi, vj = axis("vi", 128), axis("vj", 128)
    body = BufferStore(C, A[vi.var, vj.var] + B[vj.var, vi.var] * A[vi.var, vj.var], (vi.var, vj.var))
    assert inferred(block(body, vi, vj), A, B, C) == (["A[vi, vj]", "B[vj, vi]"], ["C[vi, vj]"])


def test_reduction_with_init_does_not_read_its_own_output() -> None:
    vi, vk = axis("vi", 128), axis("vk", 128, IterVar.CommReduce)
    update = BufferStore(y, y[vi.var] + A[vi.var, vk.var], (vi.var,))
    init = BufferStore(y, 0.0, (vi.var,))  # type: ignore[arg-type]
    assert inferred(block(update, vi, vk, init=init), A, y) == (["A[vi, vk]"], ["y[vi]"])
    assert inferred(block(update, vi, vk), A, y) == (["y[vi]", "A[vi, vk]"], ["y[vi]"])


def test_inner_loop_is_relaxed_to_its_interval() -> None:
    vi, k = axis("vi", 8), Var("k", "int32")
    body = loop(k, 16, BufferStore(y, x[vi.var * 16 + k], (vi.var * 16 + k,)))
    assert inferred(block(body, vi), x, y) == (["x[vi * 16+:16]"], ["y[vi * 16+:16]"])


def test_two_accesses_make_one_box() -> None:
    vi = axis("vi", 126)
    body = BufferStore(y, x[vi.var - 1] + x[vi.var] + x[vi.var + 1], (vi.var,))
    assert inferred(block(body, vi), x, y) == (["x[vi - 1+:3]"], ["y[vi]"])


def test_symbolic_loop() -> None:
    n, k = Var("n", "int32"), Var("k", "int32")
    z = decl_buffer((n,), "float32", "z")
    body = loop(k, n, BufferStore(y, z[k], (0,)))  # type: ignore[arg-type]
    assert inferred(block(body, axis("v", 1)), z, y) == (["z[0+:n]"], ["y[0]"])


def test_gathered_index_is_an_access_of_its_own() -> None:
    vi = axis("vi", 128)
    body = BufferStore(y, x[index[vi.var]], (vi.var,))
    assert inferred(block(body, vi), x, y, index) == (["x[index[vi]]", "index[vi]"], ["y[vi]"])


def test_unknown_index_under_a_loop_covers_the_buffer() -> None:
    k = Var("k", "int32")
    body = loop(k, 4, BufferStore(y, x[index[k]], (0,)))  # type: ignore[arg-type]
    assert inferred(block(body, axis("v", 1)), x, y, index) == (["x[0+:128]", "index[0+:4]"], ["y[0]"])


def test_condition_narrows_the_loop() -> None:
    k = Var("k", "int32")
    body = loop(k, 16, IfThenElse(k < 4, BufferStore(y, x[k], (k,))))
    assert inferred(block(body, axis("v", 1)), x, y) == (["x[0+:4]"], ["y[0+:4]"])


def test_let_bound_index_is_replaced() -> None:
    vi, t = axis("vi", 128), Var("t", "int32")
    body = LetStmt(t, vi.var + 1, BufferStore(y, x[t], (vi.var,)))
    assert inferred(block(body, vi), x, y) == (["x[vi + 1]"], ["y[vi]"])


def test_inner_block_counts_with_its_declared_regions() -> None:
    vi, vj, k = axis("vi", 8), axis("vj", 16), Var("k", "int32")
    inner = block(BufferStore(y, x[vj.var], (vj.var,)), vj)
    body = loop(k, 16, BlockRealize((vi.var * 16 + k,), IntImm("bool", 1), inner))  # type: ignore[arg-type]
    assert inferred(block(body, vi), x, y) == (["x[vi * 16+:16]"], ["y[vi * 16+:16]"])


def test_matched_buffer_counts_as_its_source() -> None:
    vi, k = axis("vi", 8), Var("k", "int32")
    sub = decl_buffer((16,), "float32", "sub")
    match = MatchBufferRegion(sub, BufferRegion(x, (Range.from_min_extent(vi.var * 16, 16),)))
    body = loop(k, 16, BufferStore(y, sub[k], (vi.var * 16 + k,)))
    assert inferred(block(body, vi, match_buffers=(match,)), x, y) == (["x[vi * 16+:16]"], ["y[vi * 16+:16]"])


def test_own_allocations_do_not_count() -> None:
    vi, t = axis("vi", 128), decl_buffer((1,), "float32", "t")
    body = seq([BufferStore(t, x[vi.var], (0,)), BufferStore(y, t[0], (vi.var,))])  # type: ignore[arg-type]
    assert inferred(block(body, vi, alloc_buffers=(t,)), x, y) == (["x[vi]"], ["y[vi]"])


def test_only_what_is_undeclared_is_inferred() -> None:
    vi = axis("vi", 128)
    assert inferred(block(BufferStore(y, x[vi.var], (vi.var,)), vi, mask=1), x, y) == (["x[vi]"], [])


def test_pointer_without_declaration_is_the_users_mistake() -> None:
    body = Evaluate(Call("int32", OPS["tir.bitwise_not"], (x.data,)))  # type: ignore[arg-type]
    with pytest.raises(UserError) as caught:
        inferred(block(body, axis("v", 1)), x)
    assert caught.value.code == "opaque-access"
    assert "`x`" in caught.value.message


def test_root_block_only_where_it_is_needed() -> None:
    plain = function(BufferStore(y, x[0], (0,)), x, y)  # type: ignore[arg-type]
    assert complete(plain) is plain
    vi, i = axis("vi", 128), Var("i", "int32")
    inner = BlockRealize((i,), IntImm("bool", 1), block(BufferStore(y, x[vi.var], (vi.var,)), vi))  # type: ignore[arg-type]
    done = complete(function(loop(i, 128, inner), x, y))
    root = done.body.block  # type: ignore[attr-defined]
    assert (root.name_hint, root.reads, root.writes, root.iter_vars) == ("root", (), (), ())
    assert complete(done) is done


def test_root_allocations_live_in_the_root_block() -> None:
    t, vi = decl_buffer((128,), "float32", "t"), axis("vi", 128)
    inner = BlockRealize((0,), IntImm("bool", 1), block(BufferStore(t, x[vi.var], (vi.var,)), vi))  # type: ignore[arg-type]
    done = complete(function(inner, x), (t,))
    root = done.body.block  # type: ignore[attr-defined]
    assert root.alloc_buffers == (t,)
    assert [region(r) for r in root.body.block.writes] == ["t[vi]"]
