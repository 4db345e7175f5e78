"""Exact checks of open documents: on the user's command, and when one is saved where the settings allow it; never because a document is open.

What one finds is published with the other diagnostics, until the text changes.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tilewright_server.answers import Report, not_open
from tilewright_server.documents import path_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.core.base.diagnostics import Diagnostic
    from tilewright.core.base.source import Source
    from tilewright.runner.request import ExactRequest, Outcome
    from tilewright_server.server import Server


class ExactChecks:
    """The results by document, and the checks that are going on."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._results: dict[str, tuple[ExactRequest, Outcome]] = {}
        self._saved: dict[str, asyncio.Task[Report]] = {}

    def found(self, uri: str, source: Source) -> tuple[Diagnostic, ...]:
        """The diagnostics of the last check of a document, if it was of this text."""
        result = self._results.get(uri)
        if result is None or result[0].text != source.text:
            return ()
        from tilewright.runner.exact import found_in

        return found_in(result[1], result[0], source)

    def on_save(self, uri: str) -> None:
        """Check a document that was saved, where the settings allow it."""
        if self._server.documents.settings_of(uri).exact and self._is_script(uri):
            self.forget(uri)
            self._saved[uri] = asyncio.ensure_future(self.check(uri, lambda _stage, _percentage: None))

    def _is_script(self, uri: str) -> bool:
        snapshot = self._server.documents.latest(uri)
        return snapshot is not None and snapshot.analysis is not None and bool(snapshot.analysis.definitions)

    async def check(self, uri: str, on_progress: Callable[[str, int | None], None]) -> Report:
        """Check a document as it is in the editor, in a process of its own, and publish what is found; when the task is cancelled, the process is killed."""
        from tilewright.runner.process import run_in_process
        from tilewright.runner.request import ExactRequest

        text = self._server.documents.text(uri)
        if text is None:
            return not_open("Exact check", uri)
        request = ExactRequest(text.content, path_of(uri))
        outcome = await run_in_process(request, self._server.documents.settings_of(uri).timeout, on_progress)
        self._results[uri] = request, outcome
        self._server.documents.publish_again()
        self._server.pulled.refresh()
        return Report(outcome.ok, outcome.title, outcome.text, {"made": outcome.data.get("made", {})})

    def forget(self, uri: str) -> None:
        """Drop the result of a document, and end the check that its saving has begun."""
        self._results.pop(uri, None)
        task = self._saved.pop(uri, None)
        if task is not None:
            task.cancel()

    def close(self) -> None:
        """End all checks."""
        for uri in [*self._saved]:
            self.forget(uri)
