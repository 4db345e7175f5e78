"""The arguments of runs through a real server: data that is chosen, the reference, what is remembered; graphs; the result on the lens."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.programs import HEADER
from tests.server.session import Document

pytestmark = pytest.mark.asyncio(loop_scope="module")

TWICE = (
    HEADER
    + """\
from tilewright.script import relax as R


@T.prim_func
def twice(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in range(n):
        B[i] = A[i] * T.float32(2)


@R.function
def graph(x: R.Tensor((4,), "float32")):
    y = R.add(x, x)
    return y


def doubled(a):
    return a + a


def wrong(a):
    return a


def endless(a):
    return a + float("inf")
"""
)


def output(report: dict[str, str]) -> str:
    return report["text"].partition("output")[2]


@pytest.mark.parametrize(
    ("data", "values"),
    [("ones", "[2, 2, 2, 2]"), ("zeros", "[0, 0, 0, 0]"), ({"A": "arange"}, "[0, 2, 4, 6]")],
)
async def test_data_of_a_kind(client: LanguageClient, data: object, values: str) -> None:
    report = await Document(client, TWICE).run("twice", sizes={"n": 4}, data=data, repeat=1)
    assert values in output(report)


async def test_data_of_a_file_gives_the_sizes_too(client: LanguageClient, tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([1, 2, 3], "float32"))
    np.save(tmp_path / "other.npy", np.array([1, 2, 3], "int8"))
    document = Document(client, TWICE, uri=(tmp_path / "program.py").as_uri())
    report = await document.run("twice", data={"A": "a.npy"}, repeat=1)
    assert "[2, 4, 6]" in output(report)
    assert "its file holds (3,) int8" in (await document.run("twice", data={"A": "other.npy"}))["title"]
    assert "cannot be read" in (await document.run("twice", data={"A": "none.npy"}))["title"]
    assert "no data for `A`" in (await document.run("twice", data={"A": "noise"}))["title"]
    assert "no parameter `C`" in (await document.run("twice", data={"C": "ones"}))["title"]


async def test_the_reference_is_chosen(client: LanguageClient) -> None:
    document = Document(client, TWICE)
    for reference, said in (
        ("doubled", "compared equal to `doubled`"),
        ("interpreter", "compared equal to the interpreter"),
    ):
        assert said in (await document.run("twice", reference=reference, repeat=1))["text"]
    assert "compared" not in (await document.run("twice", reference="none", repeat=1))["text"]
    assert "differs from `wrong`" in (await document.run("twice", reference="wrong", repeat=1))["title"]
    assert "no function `nowhere`" in (await document.run("twice", reference="nowhere", repeat=1))["title"]
    endless = await document.run("twice", reference="endless", repeat=1)
    assert "differs from `endless`" in endless["title"]
    assert endless["data"]["compared"]["largest"] is None


async def test_arguments_are_remembered(client: LanguageClient) -> None:
    document = Document(client, TWICE)
    await document.run("twice", sizes={"n": 5}, data="ones", reference="doubled", repeat=1)
    again = await document.run("twice", repeat=1)
    assert "[2, 2, 2, 2, 2]" in output(again)
    assert "equal to `doubled`" in again["text"]
    plan = await client.protocol.send_request_async("tilewright/runPlan", {"uri": document.uri, "name": "twice"})
    assert [(symbol.name, symbol.default) for symbol in plan.symbols] == [("n", 5)]
    assert (plan.data, plan.reference, [*plan.references]) == ("ones", "doubled", ["doubled", "wrong", "endless"])


async def test_a_graph_is_run_and_compared(client: LanguageClient) -> None:
    report = await Document(client, TWICE).run("graph", data={"x": "arange"}, reference="doubled", repeat=1)
    assert report["ok"], report
    assert "[0, 2, 4, 6]" in report["text"]
    assert "equal to `doubled`" in report["text"]
    assert "differs" in (await Document(client, TWICE).run("graph", reference="wrong", repeat=1))["title"]
    assert "functions of TensorIR" in (await Document(client, TWICE).run("graph", reference="interpreter"))["title"]


async def test_the_result_is_shown_on_the_lens_until_the_next_edit(client: LanguageClient) -> None:
    document = Document(client, TWICE)

    async def titles() -> list[str]:
        found = await client.text_document_code_lens_async(lsp.CodeLensParams(document.identifier))
        return [each.command.title for each in found or () if each.command is not None]

    assert await titles() == ["▶ Build and run", "Profile", "▶ Build and run"]
    await document.run("twice", repeat=1)
    await document.run("graph", reference="wrong", repeat=1)
    first, _, second = await titles()
    assert first.startswith("▶ Build and run: ✓ ")
    assert "GFLOP/s" in first
    assert second.startswith("▶ Build and run: ✗ differs from `wrong`")
    document.edit((0, 0), (0, 0), "# a comment\n")
    assert (await titles())[0] == "▶ Build and run"
