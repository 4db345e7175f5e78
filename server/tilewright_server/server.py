"""The server of one client: its lifecycle, its notifications, and the dispatch of requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tilewright_server import commands, explorer, shapes, switches
from tilewright_server.capabilities import (
    CLIENT_PROFILE,
    CLIENT_RUN,
    SERVER_PROFILE,
    SERVER_RUN,
    announced,
    capability,
    encoding_for,
)
from tilewright_server.client_settings import ClientSettings
from tilewright_server.documents import Documents, Snapshot, Splice, path_of
from tilewright_server.exact_checks import ExactChecks
from tilewright_server.features.table import ANSWERS, PROVIDERS
from tilewright_server.notebooks import Cell, CellWire, Notebook
from tilewright_server.prepared import Prepared
from tilewright_server.progress import Bars
from tilewright_server.project_settings import ProjectSettings
from tilewright_server.pulled import Pulled
from tilewright_server.results import Results
from tilewright_server.rpc import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    NOT_INITIALIZED,
    Connection,
    Json,
    RpcError,
)
from tilewright_server.text import Text, edited
from tilewright_server.token_results import TokenResults
from tilewright_server.wire import Wire
from tilewright_server.workspace import Workspace

if TYPE_CHECKING:
    from tilewright.core.analyze import Analysis, Within
    from tilewright.core.frontend.environment import Given
    from tilewright_server.answers import Problem

NAME: Final = "tilewright"
log = logging.getLogger(__name__)


class Server:
    """Documents, what is known about the client, and the connection to it."""

    def __init__(self, version: str, connection: Connection) -> None:
        self.version = version
        self.connection = connection
        self.documents = Documents(_analyze, self._publish)
        self.client: Json = {}
        self.is_vscode = False
        self.bars = Bars(connection)
        self.client_settings = ClientSettings(self)
        self.project_settings = ProjectSettings(self)
        self.pulled = Pulled(self)
        self.prepared = Prepared(self)
        self.explorer = explorer.Explorer()
        self.exact = ExactChecks(self)
        self._measuring: asyncio.Future[Any] | None = None
        self._results: dict[str, Results] = {}
        self._began = False
        self._warm = False
        self.ended = False
        self.folders: dict[str, Path] = {}
        self.tokens = TokenResults()
        self.notebooks: dict[str, Notebook] = {}
        # The URIs of all cells of a notebook, those of text among them.
        self.orders: dict[str, list[str]] = {}

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

    def document_with(self, uri: str) -> str:
        """The document that is analysed for a URI: its own, or the notebook that has the cell."""
        return next((each.uri for each in self.notebooks.values() if each.cell(uri) is not None), uri)

    def lines_above(self, uri: str) -> int:
        """The number of lines before a document in the program that is analysed: those above a cell of a notebook."""
        notebook = self.notebooks.get(self.document_with(uri))
        return 0 if notebook is None else notebook.lines_above(uri)

    def wire(self, snapshot: Snapshot, uri: str = "") -> Wire:
        """The converter for one snapshot, or for the cell of a notebook with this URI."""
        notebook = self.notebooks.get(snapshot.uri)
        cell = notebook.cell(uri) if notebook is not None else None
        if notebook is not None and cell is not None:
            return CellWire(notebook, cell, snapshot.text, self.documents.encoding, self._edits_have_versions())
        return self.wire_of(snapshot.uri, snapshot.version, snapshot.text)

    def wires(self, snapshot: Snapshot) -> list[Wire]:
        """The converters of all that is shown of one snapshot: of the document, or of each cell of a notebook."""
        notebook = self.notebooks.get(snapshot.uri)
        return (
            [self.wire(snapshot, cell.uri) for cell in notebook.cells]
            if notebook is not None
            else [self.wire(snapshot)]
        )

    def wire_of(self, uri: str, version: int | None, text: Text) -> Wire:
        """The converter for one text; `version` is None for a file that is not open."""
        return Wire(uri, version, text, self.documents.encoding, versioned_edits=self._edits_have_versions())

    def _edits_have_versions(self) -> bool:
        return bool(capability(self.client, "workspace", "workspaceEdit", "documentChanges"))

    @property
    def shows_previews(self) -> bool:
        """Whether the client shows changes that need to be confirmed before it makes them."""
        support = capability(self.client, "workspace", "workspaceEdit", "changeAnnotationSupport")
        return support is not None and self._edits_have_versions()

    def workspace(self) -> Workspace:
        """The folders and files that are open now."""
        return Workspace(tuple(self.folders.values()), self.documents.files())

    def results(self, uri: str) -> Results:
        """The results of runs of a document, or of the notebook that has this cell."""
        return self._results.setdefault(self.document_with(uri), Results())

    @property
    def profile_command(self) -> str:
        """This client's command for a profile."""
        return CLIENT_PROFILE if self.is_vscode else SERVER_PROFILE

    @property
    def run_command(self) -> str:
        """This client's command for "Build and run": VS Code asks for sizes first, with a command of its own."""
        return CLIENT_RUN if self.is_vscode else SERVER_RUN

    def _initialize(self, params: Json) -> shapes.Greeting:
        if self._began:
            raise RpcError(INVALID_REQUEST, "The session has begun already.")
        self._began = True
        self.client = params.get("capabilities") or {}
        self.documents.encoding = encoding_for(self.client)
        self.folders = _folders(params)
        options = params.get("initializationOptions")
        tree: Json = options if isinstance(options, dict) else {}
        self.is_vscode = tree.get("client") == "vscode" or _is_vscode(params.get("clientInfo"))
        self.client_settings.begin(tree)
        return {
            "capabilities": announced(
                {**PROVIDERS, **switches.switched_on(self.documents.settings)}, self.client, self.documents.encoding
            ),
            "serverInfo": {"name": NAME, "version": self.version},
        }

    def _shut_down(self) -> None:
        self.ended = True
        self.prepared.end()
        self.explorer.close()
        self.exact.close()
        self.documents.shut_down()

    def _ask(self, method: str, params: Json) -> object:
        from tilewright_server import requests

        own = OWN_REQUESTS.get(method)
        if own is not None:
            return own(self, params)
        if method not in ANSWERS:
            raise RpcError(METHOD_NOT_FOUND, f"There is no request {method!r}.")
        if requests.document_of(params) is None:
            raise RpcError(INVALID_PARAMS, "The request names no document.")
        return requests.answer(self, method, params)

    def show_again(self) -> None:
        """Ask the client for what it shows anew: a document means something else, though its text is the same."""
        self.show_results()
        if capability(self.client, "workspace", "semanticTokens", "refreshSupport"):
            self.connection.propose("workspace/semanticTokens/refresh", None)
        self.pulled.refresh()

    def show_results(self) -> None:
        """Ask the client for what shows the results of runs."""
        for what in ("codeLens", "inlayHint"):
            if capability(self.client, "workspace", what, "refreshSupport"):
                self.connection.propose(f"workspace/{what}/refresh", None)

    def measure_machine(self) -> None:
        """Measure what this machine can do, once and beside everything else, for the hovers that follow a run."""
        from tilewright.runner.machine import peaks

        if self._measuring is None:
            self._measuring = asyncio.ensure_future(asyncio.to_thread(peaks))

    def start(self) -> None:
        """`initialized`."""
        self.project_settings.ask_for_changes()
        self.pulled.look_again()
        self.client_settings.start()
        self.warm_up()

    def warm_up(self) -> None:
        """Load the language tables while the client gets ready; here on the loop, before a thread does the same."""
        if self._warm:
            return
        from tilewright_server import requests

        requests.warm_up()
        self._warm = True

    def _publish(self, snapshot: Snapshot | None, uri: str) -> None:
        if snapshot is None:
            self.tokens.forget(uri)
            self.exact.forget(uri)
            self._results.pop(uri, None)
        if uri in self.notebooks:
            self._publish_cells(self.notebooks[uri], snapshot)
        elif self.pulled.is_client_asking:
            self.pulled.note(uri, snapshot)
        elif snapshot is None:
            self._withdraw(uri)
        else:
            self.send(self.wire(snapshot).diagnostics(self.problems(snapshot)))
        self.project_settings.publish(self.documents.uris())
        if snapshot is not None:
            self.prepared.begin(snapshot)

    def _publish_cells(self, notebook: Notebook, snapshot: Snapshot | None) -> None:
        for cell in notebook.cells:
            if snapshot is None:
                self._withdraw(cell.uri)
            else:
                self.send(self.wire(snapshot, cell.uri).diagnostics(self.problems(snapshot)))

    def problems(self, snapshot: Snapshot) -> Iterable[Problem]:
        """The problems that are reported of a snapshot."""
        from tilewright_server.features.diagnostics import problems

        if snapshot.analysis is None:
            return ()
        return problems(snapshot.analysis, self.exact.found(snapshot.uri, snapshot.analysis.source))

    def _withdraw(self, uri: str) -> None:
        self.send({"uri": uri, "version": None, "diagnostics": []})

    def send(self, diagnostics: shapes.Diagnostics) -> None:
        """Publish the diagnostics of a file."""
        self.connection.notify("textDocument/publishDiagnostics", diagnostics)


