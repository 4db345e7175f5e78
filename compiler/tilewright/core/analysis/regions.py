"""Which parts of buffers a piece of program reads and writes: accesses relaxed over the loops between it and its root.

The regions, their order and their form are those that TVM infers for a block that declares none, since programs print them: regions of buffers
defined outside, in order of first access; a loop variable becomes the interval of its values; two accesses of one buffer become the smallest
box around both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from tilewright.core.arith.facts import Facts, negated, nonnegative_forms
from tilewright.core.arith.int_set import IntervalSet, cover_range, eval_set, from_range, intersect, union
from tilewright.core.arith.key import deep_equal
from tilewright.core.arith.linear import Linear, is_index, to_expr
from tilewright.core.arith.simplify import simplify
from tilewright.core.ir.buffer import Buffer, BufferRegion, MatchBufferRegion
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import And, BufferLoad, Call, CmpOp, Expr, IntImm, Range, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, DeclBuffer, For, IfThenElse, LetStmt, Stmt
from tilewright.core.ir.walk import Visit, rewrite_top_down, substitute, walk

Box = list[IntervalSet]


class AccessRegions(NamedTuple):
    """Regions read, regions written, and buffers reached through a bare pointer."""

    reads: tuple[BufferRegion, ...]
    writes: tuple[BufferRegion, ...]
    opaque: tuple[BufferRegion, ...]


def block_access_regions(block: Block, buffers: Mapping[Var, Buffer]) -> AccessRegions:
    """The regions of `buffers` that a block reads and writes; `buffers` maps pointers to the buffers defined around it.

    With an init, the buffers that the block writes are not counted as read: the value it updates is its own.  A block inside counts with the
    regions it declares.
    """
    collector = _Collector(dict(buffers))
    collector.block(block)
    written = collector.writes.regions()
    own = {region.buffer for region in written} if block.init is not None else set[Buffer]()
    return AccessRegions(collector.reads.regions(own), written, collector.opaque.regions())


def accessed_regions(stmt: Stmt, buffers: Mapping[Var, Buffer]) -> AccessRegions:
    """The regions of `buffers` that a statement reads and writes; a block inside counts with its declared regions."""
    collector = _Collector(dict(buffers))
    collector.visit(stmt)
    return AccessRegions(collector.reads.regions(), collector.writes.regions(), collector.opaque.regions())


def full_region(buffer: Buffer) -> tuple[Range, ...]:
    """Every element."""
    return tuple([Range.from_min_extent(const(0, size.dtype), size) for size in buffer.shape])


@dataclass
class _Boxes:
    """Boxes by buffer, in order of first access."""

    facts: Facts
    boxes: dict[Buffer, Box] = field(default_factory=dict[Buffer, Box])

    def add(self, buffer: Buffer, box: Box) -> None:
        known = self.boxes.get(buffer)
        self.boxes[buffer] = box if known is None else [union(self.facts, a, b) for a, b in zip(known, box)]

    def regions(self, without: set[Buffer] | frozenset[Buffer] = frozenset()) -> tuple[BufferRegion, ...]:
        return tuple(
            [
                BufferRegion(buffer, tuple([self._range(ends, whole) for ends, whole in zip(box, full_region(buffer))]))
                for buffer, box in self.boxes.items()
                if buffer not in without
            ]
        )

    def _range(self, ends: IntervalSet, whole: Range) -> Range:
        low, high = ends.low, ends.high
        if low is not None and high is not None and (ends.is_single_point or _same(self.facts, low, high)):
            return Range.from_min_extent(low, const(1, low.dtype))
        return cover_range(ends, whole, self.facts)


def _same(facts: Facts, a: Expr, b: Expr) -> bool:
    return deep_equal(simplify(facts, a), simplify(facts, b))


class _Collector:
    """One walk: the domains of the loops entered so far, the lets, and what was found."""

    def __init__(self, buffers: dict[Var, Buffer]) -> None:
        self.buffers = buffers
        self.facts = Facts()
        self.domains: dict[Var, IntervalSet] = {}
        self.lets: dict[Var, Expr] = {}
        self.matched: dict[Buffer, MatchBufferRegion] = {}
        self.inner: set[Var] = set()  # memory that statements inside allocate, which no region of a block can mention
        self.reads, self.writes, self.opaque = _Boxes(self.facts), _Boxes(self.facts), _Boxes(self.facts)

    def visit(self, current: Node) -> None:
        kind = type(current)
        if kind is IntImm:
            return
        rule = self.RULES.get(kind)
        if rule is not None:
            rule(self, current)
            return
        for child in current.children():
            self.visit(child)

    def block(self, block: Block) -> None:
        """The block itself: what it matches, declares, initialises and does."""
        for match in block.match_buffers:
            self.matched[match.buffer] = match
            self.buffers[match.buffer.data] = match.buffer
        for axis in block.iter_vars:
            for child in () if axis.dom is None else axis.dom.children():
                self.visit(child)
        for region in (*block.reads, *block.writes, *(match.source for match in block.match_buffers)):
            for range_ in region.region:
                self.visit(range_.min)
                self.visit(range_.extent)
        if block.init is not None:
            self.visit(block.init)
        self.visit(block.body)

    def _for(self, loop: For) -> None:
        before = self.domains
        low, extent = self._without_lets(loop.min), self._without_lets(loop.extent)
        self.domains = {**before, loop.loop_var: from_range(Range.from_min_extent(low, extent))}
        for child in loop.children():
            self.visit(child)
        self.domains = before

    def _if(self, stmt: IfThenElse) -> None:
        self.visit(stmt.condition)
        self._under(stmt.condition, stmt.then_case)
        if stmt.else_case is not None:
            self._under(negated(stmt.condition), stmt.else_case)

    def _under(self, condition: Expr, inside: Node) -> None:
        """`inside`, with the domains of loop variables narrowed by the condition."""
        before = dict(self.domains)
        for conjunct in _conjuncts(self._without_lets(condition)):
            self._narrow(conjunct)
        self.visit(inside)
        self.domains = before

    def _narrow(self, condition: Expr) -> None:
        if not isinstance(condition, CmpOp) or not is_index(condition.a.dtype):
            return
        for form in nonnegative_forms(condition):
            for atom, coefficient in form.atoms():
                if isinstance(atom, Var) and atom in self.domains and abs(coefficient) == 1:
                    bound = _solved(form, atom, coefficient)
                    self.domains[atom] = intersect(self.facts, self.domains[atom], bound)

    def _let(self, stmt: LetStmt) -> None:
        self.visit(stmt.value)
        before = self.lets
        self.lets = {**before, stmt.var: substitute(stmt.value, before) if before else stmt.value}
        self.visit(stmt.body)
        self.lets = before

    def _declared(self, stmt: DeclBuffer) -> None:
        if stmt.buffer.data not in self.buffers:
            self.inner.add(stmt.buffer.data)
        for child in stmt.children():
            self.visit(child)

    def _load(self, load: BufferLoad) -> None:
        self._access(self.reads, load.buffer, load.indices)
        for child in load.children():
            self.visit(child)

    def _store(self, store: BufferStore) -> None:
        self._access(self.writes, store.buffer, store.indices)
        self.visit(store.value)
        for index in store.indices:
            self.visit(index)

    def _access(self, boxes: _Boxes, buffer: Buffer, indices: tuple[Expr, ...]) -> None:
        self._update(boxes, buffer, [self._values(index) for index in indices])

    def _values(self, index: Expr) -> IntervalSet:
        value = self._without_lets(index)
        if self.inner and any(isinstance(node, BufferLoad) and node.buffer.data in self.inner for node in walk(value)):
            return IntervalSet(None, None)
        if type(value) is Var or type(value) is IntImm:
            return eval_set(value, self.domains, self.facts)
        unknown: dict[Var, IntervalSet] = {}
        known = _without_calls(value, unknown)
        return eval_set(known, {**self.domains, **unknown} if unknown else self.domains, self.facts)

    def _without_lets(self, value: Expr) -> Expr:
        """The value with those of lets inside the block in place of their names, which have none outside."""
        return substitute(value, self.lets) if self.lets else value

    def _realize(self, realize: BlockRealize) -> None:
        """A block inside counts with its declared regions, its axes standing for what they are bound to."""
        values = dict(zip([axis.var for axis in realize.block.iter_vars], map(self._without_lets, realize.iter_values)))
        for boxes, regions in ((self.reads, realize.block.reads), (self.writes, realize.block.writes)):
            for region in regions:
                ranges = [substitute(range_, self.lets) if self.lets else range_ for range_ in region.region]
                box = [eval_set_of_range(range_, values, self.domains, self.facts) for range_ in ranges]
                self._update(boxes, region.buffer, box)

    def _call(self, call: Call) -> None:
        name = callee_name(call)
        if name == "tir.if_then_else":
            self.visit(call.args[0])
            self._under(call.args[0], call.args[1])
            self._under(negated(call.args[0]), call.args[2])
        elif name == "tir.tvm_access_ptr" and isinstance(call.args[1], Var) and isinstance(call.args[4], IntImm):
            self._access_ptr(call.args[1], call.args[4].value)
        else:
            for arg in call.args:
                self.visit(arg)

    def _access_ptr(self, pointer: Var, mask: int) -> None:
        """Bit 1 reads, bit 2 writes, both at once is opaque; always the whole buffer."""
        buffer = self.buffers.get(pointer)
        boxes = {1: self.reads, 2: self.writes, 3: self.opaque}.get(mask & 3)
        if buffer is not None and boxes is not None:
            self._whole(boxes, buffer)

    def _pointer(self, pointer: Var) -> None:
        """A bare pointer may be used for anything."""
        buffer = self.buffers.get(pointer)
        if buffer is not None:
            self._whole(self.opaque, buffer)

    def _whole(self, boxes: _Boxes, buffer: Buffer) -> None:
        self._update(boxes, buffer, [from_range(range_) for range_ in full_region(buffer)])

    def _update(self, boxes: _Boxes, buffer: Buffer, box: Box) -> None:
        if buffer.data not in self.buffers:
            return
        match = self.matched.get(buffer)
        if match is not None:
            buffer, box = match.source.buffer, _in_source(match, box, self.facts)
            if buffer.data not in self.buffers:
                return
        if len(box) == buffer.ndim:
            boxes.add(buffer, box)

    RULES: ClassVar[Mapping[type, Callable[[Any, Any], None]]] = {
        For: _for,
        IfThenElse: _if,
        LetStmt: _let,
        DeclBuffer: _declared,
        BufferLoad: _load,
        BufferStore: _store,
        BlockRealize: _realize,
        Call: _call,
        Var: _pointer,
    }


def _without_calls(index: Expr, unknown: dict[Var, IntervalSet]) -> Expr:
    """The index with a variable of unknown value for each call outside of indices of its own: TVM takes their values for unknown even where no loop variable is in them."""

    def unnamed(call: Call, visit: Visit) -> Expr:
        if callee_name(call) == "tir.vscale":
            return call.map_children(visit)
        made = Var("any", call.dtype)
        unknown[made] = IntervalSet(None, None)
        return made

    return rewrite_top_down(index, {Call: unnamed, BufferLoad: lambda load, _: load})


def _conjuncts(condition: Expr) -> list[Expr]:
    if isinstance(condition, And):
        return [*_conjuncts(condition.a), *_conjuncts(condition.b)]
    if isinstance(condition, Call) and callee_name(condition) == "tir.likely":
        return _conjuncts(condition.args[0])
    return [condition]


def _solved(form: Linear, atom: Expr, coefficient: int) -> IntervalSet:
    """The half-line of `atom` on which form >= 0, for a coefficient of 1 or -1."""
    rest = form.with_terms({n: pair for n, pair in form.terms.items() if pair[0] is not atom}, form.constant)
    return IntervalSet(to_expr(rest.scaled(-1)), None) if coefficient > 0 else IntervalSet(None, to_expr(rest))


def eval_set_of_range(
    range_: Range, values: Mapping[Var, Expr], domains: Mapping[Var, IntervalSet], facts: Facts
) -> IntervalSet:
    """The values in a range whose ends mention variables, after these were replaced and relaxed."""
    ends = from_range(substitute(range_, values) if values else range_)
    if ends.is_single_point and ends.low is not None:
        return eval_set(ends.low, domains, facts)
    low = None if ends.low is None else eval_set(ends.low, domains, facts).low
    high = None if ends.high is None else eval_set(ends.high, domains, facts).high
    return IntervalSet(low, high)


def _in_source(match: MatchBufferRegion, box: Box, facts: Facts) -> Box:
    """A box of a matched buffer as a box of the buffer it is a part of; the dimensions of size 1 in front were dropped by the match."""
    source = match.source.region
    missing = len(source) - len(box)
    shifted = [IntervalSet(range_.min, range_.min) for range_ in source[:missing]]
    for range_, ends, size in zip(source[missing:], box, match.buffer.shape):
        cover = cover_range(ends, Range.from_min_extent(const(0, size.dtype), size), facts)
        low = simplify(facts, range_.min + cover.min)
        high = simplify(facts, range_.min + cover.min + cover.extent - 1)
        shifted.append(IntervalSet(low, low if deep_equal(low, high) else high))
    return shifted
