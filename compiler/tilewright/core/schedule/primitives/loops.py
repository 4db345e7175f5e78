"""Loops: split, fuse, reorder, add_unit_loop."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import reduce
from typing import Any

from tilewright.core.arith.iter_map import IterMapLevel
from tilewright.core.ir.expr import Expr, FloorDiv, FloorMod, IntImm, IterVarKind, Var, expr
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import NO_ANNOTATIONS, For, ForKind, Stmt
from tilewright.core.ir.walk import substitute
from tilewright.core.schedule.checks import (
    affine_binding,
    check_never_ended,
    check_plain_loop,
    is_one,
    loop_ranges,
    uses_any,
)
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.rewriting import analyzer_of, simplified_bindings, with_predicate
from tilewright.core.schedule.state import ScheduleState

Factors = Sequence[Any]


def split(
    state: ScheduleState,
    loop: StmtSRef,
    factors: Factors,
    preserve_unit_iters: bool = True,
    disable_predication: bool = False,
) -> list[StmtSRef]:
    """Nested loops for one: `factors` are their extents, one of which may be None."""
    node = loop.loop
    check_plain_loop(node, "split")
    extents = _inferred(node, factors)
    names = [Var(f"{node.loop_var.name}_{at}", node.loop_var.dtype) for at in range(len(extents))]
    value: Expr = const(0, node.loop_var.dtype)
    for name, extent in zip(names, extents):
        value = value * extent + name
    outer = [ref.loop for ref in loop.loops()]
    analyzer = analyzer_of(outer)
    for name, extent in zip(names, extents):
        analyzer.bind(name, _range(extent))
    body = substitute(node.body, {node.loop_var: value})
    inside = binary("LT", value, node.extent)
    if not disable_predication and not analyzer.can_prove(inside):
        body = with_predicate(body, inside)
    made: Stmt = body
    for name, extent in reversed(list(zip(names, extents))):
        made = For(name, const(0, name.dtype), extent, ForKind.SERIAL, made, span=node.span)
    made = simplified_bindings(made, loop_ranges(loop.loops()), preserve_unit_iters)
    state.replace(loop, made)
    return _chain(state, made, len(extents))


def _range(extent: Expr) -> object:
    from tilewright.core.ir.expr import Range

    return Range.from_min_extent(const(0, extent.dtype), extent)


def _chain(state: ScheduleState, stmt: Stmt, count: int) -> list[StmtSRef]:
    """References to `count` loops, each the body of the one before."""
    found: list[StmtSRef] = []
    for _ in range(count):
        assert isinstance(stmt, For)
        found.append(state.ref(stmt))
        stmt = stmt.body
    return found


def _inferred(loop: For, factors: Factors) -> list[Expr]:
    """The extents as expressions of the loop's dtype, with the one that was left open."""
    _check_factors(loop, factors)
    dtype = loop.loop_var.dtype
    given = [None if factor is None else _number(factor, dtype) for factor in factors]
    product = reduce(lambda a, b: a * b, [factor for factor in given if factor is not None], const(1, dtype))
    if None in given:
        rest = analyzer_of(()).simplify(FloorDiv(loop.extent + product - 1, product))
        return [rest if factor is None else factor for factor in given]
    if not analyzer_of(()).can_prove(binary("GE", product, loop.extent)):
        raise Refusal(
            "The product of factors is not larger than or equal to the extent of loop",
            "The product of factors is not larger than or equal to the extent of loop {0}",
            loop,
        )
    return [factor for factor in given if factor is not None]


def _number(factor: object, dtype: str) -> Expr:
    value = expr(factor)
    return (
        const(int(value.value), dtype)
        if isinstance(value, IntImm)
        else value
        if value.dtype == dtype
        else value.astype(dtype)
    )  # pyright: ignore[reportAttributeAccessIssue]


