"""The commands that the server carries out: "Build and run" with progress and cancellation, and "explain"."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from tilewright_server import wire
from tilewright_server.answers import Report
from tilewright_server.documents import path_of
from tilewright_server.features.explain import explain
from tilewright_server.features.run import Wish, run, wish

if TYPE_CHECKING:
    from tilewright_server.server import Server

SERVER_RUN: Final = "tilewright.server.buildAndRun"
CLIENT_RUN: Final = "tilewright.buildAndRun"
EXPLAIN: Final = "tilewright.server.explain"

# A client that does not answer the offer of a progress bar in this time (seconds) gets none.
PATIENCE: Final = 2.0

log = logging.getLogger(__name__)


async def execute(server: Server, params: lsp.ExecuteCommandParams) -> Any:
    """Carry out a command; its first argument is an object."""
    first = plain(params.arguments[0]) if params.arguments else None
    arguments: dict[str, Any] = first if isinstance(first, dict) else {}
    if params.command in (SERVER_RUN, CLIENT_RUN):
        return wire.report(await _build_and_run(server, arguments, params.work_done_token))
    if params.command == EXPLAIN:
        return wire.report(explain(str(arguments.get("code", ""))))
    raise JsonRpcInvalidParams(f"There is no command {params.command!r}.")


def plain(value: Any) -> Any:
    """JSON whose objects lsprotocol has wrapped, as dicts and lists again."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


async def _build_and_run(server: Server, arguments: Mapping[str, Any], token: lsp.ProgressToken | None) -> Report:
    uri = str(arguments.get("uri", ""))
    text = server.documents.text(uri)
    if text is None:
        return _told(server, Report(False, "Build and run: the document is not open", f"{uri} is not open."))
    wanted = wish(arguments, server.documents.settings)
    progress = await _Progress.begin(server, token, f"Build and run {wanted.name}")
    work = asyncio.ensure_future(run(text.content, path_of(uri), wanted, progress.told))
    progress.on_cancel(work)
    try:
        return _told(server, await work)
    except asyncio.CancelledError:
        if not progress.cancelled:
            raise
        return _told(server, _cancelled(wanted))
    finally:
        progress.end()


def _cancelled(wanted: Wish) -> Report:
    return Report(False, f"{wanted.name}: cancelled", "The run was cancelled; its process has been ended.")


def _told(server: Server, report: Report) -> Report:
    """Show a report in editors that do nothing with the command's result; VS Code shows it by itself."""
    if not server.is_vscode:
        kind = lsp.MessageType.Info if report.ok else lsp.MessageType.Error
        text = f"{report.title}\n{report.text}"
        server.window_log_message(lsp.LogMessageParams(type=kind, message=text))
        server.window_show_message(lsp.ShowMessageParams(type=kind, message=report.title))
    return report


class _Progress:
    """The progress of one run as the client shows it; without a token nothing is shown."""

    def __init__(self, server: Server, token: lsp.ProgressToken | None) -> None:
        self._bar = server.work_done_progress
        self._token = token

    @staticmethod
    async def begin(server: Server, token: lsp.ProgressToken | None, title: str) -> _Progress:
        """Use the client's token, or offer one of ours where the client can show it."""
        if token is None and _shows_progress(server):
            token = str(uuid.uuid4())
            try:
                await asyncio.wait_for(server.work_done_progress.create_async(token), PATIENCE)
            except Exception as problem:
                log.info("no progress bar: %s", problem)
                token = None
        if token is not None:
            start = lsp.WorkDoneProgressBegin(title=title, cancellable=True, message="starting")
            server.work_done_progress.begin(token, start)
        return _Progress(server, token)

    @property
    def cancelled(self) -> bool:
        """Whether the user pressed the bar's cancel button."""
        future = self._bar.tokens.get(self._token) if self._token is not None else None
        return future is not None and future.cancelled()

    def on_cancel(self, work: asyncio.Task[Report]) -> None:
        """Cancel `work` when the user cancels."""
        if self._token is not None:
            self._bar.tokens[self._token].add_done_callback(lambda _future: work.cancel())

    def told(self, stage: str, percentage: int | None) -> None:
        """Show how far it is."""
        if self._token is not None:
            self._bar.report(self._token, lsp.WorkDoneProgressReport(message=stage, percentage=percentage))

    def end(self) -> None:
        """Take the bar away."""
        if self._token is not None:
            self._bar.end(self._token, lsp.WorkDoneProgressEnd())
            self._bar.tokens.pop(self._token, None)


def _shows_progress(server: Server) -> bool:
    window = server.client_capabilities.window
    return window is not None and bool(window.work_done_progress)
