"""Sums that a loop stores in each of its iterations and that go on from one to the next, though another loop inside sums up what belongs to one iteration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise

from tilewright.core.analysis.checks.blocks import is_element
from tilewright.core.analysis.checks.identities import combined
from tilewright.core.analysis.contents import used_by
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.element_writes import is_scalar
from tilewright.core.analysis.survey import Access, Survey, as_written, loads_in
from tilewright.core.analysis.wording import access_span, access_text
from tilewright.core.arith.key import Key, key
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.ir.expr import Add, BufferLoad, Expr, IntImm, Max, Min, Mul, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import IN_ORDER, BufferStore, For

_NOTHING: Set[Var] = frozenset()


def carried_sums(survey: Survey) -> Iterator[Diagnostic]:
    """Sums over an inner loop that were begun before a loop around it, and are stored for each iteration of that one."""
    for data in survey.origins:
        for accesses in () if data in survey.aliased else _elements(survey.by_memory.get(data, ())):
            writes = [access for access in accesses if access.is_write]
            added = {access: _added(access) for access in writes}
            sums = {access: value for access, value in added.items() if value is not None}
            if not sums or len(sums) == len(writes):
                continue
            found = next(_carried(survey, accesses, writes, sums), None)
            if found is not None:
                yield _sentence(survey, *found)
                break


def _elements(accesses: Sequence[Access]) -> Iterator[Sequence[Access]]:
    """The accesses of each element where all are written as numbers, else all together."""
    if not all(isinstance(index, IntImm) for access in accesses for index in access.indices):
        yield accesses
        return
    elements: dict[tuple[Key, ...], list[Access]] = {}
    for access in accesses:
        elements.setdefault(tuple(access.place), []).append(access)
    yield from elements.values()


def carried_choices(survey: Survey) -> Iterator[Diagnostic]:
    """Extrema over an inner loop that were begun before a loop around it, where what was chosen is stored for each iteration of that one."""
    for data in survey.origins:
        writes = [access for access in survey.by_memory.get(data, ()) if access.is_write]
        chosen = [each for each in writes if each.around.guards and is_scalar(each) and _is_extremum(survey, each)]
        begun = [each for each in writes if each not in chosen]
        if len(chosen) != 1 or not begun or data in survey.aliased or not all(map(_is_number, begun)):
            continue
        loops, used = chosen[0].around.loops, used_by(survey, chosen[0].indices)
        free = [loop for loop in loops if loop.loop_var not in used and loop.kind in IN_ORDER]
        for outer, inner in pairwise(free):
            if any(outer in each.around.loops for each in begun):
                continue
            store = next((each for each in survey.accesses if _is_choice(survey, each, chosen[0], outer, inner)), None)
            if store is not None:
                yield _sentence(survey, chosen[0], store, outer)
                break


def _is_extremum(survey: Survey, access: Access) -> bool:
    found = combined(survey, access)
    return found is not None and found[0] in (Max, Min)


def _is_number(access: Access) -> bool:
    """Whether a store begins with a number, and not with the first element."""
    return access.value is not None and not loads_in(access.value)


def _is_choice(survey: Survey, store: Access, chosen: Access, outer: For, inner: For) -> bool:
    """Whether a store notes, in a place of each iteration of one loop, for which iteration of the other an extremum was found."""
    if not store.is_write or store.around.loops != chosen.around.loops:
        return False
    if _conditions(survey, store) != _conditions(survey, chosen):
        return False
    names = outer.loop_var in used_by(survey, store.indices) and inner.loop_var not in used_by(survey, store.indices)
    return names and store.value is not None and inner.loop_var in used_by(survey, (store.value,))


def _conditions(survey: Survey, access: Access) -> list[Key]:
    """The conditions around an access, as they are written."""
    return [key(as_written(survey, guard)) for guard in access.around.guards]


def _added(access: Access) -> Expr | None:
    """The value that a store adds to the element that it replaces, or compares with it; None of others."""
    value = access.node.value if isinstance(access.node, BufferStore) else None
    if access.around.in_init or not isinstance(value, (Add, Max, Min)) or not is_scalar(access):
        return None
    for element, other in ((value.a, value.b), (value.b, value.a)):
        if is_element(access, element):
            again = any(load.buffer.data is access.buffer.data for load in loads_in(other))
            return other if not again and (other.dtype.is_float or _is_product(other)) else None
    return None


def _is_product(e: Expr) -> bool:
    """Whether data are multiplied; other sums of integers count, often over all iterations."""
    return isinstance(e, Mul) and bool(loads_in(e.a)) and bool(loads_in(e.b))


def _carried(
    survey: Survey, accesses: Sequence[Access], writes: Sequence[Access], sums: Mapping[Access, Expr]
) -> Iterator[tuple[Access, Access, For]]:
    for sum_, added in sums.items():
        loops = sum_.around.loops
        used = used_by(survey, (added,)) if len(loops) > 1 else _NOTHING
        used = used - used_by(
            survey, [in_loop_variables(survey, index) for index in sum_.indices]
        )  # the sum stands still there
        inner = [loop for loop in loops[1:] if loop.loop_var in used]
        if not inner:
            continue
        for loop in loops[: loops.index(inner[-1])]:
            own = loop.kind in IN_ORDER and loop.loop_var in used
            if not own or any(loop in write.around.loops and write not in sums for write in writes):
                continue
            read = _stored_each(survey, accesses, sum_, loop, inner[-1])
            if read is not None:
                yield sum_, read, loop


def _stored_each(survey: Survey, accesses: Sequence[Access], sum_: Access, loop: For, inner: For) -> Access | None:
    """The load behind the inner loop whose value each iteration stores in an element of its own; None if the sum is read elsewhere too."""
    loads = [each for each in accesses if not each.is_write and not _is_of_sum(sum_, each)]
    if not loads or any(loop not in each.around.loops or inner in each.around.loops for each in loads):
        return None
    if any(each.order < sum_.order for each in loads):
        return None
    stores = [
        each
        for each in survey.accesses
        if each.is_write
        and loop in each.around.loops
        and each.buffer.data is not sum_.buffer.data
        and any(load is read.node for load in each.loads for read in loads)
        and not _begins_in(survey, each, loop)
    ]
    if any(_counts_iterations(survey, each, loop.loop_var) for each in stores):
        return None
    alone = all(_is_own(survey, each, loop.loop_var) for each in stores)
    return loads[0] if stores and alone else None


def _begins_in(survey: Survey, store: Access, loop: For) -> bool:
    """Whether a store adds to memory of the function's own that is set anew in each iteration of the loop: a result on the way to another."""
    data = store.buffer.data
    if data not in survey.origins or _added(store) is None:
        return False
    begun = [each for each in survey.by_memory[data] if each.is_write and _added(each) is None]
    return any(loop in each.around.loops and each.order < store.order for each in begun)


