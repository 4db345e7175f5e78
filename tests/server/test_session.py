"""The real server in its own process, over standard input and output."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.programs import BROKEN, HEADER, MATMUL, MODULE
from tests.server.session import Document, vscode_capabilities

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient):
    options = {"settings": {"diagnostics": {"debounce": 5}}}
    capabilities = vscode_capabilities()
    params = lsp.InitializeParams(
        capabilities=capabilities, root_uri="file:///programs", initialization_options=options
    )
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


async def test_a_right_program_has_no_diagnostics(client: LanguageClient) -> None:
    assert await Document(client, MATMUL).diagnostics() == ()


async def test_a_mistake_is_published_with_all_that_helps(client: LanguageClient) -> None:
    document = Document(client, MATMUL.replace("T.grid", "T.grod"))
    (problem,) = [d for d in await document.diagnostics() if "grod" in d.message]
    assert problem.range == lsp.Range(lsp.Position(6, 21), lsp.Position(6, 25))
    assert problem.severity == lsp.DiagnosticSeverity.Error
    assert problem.source == "tilewright"
    assert problem.code_description is not None
    assert problem.code_description.href.endswith(f"/diagnostics/{problem.code}.html")


async def test_edits_behind_emoji_and_carriage_returns_land_where_they_belong(client: LanguageClient) -> None:
    program = MATMUL.replace("    for i", '    "😀"; T.evaluate(nothing)  # \u2028 \x0c\n    for i').replace(
        "\n", "\r\n"
    )
    document = Document(client, program)
    (problem,) = await document.diagnostics(1)
    start = problem.range.start
    assert (start.line, start.character, problem.range.end.character) == (6, 21, 28)
    document.edit((6, 21), (6, 28), "0")
    assert await document.diagnostics(0) == ()
    document.edit((6, 21), (6, 22), "missing")
    (problem,) = await document.diagnostics(1)
    assert "missing" in problem.message


async def test_typing_letter_by_letter_ends_in_the_diagnostics_of_the_last_text(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    await document.diagnostics(0)
    line = MATMUL[: MATMUL.index("C[vi, vj] = C")].count("\n")
    for column, character in enumerate("undefined_name"):
        document.edit((line, 12 + column), (line, 12 + column), character)
    for _ in range(500):
        (problem,) = await document.diagnostics(1)
        if "undefined_nameC" in problem.message:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(problem.message)


async def test_every_mistake_is_published(client: LanguageClient) -> None:
    lines = "".join(f"    A[missing_{number}] = 0.0\n" for number in range(1100))
    document = Document(client, f'{HEADER}@T.prim_func\ndef f(A: T.Buffer((4,), "float32")):\n{lines}')
    assert len(await document.diagnostics()) == 1100


async def test_related_information_moves_with_the_text(client: LanguageClient) -> None:
    macro = "@T.macro\ndef m(A, i):\n    A[i] = nothing\n\n\n"
    document = Document(client, f'{HEADER}{macro}@T.prim_func\ndef f(A: T.Buffer((4,), "float32")):\n    m(A, 0)\n')
    (problem,) = await document.diagnostics(1)
    assert [note.location.range.start.line for note in problem.related_information or ()] == [6]
    del client.diagnostics[document.uri]
    document.edit((3, 0), (3, 0), "\n\n")
    (problem,) = await document.diagnostics(1)
    assert [note.location.range.start.line for note in problem.related_information or ()] == [8]


async def test_a_mistake_in_a_macro_names_the_macros_that_called_it(client: LanguageClient) -> None:
    macros = "@T.macro\ndef inner(A, i):\n    A[i] = nothing\n\n\n@T.macro\ndef outer(A, i):\n    inner(A, i)\n\n\n"
    document = Document(
        client, f'{HEADER}{macros}@T.prim_func\ndef f(A: T.Buffer((4,), "float32")):\n    outer(A, 0)\n'
    )
    (problem,) = await document.diagnostics(1)
    assert document.text.split("\n")[problem.range.start.line] == "    outer(A, 0)"
    notes = [(note.message, note.location.range.start.line) for note in problem.related_information or ()]
    lines = [
        number
        for number, line in enumerate(document.text.split("\n"))
        if line in ("    A[i] = nothing", "    inner(A, i)")
    ]
    assert notes == [("in the text of `inner`", lines[0]), ("in the text of `outer`", lines[1])]


async def test_saving_publishes(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    await document.diagnostics()
    del client.diagnostics[document.uri]
    document.save()
    assert await document.diagnostics() == ()


async def test_closing_takes_diagnostics_away(client: LanguageClient) -> None:
    document = Document(client, MATMUL.replace("T.grid", "T.grod"))
    assert await document.diagnostics()
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(text_document=document.identifier))
    assert await document.diagnostics(0) == ()


async def test_hover_follows_an_edit_without_a_pause(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    document.replace(MATMUL.replace("(128, 96)", "(7, 96)"))
    assert "(7, 96)" in await document.hover("$0A[vi, vk]")


async def test_definition_references_highlight(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    (place,) = await client.text_document_definition_async(lsp.DefinitionParams(**document.at("$0A[vi, vk]")))
    assert place.range.start == document.position("$0A: T.Buffer")
    (stub,) = await client.text_document_definition_async(lsp.DefinitionParams(**document.at("axis.$0remap")))
    assert Path(stub.uri.removeprefix("file://")).name == "tir.pyi"
    context = lsp.ReferenceContext(include_declaration=False)
    uses = await client.text_document_references_async(lsp.ReferenceParams(**document.at("$0A: T."), context=context))
    assert [use.range.start for use in uses] == [document.position("$0A[vi, vk]")]
    marks = await client.text_document_document_highlight_async(
        lsp.DocumentHighlightParams(**document.at("$0C[vi, vj] = C"))
    )
    assert [mark.kind for mark in marks].count(lsp.DocumentHighlightKind.Write) == 3


async def test_rename(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    params = lsp.RenameParams(**document.at("$0A[vi, vk]"), new_name="Left")
    edit = await client.text_document_rename_async(params)
    assert len(document.edits(edit)) == 2
    with pytest.raises(JsonRpcException, match="not a name"):
        await client.text_document_rename_async(lsp.RenameParams(**document.at("$0A[vi, vk]"), new_name="1"))


async def test_symbols_folding_tokens(client: LanguageClient) -> None:
    document = Document(client, MODULE)
    symbols = await client.text_document_document_symbol_async(
        lsp.DocumentSymbolParams(text_document=document.identifier)
    )
    module = next(symbol for symbol in symbols if symbol.name == "Mod")
    assert [child.name for child in module.children] == ["helper", "main"]
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(text_document=document.identifier))
    assert any(fold.kind == lsp.FoldingRangeKind.Imports for fold in folds)
    found = await client.text_document_semantic_tokens_full_async(
        lsp.SemanticTokensParams(text_document=document.identifier)
    )
    assert len(found.data) % 5 == 0
    assert all(number >= 0 for number in found.data)


async def test_completion_with_documentation_while_the_file_is_broken(client: LanguageClient) -> None:
    document = Document(client, MATMUL + "\n\n@T.prim_func\ndef g(A: T.Buffer((8,), 'int8')):\n    A[0] = T.\n")
    found = await client.text_document_completion_async(lsp.CompletionParams(**document.at("A[0] = T.$0")))
    item = next(item for item in found.items if item.label == "exp")
    resolved = await client.completion_item_resolve_async(item)
    assert isinstance(resolved.documentation, lsp.MarkupContent)
    assert "T.exp(" in resolved.documentation.value


async def test_signature_help(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    found = await client.text_document_signature_help_async(lsp.SignatureHelpParams(**document.at("T.grid(128, $064")))
    assert found.signatures[0].label.startswith("T.grid(")
    assert found.active_parameter == 0


async def test_a_quick_fix_over_the_wire(client: LanguageClient) -> None:
    document = Document(client, MATMUL.replace("T.grid", "T.grod"))
    (problem,) = [d for d in await document.diagnostics() if "grod" in d.message]
    context = lsp.CodeActionContext(diagnostics=[problem], only=[lsp.CodeActionKind.QuickFix])
    params = lsp.CodeActionParams(text_document=document.identifier, range=problem.range, context=context)
    fix, *silences = await client.text_document_code_action_async(params)
    (edit,) = document.edits(fix.edit)
    assert (edit.new_text, edit.range) == ("grid", problem.range)
    comments = [document.edits(action.edit)[0].new_text for action in silences]
    assert comments == ["  # tilewright: ignore[unknown-member]", "# tilewright: ignore-file[unknown-member]\n"]
    assert not any(action.is_preferred for action in silences)


async def test_what_ruff_says_of_a_script_can_be_silenced(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    line = MATMUL[: MATMUL.index("float32")].count("\n")
    place = lsp.Range(lsp.Position(line, 4), lsp.Position(line, 5))
    complaint = lsp.Diagnostic(range=place, message="Undefined name `float32`", source="Ruff", code="F821")
    context = lsp.CodeActionContext(diagnostics=[complaint], only=[lsp.CodeActionKind.QuickFix])
    params = lsp.CodeActionParams(text_document=document.identifier, range=place, context=context)
    offered = await client.text_document_code_action_async(params)
    line, file = (document.edits(action.edit)[0].new_text for action in offered)
    assert line == "  # noqa: F821"
    assert file.startswith("# ruff: noqa: F722, F821")


async def test_lenses_name_the_server_command_and_the_version(client: LanguageClient) -> None:
    document = Document(client, MODULE)
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(text_document=document.identifier))
    assert [lens.command.title for lens in lenses] == ["▶ Build and run", "Profile"] * 2
    commands = ["tilewright.server.buildAndRun", "tilewright.server.profile"]
    assert [lens.command.command for lens in lenses] == commands * 2
    first = lenses[0].command.arguments[0]
    assert first == {"uri": document.uri, "version": 1, "name": "Mod.helper"}


async def test_a_broken_function_leaves_the_others_alone(client: LanguageClient) -> None:
    document = Document(client, BROKEN)
    assert len(await document.diagnostics()) >= 1
    assert "(8,)" in await document.hover("$0A[i] = T.float32")
    (place,) = await client.text_document_definition_async(lsp.DefinitionParams(**document.at("$0A[i] = T.float32")))
    assert place.range.start.line == 11


@pytest.mark.parametrize(
    ("text", "language", "uri"),
    [
        ("", "python", None),
        ("# just a comment\n" * 3, "python", None),
        ("\x00\x01 not python at all ((((", "python", None),
        ("T.grid(", "markdown", "file:///notes.md"),
        ((HEADER + "x = 1  # " + "." * 90 + "\n") * 70_000, "python", None),
        ("T." * 2000, "python", None),
        ("(" * 5000, "python", None),
    ],
    ids=["empty", "comment", "garbage", "markdown", "10 MB", "long chain", "deep"],
)
async def test_strange_documents_get_empty_answers(
    client: LanguageClient, text: str, language: str, uri: str | None
) -> None:
    document = Document(client, text, language, uri)
    where = {"text_document": document.identifier, "position": lsp.Position(0, 1)}
    assert await client.text_document_hover_async(lsp.HoverParams(**where)) is None
    assert not await client.text_document_definition_async(lsp.DefinitionParams(**where))
    assert not await client.text_document_document_symbol_async(
        lsp.DocumentSymbolParams(text_document=document.identifier)
    )
    assert not await client.text_document_code_lens_async(lsp.CodeLensParams(text_document=document.identifier))
    document.edit((0, 0), (0, 0), "y")
    assert await client.text_document_hover_async(lsp.HoverParams(**where)) is None


async def test_documents_that_are_not_open_get_empty_answers(client: LanguageClient) -> None:
    where = {"text_document": lsp.TextDocumentIdentifier(uri="file:///nowhere.py"), "position": lsp.Position(5, 5)}
    assert await client.text_document_hover_async(lsp.HoverParams(**where)) is None
    assert await client.text_document_completion_async(lsp.CompletionParams(**where)) is None
    assert await client.text_document_rename_async(lsp.RenameParams(**where, new_name="x")) is None
    plan = await client.protocol.send_request_async("tilewright/runPlan", {"uri": "file:///nowhere.py", "name": "f"})
    assert (plan.symbols, plan.parameters) == ([], [])


async def test_opening_a_file_executes_nothing(client: LanguageClient, tmp_path: Path) -> None:
    trace = tmp_path / "executed"
    effect = f"open({str(trace)!r}, 'w').close()"
    program = f"{HEADER}{effect}\n\n\ndef size():\n    {effect}\n    return 4\n\n\n@T.prim_func\ndef f(A: T.Buffer((size(),), 'int8')):\n    A[0] = T.int8(0)\n"
    document = Document(client, program)
    await document.diagnostics()
    await document.hover("$0A[0]")
    await client.text_document_code_lens_async(lsp.CodeLensParams(text_document=document.identifier))
    await client.protocol.send_request_async("tilewright/runPlan", {"uri": document.uri, "name": "f"})
    assert not trace.exists()


async def test_explain(client: LanguageClient) -> None:
    found = await client.protocol.send_request_async("tilewright/explain", {"code": "undefined-name"})
    assert "undefined-name" in found.markdown
    params = lsp.ExecuteCommandParams(command="tilewright.server.explain", arguments=[{"code": "undefined-name"}])
    report = await client.workspace_execute_command_async(params)
    assert report["ok"]
    assert report["text"] == found.markdown


async def test_settings_change_what_is_published(client: LanguageClient) -> None:
    document = Document(client, MATMUL.replace("T.grid", "T.grod"))
    assert await document.diagnostics()
    change = lsp.DidChangeConfigurationParams(settings={"tilewright": {"diagnostics": {"mode": "off"}}})
    client.workspace_did_change_configuration(change)
    await document.diagnostics(0)
    change = lsp.DidChangeConfigurationParams(settings={"tilewright": {"diagnostics": {"debounce": 5}}})
    client.workspace_did_change_configuration(change)
    assert len(await document.diagnostics(1)) == 1


async def test_inlay_hints_until_they_are_switched_off(client: LanguageClient) -> None:
    document = Document(
        client,
        "from tvm.script import relax as R\n\n@R.function\ndef f(x: R.Tensor((4,), 'int8')):\n    y = R.add(x, x)\n    return y\n",
    )
    whole = lsp.Range(start=lsp.Position(line=0, character=0), end=lsp.Position(line=6, character=0))
    params = lsp.InlayHintParams(text_document=document.identifier, range=whole)
    (hint,) = await client.text_document_inlay_hint_async(params)
    assert hint.label == ': R.Tensor((4,), dtype="int8")'
    assert hint.position == document.position("    y$0 =")
    settings = {"tilewright": {"inlayHints": {"enabled": False}}}
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(settings=settings))
    assert not await client.text_document_inlay_hint_async(params)


async def test_snippets_strings_and_imports_over_the_wire(client: LanguageClient) -> None:
    text = MATMUL.replace("from tilewright.script import ir as I\n", "") + "\n\n"
    text = text.replace("\n\n\n@T", '\n\n\ndef scheduled(sch):\n    return sch.get_block("C")\n\n\n@T', 1)
    document = Document(client, text)

    async def items(marked: str) -> dict[str, lsp.CompletionItem]:
        found = await client.text_document_completion_async(lsp.CompletionParams(**document.at(marked)))
        assert isinstance(found, lsp.CompletionList)
        return {item.label: item for item in found.items}

    assert set(await items('get_block("$0')) == {"C"}
    kinds = (await items('T.axis.remap("SS$0R"'))["SRR"]
    assert isinstance(kinds.text_edit, lsp.TextEdit)
    assert kinds.text_edit.new_text == "SRR"
    assert (kinds.text_edit.range.start.character, kinds.text_edit.range.end.character) == (39, 41)
    names = await items("= $0C[vi, vj] +")
    (change,) = names["I"].additional_text_edits or ()
    assert (change.new_text, change.range.start) == ("\nfrom tilewright.script import ir as I", lsp.Position(0, 38))
    document.replace(text + "\n# end")
    snippet = (await items("\n\n\n$0# end"))["prim_func"]
    assert snippet.insert_text_format == lsp.InsertTextFormat.Snippet
    assert (snippet.insert_text or "").startswith("@T.prim_func\ndef ${1:name}(")


async def test_fix_all_and_unused_names_over_the_wire(client: LanguageClient) -> None:
    head = '@T.prim_func\ndef {}(A: T.Buffer((4,), "float32")):\n'
    unused = head.format("f") + "    B = T.alloc_buffer((4,))\n    A[0] = T.float32(0)\n\n\n"
    document = Document(client, HEADER + unused + head.format("g") + "    for i in range(4)\n        A[i] = 0.0\n")
    found = {problem.code: problem.tags for problem in await document.diagnostics(2)}
    assert found["unused-buffer"] == (lsp.DiagnosticTag.Unnecessary,)
    assert found["syntax-error"] is None
    for only in ("source.fixAll", "source.fixAll.tilewright"):
        context = lsp.CodeActionContext(diagnostics=[], only=[only])
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(12, 0))
        params = lsp.CodeActionParams(text_document=document.identifier, range=whole, context=context)
        (fix,) = await client.text_document_code_action_async(params)
        assert ":" in [edit.new_text for edit in document.edits(fix.edit)]


def absolute(data: Sequence[int]) -> list[tuple[int, ...]]:
    """Tokens with lines and columns of the document."""
    found: list[tuple[int, ...]] = []
    line = column = 0
    for at in range(0, len(data), 5):
        line, column = line + data[at], data[at + 1] + (0 if data[at] else column)
        found.append((line, column, *data[at + 2 : at + 5]))
    return found


async def test_tokens_by_range_and_by_what_has_changed(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    params = lsp.SemanticTokensParams(text_document=document.identifier)
    whole = await client.text_document_semantic_tokens_full_async(params)
    assert whole is not None
    some = await client.text_document_semantic_tokens_range_async(
        lsp.SemanticTokensRangeParams(
            text_document=document.identifier, range=lsp.Range(lsp.Position(7, 0), lsp.Position(8, 0))
        )
    )
    assert some is not None
    assert absolute(some.data) == [each for each in absolute(whole.data) if 7 <= each[0] <= 8]
    assert len(some.data) > 0
    assert whole.result_id is not None

    async def changes(since: str) -> lsp.SemanticTokensDelta | lsp.SemanticTokens | None:
        asked = lsp.SemanticTokensDeltaParams(text_document=document.identifier, previous_result_id=since)
        return await client.text_document_semantic_tokens_full_delta_async(asked)

    same = await changes(whole.result_id)
    assert isinstance(same, lsp.SemanticTokensDelta)
    assert (same.result_id, same.edits) == (whole.result_id, ())
    document.edit((0, 0), (0, 0), "\n")
    document.edit((12, 0), (12, 0), "    A[0, 0] = T.float32(1)\n")
    delta = await changes(whole.result_id)
    assert isinstance(delta, lsp.SemanticTokensDelta)
    data = [*whole.data]
    for edit in reversed(delta.edits):
        data[edit.start : edit.start + edit.delete_count] = edit.data or ()
    after = await client.text_document_semantic_tokens_full_async(params)
    assert after is not None
    assert data == [*after.data]
    assert data != [*whole.data]
    assert isinstance(await changes("no result"), lsp.SemanticTokens)
