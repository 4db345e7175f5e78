"""Features that a setting switches on: announced from the start where it is on by then, else registered with clients that can take that later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright_server.capabilities import capability
from tilewright_server.features.table import OPTIONAL
from tilewright_server.settings import ScopedSettings

if TYPE_CHECKING:
    from tilewright_server.server import Server


def switched_on(settings: ScopedSettings) -> dict[str, object]:
    """The capabilities of the optional features whose setting is on, be it in one folder alone."""
    return {each.provider: each.options for name, row in OPTIONAL.items() if settings.has_any(name) for each in row}


def follow(server: Server, before: ScopedSettings, after: ScopedSettings) -> None:
    """Register the features that were switched on, and unregister those that were switched off."""
    for name, row in OPTIONAL.items():
        if before.has_any(name) == after.has_any(name):
            continue
        for method in (method for feature in row for method in feature.answers):
            if capability(server.client, *_client_path(method), "dynamicRegistration"):
                _register(server, method, on=after.has_any(name))


def _client_path(method: str) -> tuple[str, str]:
    outer, _, inner = method.partition("/")
    return outer, inner


def _register(server: Server, method: str, *, on: bool) -> None:
    identity = {"id": f"tilewright-{method}", "method": method}
    if on:
        options = {"documentSelector": [{"language": "python"}]}
        server.connection.propose(
            "client/registerCapability", {"registrations": [identity | {"registerOptions": options}]}
        )
    else:
        server.connection.propose("client/unregisterCapability", {"unregisterations": [identity]})
