"""PointerValueTypeRewrite: memory that is accessed in vectors of one length only has these vectors as its elements.

    A: 16 x float32, A[i * 4 : i * 4 + 4]  ->  A: 4 x float32x4, A[i * 4 / 4]

Single elements may be read where it is known which lane of its vector each is; they are taken out of the vector.  Memory whose address is taken, or that is
accessed as several types, keeps its elements.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import DType, dtype
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, Let, Ramp, Shuffle, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Allocate, BufferStore, DeclBuffer, LetStmt
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.PointerValueTypeRewrite")
def pointer_value_type_rewrite(func: PrimFunc) -> PrimFunc:
    """Make vectors the elements of memory that is accessed in vectors."""
    return vectors_as_elements(func)


def vectors_as_elements(func: PrimFunc, parameters: bool = True, single_reads: bool = True) -> PrimFunc:
    """The function after the pass; its parameters, and memory of which single elements are read, only where that is allowed."""
    survey = _Survey(func)
    kept = set[Var]() if parameters else {*func.params, *(buffer.data for buffer in func.buffer_map.values())}
    factors = {
        pointer: memory.lanes()
        for pointer, memory in survey.memory.items()
        if pointer not in kept and (single_reads or not memory.steps)
    }
    chosen = {pointer: lanes for pointer, lanes in factors.items() if lanes > 1}
    return _Rewriter(survey, chosen).function(func) if chosen else func


@dataclass
class _Memory:
    """The memory behind a pointer: its element type, how many elements, and the lanes with which they are accessed."""

    element: DType
    extent: Expr
    types: set[DType] = field(default_factory=set[DType])
    vectors: set[int] = field(default_factory=set[int])
    steps: set[int] = field(
        default_factory=set[int]
    )  # what the places of single elements that are read are multiples of

    def lanes(self) -> int:
        """The lanes that all accesses have, 1 when they differ or do not fill the memory."""
        if len(self.types) != 1 or len(self.vectors) != 1 or self.element.is_vector:
            return 1
        (lanes,) = self.vectors
        size = Analyzer().modular_set(self.extent)
        fits = size.coeff % lanes == 0 and size.base % lanes == 0
        return lanes if fits and all(step % lanes == 0 for step in self.steps) else 1


class _Survey:
    """The memory of a function, by its pointer."""

    def __init__(self, func: PrimFunc) -> None:
        self.analyzer = Analyzer()
        self.memory: dict[Var, _Memory] = {}
        for buffer in func.buffer_map.values():
            self._declare(buffer.data, buffer.dtype, buffer.shape[-1] if buffer.shape else const(0, "int32"))
        for param in func.params:
            if param not in func.buffer_map:
                self._declare_pointer(param)
        for node in walk(func.body):
            if isinstance(node, Allocate):
                self._declare(node.buffer_var, node.dtype, node.extents[-1])
            elif isinstance(node, (LetStmt, Let)):
                self._declare_pointer(node.var)
        for node in walk(func.body):
            self._access(node)

    def _declare(self, pointer: Var, element: DType, extent: Expr) -> None:
        self.memory[pointer] = _Memory(dtype("int8").times_lanes_of(element) if element.is_bool else element, extent)

    def _declare_pointer(self, pointer: Var) -> None:
        type_ = pointer.type_annotation
        if isinstance(type_, PointerType) and isinstance(type_.element_type, PrimType):
            self._declare(pointer, type_.element_type.dtype, const(0, "int32"))

    def _access(self, node: object) -> None:
        if isinstance(node, BufferLoad):
            self._element(node.buffer.data, node.dtype, node.indices, True)
        elif isinstance(node, BufferStore):
            self._element(node.buffer.data, node.value.dtype, node.indices, False)
        elif isinstance(node, Call) and callee_name(node) == "tir.address_of":
            load = node.args[0]
            if isinstance(load, BufferLoad):
                self._element(load.buffer.data, load.dtype, load.indices, False)
        elif isinstance(node, Call) and callee_name(node) == "tir.tvm_access_ptr":
            if isinstance(node.args[1], Var):
                self._element(node.args[1], node.args[0].dtype, (node.args[2],), False)

    def _element(self, pointer: Var, value: DType, indices: tuple[Expr, ...], is_load: bool) -> None:
        memory = self.memory.get(pointer)
        if memory is None or value.scalable or not indices:
            return
        memory.types.add(dtype("int8") if value.is_bool else value.element)
        last = indices[-1]
        if is_load and not last.dtype.is_vector:
            memory.steps.add(self.analyzer.modular_set(last).coeff)
            return
        memory.vectors.add(self._aligned_lanes(last) or memory.element.lanes)

    def _aligned_lanes(self, index: Expr) -> int:
        """The lanes of a contiguous vector that begins at a multiple of its length, else 0."""
        if not isinstance(index, Ramp) or not isinstance(index.lanes, IntImm):
            return 0
        known, lanes = self.analyzer.modular_set(index.base), index.lanes.value
        contiguous = isinstance(index.stride, IntImm) and index.stride.value == 1
        return lanes if contiguous and known.coeff % lanes == 0 and known.base % lanes == 0 else 0


class _Rewriter:
    """Puts vectors in the place of elements."""

    def __init__(self, survey: _Survey, factors: dict[Var, int]) -> None:
        self.analyzer = survey.analyzer
        self.factors = factors
        self.pointers = {pointer: self._pointer(pointer, survey.memory[pointer]) for pointer in factors}
        self.buffers: dict[Buffer, Buffer] = {}

    def _pointer(self, old: Var, memory: _Memory) -> Var:
        type_ = old.type_annotation
        scope = type_.storage_scope if isinstance(type_, PointerType) else "global"
        wide = memory.element.with_lanes(self.factors[old])
        return Var(old.name, PointerType(PrimType(str(wide)), scope), old.span)

    def function(self, func: PrimFunc) -> PrimFunc:
        """The function with the new memory."""
        rules = {
            BufferLoad: self._load,
            BufferStore: self._store,
            DeclBuffer: self._declaration,
            Allocate: self._allocation,
            Call: self._call,
            LetStmt: self._let,
            Let: self._let,
        }
        body = substitute(rewrite(func.body, rules), self.pointers)
        params = tuple([self.pointers.get(param, param) for param in func.params])
        buffer_map = {param: self._buffer(buffer) for param, buffer in func.buffer_map.items()}
        return PrimFunc(params, body, func.ret_type, buffer_map, func.attrs, func.span, dialect=func.dialect)

    def _buffer(self, old: Buffer) -> Buffer:
        if old.data not in self.factors:
            return old
        if old not in self.buffers:
            shape = (*old.shape[:-1], self._part(old.shape[-1], self.factors[old.data]))
            wide = old.dtype.with_lanes(self.factors[old.data])
            self.buffers[old] = old.replace(data=self.pointers[old.data], dtype=wide, shape=shape)
        return self.buffers[old]

    def _part(self, count: Expr, factor: int) -> Expr:
        return binary("Div", count, const(factor, count.dtype))

    def _index(self, index: Expr, factor: int) -> Expr:
        """The place of the vector; longer vectors are several."""
        if not isinstance(index, Ramp) or not isinstance(index.lanes, IntImm):
            return self._part(index, factor)
        place = self._part(index.base, index.lanes.value)
        several = index.lanes.value // factor
        if several == 1:
            return place
        return Ramp(place * const(several, place.dtype), index.stride, const(several, "int32"), index.span)

    def _load(self, e: BufferLoad) -> Expr:
        factor = self.factors.get(e.buffer.data)
        if factor is None:
            return e
        last = e.indices[-1]
        made = BufferLoad(self._buffer(e.buffer), (*e.indices[:-1], self._index(last, factor)), e.predicate, e.span)
        if last.dtype.is_vector:
            return made
        return Shuffle((made,), (const(self.analyzer.modular_set(last).base % factor, "int32"),))

    def _store(self, stmt: BufferStore) -> BufferStore:
        factor = self.factors.get(stmt.buffer.data)
        if factor is None:
            return stmt
        indices = (*stmt.indices[:-1], self._index(stmt.indices[-1], factor))
        return stmt.replace(buffer=self._buffer(stmt.buffer), indices=indices)

    def _declaration(self, stmt: DeclBuffer) -> DeclBuffer:
        made = self._buffer(stmt.buffer)
        return stmt if made is stmt.buffer else stmt.replace(buffer=made)

    def _allocation(self, stmt: Allocate) -> Allocate:
        factor = self.factors.get(stmt.buffer_var)
        if factor is None:
            return stmt
        extents = (*stmt.extents[:-1], self._part(stmt.extents[-1], factor))
        wide = stmt.dtype.with_lanes(factor)
        return stmt.replace(buffer_var=self.pointers[stmt.buffer_var], dtype=wide, extents=extents)

    def _let(self, let: Any) -> Any:
        return let.replace(var=self.pointers[let.var]) if let.var in self.pointers else let

    def _call(self, e: Call) -> Call:
        if callee_name(e) != "tir.tvm_access_ptr" or e.args[1] not in self.factors:
            return e
        pointer: Any = e.args[1]
        factor = self.factors[pointer]
        given: Any = e.args[0]
        type_ = Call(given.dtype.with_lanes(factor), given.op, given.args, given.span)
        places = [self._part(arg, factor) for arg in e.args[2:4]]
        return Call(e.dtype, e.op, (type_, self.pointers[pointer], *places, e.args[4]), e.span)
