"""Programs built by hand for the tests of the printer and of equality."""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer, BufferRegion, decl_buffer
from tilewright.ir.expr import ExprLike, IntImm, IterVar, Range, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import Block, BlockRealize, BufferStore, Evaluate, For, Stmt


def var(name: str, dtype: str = "int32") -> Var:
    return Var(name, dtype)  # pyright: ignore[reportArgumentType]


def point(buffer: Buffer, *indices: ExprLike) -> BufferRegion:
    return BufferRegion(buffer, tuple(Range.from_min_extent(index, 1) for index in indices))


def nop() -> Stmt:
    return Evaluate(IntImm("int32", 0))  # pyright: ignore[reportArgumentType]


def function(body: Stmt, *params: Var | Buffer, name: str | None = "main", **attrs: object) -> PrimFunc:
    said = {**({"global_symbol": name} if name is not None else {}), **attrs}
    return PrimFunc(params, body, None, None, said)  # pyright: ignore[reportArgumentType]


def matmul(size: int = 128, name: str | None = "matmul") -> PrimFunc:
    buffers = [decl_buffer((size, size), "float32", letter) for letter in "ABC"]
    a, b, c = buffers
    i, j, k, vi, vj, vk = (var(text) for text in ("i", "j", "k", "vi", "vj", "vk"))
    axes = tuple(IterVar(Range(0, size), axis, kind) for axis, kind in ((vi, 0), (vj, 0), (vk, 2)))
    block = Block(
        axes,
        (point(a, vi, vk), point(b, vk, vj)),
        (point(c, vi, vj),),
        "C",
        BufferStore(c, c[vi, vj] + a[vi, vk] * b[vk, vj], (vi, vj)),
        init=BufferStore(c, 0.0, (vi, vj)),
    )
    body: Stmt = BlockRealize((i, j, k), True, block)
    for axis in (k, j, i):
        body = For(axis, 0, size, 0, body)
    root = BlockRealize((), True, Block((), (), (), "root", body))
    handles = [var(letter, "handle") for letter in "abc"]
    attrs = {} if name is None else {"global_symbol": name}
    return PrimFunc(tuple(handles), root, None, dict(zip(handles, buffers)), attrs)
