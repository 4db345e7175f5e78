"""Tuning at the cursor through a real server: the fastest schedule comes as a change of the text, or the default is said to be the fastest."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.programs import HEADER, MATMUL
from tests.server.session import Connection, Document, vscode_capabilities
from tests.server.test_refactoring import offered
from tilewright.core.analyze import analyze
from tilewright.core.interpret import run
from tilewright.core.ir.function import PrimFunc
from tilewright.runner import process, tune
from tilewright.runner.request import Outcome, TuneRequest
from tilewright_server import tunings
from tilewright_server.server import Server

pytestmark = pytest.mark.asyncio(loop_scope="module")

SMALL = MATMUL.replace("128", "16").replace("96", "12").replace("64)", "8)").replace(" 64,", " 8,")
proposed: list[lsp.ApplyWorkspaceEditParams] = []


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient):
    def apply(_: LanguageClient, params: lsp.ApplyWorkspaceEditParams) -> lsp.ApplyWorkspaceEditResult:
        proposed.append(params)
        return lsp.ApplyWorkspaceEditResult(applied=True)

    lsp_client.feature(lsp.WORKSPACE_APPLY_EDIT)(apply)
    params = lsp.InitializeParams(capabilities=vscode_capabilities(), root_uri="file:///programs")
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


async def tuned(document: Document, name: str, **more: Any) -> dict[str, Any]:
    params = lsp.ExecuteCommandParams("tilewright.server.tune", [{"uri": document.uri, "name": name, **more}])
    report = await document.client.workspace_execute_command_async(params)
    assert isinstance(report, dict)
    return report


async def test_tuning_is_offered_for_functions_of_tensor_ir(client: LanguageClient) -> None:
    action = (await offered(client, Document(client, MATMUL), "for $0i"))["Tune `matmul` here"]
    assert action.command is not None
    assert action.command.command == "tilewright.server.tune"


@pytest.mark.slow
async def test_where_the_default_is_the_fastest_nothing_is_proposed(client: LanguageClient) -> None:
    report = await tuned(Document(client, MATMUL), "matmul", trials=1)  # the first trial is the default
    assert report["ok"], report
    assert "1 trial, default " in report["title"]
    assert "the default is the fastest" in report["title"]
    assert proposed == []


@pytest.mark.slow
def test_the_fastest_schedule_is_written_into_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    # Which is the fastest differs from run to run: here the first that is not the default.
    monkeypatch.setattr(
        tune, "winner_and_default", lambda records: (next(each for each in records if each.trace.insts), 1.0)
    )
    outcome = tune.tune(TuneRequest(SMALL, "k.py", "matmul", 3), lambda *_: None)
    assert outcome.ok, outcome
    assert "3 trials, default " in outcome.title
    ((start, end, new),) = outcome.data["changes"]
    text = SMALL[:start] + new + SMALL[end:]
    assert text != SMALL
    assert analyze(text).diagnostics == ()
    made, before = (analyze(each).functions["matmul"] for each in (text, SMALL))
    assert isinstance(made, PrimFunc)
    assert isinstance(before, PrimFunc)
    a, b = (np.random.default_rng(0).random(shape, "float32") for shape in ((16, 12), (12, 8)))
    results = [np.zeros((16, 8), "float32") for _ in range(2)]
    for func, result in zip((made, before), results):
        run(func, a, b, result)
    np.testing.assert_allclose(*results, rtol=1e-5)


FOUND = Outcome(True, "matmul: 3 trials", "all of it", {"changes": [[0, 4, "# from"]]})


@pytest.mark.parametrize(
    ("typed", "takes_edits", "title"),
    [
        ("", True, "matmul: 3 trials"),
        ("\n", True, "matmul: 3 trials: the text has changed since"),
        ("", False, "matmul: 3 trials: this editor takes no changes from the server"),
    ],
)
async def test_a_schedule_is_proposed_for_the_text_that_was_tuned(
    monkeypatch: pytest.MonkeyPatch, typed: str, takes_edits: bool, title: str
) -> None:
    asked = Connection()
    server = Server("0", asked)  # pyright: ignore[reportArgumentType]
    server.answer("initialize", {"capabilities": {"workspace": {"applyEdit": takes_edits}}})
    uri = "file:///programs/tuned.py"
    server.documents.open(uri, "python", 1, MATMUL)

    async def found(*_: object) -> Outcome:
        server.documents.change(uri, 2, [((0, 0), (0, 0), typed)] if typed else [])
        return FOUND

    monkeypatch.setattr(process, "run_in_process", found)
    report = await tunings.tune(server, uri, {"name": "matmul"}, lambda *_: None)
    server.answer("shutdown", None)
    assert (report.title, report.ok) == (title, title == FOUND.title)
    edits = [params["edit"]["changes"][uri] for method, params in asked.asked if method == "workspace/applyEdit"]
    assert [[each["newText"] for each in edit] for edit in edits] == ([["# from"]] if report.ok else [])


async def test_what_cannot_be_tuned_says_why(client: LanguageClient) -> None:
    assert "error" in (await tuned(Document(client, MATMUL.replace("T.grid", "T.grod")), "matmul"))["title"]
    report = await tuned(Document(client, HEADER), "nothing")
    assert "no function of TensorIR" in report["title"]
