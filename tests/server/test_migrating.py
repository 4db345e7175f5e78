"""Code actions that write functions in another dialect: those of the file, or those at the cursor alone, through a real server."""

from __future__ import annotations

import pytest
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
