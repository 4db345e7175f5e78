"""InjectSoftwarePipeline: the statements of a loop run for different iterations at a time, so that what one waits for is done early.

The loop's annotations "software_pipeline_stage" and "software_pipeline_order" say, for each statement of its body, how many iterations later it runs and at
which place.  A loop over i = 0..n whose last stage is s becomes a prologue that fills the pipeline, a loop of n - s steps, and an epilogue.  A buffer of the
loop gets as many versions as stages lie between its first writing and its last reading; one that a block of the loop marks with "double_buffer_scope" at least two.

A step of a piece is guarded by the range of the loop.  As in TVM, indices and guards are left as they arise; `Simplify` makes them readable.  Stages that "software_pipeline_async_stages"
names run by themselves: their statements are marked, and others wait for them (`pipeline_waits`).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from tilewright.core.analysis.regions import accessed_regions
from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import EQ, LE, BufferLoad, Call, Expr, FloorMod, IntImm, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, const, logical_not
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, Evaluate, For, ForKind, SeqStmt, Stmt, seq
from tilewright.core.ir.walk import Rule, rewrite, substitute, walk
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.compat.pipeline_waits import Producers, Step
from tilewright.core.passes.tir.rewriting.conditions import both, is_true
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.passes.tir.rewriting.memory import buffers_by_pointer
from tilewright.core.passes.tir.rewriting.ranges import Ranges

STAGE, ORDER, ASYNC = "software_pipeline_stage", "software_pipeline_order", "software_pipeline_async_stages"
DOUBLE_BUFFER = "double_buffer_scope"


@tir_pass("tir.InjectSoftwarePipeline")
def inject_software_pipeline(func: PrimFunc) -> PrimFunc:
    """Run the statements of annotated loops for different iterations at a time."""
    pointers = buffers_by_pointer(func)
    return func.with_body(rewrite(func.body, {For: lambda loop: _loop(loop, pointers)}))


@dataclass(frozen=True)
class _Part:
    """One statement of the loop's body as a block, with its stage and its place among the others."""

    block: Block
    stage: int
    order: int
    by_itself: bool


def _loop(loop: For, pointers: dict[Var, Buffer]) -> Stmt:
    if STAGE not in loop.annotations and ORDER not in loop.annotations:
        return loop
    buffers, statements = _body(loop.body)
    stages, orders = (_numbers(loop, name, len(statements)) for name in (STAGE, ORDER))
    if sorted(orders) != list(range(len(statements))):
        raise PassError(
            f"{ORDER} of loop `{loop.loop_var.name}` is {orders}, and no order of {len(statements)} statements"
        )
    alone = {int(stage) for stage in loop.annotations.get(ASYNC) or ()}
    blocks = [_as_block(stmt, pointers) for stmt in statements]
    parts = [_Part(block, stage, order, stage in alone) for block, stage, order in zip(blocks, stages, orders)]
    _check_dependences(loop, parts)
    return _Pipeline(loop, parts, buffers, pointers).result()


def _body(stmt: Stmt) -> tuple[list[Buffer], list[Stmt]]:
    """The buffers that the body of the loop allocates, and its statements; those of a nested block without axes count one by one."""
    buffers: list[Buffer] = []
    if isinstance(stmt, BlockRealize) and not stmt.block.iter_vars:
        buffers.extend(stmt.block.alloc_buffers)
        stmt = stmt.block.body
    statements: list[Stmt] = []
    for member in stmt.seq if isinstance(stmt, SeqStmt) else (stmt,):
        nested = member.block if isinstance(member, BlockRealize) and not member.block.iter_vars else None
        if nested is not None and isinstance(nested.body, SeqStmt):
            buffers.extend(nested.alloc_buffers)
            statements.extend(nested.body.seq)
        else:
            statements.append(member)
    return buffers, statements


def _numbers(loop: For, name: str, count: int) -> list[int]:
    given = loop.annotations.get(name)
    numbers = [int(item.value if isinstance(item, IntImm) else item) for item in given or ()]
    if len(numbers) != count:
        raise PassError(f"{name} of loop `{loop.loop_var.name}` has {len(numbers)} numbers for {count} statements")
    return numbers


def _as_block(stmt: Stmt, pointers: dict[Var, Buffer]) -> Block:
    """The statement as a block, which it may be already."""
    if isinstance(stmt, BlockRealize) and not stmt.block.iter_vars and is_true(stmt.predicate):
        return stmt.block
    return _block_of(stmt, pointers)


def _block_of(body: Stmt, pointers: dict[Var, Buffer], allocated: Sequence[Buffer] = ()) -> Block:
    """A nameless block that says what the statement reads and writes."""
    found = accessed_regions(body, pointers)
    own = {buffer.data for buffer in allocated}
    reads, writes = (
        tuple(region for region in (*regions, *found.opaque) if region.buffer.data not in own)
        for regions in (found.reads, found.writes)
    )
    return Block((), reads, writes, "", body, None, tuple(allocated))


