"""`InlineInjective`: what is computed element by element is computed where it is used, and not stored in between."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.analysis.regions import block_access_regions
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
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
    reduction, where it would be computed again and again, and where elements that were made contiguous can be read as vectors.
    """

    def run(mod: IRModule) -> IRModule:
        return mod.map_functions(_inlined)

    return Pass("InlineInjective", run)


def _inlined(function: PrimFunc) -> PrimFunc:
    root = function.body.block if isinstance(function.body, BlockRealize) else None
    if root is None or root.iter_vars or not root.alloc_buffers:
        return function
    steps = _Steps(root.body.seq if isinstance(root.body, SeqStmt) else (root.body,))
    kept = tuple([buffer for buffer in root.alloc_buffers if not _put_into_readers(buffer, steps)])
    if len(kept) == len(root.alloc_buffers):
        return function
    block = root.replace(body=seq([steps.statements[at] for at in sorted(steps.statements)]), alloc_buffers=kept)
    return function.with_body(BlockRealize((), function.body.predicate, block))  # pyright: ignore[reportAttributeAccessIssue, reportUnknownArgumentType, reportUnknownMemberType]


class _Steps:
    """Statements by their places, and the places where each buffer is written and read: each statement is walked when it is made."""

    def __init__(self, statements: Sequence[Stmt]) -> None:
        self.statements = dict(enumerate(statements))
        self.writers: dict[Buffer, set[int]] = {}
        self.readers: dict[Buffer, dict[int, int]] = {}
        self._used: dict[int, set[Buffer]] = {}
        for at in self.statements:
            self._note(at)

    def replace(self, at: int, statement: Stmt) -> None:
        """Put another statement into a place."""
        self.remove(at)
        self.statements[at] = statement
        self._note(at)

    def remove(self, at: int) -> None:
        """Take a statement away; the others keep their places."""
        del self.statements[at]
        for buffer in self._used.pop(at):
            self.writers.get(buffer, set()).discard(at)
            self.readers.get(buffer, {}).pop(at, None)

    def _note(self, at: int) -> None:
        used = self._used[at] = set[Buffer]()
        for node in walk(self.statements[at]):
            if isinstance(node, BufferStore):
                self.writers.setdefault(node.buffer, set()).add(at)
                used.add(node.buffer)
            elif isinstance(node, BufferLoad):
                places = self.readers.setdefault(node.buffer, {})
                places[at] = places.get(at, 0) + 1
                used.add(node.buffer)


def _put_into_readers(buffer: Buffer, steps: _Steps) -> bool:
    """Put the value of the buffer where it is read, and take its writer away; False when that is not possible or does not pay."""
    writers, readers = steps.writers.get(buffer, set()), steps.readers.get(buffer, {})
    if len(writers) != 1 or not readers or min(readers) <= min(writers):
        return False
    (at,) = writers
    producer = _producer(steps.statements[at], buffer)
    if producer is None:
        return False
    variables, value = producer
    last = max(readers)
    sources = {node.buffer for node in walk(value) if isinstance(node, BufferLoad)}
    if any(at < place <= last for source in sources for place in steps.writers.get(source, ())):
        return False
    if any(_reduces(steps.statements[reader]) for reader in readers) or (len(readers) > 1 and not _is_cheap(value)):
        return False
    if (sum(readers.values()) - 1) * sum(1 for _ in walk(value)) > _MOST_REPEATED:
        return False
    for reader in tuple(readers):
        steps.replace(reader, _put(steps.statements[reader], buffer, variables, value))
    steps.remove(at)
    return True


def _reduces(step: Stmt) -> bool:
    return any(
        isinstance(node, Block) and any(axis.iter_type != IterVar.DataPar for axis in node.iter_vars)
        for node in walk(step)
    )


def _producer(step: Stmt, buffer: Buffer) -> tuple[tuple[Var, ...], Expr] | None:
    """The variables and the value of a block that writes each element of the buffer once."""
    current: Stmt = step
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
        if isinstance(node, Call) and callee_name(node) not in ("tir.if_then_else", "tir.likely")
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
