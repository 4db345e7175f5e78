"""Declaration, type definition, implementation, definitions in imported files, inline values: through a real server."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.session import Document, vscode_capabilities

pytestmark = pytest.mark.asyncio(loop_scope="module")

PROGRAM = """\
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T
from package import SIZE, WIDTH as W

M = 3


@I.ir_module
class Mod:
    @T.prim_func
    def scale(a: T.handle, B: T.Buffer((SIZE,), "float32")):
        A = T.match_buffer(a, (SIZE, W), "float32")
        for i in range(SIZE):
            B[i] = A[i, M] + T.exp(B[i])
        for j in range(W):
            B[j] = T.float32(0)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        y = R.nn.softmax(x)
        return y
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("workspace")
    (made / "package").mkdir()
    (made / "package" / "__init__.py").write_text("from .sizes import *\nfrom .sizes import SIZE\n", encoding="utf-8")
    (made / "package" / "sizes.py").write_text("A, SIZE = 1, 8\nWIDTH: int = 4\n", encoding="utf-8")
    return made


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient, folder: Path):
    await lsp_client.initialize_session(
        lsp.InitializeParams(
            capabilities=vscode_capabilities(),
            root_uri=None,
            workspace_folders=[lsp.WorkspaceFolder(folder.as_uri(), "workspace")],
        )
    )
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def document(client: LanguageClient, folder: Path) -> Document:
    return Document(client, PROGRAM, uri=(folder / "user.py").as_uri())


def shown(document: Document, places: Any) -> list[str]:
    """The file, the line and the name of each place."""
    found: list[str] = []
    for place in places or ():
        path = Path(unquote(place.uri.removeprefix("file://")))
        text = document.text if place.uri == document.uri else path.read_text(encoding="utf-8")
        line = text.splitlines()[place.range.start.line]
        found.append(f"{path.name}: {line.strip()}: {line[place.range.start.character : place.range.end.character]}")
    return found


@pytest.mark.parametrize(
    ("use", "place"),
    [
        ("range($0SIZE)", "sizes.py: A, SIZE = 1, 8: SIZE"),
        ("range($0W)", "sizes.py: WIDTH: int = 4: WIDTH"),
        ("A[i, $0M]", "user.py: M = 3: M"),
    ],
)
async def test_definition_leads_into_the_file_that_is_imported(document: Document, use: str, place: str) -> None:
    found = await document.client.text_document_definition_async(lsp.DefinitionParams(**document.at(use)))
    assert shown(document, found) == [place]


@pytest.mark.parametrize(
    ("use", "place"),
    [
        ("range($0W)", "user.py: from package import SIZE, WIDTH as W: W"),
        ("= $0A[i, M]", 'user.py: def scale(a: T.handle, B: T.Buffer((SIZE,), "float32")):: a'),
        ("A[$0i, M]", "user.py: for i in range(SIZE):: i"),
        ("T.$0exp", "tir.pyi: def exp("),
    ],
)
async def test_declaration(document: Document, use: str, place: str) -> None:
    found = await document.client.text_document_declaration_async(lsp.DeclarationParams(**document.at(use)))
    (declared,) = shown(document, found)
    assert declared.startswith(place)


@pytest.mark.parametrize(
    ("use", "name"),
    [
        ("= $0A[i, M]", "Buffer"),
        ("A[$0i, M]", "int32"),
        ("return $0y", "Tensor"),
        ("M] $0+ T", "float32"),
    ],
)
async def test_type_definition_is_in_the_stub(document: Document, use: str, name: str) -> None:
    found = await document.client.text_document_type_definition_async(lsp.TypeDefinitionParams(**document.at(use)))
    (place,) = shown(document, found)
    assert place.endswith(f": {name}")
    assert place.startswith(("tir.pyi", "relax.pyi"))


async def test_implementations(document: Document) -> None:
    async def of(use: str) -> list[str]:
        found = await document.client.text_document_implementation_async(lsp.ImplementationParams(**document.at(use)))
        return shown(document, found)

    assert await of("+ T.exp($0B[i])") == [
        "user.py: B[i] = A[i, M] + T.exp(B[i]): B",
        "user.py: B[j] = T.float32(0): B",
    ]
    (softmax,) = await of("R.nn.$0softmax")
    assert softmax.endswith(": softmax")
    assert "def softmax(" in softmax


async def test_hover_says_what_an_op_lowers_to(document: Document) -> None:
    assert "lowers to TensorIR by `topi.softmax`" in await document.hover("R.nn.$0softmax")
    assert "lowers" in await document.hover("T.$0exp")


async def test_inline_values_are_domains_and_names_of_python(document: Document) -> None:
    stopped = lsp.InlineValueContext(1, lsp.Range(document.position("$0M = 3"), document.position("M$0 = 3")))
    shown_range = lsp.Range(lsp.Position(0, 0), document.position("$0    @R.function"))
    found = await document.client.text_document_inline_value_async(
        lsp.InlineValueParams(document.identifier, shown_range, stopped)
    )
    texts = [each.text for each in found or () if isinstance(each, lsp.InlineValueText)]
    assert texts == ["i in [0, 8)", "j in [0, 4)"]
    looked_up = [each.range.start for each in found or () if isinstance(each, lsp.InlineValueVariableLookup)]
    assert document.position("A[i, $0M]") in looked_up
    assert document.position("range($0W)") in looked_up
