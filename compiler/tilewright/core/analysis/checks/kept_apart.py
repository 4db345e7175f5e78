"""Indices of which bounds tell that no two iterations of a loop have the same: those of tiles, and those that split what fusing loops has made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from tilewright.core.analysis.counter_example import linear_of
from tilewright.core.analysis.survey import Survey
from tilewright.core.arith.bounds import bound, linear_bound
from tilewright.core.arith.digits import Digits, are_all, digits_of
from tilewright.core.arith.interval import End, Interval
from tilewright.core.arith.key import Key, key
from tilewright.core.arith.linear import is_index
from tilewright.core.ir.expr import BinaryOp, Expr, IntImm, Var
from tilewright.core.ir.walk import walk

_Index = tuple[Expr, Var]  # with the variable of the loop whose iterations are told apart


def kept_apart(survey: Survey, shared: Set[Var], here: Iterable[_Index], there: Iterable[_Index]) -> bool:
    """Whether bounds tell that an index is another in each iteration of a loop: the loop's step exceeds the reach of all but what both iterations share, or where the indices are written alike, of what has smaller factors."""
    pairs = list(zip(here, there))
    for a, b in pairs:
        if (_are_alike(survey, a, b) and _tells(survey, shared, a)) or _steps_over(survey, shared, a, b):
            return True
    told = _told(survey, shared, pairs)
    return any(_tells(survey, shared, each) or _steps_over(survey, shared, each, each) for each in told)


def _are_alike(survey: Survey, a: _Index, b: _Index) -> bool:
    """Whether two indices are one sum, of one loop's variable."""
    if a[1] is not b[1]:
        return False
    here, there = linear_of(survey, a[0]), linear_of(survey, b[0])
    return here is there or (here.constant == there.constant and here.direction == there.direction)


def _tells(survey: Survey, shared: Set[Var], index: _Index) -> bool:
    """Whether a sum that is the same in both iterations tells the loop's variable, as one of digits does: from its factor on, each exceeds the reach of all smaller ones."""
    e, variable = index
    if not is_index(e.dtype):
        return False
    terms = [(abs(factor), atom) for atom, factor in linear_of(survey, e).atoms() if not _is_shared(shared, atom)]
    reached: End = 0
    found = False
    for factor, atom in sorted(terms, key=lambda term: term[0]):
        found = found or atom is variable
        if found and factor <= reached:
            return False
        low, high = bound(survey.facts, atom)
        reached += factor * max(high - low, 0)
    return found


def _told(survey: Survey, shared: Set[Var], pairs: list[tuple[_Index, _Index]]) -> Iterator[_Index]:
    """The sums that both iterations have alike where their indices are alike: those all of whose digits stand in indices that are written in the same way."""
    found: dict[Key, list[Digits]] = {}
    variables = [variable for pair in pairs for _, variable in pair]
    if any(variable is not variables[0] for variable in variables):
        return
    for (index, _), (other, _) in pairs:
        if is_index(index.dtype) and (other is index or key(other) == key(index)):
            varying = [atom for atom, _ in linear_of(survey, index).atoms() if not _is_shared(shared, atom)]
            digits = digits_of(varying[0]) if len(varying) == 1 else None
            if digits is not None and digits.of is not varying[0]:
                found.setdefault(key(digits.of), []).append(digits)
    for digits in found.values():
        if are_all(digits):
            yield digits[0].of, variables[0]


def _is_shared(shared: Set[Var], atom: Expr) -> bool:
    """Whether the value is the same in both iterations: arithmetic of what they share."""
    if isinstance(atom, Var):
        return atom in shared
    return all(isinstance(node, (BinaryOp, IntImm)) or node in shared for node in walk(atom))


def _steps_over(survey: Survey, shared: Set[Var], here: _Index, there: _Index) -> bool:
    if not (is_index(here[0].dtype) and is_index(there[0].dtype)):
        return False
    step, outside, first = _parts(survey, shared, here)
    other_step, other_outside, second = (step, outside, first) if there is here else _parts(survey, shared, there)
    if not step or step != other_step or outside != other_outside:
        return False
    return max(second[1] - first[0], first[1] - second[0]) < abs(step)


def _parts(survey: Survey, shared: Set[Var], index: _Index) -> tuple[int, dict[Key, int], Interval]:
    """The factor of the loop variable, those of what both iterations share, and the bounds of the rest."""
    e, variable = index
    form = linear_of(survey, e)
    step, outside, rest = 0, dict[Key, int](), dict[Key, tuple[Expr, int]]()
    for name, (atom, factor) in form.terms.items():
        if atom is variable:
            step = factor
        elif _is_shared(shared, atom):
            outside[name] = factor
        else:
            rest[name] = atom, factor
    return step, outside, linear_bound(survey.facts, form.with_terms(rest, form.constant))
