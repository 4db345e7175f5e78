"""compute_inline: what a block computes, where it is read. reverse_compute_inline: what a block makes of another's result, where that is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.inverse import inverse_affine_iter_map
from tilewright.core.arith.iter_map import IterMapLevel, detect_iter_map
from tilewright.core.arith.key import deep_equal
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, FloorDiv, FloorMod, IntImm, IterVar, Range, Var
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Block, BufferStore, Stmt
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.schedule.checks import check_complete, check_not_output, written_buffers
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import scope_of
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.rewriting import (
    all_of,
    analyzer_of,
    axis_analyzer,
    axis_values,
    buffers_around,
    conjunction,
    own_buffers,
    swapped_deep,
    with_regions,
    without,
)
from tilewright.core.schedule.state import ScheduleState


def compute_inline(state: ScheduleState, block: StmtSRef) -> None:
    """Put what a block stores where its result is read, and take the block away."""
    scope, buffer, store, names = can_inline(state, block)
    inlining = _Inlining(buffer, lambda load: substitute(store.value, dict(zip(names, load.indices))))
    _rewrite_scope(state, scope, block, buffer, inlining)


def can_inline(state: ScheduleState, block: StmtSRef) -> tuple[StmtSRef, Buffer, BufferStore, list[Var]]:
    """The scope of a block that can be inlined, the buffer that it writes, its store and the axes that index it; refuses any other."""
    scope = scope_of(state, block, pipeline=True)
    check_not_output(block, scope)
    buffer = _only_output(block)
    check_complete(state, block, scope)
    _check_only_writer(state, block, scope, buffer)
    store = plain_store(block)
    names = _distinct_names(store, block)
    check_access(scope, buffer, block)
    return scope, buffer, store, names


def _only_output(block: StmtSRef) -> Buffer:
    buffers = written_buffers(block.block)
    if len(buffers) != 1:
        raise Refusal(
            "The block is required to have only one output buffer",
            f"The block {{0}} writes {len(buffers)} buffers: it can be inlined when it writes one",
            block.block,
        )
    return buffers[0]


def _check_only_writer(state: ScheduleState, block: StmtSRef, scope: StmtSRef, buffer: Buffer) -> None:
    writers = state.get_block_scope(scope).writers.get(buffer, [])
    if writers != [block]:
        raise Refusal(
            "The block is not the only writer of its buffer",
            f"The block {{0}} is not the only one that writes `{buffer.name}`",
            block.block,
        )


def plain_store(block: StmtSRef) -> BufferStore:
    """The one store that a block consists of."""
    node = block.block
    if node.init is not None or not isinstance(node.body, BufferStore):
        raise Refusal(
            "The block cannot be inlined",
            "The block {0} cannot be inlined: it does more than to store one element",
            node,
        )
    if any(isinstance(each, BufferLoad) and each.buffer is node.body.buffer for each in walk(node.body.value)):
        raise Refusal("The block cannot be inlined", "The block {0} reads what it writes", node)
    return node.body


def _distinct_names(store: BufferStore, block: StmtSRef) -> list[Var]:
    """The variables that are the indices of a store; indices that are constants are left to the reader of the store."""
    names = [index for index in store.indices if isinstance(index, Var)]
    plain = len(names) + sum(isinstance(index, IntImm) for index in store.indices) == len(store.indices)
    wanted = {node for node in walk(store.value) if isinstance(node, Var)} & {
        axis.var for axis in block.block.iter_vars
    }
    if not plain or len(set(names)) != len(names) or not wanted <= set(names):
        raise Refusal(
            "The block cannot be inlined",
            "The block {0} cannot be inlined: the indices of its store are not distinct axes that determine the value",
            block.block,
        )
    return [index if isinstance(index, Var) else Var("_", index.dtype) for index in store.indices]


def check_access(scope: StmtSRef, buffer: Buffer, block: StmtSRef) -> None:
    """Refuses to inline what is reached through its pointer, or through a part of it that has a name of its own."""
    for node in walk(scope.block.body):
        opaque = isinstance(node, Var) and node is buffer.data
        matched = isinstance(node, Block) and any(match.source.buffer is buffer for match in node.match_buffers)
        if opaque or matched:
            raise Refusal(
                "The buffer has opaque access",
                f"The block {{0}} cannot be inlined: `{buffer.name}` is used through its pointer, or a part of it has a name of its own",
                block.block,
            )


@dataclass
class _Inlining:
    """Loads of `buffer` become `value(load)`."""

    buffer: Buffer
    value: object

    def load(self, load: BufferLoad) -> Expr:
        return self.value(load) if load.buffer is self.buffer else load  # type: ignore[operator]


def _rewrite_scope(
    state: ScheduleState, scope: StmtSRef, removed: StmtSRef, buffer: Buffer, inlining: _Inlining
) -> None:
    """The scope without a block, with loads exchanged, and with blocks that declare what they read now."""
    left = without(scope.block.body, removed.node)
    if left is None:
        raise Refusal(
            "The block is the only one of its scope", "The block {0} is all that its scope does", removed.block
        )
    known = {**buffers_around(scope, func_buffers(state, scope)), **own_buffers(scope.block)}
    body = _exchanged(left, inlining, known)
    allocated = tuple(each for each in scope.block.alloc_buffers if each is not buffer)
    state.replace(scope, scope.block.replace(body=body, alloc_buffers=allocated))


def func_buffers(state: ScheduleState, ref: StmtSRef) -> list[Buffer]:
    """The buffers that are arguments of the function around a scope."""
    return list(state.function_of(ref)[1].buffer_map.values())


def _exchanged(node: Node, inlining: _Inlining, known: dict[Var, Buffer]) -> Stmt:
    """A statement with loads exchanged; blocks in which something was exchanged declare their regions anew."""

    def visit(current: Node) -> Node:
        if isinstance(current, Block):
            inside = {**known, **own_buffers(current)}
            made = current.replace(
                body=_exchanged(current.body, inlining, inside),
                init=None if current.init is None else _exchanged(current.init, inlining, inside),
            )
            return current if made.body is current.body and made.init is current.init else with_regions(made, known)
        current = current.map_children(visit)
        return inlining.load(current) if isinstance(current, BufferLoad) else current

    return visit(node)  # type: ignore[return-value]


def reverse_compute_inline(state: ScheduleState, block: StmtSRef) -> None:
    """Let the block that writes what this block reads store what this block makes of it, and take this block away."""
    scope = scope_of(state, block, pipeline=True)
    check_complete(state, block, scope)
    store = plain_store(block)
    producer = only_producer(state, block, scope)
    check_complete(state, producer, scope)
    buffer = written_buffers(producer.block)[0]
    check_not_output(producer, scope)
    check_access(scope, buffer, block)
    check_only_consumer(state, producer, block, scope, buffer)
    stored = _producing_store(producer, store)
    inverse = Inverse(block, producer, stored, list(loads_of(store.value, buffer)))
    _rewrite_producer(state, scope, block, producer, store, inverse)


def _producing_store(producer: StmtSRef, store: BufferStore) -> BufferStore:
    """The one store of a producer; one that updates what its init stores is taken when the consumer does no more than copy."""
    node = producer.block
    init, body = node.init, node.body
    if not (isinstance(init, BufferStore) and isinstance(body, BufferStore) and isinstance(store.value, BufferLoad)):
        return plain_store(producer)
    own = (body, init, *loads_of(body.value, body.buffer))
    if init.buffer is not body.buffer or not all(all(map(deep_equal, each.indices, body.indices)) for each in own):
        raise Refusal("The block cannot be inlined", "The block {0} stores more than one element", node)
    return body


def check_only_consumer(
    state: ScheduleState, producer: StmtSRef, block: StmtSRef, scope: StmtSRef, buffer: Buffer
) -> None:
    """Refuses a block that is not the only one that reads what another writes."""
    if [each for each in state.get_block_scope(scope).consumers(producer) if each is not block]:
        raise Refusal(
            "The producer has other consumers",
            f"`{buffer.name}`, which the block {{0}} reads, is read elsewhere too",
            block.block,
        )


def only_producer(state: ScheduleState, block: StmtSRef, scope: StmtSRef) -> StmtSRef:
    """The one block whose result a block reads; refuses a block that reads those of several."""
    producers = state.get_block_scope(scope).producers(block)
    if len(producers) != 1:
        raise Refusal(
            "The consumer block to be inlined is required to have only a single producer block",
            f"The block {{0}} has {len(producers)} producers: it can be put into its producer when there is one",
            block.block,
        )
    return producers[0]


def loads_of(value: Expr, buffer: Buffer) -> Iterator[BufferLoad]:
    """The loads of a buffer in an expression."""
    for node in walk(value):
        if isinstance(node, BufferLoad) and node.buffer is buffer:
            yield node


class Inverse:
    """From the element that the producer stores to the axes of the consumer that reads it."""

    def __init__(self, consumer: StmtSRef, producer: StmtSRef, stored: BufferStore, loads: list[BufferLoad]) -> None:
        self.consumer, self.producer, self.stored = consumer, producer, stored
        if not loads or any(not _same_indices(load, loads[0]) for load in loads):
            raise self.refused("it reads its producer's result at several places, or at none")
        axes = [axis for axis in consumer.block.iter_vars if axis.dom is not None]
        index_map = IndexMap(tuple(axis.var for axis in axes), loads[0].indices)
        try:
            back = _backwards(index_map, [axis.dom for axis in axes if axis.dom is not None])
        except ValueError as reason:
            raise self.refused(f"the place it reads does not tell its axes ({reason})") from None
        found = back.map_indices(stored.indices)
        self.written = self._written(axes, loads[0].indices) or {axis.var: at for axis, at in zip(axes, found)}
        analyzer = axis_analyzer(producer.block.iter_vars)
        self.values: dict[Var, Expr] = {axis.var: analyzer.simplify(value) for axis, value in zip(axes, found)}
        self.conditions = [
            condition
            for axis in axes
            for condition in _bounds(axis, self.values[axis.var])
            if not analyzer.can_prove(condition)
        ]
        self._check_covered(loads[0], analyzer)

    def _written(self, axes: list[IterVar], indices: tuple[Expr, ...]) -> dict[Var, Expr]:
        """The axes as TVM writes them, with the places of the producer as they are; nothing where there is no plain inverse."""
        domain = {axis.var: axis.dom for axis in axes if axis.dom is not None}
        for ranges in (domain, {var: _padded(dom, indices) for var, dom in domain.items()}):
            found = detect_iter_map(
                indices, ranges, check_level=IterMapLevel.Bijective, simplify_trivial_iterators=False
            )
            if found.indices:
                values = inverse_affine_iter_map(found.indices, self.stored.indices)
                return {var: values.get(var, dom.min) for var, dom in domain.items()}
        return {}

    def refused(self, why: str) -> Refusal:
        """The refusal, with the consumer's name."""
        return Refusal(
            "The block cannot be inlined",
            f"The block {{0}} cannot be put into its producer: {why}",
            self.consumer.block,
        )

    def _check_covered(self, load: BufferLoad, analyzer: Analyzer) -> None:
        """The producer must store every element that the consumer reads."""
        again = [substitute(index, self.values) for index in load.indices]
        for index, place in zip(again, self.stored.indices):
            if not analyzer.can_prove_equal(index, place):
                raise self.refused("what it reads is not what its producer stores")
        reader = axis_analyzer(self.consumer.block.iter_vars)
        ranges = {axis.var: axis.dom for axis in self.producer.block.iter_vars}
        for index, place in zip(load.indices, self.stored.indices):
            domain = ranges.get(place) if isinstance(place, Var) else None
            if domain is None:
                continue
            low, high = binary("GE", index, domain.min), binary("LT", index, domain.min + domain.extent)
            if not (reader.can_prove(low) and reader.can_prove(high)):
                raise self.refused("its producer does not store all that it reads")


