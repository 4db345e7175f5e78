"""Horizontal reduction: one element of a reduction is computed in several lanes, vectorized along the reduction loop:

    for k:                                  a[0..64] = 0
        if k == 0: s = 0          ->        for k0: a[0..64] += A[k0 * 64 .. + 64]
        s += A[k]                           s = 0 + (a[0] + a[32] + ...)

The terms are reassociated.  Integer results, maxima and minima stay the same; float sums and products may differ in their last digits, and are usually
more accurate, because each lane adds fewer terms.  So floats are reassociated only where the loops also store the initial value, as a reduction block
with `T.init` does: `T.init` promises that order does not matter.  Loops that accumulate into an existing value keep their order.  When a maximum or
minimum of floats sees a NaN, the loops run once more in the program's order, since the result depends on it; a sum of the terms, which processors
have units to spare for, tells, as it does for infinities of both signs.  A map of the same row that stands before the reduction and is read by it is computed in the same loop.
Where there are 16 registers, the terms of a step that has much else to do are joined before they are added, so that one register takes them all.
Long rows are fetched a page ahead: processors stop fetching ahead by themselves where a page ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from tilewright.core.arith.key import deep_equal
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import NE, Add, Broadcast, BufferLoad, Call, Expr, IntImm, Max, Min, Mul
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import BufferStore, Evaluate, For, IfThenElse, Stmt, seq
from tilewright.core.ir.walk import substitute
from tilewright.core.ops.op import Op
from tilewright.core.passes.tir.rewriting.memory import allocated
from tilewright.core.passes.tir.simd.register_tiling.nest import Reduction, is_linear, mentions, step
from tilewright.core.passes.tir.simd.register_tiling.row_maps import FEW_REGISTERS, RowMap
from tilewright.core.passes.tir.simd.register_tiling.tile_expressions import Lanes, slot
from tilewright.core.passes.tir.simd.register_tiling.tile_loops import LINE, if_any
from tilewright.core.passes.tir.threads.choices import chose

# The neutral element that the lanes start from; for maxima and minima the lanes start from the element's own initial value.
_NEUTRAL: dict[type, int] = {Add: 0, Mul: 1}
_VECTORS = 4
_FEW = 8
# Bytes of a row from which on it does not lie in the first cache, and how far ahead it is then fetched, in bytes.
_LONG_ROW, _PAGE = 32 << 10, 4 << 10


@dataclass(frozen=True)
class _HorizontalReduction:
    """`vectors` vectors of `lanes` consecutive terms along `loop`; `first` says whether the element is the first operand, `before` is the map computed with it.

    `few` says that the processor has few registers.
    """

    found: Reduction
    loop: For
    lanes: int
    vectors: int
    term: Expr
    first: bool
    few: bool
    before: RowMap | None = None

    @property
    def width(self) -> int:
        """Terms reduced in one step."""
        return self.lanes * self.vectors

    @property
    def is_joined(self) -> bool:
        """Whether the terms of a step are joined to one vector: each step takes longer than it waits for the step before."""
        return self.few and (self.watched or (self.before is not None and self.before.has_functions))

    @property
    def kept(self) -> int:
        """Lanes that are kept from step to step."""
        return self.lanes if self.is_joined else self.width

    @property
    def fetched(self) -> list[BufferLoad]:
        """The loads of the terms whose rows are long."""
        extent = self.loop.extent
        if self.before is not None or not isinstance(extent, IntImm):
            return []
        own = self.found.store.buffer.data
        loads = [load for load in self.found.loads() if load.buffer.data is not own]
        return [
            load
            for load in loads
            if step(load.indices[0], self.loop) == 1 and extent.value * load.dtype.bits // 8 >= _LONG_ROW
        ]

    @property
    def start(self) -> Expr:
        """The element's value before the first term."""
        store = self.found.store
        return BufferLoad(store.buffer, store.indices) if self.found.init is None else self.found.init

    @property
    def watched(self) -> bool:
        """Whether the result depends on the order when a term is NaN."""
        return isinstance(self.found.store.value, (Max, Min)) and self.term.dtype.is_float

    def join(self, so_far: Expr, term: Expr) -> Expr:
        """The program's reduction operation on the element and a term."""
        kind = type(self.found.store.value)
        return kind(so_far, term) if self.first else kind(term, so_far)  # pyright: ignore[reportCallIssue]