def _open_notebook(server: Server, params: Json) -> None:
    server.warm_up()
    document = params["notebookDocument"]
    notebook = Notebook(document["uri"], document["version"])
    notebook.cells = [_cell(each) for each in params.get("cellTextDocuments") or ()]
    server.notebooks[notebook.uri] = notebook
    server.orders[notebook.uri] = [each["document"] for each in document.get("cells") or ()]
    server.documents.open(notebook.uri, "python", notebook.version, notebook.program)


def _cell(document: Json) -> Cell:
    return Cell(document["uri"], document["languageId"], document["version"], Text.of(document["text"]))


def _change_notebook(server: Server, params: Json) -> None:
    document = params["notebookDocument"]
    notebook = server.notebooks.get(document["uri"])
    if notebook is None:
        return
    notebook.version = document["version"]
    cells = (params.get("change") or {}).get("cells") or {}
    structure = cells.get("structure")
    if structure:
        _rearrange(server, notebook, structure)
    for changed in cells.get("textContent") or ():
        cell = notebook.cell(changed["document"]["uri"])
        if cell is not None:
            cell.version = changed["document"].get("version") or 0
            for each in changed["changes"]:
                cell.text = edited(cell.text, *_splice(each), server.documents.encoding)
    server.documents.change(notebook.uri, notebook.version, [(None, None, notebook.program)])


