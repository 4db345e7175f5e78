"""JSON-RPC 2.0 as language servers speak it: messages with their length in front, requests both ways, cancellation.

Nothing here knows what the messages are about.  A thread reads, since pipes cannot be awaited on every system; everything else happens on the loop.
pygls and lsprotocol would do the same, but making lsprotocol's 550 classes takes most of a second at each start, and converting to and from them
more than most answers.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, BinaryIO, Final, Protocol

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
NOT_INITIALIZED: Final = -32002
CANCELLED: Final = -32800

EXIT: Final = "exit"
CANCEL: Final = "$/cancelRequest"

Json = dict[str, Any]
log = logging.getLogger(__name__)


class RpcError(Exception):
    """An error that is the answer to a request, ours or the other side's."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Peer(Protocol):
    """What answers the other side.  `answer` gives a result or something to await."""

    def answer(self, method: str, params: Any) -> Any:
        """The result of a request."""
        ...

    def hear(self, method: str, params: Any) -> None:
        """Take note of a notification."""
        ...


class Connection:
    """One client, from the first byte to the last."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source = source
        self._sink = sink
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        self._answering: dict[Any, asyncio.Future[Any]] = {}
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._requests = 0

    async def serve(self, peer: Peer) -> None:
        """Answer until the client has said `exit` or its end of the line is closed."""
        threading.Thread(target=self._read, args=(peer,), name="messages", daemon=True).start()
        await self._ended
        for task in self._answering.values():
            task.cancel()

    def notify(self, method: str, params: Any) -> None:
        """Tell the client something."""
        self._send({"method": method, "params": params})

    async def request(self, method: str, params: Any) -> Any:
        """Ask the client something; RpcError when it answers with an error."""
        number = self.propose(method, params)
        self._asked[number] = self._loop.create_future()
        try:
            return await self._asked[number]
        finally:
            del self._asked[number]

    def propose(self, method: str, params: Any) -> int:
        """Ask something whose answer nobody waits for; gives the number of the request."""
        self._requests += 1
        self._send({"id": self._requests, "method": method, "params": params})
        return self._requests

    def _send(self, message: Json) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode()
        log.debug("to the client: %s", body)
        try:
            self._sink.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self._sink.flush()
        except (OSError, ValueError) as gone:
            log.info("the client does not listen any more: %s", gone)
            self._end()

    def _read(self, peer: Peer) -> None:
        """In the thread: hand each message to the loop.  After `exit` nothing is read, or the thread would hold standard input when Python ends."""
        try:
            for body in frames(self._source):
                message = _parsed(body)
                self._loop.call_soon_threadsafe(self._take, peer, message)
                if isinstance(message, dict) and message.get("method") == EXIT:
                    return
            self._loop.call_soon_threadsafe(self._end)
        except RuntimeError:
            log.debug("the loop has ended before the client")

    def _end(self) -> None:
        if not self._ended.done():
            self._ended.set_result(None)

    def _take(self, peer: Peer, message: Json | RpcError | None) -> None:
        log.debug("from the client: %s", message)
        if isinstance(message, RpcError):
            self._send({"id": None, "error": _error(message)})
        elif message is None:
            self._send({"id": None, "error": _error(RpcError(INVALID_REQUEST, "A message is an object."))})
        elif "method" not in message:
            self._resolve(message)
        elif "id" in message:
            self._reply(message["id"], lambda: peer.answer(message["method"], message.get("params")))
        else:
            self._hear(peer, message["method"], message.get("params"))

    def _hear(self, peer: Peer, method: str, params: Any) -> None:
        if method == CANCEL:
            task = self._answering.get(_identity(params))
            if task is not None:
                task.cancel()
            return
        try:
            peer.hear(method, params)
        except Exception:
            log.exception("cannot take note of %s", method)
        if method == EXIT:
            self._end()

    def _reply(self, identity: Any, compute: Callable[[], Any]) -> None:
        try:
            result = compute()
        except Exception as problem:
            self._send({"id": identity, "error": _error(problem)})
            return
        if not isinstance(result, Awaitable):
            self._send({"id": identity, "result": result})
            return
        task = self._answering[identity] = asyncio.ensure_future(result)
        task.add_done_callback(lambda done: self._done(identity, done))

    def _done(self, identity: Any, task: asyncio.Future[Any]) -> None:
        if self._answering.get(identity) is task:
            del self._answering[identity]
        if task.cancelled():
            self._send({"id": identity, "error": _error(RpcError(CANCELLED, "The request was cancelled."))})
        elif (problem := task.exception()) is not None:
            self._send({"id": identity, "error": _error(problem)})
        else:
            self._send({"id": identity, "result": task.result()})

    def _resolve(self, message: Json) -> None:
        future = self._asked.get(_identity(message))
        if future is None or future.done():
            return
        error = message.get("error")
        if isinstance(error, dict):
            future.set_exception(RpcError(error.get("code", INTERNAL_ERROR), str(error.get("message", ""))))
        else:
            future.set_result(message.get("result"))


def frames(source: BinaryIO) -> Iterator[bytes]:
    """The bodies of the messages of a stream, until it ends."""
    length = 0
    while line := source.readline():
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            length = int(value)
        elif not line.strip() and length:
            body = source.read(length)
            if len(body) < length:
                return
            yield body
            length = 0


def _parsed(body: bytes) -> Json | RpcError | None:
    try:
        message = json.loads(body)
    except ValueError as problem:
        return RpcError(PARSE_ERROR, f"The message is not JSON: {problem}")
    return message if isinstance(message, dict) else None


def _identity(message: Any) -> Any:
    """The identity in a message; None for one that cannot be any."""
    identity = message.get("id") if isinstance(message, dict) else None
    return identity if isinstance(identity, (int, str)) else None


def _error(problem: BaseException) -> Json:
    if isinstance(problem, RpcError):
        return {"code": problem.code, "message": str(problem)}
    log.error("%s", problem, exc_info=problem)
    return {"code": INTERNAL_ERROR, "message": f"{type(problem).__name__}: {problem}"}