def reduced_in_lanes(found: Reduction, vector_bytes: int, before: RowMap | None = None) -> Stmt | None:
    """The reduction computed in lanes, with the map that stands before it; None when it cannot be."""
    plan = _plan(found, vector_bytes)
    if plan is None or (before is not None and not _joins(before, plan)):
        return None
    plan = replace(plan, before=before)
    if before is not None:
        chose(f"`{before.store.buffer.name}`: computed in the same loop as `{found.store.buffer.name}`")
    chose(f"`{found.store.buffer.name}`: each element reduced in {plan.kept} lanes along `{plan.loop.loop_var.name}`")
    body = _element(plan)
    for loop in reversed(found.outer):
        body = loop.replace(body=body)
    return body


def has_lanes(found: Reduction, vector_bytes: int) -> bool:
    """Whether `reduced_in_lanes` applies to the reduction."""
    return _plan(found, vector_bytes) is not None


# Choosing


def _plan(found: Reduction, vector_bytes: int) -> _HorizontalReduction | None:
    value, own = found.store.value, found.store.buffer.data
    if not isinstance(value, (Add, Mul, Max, Min)) or not found.sorted:
        return None
    if found.init is None and value.dtype.is_float:
        return None
    sides = [isinstance(side, BufferLoad) and side.buffer.data is own for side in (value.a, value.b)]
    loop = next((loop for loop in reversed(found.inner) if _in_lanes(found, loop)), None)
    if loop is None or not any(sides):
        return None
    lanes, extent = vector_bytes // (value.dtype.bits // 8), loop.extent
    vectors = _VECTORS
    if isinstance(extent, IntImm):
        while lanes > extent.value:
            lanes //= 2
        while lanes * vectors > extent.value:
            vectors //= 2
    term = value.b if sides[0] else value.a
    return _HorizontalReduction(found, loop, lanes, vectors, term, sides[0], vector_bytes <= FEW_REGISTERS)


def _in_lanes(found: Reduction, loop: For) -> bool:
    """Whether consecutive iterations of the loop read consecutive elements, or the same one, and there are enough iterations."""
    loads = found.loads()
    if isinstance(loop.extent, IntImm) and loop.extent.value < _FEW:
        return False
    if not all(is_linear(load.indices[0], [loop.loop_var]) for load in loads):
        return False
    by = {step(load.indices[0], loop) for load in loads}
    return not mentions(found.store.value, loop) and by <= {0, 1} and 1 in by


def _joins(before: RowMap, plan: _HorizontalReduction) -> bool:
    """Whether the reduction is of one element along the loop of a map, and reads of its row what the map has just stored.

    The element itself is stored after all of the row, so that the map may read what its memory held before.
    """
    found, loop, row = plan.found, plan.loop, before.loop
    alike = deep_equal(row.min, loop.min) and deep_equal(row.extent, loop.extent)
    if found.outer or found.inner != (loop,) or not alike or row.loop_var.dtype != loop.loop_var.dtype:
        return False
    stored = substitute(before.store.indices[0], {row.loop_var: loop.loop_var})
    loads = [load for load in found.loads() if load.buffer.data is before.store.buffer.data]
    same = all(load.buffer is before.store.buffer and deep_equal(load.indices[0], stored) for load in loads)
    apart = before.store.buffer.data is not found.store.buffer.data
    return bool(loads) and same and apart


# Writing


@dataclass(frozen=True)
class _Memory:
    """Registers of a horizontal reduction: the lanes, the scalar remainder, and for each lane a number that becomes a NaN with one."""

    lanes: Buffer
    rest: Buffer
    odd: Buffer


