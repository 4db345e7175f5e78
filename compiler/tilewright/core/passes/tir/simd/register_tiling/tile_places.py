"""Tiles that need no memory of their own: elements that end up in a result, each in a place of its own, are computed there.

    for j0:                                                  for j0:
        allocate t[8]                                            for j1: C[j0 * 8 + j1] = 0
        for j1: t[j1] = 0                              ->        for k, j1: C[j0 * 8 + j1] += ...
        for k, j1: t[j1] += ...                                  for j1: C[j0 * 8 + j1] = max(C[j0 * 8 + j1], 0)
        for j1: C[j0 * 8 + j1] = max(t[j1], 0)

That is what `cache_write` and `reverse_compute_at` leave.  Register tiling has registers for such elements, and then finds the loops around them.  `C` must have no other name, and nothing
may read or write it before, where `t` lives.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tilewright.core.arith.key import deep_equal
from tilewright.core.arith.linear import linear, to_expr
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Var
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Allocate, BufferStore, DeclBuffer, Evaluate, For, SeqStmt, Stmt, seq
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.passes.tir.simd.register_tiling.allocations import buffers_over, statements_inside, touches
from tilewright.core.passes.tir.simd.register_tiling.nest import (
    are_distinct,
    is_linear,
    number,
    plain_nest,
    step,
    steps,
)
from tilewright.core.passes.tir.threads.digits import is_counted


@dataclass(frozen=True)
class _Digit:
    """A loop over the elements: its stride in the tile, its iterations, its stride in the result."""

    stride: int
    count: int
    place: int


def in_place(stmt: Allocate, known: Collection[Var]) -> Stmt | None:
    """The body of an allocation without it, None where its elements need their memory; `known` are the pointers without aliases."""
    named = buffers_over(stmt)
    statements = statements_inside(stmt)
    users = [each for each in statements if touches(each, stmt.buffer_var)]
    if len(named) != 1 or len(users) < 2:
        return None
    tile, last = named[0], users[-1]
    loops, store = plain_nest(last) if isinstance(last, For) else ((), last)
    if not isinstance(store, BufferStore) or not _is_result(store, tile, known):
        return None
    before = statements[: next(at for at, each in enumerate(statements) if each is last)]
    digits = _digits(tile, loops, store)
    if digits is None or any(touches(each, store.buffer.data) for each in before):
        return None
    inner = {
        node.loop_var: node for each in before for node in walk(each) if isinstance(node, For) and is_counted(node)
    }
    first = substitute(store.indices[0], {loop.loop_var: loop.min for loop in loops})
    return _moved(stmt.body, tile, store.buffer, first, digits, {**inner, **{each.loop_var: each for each in loops}})


def _is_result(store: BufferStore, tile: Buffer, known: Collection[Var]) -> bool:
    """Whether the store makes elements of something else of those of the tile."""
    loads = [node for node in walk(store) if isinstance(node, BufferLoad)]
    if store.predicate is not None or len(store.indices) != 1 or store.indices[0].dtype.is_vector:
        return False
    if store.buffer.data not in known or store.buffer.data is tile.data or store.buffer.dtype != tile.dtype:
        return False
    return not any(load.buffer.data is store.buffer.data for load in loads)


def _digits(tile: Buffer, loops: Sequence[For], store: BufferStore) -> list[_Digit] | None:
    """The loops that read each element of the tile for a place of its own, by their strides; None when it is not so."""
    read = [
        node.indices for node in walk(store.value) if isinstance(node, BufferLoad) and node.buffer.data is tile.data
    ]
    if not read or not all(len(each) == 1 and deep_equal(each[0], read[0][0]) for each in read):
        return None
    index, variables = read[0][0], [loop.loop_var for loop in loops]
    counted = [loop for loop in loops if steps((loop,)) > 1]
    plain = all(is_counted(loop) for loop in loops) and not linear(index).constant
    if not plain or not is_linear(index, variables) or not is_linear(store.indices[0], variables):
        return None
    if any(atom not in variables for atom, _ in linear(index).atoms()):
        return None
    if not are_distinct(index, counted) or not are_distinct(store.indices[0], counted):
        return None
    made = [_Digit(step(index, loop), number(loop.extent), step(store.indices[0], loop)) for loop in counted]
    return sorted(made, key=lambda each: each.stride)


def _moved(
    body: Stmt, tile: Buffer, result: Buffer, first: Expr, digits: list[_Digit], loops: dict[Var, For]
) -> Stmt | None:
    """The statements with each element of the tile in its place of the result; None where an index does not tell which one it is."""
    failed = False

    def access(node: BufferLoad | BufferStore) -> BufferLoad | BufferStore:
        nonlocal failed
        if node.buffer.data is not tile.data:
            return node
        place = None if node.predicate is not None or len(node.indices) != 1 else _place(node.indices[0], digits, loops)
        if place is None:
            failed = True
            return node
        return node.replace(buffer=result, indices=(to_expr(linear(first + place)),))

    def store(node: BufferStore) -> Stmt:
        made = access(node)
        assert isinstance(made, BufferStore)
        value = made.value
        if isinstance(value, BufferLoad) and value.buffer is made.buffer:
            return Evaluate(const(0)) if deep_equal(value.indices[0], made.indices[0]) else made
        return made

    def declared(node: DeclBuffer) -> Stmt:
        return node.body if node.buffer.data is tile.data else node

    made = rewrite(body, {BufferLoad: access, BufferStore: store, DeclBuffer: declared, SeqStmt: _without_nothing})
    return None if failed else made


def _without_nothing(stmt: SeqStmt) -> Stmt:
    """The statements without loops that do nothing."""
    kept = [each for each in stmt.seq if not _is_nothing(each)]
    return seq(kept) if 0 < len(kept) < len(stmt.seq) else stmt


def _is_nothing(stmt: Stmt) -> bool:
    while isinstance(stmt, For):
        stmt = stmt.body
    return isinstance(stmt, Evaluate) and isinstance(stmt.value, IntImm)


def _place(index: Expr, digits: list[_Digit], loops: dict[Var, For]) -> Expr | None:
    """The offset in the result of an element of the tile; None when the loops may leave its digits."""
    form, zero = linear(index), const(0, index.dtype)
    if form.constant < 0 or index.dtype.is_vector:
        return None
    reach, made, rest = [0] * len(digits), zero, form.constant
    for at in reversed(range(len(digits))):
        reach[at], rest = divmod(rest, digits[at].stride)
        made = made + const(reach[at] * digits[at].place, index.dtype)
    for atom, by in form.atoms():
        at = next((at for at in reversed(range(len(digits))) if by > 0 and by % digits[at].stride == 0), None)
        if at is None or not isinstance(atom, Var) or atom not in loops:
            return None
        times = by // digits[at].stride
        reach[at] += times * (number(loops[atom].extent) - 1)
        made = made + atom * const(times * digits[at].place, index.dtype)
    return made if not rest and all(reach[at] < each.count for at, each in enumerate(digits)) else None


__all__ = ["in_place"]
