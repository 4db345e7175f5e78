"""Settings: what is missing or wrong keeps its default."""

from __future__ import annotations

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.programs import HEADER, MATMUL
from tests.server.session import Document, vscode_capabilities
from tilewright_server.settings import Settings, settings_from


def test_a_whole_tree() -> None:
    tree = {
        "diagnostics": {"mode": "onSave", "debounce": 7, "timeout": 0.5},
        "run": {"timeout": 1.5, "seed": 3, "repeat": 2, "symbolicSize": 16},
        "codeLens": {"enabled": False},
        "inlayHints": {"enabled": False},
    }
    assert settings_from(tree) == Settings("onSave", 7, False, 1.5, 3, 2, 16, False, 0.5)
    assert settings_from({"tilewright": tree}) == settings_from(tree)


@pytest.mark.parametrize(
    "tree",
    [
        None,
        [],
        "x",
        {"diagnostics": None},
        {"diagnostics": {"mode": "always", "debounce": -1, "timeout": 0}},
        {"run": {"timeout": 0, "seed": True, "repeat": 0, "symbolicSize": "8"}},
        {"codeLens": {"enabled": "no"}},
    ],
)
def test_nonsense_is_ignored(tree: object) -> None:
    assert settings_from(tree) == Settings()


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient):
    lsp_client.set_configuration({"diagnostics": {"mode": "off"}}, section="tilewright")
    await lsp_client.initialize_session(
        lsp.InitializeParams(capabilities=vscode_capabilities(), root_uri="file:///programs")
    )
    yield
    await lsp_client.shutdown_session()


async def lenses(client: LanguageClient, document: Document) -> int:
    params = lsp.CodeLensParams(text_document=document.identifier)
    return len(await client.text_document_code_lens_async(params) or ())


@pytest.mark.asyncio
async def test_settings_are_asked_for_and_sent(client: LanguageClient) -> None:
    # The answer comes after the question for the settings.
    await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query="nothing"))
    document = Document(client, MATMUL.replace("T.grid", "T.grod"))
    assert await lenses(client, document) == 2  # "Build and run" and "Profile"
    assert document.uri not in client.diagnostics
    client.set_configuration({"codeLens": {"enabled": False}}, section="tilewright")
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(settings=None))
    assert len(await document.diagnostics()) > 0
    assert await lenses(client, document) == 0
    pushed = {"tilewright": {"codeLens": {"enabled": True}}}
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(settings=pushed))
    assert await lenses(client, document) == 2  # "Build and run" and "Profile"


@pytest.mark.asyncio
async def test_sizes_that_no_setting_proposes_are_those_of_the_command_line(client: LanguageClient) -> None:
    document = Document(
        client,
        f"""{HEADER}
@T.prim_func
def f(a: T.handle, b: T.handle):
    n, m = T.int32(), T.int32()
    A, B = T.match_buffer(a, (n, m)), T.match_buffer(b, (m, n))
    for i, j in T.grid(n, m):
        B[j, i] = A[i, j]
""",
    )
    plan = await client.protocol.send_request_async("tilewright/runPlan", {"uri": document.uri, "name": "f"})
    assert [(symbol.name, symbol.default) for symbol in plan.symbols] == [("n", 67), ("m", 129)]
