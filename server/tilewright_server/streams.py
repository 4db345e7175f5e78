"""The loop of one client and its streams, so that requests wait as little as they can for an analysis on another thread.

Python hands its lock from thread to thread only where the one that has it lets it go, or has had it for the switch interval while another waits.  So the loop reads
what arrives itself, all that there is at once, where the system can tell it that something has (elsewhere a thread does), and keeps the lock while it works: it looks
for what has arrived only now and then, and the interval is short only while it waits.
An analysis that takes long waits, where it looks at its budget, until the loop has nothing to do: of questions that follow one another only the first meets it.
Garbage is collected when the loop rests, not in the middle of an answer.
"""

from __future__ import annotations

import asyncio
import gc
import os
import selectors
import sys
import threading
import time
from collections.abc import Coroutine, Generator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, Final

from tilewright.core.base.budget import at_each_look

# Seconds after which a thread has to hand over the lock: while the loop waits for something, and while it works.
SHORT: Final = 0.0005
LONG: Final = 0.02
# A loop that has something to do has looked for more recently when that was less than so many seconds ago.
RECENT: Final = 0.001
# Other work goes on when the loop has rested for `REST` seconds, at which it looks every `PULSE` seconds; after `PATIENCE` seconds it has `TURN` in any case.
REST: Final = 0.02
PULSE: Final = 0.002
PATIENCE: Final = 0.5
TURN: Final = 0.02
# So many new objects are looked through when the loop has rested for `LULL` seconds and no timer is due soon; while it works, only when there are `MOST`.
ENOUGH: Final = 20_000
MOST: Final = 150_000
LULL: Final = 0.03
# Everything is looked through when what is not new has been `OLD` times, and the loop has rested for `PAUSE` seconds.
OLD: Final = 3
PAUSE: Final = 1.0
SOON: Final = 0.1
_LARGEST: Final = 1 << 16


class Attention:
    """The state of the loop of this thread, for the work of other threads."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()
        self._is_working = False
        self._rests_since = self._may_work_until = 0.0

    def begin(self) -> None:
        """The loop has something to do."""
        self._is_working = True

    def end(self) -> None:
        """It waits for something."""
        self._is_working, self._rests_since = False, time.monotonic()

    def let_work(self) -> None:
        """Wait until the loop has been at rest for a moment; a loop that never rests leaves a part of the time."""
        now = began = time.monotonic()
        if now < self._may_work_until or threading.get_ident() == self._thread:
            return
        while self._is_working or now - self._rests_since < REST:
            time.sleep(PULSE)
            now = time.monotonic()
            if now - began > PATIENCE:
                self._may_work_until = now + TURN
                return


class AttentiveSelector(selectors.DefaultSelector):
    """Sees to it that the loop is soon awake, and then works undisturbed."""

    def __init__(self, attention: Attention) -> None:
        super().__init__()
        self._attention = attention
        self._looked = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait; other threads have their turns meanwhile.  A loop that goes on at once keeps the lock when it has looked recently."""
        if timeout is not None and timeout <= 0 and time.monotonic() - self._looked < RECENT:
            return []
        self._attention.end()
        with giving_way():
            found = self._after_a_lull(timeout)
        self._attention.begin()
        self._looked = time.monotonic()
        return found

    def _after_a_lull(self, timeout: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait; when nothing has come for a while, collect garbage: what is new soon, what has lived for some edits in a longer pause."""
        if not (_has_garbage() or _has_old_garbage()) or (timeout is not None and timeout < SOON):
            return super().select(timeout)
        began = time.monotonic()
        found = super().select(LULL)
        if not found and _has_garbage():
            gc.collect(int(gc.get_count()[1] >= gc.get_threshold()[1]))
        if not found and _has_old_garbage() and (timeout is None or timeout > PAUSE + SOON):
            found = super().select(PAUSE)
            if not found:
                gc.collect()
        return found or super().select(None if timeout is None else max(timeout - (time.monotonic() - began), 0.0))


def _has_garbage() -> bool:
    """Whether there may be; while an analysis has paused the collection it goes on."""
    return gc.isenabled() and gc.get_count()[0] > ENOUGH


def _has_old_garbage() -> bool:
    """Whether there may be much of what several edits have left: only a collection of everything finds it."""
    return gc.isenabled() and gc.get_count()[2] >= OLD


@contextmanager
def giving_way() -> Generator[None]:
    """Around what lets the lock go, such as reading and writing: the loop gets it back soon."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SHORT)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


class Sink:
    """The client's end of the line, as pygls writes to it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes) -> None:
        """Send a message."""
        with giving_way():
            self._stream.write(data)
            self._stream.flush()

    def close(self) -> None:
        """Send no more."""
        self._stream.close()


def reader_of(stream: BinaryIO) -> asyncio.StreamReader:
    """The bytes that arrive on a stream, for the loop that runs now: it reads a pipe or a socket itself, anything else is read by a thread."""
    reader = asyncio.StreamReader()
    if not _read_by_loop(stream, reader):
        _read_by_thread(stream, reader)
    return reader


def _read_by_loop(stream: BinaryIO, reader: asyncio.StreamReader) -> bool:
    """Whether the loop can be told when there is something to read: then it reads."""
    loop = asyncio.get_running_loop()

    def follow() -> None:
        try:
            data = os.read(source, _LARGEST)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            reader.feed_data(data)
        else:
            loop.remove_reader(source)
            reader.feed_eof()

    try:
        source = stream.fileno()
        loop.add_reader(source, follow)
    except (OSError, ValueError, NotImplementedError):  # a file, bytes in memory, or a loop that has no selector
        return False
    return True


def _read_by_thread(stream: BinaryIO, reader: asyncio.StreamReader) -> None:
    loop, read = asyncio.get_running_loop(), getattr(stream, "read1", stream.read)

    def follow() -> None:
        data = b"-"
        # The loop may have ended meanwhile, and closed the stream.
        with suppress(RuntimeError, ValueError):
            while data:
                try:
                    data = read(_LARGEST)
                except OSError:
                    data = b""
                loop.call_soon_threadsafe(reader.feed_data if data else lambda _: reader.feed_eof(), data)

    threading.Thread(target=follow, name="input", daemon=True).start()


def run(work: Coroutine[Any, Any, None]) -> None:
    """Do the work on a loop that is attentive where loops have selectors, to its end; what it has left behind is cancelled."""
    proactor = getattr(asyncio, "ProactorEventLoop", None)
    attention = Attention()
    loop = proactor() if proactor is not None else asyncio.SelectorEventLoop(AttentiveSelector(attention))
    before, thresholds = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(LONG if proactor is None else SHORT)
    if proactor is None:
        gc.set_threshold(MOST, *thresholds[1:])
    at_each_look(attention.let_work)
    try:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(work)
    finally:
        try:
            left = asyncio.all_tasks(loop)
            for task in left:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            loop.run_until_complete(loop.shutdown_asyncgens())
        finally:
            at_each_look()
            gc.set_threshold(*thresholds)
            sys.setswitchinterval(before)
            asyncio.set_event_loop(None)
            loop.close()
