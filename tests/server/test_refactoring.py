"""Code actions that rewrite, through a real server: offered when asked for, made when chosen, shown before they are made."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.programs import HEADER, MATMUL
from tests.server.session import Document, vscode_capabilities

pytestmark = pytest.mark.asyncio(loop_scope="module")

COMMENTED = (
    HEADER
    + """\
N = 64  # a size with a name


@T.prim_func
def scale(A: T.Buffer((N, 64), "float32"), B: T.Buffer((N, 64), "float32")):
    \"\"\"B is twice A.\"\"\"
    # all rows
    for i, j in T.grid(N, 64):  # one by one
        # the block
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)  # twice
    # done
"""
)


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient):
    await lsp_client.initialize_session(
        lsp.InitializeParams(capabilities=vscode_capabilities(), process_id=None, root_uri=None)
    )
    yield
    await lsp_client.shutdown_session()


async def offered(
    client: LanguageClient, document: Document, marked: str, kind: str = "refactor"
) -> dict[str, lsp.CodeAction]:
    """The actions at a place by title."""
    place = document.position(marked)
    context = lsp.CodeActionContext([], only=[lsp.CodeActionKind(kind)], trigger_kind=lsp.CodeActionTriggerKind.Invoked)
    params = lsp.CodeActionParams(document.identifier, lsp.Range(place, place), context)
    found = await client.text_document_code_action_async(params)
    return {each.title: each for each in found or () if isinstance(each, lsp.CodeAction)}


async def chosen(client: LanguageClient, document: Document, action: lsp.CodeAction) -> str:
    """The text after an action."""
    assert action.edit is None
    resolved = await client.code_action_resolve_async(action)
    return applied(document.text, document.edits(resolved.edit))


def applied(text: str, edits: Sequence[lsp.TextEdit | lsp.AnnotatedTextEdit]) -> str:
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:at])) for at in range(len(lines) + 1)]

    def offset(place: lsp.Position) -> int:
        return starts[place.line] + place.character

    for edit in sorted(edits, key=lambda each: (-each.range.start.line, -each.range.start.character)):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


async def test_a_loop_is_split_when_the_action_is_chosen(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    actions = await offered(client, document, "for i, $0j, k")
    assert {"Split `j` by 16", "Fuse `j` and `k`", "Reorder `j` and `k`", "Make `j` parallel"} <= actions.keys()
    text = await chosen(client, document, actions["Split `j` by 16"])
    assert text == MATMUL.replace(
        "for i, j, k in T.grid(128, 64, 96)", "for i, j_0, j_1, k in T.grid(128, 4, 16, 96)"
    ).replace(
        '            vi, vj, vk = T.axis.remap("SSR", [i, j, k])\n',
        "            vi = T.axis.spatial(128, i)\n            vj = T.axis.spatial(64, j_0 * 16 + j_1)\n            vk = T.axis.reduce(96, k)\n",
    )


CHAIN = (
    HEADER
    + """\
@T.prim_func
def chain(A: T.Buffer((16, 8), "float32"), C: T.Buffer((16, 8), "float32")):
    B = T.alloc_buffer((16, 8), "float32")
    for i, j in T.grid(16, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 8):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
"""
)


async def test_menus_of_editors_have_inlining_and_extracting_blocks_where_they_group_them(
    client: LanguageClient,
) -> None:
    document = Document(client, CHAIN)
    inlined = await offered(client, document, 'T.block($0"B"', "refactor.inline")
    assert [*inlined] == ["Inline block `B`"]
    text = await chosen(client, document, inlined["Inline block `B`"])
    assert "C[vi, vj] = A[vi, vj] * T.float32(2.0) + T.float32(1.0)" in text
    extracted = await offered(client, document, "for i, $0j in", "refactor.extract")
    assert "Extract block of the loops from `j` on" in extracted
    text = await chosen(client, document, extracted["Extract block of the loops from `j` on"])
    assert text.count("T.block(") == 3


async def test_what_is_not_possible_is_listed_with_the_dependence(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    actions = await offered(client, document, "for i, j, $0k")
    disabled = actions["Make `k` parallel"].disabled
    assert disabled is not None
    assert disabled.reason == "every iteration of the parallel loop `k` writes the same `C[vi, vj]`"
    assert actions["Make `k` parallel"].data is None


async def test_the_reason_of_a_schedule_is_a_whole_sentence(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    disabled = (await offered(client, document, 'T.block($0"C"', "refactor.inline"))["Inline block `C`"].disabled
    assert disabled is not None
    assert disabled.reason == "The block `C` is an output block: what it writes is used outside its scope"


async def test_the_change_is_shown_before_it_is_made(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    action = (await offered(client, document, "for $0i, j, k"))["Make `i` parallel"]
    resolved = await client.code_action_resolve_async(action)
    assert resolved.edit is not None
    (annotation,) = (resolved.edit.change_annotations or {}).values()
    assert (annotation.label, annotation.needs_confirmation) == ("Make `i` parallel", True)


async def test_comments_and_named_sizes_stay(client: LanguageClient) -> None:
    document = Document(client, COMMENTED)
    actions = await offered(client, document, "for $0i, j in T.grid(N")
    text = await chosen(client, document, actions["Make `i` parallel"])
    assert text == COMMENTED.replace(
        """\
    # all rows
    for i, j in T.grid(N, 64):  # one by one
        # the block
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)  # twice
""",
        """\
    # all rows
    # one by one
    for i in T.parallel(64):
        for j in range(64):
            # the block
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)  # twice
""",
    )


async def test_a_step_can_be_written_as_a_schedule(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    actions = await offered(client, document, "for $0i, j, k", "refactor.extract")
    text = await chosen(client, document, actions["Split `i` by 32, by a `Schedule`"])
    assert text.startswith(HEADER.rstrip("\n") + "\nfrom tilewright.tir import Schedule\n")
    assert text.endswith(
        """

def schedule_matmul() -> Schedule:
    sch = Schedule(matmul)
    b0 = sch.get_block(name="C", func_name="main")
    l1, l2, l3 = sch.get_loops(block=b0)
    l4, l5 = sch.split(loop=l1, factors=[None, 32], preserve_unit_iters=True, disable_predication=False)
    return sch
"""
    )


async def test_an_editor_that_only_looks_gets_no_rewriting(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    place = document.position("for i, $0j, k")
    context = lsp.CodeActionContext([], trigger_kind=lsp.CodeActionTriggerKind.Automatic)
    found = await client.text_document_code_action_async(
        lsp.CodeActionParams(document.identifier, lsp.Range(place, place), context)
    )
    assert [each.kind for each in found or () if isinstance(each, lsp.CodeAction)] == ["tilewright.run"]


async def test_an_action_of_an_older_text_is_refused(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    action = (await offered(client, document, "for $0i, j, k"))["Make `i` parallel"]
    document.replace(MATMUL.replace("128", "256"))
    with pytest.raises(JsonRpcException, match="changed since"):
        await client.code_action_resolve_async(action)
