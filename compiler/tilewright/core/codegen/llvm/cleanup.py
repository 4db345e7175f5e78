"""Leaving a function, or a loop, before its end: heap memory held at that place is freed first."""

from __future__ import annotations

from tilewright.core.codegen.llvm.scratch import DECLARATIONS
from tilewright.core.codegen.llvm.writer import Body


def leave(body: Body, status: str) -> None:
    """Return from the native function with a message pointer (`null` when all went well)."""
    if body.has_gone_past_caches:
        body.do("fence seq_cst")  # other threads see such stores in any order before
    free_from(body, 0)
    body.do(f"ret ptr {status}")


def free_from(body: Body, kept: int) -> None:
    """Free the heap allocations made after the first `kept`; they stay known, for the code after the jump."""
    for pointer in reversed(body.allocations[kept:]):
        give_back(body, pointer)


def give_back(body: Body, pointer: str) -> None:
    """Free heap memory."""
    free = body.module.heap[1]
    body.module.declare(free, DECLARATIONS[free])
    body.do(f"call void @{free}(ptr {pointer})")
