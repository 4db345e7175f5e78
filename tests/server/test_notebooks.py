"""Notebooks: cells share their names, and each answer is about the cell that was asked about."""

from __future__ import annotations

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.session import published, vscode_capabilities

pytestmark = pytest.mark.asyncio(loop_scope="module")
BOOK = "file:///books/lesson.ipynb"
CELLS = {
    "imports": "%matplotlib inline\n!pip install x\nfrom tvm.script import ir as I\nfrom tvm.script import tir as T\n\nN = 4",
    "kernel": '# höhe 😀\n@T.prim_func\ndef add(A: T.Buffer((N,), "float32")):\n    for i in range(N):\n        A[i] = T.float32(1)',
    "magic": "%%bash\nls $HOME",
    "use": 'print(add)\n\n\n@T.prim_func\ndef sub(B: T.Buffer((N,), "float32")):\n    B[0] = T.flaot32(1)',
}


def uri(name: str) -> str:
    return f"vscode-notebook-cell:/books/lesson.ipynb#{name}"


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient):
    await lsp_client.initialize_session(
        lsp.InitializeParams(capabilities=vscode_capabilities(), root_uri="file:///books")
    )
    yield
    await lsp_client.shutdown_session()


def item(name: str, text: str) -> lsp.TextDocumentItem:
    return lsp.TextDocumentItem(uri=uri(name), language_id="python", version=1, text=text)


@pytest.fixture(scope="module")
def book(client: LanguageClient) -> str:
    cells = [lsp.NotebookCell(kind=lsp.NotebookCellKind.Code, document=uri(name)) for name in CELLS]
    notebook = lsp.NotebookDocument(uri=BOOK, notebook_type="jupyter-notebook", version=1, cells=cells)
    items = [item(name, text) for name, text in CELLS.items()]
    client.notebook_document_did_open(
        lsp.DidOpenNotebookDocumentParams(notebook_document=notebook, cell_text_documents=items)
    )
    return BOOK


def at(name: str, line: int, column: int) -> dict[str, object]:
    return {"text_document": lsp.TextDocumentIdentifier(uri=uri(name)), "position": lsp.Position(line, column)}


async def diagnostics(client: LanguageClient, name: str, wanted: int) -> list[lsp.Diagnostic]:
    return list(await published(client, uri(name), lambda found: len(found) == wanted))


def changed(client: LanguageClient, version: int, **cells: object) -> None:
    change = lsp.NotebookDocumentChangeEvent(cells=lsp.NotebookDocumentCellChanges(**cells))  # pyright: ignore[reportArgumentType]
    document = lsp.VersionedNotebookDocumentIdentifier(uri=BOOK, version=version)
    client.notebook_document_did_change(lsp.DidChangeNotebookDocumentParams(notebook_document=document, change=change))


async def test_problems_stand_in_their_cells(client: LanguageClient, book: str) -> None:
    (problem,) = await diagnostics(client, "use", 1)
    assert problem.range == lsp.Range(lsp.Position(5, 13), lsp.Position(5, 20))
    assert [*map(len, (client.diagnostics[uri(name)] for name in ("imports", "kernel", "magic")))] == [0, 0, 0]


async def test_names_of_one_cell_are_known_in_another(client: LanguageClient, book: str) -> None:
    found = await client.text_document_hover_async(lsp.HoverParams(**at("use", 4, 8)))
    assert found is not None
    assert isinstance(found.contents, lsp.MarkupContent)
    assert "(4,)" in found.contents.value
    assert found.range == lsp.Range(lsp.Position(4, 8), lsp.Position(4, 9))


async def test_places_are_said_by_cell_and_line(client: LanguageClient, book: str) -> None:
    found = await client.text_document_hover_async(lsp.HoverParams(**at("use", 4, 8)))
    assert found is not None
    assert isinstance(found.contents, lsp.MarkupContent)
    assert "defined in cell 4, line 5" in found.contents.value
    assert "written in cell 4, line 6" in found.contents.value
    loop = await client.text_document_hover_async(lsp.HoverParams(**at("kernel", 4, 10)))
    assert loop is not None
    assert isinstance(loop.contents, lsp.MarkupContent)
    assert "defined in cell 2, line 4" in loop.contents.value
    with pytest.raises(
        JsonRpcException, match="`sub` already stands for something else in this file, in cell 4, line 5"
    ):
        await client.text_document_rename_async(lsp.RenameParams(new_name="sub", **at("kernel", 2, 5)))


async def test_the_report_of_a_run_says_cell_and_line(client: LanguageClient, book: str) -> None:
    arguments = [{"uri": uri("use"), "name": "sub", "repeat": 1}]
    params = lsp.ExecuteCommandParams(command="tilewright.server.buildAndRun", arguments=arguments)
    report = await client.workspace_execute_command_async(params)
    assert isinstance(report, dict)
    assert "/books/lesson.ipynb:cell 4:6:14: error[unknown-member]" in report["text"]
    assert "\n 6 |     B[0] = T.flaot32(1)" in report["text"]


