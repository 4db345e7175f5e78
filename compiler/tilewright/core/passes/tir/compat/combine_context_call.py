"""CombineContextCall: a value of the current thread is asked for once and kept under a name.

Only functions of the host are changed: their target says that they are.  Each launch of threads and each parallel loop begins with threads of its own, so names do not cross them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, Expr, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import AttrStmt, For, ForKind, LetStmt, Stmt
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import Visit, rewrite_top_down
from tilewright.core.ops.op import Op
from tilewright.core.passes.core.pass_ import tir_pass

_THREADS = frozenset({"thread_extent", "coproc_uop_scope"})


@tir_pass("tir.CombineContextCall")
def combine_context_call(func: PrimFunc) -> PrimFunc:
    """Name the values of the current thread, so that each is asked for once."""
    if not _is_for_host(func):
        return func
    return func.with_body(_Combiner().around(func.body, lambda visit: visit(func.body)))


def _is_for_host(func: PrimFunc) -> bool:
    """Whether the function says that it runs on the host."""
    target = func.attrs.get("target")
    return bool(func.attrs.get("tir.is_host_func")) or "cpu" in getattr(target, "keys", ())


class _Combiner:
    """The names made since the threads around here began."""

    def __init__(self) -> None:
        self.names: list[tuple[Var, Expr]] = []

    def visit(self, node: object) -> Any:
        return rewrite_top_down(node, {Call: self._call, AttrStmt: self._attr, For: self._for})

    def around(self, stmt: Stmt, inside: Callable[[Visit], Stmt]) -> Stmt:
        """The statement after `inside` has rewritten it, under the names that this made."""
        before, self.names = self.names, []
        made = inside(self.visit)
        for variable, value in reversed(self.names):
            made = LetStmt(variable, value, made)
        self.names = before
        return made

    def _call(self, call: Call, visit: Visit) -> Expr:
        if callee_name(call) != "tir.tvm_thread_context":
            return call.map_children(visit)
        asked = call.args[0]
        for variable, value in self.names:
            if structural_equal(value, asked):
                return variable
        self.names.append((Var(_name(asked), asked.dtype), asked))
        return self.names[-1][0]

    def _attr(self, stmt: AttrStmt, visit: Visit) -> Stmt:
        if stmt.attr_key not in _THREADS:
            return stmt.map_children(visit)
        return self.around(stmt, stmt.map_children)

    def _for(self, loop: For, visit: Visit) -> Stmt:
        if loop.kind is not ForKind.PARALLEL:
            return loop.map_children(visit)
        return self.around(loop, loop.map_children)


def _name(asked: Expr) -> str:
    called = isinstance(asked, Call) and isinstance(asked.op, Op)
    return f"{asked.op.name.removeprefix('tir.')}_cache" if called else "ctx_cache"  # pyright: ignore[reportAttributeAccessIssue]
