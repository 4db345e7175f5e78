"""InjectDoubleBuffer: while one half of a buffer is used, the other is filled for the next iteration.

    attr(p, "double_buffer_scope"): fill(i)      fill(first) into half 0, before the loop
    use(i)                                   ->  for all i but the last: fill(i + 1) into the other half
                                                                         use(i) from half (i - first) % 2
                                                 use(last)

The attribute stands around the statement that fills flat memory allocated outside the loop, whose size is doubled.  `split_loop` of the option
"tir.InjectDoubleBuffer" is how many iterations the loop writes out in each of its own, so that the halves are known; what is left follows the loop.  With 0
the loop stays whole and asks in each iteration whether another follows.  What fills ahead stands under the attribute "double_buffer_write", as in TVM.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import (
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
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.passes.tir.rewriting.inline import inline
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin, without_nothing

_SCOPE = "double_buffer_scope"
_WRITE = "double_buffer_write"


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


def _unmarked(stmt: AttrStmt) -> Stmt:
    """The producing statement, without the attribute."""
    return stmt.body if stmt.attr_key == _WRITE else stmt


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


def _when(condition: Expr, stmt: Stmt) -> Stmt:
    """`stmt` under the condition, without the conditions that are known."""
    return rewrite(IfThenElse(condition, stmt), {IfThenElse: _decided, SeqStmt: without_nothing})


def _decided(stmt: IfThenElse) -> Stmt:
    if not isinstance(stmt.condition, IntImm):
        return stmt
    return stmt.then_case if stmt.condition.value else stmt.else_case or seq(())


def _never_runs(loop: For) -> bool:
    return isinstance(loop.extent, IntImm) and loop.extent.value <= 0


class _Doubling:
    """Which pointers get a second half, and the buffers with both halves."""

    def __init__(self, func: PrimFunc, split: int) -> None:
        self.split = split
        self.allocated = {node.buffer_var for node in walk(func) if isinstance(node, Allocate)}
        self.pointers: set[Var] = set()
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
        if loop.kind is not ForKind.SERIAL or len(found) != 1 or _never_runs(loop):
            return loop
        (at,) = found
        attr: Any = members[at]
        self.pointers.add(attr.node)
        variable, end = loop.loop_var, loop.min + loop.extent
        ahead = variable + const(1, variable.dtype)
        filling = self._in_half(attr.body, attr.node, (variable - loop.min) % 2)
        before: Stmt = inline(fresh_copy(filling), {variable: loop.min})
        written = AttrStmt(attr.node, _WRITE, const(1), inline(filling, {variable: ahead}))
        following = IfThenElse(ahead < end, written)
        rest = [self._in_half(member, attr.node, (variable - loop.min) % 2) for member in members[at + 1 :]]
        body = seq([*members[:at], following, *rest])
        made = seq([before, *self._several(loop, body, end)])
        return made if isinstance(loop.extent, IntImm) else IfThenElse(const(0, loop.extent.dtype) < loop.extent, made)

    def _is_filling(self, member: Stmt, loop: For) -> bool:
        inside = isinstance(member, AttrStmt) and member.attr_key == _SCOPE and member.node in self.allocated
        own = {node.buffer_var for node in walk(loop.body) if isinstance(node, Allocate)}
        return inside and member.node not in own  # pyright: ignore[reportAttributeAccessIssue]

    def _in_half(self, stmt: Stmt, pointer: Var, half: Expr) -> Stmt:
        """Accesses through the pointer moved to a half."""

        def access(node: BufferLoad | BufferStore) -> BufferLoad | BufferStore:
            buffer = node.buffer
            if buffer.data is not pointer:
                return node
            size = buffer.shape[0]
            self.wide.setdefault(buffer, buffer.replace(shape=(size * 2, *buffer.shape[1:])))
            return node.replace(indices=(node.indices[0] + half * size, *node.indices[1:]))

        return rewrite(stmt, {BufferLoad: access, BufferStore: access})

    def _several(self, loop: For, body: Stmt, end: Expr) -> list[Stmt]:
        """The loop, with as many iterations written out in each of its own as the option says, and what is left after it: always the last one."""
        if self.split <= 0:
            return [loop.replace(body=body)]
        variable, factor = loop.loop_var, const(self.split, loop.loop_var.dtype)
        outer = Var(f"{variable.name}.outer", variable.dtype)
        rounds = (loop.extent - const(1, variable.dtype)) // factor
        steps = [const(step, variable.dtype) for step in range(self.split)]
        copies = [inline(fresh_copy(body), {variable: loop.min + (outer * factor + step)}) for step in steps]
        left = rewrite(body, {AttrStmt: _unmarked})
        rest: list[Stmt] = []
        for step in steps:
            value = loop.min + (rounds * factor + step)
            rest.append(_when(value < end, inline(fresh_copy(left), {variable: value})))
        return [loop.replace(loop_var=outer, min=const(0, outer.dtype), extent=rounds, body=seq(copies)), *rest]
