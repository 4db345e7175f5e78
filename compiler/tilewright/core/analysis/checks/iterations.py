"""Counter-examples to parallel loops: two iterations that access the same element, with the values of the loop variables.

Indices are written in terms of loop variables and evaluated, as are the conditions around: nothing is claimed that was not evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tilewright.core.analysis.checks.exact_iterations import Pair, ThreadPair, told_apart_by
from tilewright.core.analysis.checks.kept_apart import kept_apart
from tilewright.core.analysis.counter_example import in_loop_variables
from tilewright.core.analysis.survey import Access, Survey, memory_read
from tilewright.core.arith.evaluate import Point, evaluate
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.stmt import For, ForKind, thread_tag
from tilewright.core.ir.walk import variables_of

FEW = 4  # loops inside the parallel one whose second value is tried too
MANY = 1 << 30  # stands for the last value of a loop of symbolic extent


@dataclass(frozen=True, slots=True)
class Meeting:
    """Iteration `first` writes the element `place`, which iteration `second` accesses too."""

    first: int
    second: int
    place: tuple[int, ...]
    sizes: tuple[tuple[Var, int], ...] = ()  # for which they meet; none when they do for all


def _differ(parts: Sequence[Expr] | None, here: Point, there: Point) -> bool:
    """Whether the values of a store may differ at two points, which some of the parts tell apart; any may where there are none."""
    if parts is None:
        return True
    moved = {var for var in here.keys() | there.keys() if here.get(var) != there.get(var)}
    values = [(evaluate(part, here), evaluate(part, there)) for part in parts if moved.intersection(variables_of(part))]
    return any(first is None or first != second for first, second in values)


@dataclass(slots=True, eq=False)
class _Side:
    """An access in terms of loop variables, with the points of the loops inside that are tried."""

    variable: Var
    indices: tuple[Expr, ...]
    guards: tuple[Expr, ...]
    points: tuple[Point, ...]
    _steps: dict[int, list[tuple[int, int] | None]] = field(default_factory=lambda: {})

    def steps(self, point: Point) -> list[tuple[int, int] | None]:
        """Each index at iteration 0 of the loop, with the others at one of the points, and what it grows by to iteration 1; None where numbers do not decide it."""
        known = self._steps.get(id(point))
        if known is None:
            known = self._steps[id(point)] = [self._step(index, point) for index in self.indices]
        return known

    def _step(self, index: Expr, point: Point) -> tuple[int, int] | None:
        first = evaluate(index, {**point, self.variable: 0})
        second = None if first is None else evaluate(index, {**point, self.variable: 1})
        return None if first is None or second is None else (first, second - first)


def _without_waits(survey: Survey) -> set[Var]:
    """The variables of loops in which threads do not wait for one another: one may be in another iteration than the next."""
    waiting = {loop for wait in survey.waits for loop in wait.around.loops}
    return {loop.loop_var for loop, _ in survey.loops if loop not in waiting}


class Meetings:
    """Decides whether the accesses under one loop meet; remembers each access in terms of loop variables.

    The iterations of a thread axis are those of every loop that is bound to it.
    """

    def __init__(self, survey: Survey, loop: For) -> None:
        self.survey = survey
        self.loop = loop
        self.tag = thread_tag(loop)
        self.threads = survey.thread_variables() if self.tag else set[Var]()
        self.loose = _without_waits(survey) if self.tag.startswith("threadIdx") else set[Var]()
        self._sides: dict[Access, _Side | None] = {}
        self._indices: dict[Access, list[tuple[Expr, Var]]] = {}
        self._chosen: dict[Access, bool] = {}
        self.range = self._range()

    def _range(self) -> tuple[int, int] | None:
        """First and last value of the loop; one of symbolic extent is taken to run more than once."""
        low, extent = self.loop.min, self.loop.extent
        if not isinstance(low, IntImm):
            return None
        if isinstance(extent, IntImm):
            return (low.value, low.value + extent.value - 1) if extent.value > 1 else None
        return None if any(var in self.survey.domains for var in variables_of(extent)) else (low.value, MANY)

    def find(self, write: Access, other: Access) -> Meeting | None:
        """Two different iterations of which one makes the write and the other the other access, at the same element."""
        if self.range is not None and self._are_apart(write, other):
            return None
        a, b = self._side(write), self._side(other)
        if a is None or b is None or self.range is None:
            return self._solved(write, other)
        parts = None if self.tag else told_apart_by(self.survey, write, other, self.loop.loop_var)
        return next(self._meetings(a, b, parts), None) or self._solved(write, other)

    def only_later(self, write: Access, other: Access) -> bool:
        """Whether two threads that meet do so in different iterations of a loop in which they do not wait for one another: they would not if they waited at its end."""
        if not any(loop.loop_var in self.loose and not thread_tag(loop) for loop in write.around.loops):
            return False
        waiting = Meetings(self.survey, self.loop)
        waiting.loose = set()
        return waiting.find(write, other) is None

    def _are_apart(self, write: Access, other: Access) -> bool:
        """Whether bounds tell that the accesses of two iterations never meet."""
        here, there = self._places(write), self._places(other)
        return bool(here and there) and kept_apart(self.survey, self._shared(write, other), here, there)

    def _places(self, access: Access) -> list[tuple[Expr, Var]]:
        """Each index in terms of loop variables, with the variable of the loop; none where the access is outside of it."""
        known = self._indices.get(access)
        if known is None:
            own = self._own(access)
            inside = [] if own is None else [in_loop_variables(self.survey, index) for index in access.indices]
            known = self._indices[access] = [] if own is None else [(index, own.loop_var) for index in inside]
        return known

    def _solved(self, write: Access, other: Access) -> Meeting | None:
        """A meeting that the integer solver finds."""
        loop, there = self._own(write), self._own(other)
        if loop is None or there is None:
            return None
        if self.tag.startswith("threadIdx") and not self._is_chosen(write, loop) and not self._is_chosen(other, there):
            return None  # the points that were tried tell
        pair = ThreadPair if self.tag.startswith("threadIdx") else Pair
        later = loop.kind is ForKind.VECTORIZED and not other.is_write
        found = pair(self.survey, loop, write, other).meeting(later)
        if found is None:
            return None
        point, second = found
        place = [evaluate(in_loop_variables(self.survey, index), point) for index in write.indices]
        sizes = tuple([(var, value) for var, value in point.items() if var in self.survey.sizes])
        whole = tuple([value for value in place if value is not None])
        return Meeting(point[loop.loop_var], point[second], whole, sizes)

    def _is_chosen(self, access: Access, thread: For) -> bool:
        """Whether conditions choose the threads that come to an access, or nobody knows how many there are."""
        if not isinstance(thread.extent, IntImm):
            return True
        if access not in self._chosen:
            guards = (in_loop_variables(self.survey, guard) for guard in access.around.guards)
            self._chosen[access] = any(thread.loop_var in variables_of(guard) for guard in guards)
        return self._chosen[access]

    def _side(self, access: Access) -> _Side | None:
        if access not in self._sides:
            self._sides[access] = self._made(access)
        return self._sides[access]

    def _made(self, access: Access) -> _Side | None:
        """None when anything about the access is not decided by loops of constant extent."""
        indices = tuple([in_loop_variables(self.survey, index) for index in access.indices])
        found = [in_loop_variables(self.survey, guard) for guard in access.around.guards]
        # what the iterations race for keeps none of them away
        guards = tuple([guard for guard in found if access.buffer.data not in memory_read(self.survey, guard)])
        used = dict.fromkeys(var for part in (*indices, *guards) for var in variables_of(part))
        fixed: Point = {}
        inner: list[tuple[Var, int]] = []
        around = access.around.running
        own = self._own(access)
        if own is None:
            return None
        inside = around[around.index(own) + 1 :]
        for loop in around:
            if loop is own:
                continue
            count = loop.extent.value if isinstance(loop.extent, IntImm) else 1  # of others the first is taken
            if count < 1:
                return None
            if loop.loop_var in used:
                if not isinstance(loop.min, IntImm) or (count == 1 and not self._may_stand(loop)):
                    return None
                fixed[loop.loop_var] = loop.min.value
                inner += [(loop.loop_var, loop.min.value + step) for step in self._steps(loop, count, inside)]
        if any(var not in fixed and var is not own.loop_var for var in used):
            return None
        return _Side(own.loop_var, indices, guards, (fixed, *({**fixed, var: value} for var, value in inner[:FEW])))

    def _shared(self, write: Access, other: Access) -> set[Var]:
        """The variables that are the same in both iterations: the sizes, the loops around one that is no thread, since threads may be in different iterations of theirs, and the block that threads are of."""
        around = write.around.running
        if not self.tag:
            outer = around[: around.index(self.loop)]
        elif self.tag.startswith("threadIdx"):
            there = other.around.running
            outer = [loop for loop in around if thread_tag(loop).startswith("blockIdx") and loop in there]
        else:
            outer = ()
        return {*self.survey.sizes, *[loop.loop_var for loop in outer]}

    def _may_stand(self, loop: For) -> bool:
        """Whether one iteration tells of all: of a loop of one, or one that no other loop's variable bounds."""
        return isinstance(loop.extent, IntImm) or not any(
            var in self.survey.domains for var in variables_of(loop.extent)
        )

    def _own(self, access: Access) -> For | None:
        """The loop around an access whose iterations are judged."""
        for each in access.around.running:
            if each is self.loop or (self.tag and thread_tag(each) == self.tag):
                return each
        return None

    def _steps(self, loop: For, extent: int, inside: tuple[For, ...]) -> tuple[int, ...]:
        """Which iterations of another loop are tried besides the first."""
        tag = thread_tag(loop)
        if extent <= 1 or (not tag and loop not in inside):
            return ()
        if not tag:
            return tuple(dict.fromkeys((1, extent - 1))) if loop.loop_var in self.loose else (1,)
        together = self.tag.startswith("threadIdx") and not tag.startswith("threadIdx")
        return () if together or not self.tag else tuple(dict.fromkeys((1, extent - 1)))

    def _meetings(self, a: _Side, b: _Side, parts: Sequence[Expr] | None) -> Iterator[Meeting]:
        assert self.range is not None
        low, high = self.range
        for here in a.points:
            for first in dict.fromkeys((low, low + 1, high if high < MANY else low)):
                point = {**here, a.variable: first}
                place = self._place(a, point)
                if place is None:
                    continue
                for there in b.points:
                    if self.tag.startswith("threadIdx") and self._elsewhere(here, there):
                        continue
                    for second in self._solutions(b, there, place, first):
                        other = {**there, b.variable: second}
                        met = low <= second <= high and second != first
                        if met and self._place(b, other) == place and _differ(parts, point, other):
                            yield Meeting(first, second, place)

    def _elsewhere(self, here: Point, there: Point) -> bool:
        """Whether two points are of different iterations of a loop around both: threads of one block go through those together."""
        return any(there.get(var, at) != at for var, at in here.items() if var not in self.threads | self.loose)

    def _place(self, side: _Side, point: Point) -> tuple[int, ...] | None:
        """The element accessed at a point, None when a condition fails there."""
        if not all(evaluate(guard, point) for guard in side.guards):
            return None
        found = [evaluate(index, point) for index in side.indices]
        whole = [value for value in found if value is not None]
        return tuple(whole) if len(whole) == len(found) else None

    def _solutions(self, side: _Side, point: Point, place: tuple[int, ...], first: int) -> tuple[int, ...]:
        """Iterations that may access `place`: the one that an index determines, or the adjacent ones when no index depends on the loop."""
        for found, wanted in zip(side.steps(point), place):
            if found is None:
                return ()
            at, step = found
            if step:
                return ((wanted - at) // step,) if (wanted - at) % step == 0 else ()
        return first + 1, first - 1
