"""The exact check through a real server: on command and on saving, its diagnostics with their instantiations, until the text changes; never on opening."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.programs import HEADER
from tests.server.session import Document, published

pytestmark = pytest.mark.asyncio(loop_scope="module")

PROGRAM = (
    HEADER
    + """\
import math


def make(n):
    @T.prim_func
    def kernel(A: T.Buffer((n,), "float32")):
        for i in range(6):
            A[i] = 1.0

    return kernel


small = make(math.comb(4, 1))
large = make(math.comb(4, 2))


def test():
    return make(5)
"""
)
# Each look is a fiftieth of a second after the one before: the slowest machine has executed the file long before the last.
LOOKS = 15_000
SAID = [
    "`A[i]` reaches 5 when i = 5, and `A` has 5 elements, in `make(n=5)`",
    "`A[i]` reaches 5 when i = 5, and `A` has 4 elements, in `make(n=4)`",
]

# What the text shows without being executed.
SHOWN = SAID[:1]


async def checked(document: Document) -> dict[str, Any]:
    params = lsp.ExecuteCommandParams("tilewright.server.exactCheck", [{"uri": document.uri}])
    report = await document.client.workspace_execute_command_async(params)
    assert isinstance(report, dict)
    return report


async def exact(document: Document, wanted: list[str]) -> list[lsp.Diagnostic]:
    """The diagnostics of the exact check, as soon as they are these; others are a failure once no more can come."""
    found = await published(
        document.client, document.uri, lambda found: [each.message for each in made(found)] == wanted, LOOKS
    )
    return made(found)


def made(found: Sequence[lsp.Diagnostic]) -> list[lsp.Diagnostic]:
    """Those of what a call makes."""
    return [each for each in found if "make(n=" in each.message]


async def test_each_instantiation_is_reported_until_the_text_changes(client: LanguageClient) -> None:
    document = Document(client, PROGRAM)
    await exact(document, SHOWN)
    report = await checked(document)
    assert not report["ok"]
    assert report["data"]["made"] == {"make(n=4)": 1, "make(n=6)": 1, "make(n=5)": 1}
    found = await exact(document, SAID)
    place = document.position("A[$0i]")
    assert {each.range.start.line for each in found} == {place.line}
    document.edit((0, 0), (0, 0), "# a comment\n")
    await exact(document, SHOWN)


async def test_a_file_that_raises_says_where(client: LanguageClient) -> None:
    document = Document(client, f"{PROGRAM}\n\nassert small is large, 'no'\n")
    report = await checked(document)
    assert "AssertionError: no" in report["text"]
    await document.diagnostics()
    (found,) = [each for each in client.diagnostics[document.uri] if each.code == "not-executed"]
    assert found.range.start.line == document.position("$0assert small").line


async def test_saving_checks_where_the_settings_allow_it_and_opening_never(
    client: LanguageClient, tmp_path: Path
) -> None:
    trace = f"import pathlib\npathlib.Path({str(tmp_path / 'executed')!r}).touch()\n"
    document = Document(client, PROGRAM + trace)
    await document.diagnostics()
    document.save()
    await document.hover("def $0kernel")
    assert not (tmp_path / "executed").exists()
    client.workspace_did_change_configuration(
        lsp.DidChangeConfigurationParams({"tilewright": {"diagnostics": {"exact": True}}})
    )
    other = Document(client, PROGRAM + trace)
    await other.diagnostics()
    assert not (tmp_path / "executed").exists()
    document.save()
    await exact(document, SAID)
    assert (tmp_path / "executed").exists()


async def test_a_document_that_is_not_open_is_not_executed(client: LanguageClient) -> None:
    closed = Document(client, PROGRAM)
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(closed.identifier))
    assert "not open" in (await checked(closed))["title"]