def _in_block(body: Stmt, pointers: dict[Var, Buffer]) -> Stmt:
    """The statement as a block, which it may be already."""
    if isinstance(body, BlockRealize) and is_true(body.predicate):
        return body
    return BlockRealize((), IntImm(BOOL, 1), _block_of(body, pointers))


def _check_dependences(loop: For, parts: list[_Part]) -> None:
    """Checks that each consumer is in a later stage than its producer, or later in the same one."""
    for at, first in enumerate(parts):
        written = {region.buffer for region in first.block.writes}
        for second in parts[at + 1 :]:
            if not any(region.buffer in written for region in second.block.reads):
                continue
            if second.stage < first.stage or (second.stage == first.stage and second.order < first.order):
                raise PassError(
                    f"the pipeline of loop `{loop.loop_var.name}` runs a statement before the one whose result it reads"
                )


class _Pipeline:
    """The buffers with their versions, and the pieces of the loop."""

    def __init__(self, loop: For, parts: list[_Part], buffers: list[Buffer], pointers: dict[Var, Buffer]) -> None:
        self.loop, self.pointers = loop, pointers
        self.parts = sorted(parts, key=lambda part: part.order)
        self.last = max(part.stage for part in parts)
        self.ranges = Ranges()
        self.analyzer = self.ranges.analyzer
        doubled = _doubled(parts)
        counts = {buffer: max(_versions(buffer, parts), 1 + (buffer in doubled)) for buffer in buffers}
        self.buffers = {buffer: _versioned(buffer, count) for buffer, count in counts.items()}
        self.pointers.update({new.data: new for new in self.buffers.values()})
        self.producers = Producers()

    def result(self) -> Stmt:
        low, end = self.loop.min, self.loop.min + self.loop.extent
        full = low + self.last
        pieces = (
            self._piece(low, full, ForKind.UNROLLED),
            self._piece(full, end, self.loop.kind),
            self._piece(*self._epilogue(full, end)),
        )
        body = seq([_in_block(piece, self.pointers) for piece in pieces if piece is not None])
        return BlockRealize((), IntImm(BOOL, 1), _block_of(body, self.pointers, list(self.buffers.values())))

    def _epilogue(self, full: Expr, end: Expr) -> tuple[Expr, Expr, ForKind, Expr | None]:
        """The steps that empty the pipeline; they do not begin before it is full, which a guard says where the loop's extent is not known."""
        start, lower = end, None
        if self.last > 1 and not self.analyzer.can_prove(self.loop.extent >= self.last):
            if isinstance(end, IntImm):
                start = binary("Max", end, full)
            else:
                lower = full
        return start, end + self.last, ForKind.UNROLLED, lower

    def _piece(self, start: Expr, end: Expr, kind: ForKind, lower: Expr | None = None) -> Stmt | None:
        """The steps from `start` up to `end`; a loop over them begins where the old one began."""
        steps = end - start
        once = self.analyzer.can_prove_equal(steps, const(1, steps.dtype))
        if self.last == 0 and self.analyzer.can_prove(steps <= 0):
            return None  # without stages there is nothing to fill and to empty
        counter = Var(self.loop.loop_var.name, self.loop.loop_var.dtype)
        with nullcontext() if once else self.ranges.running((counter, start, steps)):
            never = self.analyzer.can_prove(steps <= 0)
            made = [] if never else self._steps(start if once else counter, None if once else counter, start, lower)
        normal = Analyzer()
        if not once:
            normal.bind(counter, Range.from_min_extent(self.loop.min, steps))
        members = self.producers.waiting(made, self.analyzer, normal, lambda body: _block_of(body, self.pointers))
        self.producers.advance(steps)
        if not members:
            return Evaluate(const(0))
        body = seq(members)
        if once:
            return body
        kept = {name: value for name, value in self.loop.annotations.items() if name not in (STAGE, ORDER, ASYNC)}
        return For(counter, self.loop.min, steps, kind, body, None, DictAttrs(kept), span=self.loop.span)

    def _steps(self, step: Expr, counter: Var | None, start: Expr, lower: Expr | None) -> list[Step]:
        """The statements of one step, for the iterations that they have come to, where the loop has those."""
        found: list[Step] = []
        shift = start - self.loop.min  # the counter begins where the loop began
        for part in self.parts:
            inside = self._inside(step - part.stage, step, lower)
            if self.analyzer.can_prove(logical_not(inside)):
                continue
            iteration = step - part.stage
            if counter is not None:
                iteration = iteration + shift
                inside = substitute(inside, {counter: counter + shift})
            block = fresh_copy(_Versions(self).block(part.block))
            block = substitute(block, {self.loop.loop_var: iteration})
            found.append(Step(part.stage, inside, block, iteration, part.by_itself))
        return found

    def _inside(self, iteration: Expr, step: Expr, lower: Expr | None) -> Expr:
        low, extent = self.loop.min, self.loop.extent
        begun = self._at_most(self.analyzer.simplify(low <= iteration))
        ends = iteration < low + extent
        inside = both(begun, ends)
        return inside if lower is None else self.analyzer.simplify(both(inside, step >= lower))

    def _at_most(self, condition: Expr) -> Expr:
        """c <= x -> x == c, where x is at most c"""
        if isinstance(condition, LE) and isinstance(condition.a, IntImm):
            if self.analyzer.const_int_bound(condition.b).max_value == condition.a.value:
                return EQ(condition.b, condition.a)
        return condition


