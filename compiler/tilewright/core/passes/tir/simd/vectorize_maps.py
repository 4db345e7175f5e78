"""VectorizeMaps and VectorizeRows: loops whose iterations compute neighbouring elements are written in vectors.

    for j: B[j] = A[j] * s      ->      for j0: B[j0 * 64 .. + 16] = A[j0 * 64 .. + 16] * s; ...

LLVM's vectorizer does the same, but a function all of whose loops are in vectors needs none of its loop passes.  VectorizeMaps takes loops that stand in no other, before
loops become parallel; VectorizeRows takes those that are left, after rows that wait for one another have been made to overlap.
"""

from __future__ import annotations

from tilewright.core.ir.expr import Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import For, Stmt
from tilewright.core.ir.walk import Visit, rewrite_top_down
from tilewright.core.passes.tir.rewriting.memory import unaliased
from tilewright.core.passes.tir.simd.register_tiling.guarded_rows import guarded_map
from tilewright.core.passes.tir.simd.register_tiling.row_maps import plain_row, plainly_mapped
from tilewright.core.passes.tir.simd.register_tiling.streamed_rows import streamed, streamed_steps

# The size of the vectors from which on processors have masks.
_MASKED = 64


def vectorize_maps(func: PrimFunc, vector_bytes: int) -> PrimFunc:
    """The function, no two of whose buffers share memory, with maps that stand in no other loop in vectors."""
    known, past = unaliased(func), streamed(func)

    def loop(stmt: For, visit: Visit) -> Stmt:
        return _in_vectors(stmt, known, past, vector_bytes) or stmt

    return func.with_body(rewrite_top_down(func.body, {For: loop}))


def vectorize_rows(func: PrimFunc, vector_bytes: int) -> PrimFunc:
    """The function, no two of whose buffers share memory, with all its maps in vectors."""
    known, past = unaliased(func), streamed(func)

    def loop(stmt: For, visit: Visit) -> Stmt:
        return _in_vectors(stmt, known, past, vector_bytes) or stmt.map_children(visit)

    return func.with_body(rewrite_top_down(func.body, {For: loop}))


def _in_vectors(stmt: For, known: set[Var], past: frozenset[Var], vector_bytes: int) -> Stmt | None:
    """The loop in vectors, None when it is no map; maps into the buffers of `past` are stored past the caches."""
    found = plain_row(stmt, known)
    if found is not None:
        streams = found.store.buffer.data in past
        return plainly_mapped(found, vector_bytes, streamed_steps) if streams else plainly_mapped(found, vector_bytes)
    return guarded_map(stmt, known, vector_bytes) if vector_bytes >= _MASKED else None


__all__ = ["vectorize_maps", "vectorize_rows"]
