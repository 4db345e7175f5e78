"""VectorizeWithMasks, in the place of VectorizeLoop in our pipeline: a loop marked `T.vectorized` becomes vector expressions.

Up to 64 iterations become one vector; longer loops become a loop over vectors.  A loop whose iterations cannot be vectorized (a reduction into one
element, a lane that needs another's result, a call without a vector form), or whose extent is not known, becomes a
serial loop, which gives the same result.  "tir.disable_vectorize" in the `PassContext` makes serial loops of them all.  VectorizeLoop says why there are two.
"""

from __future__ import annotations

from tilewright.core.ir.expr import Expr, IntImm, Ramp, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import For, ForKind, SeqStmt, Stmt, seq
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.lowering.lower_loop_step import counted
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.passes.tir.rewriting.ranges import Ranges, rewrite_in_ranges
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin
from tilewright.core.passes.tir.simd.lanes.dependence import require_independent
from tilewright.core.passes.tir.simd.lanes.lanes import NotVectorizable
from tilewright.core.passes.tir.simd.lanes.masked_expressions import Lanes
from tilewright.core.passes.tir.simd.lanes.masked_statements import vectorize

MOST_LANES = 64
_USUAL_LANES = 16


@tir_pass("tir.VectorizeLoop")
def vectorize_with_masks(func: PrimFunc) -> PrimFunc:
    """Turn vectorised loops into vector expressions, masked where lanes differ in what they do."""
    return func.with_body(rewrite_in_ranges(counted(func.body), {For: _loop, SeqStmt: rejoin}))


def _loop(loop: For, ranges: Ranges) -> Stmt:
    if loop.kind is not ForKind.VECTORIZED:
        return loop
    disabled = PassContext.current().option("tir.disable_vectorize")
    if disabled or not isinstance(loop.extent, IntImm) or loop.extent.value < 2:
        return loop.replace(kind=ForKind.SERIAL)
    try:
        require_independent(loop.body, loop.loop_var, loop.extent.value, ranges.analyzer)
        return _vectors(loop, loop.extent.value, ranges)
    except NotVectorizable:
        return loop.replace(kind=ForKind.SERIAL)


def _vectors(loop: For, extent: int, ranges: Ranges) -> Stmt:
    """One vector, or a loop over vectors and a scalar rest."""
    lanes = lanes_for(extent)
    if lanes == extent:
        return _vector(loop, loop.min, lanes, ranges)
    chunk = Var(f"{loop.loop_var.name}_o", loop.loop_var.dtype)
    count = const(extent // lanes, chunk.dtype)
    with ranges.running((chunk, const(0, chunk.dtype), count)):
        body = _vector(loop, loop.min + chunk * const(lanes, chunk.dtype), lanes, ranges)
    main = For(chunk, const(0, chunk.dtype), count, ForKind.SERIAL, body, None, loop.annotations, span=loop.span)
    rest = extent % lanes
    if not rest:
        return main
    start = loop.min + const(extent - rest, chunk.dtype)
    tail = fresh_copy(loop.replace(min=start, extent=const(rest, chunk.dtype), kind=ForKind.SERIAL))
    return seq([main, tail])


def lanes_for(extent: int) -> int:
    """Lanes of the vectors that a loop of `extent` iterations is made of."""
    if extent <= MOST_LANES:
        return extent
    even = [lanes for lanes in (64, 32, 16) if extent % lanes == 0]
    return (even or [_USUAL_LANES])[0]


def _vector(loop: For, first: Expr, lanes: int, ranges: Ranges) -> Stmt:
    index = Ramp(first, const(1, first.dtype), const(lanes))
    return vectorize(Lanes(lanes, ranges.analyzer, {loop.loop_var: index}), loop.body)
