"""The elements that a store writes, where comparisons tell: those of a box, or those at whose one point of the loops the conditions hold.

Most stores are like that, and nobody has to ask the integer solver about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tilewright.core.analysis.counter_example import in_loop_variables, linear_of
from tilewright.core.analysis.exact_counter_example import arrival_at
from tilewright.core.analysis.survey import Access, Surroundings, Survey
from tilewright.core.arith.digits import Digits, are_places, digits_of
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.arith.key import Key, key
from tilewright.core.arith.linear import is_index
from tilewright.core.arith.models import conjuncts
from tilewright.core.ir.expr import Expr, FloorDiv, FloorMod, IntImm, Var

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
    indices = [in_loop_variables(survey, index) for index in write.indices]
    ends: dict[int, Ends] = {}
    for split in _splits(indices):
        whole = whole_range(survey, split.of, sizes, used)
        if whole is None or whole[0] != 0 or (whole[1] + 1) % split.digits[-1].low:
            return None
        for at, digit in zip(split.at, split.digits):
            ends[at] = 0, (whole[1] if digit.end is None else digit.end - 1) // digit.low
    for at, index in enumerate(indices):
        found = ends.get(at) or whole_range(survey, index, sizes, used)
        if found is None:
            return None
        ends[at] = found
    return tuple([ends[at] for at in range(len(indices))])


@dataclass(frozen=True, slots=True)
class _Split:
    """A sum that values tell by its digits: which values those are, and their digits, the lowest first."""

    of: Expr
    at: tuple[int, ...]
    digits: tuple[Digits, ...]


def _splits(values: Sequence[Expr]) -> list[_Split]:
    """The sums of which values are all digits, as `n // 16` and `n % 16` are."""
    found: dict[Key, list[tuple[int, Digits]]] = {}
    for at, value in enumerate(values):
        if isinstance(value, (FloorDiv, FloorMod)):
            digits = digits_of(value)
            found.setdefault(key(digits.of), []).append((at, digits))
    splits: list[_Split] = []
    for parts in found.values():
        parts.sort(key=lambda part: part[1].low)
        digits = tuple([part for _, part in parts])
        if len(parts) > 1 and are_places(digits):
            splits.append(_Split(digits[0].of, tuple([at for at, _ in parts]), digits))
    return splits


def writes_element(
    survey: Survey, write: Access, element: Sequence[int], sizes: Point, more: Sequence[Expr] = ()
) -> bool | None:
    """Whether a store writes the element at some point of its loops where `more` holds; None when that takes the solver."""
    box = None if more else written_box(survey, write, sizes)
    if box is not None:
        return all(low <= number <= high for (low, high), number in zip(box, element))
    values = [(in_loop_variables(survey, index), number) for index, number in zip(write.indices, element)]
    return happens_with(survey, write.around, values, sizes, more)


def happens_with(
    survey: Survey, around: Surroundings, values: Sequence[tuple[Expr, int]], sizes: Point, more: Sequence[Expr] = ()
) -> bool | None:
    """Whether a place is reached while values are these numbers and `more` holds, where the values are numbers, loop variables, and sums of those that tell the variables.

    They say then at which point the conditions have to hold.  None when that takes the solver.
    """
    point = dict(sizes)
    undivided = _undivided(values)
    if undivided is None:
        return False
    for value, number in undivided:
        if isinstance(value, IntImm):
            found = value.value == number
        elif isinstance(value, Var) and value in point:
            found = point[value] == number
        else:
            found = _solved_for(survey, value, number, sizes, point)
        if not found:
            return found
    around = arrival_at(survey, around)
    conditions = [part for guard in around.guards for part in conjuncts(in_loop_variables(survey, guard))]
    conditions += more
    holds = [evaluate(condition, point) for condition in conditions]
    if any(value is not None and not value for value in holds):
        return False
    others = [loop.loop_var for loop in around.loops if loop.loop_var not in point]
    ends = [range_of(survey, var, sizes) for var in others]
    if not all([end is not None and end[1] > 0 for end in ends]):
        return None
    open_ = [condition for condition, value in zip(conditions, holds) if value is None]
    if not open_:
        return True
    first = point | {var: end[0] for var, end in zip(others, ends) if end is not None}
    last = point | {var: sum(end) - 1 for var, end in zip(others, ends) if end is not None}
    return any(all(evaluate(each, corner) for each in open_) for corner in (first, last)) or None


def _undivided(values: Sequence[tuple[Expr, int]]) -> Sequence[tuple[Expr, int]] | None:
    """The values with sums in place of their digits; None where a number is none of a digit."""
    splits = _splits([value for value, _ in values])
    if not splits:
        return values
    rest, sums = dict(enumerate(values)), list[tuple[Expr, int]]()
    for split in splits:
        number = 0
        for at, digit in zip(split.at, split.digits):
            _, part = rest.pop(at)
            if digit.end is not None and not 0 <= part < digit.end // digit.low:
                return None
            number += part * digit.low
        sums.append((split.of, number))
    return [*rest.values(), *sums]


def _solved_for(survey: Survey, index: Expr, number: int, sizes: Point, point: Point) -> bool | None:
    """Add to the point the values of the loop variables for which an index is the number, as `i_0 * 16 + i_1` tells both; whether there are such, None when the index does not tell."""
    if not is_index(index.dtype):
        return None
    form = linear_of(survey, index)
    rest, digits = number - form.constant, list[tuple[int, int, int, Var]]()
    for atom, coefficient in form.atoms():
        domain = range_of(survey, atom, sizes) if isinstance(atom, Var) else None
        if not isinstance(atom, Var) or domain is None or coefficient < 0 or atom in point:
            return None
        digits.append((coefficient, domain[1], domain[0], atom))
        rest -= coefficient * domain[0]
    reached = 0
    digits.sort(key=lambda digit: digit[:2])
    for coefficient, size, _, _ in digits:
        if coefficient <= reached:
            return None  # several values may give the same
        reached += coefficient * (size - 1)
    if not 0 <= rest <= reached:
        return False
    for coefficient, size, low, var in reversed(digits):
        digit = min(rest // coefficient, size - 1)
        point[var] = low + digit
        rest -= digit * coefficient
    return rest == 0


def runs(survey: Survey, var: Var, sizes: Point) -> bool:
    """Whether the loop of a variable certainly runs, through all that its domain says."""
    domain = range_of(survey, var, sizes)
    return domain is not None and domain[1] > 0


def range_of(survey: Survey, var: Var, sizes: Point) -> Ends | None:
    """The first value of a loop variable and the number of its values; None when it does not take just these."""
    domain = survey.domains.get(var)
    if domain is None or var in survey.steps or var in survey.left_early:
        return None
    low, extent = domain
    if type(low) is IntImm and type(extent) is IntImm:
        return low.value, extent.value
    first = evaluate(in_loop_variables(survey, low), sizes)
    count = None if first is None else evaluate(in_loop_variables(survey, extent), sizes)
    return None if first is None or count is None else (first, count)


def whole_range(survey: Survey, index: Expr, sizes: Point, used: set[Var]) -> Ends | None:
    """The ends of an index that takes all values between them: a sum of variables of its own, such as `i_0 * 16 + i_1`."""
    if not is_index(index.dtype):
        return None
    form = linear_of(survey, index)
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
