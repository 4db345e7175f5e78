"""The steps of a schedule that fit a loop or block: what an editor offers there, most useful first.

A step is tried on a schedule of the function before it is offered.  One that is `listed` is shown with the reason when it is not possible; the others, one for each
number or place that could be chosen, are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from tilewright.core.analysis.checks.at_once import obstacle
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, IntImm, IterVarKind
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, Evaluate, For, ForKind, While
from tilewright.core.ir.walk import free_vars, walk
from tilewright.core.refactor.hand import Hand
from tilewright.core.refactor.intrinsics import fitting
from tilewright.core.refactor.target import Target
from tilewright.core.schedule.references import StmtSRef, below, nested
from tilewright.core.schedule.tensor_intrin import TensorIntrin

REWRITE: Final = "refactor.rewrite"
EXTRACT: Final = "refactor.extract"
INLINE: Final = "refactor.inline"
FACTORS = (4, 8, 16, 32, 64)
_FEW = 4  # places that a block can be moved to which are offered


class NotPossible(Exception):
    """A step that a program does not allow; the message says why."""


@dataclass(frozen=True)
class Step:
    """A step: `key` names it among those of its loop or block, `run` makes it and raises `NotPossible` or `ScheduleError`; `kind` is the protocol's word by which menus group it."""

    key: str
    title: str
    run: Callable[[Hand], object]
    listed: bool = False
    kind: str = REWRITE


def steps(target: Target) -> Iterator[Step]:
    """The steps that could be made at a place, whether they are possible or not."""
    if isinstance(target.stmt, For):
        yield from _of_loop(target.func, target.stmt)
        yield from _tensorized(target, target.stmt, f"the loops from `{target.stmt.loop_var.name}` on")
    elif isinstance(target.stmt, Block) and target.stmt.iter_vars:
        yield from _of_block(target.func, target.stmt)
        yield from _tensorized(target, target.stmt, f"`{target.stmt.name_hint}`")


def _tensorized(target: Target, stmt: For | Block, what: str) -> Iterator[Step]:
    """The tensor intrinsics that may compute a loop nest or block."""
    for name, intrin in fitting(target.intrinsics, stmt):

        def run(hand: Hand, intrin: str | TensorIntrin = intrin) -> None:
            piece = hand.loop(stmt) if isinstance(stmt, For) else hand.block(stmt)
            hand.tensorize(piece, intrin)
            hand.has_names = False  # whoever runs the schedule may not have registered the intrinsic

        yield Step(f"tensorize:{name}", f"Compute {what} by the tensor intrinsic `{name}`", run)


def _of_loop(func: PrimFunc, loop: For) -> Iterator[Step]:
    name = loop.loop_var.name
    if loop.kind is not ForKind.SERIAL or loop.step is not None or _leaves(loop):
        return
    yield from _splits(loop)
    inner = _only_loop_below(loop)
    if inner is not None:
        both = f"`{name}` and `{inner.loop_var.name}`"
        yield Step("reorder", f"Reorder {both}", lambda hand: _reordered(hand, loop, inner), listed=True)
        yield Step("fuse", f"Fuse {both}", lambda hand: hand.fuse(hand.loop(loop), hand.loop(inner)), listed=True)
    parallel, lanes = ForKind.PARALLEL, ForKind.VECTORIZED
    yield Step("parallel", f"Make `{name}` parallel", lambda hand: _at_once(hand, func, loop, parallel), listed=True)
    yield Step("vectorize", f"Vectorize `{name}`", lambda hand: _at_once(hand, func, loop, lanes), listed=True)
    yield Step("unroll", f"Unroll `{name}`", lambda hand: _unrolled(hand, loop), listed=True)
    yield from _reductions(loop)
    if not _plain_statements(loop):
        title = f"Extract block of the loops from `{name}` on"
        yield Step("blockize", title, lambda hand: hand.blockize(hand.loop(loop)), kind=EXTRACT)


