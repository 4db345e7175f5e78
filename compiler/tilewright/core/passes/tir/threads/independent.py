"""Whether the iterations of a loop over flat memory touch nothing of each other's, so that they may run at the same time.

What an iteration allocates is its own.  Everything else that the loop writes must be apart: with f and g the indices of two accesses of a buffer, one of which
writes, f(v, x) and g(w, y) differ for all v < w and all values x and y of the loops inside.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.core.arith.bounds import linear_bound
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.linear import Linear, linear
from tilewright.core.arith.prove import nonnegative
from tilewright.core.ir.expr import Add, BufferLoad, Call, Expr, IntImm, Let, Mul, Ramp, Sub, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import (
    Allocate,
    AllocateConst,
    BufferStore,
    DeclBuffer,
    Evaluate,
    For,
    ForKind,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
)
from tilewright.core.ir.walk import free_vars, statements, substitute, walk
from tilewright.core.ops.op import CallEffectKind, Op
from tilewright.core.passes.tir.threads.digits import in_digits

# The annotation of a loop whose iterations are known to be independent, by how it was made.
INDEPENDENT = "independent"
# That of a loop whose vectors are stored past the caches.
NONTEMPORAL = "nontemporal"
_PLAIN = (For, SeqStmt, IfThenElse, BufferStore, LetStmt, Allocate, AllocateConst, DeclBuffer, Evaluate)
_HARMLESS = frozenset({CallEffectKind.ExprAnnotation, CallEffectKind.Pure, CallEffectKind.ReadState})
_MOST_PAIRS = 64


def is_independent(loop: For, known: frozenset[Var]) -> bool:
    """Whether the iterations of `loop` are independent; `known` are the pointers to memory that has no other name."""
    if loop.kind is not ForKind.SERIAL or not is_plain(loop.body):
        return False
    if INDEPENDENT in loop.annotations:
        return True
    touched = _accesses(loop.body)
    own = {node.buffer_var for node in statements(loop.body) if isinstance(node, Allocate)}
    computed = {node.var for node in walk(loop.body) if isinstance(node, (Let, LetStmt))}
    for data, accesses in touched.items():
        if data in own or not any(access.writes for access in accesses):
            continue
        if data not in known or not all(_is_known(access.index, computed) for access in accesses):
            return False
        if len({access.node.buffer.dtype for access in accesses}) > 1 or not _apart(loop, accesses):
            return False
    return True


def is_plain(body: Stmt) -> bool:
    """Whether the statements only compute and store: no jumps, no calls that do more, no pointers handed on."""
    for node in walk(body):
        if isinstance(node, Stmt) and not isinstance(node, _PLAIN):
            return False
        if isinstance(node, For) and node.kind not in (ForKind.SERIAL, ForKind.UNROLLED, ForKind.VECTORIZED):
            return False
        if isinstance(node, Call) and not _is_harmless(node):
            return False
        if isinstance(node, Var) and node.dtype.is_handle:
            return False
    return True


def _is_harmless(call: Call) -> bool:
    """Whether a call computes only, or asks for memory to be brought near."""
    return isinstance(call.op, Op) and (call.op.effect in _HARMLESS or call.op is Op.get("tir.prefetch"))


def _is_known(index: Expr | None, computed: set[Var]) -> bool:
    """Whether an index is made of loop variables and of what does not change in the loop."""
    return index is not None and not any(isinstance(node, BufferLoad) or node in computed for node in walk(index))


@dataclass(frozen=True)
class _Access:
    """An access: the index of its first lane (None when the lanes are not in a line), the last lane's distance from it, and the loops between it and the loop in question."""

    node: BufferLoad | BufferStore
    index: Expr | None
    reach: int
    inner: tuple[For, ...]

    @property
    def writes(self) -> bool:
        """Whether it is a store."""
        return isinstance(self.node, BufferStore)


def _accesses(body: Stmt) -> dict[Var, list[_Access]]:
    found: dict[Var, list[_Access]] = defaultdict(list)
    for node, inner in within(body, ()):
        index, reach = node.indices[0], 0
        if isinstance(index, Ramp) and isinstance(index.stride, IntImm):
            reach = index.stride.value * (index.dtype.lanes - 1)
            index = index.base
        plain = len(node.indices) == 1 and not index.dtype.is_vector and not node.buffer.dtype.is_vector
        found[node.buffer.data].append(_Access(node, index if plain else None, reach, inner))
    return found


def within(node: Node, inner: tuple[For, ...]) -> Iterator[tuple[BufferLoad | BufferStore, tuple[For, ...]]]:
    """The accesses with the loops around them."""
    if isinstance(node, (BufferLoad, BufferStore)):
        yield node, inner
    below = (*inner, node) if isinstance(node, For) else inner
    for child in node.children():
        yield from within(child, below)