def _backwards(index_map: IndexMap, ranges: list[Range]) -> IndexMap:
    """From the place that is read to the axes; where other places are read too, those lead to values outside of the axes."""
    try:
        return index_map.inverse(ranges)
    except ValueError:
        return index_map.non_surjective_inverse(ranges)[0]


def _padded(domain: Range, indices: tuple[Expr, ...]) -> Range:
    """The values of an axis, up to the next multiple of the numbers by which indices are divided."""
    divisors = [node.b for index in indices for node in walk(index) if isinstance(node, (FloorDiv, FloorMod))]
    step = lcm(*[max(1, each.value) for each in divisors if isinstance(each, IntImm)])
    extent = domain.extent
    if not isinstance(extent, IntImm):
        return domain
    return Range.from_min_extent(domain.min, const(-(-extent.value // step) * step, extent.dtype))


def _same_indices(a: BufferLoad, b: BufferLoad) -> bool:
    return all(map(deep_equal, a.indices, b.indices))


def _bounds(axis: IterVar, value: Expr) -> tuple[Expr, Expr]:
    assert axis.dom is not None
    return binary("GE", value, axis.dom.min), binary("LT", value, axis.dom.min + axis.dom.extent)


def _rewrite_producer(
    state: ScheduleState, scope: StmtSRef, consumer: StmtSRef, producer: StmtSRef, store: BufferStore, inverse: Inverse
) -> None:
    buffer, init = inverse.stored.buffer, producer.block.init
    target = substitute(store, inverse.written)

    def placed(value: Expr) -> BufferStore:
        """The consumer's store of what it makes of a value; what the producer updates is there, too."""
        again = BufferLoad(target.buffer, target.indices)
        value = rewrite(value, {BufferLoad: lambda load: again if load.buffer is buffer else load})
        return rewrite(target, {BufferLoad: lambda load: value if load.buffer is buffer else load})

    known = {**buffers_around(scope, func_buffers(state, scope)), **own_buffers(scope.block)}
    realize = producer.binding
    first = placed(init.value) if isinstance(init, BufferStore) else None
    block = with_regions(realize.block.replace(body=placed(inverse.stored.value), init=first), known)
    analyzer = analyzer_of(ref.loop for ref in producer.loops())
    conditions = [substitute(each, axis_values(realize)) for each in inverse.conditions]
    with analyzer.constraint_scope(realize.predicate):
        needed = analyzer.simplify(analyzer.rewrite_simplify(all_of(conditions)))
    predicate = conjunction(realize.predicate, needed)
    made = realize.replace(block=block, predicate=predicate)
    body = without(scope.block.body, consumer.node)
    assert body is not None
    body = swapped_deep(body, realize, made)
    allocated = tuple(each for each in scope.block.alloc_buffers if each is not buffer)
    state.replace(scope, scope.block.replace(body=body, alloc_buffers=allocated))


__all__ = ["can_inline", "compute_inline", "reverse_compute_inline"]
