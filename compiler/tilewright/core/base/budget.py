"""`Budget`: the steps, the memory and the time that one piece of work may take, and its end when somebody stops it.

The limits are cooperative: what may go on for long calls `spend` for each of its steps (a statement read, a node visited, a row of the solver), and the budget in force
raises `OutOfBudget` when there is no more to spend.  `with budget.in_force():` sets it for this thread; where none is set `spend` does nothing.  A `part` of a budget has
limits of its own and counts against the whole too.  Another thread may call `stop`: the next look then raises `Stopped`.

A program that has more urgent work on another thread makes the long work of this one wait, at the looks, by `at_each_look`.

Both exceptions are no `Exception`, so that nothing between a step and the owner of the budget takes them for a mistake in a program.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar

from tilewright.core.base.memory import memory_in_use

# Clock, memory and `stopped` are looked at after so many steps, which take some milliseconds.
LOOK = 500


def _go_on() -> None:
    """Wait for nothing."""


_at_look: Callable[[], None] = _go_on


def at_each_look(wait: Callable[[], None] = _go_on) -> None:
    """Call `wait` at each look of every budget from now on, on the thread of the work."""
    global _at_look
    _at_look = wait


def wait_for_others() -> None:
    """Wait as at a look: more urgent work of the program on another thread comes first."""
    _at_look()


class OutOfBudget(BaseException):
    """A limit of `budget` was reached; `limit` names it, such as "1000 steps".

    `place`: the offsets at which a source was being read, if that is what was done.
    """

    def __init__(self, budget: Budget, limit: str) -> None:
        super().__init__(limit)
        self.budget = budget
        self.limit = limit
        self.place: tuple[int, int] | None = None


class Stopped(BaseException):
    """Nobody waits for the work any more."""


class Budget:
    """Limits of one piece of work, each of which may be None: `steps`, `seconds` from now on, and `megabytes` by which the process may grow.

    `clock` gives seconds, `processor` those that the processor has worked, and `memory` the bytes that the process has.  With `processor`, its seconds count; it is asked
    once the clock says that there can have been so many, because it takes longer to answer.
    """

    def __init__(
        self,
        steps: int | None = None,
        seconds: float | None = None,
        megabytes: int | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        processor: Callable[[], float] | None = None,
        memory: Callable[[], int] = memory_in_use,
        whole: Budget | None = None,
    ) -> None:
        self.steps = steps
        self.seconds = seconds
        self.megabytes = megabytes
        self.clock = clock
        self.processor = processor
        self.memory = memory
        self.whole = whole
        self.spent = 0
        self.stopped = False
        self._reported = 0
        self._began = 0.0 if seconds is None else clock()
        self._worked = 0.0 if seconds is None or processor is None else processor()
        self._bytes = 0 if megabytes is None else memory()
        self._next = self._next_look()

    def spend(self, steps: int = 1) -> None:
        """Count so many steps; raises `OutOfBudget` when that is more than there are, and `Stopped` soon after `stop`."""
        self.spent += steps
        if self.spent >= self._next:
            self.look()

    def look(self) -> None:
        """Compare what was spent with every limit, this budget's and those of the whole."""
        self._next = self._next_look()
        _at_look()
        if self.stopped:
            raise Stopped
        if self.steps is not None and self.spent > self.steps:
            raise OutOfBudget(self, f"{self.steps} steps")
        if self.seconds is not None and self._is_late(self.seconds):
            raise OutOfBudget(self, f"{self.seconds:g} s")
        if self.megabytes is not None and self.memory() - self._bytes > self.megabytes << 20:
            raise OutOfBudget(self, f"{self.megabytes} MB")
        if self.whole is not None:
            new, self._reported = self.spent - self._reported, self.spent
            self.whole.spent += new
            self.whole.look()

    def _is_late(self, seconds: float) -> bool:
        late = self.clock() - self._began > seconds
        return late and (self.processor is None or self.processor() - self._worked > seconds)

    def stop(self) -> None:
        """End the work from another thread."""
        self.stopped = True

    def part(self, steps: int | None = None, seconds: float | None = None, megabytes: int | None = None) -> Budget:
        """A budget for a part of the work, with limits of its own, whose steps count for this one too."""
        return Budget(
            steps, seconds, megabytes, clock=self.clock, processor=self.processor, memory=self.memory, whole=self
        )

    def allow(self, steps: int) -> None:
        """Let so many steps follow those that were spent: the next piece of the same work begins."""
        self.steps = self.spent + steps
        self._next = self.spent + min(steps + 1, LOOK)

    def left(self) -> int | None:
        """The number of steps that are left of this budget; None where their number has no limit."""
        return None if self.steps is None else max(0, self.steps - self.spent)

    def _next_look(self) -> int:
        """The number of steps at which to look again: soon, or where the steps end if that is sooner."""
        soon = self.spent + LOOK
        return soon if self.steps is None or self.spent > self.steps else min(soon, self.steps + 1)

    def in_force(self) -> InForce:
        """Let `spend` count against this budget inside; a part tells the whole at the end what it has spent."""
        return InForce(self)

    def report(self) -> None:
        """Tell the whole what was spent since it was told last."""
        if self.whole is not None:
            self.whole.spent += self.spent - self._reported
            self._reported = self.spent


class InForce:
    """A budget in force inside of a `with`; each statement of Python has one of its own."""

    __slots__ = ("_budget", "_token")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def __enter__(self) -> Budget:
        self._token = _CURRENT.set(self._budget)
        return self._budget

    def __exit__(self, *_: object) -> None:
        _CURRENT.reset(self._token)
        self._budget.report()


_CURRENT: ContextVar[Budget | None] = ContextVar("tilewright_budget", default=None)


def current_budget() -> Budget | None:
    """The budget in force, None when there is none."""
    return _CURRENT.get()


def spend(steps: int = 1) -> None:
    """Count steps against the budget in force; raises as `Budget.spend` does."""
    budget = _CURRENT.get()
    if budget is not None:
        budget.spent += steps
        if budget.spent >= budget._next:  # pyright: ignore[reportPrivateUsage]
            budget.look()


def spender() -> Callable[[int], None]:
    """`spend` for a loop: the budget in force is looked up once."""
    budget = _CURRENT.get()
    return _free if budget is None else budget.spend


def _free(steps: int = 1) -> None:
    """Count nothing."""
