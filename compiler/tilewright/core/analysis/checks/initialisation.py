"""Elements that are read before anything is stored in them: of memory that the function allocates, and of results that a block's init should have set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial, reduce

from tilewright.core.analysis.boxes import written_box
from tilewright.core.analysis.checks.blocks import adds_in_place, missing_init, reduction_axes
from tilewright.core.analysis.contents import used_by
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.data_in_order import in_order
from tilewright.core.analysis.element_writes import (
    element_at,
    elements,
    is_scalar,
    place_of,
    points_of,
    written_before,
)
from tilewright.core.analysis.exact_counter_example import holds_somewhere, loads_data
from tilewright.core.analysis.filled_before import fills_before, sets_first
from tilewright.core.analysis.own_memory import owned_by
from tilewright.core.analysis.survey import Access, Survey, loads_in, memory_read, reads_what_is_passed
from tilewright.core.analysis.wording import access_span, access_text, name_span, when
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.facts import negated
from tilewright.core.arith.key import Key, key
from tilewright.core.arith.models import Undecided, conjuncts, has_model
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.expr import (
    LE,
    LT,
    Add,
    And,
    Broadcast,
    BufferLoad,
    CmpOp,
    Expr,
    FloatImm,
    FloorDiv,
    IntImm,
    Or,
    Var,
)
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary
from tilewright.core.ir.stmt import IN_ORDER, BufferStore, For, ForKind
from tilewright.core.ir.walk import substitute, variables_of, walk

QUESTIONS = 300  # that one function may cost


def reads_before_writes(survey: Survey) -> Iterator[Diagnostic]:
    """The first load from each such buffer at a point where no store has come before, with the point."""
    writes = _writes(survey)
    reported = {diagnostic.span for diagnostic in missing_init(survey)} if writes else set()
    left = [QUESTIONS]
    for data, stores in writes.items():
        loads = sorted(
            (
                each
                for each in elements(survey)
                if each.buffer.data is data and not each.is_write and not _begins_with_it(survey, each)
            ),
            key=lambda each: each.order,
        )
        if reported and any(access_span(store) in reported for store in stores):
            continue
        found = next(filter(None, (_unset(survey, load, stores, left) for load in loads)), None)
        found = found or next(filter(None, (_unset_by_choice(survey, load, stores) for load in loads)), None)
        found = found or _unset_either_way(survey, loads, stores, left)
        if found is not None:
            yield found


def first_unset_read(survey: Survey, data: Var) -> Diagnostic | None:
    """The first load from the memory of a parameter that nothing is in, at a point where no store has come before; None where `reads_before_writes` judges it."""
    about = sorted((each for each in elements(survey) if each.buffer.data is data), key=lambda each: each.order)
    stores = [each for each in about if each.is_write]
    reported = {diagnostic.span for diagnostic in missing_init(survey)}
    if data in survey.aliased | survey.unseen or data in _writes(survey) or not all(map(is_scalar, about)):
        return None
    if any(access_span(store) in reported for store in stores):
        return None
    left = [QUESTIONS]
    return next(filter(None, (_unset(survey, load, stores, left) for load in about if not load.is_write)), None)


def plain_accumulations(survey: Survey) -> Iterator[Diagnostic]:
    """Parameters to whose elements plain loops add, which nothing else in the function stores to, or reads before they are done."""
    inputs = {buffer.data for buffer in survey.func.buffer_map.values()} - survey.aliased
    for data in inputs if survey.loops else ():
        found = survey.by_memory.get(data, ())
        stores = [access for access in found if access.is_write]
        if len(stores) != 1 or not adds_in_place(stores[0]):
            continue
        if _counts(survey, stores[0]) and len(found) == 2:
            sentence = f"`{access_text(stores[0])}` counts on from what the caller left in it; store 0 in `{stores[0].buffer.name}` before, or where that is meant say so: `# tilewright: ignore[missing-init]`"
            yield diagnose("missing-init", sentence, access_span(stores[0]) or survey.somewhere)
            continue
        loop = _summed_over(survey, stores[0])
        if loop is not None and not any(_read_apart(stores[0], load, loop) for load in found):
            text = access_text(stores[0])
            sentence = f"`{text}` is combined over the loop `{loop.loop_var.name}` and starts from what the caller left in it; store the starting value before the loop, or where that is meant say so: `# tilewright: ignore[missing-init]`"
            yield diagnose("missing-init", sentence, access_span(stores[0]) or survey.somewhere)


def _counts(survey: Survey, store: Access) -> bool:
    """Whether a store adds a number to an element that data choose, as histograms do."""
    value = store.value
    number = isinstance(value, Add) and any(isinstance(part, (IntImm, FloatImm)) for part in (value.a, value.b))
    chosen = any(memory_read(survey, in_loop_variables(survey, index)) for index in store.indices)
    return number and chosen and bool(store.around.running)


def _begins_with_it(survey: Survey, load: Access) -> bool:
    """Whether an init stores an element of a parameter in itself, which says that the sum begins with what the caller has in it."""
    if not load.around.in_init or load.buffer.data not in {each.data for each in survey.func.buffer_map.values()}:
        return False
    stores = (each for each in survey.by_memory.get(load.buffer.data, ()) if each.is_write and each.around.in_init)
    return any(store.place == load.place and any(each is load.node for each in store.loads) for store in stores)


def _read_apart(store: Access, load: Access, loop: For) -> bool:
    """Whether a load is neither the one of the store's own statement nor one that comes when the loop is done."""
    if load.is_write or any(node is load.node for node in walk(store.node)):
        return False
    return load.order < store.order or loop in load.around.loops


