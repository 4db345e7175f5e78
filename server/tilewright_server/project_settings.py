"""The settings of projects in the session: what is wrong with them is published for their files, and documents are judged again when they change.

The client is asked to watch them; without that, a document follows when it is edited or saved.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tilewright_server.capabilities import capability
from tilewright_server.documents import path_of
from tilewright_server.rpc import Json
from tilewright_server.text import Text
from tilewright_server.wire import Wire

if TYPE_CHECKING:
    from tilewright.core.base.diagnostics import Diagnostic
    from tilewright_server.server import Server

# A file that `extend` names has any name.
WATCHED: Final = "**/*.{toml,py}"
_REGISTRATION: Final = "tilewright-settings"


class ProjectSettings:
    """The settings of projects: mistakes in them are published, and changes of their files watched."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._published: dict[str, tuple[Diagnostic, ...]] = {}

    def ask_for_changes(self) -> None:
        """Ask the client to tell us about changes, if it can."""
        if not capability(self._server.client, "workspace", "didChangeWatchedFiles", "dynamicRegistration"):
            return
        registration = {
            "id": _REGISTRATION,
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": [{"globPattern": WATCHED}]},
        }
        self._server.connection.propose("client/registerCapability", {"registrations": [registration]})

    def on_change(self, params: Json) -> None:
        """`workspace/didChangeWatchedFiles`."""
        changes = params.get("changes")
        if any(str(each.get("uri", "")).endswith(".toml") for each in changes or () if isinstance(each, dict)):
            self._server.documents.publish_again()
            self._server.pulled.refresh()
            self.publish(self._server.documents.uris())

    def publish(self, uris: Iterable[str]) -> None:
        """Tell what is wrong with the settings of open documents; what is fixed disappears."""
        from tilewright.project.configuration import configuration_of

        found: dict[str, tuple[Diagnostic, ...]] = dict.fromkeys(self._published, ())
        for uri in uris:
            for problem in configuration_of(path_of(uri)).problems:
                place = Path(problem.span.source.name).absolute().as_uri()
                known = found.get(place, ())
                found[place] = known if problem in known else (*known, problem)
        for place, problems in found.items():
            if self._published.get(place, ()) != problems:
                self._publish(place, problems)
        self._published = {place: problems for place, problems in found.items() if problems}

    def _publish(self, uri: str, problems: tuple[Diagnostic, ...]) -> None:
        from tilewright_server.features.diagnostics import problem_of

        text = problems[0].span.source.text if problems else ""
        wire = Wire(uri, 0, Text.of(text), self._server.documents.encoding)
        found = [wire.diagnostic(problem_of(each.span.source, each)) for each in problems]
        self._server.connection.notify("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": found})
