"""fuse_reduction_epilogue: what a block adds to a sum, and between which bounds it puts it, as part of the sum.

A term is where the sum starts, which changes nothing but the order of additions.  Bounds are kept after every step, as TVM's primitive does: a sum that leaves them
on its way ends elsewhere than one that is put between them at its end, so a warning says so.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.key import deep_equal
from tilewright.core.base.warn import warn_user
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Add, BufferLoad, Expr, Max, Min, Sub
from tilewright.core.ir.operators import binary
from tilewright.core.ir.stmt import Block, BufferStore
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.schedule.checks import check_complete, check_not_output, check_reduction
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import scope_of
from tilewright.core.schedule.primitives.inline import (
    Inverse,
    check_access,
    check_only_consumer,
    func_buffers,
    loads_of,
    only_producer,
    plain_store,
)
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.rewriting import buffers_around, own_buffers, swapped_deep, with_regions, without
from tilewright.core.schedule.state import ScheduleState

Change = Callable[[Expr], Expr]


def fuse_reduction_epilogue(state: ScheduleState, reduction: StmtSRef, epilogue: StmtSRef) -> None:
    """Let a block that sums store what another makes of the sum, and take that one away."""
    scope = scope_of(state, epilogue, pipeline=True)
    check_complete(state, epilogue, scope)
    store = plain_store(epilogue)
    if only_producer(state, epilogue, scope) is not reduction:
        raise _refused(epilogue, "it does not read the result of the reduction")
    check_reduction(state, reduction, scope)
    check_not_output(reduction, scope)
    init, update, term = _sum_of(reduction)
    buffer = update.buffer
    check_access(scope, buffer, epilogue)
    check_only_consumer(state, reduction, epilogue, scope, buffer)
    inverse = Inverse(epilogue, reduction, update, list(loads_of(store.value, buffer)))
    if inverse.conditions:
        raise _refused(epilogue, "it reads a part of the sums only")
    placed = substitute(store, inverse.values)
    added, bounded = _parts(placed.value, buffer, epilogue)
    if placed.buffer.dtype != buffer.dtype:
        raise _refused(epilogue, f"it makes {placed.buffer.dtype} of sums of {buffer.dtype}")
    if bounded is not None:
        _warn(epilogue.block)
    bound = bounded or (lambda value: value)
    so_far = BufferLoad(placed.buffer, placed.indices)
    start = Analyzer().simplify(bound(added(init.value)))
    made = reduction.block.replace(
        init=placed.replace(value=start), body=placed.replace(value=bound(binary("Add", so_far, term)))
    )
    _put(state, scope, epilogue, reduction, made)


def _put(state: ScheduleState, scope: StmtSRef, epilogue: StmtSRef, reduction: StmtSRef, made: Block) -> None:
    known = {**buffers_around(scope, func_buffers(state, scope)), **own_buffers(scope.block)}
    realize = reduction.binding
    body = without(scope.block.body, epilogue.node)
    assert body is not None
    body = swapped_deep(body, realize, realize.replace(block=with_regions(made, known)))
    state.replace(scope, scope.block.replace(body=body))


def _refused(epilogue: StmtSRef, why: str) -> Refusal:
    return Refusal(
        "The epilogue cannot be fused", f"The block {{0}} cannot become a part of the reduction: {why}", epilogue.block
    )


def _sum_of(reduction: StmtSRef) -> tuple[BufferStore, BufferStore, Expr]:
    """The store that a sum starts with, the one of each step, and the term that the step adds."""
    init, update = reduction.block.init, reduction.block.body
    if isinstance(init, BufferStore) and isinstance(update, BufferStore) and isinstance(update.value, Add):
        left, right = update.value.a, update.value.b
        for so_far, term in ((left, right), (right, left)):
            if _reads(so_far, update) and not any(True for _ in loads_of(term, update.buffer)):
                return init, update, term
    raise Refusal("The reduction block is no sum", "The block {0} does not add one term in each step", reduction.block)


def _reads(value: Expr, store: BufferStore) -> bool:
    """Whether an expression is the element that a statement stores."""
    if not isinstance(value, BufferLoad) or value.buffer is not store.buffer:
        return False
    return all(map(deep_equal, value.indices, store.indices))


def _parts(value: Expr, buffer: Buffer, epilogue: StmtSRef) -> tuple[Change, Change | None]:
    """The start of a sum made of its old one, and the bounds around each step; refuses what is neither."""

    def mentions(part: Expr) -> bool:
        return any(True for _ in loads_of(part, buffer))

    if isinstance(value, BufferLoad):
        return (lambda start: start), None
    if isinstance(value, (Add, Sub)) and mentions(value.a) != mentions(value.b):
        inner, other = (value.a, value.b) if mentions(value.a) else (value.b, value.a)
        if isinstance(inner, BufferLoad) and (isinstance(value, Add) or inner is value.a):
            name = "Add" if isinstance(value, Add) else "Sub"
            return (lambda start: binary(name, start, other)), None
    if isinstance(value, (Max, Min)) and mentions(value.a) != mentions(value.b):
        inner, limit = (value.a, value.b) if mentions(value.a) else (value.b, value.a)
        name = "Max" if isinstance(value, Max) else "Min"
        if not any(isinstance(node, BufferLoad) for node in walk(limit)):
            added, bounded = _parts(inner, buffer, epilogue)
            return added, lambda each: binary(name, each if bounded is None else bounded(each), limit)
    raise _refused(epilogue, "it does more with a sum than to add a term and to put it between bounds")


def _warn(epilogue: Block) -> None:
    warn_user(
        f"fuse_reduction_epilogue puts the bounds of block `{epilogue.name_hint}` around every step of the sum: the result differs where a sum leaves them on its way"
    )


__all__ = ["fuse_reduction_epilogue"]