def _is_of_sum(sum_: Access, load: Access) -> bool:
    """Whether this is the load of the sum itself; one node may stand in several statements."""
    here = load.order < sum_.order and load.around.loops == sum_.around.loops
    return here and any(each is load.node for each in sum_.loads)


def _is_own(survey: Survey, store: Access, variable: Var) -> bool:
    return variable in used_by(survey, store.indices)


def _counts_iterations(survey: Survey, store: Access, variable: Var) -> bool:
    """Whether the value that is stored is computed with the number of the iteration, as a running mean divides by it."""
    pending: list[Node] = [] if store.value is None else [in_loop_variables(survey, store.value)]
    while pending:
        node = pending.pop()
        if node is variable:
            return True
        if not isinstance(node, BufferLoad):
            pending += node.children()
    return False


def _sentence(survey: Survey, sum_: Access, read: Access, loop: For) -> Diagnostic:
    name, text = loop.loop_var.name, access_text(sum_)
    sentence = f"`{text}` is begun before the loop `{name}`, so each iteration of `{name}` goes on with what the ones before have left; begin it in the loop if each has its own"
    place = access_span(read)
    notes = () if place is None else (Note(f"each iteration of `{name}` reads it here", place),)
    return diagnose("carried-sum", sentence, access_span(sum_) or survey.somewhere, notes)
