"""Preparation of what requests need, when a file has been read and the client has its diagnostics: the first request is then as quick as the next.

What is worked out is kept for each definition, so that after an edit there is little to do; that little waits until typing pauses, since nobody asks about every letter.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Final

from tilewright_server.capabilities import capability

if TYPE_CHECKING:
    from tilewright.core.analyze import Analysis
    from tilewright_server.documents import Snapshot
    from tilewright_server.server import Server

# What is loaded for the first code action.
ACTIONS: Final = "tilewright.core.refactor.offers"
# How long (seconds) requests may have to wait for this.
SLICE: Final = 0.002
# How long (seconds) the text has to stay as it is before what an edit has changed is worked out.
PAUSE: Final = 0.3


class Prepared:
    """Works for one client, on the snapshot that was published last."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._working: asyncio.Task[None] | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self._uri = ""
        self._has_loaded = False
        self._has_all = False

    def begin(self, snapshot: Snapshot) -> None:
        """Begin with a snapshot; work on an earlier one ends.  That of a document which has just been edited begins when its text has stayed the same for a moment."""
        self.end()
        if snapshot.analysis is None:
            return
        pause = PAUSE if self._has_all and snapshot.uri == self._uri else 0.0
        self._uri = snapshot.uri
        self._waiting = asyncio.get_running_loop().call_later(pause, self._start, snapshot, snapshot.analysis)

    @property
    def is_working(self) -> bool:
        """Whether there is something left to do."""
        return self._waiting is not None or (self._working is not None and not self._working.done())

    def end(self) -> None:
        """Stop working."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        if self._working is not None:
            self._working.cancel()
            self._working = None

    def _start(self, snapshot: Snapshot, analysis: Analysis) -> None:
        self._waiting = None
        self._working = asyncio.ensure_future(self._work(snapshot, analysis))

    async def _work(self, snapshot: Snapshot, analysis: Analysis) -> None:
        from tilewright_server.features.plain_python import has_script

        since = time.monotonic()
        for _ in self._steps(snapshot, analysis):
            if time.monotonic() - since > SLICE:
                await asyncio.sleep(0)
                since = time.monotonic()
        if has_script(analysis) and not self._has_all:
            await asyncio.to_thread(_first_facts)
            if capability(self._server.client, "textDocument", "codeAction") is not None:
                await asyncio.to_thread(import_module, ACTIONS)
            self._has_all = True

    def _steps(self, snapshot: Snapshot, analysis: Analysis) -> Iterator[object]:
        """Everything that is worked out, bit by bit: tokens and outline of each definition, as far as the client shows them, and what the first answers load."""
        from tilewright_server.features.plain_python import has_script
        from tilewright_server.features.semantic_tokens import tokens
        from tilewright_server.features.symbols import outline, shows_tree

        if not has_script(analysis):
            return
        wire = self._server.wire(snapshot)
        if capability(self._server.client, "textDocument", "semanticTokens") is not None:
            for part in tokens(analysis):
                yield wire.prepare_tokens(part)
        if not self._has_loaded:
            yield from _first_answers(analysis)
            self._has_loaded = True
        if shows_tree(self._server.client):
            for part in outline(analysis):
                yield wire.prepare_outline(part)


def _first_facts() -> None:
    """The description of this machine, as far as nothing has to be measured: another process says so."""
    from tilewright.runner.machine import known

    known()


def _first_answers(analysis: Analysis) -> Iterator[object]:
    """Answers about a place of the file, of every feature that loads or makes something the first time; and the signatures by which completion chooses."""
    from tilewright.core.describe import member_signatures
    from tilewright.explore import roofline
    from tilewright.runner import machine
    from tilewright_server.features.completion import completions
    from tilewright_server.features.definition import definitions
    from tilewright_server.features.hover import hover
    from tilewright_server.features.references import references

    yield roofline, machine
    yield from member_signatures()
    for offset in _places(analysis):
        for ask in (hover, definitions, references, completions):
            yield ask(analysis, offset)


def _places(analysis: Analysis) -> Iterator[int]:
    """A name and a member of a namespace in the first definition that has both, and the first loop of the file."""
    from tilewright.core.describe import member_of
    from tilewright.core.frontend.source_map import SymbolKind

    loops = (
        definition.base + symbol.start
        for definition in analysis.definitions
        for symbol in definition.source_map.symbols
        if symbol.kind is SymbolKind.LOOP and symbol.start >= 0
    )
    yield from islice(loops, 1)

    for definition in analysis.definitions:
        symbols, values = definition.source_map.symbols, definition.source_map.values
        name = next((symbol.uses[0].start for symbol in symbols if symbol.uses and symbol.start >= 0), None)
        member = next((end - 1 for _, end, value in values if member_of(value) is not None), None)
        if name is not None and member is not None:
            yield from (definition.base + name, definition.base + member)
            return
