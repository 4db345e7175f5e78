"""Trials: a function run with integers in memory as numbers, and with data of a few kinds that every caller may pass: in ascending order, or all alike.

What a trial meets is no guess: an index outside of its buffer, a divisor that is 0, or a `while` loop that begins an iteration as it has begun one before.  Numbers that are computed from
data are floats here, so that nothing is said of indices that data decide.  A trial ends, without a word, at what it does not understand and when it takes too long.

Sizes that only callers know are chosen: what is said holds for different ones and for equal ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.surveyor import survey as survey_of
from tilewright.core.analysis.trial_code import TrialCode
from tilewright.core.analysis.trial_findings import Met, met_in
from tilewright.core.analysis.trial_functions import FAR, End
from tilewright.core.ir.expr import BinaryOp, BufferLoad, IntImm, Var
from tilewright.core.ir.stmt import BufferStore, While
from tilewright.core.ir.walk import specialize

STEPS = 4000  # statements and loads of one trial
_WAYS = 12  # through the conditions on data, for each share of them that holds
_FEW = 4  # elements of buffers in which one more or less is no sign of a mistake


class Kind(NamedTuple):
    """A kind of data: what the first element of the first parameter is, whether the data of the next parameter lie above, below or where those of the last do, and how far the elements of each are apart."""

    base: int
    step: int
    apart: float


KINDS: Final = (Kind(0, 1, 1.0), Kind(0, -1, 1.0), Kind(0, 0, 0.0), Kind(1, 0, 0.0), Kind(-1, 0, 0.0))
# Data that keep from what all of those lead to, where callers may be meant to pass such: offsets far apart, and numbers beyond those that loops count.
_OTHERS: Final = (Kind(FAR, 0, 0.0), Kind(-FAR, 0, 0.0), Kind(0, 1, 1000.0), Kind(FAR, -1, -1000.0))
# The sizes of dimensions that have none: of the n-th variable.
_CHOICES: Final[tuple[Callable[[int], int], ...]] = (
    lambda number: 9 + 5 * number,
    lambda number: 9,
    lambda number: max(29 - 5 * number, 4),
)


def trials(survey: Survey) -> Iterator[Met]:
    """The mistakes that data lead to, each at its place in the function of the survey."""
    if survey.has_threads or any(realize.block.iter_vars for realize, _ in survey.realizes):
        return
    if not survey.sizes:
        yield from _found(survey)
        return
    places = {(type(node), node.span): node for node in _nodes(survey)}
    told: dict[int, Met] | None = None
    for size in _CHOICES:
        sizes = {variable: size(number) for number, variable in enumerate(survey.sizes)}
        chosen = survey_of(specialize(survey.func, sizes))
        met_at = ((places.get((type(met.node), met.node.span)), met) for met in _found(chosen))
        found = {id(node): met for node, met in met_at if node is not None}
        told = found if told is None else {key: told[key] for key in told if key in found}
        if not told:
            return
    for met in (told or {}).values():
        values = {variable.name: _CHOICES[0](number) for number, variable in enumerate(survey.sizes)}
        yield replace(met, node=places[type(met.node), met.node.span], cells={**met.cells, **values})


def _nodes(survey: Survey) -> Iterator[BufferLoad | BufferStore | While | BinaryOp]:
    """The nodes of which trials may say something."""
    yield from (access.node for access in survey.accesses)
    yield from (loop for loop, _, _ in survey.whiles)
    yield from (division for division, _, _ in survey.quotients)


def _found(survey: Survey) -> list[Met]:
    """The mistakes of a function whose sizes are numbers.  What conditions on data lead to counts where no data that are tried keep from it, or where a counter goes one element too far."""
    outcomes = [outcome for outcome in _outcomes(survey, KINDS) if outcome is not None]
    found = [met for met in outcomes if isinstance(met, Met)]
    certain, doubtful = ([met for met in found if met.by_data is by_data] for by_data in (False, True))
    if not doubtful:
        return certain
    always = len(outcomes) == len(found) > 2 and _is_unavoidable(survey)
    return certain + [met for met in doubtful if always or _is_one_too_many(survey, met)][:1]


def _is_unavoidable(survey: Survey) -> bool:
    """Whether other data lead to a mistake too, and so does every way through the conditions on data that is tried: callers cannot be meant to keep from it."""
    if not all(isinstance(met, Met) for met in _outcomes(survey, _OTHERS)):
        return False
    return all(
        isinstance(met, Met)
        for often in (1, 2, 3)
        for first in range(_WAYS)
        for met in _outcomes(survey, KINDS[:1], decide=_Choices(often, first))
    )


class _Choices:
    """The outcomes of conditions on data, one after the other: `often` of four hold; the first ways take turns."""

    def __init__(self, often: int, first: int) -> None:
        self.often, self.state = often, first

    def __call__(self, _: float) -> float:
        if self.state < 4:
            self.state = (self.state + 1) % 4
            return float(self.state < self.often)
        self.state = 4 + (self.state * 1103515245 + 12345) % (1 << 31)
        return float((self.state >> 16 & 3) < self.often)


def _outcomes(
    survey: Survey,
    kinds: Sequence[Kind],
    longer: tuple[Var, int] | None = None,
    decide: Callable[[float], float] = float,
) -> Iterator[Met | bool | None]:
    """For each kind of data what the trial has met: nothing is False, None that it did not come to its end."""
    code = TrialCode(survey, longer)
    try:
        run: Callable[..., Mapping[str, Any]] = code.compiled()["trial"]
    except (SyntaxError, RecursionError, MemoryError):
        return  # it is nested too deeply
    dtypes = [buffer.dtype for buffer in survey.func.buffer_map.values()]
    for kind in kinds:
        if (kind.base < 0 and not all(dtype.is_signed for dtype in dtypes)) or (
            kinds is _OTHERS and any(dtype.bits < 32 for dtype in dtypes)
        ):
            continue
        try:
            state = run(*kind, STEPS, decide)
        except (End, ArithmeticError, ValueError):
            yield None
        else:
            yield met_in(code, state) or False if state else False


def _is_one_too_many(survey: Survey, met: Met) -> bool:
    """Whether an index that lies behind the end would lie inside for all data that are tried if the buffer had one element more: it is not that callers promise to pass few of them."""
    if not isinstance(met.node, (BufferStore, BufferLoad)):
        return True
    if not met.counted:
        return False
    size = met.node.buffer.shape[met.position]
    if not isinstance(size, IntImm) or size.value < _FEW or met.value != size.value:
        return False
    outcomes = [*_outcomes(survey, KINDS, (met.node.buffer.data, met.position))]
    return not any(outcome for outcome in outcomes) and None not in outcomes