def _rearrange(server: Server, notebook: Notebook, structure: Json) -> None:
    """Cells that come, go and move: a range of the cells is replaced, of which some may be new."""
    known = {cell.uri: cell for cell in notebook.cells}
    opened = {each["uri"]: _cell(each) for each in structure.get("didOpen") or ()}
    array = structure["array"]
    start = array["start"]
    order = server.orders[notebook.uri]
    order[start : start + array["deleteCount"]] = [each["document"] for each in array.get("cells") or ()]
    found = {**known, **opened}
    for each in structure.get("didClose") or ():
        found.pop(each["uri"], None)
        server.connection.notify("textDocument/publishDiagnostics", {"uri": each["uri"], "diagnostics": []})
    notebook.cells = [found[uri] for uri in order if uri in found]


def _close_notebook(server: Server, params: Json) -> None:
    uri = params["notebookDocument"]["uri"]
    server.documents.close(uri)
    server.notebooks.pop(uri, None)
    server.orders.pop(uri, None)


def _folders(params: Json) -> dict[str, Path]:
    """The folders that the client has open, by URI."""
    named = [each.get("uri") for each in params.get("workspaceFolders") or () if isinstance(each, dict)]
    found = [uri for uri in named or [params.get("rootUri")] if isinstance(uri, str) and uri.startswith("file:")]
    return {uri: Path(path_of(uri)) for uri in found}


