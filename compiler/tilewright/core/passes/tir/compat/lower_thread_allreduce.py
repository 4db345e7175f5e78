"""LowerThreadAllreduce: a value combined over the threads of an axis becomes steps in which threads read values of other threads.

Where the threads fill a warp, or a power of two of them shares one, lanes shuffle their values; several warps meet in shared memory and shuffle once more.
All others halve the values in shared memory.  The result is then read from the memory in which the last step left it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, CommReducer, Expr, IntImm, IterVar, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Allocate, AttrStmt, BufferStore, DeclBuffer, Evaluate, Stmt, seq
from tilewright.core.ir.walk import Visit, rewrite_top_down, walk
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.memory import allocated
from tilewright.core.passes.tir.rewriting.thread_reduction import (
    Reduction,
    Steps,
    Threads,
    Warp,
    in_shared_memory,
)
from tilewright.core.target import Target

_ALLREDUCE = "tir.tvm_thread_allreduce"
_SHUFFLED_BITS = {"cuda": (16, 32, 64), "rocm": (32,), "metal": (16, 32, 64), "webgpu": (16, 32, 64)}
_VOLATILE = {"tirx.volatile": True}


@tir_pass("tir.LowerThreadAllreduce")
def lower_thread_allreduce(func: PrimFunc) -> PrimFunc:
    """Combine values over threads by shuffles and shared memory; the target says how many threads a warp has."""
    if not any(isinstance(node, Call) and callee_name(node) == _ALLREDUCE for node in walk(func.body)):
        return func
    target = func.attrs.get("target") or Target.current()
    if not isinstance(target, Target):
        raise PassError("the target decides how threads combine values, and the function has none")
    lowering = _Lowering(target, _single_elements(func.body), func.dialect == "tirx")
    body = rewrite_top_down(func.body, {AttrStmt: lowering.attribute, Evaluate: lowering.evaluate})
    return func.with_body(_Replacing(lowering.results, func.dialect == "tirx").inside(body))


def _single_elements(body: Stmt) -> set[Var]:
    """The memory of one element that the function allocates."""
    allocations = (node for node in walk(body) if isinstance(node, Allocate))
    return {node.buffer_var for node in allocations if [_number(size) for size in node.extents] == [1]}


def _number(extent: Expr) -> int | None:
    return extent.value if isinstance(extent, IntImm) else None


@dataclass
class _Lowering:
    """The threads and reducers around a statement; `results` maps memory to the elements that take its place."""

    target: Target
    replaceable: set[Var]
    is_tirx: bool
    threads: list[tuple[str, Var, int]] = field(default_factory=list[tuple[str, Var, int]])
    reducers: list[CommReducer] = field(default_factory=list[CommReducer])
    results: dict[Var, BufferLoad] = field(default_factory=dict[Var, BufferLoad])

    def attribute(self, stmt: AttrStmt, visit: Visit) -> Stmt:
        if stmt.attr_key == "thread_extent" and isinstance(stmt.node, IterVar):
            return self._inside(self.threads, self._launched(stmt.node, stmt.value), stmt, visit)
        if stmt.attr_key == "reduce_scope" and isinstance(stmt.node, CommReducer):
            return self._inside(self.reducers, stmt.node, stmt, visit)
        return stmt.map_children(visit)

    def _launched(self, axis: IterVar, value: Expr) -> tuple[str, Var, int]:
        extent = _number(value)
        if extent is None and axis.thread_tag.startswith("threadIdx"):
            raise PassError(f"the number of threads `{axis.var.name}` is not a constant")
        return axis.thread_tag, axis.var, extent or 1

    def _inside(self, stack: list[Any], entry: object, stmt: AttrStmt, visit: Visit) -> Stmt:
        stack.append(entry)
        made = stmt.map_children(visit)
        stack.pop()
        return made

    def evaluate(self, stmt: Evaluate, visit: Visit) -> Stmt:
        call = stmt.value
        if not (isinstance(call, Call) and callee_name(call) == _ALLREDUCE):
            return stmt.map_children(visit)
        if not self.reducers:
            raise PassError(
                "a reduction over threads needs a `reduce_scope` around it, which says how values are combined"
            )
        reduction = Reduction.of(call, self.reducers[-1])
        threads = Threads.of(self.threads, reduction.axes)
        if threads.count == 1:
            return seq([_copied(*pair) for pair in zip(reduction.results, reduction.values)])
        return self._with_results(reduction, self._steps(reduction, threads))

    def _steps(self, reduction: Reduction, threads: Threads) -> Steps:
        kind = self.target.kind.name
        size = self.target.thread_warp_size
        warp = Warp(size, kind in ("cuda", "rocm"), self.is_tirx)
        if self._shuffles(kind, size, reduction) and threads.contiguous == threads.count:
            lanes = threads.count == size or (kind != "rocm" and _is_part(threads.count, size))
            if lanes:
                return warp.one(reduction, threads)
            if kind != "rocm" and threads.count % size == 0 and _is_part(threads.count // size, size):
                return warp.several(reduction, threads)
        return in_shared_memory(reduction, threads, size)

    def _shuffles(self, kind: str, size: int, reduction: Reduction) -> bool:
        """Whether lanes can read values of these data types from one another."""
        bits = _SHUFFLED_BITS.get(kind, ())
        if size == 1 or (kind == "webgpu" and not self.target.attrs.get("supports_subgroups")):
            return False
        return all(value.dtype.lanes == 1 and value.dtype.bits in bits for value in reduction.values)

    def _with_results(self, reduction: Reduction, steps: Steps) -> Stmt:
        """The steps; a result whose memory nothing else can take the place of is stored there."""
        body, memory = list(steps.body), list(steps.memory)
        for target, result in zip(reduction.results, steps.results):
            if target.buffer.data in self.replaceable and target.buffer.data not in self.results:
                self.results[target.buffer.data] = result
            else:
                body.append(BufferStore(target.buffer, result, target.indices))
                memory.append(result.buffer)
        made = seq(body)
        for buffer in reversed(memory):
            made = allocated(buffer, made)
        return made


def _copied(to: BufferLoad, value: Expr) -> Stmt:
    return BufferStore(to.buffer, value, to.indices)


def _is_part(count: int, whole: int) -> bool:
    """Whether a power of two of lanes fits into a warp."""
    return count <= whole and count & (count - 1) == 0


@dataclass(frozen=True)
class _Replacing:
    """Puts the memory of results where that of the elements was which they replace."""

    results: dict[Var, BufferLoad]
    is_tirx: bool

    def inside(self, body: Stmt) -> Stmt:
        rules = {Allocate: self._allocate, DeclBuffer: self._declare, BufferLoad: self._load, BufferStore: self._store}
        return rewrite_top_down(body, rules)

    def _allocate(self, stmt: Allocate, visit: Visit) -> Stmt:
        result = self.results.get(stmt.buffer_var)
        return stmt.map_children(visit) if result is None else self._memory(result.buffer, visit(stmt.body))

    def _memory(self, buffer: Buffer, body: Stmt) -> Stmt:
        """Other threads write shared memory, so each read of it counts."""
        shared = buffer.scope() == "shared"
        made: Stmt = DeclBuffer(buffer, body) if self.is_tirx else body
        if shared and not self.is_tirx:
            made = AttrStmt(buffer.data, "volatile_scope", const(1), made)
        annotations = _VOLATILE if shared and self.is_tirx else None
        return Allocate(buffer.data, buffer.dtype, buffer.shape, const(True, "bool"), made, annotations)

    def _declare(self, stmt: DeclBuffer, visit: Visit) -> Stmt:
        """In the tirx dialect the memory is declared where it is allocated, in the classic one where it was declared before."""
        result = self.results.get(stmt.buffer.data)
        if result is None:
            return stmt.map_children(visit)
        return visit(stmt.body) if self.is_tirx else DeclBuffer(result.buffer, visit(stmt.body))

    def _load(self, load: BufferLoad, visit: Visit) -> Expr:
        result = self.results.get(load.buffer.data)
        return load.map_children(visit) if result is None else result

    def _store(self, store: BufferStore, visit: Visit) -> Stmt:
        made = store.map_children(visit)
        result = self.results.get(store.buffer.data)
        return made if result is None else BufferStore(result.buffer, made.value, result.indices)