def _check_factors(loop: For, factors: Factors) -> None:
    if sum(factor is None for factor in factors) > 1:
        raise Refusal(
            "only one factor can be specified as -1 or none", "only one factor can be specified as -1 or none", loop
        )
    for at, factor in enumerate(factors):
        number = factor.value if isinstance(factor, IntImm) else factor
        if isinstance(number, int) and number <= 0:
            raise Refusal(
                "All the constant factors are required to be positive",
                f"All the constant factors are required to be positive. However, the factor at position {at} is {number}",
                loop,
            )


# Characters of the names of fused loops, which double where the parts of a loop are fused and split again and again.
_LONGEST_NAME = 256


def fuse(state: ScheduleState, loops: Sequence[StmtSRef], preserve_unit_iters: bool = True) -> StmtSRef:
    """One loop for several, each of which holds nothing but the next."""
    nodes = [ref.loop for ref in loops]
    _check_nest(loops)
    for at, node in enumerate(nodes):
        check_plain_loop(node, "fuse")
        for other in nodes[:at]:
            if uses_any(node.extent, [other.loop_var]):
                raise _dependent(other, node)
    dtype = max((node.loop_var.dtype for node in nodes), key=lambda type_: type_.bits)
    name = Var("_".join(node.loop_var.name for node in nodes)[:_LONGEST_NAME] + "_fused", dtype)
    values: dict[Var, Expr] = {}
    rest: Expr = name
    for node in nodes[:0:-1]:
        values[node.loop_var] = const(0, dtype) if is_one(node.extent) else FloorMod(rest, _as(node.extent, dtype))
        rest = FloorDiv(rest, _as(node.extent, dtype))
    values[nodes[0].loop_var] = const(0, dtype) if is_one(nodes[0].extent) else rest
    extent = analyzer_of(()).simplify(reduce(lambda a, b: a * b, [_as(node.extent, dtype) for node in nodes]))
    analyzer = analyzer_of([For(name, const(0, dtype), extent, ForKind.SERIAL, nodes[-1].body)])
    values = {var: analyzer.simplify(value) for var, value in values.items()}
    typed = {var: _as(value, var.dtype) for var, value in values.items()}
    made = For(name, const(0, dtype), extent, ForKind.SERIAL, substitute(nodes[-1].body, typed), span=nodes[0].span)
    fused = simplified_bindings(made, loop_ranges(loops[0].loops()), preserve_unit_iters)
    state.replace(loops[0], fused)
    return state.ref(fused)  # pyright: ignore[reportArgumentType]


def _as(e: Expr, dtype: Any) -> Expr:
    from tilewright.core.ir.operators import cast

    return e if e.dtype == dtype else const(int(e.value), dtype) if isinstance(e, IntImm) else cast(e, dtype)


def _check_nest(loops: Sequence[StmtSRef]) -> None:
    """Refuses loops that are not each the only thing in the one before."""
    for outer, inner in itertools.pairwise(loops):
        if inner.parent is not outer:
            if outer is inner or outer.is_inside(inner):
                raise Refusal(
                    "The loops are not in the order from the outermost to the innermost",
                    "The loop {0} is not around the loop {1}",
                    outer.loop,
                    inner.loop,
                )
            raise Refusal(
                "The inner loop must be the only child of the outer loop",
                "The loop {1} is not the only child of the loop {0}",
                outer.loop,
                inner.loop,
            )
        if outer.loop.body is not inner.loop:
            raise Refusal(
                "The inner loop must be the only child of the outer loop",
                "The loop {1} is not the only child of the loop {0}",
                outer.loop,
                inner.loop,
            )


def _dependent(outer: For, inner: For) -> Refusal:
    return Refusal(
        "An outer loop's variable is used in the bounds of an inner one",
        "The bounds of the loop {1} use the variable of the loop {0}",
        outer,
        inner,
    )


