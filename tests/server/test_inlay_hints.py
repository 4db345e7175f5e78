"""Inlay hints of TensorIR over the wire: dtypes, and with their settings domains and regions."""

from __future__ import annotations

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.session import Document, vscode_capabilities

TEXT = """\
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((8, 6), "float32"), B: T.Buffer((8,), "float16"), n: T.int64):
    half = n // 2
    whole: T.int64 = n
    three = T.int32(3)
    T.evaluate(half + whole + T.Cast("int64", three))
    for i, k in T.grid(8, 6):
        with T.block("sum"):  # over rows
            vi, vk = T.axis.remap(
                "SR", [i, k]
            )
            with T.init():
                B[vi] = T.float16(0)
            twice = A[vi, vk] * T.float32(2)
            B[vi] = B[vi] + T.cast(twice, "float16")
    for i in range(8):
        with T.block("said"):
            vi = T.axis.spatial(8, i)
            T.reads(A[vi, 0:6])
            T.writes(B[vi])
            B[vi] = T.cast(A[vi, vi % 6], "float16")
"""


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient):
    await lsp_client.initialize_session(
        lsp.InitializeParams(capabilities=vscode_capabilities(), root_uri="file:///programs")
    )
    yield
    await lsp_client.shutdown_session()


async def hints(client: LanguageClient, text: str, **settings: bool) -> dict[str, lsp.InlayHint]:
    """The hints by the text of the line before them."""
    change = lsp.DidChangeConfigurationParams(settings={"tilewright": {"inlayHints": settings}})
    client.workspace_did_change_configuration(change)
    document = Document(client, text)
    lines = text.split("\n")
    whole = lsp.Range(start=lsp.Position(line=0, character=0), end=lsp.Position(line=len(lines), character=0))
    params = lsp.InlayHintParams(text_document=document.identifier, range=whole)
    found = await client.text_document_inlay_hint_async(params)
    return {lines[each.position.line][: each.position.character].strip(): each for each in found or ()}


async def shown(client: LanguageClient, text: str, **settings: bool) -> dict[str, str]:
    return {before: str(hint.label) for before, hint in (await hints(client, text, **settings)).items()}


@pytest.mark.asyncio
async def test_dtypes_stand_behind_variables_that_do_not_say_them(client: LanguageClient) -> None:
    assert await shown(client, TEXT) == {"half": ": int64", "twice": ": float32"}


@pytest.mark.asyncio
async def test_domains_and_regions_stand_behind_lines_that_leave_them_unsaid(client: LanguageClient) -> None:
    assert await shown(client, TEXT, enabled=False, domains=True, regions=True) == {
        ")": "  vi in [0, 8), vk in [0, 6)",
        'with T.block("sum"):  # over rows': "  reads A[vi, vk], writes B[vi]",
    }


@pytest.mark.asyncio
async def test_a_function_with_a_mistake_keeps_the_hints_that_are_known(client: LanguageClient) -> None:
    broken = TEXT.replace("B[vi] + T.cast", "B[vi] + T.cats")
    assert await shown(client, broken, domains=True, regions=True) == {
        "half": ": int64",
        "twice": ": float32",
        ")": "  vi in [0, 8), vk in [0, 6)",
    }


@pytest.mark.asyncio
async def test_a_long_hint_is_cut_and_said_whole_in_the_tooltip(client: LanguageClient) -> None:
    names = [f"buffer_{at}" for at in range(8)]
    text = "from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(" + ", ".join(
        f'{name}: T.Buffer((8,), "float32")' for name in names
    )
    text += "):\n    for i in range(8):\n        with T.block('b'):\n            vi = T.axis.S(8, i)\n"
    text += f"            {names[0]}[vi] = {' + '.join(f'{name}[vi]' for name in names[1:])}\n"
    (hint,) = (await hints(client, text, regions=True)).values()
    assert len(hint.label) < 70
    assert hint.tooltip == f"reads {', '.join(f'{name}[vi]' for name in names[1:])}, writes {names[0]}[vi]"
    assert str(hint.tooltip).startswith(str(hint.label).strip(" …"))
