"""Documents: debounce, the latest version wins, and what is published when."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from tilewright.core.analyze import Analysis, Within
from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Given
from tilewright_server import worker
from tilewright_server.documents import LARGEST, Documents, Snapshot
from tilewright_server.guard import Guard
from tilewright_server.settings import ScopedSettings, Settings
from tilewright_server.worker import Job, Worker

URI = "file:///k.py"


class Watched:
    """Documents whose analyses and publications are written down."""

    def __init__(self, **settings: object) -> None:
        self.analysed: list[str] = []
        self.reused: list[bool] = []
        self.published: list[tuple[int, str] | None] = []
        self.gate = threading.Event()
        self.gate.set()
        self.documents = Documents(self.analyze, self.publish)
        self.documents.settings = ScopedSettings(Settings(**settings))  # pyright: ignore[reportArgumentType]

    def analyze(self, text: str, name: str, previous: Analysis | None, _within: Within, _given: Given) -> Analysis:
        self.gate.wait(5)
        self.analysed.append(text)
        self.reused.append(previous is not None)
        if "bug" in text:
            raise RuntimeError("a bug of ours")
        return Analysis(Source(text, name), ())

    def publish(self, snapshot: Snapshot | None, uri: str) -> None:
        assert uri == URI
        self.published.append(None if snapshot is None else (snapshot.version, snapshot.text.content))

    def open(self, content: str, language: str = "python", uri: str = URI) -> None:
        self.documents.open(uri, language, 1, content)

    def type(self, version: int, content: str) -> None:
        """Append to the first line."""
        self.documents.change(URI, version, [((0, 10_000), (0, 10_000), content)])


async def settled() -> None:
    await asyncio.sleep(0.1)


async def test_an_open_document_is_published_at_once() -> None:
    watched = Watched(debounce=10_000)
    watched.open("a")
    await settled()
    assert watched.published == [(1, "a")]


async def test_keystrokes_are_analysed_once_they_pause() -> None:
    watched = Watched(debounce=20)
    watched.open("a")
    await settled()
    for version in range(2, 6):
        watched.type(version, "b")
    await settled()
    assert watched.analysed == ["a", "abbbb"]
    assert watched.reused == [False, True]
    assert watched.published == [(1, "a"), (5, "abbbb")]


async def test_an_overtaken_analysis_is_not_published() -> None:
    watched = Watched(debounce=0)
    watched.gate.clear()
    watched.open("a")
    await asyncio.sleep(0.02)
    watched.type(2, "b")
    await asyncio.sleep(0.02)
    watched.gate.set()
    await settled()
    assert watched.published == [(2, "ab")]


async def test_a_request_does_not_wait_for_the_pause() -> None:
    watched = Watched(debounce=10_000)
    watched.open("a")
    await settled()
    watched.type(2, "b")
    snapshot = await asyncio.wait_for(watched.documents.fresh(URI), 5)
    assert snapshot is not None
    assert (snapshot.version, snapshot.text.content) == (2, "ab")


async def test_a_cancelled_request_leaves_the_analysis_to_the_others() -> None:
    watched = Watched(debounce=10_000)
    watched.gate.clear()
    watched.open("a")
    first = asyncio.ensure_future(watched.documents.fresh(URI))
    second = asyncio.ensure_future(watched.documents.fresh(URI))
    await asyncio.sleep(0.02)
    first.cancel()
    watched.gate.set()
    assert await asyncio.wait_for(second, 5) is not None
    assert watched.analysed == ["a"]


@pytest.mark.parametrize(("mode", "published"), [("onSave", [(1, "a"), (2, "ab")]), ("off", [])])
async def test_modes(mode: str, published: list[object]) -> None:
    watched = Watched(mode=mode, debounce=0)
    watched.open("a")
    await settled()
    watched.type(2, "b")
    await settled()
    assert (2, "ab") not in watched.published
    watched.documents.save(URI)
    await settled()
    assert watched.published == published


async def test_closing_takes_the_problems_away_and_stops_the_rest() -> None:
    watched = Watched(debounce=0)
    watched.open("a")
    watched.documents.close(URI)
    await settled()
    assert watched.published == [None]
    assert await watched.documents.fresh(URI) is None


async def test_our_own_failure_gives_an_empty_snapshot_and_the_next_edit_works() -> None:
    watched = Watched(debounce=0)
    watched.open("bug")
    await settled()
    snapshot = await watched.documents.fresh(URI)
    assert snapshot is not None
    assert snapshot.analysis is None
    watched.documents.change(URI, 2, [(None, None, "fine")])
    snapshot = await watched.documents.fresh(URI)
    assert snapshot is not None
    assert snapshot.analysis is not None


@pytest.mark.parametrize(
    ("content", "language", "uri"),
    [("x" * (LARGEST + 1), "python", URI), ("x", "markdown", "file:///k.md")],
    ids=["huge", "not Python"],
)
async def test_what_is_no_program_is_not_analysed(content: str, language: str, uri: str) -> None:
    watched = Watched(mode="off")
    watched.open(content, language, uri)
    snapshot = await watched.documents.fresh(uri)
    assert snapshot is not None
    assert snapshot.analysis is None
    assert watched.analysed == []


async def test_switching_diagnostics_off_and_on() -> None:
    watched = Watched(debounce=0)
    watched.open("a")
    await settled()
    watched.documents.configure(ScopedSettings(Settings(mode="off")))
    watched.documents.configure(ScopedSettings(Settings(mode="onType")))
    await settled()
    assert watched.published == [(1, "a"), None, (1, "a")]


async def test_an_edit_of_a_document_that_is_not_open_does_nothing() -> None:
    watched = Watched()
    watched.documents.change("file:///other.py", 1, [(None, None, "x")])
    assert await watched.documents.fresh("file:///other.py") is None


@pytest.mark.parametrize(("previous", "expected"), [(None, 2.0), (Analysis(Source("", "k.py"), ()), 5.0)])
def test_what_one_definition_took_says_what_the_first_edit_costs(
    previous: Analysis | None, expected: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]

    def read() -> Any:
        now[0] += 1.0

    def analyze(text: str, name: str, _previous: Analysis | None, within: Within, _given: Given) -> Analysis:
        for _ in range(5):
            within(read, lambda _: pytest.fail("stopped"))
        return Analysis(Source(text, name), ())

    monkeypatch.setattr(worker, "time", SimpleNamespace(monotonic=lambda: now[0], process_time=lambda: now[0]))
    monkeypatch.setattr(worker, "time_since", lambda clock, _: now[0] - clock)
    job = Job("text", "k.py", previous, 1000.0)
    assert Worker(analyze, Guard()).at_once(job, 1000.0)[0]
    assert job.next_cost == expected


async def test_one_slow_analysis_does_not_make_the_next_keystroke_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """A collection of garbage in it says nothing of the next; two slow ones do."""
    costs = iter([0.001, 0.001, 5.0, 0.001, 5.0, 5.0, 0.001])
    monkeypatch.setattr(Job, "next_cost", property(lambda _: next(costs)))
    watched = Watched(debounce=10_000)
    watched.open("a")
    await settled()
    for version in (2, 3, 4, 5, 6):
        watched.type(version, "b")
        await settled()
        assert watched.published[-1] == (version, "a" + "b" * (version - 1))
    watched.type(7, "b")
    await settled()
    assert watched.published[-1] == (6, "abbbbb")


def test_schedules_are_followed_once_beside_the_loop() -> None:
    gate, threads = threading.Event(), list[int]()

    class Slow:
        def diagnostics(self, source: Source) -> tuple[()]:
            threads.append(threading.get_ident())
            assert gate.wait(5)
            return ()

    async def asked() -> None:
        documents = Watched().documents
        analysis: Any = SimpleNamespace(scripts=Slow(), source=Source("", "k.py"))
        both = asyncio.gather(documents.judged(analysis), documents.judged(analysis))
        await asyncio.sleep(0.01)  # the loop goes on meanwhile
        assert not both.done()
        gate.set()
        await both
        await documents.judged(analysis)
        await documents.judged(None)

    asyncio.run(asked())
    assert len(threads) == 1
    assert threads[0] != threading.get_ident()
