"""Products of matrices of small numbers, by the instructions of `dot_forms`: register tiles whose lanes add several products at a time.

    for i, j, k:                                             for k4, j0, q, e: panel[j0, k4, q, e] = B[k4 * 4 + e, j0 * 32 + q]
        if k == 0: C[i, j] = 0                         ->    for j0, i0:
        C[i, j] += int32(A[i, k]) * int32(B[k, j])               for k4: t[p, q] = dot4(t[p, q], A[i0 * 8 + p, k4 * 4 ..], panel[j0, k4, q])
                                                                 C[i0 * 8 + p, j0 * 32 + q] = t[p, q]

Integers come out the same.  Pairs of bfloat16 are added to each other first, and numbers too small for their normal form count as 0, as the processor does it; so this
is done for floats only where the loops store the initial value, which says that the order does not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.core.base.dtype import INT32
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import (
    EQ,
    Add,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    Expr,
    IntImm,
    Mul,
    Ramp,
    Shuffle,
    Var,
)
from tilewright.core.ir.operators import binary, cast, const
from tilewright.core.ir.stmt import BufferStore, For, IfThenElse, Stmt, seq
from tilewright.core.ir.walk import substitute
from tilewright.core.passes.tir.rewriting.memory import allocated
from tilewright.core.passes.tir.simd.register_tiling.dot_forms import DOT_FORMS, DotForm, widened
from tilewright.core.passes.tir.simd.register_tiling.horizontal_reduction import reduced_in_lanes
from tilewright.core.passes.tir.simd.register_tiling.nest import (
    Reduction,
    are_distinct,
    is_linear,
    number,
    reduction,
    step,
    steps,
)
from tilewright.core.passes.tir.simd.register_tiling.tile_expressions import Lanes, slot
from tilewright.core.passes.tir.simd.register_tiling.tile_loops import independent, start
from tilewright.core.passes.tir.threads.choices import chose

_ROWS, _VECTORS, _WORTH = 8, 2, 2048
# The most bytes of panels packed at once.
_AT_ONCE = 4 << 20


@dataclass(frozen=True)
class _Dot:
    """The product with its form: `shared` moves with `row` and `along`, `packed` with `column` and `along`; tiles are `rows` by `vectors` times `lanes`."""

    found: Reduction
    form: DotForm
    shared: BufferLoad
    packed: BufferLoad
    row: For | None
    column: For
    along: For
    rows: int
    vectors: int
    lanes: int

    @property
    def width(self) -> int:
        """Columns of a tile."""
        return self.lanes * self.vectors

    @property
    def groups(self) -> int:
        """Whole groups of the reduction."""
        return number(self.along.extent) // self.form.group


def dot_product(found: Reduction, vector_bytes: int, features: frozenset[str]) -> Stmt | None:
    """The product by dot instructions, None when it is none or the processor has not the instruction."""
    plan = _plan(found, vector_bytes, features)
    if plan is None:
        return None
    tile = f"tiles of {plan.rows} x {plan.width} elements in registers"
    name = plan.form.names[plan.lanes].removeprefix("llvm.")
    chose(
        f"`{found.store.buffer.name}`: {tile}, {plan.form.group} products at a time by {name}; `{plan.packed.buffer.name}` packed"
    )
    return _written(plan, vector_bytes)


def has_dot(found: Reduction, vector_bytes: int, features: frozenset[str]) -> bool:
    """Whether `dot_product` applies to the reduction."""
    return _plan(found, vector_bytes, features) is not None


# Choosing


def _plan(found: Reduction, vector_bytes: int, features: frozenset[str]) -> _Dot | None:
    store = found.store
    factors = _factors(found)
    inner = [loop for loop in found.inner if steps((loop,)) > 1]
    known = all(isinstance(loop.extent, IntImm) for loop in found.loops)
    if factors is None or len(inner) != 1 or found.init is None or not known or steps(found.loops) < _WORTH:
        return None
    variables = [loop.loop_var for loop in found.loops]
    if not are_distinct(store.indices[0], found.outer):
        return None
    if not all(is_linear(load.indices[0], variables) for load in factors):
        return None
    column = next((loop for loop in reversed(found.outer) if step(store.indices[0], loop) == 1), None)
    if column is None or number(column.extent) < 4:
        return None
    moving = [load for load in factors if step(load.indices[0], column)]
    still = [load for load in factors if not step(load.indices[0], column)]
    if len(moving) != 1 or len(still) != 1 or step(still[0].indices[0], inner[0]) != 1:
        return None
    return _shaped(found, still[0], moving[0], column, inner[0], vector_bytes, features)


def _shaped(
    found: Reduction,
    shared: BufferLoad,
    packed: BufferLoad,
    column: For,
    along: For,
    vector_bytes: int,
    features: frozenset[str],
) -> _Dot | None:
    """The plan with the form and the tile that fit best."""
    most = min(vector_bytes // 4, number(column.extent))
    wanted = (str(shared.dtype), str(packed.dtype), str(found.store.value.dtype))
    forms = [form for form in DOT_FORMS if (form.shared, form.packed, form.total) == wanted]
    form = next((form for form in forms if form.lanes(features, most)), None)
    if form is None or number(along.extent) < form.group:
        return None
    others = [
        loop for loop in found.outer if loop is not column and steps((loop,)) > 1 and not step(packed.indices[0], loop)
    ]
    row = max(others, key=lambda loop: steps((loop,)), default=None)
    lanes = form.lanes(features, most)
    vectors = _VECTORS if number(column.extent) >= 2 * lanes else 1
    wide = _ROWS if lanes == 16 else _ROWS // 2
    rows = 1 if row is None else _fewest(steps((row,)), wide)
    return _Dot(found, form, shared, packed, row, column, along, rows, vectors, lanes)


def _fewest(extent: int, most: int) -> int:
    """The rows of a tile that leave the fewest to compute twice."""
    few = max(1, min(most, extent) // 2 + 1)
    return min(range(min(most, extent), few - 1, -1), key=lambda size: -(-extent // size) * size)


def _factors(found: Reduction) -> tuple[BufferLoad, BufferLoad] | None:
    """The loads of small numbers whose products are added to the element."""
    value, own = found.store.value, found.store.buffer.data
    if not isinstance(value, Add):
        return None
    sides = [value.a, value.b]
    term = next((side for side in sides if not (isinstance(side, BufferLoad) and side.buffer.data is own)), None)
    if not isinstance(term, Mul):
        return None
    first, second = _small(term.a), _small(term.b)
    return None if first is None or second is None else (first, second)


def _small(e: Expr) -> BufferLoad | None:
    """The load of a number that is widened: int32(x), or a bfloat16 made a float32 by its bits."""
    if isinstance(e, Cast) and e.dtype is INT32 and isinstance(e.value, BufferLoad):
        return e.value
    if isinstance(e, Call) and callee_name(e) == "tir.reinterpret" and str(e.dtype) == "float32":
        bits = e.args[0]
        if isinstance(bits, Call) and callee_name(bits) == "tir.shift_left" and _is_number(bits.args[1], 16):
            whole = bits.args[0]
            if isinstance(whole, Cast) and isinstance(whole.value, BufferLoad) and str(whole.value.dtype) == "uint16":
                return whole.value
    return None


def _is_number(e: Expr, value: int) -> bool:
    return isinstance(e, IntImm) and e.value == value


# Writing


def _written(plan: _Dot, vector_bytes: int) -> Stmt:
    """The loops: rounds of panels that are packed together, then the tiles that read them."""
    found, form = plan.found, plan.form
    column, columns = start(plan.column, plan.width)
    assert columns is not None
    tiles, variable = number(columns.extent), columns.loop_var
    size = plan.groups * plan.width * form.group * form.stored.bits // 8
    rounds = -(-tiles // max(1, _AT_ONCE // size))
    together = -(-tiles // rounds)
    panel = decl_buffer((together * plan.groups * plan.width * form.group,), form.stored, "panel")
    outer, member = variable.replace(), variable.replace()
    first = outer * const(together, outer.dtype)

    def place(at: Expr) -> Expr:
        last = const(tiles - 1, variable.dtype)
        return substitute(column, {variable: binary("Min", first + at, last) if tiles % together else first + at})

    sums = None if not form.flipped else decl_buffer((number(plan.row.extent) if plan.row else 1,), INT32, "sums")
    count: Expr = const(together, variable.dtype)
    if tiles % together:
        count = binary("Min", count, const(tiles, variable.dtype) - first)
    rows = _rows(plan, panel, sums, member, substitute(column, {variable: first + member}))
    body: Stmt = seq([_filled(plan, panel, together, place), independent(columns, rows, loop_var=member, extent=count)])
    body = columns.replace(loop_var=outer, extent=const(rounds, outer.dtype), body=body)
    body = allocated(panel, body)
    if sums is not None:
        body = allocated(sums, seq([_summed(plan, sums, vector_bytes), body]))
    for loop in reversed(found.outer):
        if loop is not plan.row and loop is not plan.column:
            body = independent(loop, body)
    return body


def _filled(plan: _Dot, panel: Buffer, together: int, place: Callable[[Expr], Expr]) -> Stmt:
    """The loops that pack the groups of `together` panels."""
    group, dtype_ = plan.form.group, plan.along.loop_var.dtype
    quad, member = plan.along.loop_var.replace(), plan.column.loop_var.replace()
    low = (cast(member, str(dtype_)) * const(plan.groups, dtype_) + quad) * const(plan.width * group, dtype_)
    terms = [plan.along.min + quad * const(group, dtype_) + const(each, dtype_) for each in range(group)]
    made: list[Stmt] = []
    if step(plan.packed.indices[0], plan.column) == 1:
        for vector in range(plan.vectors):
            column = place(member) + const(vector * plan.lanes, plan.column.loop_var.dtype)
            rows = [_packed_row(plan, column, term) for term in terms]
            at = low + const(vector * plan.lanes * group, dtype_)
            made.append(BufferStore(panel, _interleaved(rows), (slot(at, plan.lanes * group),)))
        body: Stmt = seq(made)
    else:
        within = plan.column.loop_var.replace()
        for each, term in enumerate(terms):
            moved = {plan.column.loop_var: place(member) + within, plan.along.loop_var: term}
            value = _stored(plan, BufferLoad(plan.packed.buffer, (substitute(plan.packed.indices[0], moved),)))
            at = low + cast(within, str(dtype_)) * const(group, dtype_) + const(each, dtype_)
            made.append(BufferStore(panel, value, (at,)))
        zero = const(0, within.dtype)
        body = plan.column.replace(loop_var=within, min=zero, extent=const(plan.width, within.dtype), body=seq(made))
    zero = const(0, member.dtype)
    body = independent(plan.column, body, loop_var=member, min=zero, extent=const(together, member.dtype))
    return independent(plan.along, body, loop_var=quad, min=const(0, dtype_), extent=const(plan.groups, dtype_))


def _packed_row(plan: _Dot, column: Expr, term: Expr) -> Expr:
    """A vector of the packed operand, one column a lane."""
    place: dict[Var, Expr] = {plan.column.loop_var: column, plan.along.loop_var: term}
    return _stored(plan, Lanes(plan.column, plan.lanes, place, lambda load: None).value(plan.packed))


def _stored(plan: _Dot, value: Expr) -> Expr:
    """A value of the packed operand as the panel holds it."""
    if not plan.form.flipped:
        return widened(plan.form, value)
    lanes = value.dtype.lanes
    unsigned = Cast(plan.form.stored.with_lanes(lanes), value)
    offset = const(128, plan.form.stored)
    return Add(unsigned, offset if lanes == 1 else Broadcast(offset, const(lanes)))


def _interleaved(rows: list[Expr]) -> Expr:
    """The lanes of vectors in turn: a0 b0 c0 d0 a1 ..., by exchanges of pairs."""
    while len(rows) > 1:
        half = len(rows) // 2
        rows = [_pairwise(rows[place], rows[place + half]) for place in range(half)]
    return rows[0]


def _pairwise(a: Expr, b: Expr) -> Expr:
    lanes = a.dtype.lanes
    if lanes == 1:
        return Shuffle((a, b), (const(0), const(1)))
    order = [place for lane in range(lanes) for place in (lane, lane + lanes)]
    return Shuffle((a, b), tuple(const(place) for place in order))


def _rows(plan: _Dot, panel: Buffer, sums: Buffer | None, member: Expr, column: Expr) -> Stmt:
    """The tiles of one column of tiles."""
    row, loop = start(plan.row, plan.rows)
    body = _tile(plan, panel, sums, member, row, column)
    return body if loop is None else independent(loop, body)


def _tile(plan: _Dot, panel: Buffer, sums: Buffer | None, member: Expr, row: Expr, column: Expr) -> Stmt:
    """One tile: initialized, accumulated over the groups and what is left of them, stored."""
    found, form, store = plan.found, plan.form, plan.found.store
    kept = decl_buffer((plan.rows * plan.width,), store.buffer.dtype, "tile")
    quad = plan.along.loop_var.replace()
    begins: list[Stmt] = []
    joins: list[Stmt] = []
    rest: list[Stmt] = []
    ends: list[Stmt] = []
    assert found.init is not None
    for at in range(plan.rows):
        for vector in range(plan.vectors):
            place: dict[Var, Expr] = {
                plan.column.loop_var: column + const(vector * plan.lanes, column.dtype),
                **({} if plan.row is None else {plan.row.loop_var: row + const(at, row.dtype)}),
            }
            where = slot(at * plan.width + vector * plan.lanes, plan.lanes)
            own = BufferLoad(kept, (where,))
            lanes = Lanes(plan.column, plan.lanes, place, lambda load, own=own: _own(load, store, own))
            begin = lanes.wide(found.init)
            if sums is not None:
                base = const(0) if plan.row is None else row - plan.row.min + const(at, row.dtype)
                taken = BufferLoad(sums, (base,)) * const(128, INT32)
                begin = lanes.wide(found.init - taken)
            begins.append(BufferStore(kept, begin, (where,)))
            joins.append(BufferStore(kept, _dotted(plan, panel, own, place, member, quad, vector), (where,)))
            rest.append(BufferStore(kept, lanes.value(store.value), (where,)))
            ends.append(BufferStore(store.buffer, own, (lanes.index(store.indices[0]),), None, store.span))
    zero = const(0, quad.dtype)
    done = plan.groups * form.group
    loops: list[Stmt] = [
        plan.along.replace(loop_var=quad, min=zero, extent=const(plan.groups, quad.dtype), body=seq(joins))
    ]
    left = number(plan.along.extent) - done
    if left:
        variable = plan.along.loop_var.replace()
        moved = substitute(seq(rest), {plan.along.loop_var: plan.along.min + const(done, variable.dtype) + variable})
        loops.append(plan.along.replace(loop_var=variable, min=zero, extent=const(left, variable.dtype), body=moved))
    return allocated(kept, seq([*begins, *loops, *ends]))


def _own(load: BufferLoad, store: BufferStore, own: Expr) -> Expr | None:
    return own if load.buffer.data is store.buffer.data else None


def _dotted(plan: _Dot, panel: Buffer, own: Expr, place: dict[Var, Expr], member: Expr, quad: Var, vector: int) -> Expr:
    """The products of one group added to a vector of the tile."""
    form, type_ = plan.form, quad.dtype
    moved = {**place, plan.along.loop_var: plan.along.min + quad * const(form.group, type_)}
    base = substitute(plan.shared.indices[0], moved)
    shared = BufferLoad(plan.shared.buffer, (Ramp(base, const(1, base.dtype), const(form.group)),))
    low = (cast(member, str(type_)) * const(plan.groups, type_) + quad) * const(plan.width * form.group, type_)
    at = low + const(vector * plan.lanes * form.group, type_)
    packed = BufferLoad(panel, (slot(at, plan.lanes * form.group),))
    return form.applied(own, Broadcast(widened(form, shared), const(plan.lanes)), packed)


def _summed(plan: _Dot, sums: Buffer, vector_bytes: int) -> Stmt:
    """The sums of the shared operand over the whole groups, one for each row."""
    along = plan.along.loop_var.replace()
    zero = const(0, along.dtype)
    variable = None if plan.row is None else plan.row.loop_var.replace()
    at = const(0) if variable is None else variable
    moved: dict[Var, Expr] = {plan.along.loop_var: plan.along.min + along}
    if plan.row is not None and variable is not None:
        moved[plan.row.loop_var] = plan.row.min + variable
    load = BufferLoad(plan.shared.buffer, (substitute(plan.shared.indices[0], moved),))
    own = BufferLoad(sums, (at,))
    body: Stmt = seq(
        [
            IfThenElse(EQ(along, zero), BufferStore(sums, const(0, INT32), (at,))),
            BufferStore(sums, own + Cast(INT32, load), (at,)),
        ]
    )
    extent = const(plan.groups * plan.form.group, along.dtype)
    loop = plan.along.replace(loop_var=along, min=zero, extent=extent, body=body)
    nest = reduction(loop, {sums.data, plan.shared.buffer.data})
    made: Stmt = (None if nest is None else reduced_in_lanes(nest, vector_bytes)) or loop
    if plan.row is None or variable is None:
        return made
    return independent(plan.row, made, loop_var=variable, min=const(0, variable.dtype))


__all__ = ["dot_product", "has_dot"]