def _apart(loop: For, accesses: list[_Access]) -> bool:
    """Whether accesses of different iterations never meet, of which one writes."""
    if _in_rows(loop, accesses) or _in_digits(loop, accesses):
        return True
    writes = [access for access in accesses if access.writes]
    pairs = [(write, other) for write in writes for other in accesses]
    if len(pairs) > _MOST_PAIRS:
        return False
    return all(_ordered(loop, a, b) and (a is b or _ordered(loop, b, a)) for a, b in pairs)


def _in_digits(loop: For, accesses: list[_Access]) -> bool:
    """Whether a digit of the index is the iteration's own."""
    given = [
        (each.index, {inner.loop_var: inner for inner in each.inner}) for each in accesses if each.index is not None
    ]
    return len(given) == len(accesses) and not any(each.reach for each in accesses) and in_digits(loop, given)


def _in_rows(loop: For, accesses: list[_Access]) -> bool:
    """Whether each iteration stays within a row of its own: index = v * length + base + (0 .. length - 1), by constant bounds."""
    rows = [_row(loop, access) for access in accesses]
    first = rows[0]
    if first is None:
        return False
    length, base = first[0], first[1]
    low = min((row[2] for row in rows if row is not None), default=0)
    return all(row is not None and row[0] == length and row[1] == base and row[3] - low < length for row in rows)


def _row(loop: For, access: _Access) -> tuple[int, frozenset[object], float, float] | None:
    """The length of a row, the terms that stay, and the bounds of the others."""
    assert access.index is not None
    form, variable = linear(access.index), loop.loop_var
    moving = {variable, *(each.loop_var for each in access.inner)}
    length, stays, rest = 0, set[object](), {}
    for name, (atom, by) in form.terms.items():
        if atom is variable:
            length = by
        elif not any(node in moving for node in walk(atom)):
            stays.add((name, by))
        elif any(node is variable for node in walk(atom)):
            return None
        else:
            rest[name] = (atom, by)
    if length <= 0:
        return None
    facts = Facts()
    for each in access.inner:
        if not isinstance(each.min, IntImm) or not isinstance(each.extent, IntImm):
            return None
        facts.bind_range(each.loop_var, each.min, each.extent)
    low, high = linear_bound(facts, form.with_terms(rest, form.constant))
    return length, frozenset(stays), low + min(access.reach, 0), high + max(access.reach, 0)


def _ordered(loop: For, first: _Access, second: _Access) -> bool:
    """Whether what `second` touches in a later iteration lies behind all that `first` touches in an earlier one, by proof."""
    facts = Facts()
    facts.bind_range(loop.loop_var, loop.min, loop.extent)
    later = loop.loop_var.replace()
    positive_sizes(facts, (loop, *first.inner, *second.inner))
    for each in first.inner:
        facts.bind_range(each.loop_var, each.min, each.extent)
    renamed: dict[Var, Expr] = {loop.loop_var: loop.loop_var + const(1, later.dtype) + later}
    facts.ranges[later] = (0, (1 << 31) - 1)
    for each in second.inner:
        renamed[each.loop_var] = variable = each.loop_var.replace()
        low, extent = substitute(each.min, renamed), substitute(each.extent, renamed)
        facts.bind_range(variable, low, extent)
    assert first.index is not None
    assert second.index is not None
    distance = _expanded(substitute(second.index, renamed)).add(_expanded(first.index), -1)
    return nonnegative(facts, distance.shifted(-1 - max(first.reach, 0) + min(second.reach, 0)))


def positive_sizes(facts: Facts, loops: tuple[For, ...]) -> None:
    """Sizes are taken to be at least 1: with none, no iteration runs."""
    for loop in loops:
        for variable in free_vars(loop.extent):
            if isinstance(loop.extent, Var):
                facts.narrow(variable, (1, (1 << 31) - 1))


def _expanded(e: Expr) -> Linear:
    """The linear form with sums multiplied out: (v + 1) * m -> v*m + m."""
    return linear(_multiplied(e))


def _multiplied(e: Expr) -> Expr:
    if isinstance(e, (Add, Sub)):
        return binary(type(e).__name__, _multiplied(e.a), _multiplied(e.b))
    if isinstance(e, Mul):
        a, b = _multiplied(e.a), _multiplied(e.b)
        for left, right in ((a, b), (b, a)):
            if isinstance(left, (Add, Sub)):
                return binary(type(left).__name__, _multiplied(left.a * right), _multiplied(left.b * right))
        return a * b
    return e


__all__ = ["INDEPENDENT", "NONTEMPORAL", "is_independent", "is_plain", "positive_sizes", "within"]
