"""The server's capabilities, and the client's capabilities that it reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tilewright_server.text import ENCODINGS, Encoding

QUICK_FIX: Final = "quickfix"
# A comment that silences, offered with the quick fixes but fixing nothing.
SILENCE: Final = "quickfix.silence"
FIX_ALL: Final = "source.fixAll.tilewright"
REWRITE: Final = "refactor.rewrite"
EXTRACT: Final = "refactor.extract"
INLINE: Final = "refactor.inline"
RUN: Final = "tilewright.run"

SERVER_RUN: Final = "tilewright.server.buildAndRun"
CLIENT_RUN: Final = "tilewright.buildAndRun"
INSTANTIATE: Final = "tilewright.server.instantiate"
SERVER_PROFILE: Final = "tilewright.server.profile"
CLIENT_PROFILE: Final = "tilewright.profile"
TUNE: Final = "tilewright.server.tune"
EXACT: Final = "tilewright.server.exactCheck"
EXPLAIN: Final = "tilewright.server.explain"

_INCREMENTAL: Final = 2

# What is no feature of its own; those have their rows in `features/table.py`.
GENERAL: Final[dict[str, object]] = {
    "textDocumentSync": {"openClose": True, "change": _INCREMENTAL, "save": True},
    # All cells, those of text too: as editors count them.
    "notebookDocumentSync": {"notebookSelector": [{"notebook": "*"}], "save": True},
    "workspaceSymbolProvider": True,
    "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
    "executeCommandProvider": {"commands": [SERVER_RUN, SERVER_PROFILE, TUNE, INSTANTIATE, EXACT]},
}


# For clients that ask for diagnostics; others are sent them.
ASKED: Final[dict[str, object]] = {
    "diagnosticProvider": {"identifier": "tilewright", "interFileDependencies": True, "workspaceDiagnostics": True}
}


def announced(providers: Mapping[str, object], client: Mapping[str, object], encoding: Encoding) -> dict[str, object]:
    """The capabilities as this client understands them; `providers` are those of the features."""
    asked = ASKED if capability(client, "textDocument", "diagnostic") is not None else {}
    prepares = capability(client, "textDocument", "rename", "prepareSupport")
    rename = {"prepareProvider": True} if prepares else True
    return {**GENERAL, **providers, **asked, "positionEncoding": encoding, "renameProvider": rename}


def encoding_for(client: Mapping[str, object]) -> Encoding:
    """The encoding of columns that the client likes best of those that we know; UTF-16 is what all of them know."""
    offered = capability(client, "general", "positionEncodings")
    known: list[Encoding] = [each for each in ENCODINGS if isinstance(offered, list) and each in offered]
    return min(known, key=offered.index) if known else "utf-16"


def capability(client: Mapping[str, object], *path: str) -> Any:
    """The client's capability at a path of names; None when it is absent."""
    found: object = client
    for name in path:
        found = found.get(name) if isinstance(found, Mapping) else None
    return found
