"""The thread that large analyses run on, one at a time: each can be stopped, and none keeps a shorter one waiting.

A job begins on level 0 and sinks with the time that it takes; a job on a higher level that arrives stops it, and it continues later with the
definitions that it has read.  Of one level, what somebody waits for comes first, then what is small.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from tilewright.core.base.budget import wait_for_others
from tilewright.core.base.gc_pause import gc_paused
from tilewright.core.base.memory import memory_in_use
from tilewright.core.base.source import Source
from tilewright_server.guard import Guard, Stop, time_since

if TYPE_CHECKING:
    from tilewright.core.analyze import Analysis, Definition, Within
    from tilewright.core.frontend.environment import Given

# How many bytes the process may grow by while one definition is read.
LARGEST_GROWTH: Final = 1 << 30
# An analysis on level 0 may run this long (seconds) while others wait, one on each lower level four times as long as on the one above.
TURN: Final = 0.2
# A definition of a text that is out of date is still read to its end when it takes no longer than this (seconds).
PATIENCE: Final = 0.5
# How often to look at an analysis (seconds).
PULSE: Final = 0.05

# Analyses a text: its characters, its name, the definitions that may be used again, what runs the reading of each, and the instantiations that are chosen.
Analyze = Callable[[str, str, "Analysis | None", "Within", "Given"], "Analysis"]
log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Job:
    """The analysis of one text, in which reading one definition may take `limit` seconds of the processor.  `made` are the definitions that have been read; it ends early when it is `outdated` or `dropped`."""

    text: str
    name: str
    previous: Analysis | None
    limit: float
    given: Given = field(default_factory=dict[str, Mapping[str, object]])
    waiting: int = 0
    level: int = 0
    made: list[Definition] = field(default_factory=lambda: [])
    outdated: bool = False
    dropped: bool = False
    cost: float = 0.0
    longest: float = 0.0  # seconds that reading one definition took
    began: float = 0.0
    reading_since: float | None = None
    spent_before: float = 0.0
    memory: int = 0
    exceeded: str = ""  # the limit for which the reading of a definition has to stop
    too_long: str = ""  # the limit for which it was stopped

    @property
    def order(self) -> tuple[int, bool, int]:
        """Jobs with the least of these come first."""
        return self.level, not self.waiting, len(self.text)

    @property
    def next_cost(self) -> float:
        """The limit of the analysis after the next edit: most edits change one definition."""
        return self.cost if self.previous is not None else min(self.cost, 2 * self.longest)

    @property
    def ready(self) -> Analysis | None:
        """The definitions that need not be read again."""
        from tilewright.core.analyze import Analysis

        before = self.previous.definitions if self.previous is not None else ()
        scripts = self.previous.scripts if self.previous is not None else None
        made = (*self.made, *before)
        return Analysis(Source(self.text, self.name), made, scripts=scripts) if self.made else self.previous


class Worker:
    """Runs jobs on its thread, and on the caller's those that are quick."""

    def __init__(self, analyze: Analyze, guard: Guard) -> None:
        self._analyze = analyze
        self._guard = guard
        self._changed = threading.Condition()
        self._waiting: list[tuple[Job, Callable[[Analysis | None], None]]] = []
        self._running: Job | None = None
        self._thread: threading.Thread | None = None

    def at_once(self, job: Job, seconds: float) -> tuple[bool, Analysis | None]:
        """Whether the job could be done in that time on this thread, and its analysis."""
        try:
            return True, self._run(job, lambda: seconds - (time.monotonic() - job.began), seconds)
        except Stop:
            return False, None

    async def result(self, job: Job) -> Analysis | None:
        """The analysis of the job; None when it failed, or ended early because nobody wants it any more."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Analysis | None] = loop.create_future()

        def finish(analysis: Analysis | None) -> None:
            # The loop may have ended meanwhile.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_resolve, done, analysis)

        with self._changed:
            self._waiting.append((job, finish))
            self._changed.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="analysis", daemon=True)
                self._thread.start()
        self._guard.look()
        return await done

    def drop(self, job: Job) -> None:
        """Nobody wants the job any more: it ends at once."""
        job.dropped = True
        self._guard.look()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
                chosen = min(self._waiting, key=lambda pair: pair[0].order)
                self._waiting.remove(chosen)
                self._running = chosen[0]
            with gc_paused():
                self._turn(*chosen)
                # The collection of what a long analysis has left holds Python's lock until its end.
                wait_for_others()

    def _turn(self, job: Job, finish: Callable[[Analysis | None], None]) -> None:
        try:
            analysis = None if job.dropped else self._run(job, lambda: self._look(job), PULSE)
        except Stop:
            analysis = None
            job.level = max(job.level, _level(time.monotonic() - job.began))
            if job.exceeded:  # `Stop` came again before it was handled
                _end_of_reading(job)
            if not (job.dropped or job.outdated):
                with self._changed:
                    self._waiting.append((job, finish))
                return
        finally:
            self._running = None
        finish(analysis)

    def _run(self, job: Job, look: Callable[[], float], first: float) -> Analysis | None:
        job.began, job.memory = time.monotonic(), memory_in_use()
        spent = time.process_time()
        within = partial(self._within, job)
        try:
            return self._guard.run(lambda: self._analyze(job.text, job.name, job.ready, within, job.given), look, first)
        except Exception:
            log.exception("analysis of %s failed", job.name)
            return None
        finally:
            job.cost += time_since(job.began, spent)

    def _within(self, job: Job, read: Callable[[], Definition], stopped: Callable[[str], Definition]) -> Definition:
        """Read a definition, or make the one that stands for it when it exceeds a limit.

        Where the machine is busy a second `Stop` may come before the first is handled.  It ends this turn of the job, whose next turn finds the limit.
        """
        if job.outdated or job.dropped:
            raise Stop
        if not job.too_long:
            try:
                job.reading_since, job.spent_before = time.monotonic(), time.process_time()
                made = read()
                job.longest = max(job.longest, time_since(job.reading_since, job.spent_before))
                self._guard.settle(lambda: _end_of_reading(job))
                job.too_long = ""
                job.made.append(made)
                return made
            except Stop:
                self._guard.settle(lambda: _end_of_reading(job))
                if not job.too_long:
                    raise
        log.info("%s: reading a definition %s", job.name, job.too_long)
        made = stopped(job.too_long)
        job.too_long = ""
        job.made.append(made)
        return made

    def _look(self, job: Job) -> float:
        """The seconds until the next look, 0 when the job has to stop."""
        now = time.monotonic()
        reading = now - job.reading_since if job.reading_since is not None else 0.0
        if job.reading_since is not None and not job.exceeded:
            if time_since(job.reading_since, job.spent_before) > job.limit:
                job.exceeded = f"took longer than {job.limit:g} s"
            elif memory_in_use() - job.memory > LARGEST_GROWTH:
                job.exceeded = f"took more than {LARGEST_GROWTH >> 20} MB of memory"
        unwanted = job.dropped or (job.outdated and reading > PATIENCE)
        return 0.0 if job.exceeded or unwanted or self._is_in_the_way(job, now) else PULSE

    def _is_in_the_way(self, job: Job, now: float) -> bool:
        level = max(job.level, _level(now - job.began))
        return any(other.level < level for other, _ in tuple(self._waiting))


def _level(seconds: float) -> int:
    """The level of a job that has run for so long."""
    level = 0
    while seconds > TURN:
        level, seconds = level + 1, seconds / 4
    return level


def _end_of_reading(job: Job) -> None:
    job.reading_since, job.too_long, job.exceeded = None, job.exceeded, ""


def _resolve(done: asyncio.Future[Analysis | None], analysis: Analysis | None) -> None:
    if not done.done():
        done.set_result(analysis)
