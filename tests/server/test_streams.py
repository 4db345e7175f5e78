"""The loop of a client: what arrives is read whole, and long work on other threads waits while the loop has something to do."""

from __future__ import annotations

import asyncio
import gc
import io
import os
import selectors
import sys
import threading
import weakref
from typing import Any

import pytest

from tilewright.core.analyze import Analysis
from tilewright.core.base.budget import Budget, at_each_look
from tilewright.core.base.source import Source
from tilewright_server import streams
from tilewright_server.guard import Guard
from tilewright_server.streams import Attention, reader_of, run
from tilewright_server.worker import Job, Worker


class Trickle(io.RawIOBase):
    """Gives one byte at a time."""

    def __init__(self, data: bytes) -> None:
        self._left = list(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._left:
            return 0
        buffer[0] = self._left.pop(0)
        return 1


def test_what_arrives_in_pieces_is_read_in_order_to_its_end() -> None:
    read: list[bytes] = []

    async def work() -> None:
        reader = reader_of(io.BufferedReader(Trickle(b"Content-Length: 2\r\n\r\n{}rest")))
        read.extend([await reader.readline(), await reader.readline(), await reader.readexactly(2)])
        read.extend([await reader.readline(), await reader.readline()])

    run(work())
    assert read == [b"Content-Length: 2\r\n", b"\r\n", b"{}", b"rest", b""]


def test_a_pipe_is_read_without_another_thread_to_its_end() -> None:
    source, sink = os.pipe()
    read: list[bytes] = []
    names: list[str] = []

    async def work() -> None:
        with open(source, "rb") as stream:
            reader = reader_of(stream)
            os.write(sink, b"Content-Length: 2\r\n\r\n{}")
            read.extend([await reader.readline(), await reader.readline(), await reader.readexactly(2)])
            names.extend(thread.name for thread in threading.enumerate())
            os.close(sink)
            read.append(await reader.readline())

    run(work())
    assert read == [b"Content-Length: 2\r\n", b"\r\n", b"{}", b""]
    assert "input" not in names


def test_a_loop_that_goes_on_at_once_looks_for_input_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[float | None] = []
    look = selectors.DefaultSelector.select

    def noted(self: selectors.DefaultSelector, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        looks.append(timeout)
        return look(self, timeout)

    monkeypatch.setattr(selectors.DefaultSelector, "select", noted)

    async def turns() -> None:
        await asyncio.sleep(0.001)
        looks.clear()
        for _ in range(100):
            await asyncio.sleep(0)

    monkeypatch.setattr(streams, "RECENT", float("inf"))
    run(turns())
    assert len(looks) < 10
    monkeypatch.setattr(streams, "RECENT", 0.0)
    run(turns())
    assert len(looks) >= 100


def test_input_is_noticed_while_the_loop_has_something_else_to_do() -> None:
    source, sink = os.pipe()
    os.write(sink, b"line\n")
    os.close(sink)

    async def work() -> None:
        with open(source, "rb") as stream:
            line = asyncio.ensure_future(reader_of(stream).readline())
            while not line.done():
                await asyncio.sleep(0)
            assert line.result() == b"line\n"

    run(work())


def test_a_loop_that_has_ended_leaves_the_interpreter_as_it_was() -> None:
    before = sys.getswitchinterval()
    inside: list[float] = []
    left: list[asyncio.Future[None]] = []

    async def work() -> None:
        inside.append(sys.getswitchinterval())
        left.append(asyncio.ensure_future(asyncio.sleep(1000)))

    run(work())
    assert left[0].cancelled()
    assert inside[0] > streams.SHORT
    assert sys.getswitchinterval() == before


def looking(attention: Attention) -> threading.Thread:
    thread = threading.Thread(target=attention.let_work, daemon=True)
    thread.start()
    return thread


def test_long_work_waits_while_the_loop_works_and_goes_on_when_it_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PATIENCE", float("inf"))
    attention = Attention()
    attention.begin()
    other = looking(attention)
    other.join(0.1)
    assert other.is_alive()
    attention.end()
    other.join()


def test_a_loop_that_never_rests_leaves_long_work_its_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PATIENCE", 0.0)
    attention = Attention()
    attention.begin()
    looking(attention).join()


def test_the_loop_does_not_wait_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PATIENCE", float("inf"))
    attention = Attention()
    attention.begin()
    attention.let_work()


def test_work_on_the_threads_of_a_loop_looks_whether_the_loop_works(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[threading.Thread] = []
    monkeypatch.setattr(Attention, "let_work", lambda _: looks.append(threading.current_thread()))

    def long() -> None:
        with Budget(steps=10_000).in_force() as budget:
            for _ in range(2000):
                budget.spend()

    async def work() -> None:
        await asyncio.to_thread(long)

    run(work())
    assert looks
    assert threading.main_thread() not in looks
    looks.clear()
    long()
    assert not looks


@pytest.mark.asyncio
async def test_what_an_analysis_has_left_is_collected_when_the_loop_rests() -> None:
    collecting: list[bool] = []
    looked = threading.Event()

    def look() -> None:
        collecting.append(gc.isenabled())
        looked.set()

    at_each_look(look)
    try:
        worker = Worker(lambda text, name, *_: Analysis(Source(text, name), ()), Guard())
        assert await worker.result(Job("x = 1", "program.py", None, 5.0)) is not None
        assert await asyncio.to_thread(looked.wait, 60)
    finally:
        at_each_look()
    assert collecting == [False]
    while not gc.isenabled():
        await asyncio.sleep(0.01)


def test_garbage_is_collected_when_the_loop_rests_and_not_between_answers() -> None:
    between: list[str] = []
    at_rest: list[str] = []

    async def work() -> None:
        loop, rested = asyncio.get_running_loop(), asyncio.Event()
        seen = between

        def note(phase: str, _info: dict[str, int]) -> None:
            seen.append(phase)
            loop.call_soon_threadsafe(rested.set)

        gc.collect()
        gc.callbacks.append(note)
        try:
            made = [[each] for each in range(2 * streams.ENOUGH)]
            for _ in range(10):
                await asyncio.sleep(0)
            assert len(made) == 2 * streams.ENOUGH
            rested.clear()
            seen = at_rest
            await asyncio.wait_for(rested.wait(), 60)
        finally:
            gc.callbacks.remove(note)

    run(work())
    assert between == []
    assert at_rest[0] == "start"


def test_what_several_edits_have_left_is_collected_in_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PAUSE", 0.05)

    class Cycle:
        def __init__(self) -> None:
            self.itself = self

    async def work() -> None:
        gc.collect()
        old = Cycle()
        for _ in range(streams.OLD):
            gc.collect(1)  # which finds `old` alive, and looks at it no more
        gone = asyncio.Event()
        weakref.finalize(old, asyncio.get_running_loop().call_soon_threadsafe, gone.set)
        del old
        await asyncio.wait_for(gone.wait(), 60)

    run(work())


def test_the_collector_is_left_as_it_was() -> None:
    before = gc.get_threshold()
    inside: list[int] = []

    async def work() -> None:
        inside.append(gc.get_threshold()[0])

    run(work())
    assert inside == [streams.MOST]
    assert gc.get_threshold() == before
