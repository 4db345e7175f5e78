"""Arrays that are stored past the caches: they are larger than these, so that they would push out what is still needed, and each line would be read before it is written.

    for j: B[j] = A[j] * s      ->      for j0: B[first + j0 * 64 .. + 64] = A[first + j0 * 64 .. + 64] * s      # annotation "nontemporal"

Only whole lines are stored in this way, so that vectors begin where lines do; the first and the last ones are moved to fit, and store some elements twice.
"""

from __future__ import annotations

from collections import Counter

from tilewright.core.base.dtype import UINT64
from tilewright.core.ir.expr import BufferLoad, Call, Expr, FloorDiv, FloorMod, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, cast, const
from tilewright.core.ir.stmt import BufferStore, For, LetStmt, Stmt, seq
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.ops.op import Op
from tilewright.core.passes.tir.simd.register_tiling.row_maps import RowMap
from tilewright.core.passes.tir.simd.register_tiling.tile_loops import independent
from tilewright.core.passes.tir.threads.choices import chose
from tilewright.core.passes.tir.threads.independent import NONTEMPORAL
from tilewright.core.passes.tir.threads.work import argument_bytes

# Bytes of a function's arguments that no cache holds, and of a line of one.
_LARGE, LINE = 64 << 20, 64
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
    variable, offset = loop.loop_var.replace(), Var("offset", loop.loop_var.dtype)
    begin = offset + (variable - const(1, variable.dtype)) * const(size, variable.dtype)
    last = const(extent.value - size, variable.dtype)
    at = Var("at", loop.loop_var.dtype)
    body: Stmt = seq([found.vector(at + const(each * lanes, at.dtype), lanes) for each in range(_VECTORS)])
    body = LetStmt(at, loop.min + binary("Max", binary("Min", begin, last), const(0, at.dtype)), body)
    count = const(-(-extent.value // size) + 1, variable.dtype)
    steps = independent(loop, body, loop_var=variable, min=const(0, variable.dtype), extent=count)
    first = substitute(found.store.indices[0], {loop.loop_var: loop.min})
    return LetStmt(offset, cast(to_line(found.store, first), offset.dtype), past_caches(steps))


def to_line(store: BufferStore, first: Expr) -> Expr:
    """The number of elements from the one at an index to the first that begins a line of the cache."""
    element = const(store.value.dtype.bits // 8, UINT64)
    address = Call(UINT64, Op.get("tir.reinterpret"), (store.buffer.data,)) + cast(first, UINT64) * element
    line = const(LINE, UINT64)
    return FloorDiv(FloorMod(line - FloorMod(address, line), line), element)


def past_caches(loop: For) -> For:
    """The loop, whose vectors go past the caches where they fill lines."""
    return loop.replace(annotations={**loop.annotations, NONTEMPORAL: const(1)})


__all__ = ["LINE", "past_caches", "streamed", "streamed_steps", "to_line"]
