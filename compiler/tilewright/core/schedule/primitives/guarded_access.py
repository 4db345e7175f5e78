"""The accesses of a block to a buffer when all of them stand in blocks inside of it that run under conditions of their own.

with T.block("outer"): with T.block("inner"): T.where(vi < 10); B[vi] = A[vi]     --> 10 elements of A, however many values vi has
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, Range, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For
from tilewright.core.ir.walk import substitute
from tilewright.core.passes.tir.rewriting.conditions import is_true
from tilewright.core.schedule.checks import range_of
from tilewright.core.schedule.rewriting import axis_values


@dataclass(frozen=True)
class GuardedAccess:
    """A region that a block inside accesses, its condition, and the loops between both, in terms of the axes of the outer block."""

    region: tuple[Range, ...]
    condition: Expr
    loops: dict[Var, Range]


def guarded_accesses(block: Block, buffer: Buffer) -> list[GuardedAccess]:
    """The accesses of a buffer in the blocks directly inside of a block; none unless they are all accesses, and one of them has a condition."""
    found = list(_accesses(block.body, buffer, {}))
    guarded = [each for each in found if each is not None]
    if block.init is not None or len(guarded) < len(found) or all(is_true(each.condition) for each in guarded):
        return []
    return guarded


def _accesses(node: Node, buffer: Buffer, loops: dict[Var, Range]) -> Iterator[GuardedAccess | None]:
    """None for an access outside of blocks, and for one through the pointer."""
    if isinstance(node, BlockRealize):
        values = axis_values(node)
        for region in (*node.block.reads, *node.block.writes):
            if region.buffer is buffer:
                yield GuardedAccess(_placed(region, values), node.predicate, loops)
        return
    if node is buffer.data or (isinstance(node, (BufferLoad, BufferStore)) and node.buffer is buffer):
        yield None
    inside = {**loops, node.loop_var: range_of(node)} if isinstance(node, For) else loops
    for child in node.children():
        yield from _accesses(child, buffer, inside)


def _placed(region: BufferRegion, values: dict[Var, Expr]) -> tuple[Range, ...]:
    return tuple(substitute(range_, values) for range_ in region.region)


__all__ = ["GuardedAccess", "guarded_accesses"]
