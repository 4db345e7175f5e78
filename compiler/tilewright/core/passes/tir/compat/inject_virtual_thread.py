"""InjectVirtualThread: virtual threads become copies of the statements that differ between them.

A statement that depends on the number of the thread, directly or through memory, runs once for each thread; loops whose bounds do not depend on it stay around,
so threads proceed together.  Memory that holds different values in each thread is allocated once for each.  Fewer than sixteen threads are written
out where no loop is inside; otherwise a loop counts them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, IterVar, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import (
    Allocate,
    AttrStmt,
    BufferStore,
    DeclBuffer,
    Evaluate,
    For,
    ForKind,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    While,
    seq,
)
from tilewright.core.ir.walk import RuleFromAbove, Visit, rewrite_top_down, substitute, walk
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy

_WRITTEN_OUT = 16
_SHARING = "vthread"


@tir_pass("tir.InjectVirtualThread")
def inject_virtual_thread(func: PrimFunc) -> PrimFunc:
    """Run what differs between virtual threads once for each of them."""
    return func.with_body(rewrite_top_down(func.body, {AttrStmt: _attribute}))


def _attribute(stmt: AttrStmt, visit: Visit) -> Stmt:
    made: AttrStmt = stmt.map_children(visit)
    if stmt.attr_key != "virtual_thread":
        return made
    axis: IterVar = made.node
    assert isinstance(axis, IterVar), "an attribute launches an axis"
    if not isinstance(made.value, IntImm):
        raise PassError(f"the number of virtual threads `{axis.var.name}` is not a constant")
    shares = axis.thread_tag.startswith(_SHARING)
    return _Injector(axis.var, made.value.value, _dependent(made.body, axis.var), shares).statement(made.body)


def _dependent(body: Stmt, index: Var) -> set[Var]:
    """Variables and pointers whose values differ between threads."""
    affects: dict[Var, set[Var]] = defaultdict(set)

    def record(target: Var, parts: Iterable[Node]) -> None:
        for part in parts:
            for source in _mentioned(part):
                affects[source].add(target)

    for node in walk(body):
        if isinstance(node, LetStmt):
            record(node.var, (node.value,))
        elif isinstance(node, For):
            record(node.loop_var, (node.min, node.extent))
        elif isinstance(node, BufferStore):
            record(node.buffer.data, (node.value, *node.indices))
        elif isinstance(node, Allocate):
            record(node.buffer_var, (*node.extents, node.condition))
        elif isinstance(node, Evaluate):
            for pointer in _written_through(node):
                record(pointer, (node,))
    found, waiting = {index}, [index]
    while waiting:
        new = affects[waiting.pop()] - found
        found |= new
        waiting.extend(new)
    return found


def _written_through(stmt: Evaluate) -> Iterator[Var]:
    """Pointers through which the calls in the statement may write."""
    for node in walk(stmt):
        if isinstance(node, Call) and callee_name(node) == "tir.tvm_access_ptr":
            pointer, mask = node.args[1], node.args[4]
            if isinstance(pointer, Var) and isinstance(mask, IntImm) and mask.value & 2:
                yield pointer


def _mentioned(root: Node) -> set[Var]:
    """Variables, and pointers of buffers that are read."""
    nodes = list(walk(root))
    read = {node.buffer.data for node in nodes if isinstance(node, BufferLoad)}
    return read | {node for node in nodes if isinstance(node, Var)}


class _Injector:
    """The threads being written out, and the memory that each has of its own."""

    def __init__(self, index: Var, count: int, dependent: set[Var], shares: bool) -> None:
        self.index, self.count = index, count
        self.dependent, self.shares = dependent, shares
        self.own: dict[Expr, Expr] = {}
        self.buffers: dict[Buffer, Buffer] = {}
        self.analyzer = Analyzer()

    def statement(self, stmt: Any) -> Stmt:
        """The statement for all threads."""
        if self._differs_here(stmt):
            return self._for_all(self.inside(stmt))
        if isinstance(stmt, Allocate):
            return self._allocate(stmt, self.statement)
        if isinstance(stmt, DeclBuffer):
            return DeclBuffer(self._buffer(stmt.buffer), self.statement(stmt.body), stmt.span)
        if isinstance(stmt, SeqStmt):
            return seq([self.statement(member) for member in stmt.seq], stmt.span)
        if isinstance(stmt, (For, LetStmt, IfThenElse, AttrStmt, While)):
            return stmt.map_children(lambda part: self.statement(part) if isinstance(part, Stmt) else self.inside(part))
        return self.inside(stmt)

    def _differs_here(self, stmt: Stmt) -> bool:
        """Whether what the statement itself computes, not what it contains, is different in each thread."""
        return not isinstance(stmt, (SeqStmt, DeclBuffer)) and self._depends(self._own_parts(stmt))

    def _own_parts(self, stmt: Stmt) -> list[Node]:
        if isinstance(stmt, BufferStore):
            return [*stmt.children(), stmt.buffer.data]
        return [child for child in stmt.children() if not isinstance(child, Stmt)]

    def _depends(self, parts: Iterable[Node]) -> bool:
        return any(variable in self.dependent for part in parts for variable in _mentioned(part))

    def inside(self, node: Expr | Stmt) -> Any:
        """The node as one thread runs it."""
        rules: dict[type, RuleFromAbove] = {
            BufferLoad: self._access,
            BufferStore: self._access,
            Call: self._call,
            Allocate: lambda stmt, visit: self._allocate(stmt, visit),
            DeclBuffer: lambda stmt, visit: DeclBuffer(self._buffer(stmt.buffer), visit(stmt.body), stmt.span),
        }
        return rewrite_top_down(node, rules)

    def _for_all(self, stmt: Stmt) -> Stmt:
        if self.count < _WRITTEN_OUT and not any(isinstance(node, (For, While)) for node in walk(stmt)):
            numbers = [const(number, self.index.dtype) for number in range(self.count)]
            return seq([fresh_copy(substitute(stmt, {self.index: number})) for number in numbers])
        counter = Var(f"{self.index.name}_s", self.index.dtype)
        zero, count = const(0, counter.dtype), const(self.count, counter.dtype)
        return For(counter, zero, count, ForKind.SERIAL, substitute(stmt, {self.index: counter}))

    def _allocate(self, stmt: Allocate, visit: Callable[[Stmt], Stmt]) -> Stmt:
        """Memory that is shared and the same in each thread is allocated once."""
        if self.shares and stmt.buffer_var not in self.dependent:
            return stmt.replace(body=visit(stmt.body))
        self.own[stmt.buffer_var] = _size(stmt.extents)
        extents = self._many(stmt.extents)
        return stmt.replace(extents=extents, body=visit(stmt.body))

    def _many(self, extents: tuple[Expr, ...]) -> tuple[Expr, ...]:
        """[n] -> [n * threads], [n, m] -> [threads, n, m]"""
        threads = const(self.count, extents[0].dtype)
        return (extents[0] * threads,) if len(extents) == 1 else (threads, *extents)

    def _buffer(self, old: Buffer) -> Buffer:
        if old.data not in self.own:
            return old
        if old not in self.buffers:
            strides = (_size(old.shape), *old.strides) if old.strides and len(old.shape) > 1 else old.strides
            self.buffers[old] = old.replace(shape=self._many(old.shape), strides=strides)
        return self.buffers[old]

    def _access(self, node: BufferStore | BufferLoad, visit: Visit) -> BufferLoad | BufferStore:
        made = node.map_children(visit)
        buffer = self._buffer(made.buffer)
        if buffer is made.buffer:
            return made
        size = made.buffer.shape[0]
        flat = len(made.indices) == 1
        indices = (
            (self.analyzer.simplify(made.indices[0] + self.index * size),) if flat else (self.index, *made.indices)
        )
        return made.replace(buffer=buffer, indices=indices)

    def _call(self, call: Call, visit: Visit) -> Call:
        """A pointer into memory of each thread's own points to the part of this one."""
        made = call.map_children(visit)
        named = callee_name(call) == "tir.tvm_access_ptr"
        size = self.own.get(made.args[1]) if named else None
        if size is None:
            return made
        kind, pointer, offset, extent, mask = made.args
        return made.replace(args=(kind, pointer, self.analyzer.simplify(offset + self.index * size), extent, mask))


def _size(shape: tuple[Expr, ...]) -> Expr:
    total = shape[0]
    for extent in shape[1:]:
        total = total * extent
    return total
