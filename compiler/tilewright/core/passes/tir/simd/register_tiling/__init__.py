"""Plain loops in vector registers: what the backend does to a function when no two of its buffers share memory.

Three forms, a file each.  `tile`: several results of a reduction are kept in registers, each computed by the same operations in the same order as before.
`horizontal_reduction`: one result is computed in several lanes that are joined at the end, where the results themselves do not lie in a way that lets
them share a tile.  `transpose`: rows become columns block by block.  Before that, `loop_fusion` makes one loop of loops over the same rows.  All else that
LLVM's own vectorizer finds is left to it.  Loops that a program itself marks `T.vectorized` are not looked at: `transform/vectorize` has made vectors of them before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import prod

from tilewright.core.ir.expr import IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Allocate, AllocateConst, For, Stmt
from tilewright.core.ir.walk import Visit, rewrite_top_down, walk
from tilewright.core.passes.tir.simd.register_tiling.horizontal_reduction import folded, has_lanes
from tilewright.core.passes.tir.simd.register_tiling.loop_fusion import Rows, rows_together
from tilewright.core.passes.tir.simd.register_tiling.nest import reduction
from tilewright.core.passes.tir.simd.register_tiling.tile import has_tiles, tile_columns, tiled
from tilewright.core.passes.tir.simd.register_tiling.transpose import has_turns, turned


def in_vectors(func: PrimFunc, vector_bytes: int, ordered: bool = False) -> PrimFunc:
    """`func`, lowered, with its plain loops made for registers of that size; `func` itself when it has none.

    The buffers of the function must share no memory.  With `ordered`, each element adds its terms in the order of the program.
    """

    far = _bytes(func) > _NEAR

    def reduced(stmt: For, known: set[Var]) -> Stmt | None:
        found = reduction(stmt, known)
        made = None if found is None else tiled(found, vector_bytes, far)
        return made if made is not None or found is None or ordered else folded(found, vector_bytes)

    def rows_for_columns(stmt: For, known: set[Var]) -> Stmt | None:
        return turned(stmt, known, vector_bytes)

    func = rows_together(func, partial(_rows, known=_known(func), vector_bytes=vector_bytes))
    return _rewritten(_rewritten(func, reduced), rows_for_columns)


# Bytes that stay in the cache of a core from one call to the next.
_NEAR = 768 << 10


def _bytes(func: PrimFunc) -> int:
    """How much memory the arguments take, as far as that is known."""
    sizes = [(buffer.dtype.bits // 8, *buffer.shape) for buffer in func.buffer_map.values()]
    return sum(prod(size.value if isinstance(size, IntImm) else 1 for size in shape) * bits for bits, *shape in sizes)


def _known(func: PrimFunc) -> set[Var]:
    """Pointers to memory that is known apart."""
    known = {buffer.data for buffer in func.buffer_map.values()}
    return known | {node.buffer_var for node in walk(func) if isinstance(node, (Allocate, AllocateConst))}


def _rows(stmt: For, known: set[Var], vector_bytes: int) -> Rows:
    found = reduction(stmt, known)
    if found is None:
        return Rows.APART if has_turns(stmt, known, vector_bytes) else Rows.KEPT
    if stmt not in found.outer or has_tiles(found, vector_bytes):
        return Rows.APART
    return Rows.JOINED if has_lanes(found, vector_bytes) else Rows.KEPT


def _rewritten(func: PrimFunc, rule: Callable[[For, set[Var]], Stmt | None]) -> PrimFunc:
    """The function with each outermost nest of loops that the rule has something for; it is told the pointers to memory that is known apart."""
    known = _known(func)

    def loop(stmt: For, visit: Visit) -> Stmt:
        made = rule(stmt, known)
        return stmt.map_children(visit) if made is None else made

    return func.with_body(rewrite_top_down(func.body, {For: loop}))


def vector_bytes(features: str) -> int:
    """The size of the vector registers of a processor with these features, as LLVM writes them: "+avx2,-avx512f"."""
    return 64 if "+avx512f" in features.split(",") else 32


__all__ = ["in_vectors", "tile_columns", "vector_bytes"]