async def test_the_stages_of_a_cell_know_their_lines(client: LanguageClient, book: str) -> None:
    answer = await client.protocol.send_request_async("tilewright/explore", {"uri": uri("kernel"), "line": 4})
    (function,) = (each for each in answer.functions if each.name == "add")
    assert answer.name == "add"
    assert (function.first - answer.above, function.last - answer.above) == (1, 4)
    assert [problem.place for problem in answer.problems] == ["cell 4, line 6"]
    assert answer.stages


async def test_a_function_is_found_in_its_cell_from_any_other(client: LanguageClient, book: str) -> None:
    symbols = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query="add"))
    places = [each.location for each in symbols or () if each.name == "add"]
    assert places == [lsp.Location(uri("kernel"), places[0].range)]
    assert isinstance(places[0], lsp.Location)
    assert places[0].range.start.line in (1, 2)


async def test_a_rename_reaches_all_cells(client: LanguageClient, book: str) -> None:
    edit = await client.text_document_rename_async(lsp.RenameParams(new_name="plus", **at("kernel", 2, 5)))
    assert edit is not None
    found = {
        each.text_document.uri: [(change.range.start.line, change.range.start.character) for change in each.edits]
        for each in edit.document_changes or ()
        if isinstance(each, lsp.TextDocumentEdit)
    }
    assert found == {uri("kernel"): [(2, 4)], uri("use"): [(0, 6)]}
    places = await client.text_document_references_async(
        lsp.ReferenceParams(context=lsp.ReferenceContext(include_declaration=True), **at("kernel", 2, 5))
    )
    assert [place.uri for place in places or ()] == [uri("kernel"), uri("use")]


async def test_what_is_listed_is_of_the_cell(client: LanguageClient, book: str) -> None:
    cell = lsp.TextDocumentIdentifier(uri=uri("use"))
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(text_document=cell))
    (symbol,) = symbols or ()
    assert isinstance(symbol, lsp.DocumentSymbol)
    assert (symbol.name, symbol.selection_range.start) == ("sub", lsp.Position(4, 4))
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(text_document=cell)) or ()
    assert [lens.range.start.line for lens in lenses] == [3, 3]
    tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(text_document=cell))
    assert tokens is not None
    assert tokens.data[0] == 3
    lines = sum(tokens.data[0::5])
    assert lines == 5
    marks = await client.text_document_document_highlight_async(lsp.DocumentHighlightParams(**at("use", 4, 8)))
    assert [mark.range.start.line for mark in marks or ()] == [4, 5]
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(text_document=cell))
    assert {fold.end_line for fold in folds or ()} == {5}


async def test_the_function_of_a_cell_runs(client: LanguageClient, book: str) -> None:
    arguments = [{"uri": uri("kernel"), "name": "add", "repeat": 1}]
    params = lsp.ExecuteCommandParams(command="tilewright.server.buildAndRun", arguments=arguments)
    report = await client.workspace_execute_command_async(params)
    assert isinstance(report, dict)
    assert "matplotlib" not in report["text"]
    assert "is not open" not in report["text"]


async def test_cells_change_come_and_go(client: LanguageClient, book: str) -> None:
    change = lsp.TextDocumentContentChangePartial(
        range=lsp.Range(lsp.Position(5, 13), lsp.Position(5, 20)), text="float32"
    )
    document = lsp.VersionedTextDocumentIdentifier(uri=uri("use"), version=2)
    changed(client, 2, text_content=[lsp.NotebookDocumentCellContentChanges(document=document, changes=[change])])
    await diagnostics(client, "use", 0)
    new = lsp.NotebookCell(kind=lsp.NotebookCellKind.Code, document=uri("new"))
    array = lsp.NotebookCellArrayChange(start=1, delete_count=0, cells=[new])
    structure = lsp.NotebookDocumentCellChangeStructure(array=array, did_open=[item("new", "# a cell\nT = None")])
    changed(client, 3, structure=structure)
    (problem,) = await diagnostics(client, "new", 1)
    assert (problem.code, problem.range.start) == ("shadowed-namespace", lsp.Position(1, 0))
    array = lsp.NotebookCellArrayChange(start=2, delete_count=1, cells=[])
    closed = [lsp.TextDocumentIdentifier(uri=uri("kernel"))]
    changed(client, 4, structure=lsp.NotebookDocumentCellChangeStructure(array=array, did_close=closed))
    found = await client.text_document_hover_async(lsp.HoverParams(**at("kernel", 2, 5)))
    assert found is None
    client.notebook_document_did_close(
        lsp.DidCloseNotebookDocumentParams(
            notebook_document=lsp.NotebookDocumentIdentifier(uri=BOOK),
            cell_text_documents=[lsp.TextDocumentIdentifier(uri=uri("use"))],
        )
    )
    assert await client.text_document_hover_async(lsp.HoverParams(**at("use", 4, 8))) is None
