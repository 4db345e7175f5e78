"""Answers about a whole file, worked out when it has been read and the client has its diagnostics: the first request is then as quick as the next.

What is worked out is kept for each definition, so that after an edit there is little to do.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tilewright_server.capabilities import capability

if TYPE_CHECKING:
    from tilewright_server.documents import Snapshot
    from tilewright_server.server import Server

# How long (seconds) requests may have to wait for this.
SLICE: Final = 0.002


class Prepared:
    """Works for one client, on the snapshot that was published last."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._working: asyncio.Task[None] | None = None
        self._has_signatures = False

    def begin(self, snapshot: Snapshot) -> None:
        """Begin with a snapshot; work on an earlier one ends."""
        self.end()
        if snapshot.analysis is not None and self._are_wanted:
            self._working = asyncio.ensure_future(self._work(snapshot))

    @property
    def _are_wanted(self) -> bool:
        """Whether the client shows tokens."""
        return capability(self._server.client, "textDocument", "semanticTokens") is not None

    def end(self) -> None:
        """Stop working."""
        if self._working is not None:
            self._working.cancel()

    async def _work(self, snapshot: Snapshot) -> None:
        since = time.monotonic()
        for _ in self._steps(snapshot):
            if time.monotonic() - since > SLICE:
                await asyncio.sleep(0)
                since = time.monotonic()

    def _steps(self, snapshot: Snapshot) -> Iterator[object]:
        """Everything that is worked out, bit by bit: the tokens of each definition, and the signatures by which completion chooses."""
        from tilewright.core.describe import member_signatures
        from tilewright_server.features.plain_python import has_script
        from tilewright_server.features.semantic_tokens import tokens

        analysis, wire = snapshot.analysis, self._server.wire(snapshot)
        if analysis is None or not has_script(analysis):
            return
        for part in tokens(analysis):
            wire.prepare_tokens(part)
            yield part
        if not self._has_signatures:
            yield from member_signatures()
            self._has_signatures = True
