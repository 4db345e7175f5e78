"""A request about a document, as the features get it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright_server.rpc import Json
from tilewright_server.settings import Settings
from tilewright_server.wire import Wire

if TYPE_CHECKING:
    from tilewright.core.analyze import Analysis
    from tilewright_server.server import Server


@dataclass(frozen=True, slots=True)
class Ask:
    """A request about a document whose text is understood; `wire` converts positions and ranges."""

    server: Server
    analysis: Analysis
    wire: Wire
    params: Json

    @property
    def offset(self) -> int:
        """The offset of the cursor."""
        return self.wire.offset(self.params["position"])

    @property
    def settings(self) -> Settings:
        """The settings that hold for the document."""
        return self.server.documents.settings_of(self.server.document_with(self.wire.uri))
