"""blockize: a block around what is below a loop, or around blocks that follow each other.

The axes of a block inside are divided by `subspace_divide`: `value = outer * extent(inner) + inner`, where the loops inside of the new block make up the inner part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.int_set import IntervalSet, cover_range, eval_set, from_range, union
from tilewright.core.arith.iter_expressions import normalize_iter_map_to_expr
from tilewright.core.arith.iter_map import IterMapLevel
from tilewright.core.arith.iter_nodes import IterMark, IterSplitExpr, IterSumExpr
from tilewright.core.arith.subspace import subspace_divide
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import Expr, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, BlockRealize, For, SeqStmt, Stmt, seq
from tilewright.core.ir.walk import substitute
from tilewright.core.passes.tir.rewriting.conditions import is_true
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.schedule.checks import is_one, loop_ranges, uses_any
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import common_ancestor
from tilewright.core.schedule.primitives.reduction import kept_predicate
from tilewright.core.schedule.references import StmtSRef, below
from tilewright.core.schedule.state import ScheduleState

Reuse = dict[Block, Block]


def blockize(state: ScheduleState, loop: StmtSRef, preserve_unit_iters: bool = True) -> StmtSRef:
    """A block around everything below a loop, which holds one block."""
    reuse: Reuse = {}
    made = blockized(state, loop, reuse, preserve_unit_iters)
    state.replace(loop, made, reuse)
    return state.ref(made)


def blockized(state: ScheduleState, loop: StmtSRef, reuse: Reuse, preserve_unit_iters: bool) -> BlockRealize:
    """The block that `blockize` puts in the place of a loop; `reuse` records the replacement of its blocks."""
    block = only_block(state, loop)
    loops = block.loops()
    inside = loops[loops.index(loop) :]
    parts = _Parts.of(block, inside, preserve_unit_iters, None)
    node = parts.block
    inner = parts.inner_realize(reduces=node.init is not None and parts.reduces_outside)
    reuse[block.block] = inner.block
    domains = {axis.var: from_range(axis.dom) for axis in parts.inner_axes if axis.dom is not None}
    init = None if node.init is None else _outer_init(node.init, inner, inside, node.name_hint + "_init")
    outer = Block(
        tuple(parts.outer_axes),
        tuple(_covering(region, domains) for region in node.reads),
        tuple(_covering(region, domains) for region in node.writes),
        node.name_hint + "_o",
        nested_in(inside, inner),
        init,
    )
    return BlockRealize(tuple(parts.outer_values), parts.outer_predicate, outer)


def only_block(state: ScheduleState, loop: StmtSRef) -> StmtSRef:
    """The one block below a loop."""
    blocks = state.child_blocks(loop)
    if len(blocks) != 1:
        raise Refusal(
            "The loop does not have exactly one child block",
            f"The loop {{0}} has {len(blocks)} blocks below it, and can be made a block when it has one",
            loop.loop,
        )
    return blocks[0]


def nested_in(loops: Sequence[StmtSRef], body: Stmt) -> Stmt:
    """A statement in loops, the first of which is the outermost."""
    for ref in reversed(loops):
        body = ref.loop.replace(body=body)
    return body


def simplifying(root: Block, values: dict[Var, Expr], analyzer: Analyzer) -> Block:
    """A block with variables replaced and the expressions in which they were simplified."""

    def visit(current: object) -> object:
        if isinstance(current, Expr):
            made = substitute(current, values)
            return current if made is current else analyzer.simplify(made)
        return current.map_children(visit)  # type: ignore[attr-defined]

    return root.map_children(visit)


@dataclass
class _Parts:
    """The axes and values of the block outside and of the one inside, and the block in terms of them."""

    outer_axes: list[IterVar]
    outer_values: list[Expr]
    outer_predicate: Expr
    inner_axes: list[IterVar]
    inner_values: list[Expr]
    inner_predicate: Expr
    block: Block

    @classmethod
    def of(cls, block: StmtSRef, inside: Sequence[StmtSRef], preserve_unit_iters: bool, outer: _Parts | None) -> _Parts:
        """The division of a block by the loops inside; `outer` is that of a block before, whose outer axes are this one's too."""
        division = _divided(block, inside, preserve_unit_iters)
        made = cls([], [], division[-1][0].extent, [], [], division[-1][1].extent, block.block)
        values: dict[Var, Expr] = {}
        for at, (axis, (above, under)) in enumerate(zip(block.block.iter_vars, division)):
            shared = None if outer is None else outer.outer_axes[at : at + 1]
            values[axis.var] = made._divide(axis, above, under, preserve_unit_iters, shared[0] if shared else None)
        analyzer = Analyzer()
        for inner in made.inner_axes:
            analyzer.bind(inner.var, inner.dom)
        made.block = simplifying(block.block, values, analyzer)
        return made

    def _divide(
        self, axis: IterVar, above: IterMark, under: IterMark, preserve_unit_iters: bool, shared: IterVar | None
    ) -> Expr:
        """Note the parts of an axis; the result is what it stands for: `outer * extent(inner) + inner`."""
        outer = shared or IterVar(_from_zero(above.extent), _suffixed(axis.var, "_o"), axis.iter_type)
        self.outer_axes.append(outer)
        self.outer_values.append(normalize_iter_map_to_expr(above.source))
        if is_one(under.extent):
            gone = is_one(above.extent) and not preserve_unit_iters
            return const(0, above.extent.dtype) if gone else outer.var
        inner = IterVar(_from_zero(under.extent), _suffixed(axis.var, "_i"), axis.iter_type)
        self.inner_axes.append(inner)
        self.inner_values.append(normalize_iter_map_to_expr(under.source))
        return inner.var if is_one(above.extent) else outer.var * under.extent + inner.var

    @property
    def reduces_outside(self) -> bool:
        """Whether an outer axis is one of a reduction."""
        return any(axis.iter_type is IterVarKind.CommReduce for axis in self.outer_axes)

    def inner_realize(self, *, reduces: bool) -> BlockRealize:
        """The block inside; where the reduction goes on outside, it reads what it updates."""
        reads = (*self.block.writes, *self.block.reads) if reduces else self.block.reads
        inner = self.block.replace(iter_vars=tuple(self.inner_axes), init=None, reads=reads)
        return BlockRealize(tuple(self.inner_values), self.inner_predicate, inner)


