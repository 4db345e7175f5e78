"""Reductions that leave out the last elements of what they read: loops over tiles that drop a remainder, and loops that stop one short."""

from __future__ import annotations

from collections.abc import Iterator, Set

from tilewright.core.analysis.boxes import Ends, range_of, whole_range
from tilewright.core.analysis.checks.blocks import adds_in_place
from tilewright.core.analysis.checks.results import contract
from tilewright.core.analysis.contents import repeated_over
from tilewright.core.analysis.counter_example import in_loop_variables, linear_of
from tilewright.core.analysis.element_writes import is_scalar
from tilewright.core.analysis.exact_counter_example import loads_data, place_at, with_sizes
from tilewright.core.analysis.survey import Access, Survey
from tilewright.core.analysis.wording import access_span, access_text, when
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.linear import is_index, linear
from tilewright.core.arith.models import Undecided
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Var
from tilewright.core.ir.walk import variables_of

_SIZES = ((33, 65, 127), (97, 61, 203), (128, 256, 512))
_LEAST = 4  # elements of dimensions that are looked at


def unread_elements(survey: Survey) -> Iterator[Diagnostic]:
    """Loads that a statement combines over a whole dimension but for its end, which nothing else reads either."""
    said: set[Var] = set()
    for access in survey.accesses if survey.loops else ():
        around = access.around
        if not access.is_write or around.in_init or around.guards or not around.loops or not adds_in_place(access):
            continue
        reduced = {loop.loop_var for loop in repeated_over(survey, access)}
        for load in _combined(survey, access) if reduced else ():
            found = None if load.buffer.data in said else _left_out(survey, load, reduced)
            if found is not None:
                said.add(load.buffer.data)
                sentence, sizes = found
                span = access_span(load) or access_span(access) or survey.somewhere
                yield diagnose("unread-element", sentence, span, contract(access, sizes))


def _combined(survey: Survey, store: Access) -> Iterator[Access]:
    """The loads of other buffers in what a store stores."""
    nodes = {id(load) for load in store.loads if load.buffer is not store.buffer}
    for data in {load.buffer.data for load in store.loads} - survey.aliased:
        yield from (each for each in survey.by_memory[data] if id(each.node) in nodes and is_scalar(each))


def _left_out(survey: Survey, load: Access, reduced: Set[Var]) -> tuple[str, Point] | None:
    """The sentence about the first dimension of which the end is left out, with sizes for which it is."""
    for dimension, index in enumerate(load.indices):
        value = in_loop_variables(survey, index)
        running = {var for var in variables_of(value) if var in survey.domains}
        if not running & reduced or not is_index(value.dtype):
            continue
        try:
            found = (
                _short(survey, load, dimension, value)
                if running <= reduced
                else _short_of_row(survey, load, dimension, value, running & reduced)
            )
        except Undecided:
            continue
        if found is None:
            continue
        sizes, last, size = found
        where = f"`{load.buffer.name}`" if load.buffer.ndim == 1 else f"dimension {dimension} of `{load.buffer.name}`"
        if running <= reduced:
            reached = f"{last}{when(sizes.items())}, and {where} has {size} elements"
        else:
            reached = f"element {last} of each row of {size} elements in {where}"
        lost = "the reduction leaves out the last of them, which nothing else reads"
        return f"`{access_text(load)}` reaches {reached}: {lost}", sizes
    return None


def _short(survey: Survey, load: Access, dimension: int, value: Expr) -> tuple[Point, int, int] | None:
    """Sizes, the last index and the number of elements, where less than one more step of the widest loop is left out for all sizes that are tried."""
    step = max((abs(factor) for atom, factor in linear_of(survey, value).atoms() if atom in survey.domains), default=0)
    place = place_at(survey, load.around)
    first: tuple[Point, int, int] | None = None
    if not step:
        return None
    for sizes in with_sizes(place, value, _SIZES):
        size = evaluate(in_loop_variables(survey, load.buffer.shape[dimension]), sizes)
        ends = whole_range(survey, value, sizes, set())
        if size is None or size < _LEAST or ends is None:
            return None
        rest = size - 1 - ends[1]
        if not 0 <= rest < max(step, 2) or (rest and not _others_agree(survey, load, dimension, sizes, ends, size)):
            return None
        if rest and first is None:
            first = sizes, ends[1], size
    return first


def _short_of_row(
    survey: Survey, load: Access, dimension: int, value: Expr, reduced: Set[Var]
) -> tuple[Point, int, int] | None:
    """The same of rows that stand one behind the other in a dimension of a known size, `A[i * 16 + j]`: the last index in a row, and the elements of one."""
    whole, form = load.buffer.shape[dimension], linear(value)
    if survey.sizes or not isinstance(whole, IntImm) or len(survey.by_memory[load.buffer.data]) > 1:
        return None
    outer = [(atom, factor) for atom, factor in form.atoms() if atom not in reduced]
    inner = [(atom, factor) for atom, factor in form.atoms() if atom in reduced]
    if len(outer) != 1 or len(inner) != 1 or inner[0][1] != 1 or form.constant:
        return None
    (row, width), (column, _) = outer[0], inner[0]
    ranges = [range_of(survey, each, {}) if isinstance(each, Var) else None for each in (row, column)]
    rows, columns = ranges
    if rows is None or columns is None or rows[0] or columns[0] or rows[1] * width != whole.value:
        return None
    return ({}, columns[1] - 1, width) if width >= _LEAST and columns[1] == width - 1 else None


def _others_agree(survey: Survey, load: Access, dimension: int, sizes: Point, ends: Ends, size: int) -> bool:
    """Whether no other load reads the last element, and one reads what comes before the first that this one reads."""
    begun = ends[0] <= 0
    sums = [each for each in survey.by_memory[load.buffer.data] if each.is_write and adds_in_place(each)]
    own = {id(each) for store in sums for each in store.loads}  # what a sum reads of itself is no use of it
    if any(loads_data(index) for store in sums for index in store.indices):
        return False
    for other in survey.by_memory[load.buffer.data]:
        if other.is_write or other is load or id(other.node) in own:
            continue
        if not is_scalar(other) or not isinstance(other.node, BufferLoad):
            return False
        there = whole_range(survey, in_loop_variables(survey, other.indices[dimension]), sizes, set())
        if there is None or there[1] >= size - 1:
            return False
        begun = begun or (there[0] <= 0 and there[1] >= ends[0] - 1)
    return begun