def _element(plan: _HorizontalReduction) -> Stmt:
    """The statements that compute one element."""
    store, zero = plan.found.store, const(0)
    memory = _Memory(
        decl_buffer((plan.kept,), plan.term.dtype, "lanes"),
        decl_buffer((1,), plan.term.dtype, "rest"),
        decl_buffer((plan.kept,), plan.term.dtype, "odd"),
    )
    neutral = _NEUTRAL.get(type(store.value))
    begin = plan.start if neutral is None else const(neutral, plan.term.dtype)
    begins: list[Stmt] = [BufferStore(memory.rest, plan.start, (zero,)), *_filled(plan, memory.lanes, begin)]
    if plan.watched:
        begins += _filled(plan, memory.odd, const(0, plan.term.dtype))
    body = _around(plan, _steps(plan, memory))
    ends = [*_halves(plan, memory.lanes, plan.join)]
    total = plan.join(BufferLoad(memory.rest, (zero,)), BufferLoad(memory.lanes, (zero,)))
    end: Stmt = BufferStore(store.buffer, total, store.indices, None, store.span)
    if plan.watched:
        ends += _halves(plan, memory.odd, Add)
        odd = NE(BufferLoad(memory.odd, (zero,)), BufferLoad(memory.odd, (zero,)))
        end = IfThenElse(odd, _in_order(plan), end)
    made = seq([*begins, body, *ends, end])
    for buffer in (memory.lanes, memory.rest, memory.odd) if plan.watched else (memory.lanes, memory.rest):
        made = allocated(buffer, made)
    return if_any(plan.found.inner, made)


def _around(plan: _HorizontalReduction, body: Stmt) -> Stmt:
    """`body` inside the other reduction loops, in their order."""
    for loop in reversed(plan.found.inner):
        if loop is not plan.loop:
            body = loop.replace(body=body)
    return body


def _in_order(plan: _HorizontalReduction) -> Stmt:
    """The scalar loops, in the program's order."""
    store = plan.found.store
    body: Stmt = store
    for loop in reversed(plan.found.inner):
        body = loop.replace(body=body)
    return seq([BufferStore(store.buffer, plan.start, store.indices), body])


def _steps(plan: _HorizontalReduction, memory: _Memory) -> Stmt:
    """The reduction loop: by whole steps, then by single vectors, then by scalars."""
    extent, width, lanes = plan.loop.extent, plan.width, plan.lanes
    whole = _div(extent, width) * const(width, extent.dtype)
    even = _div(extent, lanes) * const(lanes, extent.dtype)
    parts = [
        _loop(plan, const(0, extent.dtype), whole, width, partial(_vectors, plan, memory, plan.vectors)),
        _loop(plan, whole, even, lanes, partial(_vectors, plan, memory, 1)),
        _loop(plan, even, extent, 1, partial(_single, plan, memory)),
    ]
    return seq([part for part in parts if part is not None])


def _loop(plan: _HorizontalReduction, begin: Expr, end: Expr, by: int, body: Callable[[Expr], Stmt]) -> Stmt | None:
    """The loop from one iteration to another by steps, its body where there is one step; None when it is empty."""
    variable = plan.loop.loop_var.replace()
    extent = _div(end - begin, by)
    if isinstance(extent, IntImm) and extent.value <= 0:
        return None
    if isinstance(extent, IntImm) and extent.value == 1:
        return body(plan.loop.min + begin)
    at = plan.loop.min + begin + variable * const(by, variable.dtype)
    return plan.loop.replace(loop_var=variable, min=const(0, variable.dtype), extent=extent, body=body(at))


def _div(e: Expr, by: int) -> Expr:
    return e if by == 1 else binary("FloorDiv", e, const(by, e.dtype))


