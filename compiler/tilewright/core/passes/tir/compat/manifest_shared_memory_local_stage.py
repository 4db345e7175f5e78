"""ManifestSharedMemoryLocalStage: marked stores to shared memory take their values from registers, which loops before them fill.

The loads of all iterations then come before the stores, so that memory is waited for once.  The registers have an element for each iteration of the loops around the store,
up to the loops on threads or the enclosing block, which allocates them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tilewright.core.ir.buffer import Buffer, BufferRegion, decl_buffer
from tilewright.core.ir.expr import BufferLoad, IntImm, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For, ForKind, Stmt, seq
from tilewright.core.ir.walk import substitute
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass

_MARKS = ("tir.manifest_shared_memory_local_stage", "tirx.manifest_shared_memory_local_stage")


@tir_pass("tir.ManifestSharedMemoryLocalStage")
def manifest_shared_memory_local_stage(func: PrimFunc) -> PrimFunc:
    """Put registers between global and shared memory where blocks ask for it."""
    return func.with_body(_Inside().visit(func.body))


@dataclass
class _Inside:
    """The way from a block to a statement in it: the loops, the registers made so far, and what has to come before the outermost loop."""

    loops: list[For] = field(default_factory=list[For])
    registers: list[Buffer] = field(default_factory=list[Buffer])
    before: list[Stmt] = field(default_factory=list[Stmt])

    def visit(self, stmt: object) -> Any:
        if isinstance(stmt, Block):
            inner = _Inside()
            made = stmt.map_children(inner.visit)
            return made.replace(alloc_buffers=(*made.alloc_buffers, *inner.registers)) if inner.registers else made
        if isinstance(stmt, BlockRealize) and any(mark in stmt.block.annotations for mark in _MARKS):
            return self._placed(self._staged(stmt))
        if isinstance(stmt, For):
            return self._loop(stmt)
        return stmt.map_children(self.visit) if isinstance(stmt, Stmt) else stmt

    def _loop(self, loop: For) -> Stmt:
        outside = self.loops
        self.loops = [] if loop.kind is ForKind.THREAD_BINDING else [*outside, loop]
        made = loop.map_children(self.visit)
        self.loops = outside
        return self._placed(made)

    def _placed(self, stmt: Stmt) -> Stmt:
        """The statement, behind what has to come before the outermost loop where it is that."""
        if self.loops or not self.before:
            return stmt
        before, self.before = self.before, []
        return seq([*before, stmt])

    def _staged(self, realize: BlockRealize) -> BlockRealize:
        block = realize.block
        store = block.body
        if not isinstance(store, BufferStore):
            raise PassError(f'block "{block.name_hint}" is marked for a local stage and is more than one store')
        if not all(isinstance(loop.extent, IntImm) for loop in self.loops):
            raise PassError(f'the loops around block "{block.name_hint}" need constant extents for a local stage')
        shape = tuple(loop.extent for loop in self.loops)
        registers = decl_buffer(shape, store.buffer.dtype, f"{store.buffer.name}_local", scope="local")
        self.registers.append(registers)
        place = tuple(loop.loop_var - loop.min if _starts(loop) else loop.loop_var for loop in self.loops)
        axes = {axis.var: value for axis, value in zip(block.iter_vars, realize.iter_values)}
        self.before.append(
            self._filled(
                substitute(store.value, axes),
                tuple(substitute(region, axes) for region in block.reads),
                registers,
                place,
                realize,
            )
        )
        kept = {key: value for key, value in block.annotations.items() if key not in _MARKS}
        element = BufferLoad(registers, place)
        return realize.replace(block=block.replace(body=store.replace(value=element), annotations=kept))

    def _filled(self, value: Any, reads: Any, registers: Buffer, place: Any, realize: BlockRealize) -> Stmt:
        """The loops once more, around a block that fills the registers."""
        element = tuple(Range.from_min_extent(index, 1) for index in place)
        block = Block((), reads, (BufferRegion(registers, element),), "", BufferStore(registers, value, place))
        made: Stmt = BlockRealize((), realize.predicate, block)
        for loop in reversed(self.loops):
            made = loop.replace(body=made)
        fresh = {loop.loop_var: Var(loop.loop_var.name, loop.loop_var.dtype) for loop in self.loops}
        return substitute(made, fresh)


def _starts(loop: For) -> bool:
    """Whether a loop does not start at 0."""
    return not (isinstance(loop.min, IntImm) and loop.min.value == 0)
