"""The connection to a client: pygls' JSON-RPC with messages as plain JSON, which features answer with and the wire carries as it is.

Turning each answer into lsprotocol's classes and back would take longer than most answers.  What a message means is the peer's affair.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable
from concurrent.futures import Future
from functools import partial
from threading import Event
from typing import Any, BinaryIO, Final, Generic, Protocol, TypeVar

import attrs
from cattrs import Converter

from tilewright_server.protocol_library import (
    JsonRpcException,
    JsonRPCNotification,
    JsonRPCProtocol,
    JsonRPCRequestMessage,
    JsonRPCResponseMessage,
    JsonRPCServer,
    lsp,
    run_async,
)
from tilewright_server.streams import Sink, reader_of, run

PARSE_ERROR: Final = lsp.ErrorCodes.ParseError.value
INVALID_REQUEST: Final = lsp.ErrorCodes.InvalidRequest.value
METHOD_NOT_FOUND: Final = lsp.ErrorCodes.MethodNotFound.value
INVALID_PARAMS: Final = lsp.ErrorCodes.InvalidParams.value
INTERNAL_ERROR: Final = lsp.ErrorCodes.InternalError.value
NOT_INITIALIZED: Final = lsp.ErrorCodes.ServerNotInitialized.value

CONTENT_MODIFIED: Final = lsp.LSPErrorCodes.ContentModified.value
REQUEST_FAILED: Final = lsp.LSPErrorCodes.RequestFailed.value

Json = dict[str, Any]
Shape = TypeVar("Shape")
Message = JsonRPCNotification | JsonRPCRequestMessage | JsonRPCResponseMessage | lsp.ResponseErrorMessage
log = logging.getLogger(__name__)


class Written(Generic[Shape]):
    """A result of this shape that is written as JSON already, since making the text of it anew would take longer than finding it."""

    def __init__(self, text: str) -> None:
        self.text = text


class RpcError(JsonRpcException):
    """An error that is the answer to a request, ours or the other side's."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message, code)


class Peer(Protocol):
    """Handles the other side's requests.  `answer` returns a result or an awaitable."""

    def answer(self, method: str, params: object) -> object:
        """The result of a request."""
        ...

    def on_notification(self, method: str, params: object) -> None:
        """Take note of a notification."""
        ...


class Connection(JsonRPCServer):
    """One client, from the first byte to the last."""

    protocol: _Messages  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(self) -> None:
        super().__init__(_Messages, Converter)

    def serve(self, peer: Peer, source: BinaryIO, sink: BinaryIO) -> None:
        """Answer until the client has said `exit` or its end of the line is closed."""
        self.protocol.peer = peer
        self.protocol.set_writer(Sink(sink))
        self._stop_event = Event()
        try:
            run(self._answer(source))
        except BrokenPipeError:
            log.error("The connection to the client is lost.")
        except KeyboardInterrupt:
            pass
        finally:
            self.shutdown()

    async def _answer(self, source: BinaryIO) -> None:
        assert self._stop_event is not None
        await run_async(self._stop_event, reader_of(source), self.protocol, log, self.report_server_error)

    def notify(self, method: str, params: object) -> None:
        """Tell the client something."""
        self.protocol.notify(method, params)

    async def request(self, method: str, params: object) -> object:
        """Ask the client something; `JsonRpcException` when it answers with an error."""
        return await self.protocol.send_request_async(method, params)

    def propose(self, method: str, params: object) -> None:
        """Ask something whose answer nobody waits for."""
        self.protocol.send_request(method, params)

    def report_server_error(self, error: Exception, source: object) -> None:
        """Internal errors go to the log; a client that sends no JSON gets an error response."""
        if isinstance(error, json.JSONDecodeError):
            self.protocol.refuse(PARSE_ERROR, f"The message is not JSON: {error}")
        elif not isinstance(error, RpcError):
            log.error("%s", error, exc_info=error)

    def stop(self) -> None:
        """Read no more."""
        if self._stop_event is not None:
            self._stop_event.set()


