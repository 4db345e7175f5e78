"""Loop fusion: consecutive loops over the same rows become one loop, so that a row is still in the cache when it is read again:

    for i, j: m[i] = max(m[i], A[i, j])          for i:
    for i, j: e[i, j] = exp(A[i, j] - m[i])  ->      for j: m[i] = max(m[i], A[i, j])
    for i, j: s[i] = s[i] + e[i, j]                  for j: e[j] = exp(A[i, j] - m[i])
                                                     for j: s[i] = s[i] + e[j]

Loops are fused where one reads only the row that another has written in the same iteration, and where one reduces a row, as in softmax and the
norms.  Then `row_memory` shrinks buffers of which only one row is live at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING

from tilewright.core.arith.key import deep_equal
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Call, Expr, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import BufferStore, For, ForKind, IfThenElse, SeqStmt, Stmt, seq, stmt_list
from tilewright.core.ir.walk import Visit, rewrite_top_down, substitute, walk
from tilewright.core.passes.tir.simd.register_tiling.row_memory import shortened
from tilewright.core.passes.tir.simd.register_tiling.row_use import Use, inner_loops, same_rows, uses
from tilewright.core.passes.tir.threads.choices import chose

if TYPE_CHECKING:
    from tilewright.core.ir.node import Node


class Rows(Enum):
    """The effect of a loop nest on rows: it reduces each (JOINED), maps each to a row (KEPT), or must not be fused (APART)."""

    JOINED, KEPT, APART = range(3)


def fuse_row_loops(func: PrimFunc, kind: Callable[[For], Rows]) -> PrimFunc:
    """The function with consecutive loops over the same rows fused, where one of them reduces rows."""

    def statements(stmt: SeqStmt, visit: Visit) -> Stmt:
        made = _grouped(stmt.seq, kind)
        return visit(seq(made)) if len(made) < len(stmt.seq) else stmt.map_children(visit)

    body = rewrite_top_down(func.body, {SeqStmt: statements})
    return func if body is func.body else shortened(func.with_body(body))


def _grouped(stmts: tuple[Stmt, ...], kind: Callable[[For], Rows]) -> list[Stmt]:
    """The statements, with the loops fused that can be."""
    made: list[Stmt] = []
    group = _Group()
    for stmt in stmts:
        does = kind(stmt) if isinstance(stmt, For) and _is_simple(stmt) else Rows.APART
        if not isinstance(stmt, For) or does is Rows.APART:
            made += [*group.closed(), stmt]
            group = _Group()
        elif not group.take(stmt, does):
            made += group.closed()
            group = _Group()
            group.take(stmt, does)
    return made + group.closed()


class _Group:
    """A group of loops that can be fused, with their accesses."""

    def __init__(self) -> None:
        self.loops: list[For] = []
        self.joins = False
        self.uses: dict[Var, set[Use]] = {}

    def take(self, loop: For, does: Rows) -> bool:
        """Add a loop and return True if it fits: every dependence between it and the group stays within one row."""
        used = uses(loop)
        if self.loops and not (_alike(self.loops[0], loop) and all(self._fits(data, used[data]) for data in used)):
            return False
        self.loops.append(loop)
        self.joins = self.joins or does is Rows.JOINED
        for data, found in used.items():
            self.uses.setdefault(data, set()).update(found)
        return True

    def _fits(self, data: Var, found: list[Use]) -> bool:
        both = [*self.uses.get(data, ()), *found]
        return data not in self.uses or not any(use.written for use in both) or same_rows(both)

    def closed(self) -> list[Stmt]:
        """The fused loop, where one of the loops reduces rows; else the loops unchanged."""
        if len(self.loops) < 2 or not self.joins:
            return [*self.loops]
        first = self.loops[0]
        names = (f"`{node.buffer.name}`" for each in self.loops for node in walk(each) if isinstance(node, BufferStore))
        chose(f"{', '.join(dict.fromkeys(names))}: {len(self.loops)} loop nests fused along `{first.loop_var.name}`")
        bodies = [substitute(each.body, {each.loop_var: first.loop_var}) for each in self.loops]
        return [first.replace(body=seq([stmt for body in bodies for stmt in stmt_list(body)]))]


# Whether loops fit


def _is_simple(loop: For) -> bool:
    """Whether the loop holds only serial loops of constant extent, and stores whose values have no side effects."""
    if loop.kind is not ForKind.SERIAL or loop.annotations or inner_loops(loop.body) is None:
        return False
    return all(_is_plain(node) for node in walk(loop.body))


def _is_plain(node: Node) -> bool:
    if isinstance(node, For):
        return node.kind is ForKind.SERIAL and not node.annotations
    if isinstance(node, Call):
        return getattr(node.op, "group", "") == "math"
    return isinstance(node, (Expr, BufferStore, IfThenElse, SeqStmt, Buffer))


def _alike(a: For, b: For) -> bool:
    """Whether two loops have the same domain."""
    same = deep_equal(a.min, b.min) and deep_equal(a.extent, b.extent)
    return same and a.loop_var.dtype is b.loop_var.dtype


__all__ = ["Rows", "fuse_row_loops"]
