"""The server told things byte by byte: what well-meaning clients never send included."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest


def frames(stream: bytes) -> list[bytes]:
    """The bodies of the messages of a stream."""
    bodies: list[bytes] = []
    while stream:
        head, _, rest = stream.partition(b"\r\n\r\n")
        length = int(head.partition(b"Content-Length:")[2].split(b"\r\n")[0])
        bodies.append(rest[:length])
        stream = rest[length:]
    return bodies


def one_message(stream: IO[bytes]) -> dict[str, Any]:
    """The next message of a stream."""
    length = 0
    while line := stream.readline().strip():
        if line.startswith(b"Content-Length:"):
            length = int(line.partition(b":")[2])
    return json.loads(stream.read(length))


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
    return done.returncode, [json.loads(body) for body in frames(done.stdout)]


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
    found = [(answer["id"], answer["error"]["code"] if "error" in answer else None) for answer in answers]
    assert found[:5] == [(1, -32002), (None, -32700), (None, -32600), (1, None), (1, -32600)]
    assert set(found[5:]) == {(2, -32601), (3, -32602), (4, -32602), ("bye", None), (5, -32600)}


def test_a_cancelled_request_is_answered_as_such() -> None:
    kernel = "@T.prim_func\ndef f(A: T.Buffer((16,), 'int32')):\n    for i in range(16):\n        A[i] = A[i] * i\n\n\n"
    text = "from tvm.script import tir as T\n\n\n" + kernel * 500
    item = {"uri": "file:///k.py", "languageId": "python", "version": 1, "text": text}
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


def test_refusals_and_late_cancellations_are_no_errors(tmp_path: Path) -> None:
    program = (
        "from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 0.0\n"
    )
    document = {"uri": "file:///k.py", "languageId": "python", "version": 1, "text": program}
    place = {"textDocument": {"uri": "file:///k.py"}, "position": {"line": 4, "character": 6}}
    said = (
        HELLO,
        notification("textDocument/didOpen", textDocument=document),
        request(2, "textDocument/rename", **place, newName="print"),
        request(3, "no/such"),
        notification("$/cancelRequest", id=1),
    )
    log = tmp_path / "log"
    command = [sys.executable, "-m", "tilewright_server", "--log-file", str(log)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b"".join(said))
        server.stdin.flush()
        errors: dict[int, str] = {}
        while set(errors) != {2, 3}:
            answer = one_message(server.stdout)
            if "error" in answer:
                errors[answer["id"]] = answer["error"]["message"]
        server.communicate(BYE)
    assert "`print` is a builtin" in errors[2]
    assert log.read_text(encoding="utf-8") == ""


def answered(result: str) -> dict[str, Any]:
    """The answer to a request whose result is an expression; the next request is answered as well."""
    program = PEER.format(result=result)
    said = request(1, "textDocument/fly") + request(2, "textDocument/land") + notification("exit")
    done = subprocess.run([sys.executable, "-c", program], input=said, capture_output=True, timeout=60, check=False)
    answers = {answer["id"]: answer for answer in (json.loads(body) for body in frames(done.stdout))}
    assert answers[2] == {"jsonrpc": "2.0", "id": 2, "result": "fine"}
    return answers[1]


PEER = """
import sys
from tilewright_server.guard import Stop
from tilewright_server.rpc import Connection

circle = []
circle.append(circle)

def nested(depth):
    made = []
    for _ in range(depth):
        made = [made]
    return made

async def given_up():
    raise Stop

class Peer:
    def answer(self, method, params):
        return {result} if method == "textDocument/fly" else "fine"

    def on_notification(self, method, params):
        pass

Connection().serve(Peer(), sys.stdin.buffer, sys.stdout.buffer)
"""


@pytest.mark.parametrize(
    ("result", "why"),
    [
        ("[object()]", "object"),
        ("{('a', 1): 2}", "tuple"),
        ("{'value': float('nan')}", "JSON"),
        ("{'set': {1}}", "set"),
        ("nested(100_000)", "recursion"),
        ("circle", "Circular"),
        ("given_up()", "given up"),
    ],
)
def test_a_request_without_a_result_that_is_json_is_answered_with_an_error(result: str, why: str) -> None:
    refused = answered(result)
    assert refused["error"]["code"] == -32603
    assert why in refused["error"]["message"]