def _summed_over(survey: Survey, store: Access) -> For | None:
    """The innermost serial loop over which a store outside of blocks combines values of other buffers in one element."""
    assert isinstance(store.node, BufferStore)
    if any(realize.block.iter_vars for realize in store.around.blocks) or not is_scalar(store):
        return None
    used = used_by(survey, (*store.indices, *store.around.guards)) - _divided(survey, store)
    loads = [
        node for node in walk(store.node.value) if isinstance(node, BufferLoad) and node.buffer is not store.buffer
    ]
    combined = used_by(survey, tuple(index for load in loads for index in load.indices))
    loops = [loop for loop in reversed(store.around.loops) if loop.kind in IN_ORDER]
    return next((loop for loop in loops if loop.loop_var in combined - used), None)


def _divided(survey: Survey, store: Access) -> set[Var]:
    """The variables that the place of a store, and no condition around it, has only in quotients: several of their values lead to one element."""
    whole = {var for guard in store.around.guards for var in variables_of(in_loop_variables(survey, guard))}
    found: set[Var] = set()
    for index in store.indices:
        pending: list[Node] = [in_loop_variables(survey, index)]
        while pending:
            node = pending.pop()
            if isinstance(node, FloorDiv) and isinstance(node.a, Var):
                found.add(node.a)
                pending.append(node.b)
            elif isinstance(node, Var):
                whole.add(node)
            else:
                pending += node.children()
    return found - whole


def _writes(survey: Survey) -> dict[Var, list[Access]]:
    """The stores to each buffer that is judged: one that the function allocates, or that an init stores to, if indices name all its elements."""
    fresh = survey.origins.keys() | {access.buffer.data for access in elements(survey) if access.around.in_init}
    fresh |= _begun_by_condition(survey) | _begun_by_filling(survey)
    found: dict[Var, list[Access]] = {}
    for access in elements(survey) if fresh else ():
        if access.is_write and access.buffer.data in fresh:
            found.setdefault(access.buffer.data, []).append(access)
    if not found:
        return found
    hidden = survey.aliased | {
        access.buffer.data for access in elements(survey) if access.buffer.data in found and not is_scalar(access)
    }
    hidden |= _begun_outside(survey) | survey.unseen
    return {data: stores for data, stores in found.items() if data not in hidden}


