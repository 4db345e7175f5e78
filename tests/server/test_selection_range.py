"""Selection ranges: `$0` is the cursor; the texts selected one after the other."""

from __future__ import annotations

from itertools import pairwise

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.cursors import at_cursor
from tests.server.session import Document, vscode_capabilities
from tilewright.core.analyze import analyze
from tilewright_server.features.selection_range import selection_ranges

PROGRAM = """\
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("B"):
            A[i] = A[i] + 1.0
            T.evaluate(0)
    T.evaluate(1)
"""
EMOJI = PROGRAM.replace('"B"', '"é😀"')
BROKEN = PROGRAM.replace("T.evaluate(0)", "A[0] = (1 +")
STORE = "A[i] = A[i] + 1.0"


def selected(marked: str) -> list[str]:
    text, offset = at_cursor(marked)
    return [text[each.start : each.end] for each in selection_ranges(analyze(text), offset)]


def mark(program: str, marked: str) -> str:
    return program.replace(marked.replace("$0", ""), marked, 1)


@pytest.mark.parametrize("program", [PROGRAM, EMOJI, BROKEN, PROGRAM.replace("\n", "\r\n")])
def test_from_a_name_to_the_file(program: str) -> None:
    found = selected(mark(program, "= $0A[i] +"))
    assert found[:4] == ["A", "A[i]", "A[i] + 1.0", STORE]
    suite, block, loop, body, function, decorated, whole = found[4:]
    assert (suite.startswith(STORE), block.startswith("with T.block")) == (True, True)
    assert (loop.startswith("for i in"), body.endswith("T.evaluate(1)")) == (True, True)
    assert (function.startswith("def f("), decorated.startswith("@T.prim_func")) == (True, True)
    assert whole == program


@pytest.mark.parametrize(
    ("marked", "first"),
    [
        ("def $0f(", "f"),
        ('"float$032"', '"float32"'),
        ("for $0i in", "i"),
        ("range($08)", "8"),
        ("@T.prim_f$0unc", "T.prim_func"),
    ],
)
def test_what_is_selected_first(marked: str, first: str) -> None:
    assert selected(mark(PROGRAM, marked))[0] == first


def test_a_broken_statement_is_selected_as_it_is_written() -> None:
    found = selected(mark(BROKEN, "(1 $0+"))
    assert found[0] == "A[0] = (1 +"
    assert found[1] == f"{STORE}\n            A[0] = (1 +"
    assert found[2].startswith("with T.block")


@pytest.mark.parametrize(
    "program", [PROGRAM, EMOJI, BROKEN, BROKEN.replace("range(8)", "range(8"), "(" * 300 + PROGRAM]
)
def test_every_place_is_in_ranges_that_hold_one_another(program: str) -> None:
    analysis = analyze(program)
    for offset in range(len(program) + 1):
        found = selection_ranges(analysis, offset)
        assert all(each.start <= offset <= each.end for each in found)
        for inner, outer in pairwise(found):
            assert inner != outer
            assert outer.start <= inner.start <= inner.end <= outer.end


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient):
    params = lsp.InitializeParams(capabilities=vscode_capabilities(), root_uri="file:///programs")
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_several_cursors_over_the_wire(client: LanguageClient) -> None:
    document = Document(client, PROGRAM)
    cursors = [document.position("$0A[i] + 1.0"), document.position("T.evaluate($01)")]
    params = lsp.SelectionRangeParams(text_document=document.identifier, positions=cursors)
    found = await client.text_document_selection_range_async(params)
    assert found is not None
    assert [each.range for each in found] == [
        lsp.Range(cursors[0], lsp.Position(7, 20)),
        lsp.Range(cursors[1], lsp.Position(9, 16)),
    ]
    assert found[0].parent is not None
    assert found[0].parent.range == lsp.Range(cursors[0], lsp.Position(7, 23))