def _from_zero(extent: Expr) -> Range:
    return Range.from_min_extent(const(0, extent.dtype), extent)


def _suffixed(var: Var, suffix: str) -> Var:
    return Var(var.name + suffix, var.dtype)


def _divided(block: StmtSRef, inside: Sequence[StmtSRef], preserve_unit_iters: bool) -> list[list[IterMark]]:
    """For each axis the marks outside and inside, and at last the conditions of both."""
    loops = block.loops()
    names = [ref.loop.loop_var for ref in inside]
    found = subspace_divide(
        block.binding.iter_values,
        loop_ranges(loops),
        names,
        block.binding.predicate,
        IterMapLevel.Surjective,
        not preserve_unit_iters,
    ) or _separate(block, [ref.loop.loop_var for ref in loops if ref not in inside], names)
    if not found:
        raise Refusal(
            "The bindings of the inner block can not be blockized",
            "The bindings of the inner block {0} can not be blockized by the loops starting at {1}",
            block.block,
            (inside or loops)[0].loop,
        )
    return found


def _separate(block: StmtSRef, outside: list[Var], inside: list[Var]) -> list[list[IterMark]]:
    """The division where no axis mixes loops outside and inside, whatever its value is. Empty where one does."""
    realize = block.binding
    if not is_true(realize.predicate):
        return []
    unit = IterMark(IterSumExpr((), const(0)), const(1))
    found: list[list[IterMark]] = []
    for axis, value in zip(realize.block.iter_vars, realize.iter_values):
        assert axis.dom is not None
        mark = _mark(value, axis.dom.extent)
        above, under = uses_any(value, outside), uses_any(value, inside)
        if above and under:
            return []
        found.append([mark if above else unit, mark if under else unit])
    always = IterMark(IterSumExpr((), const(0)), const(True, "bool"))
    return [*found, [always, always]]


def _mark(value: Expr, extent: Expr) -> IterMark:
    if isinstance(value, Var):
        one = const(1, extent.dtype)
        return IterMark(IterSplitExpr(IterMark(value, extent), one, extent, one), extent)
    return IterMark(IterSumExpr((), value), extent)


def _covering(region: BufferRegion, domains: dict[Var, IntervalSet]) -> BufferRegion:
    """The region relaxed over the domains of variables."""
    ranges: list[Range] = []
    for range_, size in zip(region.region, region.buffer.shape):
        low = eval_set(range_.min, domains)
        high = eval_set(range_.min + range_.extent - 1, domains)
        ranges.append(cover_range(IntervalSet(low.low, high.high), _from_zero(size)))
    return BufferRegion(region.buffer, tuple(ranges))


def _outer_init(init: Stmt, inner: BlockRealize, loops: Sequence[StmtSRef], name: str) -> Stmt:
    """The initialisation as a block of its own, in copies of the loops that it needs."""
    node = inner.block
    used = [
        (axis, value)
        for axis, value in zip(node.iter_vars, inner.iter_values)
        if axis.iter_type is IterVarKind.DataPar and uses_any(init, [axis.var])
    ]
    names: dict[Var, Expr] = {axis.var: _suffixed(axis.var, "_init") for axis, _ in used}
    values = tuple(value for _, value in used)
    block = Block(tuple(axis for axis, _ in used), (), node.writes, name, fresh_copy(init))
    needed = [ref.loop for ref in loops if any(uses_any(value, [ref.loop.loop_var]) for value in values)]
    dropped = {ref.loop.loop_var: ref.loop.min for ref in loops if ref.loop not in needed}
    made: Stmt = BlockRealize(values, kept_predicate(inner.predicate, dropped), block)
    for loop in reversed(needed):
        made = loop.replace(body=made)
        names[loop.loop_var] = loop.loop_var.replace()
    return substitute(made, names)


