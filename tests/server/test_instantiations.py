"""Functions that make kernels, read for the values with which the file calls them: through a real server."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.programs import HEADER
from tests.server.session import Document, published
from tilewright.core.analyze import analyze
from tilewright.core.describe import factories

pytestmark = pytest.mark.asyncio(loop_scope="module")

PROGRAM = (
    HEADER
    + """\
N = 8


def make(n, dtype="float32"):
    m = n // 2

    @T.prim_func
    def kernel(A: T.Buffer((n,), dtype), B: T.Buffer((m,), dtype)):
        for i in range(m):
            B[i] = A[i + 9]

    return kernel


small = make(16)


def test():
    return make(2 * N + 4, dtype="int8"), make(unknown)
"""
)


async def lenses(client: LanguageClient, document: Document) -> dict[str, lsp.Command]:
    found = await client.text_document_code_lens_async(lsp.CodeLensParams(document.identifier))
    return {each.command.title: each.command for each in found or () if each.command is not None}


async def until_said(document: Document, message: str) -> None:
    await published(document.client, document.uri, lambda found: [each.message for each in found] == [message])


async def choose(client: LanguageClient, command: lsp.Command) -> None:
    params = lsp.ExecuteCommandParams(command=command.command, arguments=[*(command.arguments or ())])
    await client.workspace_execute_command_async(params)


async def test_an_instantiation_is_chosen_and_given_up(client: LanguageClient) -> None:
    document = Document(client, PROGRAM)
    (general,) = await document.diagnostics(1)
    assert "n = 2" in general.message
    offered = await lenses(client, document)
    assert [*offered] == [
        "▶ Build and run make(n=16, dtype='float32')",
        "▶ Build and run make(n=20, dtype='int8')",
        "● all values",
        "○ make(n=16, dtype='float32')",
        "○ make(n=20, dtype='int8')",
    ]
    await choose(client, offered["○ make(n=20, dtype='int8')"])
    await document.diagnostics(0)
    assert '(20,), "int8"' in await document.hover("$0A: T.Buffer")
    assert "[0, 10)" in await document.hover("for $0i")
    now = await lenses(client, document)
    assert "▶ Build and run" in now
    await choose(client, now["○ make(n=16, dtype='float32')"])
    await until_said(
        document, "`A[i + 9]` reaches 16 when i = 7, and `A` has 16 elements, in `make(n=16, dtype='float32')`"
    )
    await choose(client, (await lenses(client, document))["○ all values"])
    await until_said(document, general.message)


async def test_what_is_wrong_for_one_call_only_is_said_with_the_call(client: LanguageClient) -> None:
    """With unknown parameters nothing is known of the shift."""
    program = PROGRAM.replace("i + 9", "i + SHIFT[n]").replace("N = 8", "N = 8\nSHIFT = {16: 0, 20: 12}")
    document = Document(client, program)
    (found,) = await document.diagnostics(1)
    assert found.code == "index-out-of-bounds"
    assert "reaches 21 when i = 9" in found.message
    assert "in `make(n=20, dtype='int8')`" in found.message


async def test_an_instantiation_is_run(client: LanguageClient) -> None:
    document = Document(client, PROGRAM)
    report = await document.run("make.kernel", repeat=1, given={"make": {"n": 20, "dtype": "int8"}})
    assert report["ok"], report
    assert "int8" in report["text"]
    plan = await client.protocol.send_request_async(
        "tilewright/runPlan", {"uri": document.uri, "name": "make.kernel", "given": {"make": {"n": 20}}}
    )
    assert not plan.symbols


async def test_the_stages_are_those_of_the_instantiation(client: LanguageClient) -> None:
    """The one that is asked for, else the one that is chosen, else the first one of the file."""
    document = Document(client, PROGRAM.replace("i + 9", "i + 8"))

    async def stages(call: str = "") -> str:
        question = {"uri": document.uri, "name": "make.kernel", "call": call}
        answer = await client.protocol.send_request_async("tilewright/explore", question)
        return answer.stages[0].text

    assert "range(8)" in await stages()
    await choose(client, (await lenses(client, document))["○ make(n=20, dtype='int8')"])
    assert "range(10)" in await stages()
    assert "range(32)" in await stages("make(64)")


@pytest.mark.parametrize(
    ("call", "values"),
    [
        ("make(1)", {"n": 1, "k": None}),
        ("make(n=-1, k='x')", {"n": -1, "k": "x"}),
        ("make((1, N), k=N * 2)", {"n": (1, 8), "k": 16}),
        ("make()", None),
        ("make(1, 2, 3)", None),
        ("make(1, j=2)", None),
        ("make(*x)", None),
        ("make(unknown)", None),
        ("make('a' * 2)", None),
        ("make(1 // 0)", None),
    ],
)
async def test_values_of_a_call(call: str, values: dict[str, object] | None) -> None:
    text = f"{HEADER}N = 8\n\ndef make(n, k=None):\n    @T.prim_func\n    def f(A: T.Buffer((8,))):\n        A[0] = 1.0\n    return f\n\n{call}\n"
    found = [each for factory in factories(analyze(text)) for each in factory.instantiations.values()]
    assert found == ([] if values is None else [values])
