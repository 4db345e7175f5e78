"""decompose_reduction: the initialisation of a reduction as a block of its own. rfactor: a reduction in two steps."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.arith.key import deep_equal
from tilewright.core.dialects.releases import default_dialect
from tilewright.core.ir.buffer import Buffer, BufferRegion, decl_buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For, ForKind, Stmt, in_variables, seq
from tilewright.core.ir.walk import substitute
from tilewright.core.passes.tir.rewriting.conditions import is_true
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.passes.tir.rewriting.reduction_pattern import Reduction, reduction_of
from tilewright.core.schedule.checks import (
    check_compact_dataflow,
    check_reduction,
    conjuncts,
    is_one,
    iter_type_values,
    mentions,
    range_of,
    uses_any,
)
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import scope_of
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.rewriting import all_of, swapped_deep
from tilewright.core.schedule.state import ScheduleState, swapped


def decompose_reduction(state: ScheduleState, block: StmtSRef, loop: StmtSRef) -> StmtSRef:
    """A block that initialises what `block` reduces to, right before `loop`; `block` only updates from then on."""
    scope = scope_of(state, block, pipeline=False)
    _check_decomposed(state, block, loop, scope)
    realize = block.binding
    loops = block.loops()
    inside = loops[loops.index(loop) :]
    init = _init_nest(realize, inside)
    node = realize.block
    own = [region for region in node.writes if not any(region.buffer is read.buffer for read in node.reads)]
    updating = node.replace(name_hint=node.name_hint + "_update", init=None, reads=(*own, *node.reads))
    update = realize.replace(block=updating)
    nest = swapped_deep(loop.loop, realize, update)
    parent = loop.parent
    assert parent is not None
    assert parent.stmt is not None
    made = seq([init, nest])
    state.replace(parent, parent.stmt.replace(body=swapped(parent.stmt.body, loop.loop, made)))
    return state.ref(innermost(init).block)


def innermost(stmt: Stmt) -> BlockRealize:
    """The block in a nest of loops."""
    while isinstance(stmt, For):
        stmt = stmt.body
    assert isinstance(stmt, BlockRealize)
    return stmt


def _check_decomposed(state: ScheduleState, block: StmtSRef, loop: StmtSRef, scope: StmtSRef) -> None:
    check_reduction(state, block, scope)
    if not block.is_inside(loop):
        raise Refusal(
            "The loop is not around the block", "The loop {1} is not around the block {0}", block.block, loop.loop
        )
    reduced = iter_type_values(block.binding, IterVarKind.CommReduce)
    for ref in block.loops():
        if ref is loop:
            break
        if any(mentions(value, ref.loop.loop_var) for value in reduced):
            raise Refusal(
                "The decompose point is not higher than all the reduction loops",
                "The loop {0} is not outside of every loop that the reduction axes of the block {1} run over",
                ref.loop,
                block.block,
            )
    loops = block.loops()
    for ref in loops[loops.index(loop) :]:
        if not is_one(ref.loop.extent) and not any(
            mentions(value, ref.loop.loop_var) for value in block.binding.iter_values
        ):
            raise Refusal(
                "A loop runs the whole reduction again",
                "The loop {0} is no axis of the block {1}, which would go on from what it has already reduced",
                ref.loop,
                block.block,
            )


def _init_nest(realize: BlockRealize, inside: Sequence[StmtSRef]) -> Stmt:
    """The block of the initialisation, in copies of the loops that its axes need."""
    node = realize.block
    axes: list[IterVar] = []
    values: list[Expr] = []
    renamed: dict[Var, Expr] = {}
    suffix = "" if default_dialect().name == "tirx" else "_init"
    for axis, value in zip(node.iter_vars, realize.iter_values):
        if axis.iter_type is IterVarKind.DataPar:
            new = IterVar(axis.dom, Var(axis.var.name + suffix, axis.var.dtype), axis.iter_type)
            renamed[axis.var] = new.var
            axes.append(new)
            values.append(value)
    assert node.init is not None
    block = Block(
        tuple(axes),
        (),
        tuple(substitute(region, renamed) for region in node.writes),
        node.name_hint + "_init",
        substitute(fresh_copy(node.init), renamed),
        annotations=node.annotations,
    )
    loops = [ref.loop for ref in inside if any(mentions(value, ref.loop.loop_var) for value in values)]
    copies: dict[Var, Expr] = {loop.loop_var: Var(loop.loop_var.name + "_init", loop.loop_var.dtype) for loop in loops}
    dropped = {ref.loop.loop_var: ref.loop.min for ref in inside if ref.loop.loop_var not in copies}
    predicate = kept_predicate(realize.predicate, dropped)
    made: Stmt = BlockRealize(
        tuple(substitute(value, copies) for value in values), substitute(predicate, copies), block
    )
    for loop in reversed(loops):
        var = copies[loop.loop_var]
        assert isinstance(var, Var)
        made = loop.replace(
            loop_var=var, min=substitute(loop.min, copies), extent=substitute(loop.extent, copies), body=made
        )
    return made


def kept_predicate(predicate: Expr, dropped: dict[Var, Expr]) -> Expr:
    """The conjuncts that do not depend on loops that the initialisation does not have."""
    return all_of([each for each in conjuncts(predicate) if not uses_any(each, dropped)])


def rfactor(state: ScheduleState, loop: StmtSRef, factor_axis: int) -> StmtSRef:
    """Reduce over the other loops first, for each iteration of `loop`, into a buffer with one dimension more; then over that dimension."""
    block = _only_block(state, loop)
    scope = scope_of(state, block, pipeline=True)
    _check_factored(state, block, loop, scope)
    reduction = _reduction(block)
    node = block.block
    rank = len(reduction.indices)
    if not -(rank + 1) <= factor_axis <= rank:
        raise Refusal(
            "The input factor_axis is out of range",
            f"The axis {factor_axis} is not among the {rank + 1} dimensions of the buffer that {{0}} would be factored into",
            node,
        )
    position = factor_axis if factor_axis >= 0 else rank + 1 + factor_axis
    partials = tuple(_partial(buffer, loop.loop, position) for buffer in reduction.buffers)
    first = _rf_block(block, loop, reduction, partials, position)
    second = _wb_block(block, loop, reduction, partials, position)
    loops = block.loops()
    nest = _nest(first, [ref.loop for ref in loops])
    own = _own_loops(block, loops)
    back = _nest(second, [ref.loop for ref in _wb_refs(block, loop, loops) if ref in own])
    top = loops[0].loop
    rest = back if own[0] is loops[0] else swapped_deep(top, own[0].loop, back)
    body = swapped(scope.block.body, top, seq([nest, rest]))
    scoped = scope.block.replace(body=body, alloc_buffers=(*scope.block.alloc_buffers, *partials))
    state.replace(scope, scoped, {node: second.block})
    return state.ref(first.block)


def _only_block(state: ScheduleState, loop: StmtSRef) -> StmtSRef:
    blocks = state.child_blocks(loop)
    if len(blocks) != 1:
        raise Refusal(
            "The loop has more than one block below it",
            f"The loop {{0}} has {len(blocks)} blocks below it; rfactor needs one",
            loop.loop,
        )
    return blocks[0]


def _check_factored(state: ScheduleState, block: StmtSRef, loop: StmtSRef, scope: StmtSRef) -> None:
    check_reduction(state, block, scope)
    if len(block.block.writes) == 1:
        check_compact_dataflow(state, loop)
    loops = block.loops()
    nodes = [ref.loop for ref in loops]
    if loop.loop.kind is not ForKind.SERIAL:
        raise Refusal(
            "Only serial loops can be rfactored",
            "The loop {0}, over which the block {1} reduces, is not serial",
            loop.loop,
            block.block,
        )
    _check_predicate(block)
    own = _own_loops(block, loops)
    if state.child_blocks(loops[0])[0] is not block or loop not in own:
        raise Refusal(
            "The reduction block is not the first block of the outermost loop",
            "The loop {0} runs other blocks before the block {1}, or with it in the loop that it reduces over",
            nodes[0],
            block.block,
        )
    reduced = iter_type_values(block.binding, IterVarKind.CommReduce)
    parallel = iter_type_values(block.binding, IterVarKind.DataPar)
    var = loop.loop.loop_var
    if any(mentions(value, var) for value in parallel):
        raise Refusal(
            "The loop to be rfactored is not a reduction loop",
            "The loop {0} is no reduction loop of the block {1}",
            loop.loop,
            block.block,
        )
    shared = [ref for ref in loops if ref not in own]
    if any(mentions(value, ref.loop.loop_var) for ref in shared for value in reduced):
        raise Refusal(
            "A loop of the reduction holds other blocks",
            "A loop that the block {0} reduces over holds other blocks",
            block.block,
        )
    if any(
        mentions(value, ref.loop.loop_var)
        for ref in loops
        for value in reduced
        if any(mentions(other, ref.loop.loop_var) for other in parallel)
    ):
        raise Refusal(
            "A loop is both data parallel and a reduction",
            "A loop around the block {0} selects what is written and what is reduced",
            block.block,
        )


def _own_loops(block: StmtSRef, loops: Sequence[StmtSRef]) -> list[StmtSRef]:
    """The loops, from the outermost, that hold nothing but the block."""
    inner = [*(ref.loop for ref in loops[1:]), block.node]
    shared = [at for at, (ref, body) in enumerate(zip(loops, inner)) if ref.loop.body is not body]
    return list(loops[shared[-1] + 1 if shared else 0 :])


def _check_predicate(block: StmtSRef) -> None:
    """Refuses a condition under which the block would not reduce everything."""
    if not is_true(block.binding.predicate):
        raise Refusal(
            "The block has a predicate",
            "The block {0} runs under a condition; rfactor needs one that runs always",
            block.block,
        )


def _reduction(block: StmtSRef) -> Reduction:
    try:
        found = reduction_of(block.block)
        if not all(_same_shape(found.buffers[0], buffer) for buffer in found.buffers):
            raise ValueError("its buffers have different shapes")
        return found
    except ValueError as reason:
        raise Refusal(
            "The block is no reduction with a known reducer",
            f"The block {{0}} cannot be factored: {reason}",
            block.block,
        ) from None


def _same_shape(a: Buffer, b: Buffer) -> bool:
    return len(a.shape) == len(b.shape) and all(map(deep_equal, a.shape, b.shape))


def _partial(buffer: Buffer, loop: For, position: int) -> Buffer:
    shape = list(buffer.shape)
    shape.insert(position, loop.extent)
    offset = None if buffer.shape else const(0, "int64")  # TVM keeps that of the scalar, which is of this type
    return decl_buffer(shape, buffer.dtype, buffer.name + "_rf", scope=buffer.scope(), elem_offset=offset)


def _nest(realize: BlockRealize, loops: Sequence[For]) -> Stmt:
    """A block in copies of loops."""
    copies: dict[Var, Expr] = {loop.loop_var: loop.loop_var.replace() for loop in loops}
    made: Stmt = substitute(realize, copies)
    for loop in reversed(loops):
        var = copies[loop.loop_var]
        made = loop.replace(
            loop_var=var, min=substitute(loop.min, copies), extent=substitute(loop.extent, copies), body=made
        )
    return made


def _rf_block(
    block: StmtSRef, loop: StmtSRef, reduction: Reduction, partials: tuple[Buffer, ...], position: int
) -> BlockRealize:
    """The first step: the loop's variable has become a data parallel axis."""
    realize, node = block.binding, block.block
    var = loop.loop.loop_var
    axis = IterVar(range_of(loop.loop), Var("v" + var.name, var.dtype), IterVarKind.DataPar)
    axes: list[IterVar] = [axis]
    values: list[Expr] = [var]
    inner: dict[Var, Expr] = {}
    loops = {ref.loop.loop_var: ref.loop for ref in block.loops()}
    reduced: dict[Var, Expr] = {var: axis.var}
    for old, value in zip(node.iter_vars, realize.iter_values):
        if old.iter_type is IterVarKind.CommReduce and mentions(value, var):
            for used in [each for each in loops if each is not var and mentions(value, each)]:
                if used not in reduced:
                    new = IterVar(range_of(loops[used]), Var("v" + used.name, used.dtype), IterVarKind.CommReduce)
                    axes.append(new)
                    values.append(used)
                    reduced[used] = new.var
            inner[old.var] = substitute(value, reduced)
        else:
            new = IterVar(old.dom, old.var.replace(), old.iter_type)
            inner[old.var] = new.var
            axes.append(new)
            values.append(value)
    spot = [substitute(index, inner) for index in reduction.indices]
    spot.insert(position, axis.var)
    made = _reducing(node, reduction, partials, tuple(spot), inner, tuple(axes), node.name_hint + "_rf")
    if all(each.iter_type is not IterVarKind.CommReduce for each in axes):
        made = _storing(made, partials, tuple(spot), tuple(substitute(value, inner) for value in reduction.values))
    return BlockRealize(tuple(values), realize.predicate, made)