def _change_folders(server: Server, params: Json) -> None:
    event = params.get("event") or {}
    for each in event.get("removed") or ():
        server.folders.pop(each["uri"], None)
    server.folders.update(_folders({"workspaceFolders": event.get("added") or (), "rootUri": None}))
    server.client_settings.change_folders()


def _is_vscode(client: object) -> bool:
    name = str(client.get("name", "")).lower() if isinstance(client, dict) else ""
    return "visual studio code" in name or name in ("code-server", "code - oss", "vscodium", "cursor", "windsurf")


def _analyze(text: str, name: str, previous: Analysis | None, within: Within, given: Given) -> Analysis:
    from tilewright.core.analyze import analyze
    from tilewright.core.describe.instances import with_instances

    return with_instances(analyze(text, name, previous, within=within, given=given), previous, given)


def _open(server: Server, params: Json) -> None:
    server.warm_up()
    document = params["textDocument"]
    server.documents.open(document["uri"], document["languageId"], document["version"], document["text"])


def _change(server: Server, params: Json) -> None:
    document = params["textDocument"]
    splices = [_splice(change) for change in params["contentChanges"]]
    server.documents.change(document["uri"], document.get("version") or 0, splices)


def _save(server: Server, params: Json) -> None:
    server.documents.save(params["textDocument"]["uri"])
    server.exact.on_save(params["textDocument"]["uri"])


def _close(server: Server, params: Json) -> None:
    server.documents.close(params["textDocument"]["uri"])
    server.pulled.look_again()


def _change_files(server: Server, params: Json) -> None:
    """Files have changed on disk: settings of projects, or Python that open files may import."""
    server.project_settings.on_change(params)
    changed = [Path(path_of(str(each.get("uri", "")))) for each in params.get("changes") or ()]
    stems = {each.stem if each.stem != "__init__" else each.parent.name for each in changed if each.suffix == ".py"}
    if stems:
        server.documents.read_anew(stems)
        server.pulled.refresh()


def _splice(change: Json) -> Splice:
    place = change.get("range")
    return (_pair(place["start"]), _pair(place["end"]), change["text"]) if place else (None, None, change["text"])


def _pair(position: Json) -> tuple[int, int]:
    return position["line"], position["character"]


NOTIFICATIONS: Final[dict[str, Callable[[Server, Json], None]]] = {
    "initialized": lambda server, _params: server.start(),
    "textDocument/didOpen": _open,
    "textDocument/didChange": _change,
    "textDocument/didSave": _save,
    "textDocument/didClose": _close,
    "notebookDocument/didOpen": _open_notebook,
    "notebookDocument/didChange": _change_notebook,
    "notebookDocument/didSave": lambda server, params: server.documents.save(params["notebookDocument"]["uri"]),
    "notebookDocument/didClose": _close_notebook,
    "workspace/didChangeConfiguration": lambda server, params: server.client_settings.change(params),
    "workspace/didChangeWorkspaceFolders": _change_folders,
    "workspace/didChangeWatchedFiles": _change_files,
    "window/workDoneProgress/cancel": lambda server, params: server.bars.cancel(params.get("token")),
}


def _resolved(_server: Server, params: Json) -> object:
    from tilewright_server.requests import resolved

    item: Any = params
    return resolved(item)


def _resolved_action(server: Server, params: Json) -> object:
    from tilewright_server.requests import resolved_action

    action: Any = params
    return resolved_action(server, action)


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
    "codeAction/resolve": _resolved_action,
    "textDocument/diagnostic": lambda server, params: server.pulled.of_document(params),
    "workspace/diagnostic": lambda server, params: server.pulled.of_workspace(params),
    "tilewright/runPlan": _run_plan,
    "tilewright/explore": explorer.explore,
    "tilewright/exploreRest": explorer.rest,
    "tilewright/explorePeaks": explorer.peaks,
    "tilewright/explain": lambda _server, params: {"markdown": commands.explained(params).text},
}
