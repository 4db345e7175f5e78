"""The loop or block at which the compiler allocates each buffer of a function: the one in which its uses meet, no further out than needed.

A buffer that a block declares moves down to the innermost loop or block around all blocks that touch it, if that keeps its meaning.
Blocks may run in any order along their spatial axes, so nothing is carried over such a loop; it is over a reduction.
Three things hold a buffer further out: a block that reduces into it (above the loops of the reduction), a block whose ordered or
opaque axes choose what it touches (above their loops), and uses that might see values of an earlier iteration:
a first use that reads, or a use outside every block below the declaration.  The last is stricter than TVM, which moves these too.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, IterVarKind, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For
from tilewright.core.ir.walk import walk


class AllocationPlan(NamedTuple):
    """`moves`: the loop or block under which each buffer that moves is to be allocated; `declared`: all buffers that blocks declare; `unused`: those of them that nothing accesses."""

    moves: dict[Buffer, Node]
    declared: tuple[Buffer, ...]
    unused: frozenset[Buffer]


def plan_allocations(func: PrimFunc) -> AllocationPlan:
    """The places at which the buffers that blocks declare are allocated."""
    plan = _Plan()
    plan.scan(func.body, _Place(None, None))
    unused = frozenset(buffer for buffer in plan.home if buffer not in plan.wanted)
    return AllocationPlan(plan.moves(), tuple(plan.home), unused)


@dataclass(eq=False)
class _Place:
    """A loop or a block, with the one around it; the outermost stands for the function."""

    node: Node | None
    parent: _Place | None
    depth: int = field(init=False)

    def __post_init__(self) -> None:
        self.depth = 0 if self.parent is None else self.parent.depth + 1

    def up_to(self, depth: int) -> _Place:
        place = self
        while place.depth > depth:
            assert place.parent is not None
            place = place.parent
        return place


def _meet(a: _Place, b: _Place) -> _Place:
    """The innermost place around both."""
    a, b = a.up_to(b.depth), b.up_to(a.depth)
    while a is not b:
        assert a.parent is not None
        assert b.parent is not None
        a, b = a.parent, b.parent
    return a


class _Plan:
    """The place of each buffer's declaration, and the places that its uses require."""

    def __init__(self) -> None:
        self.home: dict[Buffer, _Place] = {}
        self.wanted: dict[Buffer, _Place] = {}
        self.sharing: dict[Var, list[Buffer]] = defaultdict(list)
        self.loops: dict[Var, _Place] = {}
        self.used: set[Buffer] = set()

    def moves(self) -> dict[Buffer, Node]:
        """The loop or block under which each buffer that moves is to be allocated."""
        found: dict[Buffer, Node] = {}
        for buffer, home in self.home.items():
            place = self.wanted.get(buffer, home)
            if place is not home and place.depth > home.depth and place.node is not None:
                found[buffer] = place.node
        return found

    def scan(self, node: Node, place: _Place) -> None:
        """Take in `node`, which stands at `place`; what runs first is taken in first."""
        if isinstance(node, For):
            self.scan(node.min, place)
            self.scan(node.extent, place)
            below = self.loops[node.loop_var] = _Place(node, place)
            self.scan(node.body, below)
        elif isinstance(node, BlockRealize):
            self._realize(node, place)
        else:
            for child in node.children():
                self.scan(child, place)
            self._use(node, place)

    def _realize(self, realize: BlockRealize, place: _Place) -> None:
        block = realize.block
        for value in (*realize.iter_values, realize.predicate):
            self.scan(value, place)
        inside = _Place(block, place)
        self._block_uses(realize, place, inside)
        for buffer in block.alloc_buffers:
            self.home[buffer] = inside
            self.sharing[buffer.data].append(buffer)
        for match in block.match_buffers:
            self.sharing[match.buffer.data] += self.sharing[match.source.buffer.data]
        for stmt in (block.init, block.body):
            if stmt is not None:
                self.scan(stmt, inside)

    def _block_uses(self, realize: BlockRealize, place: _Place, inside: _Place) -> None:
        """Checks the declared regions of a block against the buffers defined above it; what its body names too is used in there."""
        block = realize.block
        accessed = _accessed(block)
        reads = {region.buffer for region in block.reads}
        highest, ordered = self._carried(realize)
        for region in (*block.reads, *block.writes):
            if region.buffer not in self.home:
                continue
            if region.buffer not in accessed:
                self._first_use(region.buffer, region.buffer in reads)
            self._want(region.buffer, min([inside, *_mentioned(region, ordered)], key=lambda p: p.depth))
        for region in block.writes:
            for above in (highest, *ordered.values()):
                if above is not None and region.buffer in self.home:
                    self._want(region.buffer, above)

    def _carried(self, realize: BlockRealize) -> tuple[_Place | None, dict[Var, _Place]]:
        """The place above all loops of the reduction, and for each ordered or opaque axis the place above its loops."""
        highest: _Place | None = None
        ordered: dict[Var, _Place] = {}
        for axis, value in zip(realize.block.iter_vars, realize.iter_values):
            above = self._above_loops(value)
            if above is None or axis.iter_type is IterVarKind.DataPar:
                continue
            if axis.iter_type is not IterVarKind.CommReduce:
                ordered[axis.var] = above
            elif highest is None or above.depth < highest.depth:
                highest = above
        return highest, ordered

    def _above_loops(self, value: Expr) -> _Place | None:
        places = [self.loops[var].parent for var in walk(value) if isinstance(var, Var) and var in self.loops]
        return min((place for place in places if place is not None), key=lambda place: place.depth, default=None)

    def _use(self, node: Node, place: _Place) -> None:
        """A load, a store or a mentioned pointer inside a block is a use by that block as a whole."""
        if isinstance(node, (BufferLoad, BufferStore)):
            buffers = self.sharing.get(node.buffer.data, ())
        else:
            buffers = self.sharing.get(node, ()) if isinstance(node, Var) else ()
        for buffer in buffers:
            block = _innermost_block(place)
            if block is self.home[buffer] or block.parent is None:
                self._want(buffer, self.home[buffer])
            else:
                self._first_use(buffer, not isinstance(node, BufferStore))
                self._want(buffer, block)

    def _first_use(self, buffer: Buffer, reads: bool) -> None:
        if buffer in self.used:
            return
        self.used.add(buffer)
        if reads:
            self._want(buffer, self.home[buffer])

    def _want(self, buffer: Buffer, place: _Place) -> None:
        old = self.wanted.get(buffer)
        self.wanted[buffer] = place if old is None else _meet(old, place)


def _accessed(block: Block) -> set[Buffer]:
    """The buffers that the block's body names: which use of them is the first is seen there."""
    found: set[Buffer] = set()
    for node in walk(block.body):
        if isinstance(node, Block):
            found.update(region.buffer for region in (*node.reads, *node.writes))
        elif isinstance(node, (BufferLoad, BufferStore)):
            found.add(node.buffer)
    return found


def _innermost_block(place: _Place) -> _Place:
    while place.parent is not None and not isinstance(place.node, Block):
        place = place.parent
    return place


def _mentioned(region: BufferRegion, ordered: dict[Var, _Place]) -> list[_Place]:
    return [ordered[node] for node in walk(region) if isinstance(node, Var) and node in ordered]