def _reducing(
    node: Block,
    reduction: Reduction,
    buffers: tuple[Buffer, ...],
    spot: tuple[Expr, ...],
    inner: dict[Var, Expr],
    axes: tuple[IterVar, ...],
    name: str,
) -> Block:
    """A block that reduces the values of another into other buffers."""
    values = tuple(substitute(value, inner) for value in reduction.values)
    point = tuple(Range.from_min_extent(index, const(1, index.dtype)) for index in spot)
    reads = tuple(substitute(region, inner) for region in node.reads)
    return Block(
        axes,
        reads,
        tuple(BufferRegion(buffer, point) for buffer in buffers),
        name,
        combined(reduction, buffers, spot, values),
        seq([BufferStore(buffer, start, spot) for buffer, start in zip(buffers, reduction.identity)]),
        annotations=node.annotations,
    )


def _storing(block: Block, buffers: tuple[Buffer, ...], spot: tuple[Expr, ...], values: tuple[Expr, ...]) -> Block:
    """The block where each iteration reduces one value: it stores the values as they are."""
    body = seq([BufferStore(buffer, value, spot) for buffer, value in zip(buffers, values)])
    return block.replace(init=None, body=body)


def combined(
    reduction: Reduction, buffers: tuple[Buffer, ...], spot: tuple[Expr, ...], values: tuple[Expr, ...]
) -> Stmt:
    """The update: what is at `spot`, combined with the values; several results are computed before any is stored."""
    old = [BufferLoad(buffer, spot) for buffer in buffers]
    reducer = reduction.reducer
    names: dict[Var, Expr] = {**dict(zip(reducer.lhs, old)), **dict(zip(reducer.rhs, values))}
    results = [substitute(result, names) for result in reducer.result]
    if len(buffers) == 1:
        return BufferStore(buffers[0], results[0], spot)
    fresh = [Var(f"v_{buffer.name}", buffer.dtype) for buffer in buffers]
    return in_variables(fresh, results, seq([BufferStore(buffer, var, spot) for buffer, var in zip(buffers, fresh)]))


