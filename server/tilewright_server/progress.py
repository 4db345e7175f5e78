"""Progress of long work as the client shows it: a bar for each, with a button that cancels."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable
from typing import Final

from tilewright_server.rpc import Connection, Json

# A client that does not answer the offer of a bar in this time (seconds) gets none.
PATIENCE: Final = 2.0

Token = int | str
log = logging.getLogger(__name__)


class Bar:
    """The bar of one piece of work; without a token nothing is shown."""

    def __init__(self, bars: Bars, token: Token | None) -> None:
        self._bars = bars
        self._token = token
        self._undo: Callable[[], object] | None = None
        self.cancelled = False

    def on_cancel(self, undo: Callable[[], object]) -> None:
        """Call `undo` when the user cancels."""
        self._undo = undo

    def cancel(self) -> None:
        """The user pressed the button."""
        self.cancelled = True
        if self._undo is not None:
            self._undo()

    def report(self, stage: str, percentage: int | None) -> None:
        """Show how far it is."""
        self._show({"kind": "report", "message": stage} | ({} if percentage is None else {"percentage": percentage}))

    def begin(self, title: str) -> None:
        """Show the bar."""
        self._show({"kind": "begin", "title": title, "cancellable": True, "message": "starting"})

    def end(self) -> None:
        """Take the bar away."""
        self._show({"kind": "end"})
        self._bars.forget(self._token)

    def _show(self, value: Json) -> None:
        if self._token is not None:
            self._bars.connection.notify("$/progress", {"token": self._token, "value": value})


class Bars:
    """All bars of one client."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._shown: dict[Token, Bar] = {}

    async def begin(self, token: Token | None, title: str, may_offer: bool) -> Bar:
        """A bar under the client's token; without one, under a token of ours if the client can show it."""
        if token is None and may_offer:
            token = await self._offered()
        bar = Bar(self, token)
        if token is not None:
            self._shown[token] = bar
        bar.begin(title)
        return bar

    def cancel(self, token: object) -> None:
        """`window/workDoneProgress/cancel`."""
        bar = self._shown.get(token) if isinstance(token, (int, str)) else None
        if bar is not None:
            bar.cancel()

    def forget(self, token: Token | None) -> None:
        """The work is over."""
        if token is not None:
            self._shown.pop(token, None)

    async def _offered(self) -> Token | None:
        token = str(uuid.uuid4())
        try:
            await asyncio.wait_for(
                self.connection.request("window/workDoneProgress/create", {"token": token}), PATIENCE
            )
        except Exception as problem:
            log.info("no progress bar: %s", problem)
            return None
        return token
