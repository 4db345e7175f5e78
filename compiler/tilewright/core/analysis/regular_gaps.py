"""Outputs of which loops leave out a regular part: what lies between tiles, every second element, the half behind the last tile, padding behind a copy.

Only what stores of numbers show is said: loops between numbers, and memory whose sizes are numbers, which nothing but these stores touches.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.analysis.boxes import Ends, range_of, reach, whole_range, written_box
from tilewright.core.analysis.counter_example import in_loop_variables, linear_of
from tilewright.core.analysis.element_writes import may_write
from tilewright.core.analysis.survey import Access, Survey
from tilewright.core.arith.key import key
from tilewright.core.arith.linear import is_index
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Ramp, Var
from tilewright.core.ir.stmt import thread_tag
from tilewright.core.ir.walk import variables_of, walk

_FEW = 8  # stores to an output between which elements are looked for
_LEAST = 4  # elements of a dimension of which a part is missed
Missed = tuple[Access, list[int]]


def missed_part(survey: Survey, stores: Sequence[Access]) -> Missed | None:
    """A store and an element in the part that it and the others leave out; None if there is none."""
    if len(stores) > _FEW:
        return None
    for store in stores:
        sizes = [size.value if isinstance(size, IntImm) else 0 for size in store.buffer.shape]
        if (
            store.around.in_init
            or _has_unlike_threads(survey, store)
            or min(sizes, default=0) < 1
            or not all(is_index(each.dtype) for each in store.indices)
        ):
            continue
        for dimension, size in enumerate(sizes):
            if size < _LEAST:
                continue
            number = _in_gap(survey, store, dimension, size) or _behind(survey, store, dimension, sizes)
            number = number or _behind_condition(survey, store, dimension, size)
            element = None if number is None else _element(survey, store, dimension, number)
            if element is not None and not any(may_write(survey, each, element, {}) for each in stores):
                return store, element
    return None


def _has_unlike_threads(survey: Survey, store: Access) -> bool:
    """Whether a thread axis around a store has another extent elsewhere, which is a mistake of its own."""
    own = {thread_tag(loop): key(loop.extent) for loop in store.around.threads}
    others = {(thread_tag(loop), key(loop.extent)) for access in survey.accesses for loop in access.around.threads}
    return any(tag in own and own[tag] != extent for tag, extent in others)


def _element(survey: Survey, store: Access, dimension: int, number: int) -> list[int] | None:
    """An element at this place of a dimension, and at the beginning of what the store writes of the others."""
    found: list[int] = []
    for at, index in enumerate(store.indices):
        form = linear_of(survey, in_loop_variables(survey, index))
        first = form.constant
        for atom, factor in form.atoms():
            domain = range_of(survey, atom, {}) if isinstance(atom, Var) else None
            if domain is None:
                return None
            first += factor * (domain[0] if factor > 0 else sum(domain) - 1)
        found.append(number if at == dimension else first)
    return found


def _in_gap(survey: Survey, store: Access, dimension: int, size: int) -> int | None:
    """The first place after a tile, where tiles of which one follows the other every `step` elements through all of a dimension are shorter than that."""
    if store.around.guards or isinstance(store.node.indices[dimension], Ramp):
        return None  # the stride of a vector is written on purpose
    form = linear_of(survey, in_loop_variables(survey, store.indices[dimension]))
    terms: list[Ends] = []
    for atom, factor in form.atoms():
        domain = range_of(survey, atom, {}) if isinstance(atom, Var) else None
        if domain is None or factor < 0 or domain[0] != 0 or domain[1] < 1:
            return None
        terms.append((factor, domain[1]))
    if not terms:
        return None
    *inner, (step, count) = sorted(terms)
    last = reach(inner)
    whole = step > 1 and count > 1 and step * count == size and 0 <= form.constant < step
    if not whole or last is None or last + 1 >= step:
        return None
    if not inner and not _reads_all(survey, store, dimension, count, size):
        return None
    return form.constant + last + 1 if form.constant + last + 1 < step else 0


def _reads_all(survey: Survey, store: Access, dimension: int, count: int, size: int) -> bool:
    """Whether single elements with gaps between them are copied from the same places, or from a buffer that has no more than those."""
    if _read_along(survey, store, dimension):
        return size in _read_along(survey, store, dimension)
    variables = variables_of(in_loop_variables(survey, store.indices[dimension]))
    sizes = [
        end.value if isinstance(end, IntImm) else 0
        for load in _loads(survey, store)
        for index, end in zip(load.indices, load.buffer.shape)
        if in_loop_variables(survey, index) in variables
    ]
    return bool(sizes) and all(each == count for each in sizes)


def _behind(survey: Survey, store: Access, dimension: int, sizes: Sequence[int]) -> int | None:
    """The first place behind the last iteration, where loops go through at most the first half, and what they store is computed of elements at the same places of buffers that go on as far."""
    runs = bool(variables_of(in_loop_variables(survey, store.indices[dimension])))
    box = written_box(survey, store, {}) if runs else None
    if box is None or box[dimension][0] != 0 or box[dimension][1] + 1 > sizes[dimension] // 2:
        return None
    if any(ends != (0, size - 1) for at, (ends, size) in enumerate(zip(box, sizes)) if at != dimension):
        return None
    read = _read_along(survey, store, dimension)
    return box[dimension][1] + 1 if read and all(size == sizes[dimension] for size in read) else None


def _behind_condition(survey: Survey, store: Access, dimension: int, size: int) -> int | None:
    """The last place, where a loop goes through all of a dimension, and a condition ends it with what is copied, which is shorter."""
    index = in_loop_variables(survey, store.indices[dimension])
    if not store.around.guards or whole_range(survey, index, {}, set()) != (0, size - 1):
        return None
    read = _read_along(survey, store, dimension)
    return size - 1 if read and all(each < size for each in read) else None


def _read_along(survey: Survey, store: Access, dimension: int) -> list[int]:
    """The sizes of other buffers in the dimension that the stored value reads at the place that is stored to; empty if it reads at neighbours, too."""
    here = key(in_loop_variables(survey, store.indices[dimension]))
    used = {atom for atom, _ in linear_of(survey, in_loop_variables(survey, store.indices[dimension])).atoms()}
    found: list[int] = []
    for load in _loads(survey, store):
        for index, size in zip(load.indices, load.buffer.shape):
            value = in_loop_variables(survey, index)
            if key(value) == here and isinstance(size, IntImm):
                found.append(size.value)
            elif used.intersection(node for node in walk(value) if isinstance(node, Expr)):
                return []
    return found


def _loads(survey: Survey, store: Access) -> list[BufferLoad]:
    value = None if store.value is None else in_loop_variables(survey, store.value)
    loads = [] if value is None else [node for node in walk(value) if isinstance(node, BufferLoad)]
    return [load for load in loads if load.buffer is not store.buffer]
