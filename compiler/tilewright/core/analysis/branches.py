"""Stores to one element in several branches of conditions: what they make certain together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilewright.core.analysis.survey import Access, Survey
from tilewright.core.arith.facts import negated
from tilewright.core.arith.key import key
from tilewright.core.ir.expr import Expr


def whichever_branch(survey: Survey, store: Access) -> Access:
    """The store under fewer conditions, where other branches store to the same element."""
    around = store.around
    alike = [
        each.around.guards
        for each in survey.by_memory[store.buffer.data]
        if each.is_write
        and each.buffer is store.buffer
        and (each.around.loops, each.around.blocks) == (around.loops, around.blocks)
        and each.place == store.place
    ]
    guards = _in_all_branches(alike, around.guards) if len(alike) > 1 else around.guards
    return store if guards == around.guards else replace(store, around=replace(around, guards=guards))


def _in_all_branches(alike: Sequence[tuple[Expr, ...]], own: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """The first of a place's conditions, without those whose other outcomes lead to places that are alike."""
    opposite = {key(guard): key(negated(guard)) for guards in alike for guard in guards}
    reached = {tuple(map(key, guards)) for guards in alike}
    while more := {each[:-1] for each in reached if each and (*each[:-1], opposite[each[-1]]) in reached} - reached:
        reached |= more
    while own and (*map(key, own[:-1]), opposite[key(own[-1])]) in reached:
        own = own[:-1]
    return own
