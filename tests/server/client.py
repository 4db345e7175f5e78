"""A client that checks every message of the server: lsprotocol's classes must hold all of it, with the same values."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Union

from cattrs import Converter
from lsprotocol import types as lsp
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient
from pytest_lsp.client import register_lsp_features
from pytest_lsp.protocol import LanguageClientProtocol


class StrictProtocol(LanguageClientProtocol):
    """The client's protocol, which refuses messages with parts that the protocol does not have."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        # What the protocol leaves open, such as the result of a command, stays what it is.
        message = super().structure_message(data)
        again = self._converter.unstructure(message)
        found = [*lost(data, again, "")]
        assert found == [], f"{data.get('method', 'answer')}: the protocol has no {', '.join(found)}"
        return message


def lost(sent: Any, kept: Any, path: str) -> Iterator[str]:
    """The parts of a message that a class did not keep; null says the same as nothing."""
    if isinstance(sent, dict):
        if not isinstance(kept, dict):
            kept = getattr(kept, "__dict__", {})
        for name, value in sent.items():
            if value is not None:
                yield from lost(value, kept.get(name), f"{path}.{name}")
    elif isinstance(sent, list):
        same = isinstance(kept, (list, tuple)) and len(kept) == len(sent)
        for index, value in enumerate(sent):
            yield from lost(value, kept[index], f"{path}[{index}]") if same else [f"{path}[{index}]"]
    elif sent != kept or isinstance(sent, bool) is not isinstance(kept, bool):
        yield f"{path} = {sent!r}"


class StrictClient(LanguageClient):
    """A client that lets no message pass that breaks the protocol; `registered` is what the server has registered."""

    def __init__(self) -> None:
        super().__init__(converter_factory=_converter, protocol_cls=StrictProtocol)
        self.registered: list[lsp.Registration] = []


def make_client() -> StrictClient:
    """A client that understands what servers ask, too."""
    client = StrictClient()
    register_lsp_features(client)

    @client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
    def register(params: lsp.RegistrationParams) -> None:
        client.registered.extend(params.registrations)

    for method in (
        lsp.CLIENT_UNREGISTER_CAPABILITY,
        lsp.WORKSPACE_CODE_LENS_REFRESH,
        lsp.WORKSPACE_DIAGNOSTIC_REFRESH,
        lsp.WORKSPACE_INLAY_HINT_REFRESH,
        lsp.WORKSPACE_SEMANTIC_TOKENS_REFRESH,
    ):
        if method not in client.protocol.fm.features:
            client.feature(method)(_accept)
    return client


def _accept(_client: LanguageClient, _params: object) -> None:
    return None


def _converter() -> Converter:
    """lsprotocol's converter, which takes actions that have a command for commands."""
    converter = default_converter()

    def action(data: dict[str, Any], _: object) -> lsp.Command | lsp.CodeAction:
        kind = lsp.Command if isinstance(data.get("command"), str) else lsp.CodeAction
        return converter.structure(data, kind)

    converter.register_structure_hook(lsp.Command | lsp.CodeAction, action)
    converter.register_structure_hook(Union[lsp.Command, lsp.CodeAction], action)  # noqa: UP007
    return converter


SERVER = ClientServerConfig(server_command=[sys.executable, "-m", "tilewright_server"], client_factory=make_client)
