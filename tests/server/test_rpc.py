"""The server's own half of JSON-RPC, byte by byte: what well-meaning clients never send included."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from tilewright_server.rpc import frames


def framed(message: Any) -> bytes:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def request(number: int | str, method: str, **params: Any) -> bytes:
    return framed({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def notification(method: str, **params: Any) -> bytes:
    return framed({"jsonrpc": "2.0", "method": method, "params": params})


HELLO = request(1, "initialize", capabilities={})
BYE = request("bye", "shutdown") + notification("exit")


def session(*said: bytes) -> tuple[int, list[dict[str, Any]]]:
    """The exit status of a real server that was told all this at once, and what it answered."""
    command = [sys.executable, "-m", "tilewright_server"]
    done = subprocess.run(command, input=b"".join(said), capture_output=True, timeout=60, check=False)
    return done.returncode, [json.loads(body) for body in frames(io.BytesIO(done.stdout))]


@pytest.mark.parametrize(
    "header",
    [b"Content-Length: 2\r\n\r\n", b"content-length:2\r\n\r\n", b"Content-Type: x\r\nContent-Length: 2\r\n\r\n"],
)
def test_headers_in_any_order_and_case(header: bytes) -> None:
    assert list(frames(io.BytesIO(header + b"{}" + header + b"[]"))) == [b"{}", b"[]"]


@pytest.mark.parametrize("rest", [b"", b"Content-Length: 7\r\n\r\n{}", b"Content-Length: many\r\n\r\n{}", b"\r\n\r\n"])
def test_a_stream_that_breaks_off_ends_quietly(rest: bytes) -> None:
    assert list(frames(io.BytesIO(framed({}) + rest))) == [b"{}"]


def test_a_session_that_ends_as_it_should() -> None:
    status, (hello, bye) = session(HELLO, notification("initialized"), BYE)
    assert status == 0
    assert hello["result"]["serverInfo"]["name"] == "tilewright"
    assert bye == {"jsonrpc": "2.0", "id": "bye", "result": None}


@pytest.mark.parametrize("said", [[HELLO, notification("exit")], [HELLO], []], ids=["exit", "gone", "silent"])
def test_a_client_that_goes_without_goodbye(said: list[bytes]) -> None:
    status, answers = session(*said)
    assert status == 1
    assert len(answers) == (1 if said else 0)


def test_each_mistake_of_a_client_gets_its_error_and_the_session_goes_on() -> None:
    _, answers = session(
        request(1, "textDocument/hover"),
        framed(b"{nonsense"),
        framed([1]),
        HELLO,
        HELLO,
        request(2, "textDocument/fly"),
        request(3, "textDocument/hover"),
        notification("textDocument/fly"),
        notification("textDocument/didOpen"),
        framed({"jsonrpc": "2.0", "id": 99, "result": "never asked for"}),
        request(4, "workspace/executeCommand", command="no.such"),
        request("bye", "shutdown"),
        request(5, "tilewright/explain", code="undefined-name"),
        notification("exit"),
    )
    codes = [answer["error"]["code"] if "error" in answer else None for answer in answers]
    assert codes == [-32002, -32700, -32600, None, -32600, -32601, -32602, None, -32600, -32602]
    assert [answer["id"] for answer in answers] == [1, None, None, 1, 1, 2, 3, "bye", 5, 4]


def test_a_cancelled_request_is_answered_as_such() -> None:
    item = {"uri": "file:///k.py", "languageId": "python", "version": 1, "text": "x = 1\n"}
    where = {"textDocument": {"uri": "file:///k.py"}, "position": {"line": 0, "character": 0}}
    _, answers = session(
        HELLO,
        notification("textDocument/didOpen", textDocument=item),
        request(2, "textDocument/hover", **where),
        notification("$/cancelRequest", id=2),
        notification("$/cancelRequest", id=77),
        notification("$/cancelRequest", id=[]),
        BYE,
    )
    (hover,) = [answer for answer in answers if answer.get("id") == 2]
    assert hover["error"]["code"] == -32800
