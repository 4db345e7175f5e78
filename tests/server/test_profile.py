"""Profiles through a real server: the figures of each loop nest as inlay hints, until the next edit, beside those of the profile before."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.programs import HEADER, MATMUL
from tests.server.session import Document

pytestmark = pytest.mark.asyncio(loop_scope="module")

TWO = (
    HEADER
    + """\
@T.prim_func
def two(a: T.handle, C: T.Buffer((64, 64), "float32")):
    n = T.int32()
    A = T.match_buffer(a, (n, 64), "float32")
    B = T.alloc_buffer((64, 64))
    for i, j in T.grid(64, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi % n, vj] * T.float32(2)
    # the product
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + B[vi, vk] * B[vk, vj]
"""
)


async def profile(document: Document, name: str, **more: Any) -> dict[str, Any]:
    params = lsp.ExecuteCommandParams("tilewright.server.profile", [{"uri": document.uri, "name": name, **more}])
    report = await document.client.workspace_execute_command_async(params)
    assert isinstance(report, dict)
    return report


async def hints(document: Document) -> dict[int, str]:
    """The hints by line."""
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(document.text.count("\n"), 0))
    found = await document.client.text_document_inlay_hint_async(lsp.InlayHintParams(document.identifier, whole))
    return {each.position.line: str(each.label) for each in found or ()}


async def test_each_loop_nest_has_its_figures_until_the_next_edit(client: LanguageClient) -> None:
    document = Document(client, TWO)
    assert await hints(document) == {}
    report = await profile(document, "two", sizes={"n": 16}, repeat=2)
    assert report["ok"], report["text"]
    assert [part["name"] for part in report["data"]["parts"]] == ["B", "C"]
    assert [part["flops"] for part in report["data"]["parts"]] == [64 * 64, 2 * 64**3]
    shown = await hints(document)
    first, second = (document.position(place).line for place in ("$0for i, j in", "$0for i, j, k"))
    assert [*shown] == [first, second]
    for text in shown.values():
        assert all(word in text for word in ("s, ", " %", "GFLOP/s", "GB/s"))
        assert "before" not in text
    await profile(document, "two", repeat=2)
    assert all("before" in text for text in (await hints(document)).values())
    document.edit((0, 0), (0, 0), "# a comment\n")
    assert await hints(document) == {}


async def test_hovers_say_the_share_of_the_roofline(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    assert "roofline of this machine (" in await document.hover('T.block("$0C")')
    before = await document.hover("for $0i, j, k")
    assert "GFLOP/s" in before
    assert "bound by " in before
    assert "reached" not in before
    await profile(document, "matmul", repeat=1)
    assert "% of that" in await document.hover("for $0i, j, k")
    for _ in range(500):
        if "(measured)" in await document.hover("for $0i, j, k"):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(await document.hover("for $0i, j, k"))


async def test_hovers_of_functions_say_what_the_compiler_does_with_them(client: LanguageClient) -> None:
    said = await Document(client, MATMUL).hover("def $0matmul")
    assert "**default schedule**" in said
    assert "`C`: tiles of " in said
    assert "threads" in said
    assert "default schedule" not in await Document(client, MATMUL.replace("T.grid", "T.grod")).hover("def $0matmul")


async def test_a_function_of_one_nest_is_timed_as_a_whole(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    report = await profile(document, "matmul", repeat=1)
    (part,) = report["data"]["parts"]
    assert (part["name"], part["line"]) == ("C", document.position("$0for i, j, k").line)


GRAPH = f"""{HEADER}from tilewright.script import relax as R


@R.function
def g(x: R.Tensor((4, 8), "float32")) -> R.Tensor((4, 8), "float32"):
    return R.nn.softmax(x)
"""


async def test_a_graph_has_a_line_for_each_kernel_that_it_calls(client: LanguageClient) -> None:
    document = Document(client, GRAPH)
    report = await profile(document, "g", repeat=2)
    assert report["ok"], report["text"]
    assert report["title"].endswith(", 1 call")
    assert [line.split()[0] for line in report["text"].splitlines()] == ["softmax", "between", "whole"]
    assert report["data"]["parts"] == []
    assert await hints(document) == {}


GPU = f"""{HEADER}@T.prim_func
def on_gpu(A: T.Buffer((32,), "float32")):
    for i in T.thread_binding(32, thread="threadIdx.x"):
        A[i] = A[i] + T.float32(1)
"""


async def test_what_cannot_be_profiled_says_why(client: LanguageClient) -> None:
    assert "2 errors" in (await profile(Document(client, TWO.replace("T.grid", "T.grod")), "two"))["title"]
    report = await profile(Document(client, GPU), "on_gpu")
    assert report["ok"] is False
    assert "threadIdx.x" in report["title"] + report["text"]


async def test_the_time_limit_holds(client: LanguageClient) -> None:
    endless = (
        f'{HEADER}@T.prim_func\ndef f(A: T.Buffer((1,), "int32")):\n    while A[0] == A[0]:\n        A[0] = A[0] + 1\n'
    )
    report = await asyncio.wait_for(profile(Document(client, endless), "f", timeout=2), 20)
    assert "stopped after 2 s" in report["title"]
    assert "before all loop nests had been timed" in report["text"]
