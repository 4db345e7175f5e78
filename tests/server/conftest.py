"""The client that most tests of the server have: one of a module, with what VS Code can do, and a folder that does not exist."""

from __future__ import annotations

import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.session import vscode_capabilities


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient):
    params = lsp.InitializeParams(capabilities=vscode_capabilities(), root_uri="file:///programs")
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()
