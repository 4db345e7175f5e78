"""A file whose analysis explodes is stopped, says so, and keeps nobody waiting."""

from __future__ import annotations

import asyncio
import threading
import time
from functools import partial

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.programs import MATMUL
from tests.server.session import Document, vscode_capabilities
from tilewright.core.analyze import Analysis, Definition, Within
from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Given
from tilewright.core.frontend.source_map import SourceMap
from tilewright.core.ir.recursion import on_large_stack
from tilewright_server.guard import Guard, Stop
from tilewright_server.worker import Job, Worker

pytestmark = pytest.mark.asyncio(loop_scope="module")
HEADER = "from tvm.script import tir as T\n\n\n"


def exploding(depth: int = 24, name: str = "f") -> str:
    """Macros of which each calls the one before twice."""
    macros = ["@T.macro\ndef m0(A):\n    A[0] = A[0] + 1.0\n\n\n"]
    macros += [f"@T.macro\ndef m{i}(A):\n    m{i - 1}(A)\n    m{i - 1}(A)\n\n\n" for i in range(1, depth)]
    return "".join(macros) + f'@T.prim_func\ndef {name}(A: T.Buffer((4,), "float32")):\n    m{depth - 1}(A)\n\n\n'


MISTAKE = '@T.prim_func\ndef g(A: T.Buffer((4,), "float32")):\n    A[0] = nothing\n'


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient):
    params = lsp.InitializeParams(
        capabilities=vscode_capabilities(),
        root_uri="file:///programs",
        initialization_options={"settings": {"diagnostics": {"debounce": 5, "timeout": 1}}},
    )
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


def codes(found: object) -> list[object]:
    assert isinstance(found, (list, tuple))
    return [each.code for each in found]


async def test_a_definition_that_explodes_is_left_out_and_the_rest_is_checked(client: LanguageClient) -> None:
    document = Document(client, HEADER + exploding() + MISTAKE)
    found = await document.diagnostics()
    assert codes(found) == ["too-large", "undefined-name"]
    slow = "`f` is not checked: reading it took longer than 1 s"
    large = "`f` stands for more than can be read within 2000000 steps; the rest of it is not read"
    assert found[0].message in (slow, large)  # whichever limit this machine reaches first
    place = document.text.index("def f(") + 4 if found[0].message == slow else document.text.rindex("m23(A)")
    before = document.text[:place]
    assert found[0].range.start == lsp.Position(before.count("\n"), len(before.rpartition("\n")[2]))
    assert "float32" in await document.hover("g($0A:")


async def test_a_corrected_macro_lets_what_calls_it_be_checked(client: LanguageClient) -> None:
    document = Document(client, HEADER + exploding(name="fixed") + MISTAKE)
    assert codes(await document.diagnostics()) == ["too-large", "undefined-name"]
    document.replace(document.text.replace("    m22(A)\n    m22(A)\n", "    A[nowhere] = 0.0\n"))
    for _ in range(500):
        if "too-large" not in codes(await document.diagnostics()):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it is still left out")


async def test_a_file_that_explodes_keeps_no_other_waiting(client: LanguageClient) -> None:
    others = [Document(client, HEADER + "".join(exploding(name=f"f{i}") for i in range(20))) for _ in range(3)]
    document = Document(client, MATMUL.replace("T.grid", "T.grod"))
    assert "unknown-member" in codes(await document.diagnostics())
    assert await document.hover("$0A[vi")
    assert all(other.uri not in client.diagnostics for other in others)
    for other in others:
        client.text_document_did_close(lsp.DidCloseTextDocumentParams(text_document=other.identifier))
    document.edit((0, 0), (0, 0), "nothing_at_all\n")
    await document.diagnostics()
    assert await document.hover("$0A[vi")


@pytest_lsp.fixture(config=SERVER, scope="function")
async def another(lsp_client: LanguageClient):
    await lsp_client.initialize_session(
        lsp.InitializeParams(capabilities=vscode_capabilities(), root_uri="file:///programs")
    )
    yield


