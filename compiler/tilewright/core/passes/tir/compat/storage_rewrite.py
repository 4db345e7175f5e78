"""StorageRewrite: allocations move to where threads begin, or to the head of the function, and share memory where they are not needed at the same time.

As in TVM: memory of a known size is used again for what needs between a sixteenth and sixteen times as much, memory of unknown size for elements of the same
type, and a statement that works element by element may write over what it reads.  Registers and single words are left to the machine compiler.  Memory with a
tag of its own (`local.L0A`) becomes one allocation for all.  What is then accessed in vectors only has vectors as its elements.
`tir.disable_storage_rewrite` in the `PassContext` switches it off, `tir.merge_static_smem` the sharing.

For TVM's name and results alone; the pipeline has ReuseStorage, which leaves allocations where they stand and says why.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.key import deep_equal
from tilewright.core.base.dtype import DType
from tilewright.core.ir.buffer import Buffer, scope_of
from tilewright.core.ir.expr import BufferLoad, Expr, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Allocate, AttrStmt, BufferStore, DeclBuffer, For, ForKind, SeqStmt, Stmt
from tilewright.core.ir.walk import Visit, definitions, rewrite_top_down, substitute, walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.compat.in_place import works_in_place
from tilewright.core.passes.tir.compat.lifetimes import THREADS, Lifetimes, Step, lifetimes
from tilewright.core.passes.tir.compat.pointer_value_type_rewrite import vectors_as_elements
from tilewright.core.passes.tir.rewriting.memory import known_bits
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin

_RANGE = 16  # how many times larger or smaller memory may be that is used again
_ALIGN = 32  # bits to which parts of tagged memory are aligned


@tir_pass("tir.StorageRewrite")
def storage_rewrite(func: PrimFunc) -> PrimFunc:
    """Let allocations that are not needed at the same time share memory."""
    context = PassContext.current()
    if context.option("tir.disable_storage_rewrite"):
        return func
    found = lifetimes(func.body)
    if found.allocations:
        plan = _Plan(found, func, not context.option("tir.merge_static_smem"))
        func = func.with_body(_Placement(plan, found).rewrite(func.body))
    return vectors_as_elements(func, parameters=False, single_reads=False)


@dataclass(eq=False)
class _Memory:
    """Memory that one or more allocations use; `bits` is 0 when its size is not known."""

    place: Node | None
    scope: str
    element: DType
    bits: int
    users: list[Allocate] = field(default_factory=list[Allocate])
    pointer: Var | None = None
    offset: int = 0  # bits before it in memory that it is a part of


class _Plan:
    """Goes through the steps and gives memory to each allocation."""

    def __init__(self, found: Lifetimes, func: PrimFunc, reuse: bool) -> None:
        self.allocations, self.reuse = found.allocations, reuse
        self.inner = {variable for node in walk(func.body) for variable in definitions(node)}
        self.place: Node | None = None
        self.memories: list[_Memory] = []
        self.free: list[_Memory] = []
        self.of: dict[Var, _Memory] = {}
        self.overwritten: set[Var] = set()
        for step, entering in found.events:
            self._event(step, entering)
        self._merge_tagged()

    def _event(self, step: Step, entering: bool) -> None:
        if entering:
            for pointer in step.begins:
                if self.may_move(self.allocations[pointer]):
                    self._give(pointer, step)
        if step.is_scope and _begins_threads(step.stmt):
            if entering and self.place is None:
                self.place = step.stmt
            elif not entering and self.place is step.stmt:
                self.free = [memory for memory in self.free if memory.place is not step.stmt]
                self.place = None
        if not entering or not step.is_scope:
            for pointer in step.ends:
                if pointer in self.of and pointer not in self.overwritten:
                    self._release(self.of[pointer])

    def may_move(self, stmt: Allocate) -> bool:
        """Whether its size is known where it would go."""
        return not stmt.annotations and not any(node in self.inner for extent in stmt.extents for node in walk(extent))

    def _give(self, pointer: Var, step: Step) -> None:
        stmt = self.allocations[pointer]
        memory = self._in_place(stmt, step) or self._found(stmt)
        if memory is None:
            memory = _Memory(self.place, scope_of(pointer), stmt.dtype.element, known_bits(stmt))
            self.memories.append(memory)
        memory.users.append(stmt)
        memory.pointer = memory.users[0].buffer_var
        self.of[pointer] = memory

    def _in_place(self, stmt: Allocate, step: Step) -> _Memory | None:
        """The memory of what the step reads for the last time, where the step can write over it."""
        if len(step.begins) > 2:
            return None
        for source in step.ends:
            memory = self.of.get(source)
            if memory is None or source in self.overwritten or memory.bits != known_bits(stmt):
                continue
            alike = memory.scope == scope_of(stmt.buffer_var) and memory.element is stmt.dtype.element
            if alike and memory.place is self.place and works_in_place(step.stmt, stmt.buffer_var, source):
                if _same_shape(stmt, memory.users[0]) or len(stmt.extents) == 1:
                    self.overwritten.add(source)
                    return memory
        return None

    def _found(self, stmt: Allocate) -> _Memory | None:
        """Free memory that does: the smallest that is large enough, else the largest that can grow."""
        if not self.reuse or _is_for_registers(stmt) or len(stmt.extents) != 1:
            return None
        bits, scope = known_bits(stmt), scope_of(stmt.buffer_var)
        free = [memory for memory in self.free if memory.place is self.place and memory.scope == scope]
        same = [memory for memory in free if memory.element is stmt.dtype.element]
        if not bits:
            chosen = next((memory for memory in same if not memory.bits), None)
        else:
            larger = [memory for memory in free if bits <= memory.bits <= bits * _RANGE]
            smaller = [memory for memory in same if memory.bits and bits // _RANGE <= memory.bits < bits]
            chosen = min(larger, key=_size, default=None) or max(smaller, key=_size, default=None)
        if chosen is not None:
            self.free.remove(chosen)
            chosen.bits = max(chosen.bits, bits)
        return chosen

    def _release(self, memory: _Memory) -> None:
        if not _is_for_registers(memory.users[0]):
            self.free.append(memory)

    def _merge_tagged(self) -> None:
        """Memory with a tag of its own is one allocation for each place."""
        first: dict[tuple[int, str], list[_Memory]] = {}
        for memory in self.memories:
            if _tag(memory.scope) and memory.bits:
                first.setdefault((id(memory.place), memory.scope), []).append(memory)
        for whole, *parts in first.values():
            for part in parts:
                part.offset = whole.bits = -(-whole.bits // _ALIGN) * _ALIGN
                part.pointer = whole.pointer
                whole.bits += part.bits


class _Placement:
    """Puts allocations where they belong, and gives buffers their memory."""

    def __init__(self, plan: _Plan, found: Lifetimes) -> None:
        self.plan, self.found = plan, found
        self.pointers: dict[Var, Expr] = {
            old: memory.pointer for old, memory in plan.of.items() if memory.pointer is not None
        }
        self.buffers: dict[Buffer, Buffer] = {}
        self.analyzer = Analyzer()

    def rewrite(self, body: Stmt) -> Stmt:
        """`body` with its memory."""
        rules = {
            Allocate: self._allocation,
            DeclBuffer: self._declaration,
            BufferLoad: self._access,
            BufferStore: self._access,
            AttrStmt: self._place,
            For: self._place,
            SeqStmt: lambda stmt, visit: rejoin(stmt.map_children(visit)),
        }
        return self._allocated(None, substitute(rewrite_top_down(body, rules), self.pointers))

    def _place(self, stmt: For, visit: Visit) -> For:
        """Allocations for threads stand where these begin."""
        made = stmt.map_children(visit)
        body = self._allocated(stmt, made.body)
        return made if body is made.body else made.replace(body=body)

    def _allocated(self, place: Node | None, body: Stmt) -> Stmt:
        for memory in reversed(self.plan.memories):
            if memory.place is place and not memory.offset:
                body = self._new(memory, body)
        return body

    def _new(self, memory: _Memory, body: Stmt) -> Stmt:
        first = memory.users[0]
        alike = all(user.dtype is first.dtype and _same_shape(user, first) for user in memory.users)
        merged = memory.bits > max((known_bits(user) for user in memory.users), default=0)
        if alike and not merged:
            return Allocate(first.buffer_var, first.dtype, first.extents, first.condition, body)
        widest = max((user.dtype for user in memory.users), key=lambda type_: type_.lanes)
        widest = memory.element if merged else widest
        return Allocate(first.buffer_var, widest, (self._extent(memory, widest),), first.condition, body)

    def _extent(self, memory: _Memory, element: DType) -> Expr:
        size = element.bits * element.lanes
        if memory.bits:
            return const(-(-memory.bits // size), memory.users[0].extents[0].dtype)
        most: Expr | None = None
        for user in memory.users:
            bits = user.extents[0] * const(user.dtype.bits * user.dtype.lanes, user.extents[0].dtype)
            most = bits if most is None else binary("Max", most, bits)
        assert most is not None, "memory has users"
        return self.analyzer.simplify(binary("FloorDiv", most + const(size - 1, most.dtype), const(size, most.dtype)))

    def _allocation(self, stmt: Allocate, visit: Visit) -> Stmt:
        """Removes allocations that moved and those that nothing accesses."""
        return visit(stmt.body) if self.plan.may_move(stmt) else stmt.map_children(visit)

    def _declaration(self, stmt: DeclBuffer, visit: Visit) -> Stmt:
        """Names that nothing uses go with the memory that they had."""
        if stmt.buffer.data in self.found.allocations and stmt.buffer not in self.found.accessed:
            return visit(stmt.body)
        made = stmt.map_children(visit)
        buffer = self._buffer(stmt.buffer)
        return made if buffer is stmt.buffer else made.replace(buffer=buffer)

    def _buffer(self, old: Buffer) -> Buffer:
        pointer = self.pointers.get(old.data)
        if pointer is None or pointer is old.data:
            return old
        return self.buffers.setdefault(old, old.replace(data=pointer))

    def _access(self, given: BufferLoad | BufferStore, visit: Visit) -> BufferLoad | BufferStore:
        node = given.map_children(visit)
        memory = self.plan.of.get(node.buffer.data)
        if memory is None:
            return node
        indices = node.indices
        if memory.offset:
            index = indices[-1]
            bits = node.buffer.dtype.bits * node.buffer.dtype.lanes
            indices = (*indices[:-1], const(memory.offset // bits, index.dtype.element) + index)
        return node.replace(buffer=self._buffer(node.buffer), indices=indices)


def _begins_threads(stmt: Node) -> bool:
    if isinstance(stmt, For):
        return stmt.kind is ForKind.PARALLEL
    return isinstance(stmt, AttrStmt) and stmt.attr_key in THREADS


def _size(memory: _Memory) -> int:
    return memory.bits


def _same_shape(a: Allocate, b: Allocate) -> bool:
    return len(a.extents) == len(b.extents) and all(deep_equal(x, y) for x, y in zip(a.extents, b.extents))


def _tag(scope: str) -> str:
    """The tag of memory of a special kind; some tags have passes of their own."""
    tag = scope.partition(".")[2]
    return "" if tag in ("dyn", "workspace", "vtcm") else tag


def _is_for_registers(stmt: Allocate) -> bool:
    scope = scope_of(stmt.buffer_var)
    if "." in scope:
        return False
    return scope not in ("global", "shared") or stmt.dtype.is_handle or 0 < known_bits(stmt) <= 32
