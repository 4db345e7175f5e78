"""KeepTiledLoops: loops of reductions that are marked `T.unroll` or `T.vectorized` stay loops where register tiling takes the reduction.

    for k0: for k1 in T.unroll(4): for j1 in T.vectorized(8): C[j1] += ...    ->    for k0, k1, j1: C[j1] += ...

Written out, or in vectors of the length that somebody thought of, a reduction is no longer what register tiling knows.  As loops, it gets the registers, vectors and packed panels that the plain
program gets.
"""

from __future__ import annotations

from tilewright.core.ir.expr import BufferLoad, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Allocate, Block, BufferStore, For, ForKind, SeqStmt, Stmt
from tilewright.core.ir.walk import Visit, rewrite, rewrite_top_down, statements, walk
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.memory import unaliased
from tilewright.core.passes.tir.simd.register_tiling import VECTOR_BYTES, takes, transposes
from tilewright.core.passes.tir.simd.register_tiling.canonical_nests import canonical, reductions
from tilewright.core.passes.tir.simd.register_tiling.nest import Reduction
from tilewright.core.passes.tir.simd.register_tiling.padded_reads import with_padded_copies
from tilewright.core.passes.tir.simd.register_tiling.rejoin import merged
from tilewright.core.passes.tir.simd.register_tiling.unfuse import accumulates, apart

_MARKED = (ForKind.UNROLLED, ForKind.VECTORIZED)


@tir_pass("tir.KeepTiledLoops")
def keep_tiled_loops(func: PrimFunc) -> PrimFunc:
    """Leave loops of reductions to register tiling."""
    inside = list(statements(func))
    if not any(_is_marked(node) for node in inside) or any(isinstance(node, Block) for node in inside):
        return func
    known = unaliased(func)

    def statement(stmt: Stmt, visit: Visit) -> Stmt:
        if not any(_is_marked(node) for node in statements(stmt)):
            return stmt
        made = _kept(stmt, known)
        return stmt.map_children(visit) if made is None else made

    return func.with_body(rewrite_top_down(func.body, {For: statement, SeqStmt: statement, Allocate: statement}))


def _is_marked(node: object) -> bool:
    return isinstance(node, For) and node.kind in _MARKED


def _kept(stmt: Stmt, known: set[Var]) -> Stmt | None:
    """The statement with serial loops around and after its reductions, None where they would not all be tiled."""
    totals = [node for node in walk(stmt) if isinstance(node, BufferStore) and accumulates(node)]
    if not totals:
        return _transpose(stmt, known)
    shared = {
        node.buffer.data for total in totals for node in walk(total) if isinstance(node, (BufferStore, BufferLoad))
    }

    def serial(loop: For) -> Stmt:
        ours = _is_marked(loop) and any(
            isinstance(node, (BufferStore, BufferLoad)) and node.buffer.data in shared for node in walk(loop.body)
        )
        return loop.replace(kind=ForKind.SERIAL) if ours else loop

    made = rewrite(stmt, {For: serial})
    if made is stmt:
        return None
    plain = rewrite(made, {For: _in_one_thread})
    plain = with_padded_copies(canonical(plain, known, _takes) or plain, known, _takes)
    found = reductions(plain, known | {node.buffer_var for node in walk(plain) if isinstance(node, Allocate)})
    return made if len(found) == len(totals) and all(_takes(merged(each)) or _takes(each) for each in found) else None


def _transpose(stmt: Stmt, known: set[Var]) -> Stmt | None:
    """The nest of a transpose with serial loops."""
    if not isinstance(stmt, For):
        return None
    made = rewrite(stmt, {For: lambda loop: loop.replace(kind=ForKind.SERIAL) if _is_marked(loop) else loop})
    return made if transposes(rewrite(made, {For: _in_one_thread}), known) else None


def _in_one_thread(loop: For) -> For:
    return apart(loop.replace(kind=ForKind.SERIAL)) if loop.kind is ForKind.PARALLEL else loop


def _takes(found: Reduction) -> bool:
    return all(takes(found, size) for size in VECTOR_BYTES)
