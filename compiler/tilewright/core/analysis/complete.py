"""Completion of a parsed function: the root block, and the reads and writes that blocks leave to be inferred.

A block that does not say what it reads (or writes) carries the annotation `tir.script_parsing_detect_access`: bit 1 for reads, bit 2 for
writes.  As in TVM, the annotation is answered and removed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.analysis.regions import block_access_regions
from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.recursion import with_recursion_limit
from tilewright.core.ir.stmt import NO_ANNOTATIONS, Block, BlockRealize, BufferStore, DeclBuffer, Evaluate, Stmt
from tilewright.core.ir.walk import statements

DETECT_ACCESS = "tir.script_parsing_detect_access"
READS, WRITES = 1, 2


@with_recursion_limit
def complete(func: PrimFunc, root_allocations: tuple[Buffer, ...] = ()) -> PrimFunc:
    """`func` with its root block and every block's regions; the same object when nothing was missing.

    `root_allocations` are the buffers allocated outside all blocks; they live in the root block.  Raises `UserError` "opaque-access" where a
    block uses a bare pointer and does not declare its regions.
    """
    rooted = with_root(func, root_allocations)
    known = {buffer.data: buffer for buffer in (*func.buffer_map.values(), *root_allocations)}
    return func.with_body(_outermost(rooted.body, known))


@with_recursion_limit
def with_root(func: PrimFunc, root_allocations: tuple[Buffer, ...] = ()) -> PrimFunc:
    """`func` with its root block, if it needs one."""
    return func.with_body(_rooted(func.body, root_allocations, func))


def _rooted(body: Stmt, allocations: tuple[Buffer, ...], func: PrimFunc) -> Stmt:
    """The body inside a root block, if it needs one."""
    if not (allocations or _lacks_root(body)):
        return body
    root = Block((), (), (), "root", body, None, allocations, (), NO_ANNOTATIONS, func.span)
    return BlockRealize((), IntImm(BOOL, 1), root, func.span)


def _lacks_root(body: Stmt) -> bool:
    """A single block without axes is a root itself; a program without blocks needs none."""
    if isinstance(body, BlockRealize):
        return bool(body.block.iter_vars)
    return BlockRealize in map(type, statements(body))


def _outermost(body: Stmt, known: Mapping[Var, Buffer]) -> Stmt:
    """The body completed; a block that is all of it is the root, of which, as in TVM, nothing is inferred."""
    done: Stmt = _Completer(known).visit(body)
    if (
        not isinstance(done, BlockRealize)
        or not isinstance(body, BlockRealize)
        or DETECT_ACCESS not in body.block.annotations
    ):
        return done
    return done.replace(block=done.block.replace(reads=body.block.reads, writes=body.block.writes))


class _Completer:
    """Completes the blocks in a node where the buffers `known` are.  It is no function within a function: one that calls itself would have to be collected as garbage."""

    __slots__ = ("known",)

    def __init__(self, known: Mapping[Var, Buffer]) -> None:
        self.known = known

    def visit(self, child: Any) -> Any:
        if type(child) in _LEAVES or not isinstance(child, _AROUND_OTHERS):
            return child
        if isinstance(child, Block):
            return _block(child, self.known)
        if isinstance(child, DeclBuffer) and child.buffer.data not in self.known:
            return child.map_children(_Completer({**self.known, child.buffer.data: child.buffer}).visit)
        return child.map_children(self.visit)


_AROUND_OTHERS = (Stmt, BlockRealize)
# Statements without others in them, and most of the expressions that stand in statements.
_LEAVES = frozenset({BufferStore, Evaluate, IntImm, Var})


def _block(block: Block, known: Mapping[Var, Buffer]) -> Block:
    """Inner blocks first: this one counts what they declare."""
    own = (*block.alloc_buffers, *(match.buffer for match in block.match_buffers))
    inside = {**known, **{buffer.data: buffer for buffer in own}}
    made: Block = block.map_children(_Completer(inside).visit)
    mask = int(block.annotations.get(DETECT_ACCESS, 0))
    if mask == 0:
        return made
    regions = block_access_regions(made, known)
    if regions.opaque:
        raise UserError("opaque-access", _sentence(block, regions.opaque[0].buffer), node=block)
    annotations = DictAttrs({name: value for name, value in block.annotations.items() if name != DETECT_ACCESS})
    return made.replace(
        reads=regions.reads if mask & READS else made.reads,
        writes=regions.writes if mask & WRITES else made.writes,
        annotations=annotations,
    )


def _sentence(block: Block, buffer: Buffer) -> str:
    where = f"block `{block.name_hint}`" if block.name_hint else "a block"
    return f"{where} uses the pointer of `{buffer.name}`, so what it reads and writes cannot be inferred: declare it with `T.reads` and `T.writes`"