def _vectors(plan: _HorizontalReduction, memory: _Memory, count: int, at: Expr) -> Stmt:
    """Add the next `count` vectors of terms, of which the map's elements are computed first."""
    starts = [vector * plan.lanes for vector in range(count)]
    firsts = [at + const(start, at.dtype) for start in starts]
    if plan.before is None:
        made: list[Stmt] = []
    elif plan.is_joined and plan.before.has_functions:
        made = [plan.before.vector(at, plan.lanes * count)]
    else:
        made = [plan.before.vector(first, plan.lanes) for first in firsts]
    terms = [Lanes(plan.loop, plan.lanes, {plan.loop.loop_var: first}, _not_kept).value(plan.term) for first in firsts]
    if plan.is_joined:
        starts, terms, sums = [0], [_joined(terms, plan.join)], [_joined(terms, Add)]
    else:
        sums = terms
    made += _fetches(plan, at, count)
    for start, term, total in zip(starts, terms, sums):
        where = slot(start, plan.lanes)
        made.append(BufferStore(memory.lanes, plan.join(BufferLoad(memory.lanes, (where,)), term), (where,)))
        if plan.watched:
            made.append(_watching(memory, total, where))
    return seq(made)


def _fetches(plan: _HorizontalReduction, at: Expr, count: int) -> list[Stmt]:
    """Fetch what is read a page later, line by line; an address behind the end does no harm."""
    made: list[Stmt] = []
    for load in plan.fetched:
        element = load.dtype.bits // 8
        for byte in range(_PAGE, _PAGE + plan.lanes * count * element, LINE):
            there = substitute(load.indices[0], {plan.loop.loop_var: at + const(byte // element, at.dtype)})
            address = Call("handle", Op.get("tir.address_of"), (BufferLoad(load.buffer, (there,)),))
            hints = (const(0), const(3), const(1))
            made.append(Evaluate(Call("void", Op.get("tir.prefetch"), (address, *hints))))
    return made


def _not_kept(load: BufferLoad) -> None:
    """Each load of a term reads memory."""


def _joined(terms: list[Expr], join: Callable[[Expr, Expr], Expr]) -> Expr:
    """The terms as one, by pairs, so that few wait for others."""
    while len(terms) > 1:
        pairs = [join(first, second) for first, second in zip(terms[::2], terms[1::2])]
        terms = [*pairs, *terms[len(pairs) * 2 :]]
    return terms[0]


def _single(plan: _HorizontalReduction, memory: _Memory, at: Expr) -> Stmt:
    """Add the next term as a scalar."""
    zero = const(0)
    term = Lanes(plan.loop, 1, {plan.loop.loop_var: at}, lambda load: None).value(plan.term)
    made: list[Stmt] = [] if plan.before is None else [plan.before.vector(at, 1)]
    made.append(BufferStore(memory.rest, plan.join(BufferLoad(memory.rest, (zero,)), term), (zero,)))
    if plan.watched:
        made.append(_watching(memory, term, zero))
    return seq(made)


def _watching(memory: _Memory, term: Expr, where: Expr) -> Stmt:
    """Add the terms, so that a NaN among them shows."""
    return BufferStore(memory.odd, BufferLoad(memory.odd, (where,)) + term, (where,))


def _filled(plan: _HorizontalReduction, buffer: Buffer, value: Expr) -> list[Stmt]:
    """Store a value in every lane, by vectors of the loop: of memory that is never accessed by more at once, LLVM keeps each in a register with little search."""
    starts = range(0, plan.kept, plan.lanes)
    return [BufferStore(buffer, _wide(value, plan.lanes), (slot(start, plan.lanes),)) for start in starts]


def _halves(plan: _HorizontalReduction, buffer: Buffer, join: Callable[[Expr, Expr], Expr]) -> list[Stmt]:
    """Reduce the lanes into the first one, halving their number at each step."""
    made: list[Stmt] = []
    size = plan.kept // 2
    while size:
        lanes = min(size, plan.lanes)
        for start in range(0, size, lanes):
            low, high = BufferLoad(buffer, (slot(start, lanes),)), BufferLoad(buffer, (slot(start + size, lanes),))
            made.append(BufferStore(buffer, join(low, high), (slot(start, lanes),)))
        size //= 2
    return made


def _wide(e: Expr, count: int) -> Expr:
    return e if count == 1 else Broadcast(e, const(count))


__all__ = ["has_lanes", "reduced_in_lanes"]
