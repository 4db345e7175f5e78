"""Steps tried on a schedule of the function."""

from __future__ import annotations

from tilewright.core.base.errors import ScheduleError
from tilewright.core.refactor.hand import Hand
from tilewright.core.refactor.steps import NotPossible, Step, steps
from tilewright.core.refactor.target import Target


def tried(target: Target, step: Step) -> tuple[Hand, str | None]:
    """A schedule in which a step was made, and the reason when that is not possible."""
    hand = Hand(target.func, target.member)
    try:
        step.run(hand)
    except ScheduleError as error:
        return hand, str(error).removeprefix("ScheduleError: ")
    except NotPossible as error:
        return hand, str(error)
    return hand, None


def step_made(target: Target, key: str) -> Hand | None:
    """A schedule in which the step `key` was made; None for one that is not possible, or not known."""
    step = next((each for each in steps(target) if each.key == key), None)
    hand, reason = tried(target, step) if step is not None else (None, None)
    return hand if reason is None else None
