"""The elements that a store writes, where comparisons tell: those of a box, or those at whose one point of the loops the conditions hold.

Most stores are like that, and nobody has to ask the integer solver about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.survey import Access, Survey
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.linear import is_index, linear
from tilewright.core.ir.expr import Expr, IntImm, Var

Ends = tuple[int, int]


def written_box(survey: Survey, write: Access, sizes: Point) -> tuple[Ends, ...] | None:
    """The first and last index of each dimension, with these values of sizes; None when what is written is no box, or may be none."""
    if sizes:
        return _box(survey, write, sizes)
    if write not in survey.boxes:
        survey.boxes[write] = _box(survey, write, sizes)
    return survey.boxes[write]


def _box(survey: Survey, write: Access, sizes: Point) -> tuple[Ends, ...] | None:
    around = write.around
    if around.guards or around.in_init or not all(runs(survey, loop.loop_var, sizes) for loop in around.loops):
        return None
    used: set[Var] = set()
    ends: list[Ends] = []
    for index in write.indices:
        found = whole_range(survey, in_loop_variables(survey, index), sizes, used)
        if found is None:
            return None
        ends.append(found)
    return tuple(ends)


def writes_element(survey: Survey, write: Access, element: Sequence[int], sizes: Point) -> bool | None:
    """Whether a store writes the element; None when that takes the solver."""
    box = written_box(survey, write, sizes)
    if box is not None:
        return all(low <= number <= high for (low, high), number in zip(box, element))
    return None if write.around.in_init else _at_one_point(survey, write, element, sizes)


def _at_one_point(survey: Survey, write: Access, element: Sequence[int], sizes: Point) -> bool | None:
    """The same, of a store whose indices are loop variables and numbers: the element says at which point its conditions have to hold."""
    point = dict(sizes)
    for index, number in zip(write.indices, element):
        value = in_loop_variables(survey, index)
        if isinstance(value, Var) and value in survey.domains:
            domain = range_of(survey, value, sizes)
            if domain is None:
                return None
            if not domain[0] <= number < domain[0] + domain[1] or point.setdefault(value, number) != number:
                return False
        elif not isinstance(value, IntImm):
            return None
        elif value.value != number:
            return False
    others = [loop.loop_var for loop in write.around.loops if loop.loop_var not in point]
    holds = [evaluate(in_loop_variables(survey, guard), point) for guard in write.around.guards]
    if None in holds or not all(runs(survey, var, sizes) for var in others):
        return None
    return all(holds)


def runs(survey: Survey, var: Var, sizes: Point) -> bool:
    """Whether the loop of a variable certainly runs, through all that its domain says."""
    domain = range_of(survey, var, sizes)
    return domain is not None and domain[1] > 0


def range_of(survey: Survey, var: Var, sizes: Point) -> Ends | None:
    """The first value of a loop variable and the number of its values; None when it does not take just these."""
    if var not in survey.domains or var in survey.steps or var in survey.left_early:
        return None
    low, extent = (evaluate(in_loop_variables(survey, part), sizes) for part in survey.domains[var])
    return None if low is None or extent is None else (low, extent)


def whole_range(survey: Survey, index: Expr, sizes: Point, used: set[Var]) -> Ends | None:
    """The ends of an index that takes all values between them: a sum of variables of its own, such as `i_0 * 16 + i_1`."""
    if not is_index(index.dtype):
        return None
    form = linear(index)
    low, terms = form.constant, list[tuple[int, int]]()
    for atom, coefficient in form.atoms():
        if not isinstance(atom, Var) or atom in used:
            return None
        if atom in survey.sizes:
            if atom not in sizes:
                return None
            low += coefficient * sizes[atom]
            continue
        domain = range_of(survey, atom, sizes)
        if domain is None:
            return None
        used.add(atom)
        first, count = domain
        low += coefficient * (first if coefficient > 0 else first + count - 1)
        terms.append((abs(coefficient), count))
    last = reach(terms)
    return None if last is None else (low, low + last)


def reach(terms: Iterable[tuple[int, int]]) -> int | None:
    """The last value of a sum of products, coefficient * n for n = 0 ... count - 1, that starts at 0; None when it leaves out values between."""
    last = 0
    for coefficient, count in sorted(terms):
        if coefficient > last + 1 and count > 1:
            return None  # a gap between the steps of this variable
        last += coefficient * (count - 1)
    return last
