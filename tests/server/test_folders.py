"""Several folders in one window: each has its own settings of the client and of its project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.programs import MATMUL
from tests.server.session import Document, published, vscode_capabilities
from tilewright_server.settings import ScopedSettings, Settings

WRONG = MATMUL.replace("T.grid", "T.grod")
UNTIDY = 'from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    A[ 0 ] = 1.0\n'
OPTIONS = lsp.FormattingOptions(tab_size=4, insert_spaces=True)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    made = tmp_path / "one", tmp_path / "two"
    for folder in made:
        folder.mkdir()
    return made


def settle(client: LanguageClient, folder: Path | None, tree: dict[str, Any]) -> None:
    """Let the client have these settings, in a folder or in general, and say that they have changed."""
    scope = {} if folder is None else {"scope_uri": folder.as_uri()}
    client.set_configuration(tree, section="tilewright", **scope)
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(settings=None))


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient, folders: tuple[Path, Path]):
    lsp_client.set_configuration({"codeLens": {"enabled": True}}, section="tilewright")
    lsp_client.set_configuration({"diagnostics": {"mode": "off"}}, section="tilewright", scope_uri=folders[0].as_uri())
    lsp_client.set_configuration({"codeLens": {"enabled": False}}, section="tilewright", scope_uri=folders[1].as_uri())
    opened = [lsp.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders]
    await lsp_client.initialize_session(
        lsp.InitializeParams(capabilities=vscode_capabilities(), root_uri=None, workspace_folders=opened)
    )
    # The answer comes after the questions for the settings.
    await lsp_client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query="nothing"))
    yield
    await lsp_client.shutdown_session()


def opened(client: LanguageClient, folder: Path, text: str = WRONG) -> Document:
    return Document(client, text, uri=(folder / "a.py").as_uri())


async def lenses(client: LanguageClient, document: Document) -> int:
    found = await client.text_document_code_lens_async(lsp.CodeLensParams(document.identifier))
    return len(found or ())


def test_the_innermost_folder_decides() -> None:
    inner, outer = Settings(seed=1), Settings(seed=2)
    settings = ScopedSettings(Settings(), {Path("/a/b"): inner, Path("/a"): outer})
    assert [settings.of(path).seed for path in ("/a/b/c/x.py", "/a/x.py", "/b/x.py", "untitled:x")] == [1, 2, 0, 0]


@pytest.mark.asyncio
async def test_each_folder_has_the_settings_of_the_client(client: LanguageClient, folders: tuple[Path, Path]) -> None:
    one, two = (opened(client, folder) for folder in folders)
    elsewhere = Document(client, WRONG)
    assert len(await two.diagnostics()) > 0
    assert len(await elsewhere.diagnostics()) > 0
    assert (await lenses(client, one), await lenses(client, two), await lenses(client, elsewhere)) == (2, 0, 2)
    assert one.uri not in client.diagnostics


@pytest.mark.asyncio
async def test_a_change_in_one_folder_is_followed_there(client: LanguageClient, folders: tuple[Path, Path]) -> None:
    one, two = (opened(client, folder) for folder in folders)
    assert len(await two.diagnostics()) > 0
    settle(client, folders[0], {"diagnostics": {"mode": "onType"}, "codeLens": {"enabled": False}})
    settle(client, folders[1], {"diagnostics": {"mode": "off"}})
    assert len(await one.diagnostics()) > 0
    await two.diagnostics(0)
    assert (await lenses(client, one), await lenses(client, two)) == (0, 2)


@pytest.mark.asyncio
async def test_settings_that_are_sent_are_the_general_ones(client: LanguageClient, folders: tuple[Path, Path]) -> None:
    one, elsewhere = opened(client, folders[0]), Document(client, WRONG)
    assert await lenses(client, elsewhere) == 2
    sent = {"tilewright": {"codeLens": {"enabled": False}}}
    client.set_configuration(sent["tilewright"], section="tilewright")
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(settings=sent))
    assert (await lenses(client, elsewhere), await lenses(client, one)) == (0, 2)


@pytest.mark.asyncio
async def test_formatting_is_on_where_the_folder_has_it(client: LanguageClient, folders: tuple[Path, Path]) -> None:
    one, two = (opened(client, folder, UNTIDY) for folder in folders)
    settle(client, folders[0], {"format": {"enabled": True}})
    await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query="nothing"))
    for document, expected in ((one, 1), (two, 0)):
        params = lsp.DocumentFormattingParams(document.identifier, OPTIONS)
        assert len(await client.text_document_formatting_async(params) or ()) == expected


@pytest.mark.asyncio
async def test_a_folder_that_comes_has_its_settings_and_one_that_goes_the_general_ones(
    client: LanguageClient, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    three = tmp_path / "three"
    client.set_configuration({"codeLens": {"enabled": False}}, section="tilewright", scope_uri=three.as_uri())
    new, one = opened(client, three), opened(client, folders[0])
    assert await lenses(client, new) == 2
    event = lsp.WorkspaceFoldersChangeEvent(
        added=[lsp.WorkspaceFolder(three.as_uri(), "three")],
        removed=[lsp.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders[:1]],
    )
    client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(event=event))
    await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query="nothing"))
    assert await lenses(client, new) == 0
    assert len(await one.diagnostics()) > 0


@pytest.mark.asyncio
async def test_each_folder_is_checked_by_the_table_of_its_project(
    client: LanguageClient, folders: tuple[Path, Path]
) -> None:
    settle(client, folders[0], {})
    for folder, severity in zip(folders, ("hint", "warning")):
        (folder / "pyproject.toml").write_text(f'[tool.tilewright]\nseverity = {{ unknown-member = "{severity}" }}\n')
    documents = [opened(client, folder) for folder in folders]
    found = [(await document.diagnostics())[0] for document in documents]
    assert [each.severity for each in found] == [lsp.DiagnosticSeverity.Hint, lsp.DiagnosticSeverity.Warning]


@pytest.mark.asyncio
async def test_closed_files_are_checked_in_the_folders_that_want_it(
    client: LanguageClient, folders: tuple[Path, Path]
) -> None:
    for folder in folders:
        (folder / "closed.py").write_text(WRONG)
    settle(client, folders[0], {"diagnostics": {"scope": "workspace"}})
    uri = (folders[0] / "closed.py").as_uri()
    assert await published(client, uri, bool)
    assert (folders[1] / "closed.py").as_uri() not in client.diagnostics
