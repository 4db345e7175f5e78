"""The stage explorer through the real server: the text in the editor, functions by line and name, and the end of its process."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.programs import HEADER, MATMUL
from tests.server.session import Document

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_the_stages_are_those_of_the_text_in_the_editor(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    document.replace(MATMUL.replace("T.float32(0)", "T.float32(7)"))
    answer = await client.protocol.send_request_async("tilewright/explore", {"uri": document.uri, "name": "matmul"})
    assert answer.name == "matmul"
    assert "T.float32(7" in answer.stages[0].text
    schedule = await client.protocol.send_request_async("tilewright/exploreRest", {})
    assert schedule.more
    assert {stage.group for stage in schedule.stages} == {"schedule"}
    rest = await client.protocol.send_request_async("tilewright/exploreRest", {})
    assert not rest.more
    assert [stage.name for stage in rest.stages] == ["LLVM IR", "Assembly"]


async def test_the_function_is_the_one_at_the_line(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    line = MATMUL.count("\n") - 1
    answer = await client.protocol.send_request_async("tilewright/explore", {"uri": document.uri, "line": line})
    assert answer.functions[-1].name == answer.name


async def test_a_document_that_is_not_open_has_no_stages(client: LanguageClient) -> None:
    answer = await client.protocol.send_request_async("tilewright/explore", {"uri": "file:///nowhere.py"})
    assert "not open" in answer.error


async def test_hovers_are_answered_while_stages_are_made(client: LanguageClient) -> None:
    document = Document(client, HEADER + MATMUL.removeprefix(HEADER))
    waiting = client.protocol.send_request_async("tilewright/explore", {"uri": document.uri})
    place = lsp.HoverParams(lsp.TextDocumentIdentifier(document.uri), lsp.Position(MATMUL.count("\n") - 1, 12))
    await client.text_document_hover_async(place)
    assert (await waiting).stages