def blockize_blocks(state: ScheduleState, blocks: Sequence[StmtSRef], preserve_unit_iters: bool = True) -> StmtSRef:
    """A block around blocks that follow each other; its axes are those that they share."""
    top = common_ancestor(list(blocks))
    made, reuse = _around(blocks, top, preserve_unit_iters)
    assert top.stmt is not None
    body = top.stmt.body
    if not isinstance(body, SeqStmt):
        raise Refusal(
            "The blocks are inside of each other", "The block {0} is in another of the blocks", blocks[0].block
        )
    wanted = {ref.block for ref in blocks}
    places = [at for at, part in enumerate(body.seq) if any(_is_one_of(node, wanted) for node in below(part))]
    if places != list(range(places[0], places[0] + len(blocks))):
        raise Refusal(
            "The blocks do not follow each other",
            "Between the blocks, of which {0} is the first, is something else",
            blocks[0].block,
        )
    parts = [*body.seq[: places[0]], made, *body.seq[places[-1] + 1 :]]
    state.replace(top, top.stmt.replace(body=seq(parts)), reuse)
    return state.ref(made)


def _is_one_of(node: Stmt, blocks: set[Block]) -> bool:
    return isinstance(node, BlockRealize) and node.block in blocks


def _around(blocks: Sequence[StmtSRef], top: StmtSRef, preserve_unit_iters: bool) -> tuple[BlockRealize, Reuse]:
    reuse: Reuse = {}
    first: _Parts | None = None
    reads: list[BufferRegion] = []
    writes: list[BufferRegion] = []
    nests: list[Stmt] = []
    for block in blocks:
        inside = [ref for ref in block.loops() if ref.is_inside(top)]
        parts = _Parts.of(block, inside, preserve_unit_iters, first)
        if first is not None:
            _check_same_outside(first, parts, block)
        first = first or parts
        if parts.block.init is not None and parts.reduces_outside:
            raise Refusal(
                "No reduction iter vars allowed for the outer loops when blockize multiple blocks",
                "The reduction of the block {0} runs over loops outside of the new block",
                block.block,
            )
        outer: dict[Var, Expr] = {
            value: axis.var for axis, value in zip(parts.outer_axes, parts.outer_values) if isinstance(value, Var)
        }
        inner = parts.inner_realize(reduces=False)
        reuse[block.block] = inner.block
        domains = {axis.var: from_range(substitute(axis.dom, outer)) for axis in parts.inner_axes if axis.dom}
        reads += [_covering(region, domains) for region in inner.block.reads]
        writes += [_covering(region, domains) for region in inner.block.writes]
        nests.append(_with_extents(nested_in(inside, inner), outer))
    assert first is not None
    name = "outer_" + "".join(f"{ref.block.name_hint}_" for ref in blocks)
    made = Block(tuple(first.outer_axes), _joined(reads), _joined(writes), name, seq(nests))
    return BlockRealize(tuple(first.outer_values), first.outer_predicate, made), reuse


def _with_extents(stmt: Stmt, values: dict[Var, Expr]) -> Stmt:
    """Loops whose extents are written in the axes of the block around them."""
    if not isinstance(stmt, For):
        return stmt
    return stmt.replace(extent=substitute(stmt.extent, values), body=_with_extents(stmt.body, values))


def _check_same_outside(first: _Parts, parts: _Parts, block: StmtSRef) -> None:
    """Refuses blocks that cannot share the axes outside."""
    analyzer = Analyzer()
    same = len(first.outer_axes) == len(block.block.iter_vars) and all(
        analyzer.can_prove_equal(a, b) for a, b in zip(first.outer_values, parts.outer_values)
    )
    if not same:
        raise Refusal(
            "The blocks do not have the same axes outside",
            "The block {0} runs over the loops outside in another way than the block before it",
            block.block,
        )


def _joined(regions: Sequence[BufferRegion]) -> tuple[BufferRegion, ...]:
    """One region for each buffer, around all of its regions."""
    facts = Analyzer().facts
    found: dict[Buffer, list[IntervalSet]] = {}
    for region in regions:
        box = [from_range(range_) for range_ in region.region]
        known = found.get(region.buffer)
        found[region.buffer] = box if known is None else [union(facts, a, b) for a, b in zip(known, box)]
    return tuple(
        BufferRegion(buffer, tuple(cover_range(each, _from_zero(size)) for each, size in zip(box, buffer.shape)))
        for buffer, box in found.items()
    )


__all__ = ["blockize", "blockize_blocks", "blockized", "nested_in", "only_block", "simplifying"]
