"""Code actions that write functions in another dialect: those of the file, or those at the cursor alone, through a real server."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.programs import HEADER
from tests.server.session import Document
from tests.server.test_refactoring import chosen, offered
from tilewright.core.analyze import analyze
from tilewright.core.ir.function import PrimFunc

pytestmark = pytest.mark.asyncio(loop_scope="module")

TWO = (
    HEADER
    + """\
@T.prim_func
def first(A: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("A"):  # stays
            vi = T.axis.spatial(16, i)
            A[vi] = T.float32(1)


@T.prim_func
def second(A: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("A"):
            vi = T.axis.spatial(8, i)
            A[vi] = T.float32(2)
"""
)


def dialects(text: str) -> dict[str, str | None]:
    analysis = analyze(text)
    assert not analysis.diagnostics, analysis.diagnostics
    return {name: func.dialect for name, func in analysis.functions.items() if isinstance(func, PrimFunc)}


async def test_the_file_is_written_in_another_dialect(client: LanguageClient) -> None:
    document = Document(client, TWO)
    actions = await offered(client, document, "for i in $0range(16)", "refactor.rewrite")
    made = await chosen(client, document, actions["Write the file in the tirx dialect"])
    assert dialects(made) == {"first": "tirx", "second": "tirx"}
    assert "# stays" in made
    assert "Write the file in the classic dialect" not in actions


async def test_the_function_at_the_cursor_alone_is(client: LanguageClient) -> None:
    document = Document(client, TWO)
    actions = await offered(client, document, "for i in $0range(8)", "refactor.rewrite")
    made = await chosen(client, document, actions["Write `second` in the tirx dialect"])
    assert dialects(made) == {"first": "classic", "second": "tirx"}
    assert TWO.partition("@T.prim_func")[2].partition("\n\n\n")[0] in made
    mixed = Document(client, made)
    back = await offered(client, mixed, "for i in $0range(16)", "refactor.rewrite")
    assert "Write the file in the classic dialect" in back
    assert "Write `first` in the classic dialect" not in back


async def test_plain_python_is_in_no_dialect(client: LanguageClient) -> None:
    document = Document(client, TWO + "\n\nprint(first)\n")
    assert not [title for title in await offered(client, document, "print($0first)") if "dialect" in title]


PASS = """\
import tvm
from tvm import tir


def scheduled(func: "tvm.tir.PrimFunc"):
    sch = tir.Schedule(func)
    sch.get_block("C")
    return sch
"""


async def test_plain_python_is_written_in_the_names_of_another_release(client: LanguageClient) -> None:
    document = Document(client, PASS)
    actions = await offered(client, document, "$0import tvm", "refactor.rewrite")
    made = await chosen(client, document, actions["Write the file in the tirx dialect"])
    assert "from tvm import s_tir\n" in made
    assert 'sch = s_tir.Schedule(func)\n    sch.get_sblock("C")' in made
    assert not [title for title in actions if "classic" in title]
    assert not [title for title in await offered(client, document, "return $0sch") if "dialect" in title]
    back = await offered(client, Document(client, made), "$0import tvm", "refactor.rewrite")
    assert [title for title in back if "dialect" in title] == ["Write the file in the classic dialect"]
    other = Document(client, "import tvm.te\n")
    assert not [title for title in await offered(client, other, "$0import tvm") if "dialect" in title]


async def test_the_cells_of_a_notebook_are_written_in_another_dialect(client: LanguageClient) -> None:
    head, kernel = TWO.partition("\n\n")[::2]
    cells = [notebook_cell(at, text) for at, text in enumerate((f"%load_ext x\n{head}", kernel.strip()))]
    notebook = lsp.NotebookDocument(
        uri="file:///programs/lesson.ipynb",
        notebook_type="jupyter-notebook",
        version=1,
        cells=[lsp.NotebookCell(kind=lsp.NotebookCellKind.Code, document=each.uri) for each in cells],
    )
    client.notebook_document_did_open(lsp.DidOpenNotebookDocumentParams(notebook, cells))
    place = lsp.Position(line=2, character=10)
    context = lsp.CodeActionContext([], only=[lsp.CodeActionKind("refactor.rewrite")])
    params = lsp.CodeActionParams(lsp.TextDocumentIdentifier(cells[1].uri), lsp.Range(place, place), context)
    found = await client.text_document_code_action_async(params)
    action = next(each for each in found or () if each.title == "Write the file in the tirx dialect")
    assert isinstance(action, lsp.CodeAction)
    made = await client.code_action_resolve_async(action)
    assert made.edit is not None
    changed = {
        each.text_document.uri: sorted(
            edit.new_text.strip() for edit in each.edits if not isinstance(edit, lsp.SnippetTextEdit)
        )
        for each in made.edit.document_changes or ()
        if isinstance(each, lsp.TextDocumentEdit)
    }
    assert changed[cells[0].uri] == ["from tilewright.script import tirx as T"]
    assert 'with T.sblock("A"):' in "\n".join(changed[cells[1].uri])


def notebook_cell(at: int, text: str) -> lsp.TextDocumentItem:
    uri = f"vscode-notebook-cell:/programs/lesson.ipynb#{at}"
    return lsp.TextDocumentItem(uri=uri, language_id="python", version=1, text=text)
