"""ThreadSync: the threads of a block wait for one another between accesses of memory that they share, where one of them writes.

A wait stands right before the statement that needs it.  Accesses need none when a thread meets again the element that belongs to it (the same index, made
of its number), or when no two of their elements can be the same.  Accesses of different buffers concern one another only in dynamic shared memory, where
buffers may lie in the same place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.buffer import Buffer, scope_of
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import NE, BufferLoad, Call, Expr, IntImm, IterVar, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import AttrStmt, BufferStore, Evaluate, For, IfThenElse, SeqStmt, Stmt, While, seq
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import Pass, tir_pass
from tilewright.core.passes.tir.rewriting.thread_reduction import wait

_SYNC = "tir.tvm_storage_sync"


def thread_sync(storage_scope: str) -> Pass:
    """The pass for memory of one scope: "shared", "shared.dyn", "global"."""

    def run(func: PrimFunc) -> PrimFunc:
        planner = _Planner(storage_scope)
        planner.part(func.body)
        return func.with_body(_with_waits(func.body, planner.waits, wait(storage_scope)))

    return tir_pass("tir.ThreadSync")(run)


def _with_waits(root: Stmt, waits: set[Stmt], wait_: Stmt) -> Stmt:
    """The statement with a wait right before each of these in it."""
    if not waits:
        return root

    def visit(node: object) -> Any:
        if not isinstance(node, Stmt):
            return node
        made = node.map_children(visit)
        return seq([wait_, made]) if node in waits else made

    return visit(root)


@dataclass(frozen=True)
class _Access:
    """Elements that a statement reads or writes; without `indices` any of the memory."""

    memory: Var
    indices: tuple[Expr, ...] | None
    writes: bool
    form: tuple[object, ...]


@dataclass
class _Part:
    """A statement: its accesses before the first wait in it and those after the last; `waits` says that there is one each time it runs."""

    stmt: Stmt
    first: list[_Access]
    last: list[_Access]
    waits: bool = False


@dataclass
class _Planner:
    """Finds the statements that need a wait before them; each is planned once, from the accesses of its parts."""

    scope: str
    waits: set[Stmt] = field(default_factory=set[Stmt])
    threads: dict[Var, Range] = field(default_factory=dict[Var, Range])
    loops: dict[Var, Range] = field(default_factory=dict[Var, Range])
    divergent: bool = False

    def part(self, stmt: Stmt) -> _Part:
        """The statement as one part, after the waits inside it are planned."""
        return self._joined(stmt, self._sequence(stmt))

    def _sequence(self, stmt: Stmt) -> list[_Part]:
        """The parts that run one after the other; a statement around a body is a part of its own before those of the body."""
        if isinstance(stmt, SeqStmt):
            return [found for member in stmt.seq for found in self._sequence(member)]
        if isinstance(stmt, (For, While)):
            return [self._loop(stmt)]
        if isinstance(stmt, IfThenElse):
            return [self._condition(stmt)]
        body = getattr(stmt, "body", None)
        if not isinstance(body, Stmt):
            waits = isinstance(stmt, Evaluate) and isinstance(stmt.value, Call) and callee_name(stmt.value) == _SYNC
            own = [] if waits else list(_accesses(stmt, self.scope))
            return [_Part(stmt, own, own, waits)]
        if isinstance(stmt, AttrStmt) and stmt.attr_key == "thread_extent" and isinstance(stmt.node, IterVar):
            self.threads[stmt.node.var] = Range.from_min_extent(const(0, stmt.value.dtype), stmt.value)
        own = self._own(stmt)
        return [*([_Part(stmt, own, own)] if own else []), *self._sequence(body)]

    def _own(self, stmt: Stmt) -> list[_Access]:
        """Accesses of the expressions of a statement."""
        return [
            found for part in stmt.children() if not isinstance(part, Stmt) for found in _accesses(part, self.scope)
        ]

    def _joined(self, stmt: Stmt, parts: Iterable[_Part]) -> _Part:
        """The parts as one, with the waits that each needs after those before it."""
        joined = _Part(stmt, [], [])
        for part in parts:
            if part.stmt not in self.waits and self._conflicts(joined.last, part.first):
                self._wait_before(part.stmt)
            if part.stmt in self.waits:
                joined.waits, joined.last = True, []
            if not joined.waits:
                joined.first += part.first
            joined.last = [*([] if part.waits else joined.last), *part.last]
            joined.waits = joined.waits or part.waits
        return joined

    def _conflicts(self, before: Sequence[_Access], after: Sequence[_Access]) -> bool:
        return any(self._conflict(old, new) for old in before for new in after)

    def _wait_before(self, stmt: Stmt) -> None:
        if self.divergent:
            raise PassError(
                "threads share memory inside a condition that not all of them fulfil, where they cannot wait for one another"
            )
        self.waits.add(stmt)

    def _loop(self, stmt: For | While) -> _Part:
        """A loop: its first accesses come after the last ones of the iteration before."""
        if isinstance(stmt, For):
            self.loops[stmt.loop_var] = Range.from_min_extent(stmt.min, stmt.extent)
        parts = self._sequence(stmt.body)
        body, own = self._joined(stmt, parts), self._own(stmt)
        planned = len(self.waits)
        self._wait_for_iteration_before(parts, self._earlier(body.last, stmt))
        if len(self.waits) > planned:
            body = self._joined(stmt, parts)
        certain = isinstance(stmt, For) and isinstance(stmt.extent, IntImm) and stmt.extent.value > 0
        return _Part(stmt, [*own, *body.first], [*own, *body.last], body.waits and certain)

    def _wait_for_iteration_before(self, parts: Sequence[_Part], earlier: Sequence[_Access]) -> None:
        for part in parts:
            if part.stmt in self.waits:
                return
            if self._conflicts(earlier, part.first):
                self._wait_before(part.stmt)
                return
            if part.waits:
                return

    def _earlier(self, accesses: Sequence[_Access], loop: For | While) -> list[_Access]:
        """The accesses in an earlier iteration."""
        if not isinstance(loop, For):
            return list(accesses)
        by = Var("by", loop.loop_var.dtype)
        self.loops[by] = Range(const(1, by.dtype), loop.extent)
        values = {loop.loop_var: loop.loop_var - by}
        return [
            access
            if access.indices is None
            else replace(access, indices=tuple(substitute(index, values) for index in access.indices))
            for access in accesses
        ]

    def _condition(self, stmt: IfThenElse) -> _Part:
        """A condition: where threads differ in it, they wait before it."""
        differs = any(node in self.threads for node in walk(stmt.condition))
        outer, self.divergent = self.divergent, self.divergent or differs
        branches = [self.part(branch) for branch in (stmt.then_case, stmt.else_case) if branch is not None]
        self.divergent = outer
        own = list(_accesses(stmt.condition, self.scope))
        first = [*own, *(access for branch in branches for access in branch.first)]
        last = [*own, *(access for branch in branches for access in branch.last)]
        return _Part(stmt, first, last, len(branches) == 2 and all(branch.waits for branch in branches))

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
            pointer = node.args[1]
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
