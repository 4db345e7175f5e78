"""Stores whose values nothing reads, since later stores of the same sequence put others in their place.

A later statement overwrites an earlier one when it stores an element for every element that the earlier one may store: loops and conditions around the
earlier store have to imply those around the later.  Between the two nothing may read the buffer or leave the sequence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Add, BufferLoad, Call, Expr, IntImm, Mul, Var
from tilewright.core.ir.operators import binary
from tilewright.core.ir.stmt import AssertStmt, BufferStore, Evaluate, For, IfThenElse, SeqStmt, Stmt, While, seq
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.ops.op import CallEffectKind, Op
from tilewright.core.passes.tir.rewriting.ranges import Ranges, is_pure, rewrite_in_ranges


def without_overwritten(stmt: Stmt) -> Stmt:
    """`stmt` without the stores that are overwritten before they are read; what computing their values does besides is kept."""
    return rewrite_in_ranges(stmt, {SeqStmt: _sequence})


def _sequence(stmt: SeqStmt, ranges: Ranges) -> Stmt:
    members = list(stmt.seq)
    changed = False
    for at, member in enumerate(members):
        for buffer in stored(member):
            if is_overwritten(member, buffer, members[at + 1 :], ranges):
                members[at] = member = _without_stores(member, buffer)
                changed = True
    return seq(members, stmt.span) if changed else stmt


def stored(stmt: Stmt) -> list[Buffer]:
    """The buffers that a statement stores to."""
    return list(dict.fromkeys(node.buffer for node in walk(stmt) if isinstance(node, BufferStore)))


def is_overwritten(stmt: Stmt, buffer: Buffer, later: list[Stmt], ranges: Ranges) -> bool:
    """Whether every element of the buffer that a statement stores is stored again by later ones before it is read."""
    if _reads(stmt, buffer):
        return False
    stores = list(_stores(stmt, buffer))
    if not stores:
        return False
    for other in later:
        if _reads(other, buffer) or _may_leave(other):
            return False
        whole = list(_stores(other, buffer))
        if len(whole) == 1 and whole[0].is_certain and all(_covers(whole[0], store, ranges) for store in stores):
            return True
    return False


def _reads(stmt: Stmt, buffer: Buffer) -> bool:
    """Whether the statement may read the memory of the buffer, also through its pointer or another view."""
    return any(
        node is buffer.data
        or (isinstance(node, BufferLoad) and node.buffer.data is buffer.data)
        or (isinstance(node, BufferStore) and node.buffer.data is buffer.data and node.buffer is not buffer)
        for node in walk(stmt)
    )


def _may_leave(stmt: Stmt) -> bool:
    return any(
        isinstance(node, (AssertStmt, While))
        or (isinstance(node, Call) and isinstance(node.op, Op) and node.op.effect is CallEffectKind.ControlJump)
        for node in walk(stmt)
    )


@dataclass(frozen=True)
class _Store:
    """A store with the loops and conditions around it; it is certain when they alone decide whether it happens."""

    store: BufferStore
    loops: tuple[For, ...]
    conditions: tuple[Expr, ...]
    is_certain: bool


def _stores(
    stmt: Stmt,
    buffer: Buffer,
    loops: tuple[For, ...] = (),
    conditions: tuple[Expr, ...] = (),
    is_certain: bool = True,
) -> Iterator[_Store]:
    if isinstance(stmt, BufferStore):
        if stmt.buffer is buffer:
            yield _Store(stmt, loops, conditions, is_certain and stmt.predicate is None)
    elif isinstance(stmt, For):
        yield from _stores(stmt.body, buffer, (*loops, stmt), conditions, is_certain)
    elif isinstance(stmt, IfThenElse):
        known = is_pure(stmt.condition)
        above = (*conditions, stmt.condition) if known else conditions
        yield from _stores(stmt.then_case, buffer, loops, above, is_certain and known)
        if stmt.else_case is not None:
            yield from _stores(stmt.else_case, buffer, loops, conditions, False)
    elif isinstance(stmt, SeqStmt):
        for member in stmt.seq:
            yield from _stores(member, buffer, loops, conditions, is_certain)
    else:
        for child in stmt.children():
            if isinstance(child, Stmt):
                yield from _stores(child, buffer, loops, conditions, False)


def _covers(later: _Store, earlier: _Store, ranges: Ranges) -> bool:
    """Whether the element of `earlier` is one of `later`, wherever `earlier` stores."""
    own = {loop.loop_var: loop for loop in later.loops}
    values: dict[Var, Expr] = {}
    wanted: list[Expr] = []
    for index, element in zip(later.store.indices, earlier.store.indices):
        solved = _solved(index, element, own)
        if solved is not None and not solved.keys() & values.keys():
            values |= solved
        else:
            wanted.append(binary("EQ", index, element))
    if not all(is_pure(index) for index in earlier.store.indices):
        return False
    for loop in later.loops:
        at = values.get(loop.loop_var)
        if at is None:
            wanted.append(loop.extent > 0)
            continue
        wanted += [loop.min <= at, at < loop.min + loop.extent]
    wanted += later.conditions
    if any(node in own and node not in values for e in wanted for node in walk(e) if isinstance(node, Var)):
        return False
    return _proves(earlier, [substitute(e, values) for e in wanted], ranges)


def _solved(index: Expr, element: Expr, loops: Mapping[Var, For]) -> dict[Var, Expr] | None:
    """The iteration in which an index is that element: i -> {i: e}; 4 * i + j with j below 4 -> {i: e // 4, j: e % 4}."""
    if isinstance(index, Var):
        return {index: element} if index in loops else None
    if not isinstance(index, Add) or not isinstance(index.a, Mul) or not isinstance(index.b, Var):
        return None
    outer, step = (index.a.a, index.a.b) if isinstance(index.a.b, IntImm) else (index.a.b, index.a.a)
    loop = loops.get(index.b)
    if not isinstance(step, IntImm) or not isinstance(outer, Var) or outer not in loops or loop is None:
        return None
    whole = isinstance(loop.extent, IntImm) and loop.extent.value == step.value
    if not whole or not isinstance(loop.min, IntImm) or loop.min.value or outer is index.b:
        return None
    return {outer: binary("FloorDiv", element, step), index.b: binary("FloorMod", element, step)}


def _proves(where: _Store, wanted: list[Expr], ranges: Ranges) -> bool:
    """Whether the conditions hold wherever the store happens."""
    with ranges.running(*((loop.loop_var, loop.min, loop.extent) for loop in where.loops)):
        if not where.conditions:
            return all(ranges.proves(e) for e in wanted)
        condition = where.conditions[0]
        for other in where.conditions[1:]:
            condition = condition & other
        with ranges.where(condition):
            return all(ranges.proves(e) for e in wanted)


def _without_stores(stmt: Stmt, buffer: Buffer) -> Stmt:
    """The values are still computed; those that do nothing go with the other statements without an effect."""

    def computed(store: BufferStore) -> Stmt:
        if store.buffer is not buffer:
            return store
        return seq([Evaluate(value, store.span) for value in (store.value, *store.indices)])

    return rewrite(stmt, {BufferStore: computed})
