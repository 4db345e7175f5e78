"""The commands that the server carries out: "Build and run", the profile, the exact check and "explain"."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tilewright_server import shapes, wire
from tilewright_server.answers import Report, not_open
from tilewright_server.capabilities import (
    CLIENT_PROFILE,
    CLIENT_RUN,
    EXACT,
    EXPLAIN,
    INSTANTIATE,
    SERVER_PROFILE,
    SERVER_RUN,
    TUNE,
    capability,
)
from tilewright_server.documents import path_of
from tilewright_server.progress import Token
from tilewright_server.results import Results
from tilewright_server.rpc import INVALID_PARAMS, Json, RpcError
from tilewright_server.tunings import tune

if TYPE_CHECKING:
    from tilewright.core.frontend.environment import Given
    from tilewright_server.features.run import Wish
    from tilewright_server.server import Server

OnProgress = Callable[[str, "int | None"], None]
ERROR: Final = 1
INFO: Final = 3


async def execute(server: Server, params: Json) -> shapes.Report:
    """Carry out a command; its first argument is an object."""
    given = params.get("arguments")
    first = given[0] if isinstance(given, list) and given else None
    arguments: Json = first if isinstance(first, dict) else {}
    command = params.get("command")
    if command in _MEASUREMENTS:
        return wire.report(await _measured(server, _MEASUREMENTS[command], arguments, params.get("workDoneToken")))
    if command == TUNE:
        return wire.report(await _tune(server, arguments, params.get("workDoneToken")))
    if command == EXACT:
        return wire.report(await _exact_check(server, arguments, params.get("workDoneToken")))
    if command == INSTANTIATE:
        return wire.report(_instantiated(server, arguments))
    if command == EXPLAIN:
        return wire.report(explained(arguments))
    raise RpcError(INVALID_PARAMS, f"There is no command {command!r}.")


def _instantiated(server: Server, arguments: Mapping[str, object]) -> Report:
    """Read a function that makes kernels for some values of its parameters, or again for all."""
    name, values = str(arguments.get("name", "")), arguments.get("values")
    chosen = dict(values) if isinstance(values, Mapping) else {}
    server.documents.instantiate(server.document_with(str(arguments.get("uri", ""))), name, chosen)
    server.show_again()
    return Report(True, f"{name} is read for {'these' if chosen else 'all'} values of its parameters", "")


def explained(params: Mapping[str, object]) -> Report:
    """The explanation of a diagnostic."""
    from tilewright_server.features.explain import explain

    return explain(str(params.get("code", "")))


async def _measured(server: Server, row: _Measurement, arguments: Json, token: Token | None) -> Report:
    """The report of a run or a profile of a function, whose arguments are those of the last one where the client does not say them."""
    from tilewright_server.features.run import wish

    uri = server.document_with(str(arguments.get("uri", "")))
    text = server.documents.text(uri)
    if text is None:
        return _told(server, not_open(row.title, uri))
    results = server.results(uri)
    wanted = wish(results.completed(arguments), server.documents.settings_of(uri))
    given = wanted.given or server.documents.given(uri)
    report = await _with_bar(
        server,
        token,
        f"{row.title} {wanted.name}",
        lambda on_progress: row.work(text.content, path_of(uri), wanted, on_progress, given),
        Report(False, f"{wanted.name}: cancelled", "The run was cancelled; its process has been ended."),
    )
    row.note(results, text.content, wanted.name, report)
    server.show_results()
    if report.ok:
        server.measure_machine()
    return report


@dataclass(frozen=True)
class _Measurement:
    """A command that runs a function: how it is called, the work, and what takes its result."""

    title: str
    work: Callable[[str, str, Wish, OnProgress, Given], Coroutine[Any, Any, Report]]
    note: Callable[[Results, str, str, Report], None]


async def _run(text: str, path: str, wanted: Wish, on_progress: OnProgress, given: Given) -> Report:
    from tilewright_server.features.run import run

    return await run(text, path, wanted, on_progress, given)


async def _profile(text: str, path: str, wanted: Wish, on_progress: OnProgress, given: Given) -> Report:
    from tilewright_server.features.run import profile

    return await profile(text, path, wanted, on_progress, given)


_RUN: Final = _Measurement("Build and run", _run, Results.note_run)
_PROFILE: Final = _Measurement("Profile", _profile, Results.note_profile)
_MEASUREMENTS: Final = {
    SERVER_RUN: _RUN,
    CLIENT_RUN: _RUN,
    SERVER_PROFILE: _PROFILE,
    CLIENT_PROFILE: _PROFILE,
}


async def _exact_check(server: Server, arguments: Mapping[str, object], token: Token | None) -> Report:
    uri = server.document_with(str(arguments.get("uri", "")))
    return await _with_bar(
        server,
        token,
        "Exact check",
        lambda on_progress: server.exact.check(uri, on_progress),
        Report(False, "Exact check: cancelled", "The check was cancelled; its process has been ended."),
    )


async def _tune(server: Server, arguments: Mapping[str, object], token: Token | None) -> Report:
    uri = server.document_with(str(arguments.get("uri", "")))
    return await _with_bar(
        server,
        token,
        f"Tune {arguments.get('name', '')}",
        lambda on_progress: tune(server, uri, arguments, on_progress),
        Report(False, "Tune: cancelled", "Tuning was cancelled; its processes have been ended."),
    )


async def _with_bar(
    server: Server,
    token: Token | None,
    title: str,
    work: Callable[[OnProgress], Coroutine[Any, Any, Report]],
    cancelled: Report,
) -> Report:
    """The report of some work, while which the client shows its progress and can cancel it."""
    may_offer = bool(capability(server.client, "window", "workDoneProgress"))
    bar = await server.bars.begin(token, title, may_offer)
    task = asyncio.ensure_future(work(bar.report))
    bar.on_cancel(task.cancel)
    try:
        return _told(server, await task)
    except asyncio.CancelledError:
        if not bar.cancelled:
            raise
        return _told(server, cancelled)
    finally:
        bar.end()


def _told(server: Server, report: Report) -> Report:
    """Show a report in editors that do nothing with the command's result; VS Code shows it by itself."""
    if not server.is_vscode:
        kind = INFO if report.ok else ERROR
        text = f"{report.title}\n{report.text}"
        server.connection.notify("window/logMessage", {"type": kind, "message": text})
        server.connection.notify("window/showMessage", {"type": kind, "message": report.title})
    return report
