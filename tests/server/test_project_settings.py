"""The settings of a project in the editor: what is reported, mistakes in the settings themselves, and changes while documents are open."""

from __future__ import annotations

from pathlib import Path

import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER, StrictClient
from tests.server.session import Document, published, vscode_capabilities

PROGRAM = 'from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    A[0] = C[0]\n'


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: StrictClient):
    capabilities = vscode_capabilities()
    assert capabilities.workspace is not None
    capabilities.workspace.did_change_watched_files = lsp.DidChangeWatchedFilesClientCapabilities(True)
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=capabilities, root_uri="file:///programs"))
    yield
    await lsp_client.shutdown_session()


def opened(client: LanguageClient, folder: Path, text: str = PROGRAM) -> Document:
    return Document(client, text, uri=(folder / "a.py").as_uri())


def settle(folder: Path, table: str) -> str:
    path = folder / "pyproject.toml"
    path.write_text(f"[tool.tilewright]\n{table}\n")
    return path.as_uri()


def tell(client: LanguageClient, uri: str) -> None:
    change = lsp.FileEvent(uri=uri, type=lsp.FileChangeType.Changed)
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams(changes=[change]))


async def with_codes(client: LanguageClient, uri: str, codes: list[str]) -> list[lsp.Diagnostic]:
    """The diagnostics of a file as soon as they have these codes."""
    return list(await published(client, uri, lambda found: [each.code for each in found] == codes))


async def test_settings_and_comments_hold(client: LanguageClient, tmp_path: Path) -> None:
    settle(tmp_path, 'severity = { undefined-name = "hint" }')
    document = opened(client, tmp_path)
    (found,) = await with_codes(client, document.uri, ["undefined-name"])
    assert found.severity == lsp.DiagnosticSeverity.Hint
    document.replace(PROGRAM[:-1] + "  # tilewright: ignore[undefined-name]\n")
    await with_codes(client, document.uri, [])
    document.replace(PROGRAM.replace("C[0]", "1.0  # tilewright: ignore[undefined-name]"))
    await with_codes(client, document.uri, ["unused-ignore"])


async def test_a_change_of_the_settings_is_followed(client: StrictClient, tmp_path: Path) -> None:
    document = opened(client, tmp_path)
    await with_codes(client, document.uri, ["undefined-name"])
    watchers = [each.register_options["watchers"][0] for each in client.registered]
    assert [each["globPattern"] for each in watchers] == ["**/*.{toml,py}"]
    tell(client, settle(tmp_path, 'ignore = ["undefined-name"]'))
    await with_codes(client, document.uri, [])
    tell(client, settle(tmp_path, 'exclude = ["b.py"]'))
    await with_codes(client, document.uri, ["undefined-name"])
    tell(client, settle(tmp_path, 'exclude = ["a.py"]'))
    await with_codes(client, document.uri, [])


async def test_without_word_of_the_client_an_edit_is_enough(client: LanguageClient, tmp_path: Path) -> None:
    document = opened(client, tmp_path)
    await with_codes(client, document.uri, ["undefined-name"])
    settle(tmp_path, 'ignore = ["undefined-name"]')
    document.replace(PROGRAM + "\n")
    await with_codes(client, document.uri, [])


async def test_mistakes_in_the_settings_are_published_for_their_file(client: LanguageClient, tmp_path: Path) -> None:
    settings = settle(tmp_path, 'ignore = ["undefined-nam"]')
    document = opened(client, tmp_path)
    (found,) = await with_codes(client, settings, ["wrong-setting"])
    assert (found.range.start, found.range.end) == (lsp.Position(1, 10), lsp.Position(1, 25))
    assert "did you mean `undefined-name`?" in found.message
    await with_codes(client, document.uri, ["undefined-name"])
    tell(client, settle(tmp_path, 'ignore = ["undefined-name"]'))
    await with_codes(client, settings, [])


async def test_a_release_that_does_not_exist_does_not_stop_the_server(client: LanguageClient, tmp_path: Path) -> None:
    settings = settle(tmp_path, 'release = "0.9"')
    document = opened(client, tmp_path)
    await with_codes(client, settings, ["wrong-setting"])
    await with_codes(client, document.uri, ["undefined-name"])
