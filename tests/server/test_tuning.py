"""Tuning at the cursor through a real server: the fastest schedule comes as a change of the text, or the default is said to be the fastest."""

from __future__ import annotations

from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.programs import HEADER, MATMUL
from tests.server.session import Document, vscode_capabilities
from tests.server.test_refactoring import applied, offered
from tilewright.core.analyze import analyze

pytestmark = pytest.mark.asyncio(loop_scope="module")

proposed: list[lsp.ApplyWorkspaceEditParams] = []


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient):
    def apply(_: LanguageClient, params: lsp.ApplyWorkspaceEditParams) -> lsp.ApplyWorkspaceEditResult:
        proposed.append(params)
        return lsp.ApplyWorkspaceEditResult(applied=True)

    lsp_client.feature(lsp.WORKSPACE_APPLY_EDIT)(apply)
    params = lsp.InitializeParams(capabilities=vscode_capabilities(), root_uri="file:///programs")
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


async def tuned(document: Document, name: str, **more: Any) -> dict[str, Any]:
    params = lsp.ExecuteCommandParams("tilewright.server.tune", [{"uri": document.uri, "name": name, **more}])
    report = await document.client.workspace_execute_command_async(params)
    assert isinstance(report, dict)
    return report


async def test_tuning_is_offered_for_functions_of_tensor_ir(client: LanguageClient) -> None:
    action = (await offered(client, Document(client, MATMUL), "for $0i"))["Tune `matmul` here"]
    assert action.command is not None
    assert action.command.command == "tilewright.server.tune"


@pytest.mark.slow
async def test_the_fastest_schedule_is_proposed(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    report = await tuned(document, "matmul", trials=3)
    assert report["ok"], report
    assert "3 trials, default " in report["title"]
    if "the default is the fastest" in report["title"]:
        assert proposed == []
        return
    text = applied(document.text, document.edits(proposed[0].edit))
    assert text != MATMUL
    assert analyze(text).diagnostics == ()


async def test_what_cannot_be_tuned_says_why(client: LanguageClient) -> None:
    assert "error" in (await tuned(Document(client, MATMUL.replace("T.grid", "T.grod")), "matmul"))["title"]
    report = await tuned(Document(client, HEADER), "nothing")
    assert "no function of TensorIR" in report["title"]
