"""What is worked out behind the diagnostics: tokens are ready when they are asked for, and requests need not wait for them."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.programs import MATMUL
from tests.server.session import Connection
from tilewright_server import prepared, wire
from tilewright_server.server import Server

URI = "file:///programs/prepared.py"
SEVERAL = MATMUL + "".join("\n\n" + MATMUL[MATMUL.index("@") :].replace("matmul", f"matmul_{at}") for at in range(3))


def serving(capabilities: dict[str, Any]) -> Server:
    server = Server("0", Connection())  # pyright: ignore[reportArgumentType]
    server.answer("initialize", {"capabilities": {"textDocument": capabilities}})
    return server


async def until(is_done: Callable[[], bool]) -> None:
    for _ in range(300):
        await asyncio.sleep(0.01)
        if is_done():
            return


async def numbered(server: Server, monkeypatch: pytest.MonkeyPatch, text: str, expected: int) -> int:
    """How many definitions get the numbers of their tokens after they were published, once as many as expected have."""
    counted: list[object] = []
    make = wire._numbers  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(wire, "_numbers", lambda *arguments: counted.append(arguments) or make(*arguments))
    if server.documents.text(URI) is None:
        server.documents.open(URI, "python", 1, text)
    else:
        server.documents.change(URI, 2, [(None, None, text)])
    await server.documents.fresh(URI)
    for _ in range(300):
        await asyncio.sleep(0.01)
        if len(counted) >= expected:
            break
    await asyncio.sleep(0.05)
    monkeypatch.undo()
    return len(counted)


async def test_the_tokens_of_each_definition_are_ready_after_its_diagnostics(monkeypatch: pytest.MonkeyPatch) -> None:
    server = serving({"semanticTokens": {}})
    assert await numbered(server, monkeypatch, SEVERAL, 5) == 5  # the imports are one
    edited = SEVERAL.replace("matmul_1", "another")
    assert await numbered(server, monkeypatch, edited, 1) == 1
    server.answer("shutdown", None)


async def test_what_every_letter_changes_is_prepared_once_when_typing_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    server = serving({"semanticTokens": {}})
    assert await numbered(server, monkeypatch, SEVERAL, 5) == 5
    await until(lambda: not server.prepared.is_working)
    counted: list[object] = []
    make = wire._numbers  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(wire, "_numbers", lambda *arguments: counted.append(arguments) or make(*arguments))
    sent: list[Any] = []
    monkeypatch.setattr(server.connection, "notify", lambda _method, params: sent.append(params["version"]))

    async def edit(version: int, name: str) -> None:
        server.documents.change(URI, version, [(None, None, SEVERAL.replace("matmul_1", name))])
        await until(lambda: version in sent)

    monkeypatch.setattr(prepared, "PAUSE", 3600.0)
    for version, name in enumerate(("anoth", "anothe"), 2):
        await edit(version, name)
    assert server.prepared.is_working
    assert counted == []
    monkeypatch.setattr(prepared, "PAUSE", 0.0)
    await edit(4, "another")
    await until(lambda: not server.prepared.is_working)
    assert len(counted) == 1
    server.answer("shutdown", None)


async def test_the_outline_of_each_definition_is_ready_after_its_diagnostics(monkeypatch: pytest.MonkeyPatch) -> None:
    server = serving({"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}})
    made: list[object] = []
    make = wire.inside
    monkeypatch.setattr(wire, "inside", lambda items: made.append(items) or make(items))
    server.documents.open(URI, "python", 1, SEVERAL)
    await until(lambda: len(made) >= 5)
    found: Any = server.answer("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    assert json.loads((await found).text)[0]["name"] == "matmul"
    assert len(made) == 5  # the imports are one
    server.answer("shutdown", None)


async def test_what_the_first_hover_loads_is_there_after_the_diagnostics() -> None:
    asks = [(each, "A[vi") for each in ("hover", "definition", "completion", "documentSymbol")]
    assert await first_answers({}, "tilewright.explore.roofline", [*asks, ("hover", "i, j, k in")]) == "True []\n"


async def test_what_the_first_code_action_loads_is_there_after_the_diagnostics() -> None:
    client = {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}
    loaded = await first_answers(client, "tilewright.core.refactor.offers", [("codeAction", "i, j, k in")])
    assert loaded == "True []\n"


async def first_answers(capabilities: dict[str, Any], until: str, asks: list[tuple[str, str]]) -> str:
    """Whether there is an answer to each request at its text, and the modules that they load after `until` was loaded."""
    code = WATCH.format(text=MATMUL, capabilities=capabilities, until=until, asks=asks)
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    return done.stdout


WATCH = """
import asyncio, sys
from tests.server.session import Connection
from tilewright_server.server import Server

TEXT = {text!r}

async def main():
    server = Server("0", Connection())
    server.answer("initialize", {{"capabilities": {{"textDocument": {capabilities!r}}}}})
    server.start()
    server.documents.open("file:///k.py", "python", 1, TEXT)
    text = {{"textDocument": {{"uri": "file:///k.py"}}}}
    await server.documents.fresh("file:///k.py")
    while {until!r} not in sys.modules or server.prepared.is_working:
        await asyncio.sleep(0.01)
    before = set(sys.modules)
    lines = TEXT.split("\\n")
    found = []
    for name, place in {asks!r}:
        line = next(at for at, each in enumerate(lines) if place in each)
        position = {{"line": line, "character": lines[line].index(place)}}
        where = {{**text, "position": position, "range": {{"start": position, "end": position}}, "context": {{"diagnostics": []}}}}
        found.append(await server.answer(f"textDocument/{{name}}", where))
    print(all(found), sorted(set(sys.modules) - before))
    server.answer("shutdown", None)

asyncio.run(main())
"""


async def test_nothing_is_prepared_for_a_client_without_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    server = serving({})
    server.documents.open(URI, "python", 1, SEVERAL)
    await server.documents.fresh(URI)
    monkeypatch.setattr(wire, "_numbers", None)
    await asyncio.sleep(0.2)
    server.answer("shutdown", None)
