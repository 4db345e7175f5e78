"""The tokens that each document was last answered with, so that the next answer may be what has changed."""

from __future__ import annotations

from itertools import count

from tilewright_server.pieces import Piece


class TokenResults:
    """The last result of each document, with its identity."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._last: dict[str, tuple[str, list[Piece]]] = {}

    def keep(self, uri: str, data: list[Piece]) -> str:
        """Keep the result of a document; gives the identity of the result, which stays the same as long as its numbers do."""
        before = self._last.get(uri)
        if before is not None and before[1] == data:
            return before[0]
        identity = str(next(self._numbers))
        self._last[uri] = identity, data
        return identity

    def kept(self, uri: str, identity: str) -> list[Piece] | None:
        """The result with this identity; None when it is not the last one."""
        before = self._last.get(uri)
        return before[1] if before is not None and before[0] == identity else None

    def forget(self, uri: str) -> None:
        """The document is closed."""
        self._last.pop(uri, None)
