"""decompose_padding: a block that pads as two, one that fills everything with the padding and one that writes what is inside over it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.iter_map import IterMapLevel, detect_iter_map
from tilewright.core.ir.buffer import BufferRegion
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, Expr, FloatImm, IntImm, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For, ForKind, Stmt, seq
from tilewright.core.ir.walk import substitute
from tilewright.core.passes.tir.rewriting.conditions import is_true
from tilewright.core.schedule.checks import check_complete, conjuncts, loop_ranges
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import scope_of
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.rewriting import all_of, analyzer_of, axis_values, swapped_deep
from tilewright.core.schedule.state import ScheduleState


def decompose_padding(state: ScheduleState, block: StmtSRef, loop: StmtSRef) -> StmtSRef:
    """The block that fills with the padding, before `loop`; the block given runs over what is inside only."""
    scope, filling, inside, place = _parts(state, block, loop)
    outer = inside.nest if place is loop else swapped_deep(loop.loop, place.loop, inside.nest)
    body = swapped_deep(scope.block.body, loop.loop, seq([filling.nest, outer]))
    state.replace(scope, scope.block.replace(body=body), {block.block: inside.block})
    return state.ref(filling.block)


def can_decompose_padding(state: ScheduleState, block: StmtSRef, loop: StmtSRef) -> bool:
    """Whether `decompose_padding` is possible."""
    try:
        _parts(state, block, loop)
    except Refusal:
        return False
    return True


@dataclass
class _Nest:
    """A block in loops."""

    nest: Stmt
    block: Block


def _parts(state: ScheduleState, block: StmtSRef, loop: StmtSRef) -> tuple[StmtSRef, _Nest, _Nest, StmtSRef]:
    """The scope, what fills, what writes the inside, and the loop that this stands for."""
    scope = scope_of(state, block, pipeline=False)
    check_complete(state, block, scope)
    loops = block.loops()
    if loop not in loops:
        raise Refusal(
            "The loop is not around the block", "The loop {1} is not around the block {0}", block.block, loop.loop
        )
    padding = _Padding(block)
    place = _alone(loops[loops.index(loop) :], block)
    filling = _filling(block, loops[loops.index(loop) :], padding)
    return scope, filling, _inside(block, loops[loops.index(place) :], padding), place


def _alone(inside: Sequence[StmtSRef], block: StmtSRef) -> StmtSRef:
    """The outermost of the loops that holds nothing but the block."""
    found, below = inside[-1], block.node
    for ref in reversed(inside):
        if ref.loop.body is not below:
            break
        found, below = ref, ref.loop
    return found


class _Padding:
    """The inside condition and the padding value of a block `A[...] = if_then_else(inside, value, constant)`."""

    def __init__(self, block: StmtSRef) -> None:
        node, realize = block.block, block.binding
        store = node.body
        if not isinstance(store, BufferStore):
            raise _refused(node, "Block body expect a BufferStore to the write buffer")
        choice = store.value
        if not isinstance(choice, Call) or callee_name(choice) != "tir.if_then_else":
            raise _refused(node, "Value of BufferStore expect to be constrained by a padding predicate")
        condition, value, constant = choice.args
        assert isinstance(condition, Expr)
        assert isinstance(value, Expr)
        if not isinstance(constant, (IntImm, FloatImm)):
            raise _refused(node, "Pad value should be constant")
        self.store, self.value, self.constant = store, value, constant
        analyzer = analyzer_of(ref.loop for ref in block.loops())
        wanted = [substitute(each, axis_values(realize)) for each in conjuncts(condition)]
        inside = _together(analyzer, [_likely(each) for each in wanted])
        held = (analyzer.simplify(_likely(each)) for each in conjuncts(realize.predicate))
        self.condition = all_of([*inside, *held])
        if is_true(self.condition):
            raise _refused(node, "The in-bound predicate is trivial")
        self.region = _region(block, self.condition)


def _together(analyzer: Analyzer, conditions: Sequence[Expr]) -> list[Expr]:
    """The conditions that do not follow from those before them."""
    kept: list[Expr] = []
    for each in conditions:
        with ExitStack() as known:
            for other in kept:
                known.enter_context(analyzer.constraint_scope(other))
            follows = analyzer.can_prove(each)
        if not follows:
            kept.append(analyzer.simplify(each))
    return kept


def _likely(condition: Expr) -> Expr:
    if isinstance(condition, Call) and callee_name(condition) == "tir.likely":
        (condition,) = condition.args  # type: ignore[assignment]
    return condition


def _refused(node: Block, why: str) -> Refusal:
    summary = "decompose_padding expect the block to match padding pattern"
    return Refusal(
        f"{summary}: {why}", f"decompose_padding expect the block {{0}} to match padding pattern: {why}", node
    )


def _region(block: StmtSRef, condition: Expr) -> list[Range]:
    """The values of the axes that are inside."""
    found = detect_iter_map(
        block.binding.iter_values, loop_ranges(block.loops()), condition, IterMapLevel.Surjective
    ).indices
    if not found:
        raise _refused(block.block, "Block iters are not independent wrt padding condition")
    region: list[Range] = []
    for index in found:
        first = next(iter(index.args), None)
        if first is not None and (len(index.args) > 1 or not Analyzer().can_prove_equal(first.scale, 1)):
            raise _refused(block.block, "Strided iteration is not supported")
        extent = const(1, index.dtype) if first is None else first.extent
        region.append(Range.from_min_extent(index.base, extent))
    return region


def _filling(block: StmtSRef, inside: Sequence[StmtSRef], padding: _Padding) -> _Nest:
    """The block that writes the padding everywhere, in loops of its own."""
    node, realize = block.block, block.binding
    analyzer = analyzer_of(ref.loop for ref in block.loops())
    names: dict[Var, Expr] = {axis.var: axis.var.replace() for axis in node.iter_vars}
    names |= {ref.loop.loop_var: ref.loop.loop_var.replace() for ref in inside}

    def renamed(e: Expr) -> Expr:
        return analyzer.simplify(substitute(e, names))

    axes = [IterVar(axis.dom, names[axis.var], IterVarKind.DataPar) for axis in node.iter_vars]  # type: ignore[arg-type]
    store = padding.store.replace(value=padding.constant, indices=tuple(map(renamed, padding.store.indices)))
    writes = tuple(
        region.replace(region=tuple(Range.from_min_extent(renamed(r.min), renamed(r.extent)) for r in region.region))
        for region in node.writes
    )
    made = Block(tuple(axes), (), writes, node.name_hint + "_pad_const", store)
    nest: Stmt = BlockRealize(tuple(map(renamed, realize.iter_values)), renamed(realize.predicate), made)
    for ref in reversed(inside):
        var = names[ref.loop.loop_var]
        assert isinstance(var, Var)
        nest = For(var, ref.loop.min, ref.loop.extent, ForKind.SERIAL, nest)
    return _Nest(nest, made)


def _inside(block: StmtSRef, inside: Sequence[StmtSRef], padding: _Padding) -> _Nest:
    """The block that writes what is inside; a loop that is an axis runs over that only, other axes keep the condition."""
    node, realize = block.block, block.binding
    analyzer = analyzer_of(ref.loop for ref in block.loops())
    ranges = loop_ranges(inside)
    moved: dict[Var, Expr] = {}
    axes: list[IterVar] = []
    values: list[Expr] = []
    for axis, value, region in zip(node.iter_vars, realize.iter_values, padding.region):
        domain = Range.from_min_extent(const(0, axis.var.dtype), region.extent)
        own = IterVar(domain, axis.var.replace(), IterVarKind.DataPar)
        axes.append(own)
        moved[axis.var] = binary("Add", own.var, region.min)
        if isinstance(value, Var) and value in ranges:
            ranges[value] = domain
            values.append(value)
            moved[value] = binary("Add", value, region.min)
            analyzer.bind(value, domain, allow_override=True)
        else:
            values.append(analyzer.simplify(binary("Sub", value, region.min)))

    def placed(e: Expr) -> Expr:
        return analyzer.simplify(substitute(e, moved))

    def regions(given: Sequence[BufferRegion]) -> tuple[BufferRegion, ...]:
        return tuple(
            each.replace(region=tuple(Range.from_min_extent(placed(r.min), placed(r.extent)) for r in each.region))
            for each in given
        )

    store = padding.store.replace(value=placed(padding.value), indices=tuple(map(placed, padding.store.indices)))
    made = Block(tuple(axes), regions(node.reads), regions(node.writes), node.name_hint, store)
    condition = all_of(map(placed, conjuncts(padding.condition)))
    nest: Stmt = BlockRealize(tuple(values), condition, made)
    for ref in reversed(inside):
        range_ = ranges[ref.loop.loop_var]
        nest = ref.loop.replace(min=range_.min, extent=range_.extent, body=nest)
    return _Nest(nest, made)


__all__ = ["can_decompose_padding", "decompose_padding"]
