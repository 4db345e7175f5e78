"""Build and run through the real server: results, sizes, unsaved text, captured values, crashes, time limit, cancellation, progress."""

from __future__ import annotations

import asyncio
import time

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.programs import HEADER, MATMUL, MODULE
from tests.server.session import Document, vscode_capabilities

pytestmark = pytest.mark.asyncio(loop_scope="module")

ENDLESS = (
    HEADER
    + '@T.prim_func\ndef endless(A: T.Buffer((1,), "int32")):\n    while A[0] == A[0]:\n        A[0] = A[0] + 1\n'
)
CAPTURED = (
    HEADER
    + 'import math\n\n\ndef size():\n    print("computing the size")\n    return math.comb(4, 2)\n\n\nN = size()\n\n\n'
    + '@T.prim_func\ndef f(A: T.Buffer((N,), "int32")):\n    for i in range(N):\n        A[i] = i\n'
)


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient):
    capabilities = vscode_capabilities()
    options = {"settings": {"run": {"repeat": 2, "symbolicSize": 24}}}
    params = lsp.InitializeParams(
        capabilities=capabilities, root_uri="file:///programs", initialization_options=options
    )
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


async def test_a_run_reports_time_rates_and_outputs(client: LanguageClient) -> None:
    report = await Document(client, MATMUL).run("matmul")
    assert report["ok"], report["text"]
    assert "GFLOP/s" in report["title"]
    for words in ("GB/s", "input    A: 128×96 float32", "output   C: 128×64 float32", "min", "seed 0"):
        assert words in report["text"]


async def test_the_same_seed_gives_the_same_data(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    outputs = [(await document.run("matmul", seed=seed))["text"].split("output")[1] for seed in (1, 1, 2)]
    assert outputs[0] == outputs[1] != outputs[2]


async def test_the_text_in_the_editor_counts_saved_or_not(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    document.replace(MATMUL.replace("T.float32(0)", "T.float32(1000)"))
    report = await document.run("matmul")
    assert "mean 1" in report["text"].split("output")[1].replace("mean 99", "mean 1")


async def test_sizes_are_planned_asked_and_used(client: LanguageClient) -> None:
    document = Document(client, MODULE)
    plan = await client.protocol.send_request_async("tilewright/runPlan", {"uri": document.uri, "name": "Mod.helper"})
    assert [(symbol.name, symbol.default) for symbol in plan.symbols] == [("n", 24)]
    assert [(parameter.name, parameter.kind, parameter.dtype) for parameter in plan.parameters] == [
        ("X", "buffer", "float32"),
        ("n", "scalar", "int32"),
    ]
    report = await document.run("Mod.helper", sizes={"n": 7})
    assert report["ok"], report["text"]
    assert "in/out   X: 7 float32" in report["text"]


async def test_a_wrong_size_is_explained(client: LanguageClient) -> None:
    report = await Document(client, MODULE).run("Mod.helper", sizes={"q": 7})
    assert not report["ok"]
    assert "`q` is not a symbolic size" in report["title"]


async def test_captured_values_are_computed_by_running_the_file(client: LanguageClient) -> None:
    report = await Document(client, CAPTURED).run("f")
    assert report["ok"], report["text"]
    assert "output   A: 6 int32" in report["text"]
    assert "computing the size" in report["text"]


async def test_mistakes_are_shown_in_place_of_a_run(client: LanguageClient) -> None:
    report = await Document(client, MATMUL.replace("T.grid", "T.grod")).run("matmul")
    assert not report["ok"]
    assert "grod" in report["text"]
    assert ":7:" in report["text"]


async def test_unknown_functions_and_documents(client: LanguageClient) -> None:
    document = Document(client, MATMUL)
    report = await document.run("matmull")
    assert not report["ok"]
    assert "Did you mean `matmul`?" in report["title"]
    closed = Document(client, MATMUL)
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(text_document=closed.identifier))
    assert not (await closed.run("matmul"))["ok"]


async def test_an_exception_of_the_file_is_shown(client: LanguageClient) -> None:
    report = await Document(client, CAPTURED.replace("return math.comb(4, 2)", "raise KeyError('lost')")).run("f")
    assert not report["ok"]
    assert "KeyError" in report["title"]


async def test_a_crash_is_told_in_words(client: LanguageClient) -> None:
    program = CAPTURED.replace("return math.comb(4, 2)", "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    report = await Document(client, program).run("f")
    assert not report["ok"]
    assert "SIGSEGV" in report["title"]
    assert "memory outside" in report["text"]


async def test_the_time_limit_ends_an_endless_loop(client: LanguageClient) -> None:
    begun = time.monotonic()
    report = await Document(client, ENDLESS).run("endless", timeout=3)
    assert not report["ok"]
    assert "stopped after 3 s" in report["title"]
    assert time.monotonic() - begun < 15


async def test_cancelling_the_request_ends_the_run_and_the_server_stays(client: LanguageClient) -> None:
    document = Document(client, ENDLESS)
    params = lsp.ExecuteCommandParams(
        command="tilewright.server.buildAndRun", arguments=[{"uri": document.uri, "name": "endless"}]
    )
    request = asyncio.ensure_future(client.protocol.send_request_async("workspace/executeCommand", params, "run-1"))
    await asyncio.sleep(0.5)
    client.cancel_request(lsp.CancelParams(id="run-1"))
    with pytest.raises(Exception, match="cancel"):
        await asyncio.wait_for(request, 10)
    assert "int32" in await document.hover("$0A[0] = A")


async def test_progress_is_shown_and_its_button_cancels(client: LanguageClient) -> None:
    client.progress_reports.clear()
    document = Document(client, ENDLESS)
    request = asyncio.ensure_future(document.run("endless"))
    for _ in range(500):
        if any(len(values) > 1 for values in client.progress_reports.values()):
            break
        await asyncio.sleep(0.02)
    ((token, values),) = client.progress_reports.items()
    assert isinstance(values[0], lsp.WorkDoneProgressBegin)
    assert values[0].cancellable
    client.window_work_done_progress_cancel(lsp.WorkDoneProgressCancelParams(token=token))
    report = await asyncio.wait_for(request, 10)
    assert report["title"] == "endless: cancelled"
    assert isinstance(values[-1], lsp.WorkDoneProgressEnd)


async def test_an_editor_that_ignores_the_result_is_told_by_messages(client: LanguageClient) -> None:
    client.messages.clear()
    report = await Document(client, MATMUL).run("matmul")
    assert [message.message for message in client.messages] == [report["title"]]
    assert report["text"] in client.log_messages[-1].message