def _versions(buffer: Buffer, parts: list[_Part]) -> int:
    """The number of iterations whose values are needed at a time."""
    writers = [part for part in parts if any(region.buffer is buffer for region in part.block.writes)]
    readers = [part for part in parts if any(region.buffer is buffer for region in part.block.reads)]
    if not writers or not readers:
        return 1
    count = max(part.stage for part in readers) - min(part.stage for part in writers) + 1
    if count != 2:
        return max(count, 1)
    # a value that is read before the next is written in the same step needs no version of its own for that
    return 2 if any(_overtakes(buffer, writer, reader) for writer in writers for reader in readers) else 1


def _overtakes(buffer: Buffer, writer: _Part, reader: _Part) -> bool:
    """Whether a step writes elements of the buffer before it reads what an earlier iteration wrote there."""
    if writer.order >= reader.order or writer.stage >= reader.stage:
        return False
    written = [region.region for region in writer.block.writes if region.buffer is buffer]
    read = [region.region for region in reader.block.reads if region.buffer is buffer]
    return not all(_apart(a, b) for a in written for b in read)


def _apart(a: Sequence[Range], b: Sequence[Range]) -> bool:
    """Whether two regions certainly share no element."""
    proves = Ranges().analyzer.can_prove
    return any(proves(r.min + r.extent <= q.min) or proves(q.min + q.extent <= r.min) for r, q in zip(a, b))


def _doubled(parts: list[_Part]) -> set[Buffer]:
    """The buffers that blocks of the loop want twice."""
    blocks = [node for part in parts for node in walk(part.block) if isinstance(node, Block)]
    marked = [(block, block.annotations[DOUBLE_BUFFER]) for block in blocks if DOUBLE_BUFFER in block.annotations]
    return {block.writes[int(index)].buffer for block, index in marked if 0 <= int(index) < len(block.writes)}


def _versioned(buffer: Buffer, count: int) -> Buffer:
    """[count, *shape]"""
    if count == 1:
        return buffer
    strides = buffer.strides and (buffer.shape[0] * buffer.strides[0], *buffer.strides)
    return buffer.replace(shape=(const(count, buffer.shape[0].dtype), *buffer.shape), strides=strides or ())


class _Versions:
    """Puts the version of the iteration into each access."""

    def __init__(self, pipeline: _Pipeline) -> None:
        self.pipeline = pipeline

    def block(self, block: Block) -> Block:
        rules: dict[type, Rule] = {
            BufferLoad: self._access,
            BufferStore: self._access,
            BufferRegion: self._region,
            Call: self._pointer,
        }
        return rewrite(block, rules)

    def _version(self, buffer: Buffer) -> Expr | None:
        new = self.pipeline.buffers.get(buffer, buffer)
        if new is buffer:
            return None
        loop = self.pipeline.loop
        return FloorMod(loop.loop_var - loop.min, new.shape[0])

    def _access(self, node: BufferStore | BufferLoad) -> BufferLoad | Stmt:
        version = self._version(node.buffer)
        if version is None:
            return node
        return node.replace(buffer=self.pipeline.buffers[node.buffer], indices=(version, *node.indices))

    def _region(self, region: BufferRegion) -> BufferRegion:
        version = self._version(region.buffer)
        if version is None:
            return region
        first = Range.from_min_extent(version, const(1, version.dtype))
        if self.pipeline.last != 1:  # TVM says of deeper pipelines that they reach every version
            first = Range.from_min_extent(const(0, version.dtype), self.pipeline.buffers[region.buffer].shape[0])
        return region.replace(buffer=self.pipeline.buffers[region.buffer], region=(first, *region.region))

    def _pointer(self, call: Call) -> Call:
        """A pointer into memory with versions points into that of the iteration."""
        if callee_name(call) != "tir.tvm_access_ptr":
            return call
        buffer = next((old for old in self.pipeline.buffers if old.data is call.args[1]), None)
        version = None if buffer is None else self._version(buffer)
        if buffer is None or version is None:
            return call
        size: Expr = const(1)
        for extent in buffer.shape:
            size = size * extent
        kind, pointer, offset, extent, mask = call.args
        return call.replace(args=(kind, pointer, offset + version * size, extent, mask))
