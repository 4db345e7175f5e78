"""Tuning at the cursor, on the user's command: schedules are measured in a process of its own, and the fastest is proposed as a change of the text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from tilewright_server.answers import Change, Extent, Report, not_open
from tilewright_server.capabilities import capability
from tilewright_server.documents import path_of

if TYPE_CHECKING:
    from tilewright_server.server import Server

TRIALS: Final = 32
# Seconds for all trials together.
LONGEST: Final = 600.0


async def tune(
    server: Server, uri: str, arguments: Mapping[str, object], on_progress: Callable[[str, int | None], None]
) -> Report:
    """Measure schedules of a function of a document, and have the client make the change; when the task is cancelled, the process is killed."""
    from tilewright.runner.process import run_in_process
    from tilewright.runner.request import TuneRequest

    text = server.documents.text(uri)
    if text is None:
        return not_open("Tune", uri)
    trials = arguments.get("trials")
    request = TuneRequest(
        text.content,
        path_of(uri),
        str(arguments.get("name", "")),
        trials if isinstance(trials, int) and trials > 0 else TRIALS,
    )
    outcome = await run_in_process(request, LONGEST, on_progress)
    changes = [Change(Extent(start, end), new) for start, end, new in outcome.data.get("changes", ())]
    if not changes:
        return Report(outcome.ok, outcome.title, outcome.text)
    return await _proposed(server, uri, request.text, changes, Report(outcome.ok, outcome.title, outcome.text))


async def _proposed(server: Server, uri: str, text: str, changes: list[Change], report: Report) -> Report:
    """Ask the client for the change, if the text is still the one that was tuned."""
    snapshot = await server.documents.fresh(uri)
    if snapshot is None or snapshot.text.content != text:
        return Report(False, f"{report.title}: the text has changed since", report.text)
    if not capability(server.client, "workspace", "applyEdit"):
        return Report(False, f"{report.title}: this editor takes no changes from the server", report.text)
    edit = server.wire(snapshot, uri).previewed(changes, report.title, server.shows_previews)
    await server.connection.request("workspace/applyEdit", {"label": report.title, "edit": edit})
    return report
