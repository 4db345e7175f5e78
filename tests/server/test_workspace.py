"""Rename and references across the files of a workspace, through a real server."""

from __future__ import annotations

from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.session import Document, vscode_capabilities

pytestmark = pytest.mark.asyncio(loop_scope="module")

KERNELS = """\
from tvm.script import ir as I
from tvm.script import tir as T

__all__ = ["Module", "scale"]


@T.prim_func
def scale(A: T.Buffer((4,), "float32")):
    A[0] = T.float32(1)


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4,), "float32")):
        A[0] = T.float32(1)


def build():
    return scale, Module["main"]
"""
# Each `<name>` is what a rename of `scale` changes, each `{name}` what a rename of `Module`, each `[[main]]` what one of its function.
FILES = {
    "package/__init__.py": "from .kernels import *\nfrom .kernels import <scale> as public\n\nfirst = <scale>\n",
    "package/other.py": "from package import <scale>, {Module}\n\n\ndef use(<x>=1):\n    return <scale>, {Module}[`[[main]]`]\n",
    "user.py": (
        "import package.kernels\nimport package.kernels as k\nfrom package import kernels\n\n\ndef use():\n"
        "    def scale(): pass\n    scale = 1\n"
        "    return package.kernels.<scale>, k.<scale>, kernels.<scale>, scale, k.{Module}.[[main]], package.scaled\n"
    ),
    "alias.py": "from package.kernels import <scale> as s, {Module} as M\n\nscale = (s, M.[[main]], M.other)\n",
    "elsewhere/kernels.py": "def scale(): pass\n",
    "elsewhere/user.py": "from .kernels import scale\n\nscale()\n",
    "node_modules/user.py": "from package.kernels import scale\n",
}


def plain(text: str) -> str:
    for mark in ("<x>", "[[", "]]", "<", ">", "{", "}"):
        text = text.replace(mark, "x" if mark == "<x>" else "")
    return text.replace("`", '"')


def renamed(text: str, opening: str, closing: str, new: str) -> str:
    """The text with what stands between the marks replaced."""
    pieces = text.replace("<x>", "x").split(opening)
    kept = [pieces[0], *(new + piece.split(closing, 1)[1] for piece in pieces[1:])]
    return plain("".join(kept))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("a workspace")
    for name, text in {**FILES, "package/kernels.py": KERNELS}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(plain(text), encoding="utf-8")
    return root


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient, folder: Path):
    await lsp_client.initialize_session(
        lsp.InitializeParams(
            capabilities=vscode_capabilities(),
            workspace_folders=[lsp.WorkspaceFolder(uri=folder.as_uri(), name="w")],
        )
    )
    yield
    await lsp_client.shutdown_session()


@pytest.fixture(scope="module")
def kernels(client: LanguageClient, folder: Path) -> Document:
    return Document(client, KERNELS, uri=(folder / "package/kernels.py").as_uri())


async def rename(client: LanguageClient, document: Document, marked: str, new: str) -> dict[str, list[lsp.TextEdit]]:
    params = lsp.RenameParams(new_name=new, **document.at(marked))
    found = await client.text_document_rename_async(params)
    assert found is not None
    edits: dict[str, list[lsp.TextEdit]] = {}
    for change in found.document_changes or ():
        assert isinstance(change, lsp.TextDocumentEdit)
        assert change.text_document.version == (document.version if change.text_document.uri == document.uri else None)
        edits[change.text_document.uri] = [edit for edit in change.edits if isinstance(edit, lsp.TextEdit)]
    return edits


def applied(text: str, edits: list[lsp.TextEdit]) -> str:
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda each: (each.range.start.line, each.range.start.character), reverse=True):
        start, end = edit.range.start, edit.range.end
        line = lines[start.line]
        lines[start.line] = line[: start.character] + edit.new_text + line[end.character :]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("marked", "opening", "closing", "new"),
    [
        ("def $0scale(", "<", ">", "renamed"),
        ("class $0Module", "{", "}", "Renamed"),
        ("def $0main(", "[[", "]]", "renamed"),
    ],
)
async def test_a_rename_follows_imports(
    client: LanguageClient, folder: Path, kernels: Document, marked: str, opening: str, closing: str, new: str
) -> None:
    edits = await rename(client, kernels, marked, new)
    for name, text in FILES.items():
        found = applied(plain(text), edits.pop((folder / name).as_uri(), []))
        assert found == renamed(text, opening, closing, new), name
    here = applied(KERNELS, edits.pop(kernels.uri))
    old = marked.split("$0")[1].rstrip("(")
    assert old not in here
    assert here.replace(new, old) == KERNELS
    assert edits == {}