@pytest.mark.asyncio(loop_scope="function")
async def test_shutdown_ends_while_a_file_explodes(another: LanguageClient) -> None:
    Document(another, HEADER + exploding())
    await asyncio.wait_for(another.shutdown_async(None), 10)
    another.exit(None)
    server = another._server  # pyright: ignore[reportPrivateUsage]
    assert server is not None
    assert await asyncio.wait_for(server.wait(), 10) == 0


# The parts, without a server


def endless() -> None:
    while True:
        time.sleep(0.001)


async def test_work_is_stopped_on_a_large_stack_too() -> None:
    guard = Guard()
    for work in (endless, lambda: on_large_stack(endless)):
        with pytest.raises(Stop):
            guard.within(work, 0.01)
    assert guard.within(lambda: 7, 5) == 7


async def test_the_time_in_which_a_thread_does_not_run_does_not_count() -> None:
    assert Guard().within(lambda: time.sleep(0.5) or "done", 0.25) == "done"


async def test_work_that_swallows_the_stop_is_stopped_again() -> None:
    asked = 0

    def stubborn() -> None:
        nonlocal asked
        while True:
            try:
                endless()
            except Stop:
                asked += 1
                if asked == 3:
                    raise

    with pytest.raises(Stop):
        Guard().within(stubborn, 0.01)
    assert asked == 3


class Slow:
    """An analysis of one definition for each line; one that says "slow" takes until it is stopped or the gate opens."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.read: list[str] = []
        self.worker = Worker(self.analyze, Guard())

    def analyze(self, text: str, name: str, previous: Analysis | None, within: Within, _given: Given) -> Analysis:
        known = {made.source.text for made in previous.definitions} if previous is not None else set[str]()
        for line in text.splitlines():
            if line not in known:
                within(partial(self.slowly, line), partial(definition, name=name))
        return Analysis(Source(text, name), ())

    def slowly(self, text: str) -> Definition:
        while "slow" in text and not self.gate.is_set():
            time.sleep(0.001)
        self.read.append(text)
        return definition(text)


def definition(text: str, name: str = "k.py") -> Definition:
    return Definition(0, Source(text, name), {}, SourceMap(), ())


def job(text: str, limit: float = 60.0) -> Job:
    return Job(text, "k.py", None, limit)


async def test_what_is_short_comes_before_what_is_long() -> None:
    slow = Slow()
    first = asyncio.ensure_future(slow.worker.result(job("slow")))
    await asyncio.sleep(0.05)
    assert await asyncio.wait_for(slow.worker.result(job("short")), 10) is not None
    assert not first.done()
    slow.gate.set()
    assert await asyncio.wait_for(first, 10) is not None
    assert slow.read == ["short", "slow"]


async def test_a_job_that_was_stopped_reads_nothing_twice() -> None:
    slow = Slow()
    one = job("first\nslow")
    waiting = asyncio.ensure_future(slow.worker.result(one))
    await asyncio.sleep(0.05)
    await asyncio.wait_for(slow.worker.result(job("short")), 10)
    assert one.level > 0
    assert one.ready is not None
    assert [made.source.text for made in one.ready.definitions] == ["first"]
    slow.gate.set()
    await asyncio.wait_for(waiting, 10)
    assert slow.read == ["first", "short", "slow"]


async def test_a_job_that_nobody_wants_ends() -> None:
    slow = Slow()
    one = job("slow")
    waiting = asyncio.ensure_future(slow.worker.result(one))
    await asyncio.sleep(0.05)
    slow.worker.drop(one)
    assert await asyncio.wait_for(waiting, 10) is None
    assert slow.read == []


async def test_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    used = iter([0, *[1 << 31] * 10_000])
    monkeypatch.setattr("tilewright_server.worker.memory_in_use", lambda: next(used))
    slow = Slow()
    one = job("slow")
    assert await asyncio.wait_for(slow.worker.result(one), 10) is not None
    assert one.made[0].source.text == "took more than 1024 MB of memory"
