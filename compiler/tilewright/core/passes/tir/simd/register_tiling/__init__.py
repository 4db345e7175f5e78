"""Register tiling and SIMD reductions for plain loops: the backend applies it to a function when no two of its buffers share memory.

Four forms, a file each.  `tile` keeps several results of a reduction in registers; each is computed by the same operations in the same order as
before.  `horizontal_reduction` computes one result in several lanes and joins them at the end, where results cannot share a tile.  `transpose` copies
rows to columns block by block, and `row_maps` computes functions of rows in vectors.  Before these, `loop_fusion` fuses loops over the same rows, and `split_reduction`
cuts long reductions of few elements into parts.  Other loops are left to LLVM's vectorizer.  Loops that the
program marks `T.vectorized` are vectors already: VectorizeWithMasks runs earlier.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tilewright.core.ir.expr import Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import For, SeqStmt, Stmt, seq
from tilewright.core.ir.walk import Visit, rewrite_top_down
from tilewright.core.passes.tir.rewriting.memory import unaliased
from tilewright.core.passes.tir.simd.register_tiling.arg_reduction import arg_reduction
from tilewright.core.passes.tir.simd.register_tiling.canonical_nests import in_canonical_nests
from tilewright.core.passes.tir.simd.register_tiling.dot_products import dot_product
from tilewright.core.passes.tir.simd.register_tiling.horizontal_reduction import has_lanes, reduced_in_lanes
from tilewright.core.passes.tir.simd.register_tiling.loop_fusion import Rows, fuse_row_loops
from tilewright.core.passes.tir.simd.register_tiling.nest import Reduction, reduction
from tilewright.core.passes.tir.simd.register_tiling.padded_reads import with_padded_copies
from tilewright.core.passes.tir.simd.register_tiling.rejoin import merged, merged_map, rejoined
from tilewright.core.passes.tir.simd.register_tiling.row_maps import mapped, row_map
from tilewright.core.passes.tir.simd.register_tiling.row_places import in_places_of_results
from tilewright.core.passes.tir.simd.register_tiling.split_reduction import split_reductions
from tilewright.core.passes.tir.simd.register_tiling.tile import has_tiles, tile_columns, tiled
from tilewright.core.passes.tir.simd.register_tiling.transpose import has_transpose, transposed
from tilewright.core.passes.tir.simd.register_tiling.unfuse import in_groups, with_default_threads
from tilewright.core.passes.tir.threads.note_schedule import REGISTER_TILES


def in_vectors(
    func: PrimFunc, vector_bytes: int, ordered: bool = False, features: frozenset[str] = frozenset()
) -> PrimFunc:
    """The lowered `func` with its plain loops tiled for registers of that size; `func` itself when no loop changes.

    The buffers of the function must share no memory.  With `ordered`, each element adds its terms in the order of the program.  `features` are those of the
    processor that decide which instructions there are.
    """

    def dot(found: Reduction) -> Stmt | None:
        return dot_product(found, vector_bytes, features)

    def in_tiles(found: Reduction) -> Stmt | None:
        if found.has_half and HALF not in features:
            return None
        made = None if ordered and found.store.value.dtype.is_float else dot(found)
        return made or tiled(replace(found, asked=_asked(func, found)), vector_bytes, ordered)

    def reduced(stmt: For, known: set[Var]) -> Stmt | None:
        apart = rejoined(stmt, known)
        made = None if apart is None else in_tiles(apart)
        groups = stmt if made is not None else in_groups(stmt)
        divided = None if groups is stmt else reduction(groups, known)
        made = made if divided is None else in_tiles(divided)
        plain = None if made is not None else reduction(stmt, known)
        for found in () if plain is None else (merged(plain), plain):
            made = made or in_tiles(found)
            if made is None and not ordered and not (found.has_half and HALF not in features):
                made = reduced_in_lanes(found, vector_bytes)
        return made

    def blocks_transposed(stmt: For, known: set[Var]) -> Stmt | None:
        return transposed(stmt, known, vector_bytes)

    def with_map(before: Stmt, stmt: Stmt, known: set[Var]) -> Stmt | None:
        map_ = None if ordered else row_map(before, known)
        found = None if map_ is None or not isinstance(stmt, For) else reduction(stmt, known)
        return None if found is None or found.has_half else reduced_in_lanes(found, vector_bytes, map_)

    def rows_merged(stmt: For, known: set[Var]) -> Stmt | None:
        made = whole_map(stmt.body, known) if isinstance(stmt.body, For) else stmt.body
        return None if made is stmt.body else stmt.replace(body=made)

    def maps_merged(stmt: For, known: set[Var]) -> Stmt | None:
        made = whole_map(stmt, known)
        return None if made is stmt else made

    def in_rows(stmt: For, known: set[Var]) -> Stmt | None:
        found = row_map(stmt, known) if "avx512vl" in features else None
        return None if found is None else mapped(found, vector_bytes)

    def places_in_lanes(stmt: For, known: set[Var]) -> Stmt | None:
        return arg_reduction(stmt, known, vector_bytes)

    ours = partial(takes, vector_bytes=vector_bytes, ordered=ordered)
    scheduled = func.scheduled
    if scheduled:
        func = with_default_threads(func, unaliased(func), partial(transposes, known=unaliased(func)))
        func = in_canonical_nests(func, unaliased(func), ours)
        func = _rewritten(func, rows_merged)
    func = func.with_body(with_padded_copies(func.body, unaliased(func), ours))
    func = fuse_row_loops(func, partial(_rows, known=unaliased(func), vector_bytes=vector_bytes))
    func = in_places_of_results(func)
    func = _rewritten(func, maps_merged) if scheduled else func
    func = func if ordered or func.scheduled else split_reductions(func, unaliased(func))
    func = _rewritten(_rewritten(func, reduced, with_map), blocks_transposed)
    return _rewritten(_rewritten(func, places_in_lanes), in_rows)


def whole_map(stmt: For, known: set[Var]) -> For:
    """A nest around one store with loops that were split as one, those of a transpose in any order; the same object when there are none."""
    return merged_map(stmt, in_order=False) if transposes(stmt, known) else merged_map(stmt)


def transposes(stmt: For, known: set[Var]) -> bool:
    """Whether a nest is a transpose, when loops that were split are one."""
    whole = merged_map(stmt, in_order=False)
    return any(has_transpose(whole, known, size) for size in VECTOR_BYTES)


# The sizes of vector registers that there are.
VECTOR_BYTES = (32, 64)


def takes(found: Reduction, vector_bytes: int, ordered: bool = False) -> bool:
    """Whether a reduction gets tiles, or lanes where the order does not matter."""
    return has_tiles(found, vector_bytes) or (not ordered and has_lanes(found, vector_bytes))


def _asked(func: PrimFunc, found: Reduction) -> tuple[int, int] | None:
    """The most rows and vectors of a tile that the function asks for."""
    tile = func.attrs.get(REGISTER_TILES, {}).get(found.store.buffer.name)
    return None if tile is None else (max(1, int(tile[0])), max(1, int(tile[1])))


# Stands among the features for conversions of float16.
HALF = "half"


def _rows(stmt: For, known: set[Var], vector_bytes: int) -> Rows:
    found = reduction(stmt, known)
    if found is None:
        return Rows.APART if has_transpose(stmt, known, vector_bytes) else Rows.KEPT
    if stmt not in found.outer or has_tiles(found, vector_bytes):
        return Rows.APART
    return Rows.JOINED if has_lanes(found, vector_bytes) else Rows.KEPT


def _rewritten(
    func: PrimFunc,
    rule: Callable[[For, set[Var]], Stmt | None],
    of_two: Callable[[Stmt, Stmt, set[Var]], Stmt | None] = lambda first, second, known: None,
) -> PrimFunc:
    """The function with each outermost loop nest that `rule` rewrites, and each two neighbours that `of_two` makes one of; they also get the pointers to memory that has no alias."""
    known = unaliased(func)

    def sequence(stmt: SeqStmt, visit: Visit) -> Stmt:
        made: list[Stmt] = []
        rest = list(stmt.seq)
        while rest:
            first = rest.pop(0)
            one = of_two(first, rest[0], known) if rest else None
            if one is not None:
                rest.pop(0)
            made.append(visit(first) if one is None else one)
        return stmt if all(a is b for a, b in zip(made, stmt.seq)) else seq(made)

    def loop(stmt: For, visit: Visit) -> Stmt:
        made = rule(stmt, known)
        return stmt.map_children(visit) if made is None else made

    return func.with_body(rewrite_top_down(func.body, {For: loop, SeqStmt: sequence}))


def vector_bytes(features: str) -> int:
    """The size of the vector registers of a processor with these features, as LLVM writes them: "+avx2,-avx512f"."""
    return 64 if "+avx512f" in features.split(",") else 32


__all__ = ["HALF", "VECTOR_BYTES", "in_vectors", "takes", "tile_columns", "transposes", "vector_bytes", "whole_map"]
