"""Loops: `For`, `While`, `break` and `continue`.

A counted loop tests at its end and counts in 64 bits, so that LLVM sees an affine induction variable; it cannot overflow, whatever
the type of the loop variable.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.arith.linear import linear
from tilewright.core.codegen.llvm.cleanup import free_from
from tilewright.core.codegen.llvm.index import arithmetic, index
from tilewright.core.codegen.llvm.parallel import parallel_loop, runs_in_parallel
from tilewright.core.codegen.llvm.types import register, unsupported
from tilewright.core.codegen.llvm.writer import Body, Loop
from tilewright.core.ir.expr import IntImm, Var
from tilewright.core.ir.stmt import BufferStore, For, ForKind, While
from tilewright.core.ir.walk import walk
from tilewright.core.passes.tir.threads.independent import NONTEMPORAL

_METADATA = {
    ForKind.UNROLLED: '!"llvm.loop.unroll.enable"',
    ForKind.VECTORIZED: '!"llvm.loop.vectorize.enable", i1 true',
}


def for_loop(body: Body, stmt: For, inside: Callable[[Body], None]) -> None:
    """Lower a `For`; `inside` lowers its body."""
    if stmt.kind is ForKind.THREAD_BINDING:
        raise unsupported(f"loop `{stmt.loop_var.name}` is bound to a GPU thread")
    first, extent = index(body, stmt.min), index(body, stmt.extent)
    if extent[0] != "%" and int(extent) <= 0:
        return
    if stmt.kind is ForKind.PARALLEL and runs_in_parallel(body, stmt):
        parallel_loop(body, stmt, first, extent, lambda child, low, end: _counted(child, stmt, low, end, inside))
    else:
        _counted(body, stmt, first, arithmetic(body, "add", first, extent), inside)


def _counted(body: Body, stmt: For, first: str, end: str, inside: Callable[[Body], None]) -> None:
    """The loop from `first` up to `end`."""
    head, latch, done = body.labels("for", "next", "done")
    _enter(body, first, end, head, done)
    before = body.block
    body.begin(head)
    counter, following = body.name(), body.name()
    body.do(f"{counter} = phi i64 [ {first}, %{before} ], [ {following}, %{latch} ]")
    _bind(body, stmt, counter)
    body.loops.append(Loop(latch, done, len(body.allocations)))
    around = body.past_caches
    body.past_caches = around or NONTEMPORAL in stmt.annotations
    inside(body)
    body.past_caches = around
    body.loops.pop()
    body.branch(latch)
    body.begin(latch)
    body.do(f"{following} = add nsw i64 {counter}, 1")
    again = body.set(f"icmp slt i64 {following}, {end}")
    body.branch_if(again, head, done, _annotation(body, stmt))
    body.begin(done)


def _enter(body: Body, first: str, end: str, head: str, done: str) -> None:
    """Go into the loop, unless it is empty."""
    if first[0] != "%" and end[0] != "%":
        body.branch(head)
    else:
        body.branch_if(body.set(f"icmp slt i64 {first}, {end}"), head, done)


def _bind(body: Body, stmt: For, counter: str) -> None:
    type_ = stmt.loop_var.dtype
    body.wide[stmt.loop_var] = counter
    body.values[stmt.loop_var] = counter if type_.bits == 64 else body.set(f"trunc i64 {counter} to {register(type_)}")


def _annotation(body: Body, stmt: For) -> str:
    wish = _METADATA.get(stmt.kind)
    if wish is None and _fills_vectors(stmt):
        wish = _KEPT
    if wish is None and stmt.kind is ForKind.SERIAL and body.module.has_scalable_vectors:
        wish = _SCALABLE
    return f", !llvm.loop {body.module.loop_metadata(wish)}" if wish is not None else ""


# LLVM writes out loops of few rounds before it looks for what can become vectors, and then only finds what is far apart.
_KEPT = '!"llvm.loop.unroll.disable"'
# Where a loop costs as much in vectors of 128 bits, those of the processor may be longer.
_SCALABLE = '!"llvm.loop.vectorize.scalable.enable", i1 true'
_ROUNDS = range(8, 129)
# Vectors that a round joins, from which on several rounds at once gain nothing and take LLVM long; and those that it stores, where there are few rounds.
_FULL, _SEVERAL = 8, 4


def _fills_vectors(stmt: For) -> bool:
    """Whether the loop has few rounds and stores neighbouring elements in them, or joins vectors into the same ones, or stores several; or joins many vectors in each round."""
    if stmt.kind is not ForKind.SERIAL or (isinstance(stmt.extent, IntImm) and stmt.extent.value < _ROUNDS.start):
        return False
    stores = [node for node in walk(stmt.body) if isinstance(node, BufferStore)]
    few = isinstance(stmt.extent, IntImm) and stmt.extent.value in _ROUNDS
    if len(stores) >= (_SEVERAL if few else _FULL) and all(store.indices[-1].dtype.is_vector for store in stores):
        return True
    return few and bool(stores) and all(_is_next(store, stmt.loop_var) for store in stores)


def _is_next(store: BufferStore, variable: Var) -> bool:
    """Whether the store moves on by one element with the variable, or is one of a vector that stays."""
    index = store.indices[-1]
    if index.dtype.is_vector:
        return not any(node is variable for node in walk(index))
    return any(atom is variable and by == 1 for atom, by in linear(index).atoms())


def while_loop(body: Body, stmt: While, inside: Callable[[], None]) -> None:
    """Lower a `While`."""
    test, head, done = body.labels("while", "do", "done")
    body.branch(test)
    body.begin(test)
    body.branch_if(body.value(stmt.condition), head, done)
    body.begin(head)
    body.loops.append(Loop(test, done, len(body.allocations)))
    inside()
    body.loops.pop()
    body.branch(test)
    body.begin(done)


def break_loop(body: Body) -> None:
    """Leave the innermost loop."""
    _jump(body, "break", lambda loop: loop.exit_label)


def continue_loop(body: Body) -> None:
    """Go on with the next round of the innermost loop."""
    _jump(body, "continue", lambda loop: loop.next_label)


def _jump(body: Body, word: str, label: Callable[[Loop], str]) -> None:
    if not body.loops:
        raise unsupported(f"`{word}` stands outside a loop")
    loop = body.loops[-1]
    free_from(body, loop.allocations)
    body.branch(label(loop))
    body.unreachable()
