"""The live range of each allocation, in the order in which a program runs.

A *step* is a statement that reads or writes, or a scope (a loop, a branch) with its beginning and its end.  An allocation is needed from the first to the last
of the steps that are directly in the scope of the allocation and access it: a whole loop counts when the allocation stands outside of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.core.ir.expr import BufferLoad, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import (
    Allocate,
    AssertStmt,
    AttrStmt,
    BufferStore,
    DeclBuffer,
    Evaluate,
    For,
    IfThenElse,
    LetStmt,
    Stmt,
    While,
)

if TYPE_CHECKING:
    from tilewright.core.ir.buffer import Buffer


SCOPES = (For, While, IfThenElse, AssertStmt)
THREADS = ("thread_extent", "virtual_thread")


@dataclass(eq=False)
class Step:
    """A statement or scope; `begins` and `ends` are the allocations that are needed from here on, and no longer after here."""

    stmt: Node
    is_scope: bool
    begins: list[Var] = field(default_factory=list[Var])
    ends: list[Var] = field(default_factory=list[Var])


@dataclass
class Lifetimes:
    """The steps in their order, scopes twice (the second time with False), and the allocations."""

    events: list[tuple[Step, bool]] = field(default_factory=list[tuple[Step, bool]])
    allocations: dict[Var, Allocate] = field(default_factory=dict[Var, Allocate])
    accessed: set[Buffer] = field(default_factory=set["Buffer"])


def lifetimes(body: Stmt, threads: tuple[str, ...] = THREADS) -> Lifetimes:
    """The lifetimes of the allocations in `body`; `threads` are the attributes whose bodies are scopes."""
    walk = _Walk(threads)
    walk.visit(body)
    for pointer, (first, last) in walk.live_range.items():
        first.begins.append(pointer)
        last.ends.append(pointer)
    return walk.found


class _Walk:
    def __init__(self, threads: tuple[str, ...]) -> None:
        self.threads = threads
        self.found = Lifetimes()
        self.around: list[Step] = []
        self.level: dict[Var, int] = {}
        self.live_range: dict[Var, tuple[Step, Step]] = {}

    def visit(self, node: Node) -> None:
        if isinstance(node, Allocate):
            self.found.allocations[node.buffer_var] = node
            self.level[node.buffer_var] = len(self.around)
            self.visit(node.body)
        elif isinstance(node, DeclBuffer):
            self.visit(node.body)
        elif isinstance(node, SCOPES) or (isinstance(node, AttrStmt) and node.attr_key in self.threads):
            self._scope(node)
        elif isinstance(node, (BufferStore, Evaluate)):
            self._leaf(node, node)
        elif isinstance(node, LetStmt):
            self._leaf(node, node.value)
            self.visit(node.body)
        else:
            self._uses(node)
            for child in node.children():
                self.visit(child)

    def _scope(self, node: Node) -> None:
        step = Step(node, True)
        self.found.events.append((step, True))
        self.around.append(step)
        for child in node.children():
            self.visit(child)
        self.around.pop()
        self.found.events.append((step, False))

    def _leaf(self, stmt: Node, looked_at: Node) -> None:
        step = Step(stmt, False)
        self.around.append(step)
        for child in looked_at.children():  # a store first reads what its value needs
            self.visit(child)
        self._uses(looked_at)
        self.around.pop()
        self.found.events.append((step, True))

    def _uses(self, node: Node) -> None:
        if isinstance(node, (BufferLoad, BufferStore)):
            self.found.accessed.add(node.buffer)
            self._access(node.buffer.data)
        elif isinstance(node, Var):
            self._access(node)

    def _access(self, pointer: Var) -> None:
        level = self.level.get(pointer)
        if level is None or level >= len(self.around):
            return
        step = self.around[level]
        first, _ = self.live_range.get(pointer, (step, step))
        self.live_range[pointer] = (first, step)
