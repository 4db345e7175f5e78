"""ThreadSync: the threads of a block wait for one another between accesses of memory that they share, where one of them writes.

A wait stands right before the statement that needs it.  Accesses need none when a thread meets again the element that belongs to it (the same index, made
of its number), or when no two of their elements can be the same.  Accesses of different buffers concern one another only in dynamic shared memory, where
buffers may lie in the same place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import INT32
from tilewright.core.ir.buffer import Buffer, scope_of
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import NE, BufferLoad, Call, Expr, IterVar, Range, StringImm, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import AttrStmt, BufferStore, Evaluate, For, IfThenElse, SeqStmt, Stmt, While, seq
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.ops.op import Op
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import Pass, tir_pass

_SYNC = "tir.tvm_storage_sync"


def thread_sync(storage_scope: str) -> Pass:
    """The pass for memory of one scope: "shared", "shared.dyn", "global"."""
    return tir_pass("tir.ThreadSync")(lambda func: func.with_body(_Planner(storage_scope).statement(func.body)))


@dataclass(frozen=True)
class _Access:
    """Elements that a statement reads or writes; without `indices` any of the memory."""

    memory: Var
    indices: tuple[Expr, ...] | None
    writes: bool
    form: tuple[object, ...]


@dataclass
class _Planner:
    """Walks in the order of execution; `pending` are the accesses since the threads last waited."""

    scope: str
    pending: list[_Access] = field(default_factory=list[_Access])
    threads: dict[Var, Range] = field(default_factory=dict[Var, Range])
    loops: dict[Var, Range] = field(default_factory=dict[Var, Range])
    divergent: bool = False

    def statement(self, stmt: Stmt) -> Stmt:
        """The statement with waits; what it accesses is pending behind it."""
        if isinstance(stmt, SeqStmt):
            parts = [self.statement(part) for part in stmt.seq]
            return stmt if all(new is old for new, old in zip(parts, stmt.seq)) else seq(parts)
        if isinstance(stmt, (For, While)):
            return self._loop(stmt)
        if isinstance(stmt, IfThenElse):
            return self._condition(stmt)
        body = getattr(stmt, "body", None)
        if not isinstance(body, Stmt):
            return self._after_wait(stmt, list(_accesses(stmt, self.scope)))
        if isinstance(stmt, AttrStmt) and stmt.attr_key == "thread_extent" and isinstance(stmt.node, IterVar):
            self.threads[stmt.node.var] = Range.from_min_extent(const(0, stmt.value.dtype), stmt.value)
        own = [access for part in stmt.children() if part is not body for access in _accesses(part, self.scope)]
        waits = self._waits(own)
        made = self.statement(body)
        made = stmt if made is body else stmt.replace(body=made)
        return seq([self._wait(), made]) if waits else made

    def _after_wait(self, stmt: Stmt, own: Sequence[_Access]) -> Stmt:
        if isinstance(stmt, Evaluate) and isinstance(stmt.value, Call) and callee_name(stmt.value) == _SYNC:
            self.pending = []
            return stmt
        return seq([self._wait(), stmt]) if self._waits(own) else stmt

    def _waits(self, own: Sequence[_Access]) -> bool:
        """Whether the threads must wait before these accesses, which become pending."""
        waits = any(self._conflict(old, new) for old in self.pending for new in own)
        self.pending = [*([] if waits else self.pending), *own]
        return waits

    def _wait(self) -> Stmt:
        if self.divergent:
            raise PassError(
                "threads share memory inside a condition that not all of them fulfil, where they cannot wait for one another"
            )
        return Evaluate(Call(INT32, Op.get(_SYNC), (StringImm(self.scope),)))

    def _loop(self, stmt: For | While) -> Stmt:
        """A loop: its first accesses come after the last ones of the iteration before."""
        own = [access for part in stmt.children() if part is not stmt.body for access in _accesses(part, self.scope)]
        waits = self._waits(own)
        if isinstance(stmt, For):
            self.loops[stmt.loop_var] = Range.from_min_extent(stmt.min, stmt.extent)
        before = list(self.pending)
        self.statement(stmt.body)
        last = [access for access in self.pending if not any(access is old for old in before)]
        self.pending = [*before, *(self._earlier(access, stmt) for access in last)]
        body = self.statement(stmt.body)
        made = stmt if body is stmt.body else stmt.replace(body=body)
        return seq([self._wait(), made]) if waits else made

    def _earlier(self, access: _Access, loop: For | While) -> _Access:
        """The access in an earlier iteration."""
        if not isinstance(loop, For) or access.indices is None:
            return access
        by = Var("by", loop.loop_var.dtype)
        self.loops[by] = Range(const(1, by.dtype), loop.extent)
        earlier: Any = loop.loop_var - by
        indices = tuple(substitute(index, {loop.loop_var: earlier}) for index in access.indices)
        return _Access(access.memory, indices, access.writes, access.form)

    def _condition(self, stmt: IfThenElse) -> Stmt:
        """A condition: where threads differ in it, they wait before it."""
        differs = any(node in self.threads for node in walk(stmt.condition))
        own = list(_accesses(stmt if differs else stmt.condition, self.scope))
        waits = self._waits(own)
        before, outer = ([] if differs else self.pending), self.divergent
        self.divergent = outer or differs
        found: list[_Access] = []
        branches: list[Stmt | None] = []
        for branch in (stmt.then_case, stmt.else_case):
            self.pending = list(before)
            branches.append(None if branch is None else self.statement(branch))
            found += [access for access in self.pending if not any(access is known for known in found)]
        self.divergent, self.pending = outer, found
        same = branches[0] is stmt.then_case and branches[1] is stmt.else_case
        made = stmt if same else stmt.replace(then_case=branches[0], else_case=branches[1])
        return seq([self._wait(), made]) if waits else made

    def _conflict(self, old: _Access, new: _Access) -> bool:
        if not (old.writes or new.writes):
            return False
        if old.memory is not new.memory:
            return self.scope == "shared.dyn"
        if old.indices is None or new.indices is None or old.form != new.form:
            return True
        if self._own_element(old.indices, new.indices):
            return False
        return not any(self._apart(first, second) for first, second in zip(old.indices, new.indices))

    def _own_element(self, old: tuple[Expr, ...], new: tuple[Expr, ...]) -> bool:
        depends = any(node in self.threads for index in new for node in walk(index))
        return depends and all(structural_equal(first, second) for first, second in zip(old, new))

    def _apart(self, old: Expr, new: Expr) -> bool:
        """Whether the indices differ, whichever threads they belong to."""
        others = {thread: Var(f"{thread.name}_other", thread.dtype) for thread in self.threads}
        analyzer = Analyzer()
        for variable, values in (*self.threads.items(), *self.loops.items()):
            analyzer.bind(variable, values)
            if variable in others:
                analyzer.bind(others[variable], values)
        return analyzer.can_prove(NE(substitute(old, others), new))


def _accesses(root: Node, scope: str) -> Iterator[_Access]:
    """The accesses of memory of this scope, what is read before what is written."""
    written: list[_Access] = []
    for node in walk(root):
        if isinstance(node, (BufferLoad, BufferStore)) and node.buffer.scope() == scope:
            writes = isinstance(node, BufferStore)
            access = _Access(node.buffer.data, node.indices, writes, _form(node.buffer))
            if writes:
                written.append(access)
            else:
                yield access
        elif isinstance(node, Call) and callee_name(node) == "tir.tvm_access_ptr":
            pointer: Any = node.args[1]
            if isinstance(pointer, Var) and scope_of(pointer) == scope:
                written.append(_Access(pointer, None, bool(getattr(node.args[4], "value", 2) & 2), ()))
    yield from written


def _form(buffer: Buffer) -> tuple[object, ...]:
    """The parts that must agree before indices of two views of one memory can be compared."""
    return (
        buffer.dtype,
        len(buffer.shape),
        *(str(size) for size in (*buffer.shape[1:], *buffer.strides, buffer.elem_offset)),
    )
