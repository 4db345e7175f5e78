"""The server of one client: its lifecycle, its notifications, and the dispatch of requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tilewright_server import commands
from tilewright_server.capabilities import CLIENT_RUN, SERVER_RUN, announced, capability, encoding_for
from tilewright_server.documents import Documents, Snapshot, Splice
from tilewright_server.features.explain import explain
from tilewright_server.progress import Bars
from tilewright_server.rpc import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    NOT_INITIALIZED,
    Connection,
    Json,
    RpcError,
)
from tilewright_server.settings import settings_from
from tilewright_server.wire import Wire

if TYPE_CHECKING:
    from tilewright.core.analyze import Analysis

NAME: Final = "tilewright"


class Server:
    """Documents, what is known about the client, and the connection to it."""

    def __init__(self, version: str, connection: Connection) -> None:
        self.version = version
        self.connection = connection
        self.documents = Documents(_analyze, self._publish)
        self.client: Json = {}
        self.is_vscode = False
        self.bars = Bars(connection)
        self._began = False
        self._warm = False
        self.ended = False

    def answer(self, method: str, params: object) -> object:
        """The result of a request, or something that gives it when awaited."""
        params = params if isinstance(params, dict) else {}
        if method == "initialize":
            return self._initialize(params)
        if not self._began:
            raise RpcError(NOT_INITIALIZED, "The first request must be `initialize`.")
        if self.ended:
            raise RpcError(INVALID_REQUEST, "The server has been shut down.")
        if method == "shutdown":
            return self._shut_down()
        return self._ask(method, params)

    def on_notification(self, method: str, params: object) -> None:
        """Take note of a notification; those that we do not know mean nothing to us."""
        handler = NOTIFICATIONS.get(method)
        if handler is not None and self._began and not self.ended:
            handler(self, params if isinstance(params, dict) else {})

    def wire(self, snapshot: Snapshot) -> Wire:
        """The converter for one snapshot."""
        return Wire(snapshot.uri, snapshot.version, snapshot.text, self.documents.encoding)

    @property
    def run_command(self) -> str:
        """This client's command for "Build and run": VS Code asks for sizes first, with a command of its own."""
        return CLIENT_RUN if self.is_vscode else SERVER_RUN

    def _initialize(self, params: Json) -> Json:
        if self._began:
            raise RpcError(INVALID_REQUEST, "The session has begun already.")
        self._began = True
        self.client = params.get("capabilities") or {}
        self.documents.encoding = encoding_for(self.client)
        options = params.get("initializationOptions")
        tree: Json = options if isinstance(options, dict) else {}
        self.is_vscode = tree.get("client") == "vscode" or _is_vscode(params.get("clientInfo"))
        self.documents.settings = settings_from(tree.get("settings", tree))
        return {
            "capabilities": announced(self.client, self.documents.encoding),
            "serverInfo": {"name": NAME, "version": self.version},
        }

    def _shut_down(self) -> None:
        self.ended = True
        self.documents.shut_down()

    def _ask(self, method: str, params: Json) -> object:
        from tilewright_server import requests

        own = OWN_REQUESTS.get(method)
        if own is not None:
            return own(self, params)
        if method not in requests.REQUESTS:
            raise RpcError(METHOD_NOT_FOUND, f"There is no request {method!r}.")
        if requests.document_of(params) is None:
            raise RpcError(INVALID_PARAMS, "The request names no document.")
        return requests.answer(self, method, params)

    def configure(self, params: Json) -> None:
        """`workspace/didChangeConfiguration`."""
        before = self.documents.settings
        self.documents.configure(settings_from(params.get("settings")))
        refreshes = capability(self.client, "workspace", "codeLens", "refreshSupport")
        if refreshes and before.code_lens != self.documents.settings.code_lens:
            self.connection.propose("workspace/codeLens/refresh", None)

    def warm_up(self) -> None:
        """Load the language tables while the client gets ready; here on the loop, before a thread does the same."""
        if self._warm:
            return
        from tilewright_server import requests

        requests.warm_up()
        self._warm = True

    def _publish(self, snapshot: Snapshot | None, uri: str) -> None:
        if snapshot is None:
            self.connection.notify("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": []})
            return
        from tilewright_server.features.diagnostics import problems

        found = problems(snapshot.analysis) if snapshot.analysis is not None else ()
        self.connection.notify("textDocument/publishDiagnostics", self.wire(snapshot).diagnostics(found))


def _is_vscode(client: object) -> bool:
    name = str(client.get("name", "")).lower() if isinstance(client, dict) else ""
    return "visual studio code" in name or name in ("code-server", "code - oss", "vscodium", "cursor", "windsurf")


def _analyze(text: str, name: str, previous: Analysis | None) -> Analysis:
    from tilewright.core.analyze import analyze

    return analyze(text, name, previous)


def _open(server: Server, params: Json) -> None:
    server.warm_up()
    document = params["textDocument"]
    server.documents.open(document["uri"], document["languageId"], document["version"], document["text"])


def _change(server: Server, params: Json) -> None:
    document = params["textDocument"]
    splices = [_splice(change) for change in params["contentChanges"]]
    server.documents.change(document["uri"], document.get("version") or 0, splices)


def _splice(change: Json) -> Splice:
    place = change.get("range")
    return (_pair(place["start"]), _pair(place["end"]), change["text"]) if place else (None, None, change["text"])


def _pair(position: Json) -> tuple[int, int]:
    return position["line"], position["character"]


NOTIFICATIONS: Final[dict[str, Callable[[Server, Json], None]]] = {
    "initialized": lambda server, _params: server.warm_up(),
    "textDocument/didOpen": _open,
    "textDocument/didChange": _change,
    "textDocument/didSave": lambda server, params: server.documents.save(params["textDocument"]["uri"]),
    "textDocument/didClose": lambda server, params: server.documents.close(params["textDocument"]["uri"]),
    "workspace/didChangeConfiguration": Server.configure,
    "window/workDoneProgress/cancel": lambda server, params: server.bars.cancel(params.get("token")),
}


def _resolved(_server: Server, params: Json) -> Json:
    from tilewright_server.requests import resolved

    return resolved(params)


def _workspace_symbols(server: Server, params: Json) -> object:
    from tilewright_server.requests import workspace_symbols

    return workspace_symbols(server, params)


def _run_plan(server: Server, params: Json) -> object:
    from tilewright_server.requests import run_plan

    return run_plan(server, params)


# Requests that are not about what stands in a document.
OWN_REQUESTS: Final[dict[str, Callable[[Server, Json], object]]] = {
    "workspace/executeCommand": commands.execute,
    "workspace/symbol": _workspace_symbols,
    "completionItem/resolve": _resolved,
    "tilewright/runPlan": _run_plan,
    "tilewright/explain": lambda _server, params: {"markdown": explain(str(params.get("code", ""))).text},
}