def _splits(loop: For) -> Iterator[Step]:
    """Splits by powers of two that divide the extent, or by one where none does."""
    extent = loop.extent.value if isinstance(loop.extent, IntImm) else 0
    smaller = [factor for factor in FACTORS if not extent or factor < extent]
    even = [factor for factor in smaller if extent and extent % factor == 0]
    for factor in even or [factor for factor in smaller if factor == 16]:
        title = f"Split `{loop.loop_var.name}` by {factor}{'' if even else ', under a condition'}"
        yield Step(f"split:{factor}", title, lambda hand, factor=factor: _split(hand, loop, factor, uneven=not even))


def _split(hand: Hand, loop: For, factor: int, *, uneven: bool) -> None:
    if uneven and _plain_statements(loop):
        raise NotPossible("statements that are in no block cannot be put under the condition")
    hand.split(hand.loop(loop), [None, factor])


def _reordered(hand: Hand, loop: For, inner: For) -> None:
    _require_blocks(loop)
    hand.reorder(hand.loop(inner), hand.loop(loop))


def _at_once(hand: Hand, func: PrimFunc, loop: For, kind: ForKind) -> None:
    race = obstacle(func, loop, kind)
    if race is not None:
        raise NotPossible(race)
    if kind is ForKind.PARALLEL:
        hand.parallel(hand.loop(loop))
        return
    if not isinstance(loop.extent, IntImm):
        raise NotPossible(f"the extent of `{loop.loop_var.name}` is not a number; split the loop first")
    if any(isinstance(node, (For, While)) for node in walk(loop.body)):
        raise NotPossible(f"`{loop.loop_var.name}` is not the innermost loop")
    hand.vectorize(hand.loop(loop))


def _unrolled(hand: Hand, loop: For) -> None:
    if not isinstance(loop.extent, IntImm):
        raise NotPossible(f"the extent of `{loop.loop_var.name}` is not a number; split the loop first")
    hand.unroll(hand.loop(loop))


def _reductions(loop: For) -> Iterator[Step]:
    """Steps for the sums below a loop: their initial values in a nest of their own, and partial results for each iteration."""
    for node in below(loop.body):
        if not isinstance(node, BlockRealize) or node.block.init is None:
            continue
        block, name = node.block, node.block.name_hint
        title = f"Initialise the reduction of `{name}` before `{loop.loop_var.name}`"
        yield Step(
            f"decompose:{name}",
            title,
            lambda hand, block=block: hand.decompose_reduction(hand.block(block), hand.loop(loop)),
        )
        title = f"Give each iteration of `{loop.loop_var.name}` its own partial result of `{name}`"
        yield Step(f"rfactor:{name}", title, lambda hand: hand.rfactor(hand.loop(loop), 0))


def _of_block(func: PrimFunc, block: Block) -> Iterator[Step]:
    name = block.name_hint
    title = f"Inline block `{name}`"
    yield Step("inline", title, lambda hand: hand.compute_inline(hand.block(block)), listed=True, kind=INLINE)
    title = f"Inline block `{name}` into what it reads"
    yield Step("reverse_inline", title, lambda hand: hand.reverse_compute_inline(hand.block(block)), kind=INLINE)
    yield from _moves(func, block)
    yield from _copies(func, block)
    if block.init is not None:
        yield Step(
            "decompose",
            f"Initialise the reduction of `{name}` in a block of its own",
            lambda hand: _decomposed(hand, block),
        )
    yield from _layouts(func, block)


def _decomposed(hand: Hand, block: Block) -> None:
    """The initialisation in front of the outermost loop of the reduction."""
    ref = hand.state.ref(block)
    reduced = [
        value
        for axis, value in zip(block.iter_vars, ref.binding.iter_values)
        if axis.iter_type is IterVarKind.CommReduce
    ]
    used = {var for value in reduced for var in free_vars(value)}
    loop = next((each.loop for each in ref.loops() if each.loop.loop_var in used), None)
    if loop is None:
        raise NotPossible("no loop around the block belongs to the reduction")
    rv = hand.block(block)
    hand.decompose_reduction(rv, hand.loop(loop))