def _begun_by_condition(survey: Survey) -> set[Var]:
    """Memory that a block adds up over a reduction axis after it has set it at one point of the axis: an init that a condition stands for."""
    found: set[Var] = set()
    if not any(access.around.guards for access in survey.accesses):
        return found
    added = {(access.around.blocks[-1], access.buffer) for access in survey.accesses if _adds_in_block(access)}
    for access in survey.accesses:
        around = access.around
        if not access.is_write or not around.guards or adds_in_place(access):
            continue
        if _begins_in_loop(survey, access):
            found.add(access.buffer.data)
        if not around.blocks:
            continue
        realize = around.blocks[-1]
        reduced = reduction_axes(realize.block)
        conditioned = any(reduced & {*variables_of(guard)} for guard in around.guards)
        if conditioned and (realize, access.buffer) in added:
            found.add(access.buffer.data)
    return found


def _begins_in_loop(survey: Survey, store: Access) -> bool:
    """Whether a plain loop adds to the element that the store sets in a chosen iteration of it."""
    around, used = store.around, used_by(survey, store.indices)
    if any(realize.block.iter_vars for realize in around.blocks):
        return False
    chosen = {var for guard in around.guards if not loads_in(guard) for var in variables_of(guard)} - used
    return any(
        loop.loop_var in chosen and loop.kind in IN_ORDER and _is_added_to(survey, store, loop) for loop in around.loops
    )


def _is_added_to(survey: Survey, store: Access, loop: For) -> bool:
    """Whether the loop adds to the element of the store whenever it comes there."""
    return any(
        each.is_write and each.place == store.place and loop in each.around.loops and adds_in_place(each)
        for each in survey.by_memory[store.buffer.data]
        if each.buffer is store.buffer and not each.around.guards
    )


def _begun_by_filling(survey: Survey) -> set[Var]:
    """Memory of the caller that a statement of its own fills with a number before anything else happens to it, and which other statements read."""
    first: dict[Var, Access] = {}
    read: set[Var] = set()
    for access in elements(survey):
        known = first.get(access.buffer.data)
        if known is None or access.order < known.order:
            first[access.buffer.data] = access
        if not access.is_write:
            read.add(access.buffer.data)
    return {data for data in read if _fills(survey, first[data])}


def _fills(survey: Survey, access: Access) -> bool:
    """Whether a store in a loop puts a number into elements."""
    value = access.node.value if isinstance(access.node, BufferStore) else None
    number = isinstance(value.value if isinstance(value, Broadcast) else value, (IntImm, FloatImm))
    return number and not access.around.guards and bool(access.around.loops)


def _adds_in_block(access: Access) -> bool:
    return bool(access.around.blocks) and access.is_write and not access.around.guards and adds_in_place(access)


def _begun_outside(survey: Survey) -> set[Var]:
    """Parameters that are read before or apart from the blocks whose init stores to them: the caller may have filled them."""
    own = {access.buffer.data for access in survey.accesses if access.around.in_init}
    found: set[Var] = set()
    for access in survey.accesses:
        data = access.buffer.data
        if data in own and data not in survey.origins and not access.is_write:
            block = access.around.blocks[-1].block if access.around.blocks else None
            if block is None or block.init is None:
                found.add(data)
    return found


def _unset(survey: Survey, load: Access, stores: Sequence[Access], left: list[int]) -> Diagnostic | None:
    if any(sets_first(survey, store, load) for store in stores):
        return None
    if any(fills_before(survey, store, load) for store in stores):
        return None
    likely_first = sorted(stores, key=lambda store: (store.order > load.order, -store.order))
    depending = [store for store in likely_first if _depends_on_data(survey, store)]
    settling = [store for store in likely_first if store not in depending]
    try:
        for point in points_of(survey, load):
            element = element_at(survey, load.indices, point)
            left[0] -= len(stores)
            if element is None or left[0] < 0:
                return None
            if not _exists(survey, load, element, point):
                continue
            if any(written_before(survey, store, load, element, point) for store in settling):
                continue
            writers = [store for store in depending if written_before(survey, store, load, element, point)]
            if not writers:
                return _report(survey, load, element, point)
            if not _are_opposite(survey, writers) and _may_all_fail(survey, writers, point):
                return _report(
                    survey,
                    load,
                    element,
                    point,
                    "and whether anything has been stored in {} before depends on the data",
                )
    except Undecided:
        return None
    return None


