"""Operations that a reduction block applies to its result in every iteration, and that are meant for the complete one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilewright.core.analysis.checks.blocks import adds_in_place, is_element, reduction_axes
from tilewright.core.analysis.contents import used_by
from tilewright.core.analysis.element_writes import is_scalar
from tilewright.core.analysis.survey import Access, Survey
from tilewright.core.analysis.wording import access_span, access_text
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Add, BufferLoad, Call, Div, Expr, FloorDiv, FloorMod, Mod
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import BlockRealize, BufferStore
from tilewright.core.ir.walk import walk

_MIXING = (Mod, FloorMod)  # what hashes and checksums do to their sum in each step


def steps_in_reductions(survey: Survey) -> Iterator[Diagnostic]:
    """Stores behind the update of an element whose value is a function of that element alone."""
    stores = [access for access in survey.accesses if access.is_write and access.around.blocks]
    before = Counter[tuple[BlockRealize, Buffer]]()  # stores that may be the update
    for store in stores:
        realize = store.around.blocks[-1]
        if realize.block.init is None:
            continue
        target = realize, store.buffer
        before[target] += not store.around.in_init
        if _divides_sum(survey, store, realize):
            sentence = f"`{access_text(store)}` is divided in every iteration, with all that was added before, not once when the sum is complete; divide what is added, or in a second loop or block behind this one"
            yield diagnose("step-in-reduction", sentence, access_span(store) or survey.somewhere)
            continue
        if store.around.in_init or before[target] == 1 or not _is_step(survey, store, realize, stores):
            continue
        update = next((each for each in stores if _is_update(survey, each, store, realize)), None)
        if update is None:
            continue
        text = access_text(store)
        names = " and ".join(f"`{axis.name}`" for axis in reduction_axes(realize.block))
        sentence = f"this is applied to `{text}` in every iteration of {names}, not once when the sum is complete; store it in a second loop or block behind this one"
        place = access_span(update)
        notes = () if place is None else (Note("here it is added to", place),)
        yield diagnose("step-in-reduction", sentence, access_span(store) or survey.somewhere, notes)


def _divides_sum(survey: Survey, store: Access, realize: BlockRealize) -> bool:
    """Whether a store divides the sum so far and what it adds, `(s + x) / n`, by what is the same in all iterations."""
    value = store.value
    if store.around.in_init or not isinstance(value, (Div, FloorDiv)) or not isinstance(value.a, Add):
        return False
    reduced = reduction_axes(realize.block)
    sums = is_element(store, value.a.a) or is_element(store, value.a.b)
    return sums and bool(reduced) and not reduced & used_by(survey, (value.b, *store.indices))


def _is_step(survey: Survey, store: Access, realize: BlockRealize, stores: list[Access]) -> bool:
    """Whether a store changes its element by what is the same in all iterations of the reduction, without a condition of its own."""
    reduced = reduction_axes(realize.block)
    node = store.node
    if not reduced or not isinstance(node, BufferStore) or not is_scalar(store) or not adds_in_place(store):
        return False
    if any(guard is not realize.predicate for guard in store.around.guards) or is_element(store, node.value):
        return False
    loads = [each for each in walk(node.value) if isinstance(each, BufferLoad)]
    others = [load for load in loads if not is_element(store, load)]
    written = {each.buffer.data for each in stores if realize in each.around.blocks}
    if any(load.buffer.data in written for load in others) or reduced & used_by(survey, store.indices):
        return False
    inside = {loop.loop_var for loop in store.around.running if not _stands_around(loop.body, realize)}
    used = used_by(survey, (*[index for load in others for index in load.indices], *_parts(store, node.value)))
    return not (reduced | inside) & used and not inside and not _mixes(node.value)


def _stands_around(body: Node, realize: BlockRealize) -> bool:
    return any(each is realize for each in walk(body))


def _parts(store: Access, value: Expr) -> list[Expr]:
    """The value without the element that the store replaces."""
    if isinstance(value, BufferLoad) and is_element(store, value):
        return []
    children = [each for each in value.children() if isinstance(each, Expr)]
    return [part for each in children for part in _parts(store, each)] if children else [value]


def _mixes(value: Expr) -> bool:
    """Whether bits are mixed, or something unknown is called."""
    return any(
        isinstance(each, _MIXING)
        or (isinstance(each, Call) and (callee_name(each) or "").startswith(("tir.bitwise", "tir.shift", "tir.call_")))
        for each in walk(value)
    )


def _is_update(survey: Survey, update: Access, store: Access, realize: BlockRealize) -> bool:
    """Whether a store before adds to the same element what depends on a reduction axis."""
    reduced = reduction_axes(realize.block)
    same = update.buffer is store.buffer and update.place == store.place and update.around.blocks[-1] is realize
    if not same or update.around.in_init or update.order >= store.order or not adds_in_place(update):
        return False
    assert isinstance(update.node, BufferStore)
    return bool(reduced & used_by(survey, (update.node.value,)))