def _wb_block(
    block: StmtSRef, loop: StmtSRef, reduction: Reduction, partials: tuple[Buffer, ...], position: int
) -> BlockRealize:
    """The second step: the partial results, reduced over the new dimension."""
    realize, node = block.binding, block.block
    var = loop.loop.loop_var
    axis = IterVar(range_of(loop.loop), Var("v" + var.name, var.dtype), IterVarKind.CommReduce)
    axes, values = [axis], [var]
    inner: dict[Var, Expr] = {}
    for old, value in zip(node.iter_vars, realize.iter_values):
        if old.iter_type is IterVarKind.DataPar:
            new = IterVar(old.dom, old.var.replace(), old.iter_type)
            inner[old.var] = new.var
            axes.append(new)
            values.append(value)  # pyright: ignore[reportArgumentType]
    spot = tuple(substitute(index, inner) for index in reduction.indices)
    place = [*spot]
    place.insert(position, axis.var)
    point = tuple(Range.from_min_extent(index, const(1, index.dtype)) for index in place)
    target = tuple(Range.from_min_extent(index, const(1, index.dtype)) for index in spot)
    made = Block(
        tuple(axes),
        tuple(BufferRegion(buffer, point) for buffer in partials),
        tuple(BufferRegion(buffer, target) for buffer in reduction.buffers),
        node.name_hint,
        combined(reduction, reduction.buffers, spot, tuple(BufferLoad(buffer, tuple(place)) for buffer in partials)),
        seq([BufferStore(buffer, start, spot) for buffer, start in zip(reduction.buffers, reduction.identity)]),
        annotations=node.annotations,
    )
    return BlockRealize(tuple(values), _spatial_predicate(block, loop), made)


def _spatial_predicate(block: StmtSRef, loop: StmtSRef) -> Expr:
    kept = {ref.loop.loop_var for ref in _wb_refs(block, loop, block.loops())}
    dropped = {ref.loop.loop_var: ref.loop.min for ref in block.loops() if ref.loop.loop_var not in kept}
    return kept_predicate(block.binding.predicate, dropped)


def _wb_refs(block: StmtSRef, loop: StmtSRef, loops: Sequence[StmtSRef]) -> list[StmtSRef]:
    """The loops of the second step: those that the reduction does not run over, and the one that it is divided by."""
    reduced = iter_type_values(block.binding, IterVarKind.CommReduce)
    return [ref for ref in loops if ref is loop or not any(mentions(value, ref.loop.loop_var) for value in reduced)]


__all__ = ["combined", "decompose_reduction", "innermost", "kept_predicate", "rfactor"]