def _unset_either_way(
    survey: Survey, loads: Sequence[Access], stores: Sequence[Access], left: list[int]
) -> Diagnostic | None:
    """A load where a condition on data holds, and another where it does not, that read at one point of the loops what nothing has been stored in."""
    branches: dict[tuple[Key, tuple[For, ...]], tuple[Access, dict[tuple[tuple[Var, int], ...], tuple[int, ...]]]] = {}
    for load in loads:
        if not load.around.guards or load.around.in_init:
            continue
        place = place_of(survey, load)
        if len(place.unknown) != 1 or not reads_what_is_passed(survey, *place.unknown):
            continue
        condition = place.unknown[0]
        always = replace(load, around=replace(load.around, guards=tuple(place.guards)))
        unset = {tuple(point.items()): element for element, point in _unset_points(survey, always, stores, left)}
        other = branches.get((key(negated(condition)), load.around.loops))
        common = [] if other is None else [point for point in unset if point in other[1]]
        if other is not None and common:
            first, elements_there = other
            return _report(survey, first, elements_there[common[0]], dict(common[0]))
        branches.setdefault((key(condition), load.around.loops), (load, unset))
    return None


def _unset_points(
    survey: Survey, load: Access, stores: Sequence[Access], left: list[int]
) -> Iterator[tuple[tuple[int, ...], Point]]:
    """Elements that a load reads with nothing stored in them, and when."""
    try:
        for point in points_of(survey, load):
            element = element_at(survey, load.indices, point)
            left[0] -= len(stores)
            if element is None or left[0] < 0:
                return
            written = any(written_before(survey, store, load, element, point) for store in stores)
            if not written and _exists(survey, load, element, point):
                yield element, point
    except Undecided:
        return


def _depends_on_data(survey: Survey, store: Access) -> bool:
    """Whether the store is made only where a condition on data holds."""
    unknown = place_of(survey, store).unknown
    return bool(unknown) and all(map(_compares, unknown))


def _compares(guard: Expr) -> bool:
    """Whether a condition is made of comparisons."""
    return isinstance(guard, CmpOp) or (isinstance(guard, (And, Or)) and _compares(guard.a) and _compares(guard.b))


def _are_opposite(survey: Survey, writers: Sequence[Access]) -> bool:
    """Whether two of the stores stand for both outcomes of one condition on data."""
    conditions = [guard for store in writers for guard in (*place_of(survey, store).unknown, *store.around.guards)]
    keys = {key(each) for each in conditions}
    return any(key(negated(each)) in keys for each in conditions)


def _may_all_fail(survey: Survey, writers: Sequence[Access], point: Point) -> bool:
    """Whether some data keep all stores from happening that run in the iteration of the point; False where that is not known."""
    numbers = {var: IntImm(var.dtype, value) for var, value in point.items()}
    failing = [
        negated(substitute(reduce(partial(binary, "And"), map(partial(in_loop_variables, survey), guards)), numbers))
        for guards in (store.around.guards for store in writers if _runs_at(store, point))
    ]
    try:
        return has_model(in_order(failing))
    except Undecided:
        return False


def _runs_at(store: Access, point: Point) -> bool:
    """Whether a store under conditions is in no other loops than those of the point."""
    return bool(store.around.guards) and all(loop.loop_var in point for loop in store.around.loops)


