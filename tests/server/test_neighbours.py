"""What belongs to plain Python is left to the editor's other servers: the answer is null, which asks them; an empty list would be the answer."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import types as lsp
from lsprotocol.converters import get_converter
from pytest_lsp import LanguageClient

from tests.server.session import Document

pytestmark = pytest.mark.asyncio(loop_scope="module")

PYTHON = """\
# A comment,
# and one more.
import os


def join(first, second):
    return os.path.join(first, second)


join(sys.prefix, "bin")
"""
# It imports the script, and defines nothing of it.
IMPORTS = PYTHON.replace("import os\n", "import os\n\nimport tvm.script\nfrom tvm.script import tir as T\n")
MIXED = (
    IMPORTS
    + """
from elsewhere import extent


@T.prim_func
def f(A: T.Buffer((8,), "float32")):
    for i in range(extent):
        A[i] = T.float32(0)


def use(count):
    total = join(f, count)
    return total
"""
)


CONVERTER = get_converter()
START = {"line": 0, "character": 0}
WHOLE = {"start": START, "end": {"line": 30, "character": 0}}
OF_A_FILE: dict[str, dict[str, Any]] = {
    "textDocument/documentSymbol": {},
    "textDocument/semanticTokens/full": {},
    "textDocument/semanticTokens/full/delta": {"previousResultId": "1"},
    "textDocument/semanticTokens/range": {"range": WHOLE},
    "textDocument/foldingRange": {},
    "textDocument/codeLens": {},
    "textDocument/inlayHint": {"range": WHOLE},
    "textDocument/codeAction": {"range": WHOLE, "context": {"diagnostics": []}},
    "textDocument/selectionRange": {"positions": [START]},
}
OF_A_PLACE: dict[str, dict[str, Any]] = {
    "textDocument/hover": {},
    "textDocument/definition": {},
    "textDocument/references": {"context": {"includeDeclaration": True}},
    "textDocument/documentHighlight": {},
    "textDocument/completion": {},
    "textDocument/signatureHelp": {},
    "textDocument/prepareRename": {},
    "textDocument/rename": {"newName": "fresh"},
    "textDocument/prepareCallHierarchy": {},
}


async def ask(client: LanguageClient, document: Document, method: str, params: dict[str, Any]) -> Any:
    whole = {"textDocument": {"uri": document.uri}, **params}
    kind = lsp.METHOD_TO_TYPES[method][2]
    assert kind is not None
    return await client.protocol.send_request_async(method, CONVERTER.structure(whole, kind))


def at(document: Document, marked: str) -> dict[str, Any]:
    position = document.position(marked)
    return {"position": {"line": position.line, "character": position.character}}


@pytest.mark.parametrize("text", [PYTHON, IMPORTS], ids=["python", "imports"])
@pytest.mark.parametrize("method", OF_A_FILE)
async def test_a_file_without_a_script_is_left_to_others(client: LanguageClient, text: str, method: str) -> None:
    assert await ask(client, Document(client, text), method, OF_A_FILE[method]) is None


PLACES = ["def $0join", "import $0os", "first, $0second)\n\n", "$0join(sys", "os$0.path"]
OF_MIXED = [
    *PLACES,
    "tir as $0T",
    "@$0T.prim_func",
    "$0T.float32",
    "import $0extent",
    "range($0extent)",
    "join(f, $0count)",
    "$0total =",
]


@pytest.mark.parametrize("text", [PYTHON, IMPORTS], ids=["python", "imports"])
@pytest.mark.parametrize("method", OF_A_PLACE)
async def test_names_of_a_file_without_a_script_are_left_to_others(
    client: LanguageClient, text: str, method: str
) -> None:
    document = Document(client, text)
    for place in PLACES:
        assert await ask(client, document, method, {**at(document, place), **OF_A_PLACE[method]}) is None, place


OF_NAMES = sorted(set(OF_A_PLACE) - {"textDocument/completion", "textDocument/signatureHelp"})


@pytest.mark.parametrize("method", OF_NAMES)
async def test_names_of_python_beside_a_script_are_left_to_others(client: LanguageClient, method: str) -> None:
    document = Document(client, MIXED)
    for place in OF_MIXED:
        assert await ask(client, document, method, {**at(document, place), **OF_A_PLACE[method]}) is None, place


async def test_completion_and_signatures_of_python_beside_a_script_are_left_to_others(client: LanguageClient) -> None:
    document = Document(client, MIXED + "\n\ndef more(x):\n    \n    join(\n")
    for place in ["def more(x):\n    $0\n", "    join($0\n", "$0total =", "total = join(f, c$0ount)"]:
        for method in ("textDocument/completion", "textDocument/signatureHelp"):
            assert await ask(client, document, method, at(document, place)) is None, (method, place)


async def test_what_is_of_the_script_is_answered_beside_python(client: LanguageClient) -> None:
    document = Document(client, MIXED)
    for method, params in OF_A_FILE.items():
        if method != "textDocument/inlayHint":
            assert await ask(client, document, method, params), method
    for method, params in OF_A_PLACE.items():
        place = {"textDocument/signatureHelp": "float32($00)", "textDocument/prepareCallHierarchy": "def $0f("}
        where = at(document, place.get(method, "$0A[i] ="))
        assert await ask(client, document, method, {**where, **params}), method


async def test_names_are_offered_on_a_blank_line_of_a_script(client: LanguageClient) -> None:
    document = Document(client, MIXED.replace("        A[i] =", "        \n        A[i] ="))
    found = await ask(client, document, "textDocument/completion", at(document, "(extent):\n        $0"))
    assert {"A", "i"} <= {item.label for item in found.items}


PROFILED = MIXED.replace("from elsewhere import extent", "extent = 8")


@pytest.mark.slow
async def test_after_a_profile_python_is_still_left_to_others(client: LanguageClient) -> None:
    document, plain = Document(client, PROFILED), Document(client, PYTHON)
    params = lsp.ExecuteCommandParams("tilewright.server.profile", [{"uri": document.uri, "name": "f", "repeat": 1}])
    report = await client.workspace_execute_command_async(params)
    assert isinstance(report, dict)
    assert report["ok"], report
    shown = await ask(client, document, "textDocument/inlayHint", OF_A_FILE["textDocument/inlayHint"])
    assert [each.position.line for each in shown] == [document.position("$0for i in").line]
    for method in OF_NAMES:
        more = OF_A_PLACE[method]
        for place in (*PLACES, "join(f, $0count)", "$0total ="):
            assert await ask(client, document, method, {**at(document, place), **more}) is None, (place, method)
    for method, more in OF_A_FILE.items():
        assert await ask(client, plain, method, more) is None, method
