"""Rows that need no memory of their own: a row that a loop turns into a row of the result, element by element, is computed in the place of the result.

    for i: e = row                              for i:
        for j: e[j] = exp(A[i, j])       ->         for j: B[i, j] = exp(A[i, j])
        for j: B[i, j] = e[j] / s                   for j: B[i, j] = B[i, j] / s

The memory of the result is then fetched while there is still something to compute.  Nothing else sees the difference, where `B` has no other name, and nothing reads or writes it before,
in the loop in which the row is made.
"""

from __future__ import annotations

from collections.abc import Collection

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Allocate, BufferStore, DeclBuffer, For, ForKind, Stmt
from tilewright.core.ir.walk import Visit, rewrite, rewrite_top_down, substitute, walk
from tilewright.core.passes.tir.simd.register_tiling.allocations import buffers_over, statements_inside, touches
from tilewright.core.passes.tir.simd.register_tiling.nest import step


def in_places_of_results(func: PrimFunc) -> PrimFunc:
    """The function with such rows in the arguments that they become, which share no memory."""
    results = {buffer.data for buffer in func.buffer_map.values()}

    def allocation(stmt: Allocate, visit: Visit) -> Stmt:
        made = _placed(stmt, results)
        return stmt.map_children(visit) if made is None else visit(made)

    return func.with_body(rewrite_top_down(func.body, {Allocate: allocation}))


def _placed(stmt: Allocate, results: Collection[Var]) -> Stmt | None:
    """The body of an allocation without it; None where the row needs its memory."""
    statements = statements_inside(stmt)
    named = buffers_over(stmt)
    users = [each for each in statements if touches(each, stmt.buffer_var)]
    scalar = all(
        _is_scalar(node)
        for node in walk(stmt.body)
        if isinstance(node, (BufferLoad, BufferStore)) and node.buffer.data is stmt.buffer_var
    )
    if len(named) != 1 or len(users) < 2 or len(stmt.extents) != 1 or not scalar:
        return None
    row, last = named[0], users[-1]
    result = _result_of(last, row, stmt.extents[0])
    if result is None or result.buffer.data not in results or result.buffer.dtype != row.dtype:
        return None
    before = statements[: next(at for at, each in enumerate(statements) if each is last)]
    if any(touches(each, result.buffer.data) for each in before):
        return None
    assert isinstance(last, For)
    return _moved(stmt.body, row, result, last.loop_var)


def _is_scalar(access: BufferLoad | BufferStore) -> bool:
    return access.predicate is None and len(access.indices) == 1 and not access.indices[0].dtype.is_vector


def _result_of(stmt: Stmt, row: Buffer, length: Expr) -> BufferStore | None:
    """The store of a loop that makes a row of something else of all elements of `row`, each of the one at its place."""
    if not isinstance(stmt, For) or stmt.kind is not ForKind.SERIAL or not isinstance(stmt.body, BufferStore):
        return None
    store, loop = stmt.body, stmt
    plain = _is_scalar(store) and not store.value.dtype.is_vector
    whole = _number(loop.min) == 0 and _number(loop.extent) is not None and _number(loop.extent) == _number(length)
    if not plain or not whole or store.buffer.data is row.data or step(store.indices[0], loop) != 1:
        return None
    loads = [node for node in walk(store) if isinstance(node, BufferLoad)]
    own = all(load.indices == (loop.loop_var,) for load in loads if load.buffer.data is row.data)
    return store if own and not any(load.buffer.data is store.buffer.data for load in loads) else None


def _number(e: Expr) -> int | None:
    return e.value if isinstance(e, IntImm) else None


def _moved(body: Stmt, row: Buffer, result: BufferStore, variable: Var) -> Stmt:
    """The statements with each element of the row in its place of the result, which depends on `variable`."""

    def access(node: BufferLoad | BufferStore) -> BufferLoad | BufferStore:
        if node.buffer.data is not row.data:
            return node
        place = substitute(result.indices[0], {variable: node.indices[0]})
        return node.replace(buffer=result.buffer, indices=(place,))

    def declared(node: DeclBuffer) -> Stmt:
        return node.body if node.buffer.data is row.data else node

    return rewrite(body, {BufferLoad: access, BufferStore: access, DeclBuffer: declared})


__all__ = ["in_places_of_results"]
