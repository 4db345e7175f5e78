"""Places of extrema (argmax, argmin): a reduction of a pair, in lanes that each keep the extremum and the place of their own elements.

    for j: keep = M > A[j] or (M == A[j] and I < j)         for j0: in each lane the same, for the elements j0 * 64 + lane
           I, M = (I, M) if keep else (j, A[j])      ->     lanes are joined: the greater value, of equal ones that with the smaller place

The first of equal elements counts, whatever lane it is in.  A row with NaN, whose result depends on the order, and one whose extremum is zero, of which there are two, run as they are written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.core.arith.key import deep_equal
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import (
    EQ,
    LE,
    LT,
    NE,
    Add,
    And,
    Broadcast,
    BufferLoad,
    Call,
    Expr,
    FloatImm,
    IntImm,
    Or,
    Ramp,
    Select,
    Var,
)
from tilewright.core.ir.operators import cast, const
from tilewright.core.ir.stmt import BufferStore, For, ForKind, IfThenElse, LetStmt, Stmt, seq, stmt_list
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.passes.tir.rewriting.memory import allocated
from tilewright.core.passes.tir.simd.register_tiling.nest import is_flat, is_next
from tilewright.core.passes.tir.simd.register_tiling.tile_expressions import slot
from tilewright.core.passes.tir.threads.choices import chose

# Vectors that are compared at once, and the least rounds of the loop over them that are worth it.
_VECTORS, _LEAST = 4, 2


@dataclass(frozen=True)
class _Pair:
    """A loop that keeps `place` and `value` of the extremum of `term`; `first` is what stands in them before, `least` says that it is the minimum."""

    loop: For
    place: BufferStore
    value: BufferStore
    term: BufferLoad
    first: tuple[Expr, Expr]
    least: bool

    def beats(self, a: Expr, b: Expr) -> Expr:
        """The condition that `a` is beyond `b`."""
        return LT(a, b) if self.least else LT(b, a)


def arg_reduction(stmt: For, known: set[Var], vector_bytes: int) -> Stmt | None:
    """The loop in lanes, None where it is no such reduction, or a short one."""
    found = _pair(stmt, known)
    if found is None:
        return None
    lanes = vector_bytes // 4
    extent = stmt.extent.value if isinstance(stmt.extent, IntImm) else 0
    if extent < lanes * _VECTORS * _LEAST:
        return None
    chose(f"`{found.place.buffer.name}`: each place found in {lanes * _VECTORS} lanes along `{stmt.loop_var.name}`")
    return _in_lanes(found, lanes, extent)


# Finding


def _pair(loop: For, known: set[Var]) -> _Pair | None:
    if (
        loop.kind is not ForKind.SERIAL
        or loop.annotations
        or not (isinstance(loop.min, IntImm) and loop.min.value == 0)
    ):
        return None
    parts = stmt_list(loop.body)
    first = _first(parts[0], loop) if len(parts) == 2 else None
    if first is None:
        return None
    lets: dict[Var, Expr] = {}
    body: Stmt = parts[1]
    while isinstance(body, LetStmt):
        lets[body.var] = body.value
        body = body.body
    stores = stmt_list(body)
    if len(stores) != 2 or len(lets) != 2:
        return None
    given = [_given(store, lets, known) for store in stores]
    place = next((each for each in given if each is not None and each[2] is loop.loop_var), None)
    value = next((each for each in given if each is not None and isinstance(each[2], BufferLoad)), None)
    if place is None or value is None or not _is_pair(place, value, loop, known):
        return None
    least = _direction(place, value, loop)
    starts = _starts(first, place[0], value[0])
    if least is None or starts is None:
        return None
    term = value[2]
    assert isinstance(term, BufferLoad)
    return _Pair(loop, place[0], value[0], term, starts, least)


# A store, the condition under which what it stores to keeps its value, and the value it gets otherwise.
_Given = tuple[BufferStore, Expr, Expr]


def _given(store: Stmt, lets: dict[Var, Expr], known: set[Var]) -> _Given | None:
    if not isinstance(store, BufferStore) or not is_flat(store, known):
        return None
    chosen = lets.get(store.value) if isinstance(store.value, Var) else None
    if isinstance(chosen, Select):
        condition, kept, new = chosen.condition, chosen.true_value, chosen.false_value
    elif isinstance(chosen, Call) and callee_name(chosen) == "tir.if_then_else":
        condition, kept, new = chosen.args
    else:
        return None
    own = isinstance(kept, BufferLoad) and deep_equal(kept, BufferLoad(store.buffer, store.indices))
    return (store, condition, new) if own else None


def _is_pair(place: _Given, value: _Given, loop: For, known: set[Var]) -> bool:
    """Whether the types fit, and places are those of this loop alone."""
    term = value[2]
    assert isinstance(term, BufferLoad)
    kind = loop.loop_var.dtype
    if str(kind) not in ("int32", "int64") or place[0].value.dtype is not kind or str(term.dtype) != "float32":
        return False
    pointers = {place[0].buffer.data, value[0].buffer.data, term.buffer.data}
    if len(pointers) != 3 or not is_flat(term, known):
        return False
    stays = not any(node is loop.loop_var for store in (place[0], value[0]) for node in walk(store.indices[0]))
    index = term.indices[0]
    plain = not any(isinstance(node, BufferLoad) for node in walk(index))
    return stays and plain and is_next(index, loop)


def _direction(place: _Given, value: _Given, loop: For) -> bool | None:
    """Whether the minimum is kept (or the maximum), by both conditions; None for any other, such as one that takes the last of equal elements."""
    kept = BufferLoad(value[0].buffer, value[0].indices)
    at = BufferLoad(place[0].buffer, place[0].indices)
    term = value[2]
    for least, a, b in ((False, term, kept), (True, kept, term)):
        tie = And(EQ(kept, term), LT(at, loop.loop_var))
        forms = (LE(a, b), Or(LT(a, b), tie), Or(LT(a, b), And(EQ(term, kept), LT(at, loop.loop_var))))
        if _is_any(place[1], forms) and _is_any(value[1], (*forms, LT(a, b))):
            return least
    return None


def _is_any(condition: Expr, forms: Sequence[Expr]) -> bool:
    return any(deep_equal(condition, form) for form in forms)


def _first(stmt: Stmt, loop: For) -> list[BufferStore] | None:
    """The stores of the first iteration: `if j == 0: ...`."""
    if not isinstance(stmt, IfThenElse) or stmt.else_case is not None:
        return None
    if not deep_equal(stmt.condition, EQ(loop.loop_var, const(0, loop.loop_var.dtype))):
        return None
    stores = [each for each in stmt_list(stmt.then_case) if isinstance(each, BufferStore)]
    return stores if len(stores) == len(stmt_list(stmt.then_case)) == 2 else None


def _starts(first: list[BufferStore], place: BufferStore, value: BufferStore) -> tuple[Expr, Expr] | None:
    """The place and value before the first element: constants, the place before all others."""

    def start(of: BufferStore) -> Expr | None:
        return next(
            (each.value for each in first if each.buffer is of.buffer and deep_equal(each.indices[0], of.indices[0])),
            None,
        )

    at, extremum = start(place), start(value)
    if not isinstance(at, IntImm) or at.value > 0 or not isinstance(extremum, FloatImm):
        return None
    return at, extremum


# Writing


def _in_lanes(found: _Pair, lanes: int, extent: int) -> Stmt:
    loop, width = found.loop, lanes * _VECTORS
    even = extent - extent % width
    place, value, sums = (
        _lanes(name, width, of) for name, of in (("place", "int32"), ("best", "float32"), ("sums", "float32"))
    )
    at, extremum = found.first
    begin: list[Stmt] = []
    for vector in range(_VECTORS):
        where = slot(vector * lanes, lanes)
        for buffer, start in ((place, cast(at, "int32")), (value, extremum), (sums, const(0.0, "float32"))):
            begin.append(BufferStore(buffer, Broadcast(start, const(lanes)), (where,)))
    counter = loop.loop_var.replace()
    steps: list[Stmt] = []
    for vector in range(_VECTORS):
        number = counter * const(width, counter.dtype) + const(vector * lanes, counter.dtype)
        low = substitute(found.term.indices[0], {loop.loop_var: number})
        term = BufferLoad(found.term.buffer, (slot(low, lanes),), None, found.term.span)
        where = slot(vector * lanes, lanes)
        beyond = found.beats(term, BufferLoad(value, (where,)))
        steps.append(_kept(place, where, beyond, Ramp(cast(number, "int32"), const(1), const(lanes))))
        steps.append(_kept(value, where, beyond, term))
        steps.append(BufferStore(sums, Add(BufferLoad(sums, (where,)), term), (where,)))
    rounds = loop.replace(loop_var=counter, extent=const(even // width, counter.dtype), body=seq(steps))
    half = width
    joins: list[Stmt] = []
    while half > 1:
        half //= 2
        joins += _joined(found, place, value, sums, half, lanes)
    result, total = BufferLoad(value, (const(0),)), BufferLoad(sums, (const(0),))
    unsure = Or(NE(total, total), EQ(result, const(0.0, "float32")))
    stores: list[Stmt] = [
        found.place.replace(value=cast(BufferLoad(place, (const(0),)), str(loop.loop_var.dtype))),
        found.value.replace(value=result),
    ]
    if even < extent:
        stores.append(_rest(loop, even, extent))
    made = seq([*begin, rounds, *joins, IfThenElse(unsure, fresh_copy(loop), seq(stores))])
    for buffer in (sums, value, place):
        made = allocated(buffer, made)
    return made


def _lanes(name: str, width: int, dtype: str) -> Buffer:
    return decl_buffer((const(width),), dtype, name)


def _kept(buffer: Buffer, where: Expr, beyond: Expr, new: Expr) -> Stmt:
    """The new value where an element is beyond the one so far."""
    return BufferStore(buffer, Select(beyond, new, BufferLoad(buffer, (where,))), (where,))


def _joined(found: _Pair, place: Buffer, value: Buffer, sums: Buffer, half: int, lanes: int) -> list[Stmt]:
    """The upper half of the lanes joined with the lower one."""
    made: list[Stmt] = []
    size = min(half, lanes)
    for begin in range(0, half, size):
        low, high = slot(begin, size), slot(begin + half, size)
        old, new = BufferLoad(value, (low,)), BufferLoad(value, (high,))
        before, after = BufferLoad(place, (low,)), BufferLoad(place, (high,))
        beyond = Or(found.beats(new, old), And(EQ(new, old), LT(after, before)))
        chosen = Var("beyond", beyond.dtype)
        stores: list[Stmt] = [
            BufferStore(place, Select(chosen, after, before), (low,)),
            BufferStore(value, Select(chosen, new, old), (low,)),
            BufferStore(sums, Add(BufferLoad(sums, (low,)), BufferLoad(sums, (high,))), (low,)),
        ]
        made.append(LetStmt(chosen, beyond, seq(stores)))
    return made


def _rest(loop: For, even: int, extent: int) -> Stmt:
    """The last elements, one after the other."""
    variable = loop.loop_var.replace()
    body = stmt_list(loop.body)[1]
    moved = substitute(body, {loop.loop_var: variable + const(even, variable.dtype)})
    return fresh_copy(loop.replace(loop_var=variable, extent=const(extent - even, variable.dtype), body=moved))


__all__ = ["arg_reduction"]
