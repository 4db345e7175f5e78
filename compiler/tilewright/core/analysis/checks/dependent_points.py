"""Blocks whose points depend on one another although all of their axes are spatial: such points may run in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.core.analysis.checks.blocks import adds_in_place
from tilewright.core.analysis.checks.exact_iterations import Pair
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.survey import Access, Survey
from tilewright.core.analysis.wording import access_span, access_text
from tilewright.core.arith.evaluate import evaluate
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.ir.expr import IterVarKind, Var
from tilewright.core.ir.stmt import BlockRealize
from tilewright.core.ir.walk import variables_of

_PAIRS = 64  # of stores and loads that are compared in one function


def dependent_points(survey: Survey) -> Iterator[Diagnostic]:
    """Loads of elements that another point of the same spatial block stores."""
    pairs = _PAIRS
    for realize, inside in _of_spatial_blocks(survey).items():
        for load, stores in _met(survey, inside):
            pairs -= len(stores)
            if pairs < 0:
                return
            found = next((each for store in stores for each in _dependence(survey, realize, store, load)), None)
            if found is not None:
                yield diagnose("dependent-points", found, access_span(load) or survey.somewhere)
                break


def _of_spatial_blocks(survey: Survey) -> dict[BlockRealize, list[Access]]:
    """The accesses of each block that has spatial axes alone, without those to memory that each of its points has for itself."""
    found: dict[BlockRealize, list[Access]] = {}
    spatial = {realize for realize, _ in survey.realizes if _is_spatial(realize)}
    for access in survey.accesses if spatial else ():
        realize = access.around.blocks[-1] if access.around.blocks else None
        if realize is None or realize not in spatial or access.node.predicate is not None:
            continue
        origin = survey.origins.get(access.buffer.data)
        if origin is None or realize not in origin.blocks:
            found.setdefault(realize, []).append(access)
    return found


def _is_spatial(realize: BlockRealize) -> bool:
    """Whether a block has axes, all of them spatial."""
    axes = realize.block.iter_vars
    return bool(axes) and all([axis.iter_type is IterVarKind.DataPar for axis in axes])


def _met(survey: Survey, inside: Sequence[Access]) -> Iterator[tuple[Access, list[Access]]]:
    """The loads of a block with the block's own stores to the same buffer, at places that are written otherwise."""
    stores = [each for each in inside if each.is_write and not each.around.in_init]
    for load in inside:
        data = load.buffer.data
        if load.is_write or load.around.in_init or data in survey.opaque:
            continue
        same = [store for store in stores if store.buffer is load.buffer]
        others = [store for store in same if store.place != load.place]
        if others and not any(store.place == load.place and store.order < load.order for store in same):
            yield load, others


def _dependence(survey: Survey, realize: BlockRealize, store: Access, load: Access) -> Iterator[str]:
    """The sentence about two iterations of a loop that an axis is bound to, of which one stores what the other loads."""
    bound = {var for value in realize.iter_values for var in variables_of(in_loop_variables(survey, value))}
    for loop in store.around.loops:
        if loop.loop_var not in bound:
            continue
        found = Pair(survey, loop, store, load).meeting(later=False)
        if found is not None:
            point, second = found
            at = [evaluate(in_loop_variables(survey, index), point) for index in store.indices]
            element, name = f"{store.buffer.name}[{', '.join(map(str, at))}]", loop.loop_var.name
            yield (
                f"`{access_text(load)}` depends on another iteration of the block: {name} = {point[second]} loads `{element}`, which {name} = {point[loop.loop_var]} stores, "
                "and the iterations of spatial axes may run in any order; make the axis one that runs in order, `T.axis.scan`, or write plain loops"
            )
            return


def shared_results(survey: Survey) -> Iterator[Diagnostic]:
    """Reductions that begin one element anew at several points of their spatial axes, so that only the last sum stays."""
    for access in survey.accesses:
        realize = access.around.blocks[-1] if access.around.blocks else None
        if realize is None or realize.block.init is None or not access.is_write or access.around.in_init:
            continue
        spatial = [axis.var for axis in realize.block.iter_vars if axis.iter_type is IterVarKind.DataPar]
        if not _may_be_shared(survey, access, spatial):
            continue
        bound = {var for axis in spatial for var in variables_of(in_loop_variables(survey, axis))}
        for loop in access.around.loops:
            found = Pair(survey, loop, access, access).meeting(later=False) if loop.loop_var in bound else None
            if found is not None:
                point, second = found
                at = ", ".join(str(evaluate(in_loop_variables(survey, index), point)) for index in access.indices)
                name, (low, high) = loop.loop_var.name, sorted((point[loop.loop_var], point[second]))
                sentence = f"`T.init` begins `{access.buffer.name}[{at}]` for {name} = {low} and again for {name} = {high}, and the first sum is lost: two iterations of spatial axes reduce to one element"
                yield diagnose("overwritten-element", sentence, access_span(access) or survey.somewhere)
                break


def _may_be_shared(survey: Survey, access: Access, spatial: Sequence[Var]) -> bool:
    """Whether the place of a store is computed from spatial axes of which one is no index of its own; those that are not in it at all are reported elsewhere."""
    if access.node.predicate is not None or not adds_in_place(access):
        return False
    mentioned = {var for index in access.indices for var in variables_of(index)}
    alone = {index for index in access.indices if isinstance(index, Var)}
    return mentioned.issuperset(spatial) and not alone.issuperset(spatial)