async def test_references_are_those_of_all_files(client: LanguageClient, folder: Path, kernels: Document) -> None:
    params = lsp.ReferenceParams(context=lsp.ReferenceContext(include_declaration=True), **kernels.at("def $0scale("))
    found = await client.text_document_references_async(params)
    assert found is not None
    names = [Path(place.uri).name for place in found]
    assert {name: names.count(name) for name in names} == {
        "kernels.py": 3,
        "__init__.py": 2,
        "other.py": 2,
        "user.py": 3,
        "alias.py": 1,
    }


async def test_a_name_that_another_file_uses_already_is_refused(
    client: LanguageClient, folder: Path, kernels: Document
) -> None:
    with pytest.raises(JsonRpcException, match=r"`use` already stands for something else in other.py, on line 4"):
        await rename(client, kernels, "def $0scale(", "use")


async def test_a_file_as_it_is_in_the_editor_counts(client: LanguageClient, folder: Path, kernels: Document) -> None:
    uri = (folder / "open.py").as_uri()
    other = Document(client, "from package.kernels import scale\n\nprint(scale)\nscale = (scale +\n", uri=uri)
    with pytest.raises(JsonRpcException, match=r"open.py references `scale` on line 4"):
        await rename(client, kernels, "def $0scale(", "renamed")
    other.replace("from package.kernels import scale\n\nprint(scale)\n")
    params = lsp.RenameParams(new_name="renamed", **kernels.at("def $0scale("))
    found = await client.text_document_rename_async(params)
    assert found is not None
    (edit,) = [
        each
        for each in found.document_changes or ()
        if isinstance(each, lsp.TextDocumentEdit) and each.text_document.uri == uri
    ]
    assert edit.text_document.version == 2
    assert len(edit.edits) == 2
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(text_document=other.identifier))


async def test_folders_come_and_go(client: LanguageClient, folder: Path, tmp_path: Path, kernels: Document) -> None:
    (tmp_path / "more.py").write_text("import sys\n\nfrom package.kernels import scale\n", encoding="utf-8")
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "kernels.py").write_text(KERNELS, encoding="utf-8")
    own = Document(client, KERNELS, uri=(tmp_path / "package" / "kernels.py").as_uri())
    added = lsp.WorkspaceFolder(uri=tmp_path.as_uri(), name="more")
    for event, files in (
        (lsp.WorkspaceFoldersChangeEvent(added=[added], removed=[]), {"kernels.py", "more.py"}),
        (lsp.WorkspaceFoldersChangeEvent(added=[], removed=[added]), {"kernels.py"}),
    ):
        client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(event=event))
        edits = await rename(client, own, "def $0scale(", "renamed")
        assert {Path(uri).name for uri in edits} == files


async def test_symbols_of_files_that_are_not_open(client: LanguageClient, folder: Path) -> None:
    (folder / "closed.py").write_text(
        "def test():\n    " + KERNELS.replace("\n", "\n    ").replace("scale", "höhe"), encoding="utf-8"
    )
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query=""))
    symbols = [each for each in found or () if each.location.uri == (folder / "closed.py").as_uri()]
    assert [(each.name, each.kind, each.container_name) for each in symbols] == [
        ("höhe", lsp.SymbolKind.Function, None),
        ("Module", lsp.SymbolKind.Module, None),
        ("main", lsp.SymbolKind.Function, "Module"),
    ]
    assert isinstance(symbols[0].location, lsp.Location)
    assert symbols[0].location.range.start == lsp.Position(8, 4)
    some = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query="hh"))
    assert [each.name for each in some or ()] == ["höhe"]
    (folder / "closed.py").unlink()


async def test_symbols_are_found_also_by_decorators_that_are_imported_by_name(
    client: LanguageClient, folder: Path
) -> None:
    (folder / "closed.py").write_text(
        "from tvm.script.ir import ir_module\nfrom tvm.script.tir import prim_func\n\n\n@ir_module\nclass Module:\n"
        "    @prim_func(private=True)\n    def main(a: T.handle):\n        pass\n",
        encoding="utf-8",
    )
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query=""))
    symbols = [each for each in found or () if each.location.uri == (folder / "closed.py").as_uri()]
    assert [(each.name, each.kind) for each in symbols] == [
        ("Module", lsp.SymbolKind.Module),
        ("main", lsp.SymbolKind.Function),
    ]
    (folder / "closed.py").unlink()
