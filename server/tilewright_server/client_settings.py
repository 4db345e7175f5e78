"""The settings of the client in the session: at the start, sent or asked for, in all and for each folder of the workspace.

A client may have other settings in each folder.  Where several are open and the client can be asked, those of each folder are.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tilewright_server import switches
from tilewright_server.capabilities import capability
from tilewright_server.protocol_library import JsonRpcException
from tilewright_server.rpc import Json
from tilewright_server.settings import ScopedSettings, Settings, settings_from

if TYPE_CHECKING:
    from tilewright_server.server import Server

SECTION: Final = "tilewright"
log = logging.getLogger(__name__)


class ClientSettings:
    """Follows the settings of one client."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._were_given = False
        self._asking: asyncio.Future[None] | None = None

    def begin(self, tree: Json) -> None:
        """Take over what the client says with its greeting."""
        self._were_given = bool(tree)
        self._server.documents.settings = ScopedSettings(settings_from(tree.get("settings", tree)))

    def start(self) -> None:
        """Ask for what the greeting did not say."""
        if not self._were_given or self._has_several_folders:
            self._ask()

    def change(self, params: Json) -> None:
        """`workspace/didChangeConfiguration`: some clients send the settings, others let us ask for them."""
        sent = params.get("settings")
        if sent or not self._can_be_asked:
            self._follow(ScopedSettings(settings_from(sent), self._server.documents.settings.of_folders))
            self._were_given = bool(sent)
        if not sent or self._has_several_folders:
            self._ask()

    def change_folders(self) -> None:
        """Folders have come or gone."""
        if self._has_several_folders and self._can_be_asked:
            self._ask()
        else:
            self._follow(ScopedSettings(self._server.documents.settings.general))

    @property
    def _can_be_asked(self) -> bool:
        return bool(capability(self._server.client, "workspace", "configuration"))

    @property
    def _has_several_folders(self) -> bool:
        return len(self._server.folders) > 1

    def _ask(self) -> None:
        if self._can_be_asked:
            self._asking = asyncio.ensure_future(self._follow_answer())

    async def _follow_answer(self) -> None:
        """Follow the settings that the client answers with, unless folders have come or gone meanwhile."""
        folders = dict(self._server.folders) if self._has_several_folders else {}
        items = [{"section": SECTION}, *({"scopeUri": uri, "section": SECTION} for uri in folders)]
        try:
            found = await self._server.connection.request("workspace/configuration", {"items": items})
        except JsonRpcException as problem:
            log.info("the client does not give its settings: %s", problem)
            return
        if isinstance(found, list) and found and self._asking is asyncio.current_task():
            self._follow(self._answered(found[0], dict(zip(folders.values(), found[1:]))))

    def _answered(self, general: object, of_folders: Mapping[Path, object]) -> ScopedSettings:
        """The settings of an answer; what the client has sent by itself stays where the answer is null."""
        before = self._server.documents.settings.general
        scoped = {path: each for path, tree in of_folders.items() if (each := _settings(tree)) is not None}
        return ScopedSettings(_settings(general) or before, scoped)

    def _follow(self, settings: ScopedSettings) -> None:
        server, before = self._server, self._server.documents.settings
        if before == settings:
            return
        server.documents.configure(settings)
        switches.follow(server, before, settings)
        server.pulled.refresh()
        if capability(server.client, "workspace", "codeLens", "refreshSupport") and _lenses(before) != _lenses(
            settings
        ):
            server.connection.propose("workspace/codeLens/refresh", None)


def _settings(tree: object) -> Settings | None:
    return settings_from({SECTION: tree}) if isinstance(tree, Mapping) else None


def _lenses(settings: ScopedSettings) -> tuple[bool, dict[Path, bool]]:
    return settings.general.code_lens, {path: each.code_lens for path, each in settings.of_folders.items()}
