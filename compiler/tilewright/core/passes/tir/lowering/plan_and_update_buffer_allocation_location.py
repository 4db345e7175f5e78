"""PlanAndUpdateBufferAllocationLocation: each buffer is allocated where its uses meet, no further out than needed.

A buffer that a block declares moves down to the innermost loop or block around all blocks that access it, if that keeps its meaning.
Blocks may run in any order along their spatial axes, so nothing is carried over such a loop; it is over a reduction.
Three things hold a buffer further out: a block that reduces into it (above the loops of the reduction), a block whose ordered or
opaque axes choose what it accesses (above their loops), and uses that might see values of an earlier iteration:
a first use that reads, or a use outside every block below the declaration.  The last is stricter than TVM, which moves these too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from tilewright.core.analysis.allocation_plan import AllocationPlan, plan_allocations
from tilewright.core.analysis.regions import accessed_regions
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Block, BlockRealize, For, Stmt
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.PlanAndUpdateBufferAllocationLocation")
def plan_and_update_buffer_allocation_location(func: PrimFunc) -> PrimFunc:
    """Move each allocation of a block to the innermost loop or block around its uses, and leave out those without any."""
    plan = plan_allocations(func)
    if not plan.moves and not plan.unused:
        return func
    known = {buffer.data: buffer for buffer in (*func.buffer_map.values(), *plan.declared)}
    return func.with_body(_Mover(plan, known).rewrite(func.body))


class _Mover:
    """Takes buffers out of the blocks that declared them and declares them at their new places."""

    def __init__(self, plan: AllocationPlan, known: Mapping[Var, Buffer]) -> None:
        self.leaving = plan.unused | plan.moves.keys()
        self.known = known
        self.arrivals: dict[Node, list[Buffer]] = defaultdict(list)
        for buffer, node in plan.moves.items():
            self.arrivals[node].append(buffer)
        self.inside: dict[Node, set[Buffer]] = {}

    def _note(self, node: Node) -> set[Buffer]:
        """The buffers that arrive at a node or below it; blocks remember theirs, for outside of these buffers nothing is known of them."""
        found = set(self.arrivals.get(node, ()))
        for child in node.children():
            found |= self._note(child)
        if found and isinstance(node, Block):
            self.inside[node] = found
        return found

    def rewrite(self, stmt: Stmt) -> Stmt:
        self._note(stmt)

        def visit(current: Node) -> Node:
            made = current.map_children(visit)
            if isinstance(made, Block):
                return self._block(made, self.arrivals.get(current, []), self.inside.get(current, set()))
            if current in self.arrivals and isinstance(made, For):
                return made.replace(body=_opaque_block(made.body, self.arrivals[current], self.known))
            return made

        return visit(stmt)  # pyright: ignore[reportReturnType]

    def _block(self, block: Block, arrived: list[Buffer], inside: set[Buffer]) -> Block:
        kept = tuple(buffer for buffer in block.alloc_buffers if buffer not in self.leaving)
        reads, writes = _without(block.reads, inside), _without(block.writes, inside)
        same = (len(kept), len(reads), len(writes)) == (len(block.alloc_buffers), len(block.reads), len(block.writes))
        if same and not arrived:
            return block
        return block.replace(alloc_buffers=(*kept, *arrived), reads=reads, writes=writes)


def _without(regions: tuple[BufferRegion, ...], buffers: set[Buffer]) -> tuple[BufferRegion, ...]:
    return tuple(region for region in regions if region.buffer not in buffers)


def _opaque_block(body: Stmt, buffers: list[Buffer], known: Mapping[Var, Buffer]) -> Stmt:
    """A nameless block that only declares `buffers`."""
    found = accessed_regions(body, known)
    own = set(buffers)
    reads, writes = (
        tuple([region for region in (*regions, *found.opaque) if region.buffer not in own])
        for regions in (found.reads, found.writes)
    )
    return BlockRealize((), IntImm(BOOL, 1), Block((), reads, writes, "", body, None, tuple(buffers)))