def _moves(func: PrimFunc, block: Block) -> Iterator[Step]:
    """The loops of the blocks that read what a block writes, and of those that write what it reads: it could be computed there."""
    hand = Hand(func)
    ref = hand.state.ref(block)
    scope = ref.scope()
    if scope is None:
        return
    around = hand.state.get_block_scope(scope)
    for reverse, others in ((False, around.consumers(ref)), (True, around.producers(ref))):
        places = [(other, loop) for other in others if other is not ref for loop in other.loops()]
        for other, loop in places[:_FEW]:
            yield _move(block, other, loop.loop, reverse)


def _move(block: Block, other: StmtSRef, loop: For, reverse: bool) -> Step:
    def run(hand: Hand) -> None:
        step = hand.reverse_compute_at if reverse else hand.compute_at
        step(hand.block(block), hand.loop(loop))

    place = f"`{loop.loop_var.name}` of `{other.block.name_hint}`"
    key = f"{'reverse_' * reverse}compute_at:{other.block.name_hint}:{loop.loop_var.name}"
    return Step(key, f"Compute `{block.name_hint}` in {place}", run)


def _copies(func: PrimFunc, block: Block) -> Iterator[Step]:
    """Copies of what a block reads and writes, in the memory of the threads of a GPU, or in another buffer."""
    threads = any(isinstance(node, For) and node.kind is ForKind.THREAD_BINDING for node in walk(func))
    scope, local = ("shared", "local") if threads else ("global", "global")
    for at, region in enumerate(block.reads):
        title = f"Read `{region.buffer.name}` in `{block.name_hint}` from a copy in {scope} memory"
        yield Step(f"cache_read:{at}", title, lambda hand, at=at: hand.cache_read(hand.block(block), at, scope))
    for at, region in enumerate(block.writes):
        title = f"Write `{region.buffer.name}` in `{block.name_hint}` through a copy in {local} memory"
        yield Step(f"cache_write:{at}", title, lambda hand, at=at: hand.cache_write(hand.block(block), at, local))


def _layouts(func: PrimFunc, block: Block) -> Iterator[Step]:
    """Intermediate matrices stored the other way round; the layout of parameters belongs to the callers."""
    given = {buffer.data for buffer in func.buffer_map.values()}
    for at, region in enumerate(block.writes):
        if len(region.buffer.shape) == 2 and region.buffer.data not in given:
            title = f"Store `{region.buffer.name}` transposed"
            yield Step(f"transpose:{at}", title, lambda hand, at=at: _transposed(hand, block, at))


def _transposed(hand: Hand, block: Block, at: int) -> None:
    hand.transform_layout(hand.block(block), ("write", at), lambda i, j: (j, i))


def _only_loop_below(loop: For) -> For | None:
    inner = loop.body
    return inner if isinstance(inner, For) and inner.kind is ForKind.SERIAL and inner.step is None else None


def _leaves(loop: For) -> bool:
    """Whether some iteration ends the loop, or itself, before its end."""
    return any(isinstance(node, Call) and callee_name(node) in _JUMPS for node in walk(loop.body))


_JUMPS = frozenset({"tir.ret", "tir.break_loop", "tir.continue_loop", "tir.thread_return"})


def _plain_statements(loop: For) -> bool:
    """Whether statements stand below a loop that are in no block."""
    if isinstance(loop.body, (BufferStore, Evaluate)):
        return True
    inside = [*nested(loop.body)]
    return not inside or any(isinstance(each, For) and _plain_statements(each) for each in inside) or _besides(loop)


def _besides(loop: For) -> bool:
    """Whether a store or call stands beside the loops and blocks of a loop."""
    stores = [node for node in walk(loop.body) if isinstance(node, (BufferStore, Evaluate))]
    blocks = [each.block for each in below(loop.body) if isinstance(each, BlockRealize)]
    within = {id(node) for block in blocks for node in walk(block)}
    return any(id(node) not in within for node in stores)


def _require_blocks(loop: For) -> None:
    if _plain_statements(loop):
        raise NotPossible(
            f"statements below `{loop.loop_var.name}` are in no block, which would say what they depend on"
        )
