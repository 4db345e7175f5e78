"""MergeSharedMemoryAllocations: the dynamic shared memory of a kernel becomes one allocation of bytes, of which buffers are views.

A GPU gives a kernel one piece of dynamic shared memory.  Buffers that are not needed at the same time lie at the same place: as in TVM, memory is used again for what needs at most as
much and at least a sixteenth of it, and smaller pieces together for what needs more.  Unlike TVM, a statement does not write over memory that it reads for the last time, since other
threads may still read there.  `tir.merge_static_smem` does the same for static shared memory.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import partial, reduce
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import dtype
from tilewright.core.ir.buffer import Buffer, scope_of
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, Ramp, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Allocate, AttrStmt, BufferStore, DeclBuffer, Stmt
from tilewright.core.ir.walk import Visit, rewrite_top_down, walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.compat.lifetimes import lifetimes
from tilewright.core.passes.tir.rewriting.memory import known_bits

_RANGE = 16  # how many times larger memory may be that is used again
_SMALL = 32  # bits, up to which memory is not used again
_BYTE = dtype("uint8")
_ASYNC_COPIES = ("tir.ptx_cp_async", "tir.ptx_legacy.cp_async")


@tir_pass("tir.MergeSharedMemoryAllocations")
def merge_shared_memory_allocations(func: PrimFunc) -> PrimFunc:
    """Allocate the dynamic shared memory of a kernel at once."""
    scopes = ["shared.dyn", *(["shared"] if PassContext.current().option("tir.merge_static_smem") else [])]
    body = func.body
    for scope in scopes:
        body = _merged(body, scope)
    return func.with_body(body)


def _merged(body: Stmt, scope: str) -> Stmt:
    launch = next((node for node in walk(body) if _is_launch(node)), None)
    if not isinstance(launch, AttrStmt):
        return body
    return _one_allocation(body, launch, scope)


def _is_launch(node: Node) -> bool:
    return isinstance(node, AttrStmt) and node.attr_key == "thread_extent"


def _allocations(body: Stmt, scope: str) -> dict[Var, Allocate]:
    found = [node for node in walk(body) if isinstance(node, Allocate)]
    return {node.buffer_var: node for node in found if scope_of(node.buffer_var) == scope}


def _one_allocation(body: Stmt, launch: AttrStmt, scope: str) -> Stmt:
    """All memory of the scope as one allocation inside the launch; what was allocated outside of it is needed throughout."""
    allocated = _allocations(body, scope)
    if len(allocated) < 2:
        return body
    inside = _allocations(launch.body, scope)
    apart = [_Memory(known_bits(stmt), [[pointer]]) for pointer, stmt in allocated.items() if pointer not in inside]
    size, offsets = _layout([*apart, *_memories(launch.body, inside)], allocated)
    name = "buf_dyn_shmem" if scope == "shared.dyn" else "buf_shmem"
    pointer = Var(name, PointerType(PrimType(_BYTE), scope))
    whole = Allocate(pointer, _BYTE, (size,), const(True, "bool"), launch.body)
    return _Views(pointer, offsets, launch, whole).statement(body)


@dataclass(eq=False)
class _Memory:
    """A piece of memory: layers of allocations, of which those in one layer lie side by side."""

    bits: int
    layers: list[list[Var]] = field(default_factory=list[list[Var]])
    is_part: bool = False  # of a larger piece, which has its allocations


def _memories(body: Stmt, allocated: dict[Var, Allocate]) -> list[_Memory]:
    """The pieces of memory that the allocations need."""
    of: dict[Var, _Memory] = {}
    free: list[_Memory] = []  # by size, the smallest first
    for step, begins in lifetimes(body, threads=()).events:
        if begins:
            for pointer in step.begins:
                if pointer in allocated:
                    of[pointer] = _found(free, pointer, known_bits(allocated[pointer]))
        if not (step.is_scope and begins):
            for pointer in step.ends:
                memory = of.get(pointer)
                if memory is not None and memory.bits > _SMALL and memory not in free:
                    free.insert(bisect_right([each.bits for each in free], memory.bits), memory)
    for pointer, stmt in allocated.items():
        if pointer not in of:  # nothing accesses it
            of[pointer] = _Memory(known_bits(stmt), [[pointer]])
    return [memory for memory in dict.fromkeys(of.values()) if not memory.is_part]


def _found(free: list[_Memory], pointer: Var, bits: int) -> _Memory:
    """Memory for an allocation: a free piece that is large enough, several that are too small, or a new one."""
    if not bits or bits <= _SMALL:
        return _Memory(bits, [[pointer]])
    middle = bisect_left([each.bits for each in free], bits)
    if middle < len(free) and free[middle].bits <= bits * _RANGE:
        memory = free.pop(middle)
        memory.layers.append([pointer])
        return memory
    taken: list[_Memory] = []
    while middle and sum(each.bits for each in taken) < bits:
        middle -= 1
        taken.append(free.pop(middle))
    made = _Memory(max(bits, sum(each.bits for each in taken)))
    for memory in taken:
        memory.is_part = True
        for place, layer in enumerate(memory.layers):
            if place == len(made.layers):
                made.layers.append([])
            made.layers[place] += layer
    made.layers.append([pointer])
    return made


def _layout(memories: list[_Memory], allocated: dict[Var, Allocate]) -> tuple[Expr, dict[Var, Expr]]:
    """The size of all memory in bytes, and the first byte of each allocation."""
    total: Expr = const(0)
    offsets: dict[Var, Expr] = {}
    for memory in memories:
        widest = max(allocated[pointer].dtype.nbytes for layer in memory.layers for pointer in layer)
        total = _aligned(total, widest)
        ends: list[Expr] = []
        for layer in memory.layers:
            inner: Expr = const(0)
            for pointer in layer:
                offsets[pointer] = total + inner
                inner = _aligned(inner + _bytes(allocated[pointer]), widest)
            ends.append(inner)
        total = total + reduce(partial(binary, "Max"), ends)
    return total, offsets


def _bytes(stmt: Allocate) -> Expr:
    size: Expr = const(stmt.dtype.nbytes)
    for extent in stmt.extents:
        size = extent * size
    return size


def _aligned(size: Expr, width: int) -> Expr:
    return Analyzer().simplify((size + (width - 1)) // width * width)


class _Views:
    """The rewriting of accesses to merged allocations."""

    def __init__(self, pointer: Var, offsets: dict[Var, Expr], launch: AttrStmt, whole: Allocate) -> None:
        self.pointer, self.offsets = pointer, offsets
        self.launch, self.whole = launch, whole
        self.buffers: dict[Buffer, Buffer] = {}

    def statement(self, body: Stmt) -> Stmt:
        rules: dict[type, Any] = {
            Allocate: lambda s, visit: visit(s.body) if s.buffer_var in self.offsets else s.map_children(visit),
            AttrStmt: self._attribute,
            DeclBuffer: self._declaration,
            BufferLoad: self._access,
            BufferStore: self._access,
            Call: self._call,
            Var: lambda var, _: self._address(var) if var in self.offsets else var,
        }
        return rewrite_top_down(body, rules)

    def _attribute(self, stmt: AttrStmt, visit: Visit) -> Stmt:
        if stmt is not self.launch:
            return stmt.map_children(visit)
        return stmt.replace(body=self.whole.replace(body=visit(stmt.body)))

    def _view(self, buffer: Buffer) -> Buffer:
        if buffer not in self.buffers:
            self.buffers[buffer] = buffer.replace(data=self.pointer)
        return self.buffers[buffer]

    def _declaration(self, stmt: DeclBuffer, visit: Visit) -> Stmt:
        body = visit(stmt.body)
        made = stmt if body is stmt.body else stmt.replace(body=body)
        return made.replace(buffer=self._view(stmt.buffer)) if stmt.buffer.data in self.offsets else made

    def _access(self, node: Any, visit: Visit) -> Any:
        made = node.map_children(visit)
        if node.buffer.data not in self.offsets:
            return made
        first, *rest = made.indices
        return made.replace(buffer=self._view(node.buffer), indices=(self._shifted(first, node.buffer), *rest))

    def _shifted(self, index: Expr, buffer: Buffer) -> Expr:
        offset = Analyzer().simplify(self.offsets[buffer.data] // buffer.dtype.nbytes)
        if isinstance(index, Ramp):
            return index.replace(base=index.base + offset)
        return index + offset

    def _call(self, call: Call, visit: Visit) -> Call:
        name = callee_name(call)
        if name in _ASYNC_COPIES and call.args[0] in self.offsets:
            return self._async_copy(call, visit)
        if name != "tir.tvm_access_ptr" or call.args[1] not in self.offsets:
            return call.map_children(visit)
        kind, data, start, *rest = call.args
        assert isinstance(data, Var), "a pointer is a variable"
        offset = Analyzer().simplify(self.offsets[data] // kind.dtype.nbytes)
        return call.replace(args=(kind, self.pointer, visit(start) + offset, *rest))

    def _async_copy(self, call: Call, visit: Visit) -> Call:
        """The offset from a pointer to bytes counts bytes."""
        data, start, *rest = call.args
        assert isinstance(data, Var), "a pointer is a variable"
        size = call.dtype.nbytes
        first = Analyzer().simplify(self.offsets[data] // size)
        moved = visit(start) if isinstance(first, IntImm) and not first.value else first + visit(start)
        return call.replace(args=(self.pointer, moved * size, *(visit(argument) for argument in rest)))

    def _address(self, pointer: Var) -> Expr:
        offset = self.offsets[pointer]
        if isinstance(offset, IntImm) and not offset.value:
            return self.pointer
        return Call("handle", "tir.handle_add_byte_offset", (self.pointer, offset))
