"""LowerOpaqueBlock: blocks without axes become what they stand for: a condition, allocations, and their body.

Loops are put into their final form on the way: those that run once disappear, thread loops become `thread_extent`
attributes, and annotations become attributes around the loop.  "tir.debug_keep_trivial_loop" in the `PassContext` keeps loops that run once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.core.base.dtype import BOOL, INT32, dtype
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, IntImm, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import convert
from tilewright.core.ir.stmt import (
    Allocate,
    AttrStmt,
    BlockRealize,
    DeclBuffer,
    For,
    ForKind,
    IfThenElse,
    SeqStmt,
    Stmt,
)
from tilewright.core.ir.walk import rewrite
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.lowering.alignments import ALIGN, Row, alignments
from tilewright.core.passes.tir.rewriting.inline import inline
from tilewright.core.passes.tir.rewriting.jumps import leaves_loop
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin

# Annotations that later passes look for as attributes around the statement.
_FOR_LOWERING = ("pragma_", "tir.")


@tir_pass("tir.LowerOpaqueBlock")
def lower_opaque_block(func: PrimFunc) -> PrimFunc:
    """Replace blocks by conditions, allocations and bodies, and drop loops that run once."""
    keeps = PassContext.current().option("tir.debug_keep_trivial_loop")
    loop = _annotated if keeps else _loop
    aligns = alignments(func.body)

    def realize(stmt: BlockRealize) -> Stmt:
        return _realize(stmt, aligns)

    return func.with_body(rewrite(func.body, {BlockRealize: realize, For: loop, SeqStmt: rejoin}))


def _realize(realize: BlockRealize, aligns: Mapping[Var, Sequence[Row]]) -> Stmt:
    block = realize.block
    if block.iter_vars or block.init is not None or block.match_buffers:
        raise PassError(
            f"block {block.name_hint} is not opaque: run LowerInitBlock, ConvertBlocksToOpaque and LowerMatchBuffer before"
        )
    body = block.body
    if not (isinstance(realize.predicate, IntImm) and realize.predicate.value):
        body = IfThenElse(realize.predicate, body, None, realize.span)
    for buffer in reversed(block.alloc_buffers):
        body = _allocate(buffer, aligns.get(buffer.data), body)
    return _marked(block.annotations, body)


def _allocate(buffer: Buffer, aligns: Sequence[Row] | None, body: Stmt) -> Stmt:
    annotations = DictAttrs({ALIGN: tuple([(-1, *row) for row in aligns])}) if aligns else DictAttrs()
    element = dtype("int8").with_lanes(buffer.dtype.lanes) if buffer.dtype.is_bool else buffer.dtype
    inside = DeclBuffer(buffer, body, buffer.span)
    return Allocate(buffer.data, element, allocated_shape(buffer), IntImm(BOOL, 1), inside, annotations, buffer.span)


def allocated_shape(buffer: Buffer) -> tuple[Expr, ...]:
    """The extents of memory that hold the buffer: the shape, or what its strides leave room for."""
    if not buffer.strides:
        return buffer.shape
    outer = [a // b for a, b in zip(buffer.strides[:-1], buffer.strides[1:])]
    return (
        buffer.shape[0],
        *outer[: len(buffer.shape) - 1],
        *([] if _is_one(buffer.strides[-1]) else [buffer.strides[-1]]),
    )


def _is_one(value: Expr) -> bool:
    return isinstance(value, IntImm) and value.value == 1


def _marked(annotations: Mapping[str, object], body: Stmt) -> Stmt:
    """`body` under an attribute for each annotation that is meant for lowering."""
    for key, value in reversed(list(annotations.items())):
        if key.startswith(_FOR_LOWERING) and isinstance(value, (Expr, int, float, str)):
            body = AttrStmt(IntImm(INT32, 0), key, convert(value), body)
    return body


def _loop(loop: For) -> Stmt:
    if not loop.annotations and loop.kind is not ForKind.THREAD_BINDING:
        once = _is_one(loop.extent) and not leaves_loop(loop.body)
        return inline(loop.body, {loop.loop_var: loop.min}) if once else loop
    return _annotated(loop)


def _annotated(loop: For) -> Stmt:
    """The loop whatever its extent, its annotations for lowering as attributes."""
    if loop.kind is ForKind.THREAD_BINDING:
        return _thread(loop)
    if not loop.annotations:
        return loop
    kept = {key: value for key, value in loop.annotations.items() if not key.startswith(_FOR_LOWERING)}
    return _marked(loop.annotations, loop.replace(annotations=DictAttrs(kept)))


def _thread(loop: For) -> Stmt:
    """A loop over threads as the attribute that says how many there are; the loop variable becomes the thread index."""
    assert loop.thread_binding is not None, "a thread loop has its binding"
    tag = loop.thread_binding.thread_tag
    index = IterVar(
        Range.from_min_extent(loop.min, loop.extent), loop.loop_var, IterVarKind.ThreadIndex, tag, loop.span
    )
    key = "virtual_thread" if tag.startswith("vthread") else "thread_extent"
    return _marked(loop.annotations, AttrStmt(index, key, loop.extent, loop.body, loop.span))
