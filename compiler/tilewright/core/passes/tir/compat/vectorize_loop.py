"""VectorizeLoop: a loop marked `T.vectorized` becomes vector expressions, in the forms that TVM gives them.

A statement whose condition differs between lanes, or that has no vector form, becomes a loop of its own over the lanes.  With
"tir.enable_buffer_level_predication" in the `PassContext`, and without it for targets with scalable vectors, a bound on the lanes becomes the predicate of what it
guards instead.  A loop in which a lane needs another's result becomes serial.

For TVM's name and results alone; the pipeline has VectorizeWithMasks.  The two stay apart because they make different programs of the same loop: here a vector is
as long as the loop, a condition that differs between lanes makes a loop over lanes, and lanes may be a multiple of `T.vscale()`, as programs that
compare the result with TVM's expect; there conditions become masks, and vectors have lengths that registers hold.  They share what does not depend on that:
dependence between lanes, lowering of loop steps.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.dialects.releases import default_dialect
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, Expr, IntImm, Ramp
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import AttrStmt, For, ForKind, SeqStmt, Stmt
from tilewright.core.ir.walk import rewrite, rewrite_top_down, walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import Pass, tir_pass
from tilewright.core.passes.tir.lowering.lower_loop_step import counted
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin
from tilewright.core.passes.tir.simd.lanes.dependence import require_independent
from tilewright.core.passes.tir.simd.lanes.lanes import NotVectorizable
from tilewright.core.passes.tir.simd.lanes.unmasked_expressions import PlainLanes
from tilewright.core.passes.tir.simd.lanes.unmasked_statements import vectorize_plainly
from tilewright.core.target.target import Target

_PREDICATION = "tir.enable_buffer_level_predication"


@tir_pass("tir.VectorizeLoop")
def vectorize_loop(func: PrimFunc) -> PrimFunc:
    """Turn vectorised loops into vector expressions."""
    return func.with_body(_Loops(func.attrs.get("target") or Target.current()).rewrite(counted(func.body)))


def vectorize_loop_when(enable_vectorize: bool = True) -> Pass:
    """The pass, or one that makes serial loops of vectorised ones."""
    return vectorize_loop if enable_vectorize else _serialize_vectorized


@tir_pass("tir.VectorizeLoop")
def _serialize_vectorized(func: PrimFunc) -> PrimFunc:
    """Turn vectorised loops into serial ones."""
    return func.with_body(rewrite(func.body, {For: _serial}))


def _serial(loop: For) -> For:
    return loop.replace(kind=ForKind.SERIAL) if loop.kind is ForKind.VECTORIZED else loop


class _Loops:
    """Walks down to the vectorised loops, knowing the target."""

    def __init__(self, target: Any) -> None:
        self.target = target

    def rewrite(self, root: Stmt) -> Stmt:
        return rewrite_top_down(
            root,
            {
                For: self._loop,
                AttrStmt: self._attr,
                SeqStmt: lambda stmt, visit: rejoin(stmt.map_children(visit)),
            },
        )

    def _attr(self, stmt: AttrStmt, visit: Any) -> Stmt:
        before = self.target
        if stmt.attr_key == "target":
            self.target = stmt.node
        made = stmt.map_children(visit)
        self.target = before
        return made

    def _loop(self, loop: For, visit: Any) -> Stmt:
        if loop.kind is not ForKind.VECTORIZED:
            return loop.map_children(visit)
        if PassContext.current().option("tir.disable_vectorize"):
            return _serial(loop.map_children(visit))
        self._check_extent(loop.extent)
        if isinstance(loop.extent, IntImm) and loop.extent.value < 2:
            return _serial(loop)
        analyzer = Analyzer()
        try:
            count = loop.extent.value if isinstance(loop.extent, IntImm) else 2
            require_independent(loop.body, loop.loop_var, count, analyzer)
            length = Ramp(loop.min, const(1, loop.min.dtype), loop.extent).lanes
            index = Ramp(loop.min, const(1, loop.min.dtype), length)
            start = PlainLanes(loop.loop_var, loop.min, length, analyzer, self._predicates())
            return vectorize_plainly(start.with_value(loop.loop_var, index), loop.body)
        except NotVectorizable:
            return _serial(loop)

    def _check_extent(self, extent: Expr) -> None:
        """Raises `PassError` for a number of lanes that is neither a constant nor a multiple of what the target's vectors have."""
        if isinstance(extent, IntImm) and extent.value > 0:
            return
        scalable = any(isinstance(node, Call) and callee_name(node) == "tir.vscale" for node in walk(extent))
        if not (scalable and self._has_scalable_vectors()):
            none = "None" if default_dialect().name == "tirx" else "(nullptr)"
            target = none if self.target is None else self.target
            raise PassError(f"Failed to vectorize loop with extent {extent} for target {target}")

    def _has_scalable_vectors(self) -> bool:
        return bool(getattr(self.target, "has_scalable_vectors", False))

    def _predicates(self) -> bool:
        given = PassContext.current().given(_PREDICATION)
        return self._has_scalable_vectors() if given is None else bool(given)
