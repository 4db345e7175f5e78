"""Loops apart again: one that runs over two others at once is written as those two, and one that is marked parallel as one that default threads may choose.

    for v in T.parallel(512): ... v // 16 * 32 ... v % 16 * 64    ->    for q in range(32): for r in range(16): ... q * 32 ... r * 64

A parallel loop is only taken where its iterations are known to be independent; then the loops that register tiling makes run in threads, which share its packed panels.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Div, Expr, FloorDiv, FloorMod, IntImm, Mod, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import BufferStore, For, ForKind, Stmt
from tilewright.core.ir.walk import Visit, rewrite, rewrite_top_down, statements, substitute, walk
from tilewright.core.passes.tir.threads.independent import is_independent


def with_default_threads(func: PrimFunc, known: set[Var], transposes: Callable[[For], bool]) -> PrimFunc:
    """The function with serial loops for the parallel ones of its reductions and transposes, and not held for scheduled if there are any.

    `known` are the pointers without aliases.
    """
    changed = False
    reduced = _of_reductions(func.body)

    def loop(stmt: For, visit: Visit) -> Stmt:
        nonlocal changed
        if stmt.kind is not ForKind.PARALLEL:
            return stmt.map_children(visit)
        serial = rewrite(stmt, {For: _serial})
        parts = apart(serial)
        made = _depth(parts) - _depth(serial) + 1
        reduces = any(
            isinstance(node, (BufferStore, BufferLoad)) and node.buffer.data in reduced for node in walk(stmt)
        )
        if stmt.annotations or not (reduces or transposes(parts)) or not _independent(parts, made, known):
            return stmt
        changed = True
        return parts

    body = rewrite_top_down(func.body, {For: loop})
    return func.with_body(body).replace(scheduled=False) if changed else func


def _of_reductions(body: Stmt) -> set[Var]:
    """The memory that reductions read or write: a loop whose variable is in no index of the store accumulates into its elements."""
    found = set[Var]()
    for loop in (stmt for stmt in statements(body) if isinstance(stmt, For)):
        for node in statements(loop.body):
            if not isinstance(node, BufferStore) or not accumulates(node):
                continue
            if not any(used is loop.loop_var for index in node.indices for used in walk(index)):
                found.add(node.buffer.data)
                found |= {read.buffer.data for read in walk(node.value) if isinstance(read, BufferLoad)}
    return found


def _depth(stmt: Stmt) -> int:
    return 1 + _depth(stmt.body) if isinstance(stmt, For) else 0


def _serial(loop: For) -> For:
    return loop.replace(kind=ForKind.SERIAL) if loop.kind is ForKind.PARALLEL else loop


def _independent(loop: For, count: int, known: set[Var]) -> bool:
    """Whether the outermost `count` loops of a nest are independent."""
    inner = loop.body
    return is_independent(loop, frozenset(known)) and (
        count == 1 or (isinstance(inner, For) and _independent(inner, count - 1, known))
    )


def accumulates(store: BufferStore) -> bool:
    """Whether an element is computed from its old value, or from another one of its buffer."""
    return any(isinstance(node, BufferLoad) and node.buffer.data is store.buffer.data for node in walk(store.value))


def in_groups(loop: For) -> For:
    """A nest in which each loop that counts members of groups, of which the number is a quotient, is one over groups and one over members; the same object without such loops.

    for c in range(64): ... c // 16 * 900 ... c * 9    ->    for g in range(4): for m in range(16): ... g * 900 ... (g * 16 + m) * 9
    """
    return rewrite(loop, {For: _members_apart})


def _members_apart(loop: For) -> For:
    return apart(loop, is_mixed=True)


def apart(loop: For, is_mixed: bool = False) -> For:
    """The loop as a nest of loops, where its variable is used in quotients and remainders, and with `is_mixed` as it is too; the same object where it is not."""
    if not isinstance(loop.extent, IntImm) or not isinstance(loop.min, IntImm) or loop.min.value:
        return loop
    divisors = _divisors(loop, is_mixed)
    by = min(divisors, default=0)
    if by < 2 or any(each % by for each in divisors) or loop.extent.value % by:
        return loop
    variable, type_ = loop.loop_var, loop.loop_var.dtype
    high, low = variable.replace(), Var(f"{variable.name}_within", type_)

    def part(node: Expr) -> Expr:
        found = _divided(node, variable)
        if found is None:
            return node
        is_quotient, times = found[0], found[1] // by
        if is_quotient:
            return high if times == 1 else FloorDiv(high, const(times, type_))
        return low if times == 1 else FloorMod(high, const(times, type_)) * const(by, type_) + low

    body = rewrite(loop.body, dict.fromkeys((FloorDiv, Div, FloorMod, Mod, Call), part))
    body = substitute(body, {variable: high * const(by, type_) + low}) if is_mixed else body
    inner = loop.replace(loop_var=low, extent=const(by, type_), body=body)
    return apart(loop.replace(loop_var=high, extent=const(loop.extent.value // by, type_), body=inner), is_mixed)


def _divisors(loop: For, is_mixed: bool) -> set[int]:
    """The numbers by which the variable is divided; none where it is used in another way, unless that `is_mixed`."""
    found, used, divided = set[int](), 0, 0
    for node in walk(loop.body):
        used += node is loop.loop_var
        part = _divided(node, loop.loop_var)
        if part is not None:
            divided += 1
            found.add(part[1])
    return found if is_mixed or used == divided else set()


def _divided(node: object, variable: Var) -> tuple[bool, int] | None:
    """Whether a node is a quotient of the variable or a remainder, and the divisor; None for anything else."""
    if isinstance(node, (FloorDiv, Div, FloorMod, Mod)):
        a, b, shift = node.a, node.b, ""
    elif isinstance(node, Call) and callee_name(node) in _OF_BITS:
        a, b, shift = *node.args, callee_name(node)
    else:
        return None
    if a is not variable or not isinstance(b, IntImm) or b.value < 1:
        return None
    if not shift:
        return isinstance(node, (FloorDiv, Div)), b.value
    if shift == "tir.shift_right":
        return True, 1 << b.value
    return None if b.value & (b.value + 1) else (False, b.value + 1)


# The quotients and remainders of powers of two, which are never of negative numbers here.
_OF_BITS = frozenset({"tir.shift_right", "tir.bitwise_and"})

__all__ = ["accumulates", "apart", "in_groups", "with_default_threads"]
