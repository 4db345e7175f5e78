"""InjectDoubleBuffer: while one half of a buffer is used, the other is filled for the next iteration.

    attr(p, "double_buffer_scope"): fill(i)      fill(first) into half 0, before the loop
    use(i)                                   ->  if i + 1 is an iteration: fill(i + 1) into the other half
                                                 use(i) from half (i - first) % 2

The attribute stands around the statement that fills flat memory allocated outside the loop, whose size is doubled.  `split_loop` of the option
"tir.InjectDoubleBuffer" above 1 writes that many iterations out, so that the halves are known.
"""

from __future__ import annotations

from typing import Any

from tilewright.ir.buffer import Buffer
from tilewright.ir.expr import BufferLoad, Expr, IntImm, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.operators import const
from tilewright.ir.stmt import (
    Allocate,
    AttrStmt,
    BufferStore,
    DeclBuffer,
    For,
    ForKind,
    IfThenElse,
    SeqStmt,
    Stmt,
    seq,
    stmt_list,
)
from tilewright.ir.walk import rewrite, substitute, walk
from tilewright.transform.context import PassContext
from tilewright.transform.fresh import fresh_copy
from tilewright.transform.inline import inline
from tilewright.transform.pass_ import tir_pass
from tilewright.transform.sequences import rejoin

_SCOPE = "double_buffer_scope"


@tir_pass("tir.InjectDoubleBuffer")
def inject_double_buffer(func: PrimFunc) -> PrimFunc:
    """Fill one half of a buffer while the other is used."""
    if not any(isinstance(node, AttrStmt) and node.attr_key == _SCOPE for node in walk(func)):
        return func
    doubling = _Doubling(func, PassContext.current().option("tir.InjectDoubleBuffer").split_loop)
    body = rewrite(func.body, {For: doubling.loop, SeqStmt: rejoin})
    body = rewrite(body, {Allocate: doubling.allocation, AttrStmt: _bare})
    return func.with_body(substitute(body, {}, doubling.wide))


def _bare(stmt: AttrStmt) -> Stmt:
    """A buffer that is not filled in a loop stays single."""
    return stmt.body if stmt.attr_key == _SCOPE else stmt


def _declarations(loop: For) -> tuple[list[Allocate | DeclBuffer], Stmt]:
    """The allocations and buffers at the head of the loop's body, where none depends on the iteration, and what they stand around."""
    found: list[Allocate | DeclBuffer] = []
    body = loop.body
    while isinstance(body, (Allocate, DeclBuffer)):
        sizes = body.extents if isinstance(body, Allocate) else body.buffer.children()
        if any(node is loop.loop_var for size in sizes for node in walk(size)):
            return [], loop.body
        found.append(body)
        body = body.body
    return found, body


class _Doubling:
    """Which pointers get a second half, and the buffers with both halves."""

    def __init__(self, func: PrimFunc, split: int) -> None:
        self.split = max(split, 1)
        self.allocated = {node.buffer_var for node in walk(func) if isinstance(node, Allocate)}
        self.pointers: set[Any] = set()
        self.wide: dict[Buffer, Buffer] = {}

    def allocation(self, stmt: Allocate) -> Stmt:
        """Twice the memory."""
        if stmt.buffer_var not in self.pointers:
            return stmt
        return stmt.replace(extents=(stmt.extents[0] * 2, *stmt.extents[1:]))

    def loop(self, loop: For) -> Stmt:
        """The first filling, and the loop that fills ahead; memory that the loop allocates is allocated around both."""
        around, body = _declarations(loop)
        made = self._doubled(loop.replace(body=body) if around else loop)
        if isinstance(made, For):
            return loop
        for wrapper in reversed(around):
            made = wrapper.replace(body=made)
        return made

    def _doubled(self, loop: For) -> Stmt:
        """The loop itself when nothing is filled in it."""
        members = stmt_list(loop.body)
        found = [at for at, member in enumerate(members) if self._is_filling(member, loop)]
        if loop.kind is not ForKind.SERIAL or len(found) != 1:
            return loop
        (at,) = found
        attr: Any = members[at]
        self.pointers.add(attr.node)
        variable, end = loop.loop_var, loop.min + loop.extent
        ahead = variable + const(1, variable.dtype)
        filling = self._in_half(attr.body, attr.node, (variable - loop.min) % 2)
        before: Stmt = inline(fresh_copy(filling), {variable: loop.min})
        if not isinstance(loop.extent, IntImm):
            before = IfThenElse(const(0, loop.extent.dtype) < loop.extent, before)
        following = IfThenElse(ahead < end, inline(filling, {variable: ahead}))
        rest = [self._in_half(member, attr.node, (variable - loop.min) % 2) for member in members[at + 1 :]]
        body = seq([*members[:at], following, *rest])
        return seq([before, self._several(loop, body, end)])

    def _is_filling(self, member: Stmt, loop: For) -> bool:
        inside = isinstance(member, AttrStmt) and member.attr_key == _SCOPE and member.node in self.allocated
        own = {node.buffer_var for node in walk(loop.body) if isinstance(node, Allocate)}
        return inside and member.node not in own  # pyright: ignore[reportAttributeAccessIssue]

    def _in_half(self, stmt: Stmt, pointer: Var, half: Expr) -> Stmt:
        """Accesses through the pointer moved to a half."""

        def access(node: Any) -> Any:
            buffer = node.buffer
            if buffer.data is not pointer:
                return node
            size = buffer.shape[0]
            self.wide.setdefault(buffer, buffer.replace(shape=(size * 2, *buffer.shape[1:])))
            return node.replace(indices=(node.indices[0] + half * size, *node.indices[1:]))

        return rewrite(stmt, {BufferLoad: access, BufferStore: access})

    def _several(self, loop: For, body: Stmt, end: Expr) -> Stmt:
        """The loop, with as many iterations written out in each of its own as the option says."""
        if self.split == 1:
            return loop.replace(body=body)
        variable, factor = loop.loop_var, const(self.split, loop.loop_var.dtype)
        outer = Var(f"{variable.name}_outer", variable.dtype)
        even = isinstance(loop.extent, IntImm) and loop.extent.value % self.split == 0
        copies: list[Stmt] = []
        for step in range(self.split):
            value = loop.min + outer * factor + const(step, variable.dtype)
            copy = inline(fresh_copy(body), {variable: value})
            copies.append(copy if even else IfThenElse(value < end, copy))
        rounds = (loop.extent + (self.split - 1)) // factor
        return loop.replace(loop_var=outer, min=const(0, outer.dtype), extent=rounds, body=seq(copies))
