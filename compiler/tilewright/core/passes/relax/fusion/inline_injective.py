"""`InlineInjective`: what is computed element by element is computed where it is used, and not stored in between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.analysis.regions import block_access_regions
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Call, Cast, Expr, IterVar, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.operators import cast
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For, SeqStmt, Stmt, seq
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.passes.core.pass_ import Pass

# How many nodes a program may grow by: a chain of values each of which is read at several places would grow exponentially.
_MOST_REPEATED = 150


def InlineInjective() -> Pass:
    """In each TensorIR function made of blocks, put the value of an intermediate buffer in the place of its elements.

    The buffer is written by one block, element by element and as a whole.  A value that costs something is put into one reader only, and a large one only where it is read once.  None is put into a
    reduction, where it would be computed again and again, and where elements that were moved side by side can be read as vectors.
    """

    def run(mod: IRModule) -> IRModule:
        return mod.map_functions(_inlined)

    return Pass("InlineInjective", run)


def _inlined(function: PrimFunc) -> PrimFunc:
    root = function.body.block if isinstance(function.body, BlockRealize) else None
    if root is None or root.iter_vars or not root.alloc_buffers:
        return function
    steps = list(root.body.seq) if isinstance(root.body, SeqStmt) else [root.body]
    kept = list(root.alloc_buffers)
    changed = False
    for buffer in root.alloc_buffers:
        made = _without(buffer, steps)
        if made is not None:
            steps, changed = made, True
            kept.remove(buffer)
    if not changed:
        return function
    block = root.replace(body=seq(steps), alloc_buffers=tuple(kept))
    return function.with_body(BlockRealize((), function.body.predicate, block))  # pyright: ignore[reportAttributeAccessIssue, reportUnknownArgumentType, reportUnknownMemberType]


def _without(buffer: Buffer, steps: Sequence[Stmt]) -> list[Stmt] | None:
    """The statements with the value of the buffer where it is read; None when that is not possible or does not pay."""
    writers = [at for at, step in enumerate(steps) if _writes(step, buffer)]
    readers = [at for at, step in enumerate(steps) if _reads(step, buffer)]
    if len(writers) != 1 or not readers or writers[0] in readers or min(readers) < writers[0]:
        return None
    at = writers[0]
    producer = _producer(steps[at], buffer)
    if producer is None:
        return None
    variables, value = producer
    sources = {node.buffer for node in walk(value) if isinstance(node, BufferLoad)}
    if any(_writes(step, source) for step in steps[at + 1 : max(readers) + 1] for source in sources):
        return None
    if any(_reduces(steps[reader]) for reader in readers) or (len(readers) > 1 and not _is_cheap(value)):
        return None
    if _repeated(value, buffer, [steps[reader] for reader in readers]) > _MOST_REPEATED:
        return None
    made = [_put(step, buffer, variables, value) if number in readers else step for number, step in enumerate(steps)]
    del made[at]
    return made


def _repeated(value: Expr, buffer: Buffer, readers: Sequence[Stmt]) -> int:
    """By how many nodes the program grows when the value stands wherever the buffer is read."""
    reads = sum(1 for step in readers for node in walk(step) if isinstance(node, BufferLoad) and node.buffer is buffer)
    return (reads - 1) * sum(1 for _ in walk(value))


def _writes(step: Stmt, buffer: Buffer) -> bool:
    return any(isinstance(node, BufferStore) and node.buffer is buffer for node in walk(step))


def _reads(step: Stmt, buffer: Buffer) -> bool:
    return any(isinstance(node, BufferLoad) and node.buffer is buffer for node in walk(step))


def _reduces(step: Stmt) -> bool:
    return any(
        isinstance(node, Block) and any(axis.iter_type != IterVar.DataPar for axis in node.iter_vars)
        for node in walk(step)
    )


def _producer(step: Stmt, buffer: Buffer) -> tuple[tuple[Var, ...], Expr] | None:
    """The variables and the value of a block that writes each element of the buffer once."""
    current: Any = step
    loops: list[Var] = []
    sizes: list[Expr] = []
    while isinstance(current, For) and getattr(current.min, "value", None) == 0:
        loops.append(current.loop_var)
        sizes.append(current.extent)
        current = current.body
    if not structural_equal(tuple(sizes), buffer.shape):
        return None
    if not isinstance(current, BlockRealize) or getattr(current.predicate, "value", 1) != 1:
        return None
    block = current.block
    plain = block.init is None and not block.alloc_buffers and not block.match_buffers and not block.annotations
    if not plain or not isinstance(block.body, BufferStore) or block.body.buffer is not buffer:
        return None
    variables = tuple(axis.var for axis in block.iter_vars)
    in_order = block.body.indices == variables and list(current.iter_values) == loops
    spatial = all(axis.iter_type == IterVar.DataPar for axis in block.iter_vars)
    return (variables, block.body.value) if in_order and spatial else None


def _is_cheap(value: Expr) -> bool:
    """Whether a value only moves elements, or is at most one operation on one of them."""
    calls = sum(
        1
        for node in walk(value)
        if isinstance(node, Call) and getattr(node.op, "name", "") not in ("tir.if_then_else", "tir.likely")
    )
    loads = sum(1 for node in walk(value) if isinstance(node, BufferLoad))
    return calls == 0 and loads <= 1 and isinstance(value, (BufferLoad, Cast))


def _put(step: Stmt, buffer: Buffer, variables: tuple[Var, ...], value: Expr) -> Stmt:
    """The statement with the value in the place of each element."""

    def load(node: BufferLoad) -> Expr:
        if node.buffer is not buffer:
            return node
        return substitute(value, {var: cast(index, var.dtype) for var, index in zip(variables, node.indices)})

    def block(node: Block) -> Block:
        known = {n.buffer.data: n.buffer for n in walk(node.body) if isinstance(n, (BufferLoad, BufferStore))}
        found = block_access_regions(node, known)
        return node.replace(reads=found.reads, writes=found.writes)

    return rewrite(step, {BufferLoad: load, Block: block})