def _unset_by_choice(survey: Survey, load: Access, stores: Sequence[Access]) -> Diagnostic | None:
    """A load from a dimension that data choose the place in, of which the stores before fill the first part only."""
    if not _is_chosen_somewhere(survey, load):
        return None
    begins = [store for store in stores if not adds_in_place(store) and _may_come_first(store, load)]
    if not begins and load.buffer.data in survey.origins:
        text, name = access_text(load), load.buffer.name
        sentence = f"`{text}` is read, and every store to `{name}` adds to what is there: nothing begins it"
        return diagnose("uninitialized-read", sentence, access_span(load) or survey.somewhere)
    boxes = [written_box(survey, store, {}) for store in begins]
    for dimension, (index, size) in enumerate(zip(load.indices, load.buffer.shape)):
        value = in_loop_variables(survey, index)
        chosen = any(isinstance(node, BufferLoad) for node in walk(value))
        if not chosen or not isinstance(size, IntImm) or not begins or any(box is None for box in boxes):
            continue
        end = max(box[dimension][1] + 1 for box in boxes if box is not None)
        if end < min(size.value, _limit(survey, load, value)) and all(store.order < load.order for store in begins):
            text, name = access_text(load), load.buffer.name
            where = f"`{name}`" if load.buffer.ndim == 1 else f"dimension {dimension} of `{name}`"
            sentence = f"data choose which of the {size.value} places in {where} `{text}` reads, and only the first {end} have been set before"
            return diagnose("uninitialized-read", sentence, access_span(load) or survey.somewhere)
    return None


def _is_chosen_somewhere(survey: Survey, load: Access) -> bool:
    """Whether data choose the element of a load that certainly can happen."""
    if not any(loads_data(in_loop_variables(survey, index)) for index in load.indices):
        return False
    try:
        return holds_somewhere(place_of(survey, load), IntImm(BOOL, 1)) is not None
    except Undecided:
        return False


def _may_come_first(store: Access, load: Access) -> bool:
    """Whether the store stands before the load, or a loop around both brings it there."""
    return store.order < load.order or any(loop in load.around.loops for loop in store.around.loops)


def _limit(survey: Survey, load: Access, index: Expr) -> float:
    """The number that a condition around keeps the index below; infinity without one."""
    guards = (in_loop_variables(survey, guard) for guard in load.around.guards)
    parts = [part for guard in guards for part in conjuncts(guard)]
    limits = [
        (part.b, isinstance(part, LE)) for part in parts if isinstance(part, (LT, LE)) and key(part.a) == key(index)
    ]
    return min((end.value + closed if isinstance(end, IntImm) else 0 for end, closed in limits), default=float("inf"))


def _exists(survey: Survey, load: Access, element: Sequence[int], point: Point) -> bool:
    """Whether the buffer has the element; loads of others are reported as such."""
    sizes = [evaluate(in_loop_variables(survey, size), point) for size in load.buffer.shape]
    return all(size is not None and 0 <= index < size for index, size in zip(element, sizes))


def _report(
    survey: Survey,
    load: Access,
    element: Sequence[int],
    point: Point,
    why: str = "and nothing has been stored in {} before",
) -> Diagnostic:
    name = load.buffer.name
    named = dict.fromkeys(var for index in load.indices for var in variables_of(index))
    values = [(var, evaluate(in_loop_variables(survey, var), point)) for var in named]
    values += [(loop.loop_var, point[loop.loop_var]) for loop in load.around.loops if not values]
    sizes = [(var, value) for var, value in point.items() if var in survey.sizes]
    text = f"`{access_text(load)}` is read{when((*values, *sizes))}"
    place = name_span(name, load.buffer.span)
    notes = () if place is None else (Note(f"`{name}` is declared here", place),)
    notes += tuple(_own(loop, name) for loop in load.around.loops if _is_alone(survey, loop, load))[:1]
    where = f"`{name}[{', '.join(map(str, element))}]`"
    sentence = f"{text}, {why.format(where)}"
    return diagnose("uninitialized-read", sentence, access_span(load) or survey.somewhere, notes)


def _is_alone(survey: Survey, loop: For, load: Access) -> bool:
    """Whether each iteration of a parallel loop has the memory for itself that a load reads."""
    return loop.kind is ForKind.PARALLEL and loop.span is not None and owned_by(survey, loop, load.buffer.data)


def _own(loop: For, name: str) -> Note:
    variable = loop.loop_var.name
    place = name_span(variable, loop.span)
    assert place is not None
    return Note(f"each iteration of the parallel loop `{variable}` has `{name}` for itself", place)
