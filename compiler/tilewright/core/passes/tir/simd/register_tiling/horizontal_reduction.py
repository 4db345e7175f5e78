"""Horizontal reduction: one element of a reduction is computed in several lanes, along what is joined into it:

    for k:                                  a[0..64] = 0
        if k == 0: s = 0          ->        for k0: a[0..64] += A[k0 * 64 .. + 64]
        s += A[k]                           s = 0 + (a[0] + a[32] + ...)

The terms are joined in another order.  Integers, and largest and smallest values, come out the same; sums and products of floats may differ in their last
digits and are usually nearer to the true ones, because each lane adds fewer terms.  So floats are treated this way only where the element begins in the loops
themselves, as a reduction block with `T.init` does, which promises that order does not matter; loops that go on from what an element was stay in order.
A not-a-number among values of which the largest is wanted makes the loops run once more in the order of the program, which decides what then comes out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tilewright.core.base.dtype import INT32
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import NE, Add, Broadcast, BufferLoad, Expr, IntImm, Max, Min, Mul, Select, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import BufferStore, For, IfThenElse, Stmt, seq
from tilewright.core.ir.walk import walk
from tilewright.core.passes.tir.simd.register_tiling.nest import Reduction, is_linear, step
from tilewright.core.passes.tir.simd.register_tiling.tile import allocated, if_any
from tilewright.core.passes.tir.simd.register_tiling.tile_expressions import Lanes, slot

# What lanes begin with that the element itself is joined to at the end; largest and smallest values begin as the element does.
_NEUTRAL: dict[type, int] = {Add: 0, Mul: 1}
_VECTORS = 4
_FEW = 8


@dataclass(frozen=True)
class _Fold:
    """`vectors` vectors of `lanes` neighbours along `loop` of the terms that `join` puts together; `first` says which operand the element is."""

    found: Reduction
    loop: For
    lanes: int
    vectors: int
    term: Expr
    first: bool

    @property
    def width(self) -> int:
        """Terms that are joined in one step."""
        return self.lanes * self.vectors

    @property
    def start(self) -> Expr:
        """What the element is before the first term."""
        store = self.found.store
        return BufferLoad(store.buffer, store.indices) if self.found.init is None else self.found.init

    @property
    def watched(self) -> bool:
        """Whether a not-a-number would make the order matter."""
        return isinstance(self.found.store.value, (Max, Min)) and self.term.dtype.is_float

    def join(self, so_far: Expr, term: Expr) -> Expr:
        """What the program computes of the element and a term."""
        kind = type(self.found.store.value)
        return kind(so_far, term) if self.first else kind(term, so_far)  # pyright: ignore[reportCallIssue]


def folded(found: Reduction, vector_bytes: int) -> Stmt | None:
    """The reduction in lanes, None where it does not lend itself to them."""
    fold = _fold(found, vector_bytes)
    if fold is None:
        return None
    body = _element(fold)
    for loop in reversed(found.outer):
        body = loop.replace(body=body)
    return body


def has_lanes(found: Reduction, vector_bytes: int) -> bool:
    """Whether the reduction lends itself to lanes."""
    return _fold(found, vector_bytes) is not None


# Choosing


def _fold(found: Reduction, vector_bytes: int) -> _Fold | None:
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
    return _Fold(found, loop, lanes, vectors, value.b if sides[0] else value.a, sides[0])


def _in_lanes(found: Reduction, loop: For) -> bool:
    """Whether neighbouring points of the loop read neighbouring elements, or the same, and there are enough of them."""
    loads = found.loads()
    if isinstance(loop.extent, IntImm) and loop.extent.value < _FEW:
        return False
    if not all(is_linear(load.indices[0], [loop.loop_var]) for load in loads):
        return False
    indices = {id(node) for load in loads for node in walk(load.indices[0])}
    mentions = any(node is loop.loop_var and id(node) not in indices for node in walk(found.store.value))
    by = {step(load.indices[0], loop) for load in loads}
    return not mentions and by <= {0, 1} and 1 in by


# Writing


@dataclass(frozen=True)
class _Memory:
    """Registers of a fold: the lanes, the element with the terms that fill no vector, and where lanes saw a not-a-number."""

    lanes: Buffer
    rest: Buffer
    odd: Buffer


def _element(fold: _Fold) -> Stmt:
    """All that computes one element."""
    store, zero = fold.found.store, const(0)
    memory = _Memory(
        decl_buffer((fold.width,), fold.term.dtype, "lanes"),
        decl_buffer((1,), fold.term.dtype, "rest"),
        decl_buffer((fold.width,), INT32, "odd"),
    )
    neutral = _NEUTRAL.get(type(store.value))
    begin = fold.start if neutral is None else const(neutral, fold.term.dtype)
    whole = slot(0, fold.width)
    begins: list[Stmt] = [
        BufferStore(memory.rest, fold.start, (zero,)),
        BufferStore(memory.lanes, _wide(begin, fold.width), (whole,)),
    ]
    if fold.watched:
        begins.append(BufferStore(memory.odd, _wide(const(0), fold.width), (whole,)))
    body = _around(fold, _steps(fold, memory))
    ends = [*_halves(fold, memory.lanes, fold.join)]
    total = fold.join(BufferLoad(memory.rest, (zero,)), BufferLoad(memory.lanes, (zero,)))
    end: Stmt = BufferStore(store.buffer, total, store.indices, None, store.span)
    if fold.watched:
        ends += _halves(fold, memory.odd, Max)
        odd = binary("NE", BufferLoad(memory.odd, (zero,)), const(0))
        end = IfThenElse(odd, _in_order(fold), end)
    made = seq([*begins, body, *ends, end])
    for buffer in (memory.lanes, memory.rest, memory.odd) if fold.watched else (memory.lanes, memory.rest):
        made = allocated(buffer, made)
    return if_any(fold.found.inner, made)


def _around(fold: _Fold, body: Stmt) -> Stmt:
    """The other loops over terms, in their order."""
    for loop in reversed(fold.found.inner):
        if loop is not fold.loop:
            body = loop.replace(body=body)
    return body


def _in_order(fold: _Fold) -> Stmt:
    """The loops as they were."""
    store = fold.found.store
    body: Stmt = store
    for loop in reversed(fold.found.inner):
        body = loop.replace(body=body)
    return seq([BufferStore(store.buffer, fold.start, store.indices), body])


def _steps(fold: _Fold, memory: _Memory) -> Stmt:
    """The folded loop: by whole steps, then by single vectors, then term by term."""
    extent, width, lanes = fold.loop.extent, fold.width, fold.lanes
    whole = _div(extent, width) * const(width, extent.dtype)
    even = _div(extent, lanes) * const(lanes, extent.dtype)
    parts = [
        _loop(fold, const(0, extent.dtype), whole, width, partial(_vectors, fold, memory, fold.vectors)),
        _loop(fold, whole, even, lanes, partial(_vectors, fold, memory, 1)),
        _loop(fold, even, extent, 1, partial(_single, fold, memory)),
    ]
    return seq([part for part in parts if part is not None])


def _loop(fold: _Fold, begin: Expr, end: Expr, by: int, body: Callable[[Expr], Stmt]) -> For | None:
    """Steps from one point to another; None when there are none."""
    variable = fold.loop.loop_var.replace()
    extent = _div(end - begin, by)
    if isinstance(extent, IntImm) and extent.value <= 0:
        return None
    at = fold.loop.min + begin + variable * const(by, variable.dtype)
    return fold.loop.replace(loop_var=variable, min=const(0, variable.dtype), extent=extent, body=body(at))


def _div(e: Expr, by: int) -> Expr:
    return e if by == 1 else binary("FloorDiv", e, const(by, e.dtype))


def _vectors(fold: _Fold, memory: _Memory, count: int, at: Expr) -> Stmt:
    """The next terms of so many vectors."""
    made: list[Stmt] = []
    for vector in range(count):
        where = slot(vector * fold.lanes, fold.lanes)
        place: dict[Var, Expr] = {fold.loop.loop_var: at + const(vector * fold.lanes, at.dtype)}
        term = Lanes(fold.loop, fold.lanes, place, lambda load: None).value(fold.term)
        made.append(BufferStore(memory.lanes, fold.join(BufferLoad(memory.lanes, (where,)), term), (where,)))
        if fold.watched:
            seen = Select(NE(term, term), _wide(const(1), fold.lanes), BufferLoad(memory.odd, (where,)))
            made.append(BufferStore(memory.odd, seen, (where,)))
    return seq(made)


def _single(fold: _Fold, memory: _Memory, at: Expr) -> Stmt:
    """The next term by itself."""
    zero = const(0)
    term = Lanes(fold.loop, 1, {fold.loop.loop_var: at}, lambda load: None).value(fold.term)
    made: list[Stmt] = [BufferStore(memory.rest, fold.join(BufferLoad(memory.rest, (zero,)), term), (zero,))]
    if fold.watched:
        seen = Select(NE(term, term), const(1), BufferLoad(memory.odd, (zero,)))
        made.append(BufferStore(memory.odd, seen, (zero,)))
    return seq(made)


def _halves(fold: _Fold, buffer: Buffer, join: Callable[[Expr, Expr], Expr]) -> list[Stmt]:
    """The lanes joined into the first of them, half by half."""
    made: list[Stmt] = []
    size = fold.width // 2
    while size:
        low, high = BufferLoad(buffer, (slot(0, size),)), BufferLoad(buffer, (slot(size, size),))
        made.append(BufferStore(buffer, join(low, high), (slot(0, size),)))
        size //= 2
    return made


def _wide(e: Expr, count: int) -> Expr:
    return e if count == 1 else Broadcast(e, const(count))


__all__ = ["folded", "has_lanes"]
