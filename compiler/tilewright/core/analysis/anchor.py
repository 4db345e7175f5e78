"""The anchor of a module: the reduction that does most of its work, around which the rest is scheduled."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analysis.flops import estimate_flops
from tilewright.core.ir.function import IRModule, prim_funcs
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Block, For, Stmt


def find_anchor_block(mod: IRModule) -> Block | None:
    """The block with an init that does most arithmetic, loops around it counted; None when no block reduces."""
    found = [(work, block) for _, func in prim_funcs(mod) for block, work in _reductions(func.body, ())]
    return max(found, key=lambda pair: pair[0])[1] if found else None


def _reductions(node: Node, loops: tuple[For, ...]) -> Iterator[tuple[Block, float]]:
    if isinstance(node, Block) and node.init is not None:
        yield node, estimate_flops(_inside(node, loops))
    inner = (*loops, node) if isinstance(node, For) else loops
    for child in node.children():
        if isinstance(child, Stmt):
            yield from _reductions(child, inner)


def _inside(block: Block, loops: tuple[For, ...]) -> Stmt:
    """The block alone in the loops around it."""
    made: Stmt = block
    for loop in reversed(loops):
        made = loop.replace(body=made)
    return made
