"""Offers to rewrite the function, loop or block at a place, and the changes of the file that carry one out.

Offering tries each step on the nodes of the function.  Only carrying one out prints the result, weaves it into the text, and proves that the text says it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tilewright.core.analyze import Analysis
from tilewright.core.frontend.asked_blocks import asked_blocks
from tilewright.core.frontend.parse import statements_of
from tilewright.core.frontend.recover import recover
from tilewright.core.frontend.tree_parts import parts_of
from tilewright.core.ir.stmt import Block
from tilewright.core.ir.walk import walk
from tilewright.core.refactor.additions import ADDITIONS, added, obstacle
from tilewright.core.refactor.hand import Hand
from tilewright.core.refactor.schedules import schedule_text
from tilewright.core.refactor.steps import EXTRACT, REWRITE, Step, steps
from tilewright.core.refactor.target import Target, target_at
from tilewright.core.refactor.trial import step_made, tried
from tilewright.core.refactor.whole import CHANGES
from tilewright.core.refactor.written import Rewritten, rewritten


@dataclass(frozen=True)
class Offer:
    """Something to do: `key` names it at its place, `reason` says why it is not possible, None when it is."""

    key: str
    title: str
    kind: str = REWRITE
    reason: str | None = None


@dataclass(frozen=True)
class Attempt:
    """A step that was tried, with the reason why it is not possible."""

    step: Step
    hand: Hand
    reason: str | None

    @property
    def is_made(self) -> bool:
        """Whether it is possible and changes something."""
        return self.reason is None and len(self.hand.trace.insts) > 0


Made = tuple[Rewritten, ...] | None

# The offers that change the loops or blocks of a function.
_CHANGING: Final = ("step ", "function loops", "function default")


def offers(analysis: Analysis, offset: int) -> tuple[Offer, ...]:
    """The offers at `offset`: those that are possible, and with the reason those that one would look for."""
    target = target_at(analysis, offset)
    if target is None:
        return ()
    attempts = [Attempt(step, *tried(target, step)) for step in steps(target)]
    found = (offer for row in _ROWS for offer in row.offered(analysis, target, attempts))
    asked = _asked_block(analysis, target)
    return tuple(offer if asked is None else _unless_scheduled(offer, asked) for offer in found)


def _asked_block(analysis: Analysis, target: Target) -> str | None:
    """A block of the function that a schedule of the file asks for by its name."""
    if ".get_" not in analysis.source.text:
        return None
    asked = asked_blocks(node for stmt in statements_of(recover(analysis.source)) for node in parts_of(stmt))
    names = (node.name_hint for node in walk(target.func) if isinstance(node, Block))
    return next((name for name in names if name in asked), None)


def _unless_scheduled(offer: Offer, asked: str) -> Offer:
    """The offer, refused where it changes loops or blocks that the schedule finds as they are."""
    if offer.reason is None and offer.key.startswith(_CHANGING):
        return replace(offer, reason=f"a schedule of this file asks for the block `{asked}`")
    return offer


def carried_out(analysis: Analysis, offset: int, key: str) -> Made:
    """The changes of the file that the offer `key` at `offset` makes; None when the text cannot say the result so that it means the same, without new diagnostics."""
    target = target_at(analysis, offset)
    kind, _, name = key.partition(" ")
    row = next((row for row in _ROWS if row.kind == kind), None)
    return row.made(analysis, target, name) if target is not None and row is not None else None


def _steps(_analysis: Analysis, _target: Target, attempts: Sequence[Attempt]) -> Iterator[Offer]:
    for attempt in attempts:
        if attempt.is_made:
            yield Offer(f"step {attempt.step.key}", attempt.step.title, attempt.step.kind)
        elif attempt.reason is not None and attempt.step.listed:
            yield Offer(f"step {attempt.step.key}", attempt.step.title, attempt.step.kind, attempt.reason)


def _step(analysis: Analysis, target: Target, name: str) -> Made:
    hand = step_made(target, name)
    found = rewritten(analysis, target, hand.func) if hand is not None else None
    return None if found is None else (found,)


def _schedules(_analysis: Analysis, _target: Target, attempts: Sequence[Attempt]) -> Iterator[Offer]:
    for attempt in attempts:
        if attempt.is_made and attempt.hand.has_names:
            yield Offer(f"schedule {attempt.step.key}", f"{attempt.step.title}, by a `Schedule`", EXTRACT)


def _schedule(analysis: Analysis, target: Target, name: str) -> Made:
    hand = step_made(target, name)
    return schedule_text(analysis, target, hand.trace) if hand is not None else None


def _changes(_analysis: Analysis, target: Target, _: Sequence[Attempt]) -> Iterator[Offer]:
    for change in CHANGES:
        reason = change.obstacle(target)
        if reason is None:
            yield Offer(f"function {change.key}", change.title.format(target.symbol.name))
        elif reason:
            yield Offer(f"function {change.key}", change.title.format(target.symbol.name), REWRITE, reason)


def _change(analysis: Analysis, target: Target, name: str) -> Made:
    change = next((each for each in CHANGES if each.key == name), None)
    found = change.made(analysis, target) if change is not None else None
    return None if found is None else (found,)


def _additions(analysis: Analysis, target: Target, _: Sequence[Attempt]) -> Iterator[Offer]:
    for addition in ADDITIONS:
        reason = obstacle(analysis, target, addition)
        if reason is None or reason:
            yield Offer(f"add {addition.key}", addition.title.format(target.symbol.name), EXTRACT, reason)


def _addition(analysis: Analysis, target: Target, name: str) -> Made:
    addition = next((each for each in ADDITIONS if each.key == name), None)
    return added(analysis, target, addition) if addition is not None else None


@dataclass(frozen=True)
class _Row:
    """A kind of offers: what of it is offered for a target of a file, and the changes that one of them, by its name, makes."""

    kind: str
    offered: Callable[[Analysis, Target, Sequence[Attempt]], Iterator[Offer]]
    made: Callable[[Analysis, Target, str], Made]


_ROWS: Final = (
    _Row("step", _steps, _step),
    _Row("function", _changes, _change),
    _Row("schedule", _schedules, _schedule),
    _Row("add", _additions, _addition),
)
