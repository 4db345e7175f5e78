"""Code actions that rewrite: steps of a schedule and other changes of the function, loop or block at the cursor.

Offering tries the steps; the changes are made when an action is chosen, for clients that can ask then.  What the cursor stands in is asked about once.
The steps, and with them schedules, are loaded when a user first asks for actions: before the first diagnostics there is no time for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from tilewright.core.analyze import Analysis
from tilewright.core.frontend.source_map import SourceMap
from tilewright_server.answers import Action, Change, Command
from tilewright_server.ask import Ask
from tilewright_server.capabilities import EXTRACT, INLINE, REWRITE, TUNE, capability
from tilewright_server.features.kinds import wanted
from tilewright_server.features.line_changes import by_line
from tilewright_server.features.migrating import MIGRATE, migrated_changes, migrations
from tilewright_server.features.run import targets

if TYPE_CHECKING:
    from tilewright.core.refactor.offers import Offer

# The trigger of requests that nobody made: the editor looks whether to show its light bulb.
_AUTOMATIC: Final = 2
_SMALL: Final = re.compile(r"\bu?int(?:8|16)\b")
_KNOWN: Final[WeakKeyDictionary[SourceMap, dict[int, tuple[Offer, ...]]]] = WeakKeyDictionary()


def rewritings(ask: Ask) -> Iterator[Action]:
    """The actions at the cursor, when the user asked for some: on every line of a function there are many."""
    context = ask.params.get("context") or {}
    only = context.get("only")
    if not any(wanted(kind, only) for kind in (REWRITE, EXTRACT, INLINE)) or (
        context.get("triggerKind") == _AUTOMATIC and not only
    ):
        return
    client = ask.server.client
    resolves = capability(client, "textDocument", "codeAction", "resolveSupport", "properties") or ()
    lists_disabled = bool(capability(client, "textDocument", "codeAction", "disabledSupport"))
    offset = ask.wire.extent(ask.params["range"]).start
    for offer in offered(ask.analysis, offset):
        if offer.reason is None:
            yield from _action(ask.analysis, offset, offer, lazily="edit" in resolves)
        elif lists_disabled:
            yield Action(offer.title, offer.kind, disabled=offer.reason)
    yield from _tunings(ask.analysis, offset)
    yield from migrations(ask, lazily="edit" in resolves)


def _tunings(analysis: Analysis, offset: int) -> Iterator[Action]:
    """Tuning of the function at the cursor."""
    for target in targets(analysis):
        if target.whole.start <= offset <= target.whole.end and not target.is_graph:
            title = f"Tune `{target.name}` here"
            yield Action(title, REWRITE, command=Command(title, {"name": target.name}, TUNE))


def offered(analysis: Analysis, offset: int) -> tuple[Offer, ...]:
    """The offers at an offset, tried once while the definition stays as it is."""
    definition = analysis.definition_at(offset)
    if definition is None:
        return ()
    if _SMALL.search(definition.source.text):
        import_module(
            "tilewright.tir.tensor_intrin"
        )  # registers the intrinsics of machines, which work on small integers
    from tilewright.core.refactor.offers import offers

    known = _KNOWN.setdefault(definition.source_map, {})
    at = offset - definition.base
    if at not in known:
        known[at] = offers(analysis, offset)
    return known[at]


def _action(analysis: Analysis, offset: int, offer: Offer, *, lazily: bool) -> Iterator[Action]:
    """An action whose changes are made later, or now for clients that do not ask again."""
    if lazily:
        yield Action(offer.title, offer.kind, key=offer.key, offset=offset)
        return
    changes = changes_of(analysis, offset, offer.key)
    if changes is not None:
        yield Action(offer.title, offer.kind, changes)


def changes_of(analysis: Analysis, offset: int, key: str) -> tuple[Change, ...] | None:
    """The changes of the lines that an offer rewrites; None when it cannot be carried out."""
    from tilewright.core.refactor.offers import carried_out

    if key.startswith(MIGRATE):
        return migrated_changes(analysis, key)
    made = carried_out(analysis, offset, key)
    return (
        None
        if made is None
        else tuple(change for each in made for change in by_line(analysis.source.text, each.start, each.end, each.text))
    )