def reorder(state: ScheduleState, loops: Sequence[StmtSRef]) -> None:
    """Put loops of one nest in the order given; loops between them that are not named stay where they are."""
    if len(set(loops)) != len(loops):
        twice = next(ref for at, ref in enumerate(loops) if ref in loops[:at])
        raise Refusal(
            "A loop appears in the input array for multiple times",
            "Loop {0} appears in the input array for multiple times",
            twice.loop,
        )
    if len(loops) < 2:
        return
    chain = _linear_chain(loops)
    for ref in chain:
        check_never_ended(ref.loop)
    _check_blocks(state, chain[0])
    order = iter(loops)
    wanted = [next(order) if ref in loops else ref for ref in chain]
    made: Stmt = chain[-1].loop.body
    for ref in reversed(wanted):
        made = made_loop(ref.loop, made)
    _check_bounds(wanted)
    state.replace(chain[0], made)


def made_loop(loop: For, body: Stmt) -> For:
    """A loop around another body."""
    return loop if loop.body is body else loop.replace(body=body)


def _linear_chain(loops: Sequence[StmtSRef]) -> list[StmtSRef]:
    """The loops from the outermost of those given to the innermost, which must hold each other alone."""
    bottom = next((ref for ref in loops if all(other is ref or ref.is_inside(other) for other in loops)), None)
    if bottom is None:
        raise Refusal(
            "The loops are not in a chain",
            "The loops are not in a chain: {0} and {1} are not inside each other",
            loops[0].loop,
            loops[1].loop,
        )
    chain = [bottom]
    while not all(ref in chain for ref in loops):
        parent = chain[0].parent
        if parent is None or parent.is_block:
            raise Refusal(
                "The loops are not under the same scope",
                "The loops {0} and {1} are not inside the same block",
                loops[0].loop,
                loops[-1].loop,
            )
        if parent.loop.body is not chain[0].loop:
            raise Refusal(
                "The loops are not a chain of single branches",
                "The loop {0} holds more than the loop {1}",
                parent.loop,
                chain[0].loop,
            )
        chain.insert(0, parent)
    return chain


def _check_blocks(state: ScheduleState, top: StmtSRef) -> None:
    """Refuses to change the order in which blocks run whose axes are not data parallel or reductions, and affine."""
    for block in state.child_blocks(top):
        kinds = {axis.iter_type for axis in block.block.iter_vars}
        if not kinds <= {IterVarKind.DataPar, IterVarKind.CommReduce}:
            raise Refusal(
                "The block under the loops to be reordered have block iter type other than data-parallel or reduction",
                "The block {0} under the loops to be reordered has block iter type other than data-parallel or reduction",
                block.block,
            )
        loops = block.loops()
        ranges = loop_ranges(loops[loops.index(top) :] if top in loops else loops)
        if not affine_binding(block.binding, ranges, IterMapLevel.NoCheck):
            raise Refusal(
                "The block under the loops to be reordered is not affine",
                "The block {0} is required to have an affine binding",
                block.block,
            )


def _check_bounds(order: Sequence[StmtSRef]) -> None:
    for at, ref in enumerate(order):
        for inner in order[at:]:
            if uses_any(ref.loop.min, [inner.loop.loop_var]) or uses_any(ref.loop.extent, [inner.loop.loop_var]):
                raise _dependent(inner.loop, ref.loop)


def add_unit_loop(state: ScheduleState, ref: StmtSRef) -> StmtSRef:
    """A loop of extent 1 around a block or loop."""
    node: Stmt = ref.node
    made = For(Var("u", "int32"), const(0, "int32"), const(1, "int32"), ForKind.SERIAL, node, None, NO_ANNOTATIONS)
    if ref.parent is None:
        raise Refusal(
            "Cannot add a loop around the root block", "Cannot add a loop around the root block {0}", ref.stmt
        )
    state.replace(ref, made)
    return state.ref(made)


__all__ = ["add_unit_loop", "fuse", "made_loop", "reorder", "split"]
