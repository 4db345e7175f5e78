"""Links in comments that silence diagnostics, through the real server."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.session import Document

pytestmark = pytest.mark.asyncio(loop_scope="module")

PROGRAM = """\
# tilewright: ignore-file[missing-init, none-of-ours]
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((8,), "float32")):
    for i in range(8):
        A[i + 1] = 0.0  # tilewright: ignore[index-out-of-bounds]
    T.evaluate(0)  # tilewright: ignore
"""


async def linked(client: LanguageClient, text: str) -> list[tuple[int, str, str]] | None:
    document = Document(client, text)
    params = lsp.DocumentLinkParams(lsp.TextDocumentIdentifier(document.uri))
    found = await client.text_document_document_link_async(params)
    if found is None:
        return None
    lines = text.split("\n")
    texts = [lines[each.range.start.line][each.range.start.character : each.range.end.character] for each in found]
    return [(each.range.start.line, text, str(each.target)) for each, text in zip(found, texts)]


async def test_codes_lead_to_their_pages(client: LanguageClient) -> None:
    found = await linked(client, PROGRAM)
    assert found is not None
    assert [(line, code) for line, code, _ in found] == [(0, "missing-init"), (7, "index-out-of-bounds")]
    assert all(target.endswith(f"/diagnostics/{code}.html") for _, code, target in found)


async def test_a_file_without_such_comments_is_left_to_others(client: LanguageClient) -> None:
    assert await linked(client, PROGRAM.replace("tilewright: ", "")) is None
