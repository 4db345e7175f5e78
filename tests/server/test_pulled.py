"""Diagnostics that the client asks for, of documents and of the files of the workspace that are not open."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.programs import HEADER
from tests.server.session import Document, vscode_capabilities

pytestmark = pytest.mark.asyncio(loop_scope="module")

BAD = HEADER + '@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    A[9] = T.float32(0)\n'
GOOD = BAD.replace("A[9]", "A[7]")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("workspace")
    (made / "closed.py").write_text(BAD, encoding="utf-8")
    (made / "plain.py").write_text("x = undefined\n", encoding="utf-8")
    (made / "sizes.py").write_text("N = 8\n", encoding="utf-8")
    return made


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient, folder: Path):
    capabilities = vscode_capabilities()
    assert capabilities.text_document is not None
    assert capabilities.workspace is not None
    capabilities.text_document.diagnostic = lsp.DiagnosticClientCapabilities()
    capabilities.workspace.diagnostics = lsp.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    await lsp_client.initialize_session(
        lsp.InitializeParams(
            capabilities=capabilities,
            root_uri=None,
            workspace_folders=[lsp.WorkspaceFolder(folder.as_uri(), "workspace")],
            initialization_options={"settings": {"diagnostics": {"scope": "workspace"}}},
        )
    )
    yield
    await lsp_client.shutdown_session()


async def asked(
    client: LanguageClient, document: Document, previous: str | None = None
) -> lsp.DocumentDiagnosticReport:
    params = lsp.DocumentDiagnosticParams(document.identifier, previous_result_id=previous)
    return await client.text_document_diagnostic_async(params)


async def test_a_document_is_reported_when_asked_and_only_once(client: LanguageClient) -> None:
    document = Document(client, BAD)
    first = await asked(client, document)
    assert isinstance(first, lsp.RelatedFullDocumentDiagnosticReport)
    assert [each.code for each in first.items] == ["index-out-of-bounds"]
    again = await asked(client, document, first.result_id)
    assert isinstance(again, lsp.RelatedUnchangedDocumentDiagnosticReport)
    document.replace(GOOD)
    mended = await asked(client, document, first.result_id)
    assert isinstance(mended, lsp.RelatedFullDocumentDiagnosticReport)
    assert not mended.items


async def test_files_that_are_not_open_are_reported_and_followed(client: LanguageClient, folder: Path) -> None:
    closed = folder / "closed.py"
    found = await client.workspace_diagnostic_async(lsp.WorkspaceDiagnosticParams([]))
    reports = {each.uri: each for each in found.items if isinstance(each, lsp.WorkspaceFullDocumentDiagnosticReport)}
    assert [each.code for each in reports[closed.as_uri()].items] == ["index-out-of-bounds"]
    known = [lsp.PreviousResultId(uri, each.result_id or "") for uri, each in reports.items()]
    waiting = asyncio.ensure_future(client.workspace_diagnostic_async(lsp.WorkspaceDiagnosticParams(known)))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    closed.write_text(GOOD, encoding="utf-8")
    event = lsp.FileEvent(closed.as_uri(), lsp.FileChangeType.Changed)
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
    (report,) = [each for each in (await waiting).items if each.uri == closed.as_uri()]
    assert isinstance(report, lsp.WorkspaceFullDocumentDiagnosticReport)
    assert not report.items


async def test_progress_and_partial_results(
    client: LanguageClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[object, list[Any]] = {"work": [], "part": []}
    monkeypatch.setitem(
        client.protocol.fm.features, lsp.PROGRESS, lambda params: told[params.token].append(params.value)
    )
    params = lsp.WorkspaceDiagnosticParams([], work_done_token="work", partial_result_token="part")
    found = await client.workspace_diagnostic_async(params)
    assert [*found.items] == []
    assert [each["kind"] for each in told["work"]][:: len(told["work"]) - 1] == ["begin", "end"]
    assert (folder / "closed.py").as_uri() in [item["uri"] for part in told["part"] for item in part["items"]]


async def test_a_file_that_is_imported_is_read_again_when_it_changes(client: LanguageClient, folder: Path) -> None:
    text = BAD.replace("9", "N - 1").replace("import tir as T\n", "import tir as T\nfrom sizes import N\n")
    document = Document(client, text, uri=(folder / "user.py").as_uri())
    first = await asked(client, document)
    assert isinstance(first, lsp.RelatedFullDocumentDiagnosticReport)
    assert not first.items
    (folder / "sizes.py").write_text("N = 10\n", encoding="utf-8")
    event = lsp.FileEvent((folder / "sizes.py").as_uri(), lsp.FileChangeType.Changed)
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
    second = await asked(client, document, first.result_id)
    assert isinstance(second, lsp.RelatedFullDocumentDiagnosticReport)
    assert [each.code for each in second.items] == ["index-out-of-bounds"]
