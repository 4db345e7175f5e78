"""Reductions as schedules leave them, in the form of plain loops: initialisation in a nest of its own, loops that were split, vectors that were asked for.

    for i, j0:                                          for i, j, k:
        for j1: C[i, j0 * 4 + j1] = 0             ->        if k == 0: C[i, j] = 0
        for k, j1: C[i, j0 * 4 + j1] += ...                 C[i, j] += ...

    for i, j0, k: if k == 0: C[i, j0 * 4 : j0 * 4 + 4] = 0
                  C[i, j0 * 4 : j0 * 4 + 4] += ...

Each element gets the same terms in the same order.  What order, tile and vectors the loops then get is up to register tiling.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.linear import linear
from tilewright.core.ir.expr import (
    BINARY_NODES,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    Expr,
    IntImm,
    Not,
    Ramp,
    Select,
    Var,
)
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import NO_ANNOTATIONS, BufferStore, For, ForKind, IfThenElse, SeqStmt, Stmt, seq
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.ops.op import CallEffectKind, Op
from tilewright.core.passes.tir.simd.register_tiling.nest import Reduction, number, plain_nest, reduction, step


def rejoined(stmt: For, known: set[Var]) -> Reduction | None:
    """The reduction of a loop nest whose initialisation is a nest of its own, or that stores vectors; `known` are the pointers without aliases.

    None when the nest is nothing of the kind.  Where the program initialises by itself it has not promised that the order of the terms does not matter.
    """
    joined = _one_nest(stmt)
    found = None if joined is None else reduction(joined, known)
    return None if found is None else merged(found)


def _one_nest(stmt: For) -> For | None:
    """The nest with the initialisation inside, and with loops for the lanes of vectors."""
    outer, body = plain_nest(stmt)
    if not isinstance(body, SeqStmt) or len(body.seq) != 2:
        return None
    if isinstance(body.seq[0], IfThenElse):
        return _lane_by_lane(outer, body.seq[0], body.seq[1])
    return joined(outer, *body.seq)


def joined(outer: Sequence[For], beginning: Stmt, updating: Stmt) -> For | None:
    """One nest inside of `outer` for one that initialises elements and one that accumulates into the same ones; None when they are nothing of the kind."""
    first, second = (_loops_and_store(part) for part in (beginning, updating))
    if first is None or second is None or first[1].buffer is not second[1].buffer:
        return None
    (begin_loops, begin), (loops, store) = first, second
    inner = [loop for loop in loops if not step(store.indices[0], loop)]
    spatial = [loop for loop in loops if step(store.indices[0], loop)]
    if not inner or isinstance(begin.value, BufferLoad) or not _same_elements(begin, begin_loops, store, spatial):
        return None
    conditions = [binary("EQ", loop.loop_var, loop.min) for loop in inner if number(loop.extent) > 1]
    if not conditions:
        return None
    condition = conditions[0]
    for each in conditions[1:]:
        condition = binary("And", condition, each)
    made: Stmt = seq([IfThenElse(condition, BufferStore(store.buffer, begin.value, store.indices)), store])
    for loop in reversed((*outer, *spatial, *inner)):
        made = loop.replace(body=made)
    assert isinstance(made, For)
    return made


def _lane_by_lane(outer: Sequence[For], first: IfThenElse, store: Stmt) -> For | None:
    """The nest in which vectors of elements are initialised at the first iteration, with a loop over their lanes inside."""
    begin = first.then_case
    if not isinstance(begin, BufferStore) or not isinstance(store, BufferStore) or first.else_case is not None:
        return None
    indices = [each.indices[0] for each in (begin, store) if len(each.indices) == 1 and each.predicate is None]
    if len(indices) != 2 or not all(isinstance(index, Ramp) for index in indices) or not outer:
        return None
    lanes, type_ = indices[1].dtype.lanes, indices[1].dtype.element
    lane = Var("lane", type_)
    scalars = [_of_lane(each, lane, lanes) for each in (begin, store)]
    if scalars[0] is None or scalars[1] is None:
        return None
    body: Stmt = seq([first.replace(then_case=scalars[0]), scalars[1]])
    loop = For(lane, const(0, type_), const(lanes, type_), ForKind.SERIAL, body, None, NO_ANNOTATIONS)
    for each in reversed(outer):
        loop = each.replace(body=loop)
    return loop


def _loops_and_store(stmt: Stmt) -> tuple[list[For], BufferStore] | None:
    """A nest of plain loops of known extents around one store; a store of a vector is one in a loop over its lanes."""
    loops, body = plain_nest(stmt) if isinstance(stmt, For) else ((), stmt)
    if not isinstance(body, BufferStore) or len(body.indices) != 1 or body.predicate is not None:
        return None
    if not all(isinstance(loop.extent, IntImm) for loop in loops):
        return None
    index = body.indices[0]
    if not index.dtype.is_vector:
        return list(loops), body
    if not isinstance(index, Ramp):
        return None
    lane = Var("lane", index.base.dtype)
    scalar = _of_lane(body, lane, index.dtype.lanes)
    if scalar is None:
        return None
    zero, count = const(0, lane.dtype), const(index.dtype.lanes, lane.dtype)
    return [*loops, For(lane, zero, count, ForKind.SERIAL, scalar, None, NO_ANNOTATIONS)], scalar


def _of_lane(store: BufferStore, lane: Var, lanes: int) -> BufferStore | None:
    """The store that one lane of a store of vectors makes; None when that cannot be said."""

    def ramp(node: Ramp) -> Expr:
        return node.base + lane * node.stride

    def load(node: BufferLoad) -> Expr:
        return BufferLoad(node.buffer, node.indices, None, node.span)

    def of_one(node: Cast | Call) -> Expr:
        return node.replace(dtype=node.dtype.with_lanes(1))

    if not all(_is_elementwise(node, lanes) for node in walk(store)):
        return None
    rules = {Ramp: ramp, Broadcast: lambda node: node.value, BufferLoad: load, Cast: of_one, Call: of_one}
    made = rewrite(store, rules)
    return None if any(isinstance(node, Expr) and node.dtype.is_vector for node in walk(made)) else made


_OF_LANES = (Ramp, Broadcast, BufferLoad, Cast, Call, *BINARY_NODES.values(), Not, Select)


def _is_elementwise(node: Node, lanes: int) -> bool:
    """Whether a part of a store is a scalar, or a vector of which each lane follows from the same lane of its operands."""
    if isinstance(node, BufferLoad) and (node.predicate is not None or node.buffer.dtype.is_vector):
        return False
    if not isinstance(node, Expr) or not node.dtype.is_vector:
        return True
    if node.dtype.lanes != lanes or not isinstance(node, _OF_LANES):
        return False
    if not isinstance(node, Call):
        return True
    return isinstance(node.op, Op) and node.op.vectorizable and node.op.effect <= CallEffectKind.Pure


def _same_elements(begin: BufferStore, begin_loops: Sequence[For], store: BufferStore, spatial: Sequence[For]) -> bool:
    """Whether both nests store the same elements."""
    bases = [
        substitute(each.indices[0], {loop.loop_var: loop.min for loop in loops})
        for each, loops in ((begin, begin_loops), (store, spatial))
    ]
    shapes = [_shape(begin.indices[0], begin_loops), _shape(store.indices[0], spatial)]
    return None not in shapes and shapes[0] == shapes[1] and Analyzer().can_prove_equal(*bases)


def _shape(index: Expr, loops: Sequence[For]) -> list[tuple[int, int]] | None:
    """The strides and counts of the elements that loops visit, those that continue one another as one; None where a loop does not move on."""
    found: list[tuple[int, int]] = []
    for stride, count in sorted((step(index, loop), number(loop.extent)) for loop in loops):
        if stride <= 0:
            return None
        if found and found[-1][0] * found[-1][1] == stride:
            found[-1] = found[-1][0], found[-1][1] * count
        elif count > 1:
            found.append((stride, count))
    return found


def merged(found: Reduction) -> Reduction:
    """The reduction with loops that were split as one; the same object when there are none."""
    if not all(isinstance(loop.extent, IntImm) for loop in found.loops):
        return found
    outer, inner, store = list(found.outer), list(found.inner), found.store
    while True:
        pair = _split_pair(outer, store, False) or _split_pair(inner, store, True)
        if pair is None:
            break
        high, low, whole = pair
        values = {high.loop_var: const(0, high.loop_var.dtype), low.loop_var: whole.loop_var}
        store = substitute(store, values)
        outer, inner = (
            [whole if loop is low else loop for loop in loops if loop is not high] for loops in (outer, inner)
        )
    same = len(outer) == len(found.outer) and len(inner) == len(found.inner)
    return found if same else Reduction(tuple(outer), tuple(inner), found.init, store, found.sorted)


def _split_pair(loops: Sequence[For], store: BufferStore, in_order: bool) -> tuple[For, For, For] | None:
    """Two loops that are the parts of one, and that one; with `in_order` only neighbours, the outer part first."""
    indices = [store.indices[0], *(node.indices[0] for node in walk(store.value) if isinstance(node, BufferLoad))]
    for at, high in enumerate(loops):
        for low in loops[at + 1 : at + 2] if in_order else loops:
            if low is not high and _is_split(high, low, indices) and not _in_values(high, low, store):
                extent = const(number(high.extent) * number(low.extent), low.extent.dtype)
                return high, low, low.replace(loop_var=low.loop_var.replace(), extent=extent)
    return None


def _is_split(high: For, low: For, indices: Sequence[Expr]) -> bool:
    """Whether one loop moves every index on by as much as the other one does in all."""
    if number(high.min) or number(low.min) or high.loop_var.dtype != low.loop_var.dtype:
        return False
    linear_in_both = all(
        atom in (high.loop_var, low.loop_var) or not {high.loop_var, low.loop_var}.intersection(walk(atom))
        for index in indices
        for atom, _ in linear(index).atoms()
    )
    return linear_in_both and all(step(index, high) == number(low.extent) * step(index, low) for index in indices)


def _in_values(high: For, low: For, store: BufferStore) -> bool:
    """Whether a loop variable is used outside indices."""
    pending: list[Expr] = [store.value]
    while pending:
        node = pending.pop()
        if node in (high.loop_var, low.loop_var):
            return True
        if not isinstance(node, BufferLoad):
            pending += [each for each in node.children() if isinstance(each, Expr)]
    return False


def merged_map(stmt: For, in_order: bool = True) -> For:
    """A nest of plain loops around one store with loops that were split as one; the same object when there are none.  With `in_order`, only neighbours."""
    loops, body = plain_nest(stmt)
    if not isinstance(body, BufferStore) or len(body.indices) != 1 or body.predicate is not None:
        return stmt
    outer, inner = ((), loops) if in_order else (loops, ())
    found = merged(Reduction(outer, inner, None, body, sorted=True))
    if len(found.loops) == len(loops):
        return stmt
    made: Stmt = found.store
    for loop in reversed(found.loops):
        made = loop.replace(body=made)
    assert isinstance(made, For)
    return made


__all__ = ["joined", "merged", "merged_map", "rejoined"]
