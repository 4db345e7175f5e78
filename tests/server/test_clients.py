"""Clients differ: VS Code, an editor of few capabilities that counts in UTF-8, and the server on a TCP port."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER, make_client
from tests.server.programs import MATMUL
from tests.server.session import Document, vscode_capabilities


@pytest_lsp.fixture(config=SERVER)
async def vscode(lsp_client: LanguageClient):
    params = lsp.InitializeParams(
        capabilities=vscode_capabilities(),
        client_info=lsp.ClientInfo(name="Visual Studio Code", version="1.100"),
        initialization_options={"settings": {"codeLens": {"enabled": True}, "run": {"repeat": 1}}},
    )
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


async def test_vscode_asks_for_sizes_itself_and_shows_the_report_itself(vscode: LanguageClient) -> None:
    document = Document(vscode, MATMUL)
    lenses = await vscode.text_document_code_lens_async(lsp.CodeLensParams(text_document=document.identifier))
    assert [lens.command.command for lens in lenses] == ["tilewright.buildAndRun", "tilewright.profile"]
    report = await document.run("matmul")
    assert report["ok"], report["text"]
    assert vscode.messages == []


@pytest_lsp.fixture(config=SERVER)
async def plain(lsp_client: LanguageClient):
    general = lsp.GeneralClientCapabilities(position_encodings=[lsp.PositionEncodingKind.Utf8])
    result = await lsp_client.initialize_session(
        lsp.InitializeParams(capabilities=lsp.ClientCapabilities(general=general))
    )
    assert result.capabilities.position_encoding == "utf-8"
    assert result.capabilities.execute_command_provider.commands == (
        "tilewright.server.buildAndRun",
        "tilewright.server.profile",
        "tilewright.server.tune",
        "tilewright.server.instantiate",
        "tilewright.server.exactCheck",
    )
    yield
    await lsp_client.shutdown_session()


async def test_columns_count_bytes_where_that_was_agreed(plain: LanguageClient) -> None:
    document = Document(plain, MATMUL.replace("    for i", '    "😀é"; T.evaluate(nothing)\n    for i'))
    (problem,) = await document.diagnostics(1)
    assert problem.range == lsp.Range(lsp.Position(6, 25), lsp.Position(6, 32))
    document.edit((6, 5), (6, 9), "x")
    document.edit((6, 22), (6, 29), "0")
    assert await document.diagnostics(0) == ()


async def test_symbols_are_flat_where_trees_are_unknown(plain: LanguageClient) -> None:
    document = Document(plain, MATMUL)
    params = lsp.DocumentSymbolParams(text_document=document.identifier)
    found = await plain.text_document_document_symbol_async(params)
    block = next(symbol for symbol in found if symbol.name == "C" and symbol.kind == lsp.SymbolKind.Namespace)
    assert block.container_name == "i, j, k"


async def test_the_server_on_a_port() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "tilewright_server", "--tcp", str(port)])
    client = make_client()
    try:
        for _ in range(300):
            try:
                await client.start_tcp("127.0.0.1", port)
                break
            except OSError:
                await asyncio.sleep(0.1)
        await client.initialize_session(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
        assert "(128, 96)" in await Document(client, MATMUL).hover("$0A[vi, vk]")
        await client.shutdown_session()
    finally:
        server.kill()
        server.wait()


@pytest.mark.repository
def test_every_client_of_the_tests_checks_all_messages() -> None:
    """What another client would understand, or not look at, might not be the protocol."""
    others = {"ClientServerConfig(", "make_test_lsp_client(", "LanguageClient("}
    files = [
        path for path in Path(__file__).parent.rglob("*.py") if path.name not in ("client.py", Path(__file__).name)
    ]
    assert [path.name for path in files if any(other in path.read_text(encoding="utf-8") for other in others)] == []
