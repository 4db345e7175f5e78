"""The access region of each allocated buffer: a box around all elements that the program reads or writes, in terms of variables outside the allocation.

Loops inside the allocation are relaxed; so are those over threads that share the memory.  Conditions and predicates narrow the accesses under them.  A
bare pointer accesses the regions that the block around it declares, or the whole buffer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.int_set import IntervalSet, cover_range, eval_set, from_range, union
from tilewright.core.arith.region_bounds import estimate_region_upper_bound
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, FloorDiv, FloorMod, IntImm, IterVar, Let, Mul, Range, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import (
    Allocate,
    AttrStmt,
    Block,
    BlockRealize,
    BufferStore,
    DeclBuffer,
    For,
    ForKind,
    IfThenElse,
    LetStmt,
    Stmt,
)
from tilewright.core.ir.walk import walk
from tilewright.core.passes.tir.lowering.domains import Domains, negation
from tilewright.core.passes.tir.rewriting.ranges import is_pure

if TYPE_CHECKING:
    from tilewright.core.arith.facts import Facts


Box = tuple[Range, ...]


def access_regions(body: Stmt, inside_shape: bool) -> dict[Buffer, Box]:
    """The access region of each allocated buffer that has no alias; with `inside_shape` no region exceeds its buffer."""
    found = _AccessRegions(body, inside_shape)
    found.visit(body)
    return found.boxes


class _AccessRegions:
    """One walk: the surrounding loops, from outside in, and the accesses to the buffers allocated so far."""

    def __init__(self, body: Stmt, inside_shape: bool) -> None:
        self.inside_shape = inside_shape
        self.domains = Domains()
        self.names = _names(body)
        self.written = {node.buffer.data for node in walk(body) if isinstance(node, BufferStore)}
        self.around: list[tuple[Var, str]] = []  # each variable that runs, and the tag of the thread that it is
        self.declared: dict[Buffer, list[BufferRegion]] = {}
        self.depth: dict[Var, int] = {}  # how many variables run around an allocation
        self.found: dict[Buffer, list[IntervalSet]] = {}
        self.boxes: dict[Buffer, Box] = {}
        self.rules: dict[type, Callable[[Any], None]] = {
            For: self._for,
            AttrStmt: self._attr,
            LetStmt: self._let,
            Let: self._let,
            IfThenElse: self._if,
            Call: self._call,
            Allocate: self._allocate,
            BlockRealize: self._realize,
            Block: self._block,
            BufferLoad: self._access,
            BufferStore: self._access,
            DeclBuffer: lambda stmt: self.visit(stmt.body),
            Var: self._pointer,
        }

    def visit(self, current: Node) -> None:
        rule = self.rules.get(type(current))
        if rule is not None:
            rule(current)
            return
        for child in current.children():
            self.visit(child)

    def _for(self, loop: For) -> None:
        self.visit(loop.min)
        self.visit(loop.extent)
        thread = loop.thread_binding.thread_tag if loop.kind is ForKind.THREAD_BINDING and loop.thread_binding else ""
        with self._running(loop.loop_var, Range.from_min_extent(loop.min, loop.extent), thread):
            self.visit(loop.body)

    def _attr(self, stmt: AttrStmt) -> None:
        axis = stmt.node
        if stmt.attr_key not in ("thread_extent", "virtual_thread") or not isinstance(axis, IterVar):
            self.visit(stmt.value)
            self.visit(stmt.body)
            return
        whole = axis.dom or Range.from_min_extent(const(0, stmt.value.dtype), stmt.value)
        with self._running(axis.var, whole, axis.thread_tag):
            self.visit(stmt.body)

    @contextmanager
    def _running(self, var: Var, range_: Range, thread: str) -> Generator[None]:
        self.around.append((var, thread))
        with self.domains.running(var, range_):
            yield
        self.around.pop()

    def _let(self, let: LetStmt | Let) -> None:
        self.visit(let.value)
        with self.domains.named({let.var: let.value}):
            self.visit(let.body)

    def _if(self, stmt: IfThenElse) -> None:
        self.visit(stmt.condition)
        with self.domains.under(stmt.condition):
            self.visit(stmt.then_case)
        if stmt.else_case is not None:
            with self.domains.under(negation(stmt.condition)):
                self.visit(stmt.else_case)

    def _call(self, call: Call) -> None:
        if callee_name(call) != "tir.if_then_else":
            for arg in call.args:
                self.visit(arg)
            return
        self.visit(call.args[0])
        for condition, value in ((call.args[0], call.args[1]), (negation(call.args[0]), call.args[2])):
            with self.domains.under(condition):
                self.visit(value)

    def _realize(self, realize: BlockRealize) -> None:
        for value in realize.iter_values:
            self.visit(value)
        self.visit(realize.predicate)
        axes = dict(zip([axis.var for axis in realize.block.iter_vars], realize.iter_values))
        with self.domains.named(axes), self.domains.under(realize.predicate):
            self.visit(realize.block)

    def _block(self, block: Block) -> None:
        before = self.declared
        own: dict[Buffer, list[BufferRegion]] = defaultdict(list)
        for region in (*block.reads, *block.writes):
            own[region.buffer].append(region)
        self.declared = {**before, **own}
        for buffer in block.alloc_buffers:
            self.depth[buffer.data] = len(self.around)
        for match in block.match_buffers:
            self._access_region(match.source.buffer, match.source.region)
        if block.init is not None:
            self.visit(block.init)
        self.visit(block.body)
        self.declared = before
        for buffer in block.alloc_buffers:
            self._finish(buffer)

    def _allocate(self, stmt: Allocate) -> None:
        names = self.names[stmt.buffer_var]
        if len(names) == 1 and next(iter(names)).dtype is stmt.dtype:
            self.depth[stmt.buffer_var] = len(self.around)
        self.visit(stmt.body)
        for buffer in names:
            self._finish(buffer)

    def _access(self, node: Any) -> None:
        ranges = [Range.from_min_extent(index, const(1, index.dtype)) for index in node.indices]
        self._access_region(node.buffer, tuple(ranges))
        for child in node.children():
            self.visit(child)

    def _pointer(self, pointer: Var) -> None:
        if pointer not in self.depth:
            return
        for buffer in self.names[pointer]:
            whole = [BufferRegion(buffer, tuple(_whole(size) for size in buffer.shape))]
            for region in self.declared.get(buffer, whole):
                self._access_region(buffer, region.region)

    def _access_region(self, buffer: Buffer, region: Box) -> None:
        depth = self.depth.get(buffer.data)
        if depth is None or len(region) != buffer.ndim:
            return
        kept = {var for var, thread in self.around[:depth] if not shares(buffer.scope(), thread)}
        domains = {var: domain for var, domain in self.domains.intervals.items() if var not in kept}
        box = self._estimate(region, domains)
        known = self.found.get(buffer)
        facts = self.domains.analyzer.facts
        self.found[buffer] = box if known is None else [union(facts, a, b) for a, b in zip(known, box)]

    def _estimate(self, region: Box, domains: dict[Var, IntervalSet]) -> list[IntervalSet]:
        """Sums and products are exact in intervals; quotients, and what several variables bound, are looked at as iteration maps."""
        facts = self.domains.analyzer.facts
        conditions = self.domains.conditions
        if not conditions and not any(
            isinstance(node, (FloorDiv, FloorMod)) for range_ in region for node in walk(range_)
        ):
            return [_hull(range_, domains, facts) for range_ in region]
        runs = {var: cover_range(domain, Range.from_min_extent(0, 0), facts) for var, domain in domains.items()}
        predicate: Expr | bool = True
        for each in conditions:
            if all(node in runs for node in walk(each) if isinstance(node, Var)):  # others bound no sum of what runs
                predicate = each if predicate is True else binary("And", predicate, each)
        made = estimate_region_upper_bound(region, runs, predicate)
        plain = [_hull(range_, domains, facts) for range_ in region]
        return [_better(a, b, self.domains.analyzer) for a, b in zip(made, plain)]

    def _finish(self, buffer: Buffer) -> None:
        """Close an allocation: record its access region, unless the buffer has another layout than its shape says."""
        sets = self.found.pop(buffer, None)
        self.depth.pop(buffer.data, None)
        plain = not buffer.strides and not buffer.axis_separators and len(self.names[buffer.data]) == 1
        if sets is None or not plain or not (isinstance(buffer.elem_offset, IntImm) and not buffer.elem_offset.value):
            return
        self.boxes[buffer] = tuple([self._side(found, size) for found, size in zip(sets, buffer.shape)])

    def _side(self, found: IntervalSet, size: Expr) -> Range:
        covered = cover_range(found, _whole(size), self.domains.analyzer.facts)
        low, extent = covered.min, covered.extent
        if self.inside_shape:
            low = binary("Max", const(0, low.dtype), low)
            if not _fits(extent, size, self.domains.analyzer):
                extent = binary("Min", size, extent)
        low, extent = self.domains.known.simplify(low), self.domains.known.simplify(extent)
        if not is_pure(extent) or any(
            isinstance(node, BufferLoad) and node.buffer.data in self.written for node in walk(low)
        ):
            return _whole(size)
        running = {var for var, _ in self.around}
        if any(node in running for node in walk(extent)):
            most = self.domains.analyzer.const_int_bound(extent).max_value
            if most >= 2**31 - 1:
                return _whole(size)
            extent = const(most, extent.dtype)
        return Range.from_min_extent(low, extent)


def shares(scope: str, thread: str) -> bool:
    """Whether the threads of a tag share memory of a scope: all threads that of the device, those of a block its shared memory."""
    if not thread:
        return False
    if scope == "warp":
        return thread == "threadIdx.x"
    rank = {"global": 0, "": 0, "shared": 1}.get(scope.split(".")[0], 3)
    return rank <= (0 if thread.startswith("blockIdx") else 1)


def _names(body: Stmt) -> dict[Var, set[Buffer]]:
    """The buffers that accesses, declarations and blocks name, by their pointer."""
    found: dict[Var, set[Buffer]] = defaultdict(set)
    for node in walk(body):
        if isinstance(node, (BufferLoad, BufferStore, DeclBuffer)):
            found[node.buffer.data].add(node.buffer)
        elif isinstance(node, Block):
            matched = [buffer for match in node.match_buffers for buffer in (match.buffer, match.source.buffer)]
            for buffer in (*node.alloc_buffers, *matched):
                found[buffer.data].add(buffer)
    return found


def _hull(range_: Range, domains: dict[Var, IntervalSet], facts: Facts) -> IntervalSet:
    ends = from_range(range_)
    if ends.is_single_point and ends.low is not None:
        return eval_set(ends.low, domains, facts)
    low = None if ends.low is None else eval_set(ends.low, domains, facts).low
    high = None if ends.high is None else eval_set(ends.high, domains, facts).high
    return IntervalSet(low, high)


def _better(a: IntervalSet, b: IntervalSet, analyzer: Analyzer) -> IntervalSet:
    """The one of two outer bounds that is known to be the smaller one, else the first."""
    if a.low is None or a.high is None:
        return b
    if b.low is None or b.high is None:
        return a
    return b if analyzer.can_prove(b.high - b.low < a.high - a.low) else a


def _whole(size: Expr) -> Range:
    return Range.from_min_extent(const(0, size.dtype), size)


def _fits(extent: Expr, size: Expr, analyzer: Analyzer) -> bool:
    """Whether `extent <= size`, taking it that a shape is not empty: n * 32 is at least 32."""
    if analyzer.can_prove(extent <= size):
        return True
    factor, names = 1, 0
    pending = [size]
    while pending:
        each = pending.pop()
        if isinstance(each, Mul):
            pending += [child for child in each.children() if isinstance(child, Expr)]
        elif isinstance(each, IntImm):
            factor *= each.value
        else:
            names += isinstance(each, Var)
            if not isinstance(each, Var):
                return False
    return bool(names) and factor > 0 and analyzer.can_prove(extent <= const(factor, extent.dtype))