class _Messages(JsonRPCProtocol):
    """pygls' protocol for messages of any kind; those of lsprotocol are not asked for."""

    peer: Peer
    _server: Connection

    def structure_message(self, data: Json) -> Message | Json:
        """A message, classified by its fields; other content stays unchanged."""
        if "jsonrpc" not in data:
            return data
        if "method" not in data and "id" in data:
            return _response(data)
        method, params = data.get("method", ""), data.get("params")
        if "id" in data:
            return JsonRPCRequestMessage(data["id"], method, data["jsonrpc"], params)
        return JsonRPCNotification(method, data["jsonrpc"], params)

    def handle_message(self, message: object) -> None:
        """Like pygls does; what is no message is refused."""
        if isinstance(message, Message):
            checked: Any = message
            super().handle_message(checked)
        else:
            self.refuse(INVALID_REQUEST, "A message is an object of JSON-RPC 2.0.")

    def _send_data(self, data: object) -> None:
        """Like pygls does; a result, which is JSON already or written as JSON, goes into its answer as it is.

        Raises `TypeError` or `ValueError` for a result that is no JSON, of which pygls makes the error that answers the request.
        """
        if isinstance(data, JsonRPCResponseMessage):
            self._send_result(data.id, data.result)
        else:
            super()._send_data(data)

    def _send_result(self, identity: int | str, result: object) -> None:
        text = result.text if isinstance(result, Written) else json.dumps(result, allow_nan=False)
        body = f'{{"id": {json.dumps(identity)}, "jsonrpc": "{self.VERSION}", "result": {text}}}'.encode()
        log.info("Sending data: %s", body)
        writer: Any = self.writer
        writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def refuse(self, code: int, why: str) -> None:
        """Answer something that is no request."""
        self._send_data(lsp.ResponseErrorMessage(error=lsp.ResponseError(code=code, message=why)))

    def _handle_request(self, msg_id: int | str, method_name: str, params: object) -> None:
        future: Any = Future()
        try:
            result = self.peer.answer(method_name, params)
            if isinstance(result, Awaitable):
                future = asyncio.ensure_future(result)
                self._request_futures[msg_id] = future
            else:
                future.set_result(result)
        except Exception as problem:
            future.set_exception(problem)
        future.add_done_callback(partial(self._send_handler_result, msg_id=msg_id))

    def _send_handler_result(self, future: Future[Any], *, msg_id: int | str) -> None:
        """Like pygls does; an error that is meant as the answer is no failure of ours and stays out of the log.

        What is no `Exception`, such as the end of work that took too long, is an error too: pygls would answer nothing.
        """
        refusal = None if future.cancelled() else future.exception()
        if refusal is not None and not isinstance(refusal, Exception):
            refusal = RpcError(INTERNAL_ERROR, f"the request was given up: {type(refusal).__name__}")
        if not isinstance(refusal, RpcError):
            super()._send_handler_result(future, msg_id=msg_id)
            return
        log.info("request %s is refused: %s", msg_id, refusal)
        self._request_futures.pop(msg_id, None)
        self._send_response(msg_id, error=refusal.to_response_error())

    def _handle_notification(self, method_name: str, params: object) -> None:
        if method_name == lsp.CANCEL_REQUEST:
            identity = params.get("id") if isinstance(params, dict) else None
            # Clients cancel requests that have just been answered.
            if isinstance(identity, (int, str)) and identity in self._request_futures:
                self._handle_cancel_notification(identity)
            return
        try:
            self.peer.on_notification(method_name, params)
        except Exception:
            log.exception("cannot take note of %s", method_name)
        if method_name == lsp.EXIT:
            self._server.stop()

    def _serialize_message(self, data: object) -> Json:
        """Serializes a message whose content is JSON already, except for the parts of an error."""
        return {field.name: getattr(data, field.name) for field in attrs.fields(type(data))}


def _response(data: Json) -> Message:
    error = data.get("error")
    if not isinstance(error, dict):
        return JsonRPCResponseMessage(data["id"], data["jsonrpc"], data.get("result"))
    answer = lsp.ResponseError(code=error.get("code", INTERNAL_ERROR), message=str(error.get("message", "")))
    return lsp.ResponseErrorMessage(error=answer, id=data["id"])
