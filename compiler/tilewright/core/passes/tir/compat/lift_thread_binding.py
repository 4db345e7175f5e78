"""LiftThreadBinding: loops over one thread axis that stand in different places of a kernel become one loop around them all.

A kernel begins at the outermost thread loop.  Reductions across threads leave such loops behind: the threads that compute partial results and
those that use them are the same.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tilewright.core.ir.expr import Expr, IterVar, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Block, BlockRealize, For, ForKind, IfThenElse, LetStmt, SeqStmt, Stmt
from tilewright.core.ir.walk import substitute
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.LiftThreadBinding")
def lift_thread_binding(func: PrimFunc) -> PrimFunc:
    """Merge the loops over one thread axis into a loop around all of them."""
    return func.with_body(_kernels(func.body))


def _kernels(node: Node) -> Stmt:
    """The statement with each kernel in it rewritten."""
    if isinstance(node, For) and node.kind is ForKind.THREAD_BINDING:
        return _Kernel(node).lifted()
    return node.map_children(_kernels) if isinstance(node, _AROUND) else node  # pyright: ignore[reportReturnType]


_AROUND = (For, Block, BlockRealize, SeqStmt, IfThenElse, LetStmt)


@dataclass(frozen=True, eq=False)
class _Place:
    """A statement of the kernel and the place around it."""

    node: Node
    around: _Place | None
    depth: int


class _Kernel:
    """The statement that holds all loops of each thread axis, and the one variable of each."""

    def __init__(self, root: For) -> None:
        self.root = root
        self.meeting: dict[str, _Place] = {}
        self.loops: dict[str, For] = {}
        self.variables: dict[Var, Expr] = {}
        self._scan(root, None, 0)
        self.lifts: dict[Node, list[For]] = defaultdict(list)
        for tag, place in self.meeting.items():
            self.lifts[place.node].append(self.loops[tag])

    def lifted(self) -> Stmt:
        return substitute(self._rebuilt(self.root), self.variables)

    def _scan(self, node: Node, around: _Place | None, depth: int) -> None:
        place = _Place(node, around, depth)
        if isinstance(node, For) and node.kind is ForKind.THREAD_BINDING:
            tag = _tag(node)
            first = self.loops.setdefault(tag, node)
            if first is not node:
                self.variables[node.loop_var] = first.loop_var
            known = self.meeting.get(tag)
            self.meeting[tag] = place if known is None else _meet(known, place)
        if isinstance(node, _AROUND):
            for child in node.children():
                self._scan(child, place, depth + 1)

    def _rebuilt(self, node: Node) -> Node:
        """Thread loops go where they stood and come where their axis' loops meet."""
        made = node.map_children(self._rebuilt) if isinstance(node, _AROUND) else node
        arriving = self.lifts.get(node, [])
        if isinstance(node, For) and node.kind is ForKind.THREAD_BINDING:
            assert isinstance(made, For)
            if len(arriving) == 1 and arriving[0] is node:
                return made
            made = made.body
        elif isinstance(made, For):
            return made.replace(body=_inside(made.body, arriving)) if arriving else made
        elif isinstance(made, Block):
            return made.replace(body=_inside(made.body, arriving)) if arriving else made
        assert isinstance(made, Node)
        return _inside(made, arriving) if arriving else made  # pyright: ignore[reportArgumentType]


def _tag(loop: For) -> str:
    assert isinstance(loop.thread_binding, IterVar), "a thread loop has its binding"
    return loop.thread_binding.thread_tag


def _inside(body: Stmt, loops: list[For]) -> Stmt:
    for loop in reversed(loops):
        body = loop.replace(body=body)
    return body


def _meet(a: _Place, b: _Place) -> _Place:
    while a is not b:
        if a.depth < b.depth:
            a, b = b, a
        assert a.around is not None, "both stand in one kernel"
        a = a.around
    return a
