"""Arrays that are stored past the caches: they are larger than these, so that they would push out what is still needed, and each line would be read before it is written.

    for j: B[j] = A[j] * s      ->      for j0: B[first + j0 * 64 .. + 64] = A[first + j0 * 64 .. + 64] * s      # annotation "nontemporal"

Only whole lines are stored in this way, so that vectors begin where lines do; the first and the last ones are moved to fit, and store some elements twice.
"""

from __future__ import annotations

from collections import Counter

from tilewright.core.ir.expr import BufferLoad, Call, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import BufferStore, LetStmt, Stmt, seq
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.passes.tir.simd.register_tiling.row_maps import RowMap
from tilewright.core.passes.tir.simd.register_tiling.tile_loops import independent, start_at_lines
from tilewright.core.passes.tir.threads.choices import chose
from tilewright.core.passes.tir.threads.independent import NONTEMPORAL
from tilewright.core.passes.tir.threads.work import argument_bytes

# Bytes of a function's arguments that no cache holds.
_LARGE = 64 << 20
# The vectors of a step, and the fewest steps of a row.
_VECTORS, _STEPS = 4, 4


def streamed(func: PrimFunc) -> frozenset[Var]:
    """The arguments that the function stores in one place and reads nowhere, when all together exceed the caches."""
    if argument_bytes(func) < _LARGE:
        return frozenset()
    stores, read = Counter[Var](), set[Var]()
    for node in walk(func.body):
        if isinstance(node, BufferStore):
            stores[node.buffer.data] += 1
        elif isinstance(node, BufferLoad):
            read.add(node.buffer.data)
        elif isinstance(node, Call):
            read.update(arg for arg in node.args if isinstance(arg, Var))
    arguments = {buffer.data for buffer in func.buffer_map.values()}
    return frozenset(data for data, count in stores.items() if count == 1 and data in arguments - read)


def streamed_steps(found: RowMap, lanes: int) -> Stmt | None:
    """The map in steps of several vectors that begin at lines of the cache, None for one of few steps."""
    loop, extent, size = found.loop, found.loop.extent, lanes * _VECTORS
    if not isinstance(extent, IntImm) or extent.value < _STEPS * size:
        return None
    chose(f"`{found.store.buffer.name}`: stored past the caches")
    first = substitute(found.store.indices[0], {loop.loop_var: loop.min})
    begin, steps, offset = start_at_lines(loop, size, found.store.buffer, first)
    at = Var("at", loop.loop_var.dtype)
    body: Stmt = seq([found.vector(at + const(each * lanes, at.dtype), lanes) for each in range(_VECTORS)])
    steps = independent(steps, LetStmt(at, begin, body))
    return LetStmt(*offset, steps.replace(annotations={**steps.annotations, NONTEMPORAL: const(1)}))


__all__ = ["streamed", "streamed_steps"]
