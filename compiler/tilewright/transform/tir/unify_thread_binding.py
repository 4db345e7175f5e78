"""UnifyThreadBinding: all loops bound to one thread axis share one thread index, and become the attribute that launches it.

Virtual threads are no axis of the machine, so each loop over them keeps an index of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.arith.analyzer import Analyzer
from tilewright.ir.expr import Expr, IterVar, IterVarKind, Range, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.operators import cast, convert
from tilewright.ir.stmt import AttrStmt, For, ForKind, Stmt
from tilewright.ir.walk import rewrite_top_down, substitute
from tilewright.transform.errors import PassError
from tilewright.transform.pass_ import tir_pass

LAUNCH = "thread_extent"


@tir_pass("tir.UnifyThreadBinding")
def unify_thread_binding(func: PrimFunc) -> PrimFunc:
    """Give all loops over the same thread axis one index."""
    return func.with_body(_Unifier().rewrite(func.body))


class _Unifier:
    """The index of each thread axis met so far."""

    def __init__(self) -> None:
        self.indices: dict[str, IterVar] = {}
        self.analyzer = Analyzer()

    def rewrite(self, body: Stmt) -> Stmt:
        return rewrite_top_down(body, {For: self._loop, AttrStmt: self._launch})

    def _loop(self, loop: For, visit: Callable[[Any], Any]) -> Stmt:
        if loop.kind is not ForKind.THREAD_BINDING:
            return loop.map_children(visit)
        assert loop.thread_binding is not None, "a thread loop has its binding"
        tag = loop.thread_binding.thread_tag
        body = visit(self._unified(loop.loop_var, tag, loop.min, loop.extent, loop.body))
        made = AttrStmt(self.indices[tag], _key(tag), self.indices[tag].dom.extent, body, loop.span)  # pyright: ignore[reportOptionalMemberAccess]
        for name, value in reversed(list(loop.annotations.items())):
            made = AttrStmt(convert(0), name, convert(value), made)
        return self._left(tag, made)

    def _launch(self, stmt: AttrStmt, visit: Callable[[Any], Any]) -> Stmt:
        axis = stmt.node
        if stmt.attr_key not in (LAUNCH, "virtual_thread") or not isinstance(axis, IterVar):
            return stmt.map_children(visit)
        low = convert(0, axis.var.dtype)
        body = visit(self._unified(axis.var, axis.thread_tag, low, stmt.value, stmt.body))
        index = self.indices[axis.thread_tag]
        return self._left(axis.thread_tag, AttrStmt(index, stmt.attr_key, index.dom.extent, body, stmt.span))  # pyright: ignore[reportOptionalMemberAccess]

    def _unified(self, old: Var, tag: str, low: Expr, extent: Expr, body: Stmt) -> Stmt:
        """The body with the axis' index in place of the loop variable; raises `PassError` for another extent than that of earlier loops."""
        known = self.indices.get(tag)
        if known is None:
            name = tag.replace(".", "_")
            known = IterVar(Range.from_min_extent(low, extent), Var(name, old.dtype), IterVarKind.ThreadIndex, tag)
            self.indices[tag] = known
        assert known.dom is not None, "indices are made with their range"
        if not (
            self.analyzer.can_prove_equal(known.dom.min, low)
            and self.analyzer.can_prove_equal(known.dom.extent, extent)
        ):
            raise PassError(
                f"All loops that are bound to `{tag}` should have the same extent. However, there are two loops with extent "
                f"{known.dom.extent} and {extent}, which are not equal"
            )
        return substitute(body, {old: cast(known.var, old.dtype)})

    def _left(self, tag: str, made: Stmt) -> Stmt:
        """Virtual threads are forgotten behind their loop; the axes of the machine are one for the whole function."""
        if tag.startswith("vthread"):
            del self.indices[tag]
        return made


def _key(tag: str) -> str:
    return "virtual_thread" if tag.startswith("vthread") else LAUNCH
