"""Plain reductions with their results in registers: what the backend does to loops when no two buffers share memory.

Two forms, one file each.  `tile`: neighbouring elements are computed side by side, each by the same operations in the same order as before.  `fold`: one
element is computed in several lanes that are joined at the end, where the elements themselves do not lie in a way that lets them be neighbours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import Allocate, For, Stmt
from tilewright.ir.walk import rewrite_top_down, walk
from tilewright.transform.reductions.fold import folded
from tilewright.transform.reductions.nest import reduction
from tilewright.transform.reductions.tile import tiled


def tile_reductions(func: PrimFunc, vector_bytes: int, ordered: bool = False) -> PrimFunc:
    """`func`, lowered, with its plain reductions tiled for registers of that size; `func` itself when it has none.

    The buffers of the function must share no memory.  With `ordered`, each element adds its terms in the order of the program.
    """
    known = {buffer.data for buffer in func.buffer_map.values()}
    known |= {node.buffer_var for node in walk(func) if isinstance(node, Allocate)}

    def loop(stmt: For, visit: Callable[[Any], Any]) -> Any:
        found = reduction(stmt, known)
        made: Stmt | None = None
        if found is not None:
            made = tiled(found, vector_bytes)
            if made is None and not ordered:
                made = folded(found, vector_bytes)
        return stmt.map_children(visit) if made is None else made

    return func.with_body(rewrite_top_down(func.body, {For: loop}))


def vector_bytes(features: str) -> int:
    """The size of the vector registers of a processor with these features, as LLVM writes them: "+avx2,-avx512f"."""
    return 64 if "+avx512f" in features.split(",") else 32


__all__ = ["tile_reductions", "vector_bytes"]
