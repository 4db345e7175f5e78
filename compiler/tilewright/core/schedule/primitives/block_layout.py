"""transform_block_layout: the axes of a block, and the loops around it, in another order or division."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.arith.iter_map import simplify_digits
from tilewright.core.ir.expr import BufferLoad, Expr, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, BufferStore, For, ForKind, Stmt
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.schedule.checks import is_zero
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.primitives.blockize import only_block
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.rewriting import axis_analyzer
from tilewright.core.schedule.state import ScheduleState


def transform_block_layout(state: ScheduleState, block: StmtSRef, index_map: IndexMap) -> None:
    """Loops over the results of `index_map` of the block's axes, which must be the loops around it."""
    loops = block.loops()
    _check(state, block, loops, index_map)
    node = block.block
    axes = [axis.var for axis in node.iter_vars]
    extents = [axis.dom.extent for axis in node.iter_vars if axis.dom is not None]
    finals = index_map.map_indices(axes)
    sizes = index_map.map_shape(extents)
    made = [
        IterVar(_from_zero(size, final), Var(f"v{at}", final.dtype), _kind(node, final))
        for at, (final, size) in enumerate(zip(finals, sizes))
    ]
    inside = node.replace(iter_vars=())
    placed = substitute(inside, _values(index_map, axes, extents, made)).replace(iter_vars=tuple(made))
    new = simplified_accesses(placed)
    names = [Var(f"ax{at}", axis.var.dtype) for at, axis in enumerate(made)]
    body: Stmt = block.binding.replace(iter_values=tuple(names), block=new)
    for name, axis in reversed(list(zip(names, made))):
        assert axis.dom is not None
        body = For(name, axis.dom.min, axis.dom.extent, ForKind.SERIAL, body)
    state.replace(loops[0] if loops else block, body, {node: new})


def _from_zero(size: Expr, like: Expr) -> Range:
    return Range.from_min_extent(const(0, like.dtype), size)


def _check(state: ScheduleState, block: StmtSRef, loops: list[StmtSRef], index_map: IndexMap) -> None:
    for ref in loops:
        if not is_zero(ref.loop.min):
            raise Refusal("The loop does not start with 0", "The loop {0} does not start with 0", ref.loop)
    if loops:
        only_block(state, loops[0])
    check_trivial_binding(block, [ref.loop.loop_var for ref in loops])
    count, axes = len(index_map.initial_indices), len(block.block.iter_vars)
    if count != axes:
        raise Refusal(
            "The index map can't be applied to block iters because the number of parameters mismatch",
            f"The index map {index_map} can't be applied to block iters of {{0}} because the number of parameters mismatch. Expected: {count}, actual: {axes}",
            block.block,
        )


def check_trivial_binding(block: StmtSRef, loops: list[Var]) -> None:
    """Refuses a block whose axes are not loops around it, each another one."""
    values = block.binding.iter_values
    if any(not isinstance(value, Var) or value not in loops for value in values) or len(set(values)) != len(values):
        raise Refusal(
            "The binding values of the block are not variables of outer loops",
            "The binding values of the {0} are not variables of outer loops",
            block.block,
        )


def _kind(block: Block, final: Expr) -> IterVarKind:
    """The kind of the axes that an index is made of, which must be one; one that is made of none is spatial."""
    kinds = {axis.var: axis.iter_type for axis in block.iter_vars}
    found = {kinds[var] for var in walk(final) if isinstance(var, Var) and var in kinds}
    if not found:
        return IterVarKind.DataPar
    if len(found) != 1 or IterVarKind.Opaque in found:
        raise Refusal(
            "Cannot detect the new block iter type because it contains more than one type of original iter vars",
            f"Cannot detect the block iter type for new iter value {final} in {{0}} because it contains more than one type of original iter vars",
            block,
        )
    return found.pop()


def _values(index_map: IndexMap, axes: list[Var], extents: list[Expr], made: list[IterVar]) -> Mapping[Var, Expr]:
    """The values of the axes in terms of the new ones."""
    try:
        inverse = index_map.inverse(extents)
    except ValueError as reason:
        raise Refusal(
            "The index map is not bijective affine", f"The index map {index_map} is not bijective affine: {reason}"
        ) from None
    values = inverse.map_indices([axis.var for axis in made])
    return {axis: value if value.dtype == axis.dtype else value.astype(axis.dtype) for axis, value in zip(axes, values)}


def simplified_accesses(block: Block) -> Block:
    """A block with the indices of loads, stores and regions simplified for the ranges of its axes, which themselves stay as they are."""
    analyzer = axis_analyzer(block.iter_vars)
    domains = {axis.var: axis.dom for axis in block.iter_vars if axis.dom is not None}

    def simple(e: Expr) -> Expr:
        return e if isinstance(e, Var) else simplify_digits(analyzer.simplify(e), domains, (), analyzer)

    def access(node: BufferLoad | BufferStore) -> BufferLoad | BufferStore:
        return node.replace(indices=tuple(map(simple, node.indices)))

    rules = {
        BufferLoad: access,
        BufferStore: access,
        Range: lambda node: Range.from_min_extent(simple(node.min), simple(node.extent)),
    }
    return rewrite(block, rules)


__all__ = ["check_trivial_binding", "simplified_accesses", "transform_block_layout"]
