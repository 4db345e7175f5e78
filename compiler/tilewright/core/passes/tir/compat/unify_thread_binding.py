"""UnifyThreadBinding: all loops bound to one thread axis of a kernel share one index, and the kernel stands inside one loop for each of its axes.

A kernel is the outermost loop over threads with what is in it; another kernel has axes of its own.  The annotations of an inner loop stay, on a loop
that runs once.
"""

from __future__ import annotations

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.expr import IterVar, IterVarKind, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import cast, const
from tilewright.core.ir.stmt import AttrStmt, For, ForKind, Stmt
from tilewright.core.ir.walk import Visit, rewrite_top_down, substitute
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass

LAUNCH = "thread_extent"


@tir_pass("tir.UnifyThreadBinding")
def unify_thread_binding(func: PrimFunc) -> PrimFunc:
    """Give all loops over the same thread axis of a kernel one index, and launch all axes around the kernel."""
    return func.with_body(_Unifier().rewrite(func.body))


class _Unifier:
    """The axes of the kernel around: the index of each, in the order in which they are met."""

    def __init__(self) -> None:
        self.axes: dict[str, IterVar] = {}
        self.depth = 0
        self.analyzer = Analyzer()

    def rewrite(self, body: Stmt) -> Stmt:
        """`body` with its thread loops unified."""
        return rewrite_top_down(body, {For: self._loop, AttrStmt: self._launch})

    def _loop(self, loop: For, visit: Visit) -> Stmt:
        if loop.kind is not ForKind.THREAD_BINDING or loop.thread_binding is None:
            return loop.map_children(visit)
        range_ = Range.from_min_extent(loop.min, loop.extent)
        made = self._unified(loop.loop_var, loop.thread_binding, range_, loop.body, visit)
        if not loop.annotations:
            return made
        if isinstance(made, For):
            return made.replace(annotations=loop.annotations)
        zero, one = const(0, loop.loop_var.dtype), const(1, loop.loop_var.dtype)
        return For(
            Var("var", loop.loop_var.dtype),
            zero,
            one,
            ForKind.SERIAL,
            made,
            annotations=loop.annotations,
            span=loop.span,
        )

    def _launch(self, stmt: AttrStmt, visit: Visit) -> Stmt:
        axis = stmt.node
        if stmt.attr_key not in (LAUNCH, "virtual_thread") or not isinstance(axis, IterVar):
            return stmt.map_children(visit)
        range_ = Range.from_min_extent(const(0, stmt.value.dtype), stmt.value)
        return self._unified(axis.var, axis, range_, stmt.body, visit)

    def _unified(self, old: Var, axis: IterVar, range_: Range, body: Stmt, visit: Visit) -> Stmt:
        """The body with the axis' index in place of the old one; the outermost axis begins a kernel, and launches its axes."""
        before, begins = self.depth, not self.depth
        if begins:
            self.axes = {}
        self.depth += begins or axis.thread_tag.startswith("blockIdx.")
        known = self._axis(axis, range_)
        made = visit(substitute(body, {old: cast(known.var, old.dtype)}))
        self.depth = before
        return self._launched(made) if begins else made

    def _axis(self, axis: IterVar, range_: Range) -> IterVar:
        """The axis of that name in this kernel; raises `PassError` for another extent than that of earlier loops."""
        tag = axis.thread_tag
        known = self.axes.get(tag)
        if known is None:
            index = Var(tag.replace(".", "_"), range_.extent.dtype)
            return self.axes.setdefault(tag, IterVar(range_, index, axis.iter_type, tag))
        assert known.dom is not None, "indices are made with their range"
        ends = (known.dom.min, range_.min), (known.dom.extent, range_.extent)
        if not all(self.analyzer.can_prove_equal(a, b) for a, b in ends):
            raise PassError(
                f"All loops that are bound to `{tag}` should have the same extent. However, there are two loops with extent "
                f"{known.dom.extent} and {range_.extent}, which are not equal"
            )
        return known

    def _launched(self, body: Stmt) -> Stmt:
        for tag, axis in reversed(list(self.axes.items())):
            assert axis.dom is not None, "indices are made with their range"
            binding = IterVar(None, Var("", axis.var.dtype), IterVarKind.ThreadIndex, tag)
            body = For(axis.var, axis.dom.min, axis.dom.extent, ForKind.THREAD_BINDING, body, binding)
        return body
