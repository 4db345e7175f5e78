"""Open documents and what is known about each: the text of the latest version, and the newest `Analysis` of it.

Edits are applied at once; analysis follows when typing pauses, or earlier when a request needs it.  The latest version wins: an analysis that
was overtaken is neither stored nor published.  Large analyses run on the worker's thread, so that the loop keeps answering; small ones run where
they are asked for, since handing over would cost more than they do, until they turn out to be none.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote
from weakref import WeakKeyDictionary

from tilewright_server.guard import Guard
from tilewright_server.settings import ScopedSettings, Settings
from tilewright_server.text import Encoding, Text, edited
from tilewright_server.worker import Analyze, Job, Worker
from tilewright_server.workspace import File

if TYPE_CHECKING:
    from tilewright.core.analyze import Analysis
    from tilewright.core.base.diagnostics import Diagnostic
    from tilewright.core.frontend.environment import Given
    from tilewright.core.schedule_scripts.followed import Followed

# Beyond this the parser alone would take longer than anyone waits while typing; such files are data, not programs.
LARGEST = 2_000_000
# An analysis that took less than this (seconds) is done on the loop the next time.
QUICK = 0.030
# One that was expected to be quick and takes longer (seconds) goes to the worker.
NOT_QUICK = 0.150
# While keys follow one another, waiting for twice the time that an analysis takes leaves the processor idle for most of it.
WORTH = 2.0

_DRIVE = re.compile(r"[A-Za-z]:(?:/|$)")

log = logging.getLogger(__name__)

Splice = tuple[tuple[int, int] | None, tuple[int, int] | None, str]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A document at one version, understood; `analysis` is None when it is not Python, too large, or defeated us."""

    uri: str
    version: int
    text: Text
    analysis: Analysis | None


@dataclass(eq=False, slots=True)
class Document:
    """An open document.  `revision` counts our own changes, since clients may repeat a version; `partial` is what an analysis that ended early has read; `given` are the instantiations that the user has chosen."""

    uri: str
    language: str
    version: int
    text: Text
    revision: int = 0
    snapshot: Snapshot | None = None
    snapshot_revision: int = -1
    cost: float = 1.0
    last_cost: float = 1.0
    edited: float = 0.0
    timer: asyncio.TimerHandle | None = None
    running: asyncio.Task[None] | None = None
    job: Job | None = None
    partial: Analysis | None = None
    given: dict[str, Mapping[str, object]] = field(default_factory=dict[str, Mapping[str, object]])
    publishing: set[asyncio.Task[None]] = field(default_factory=set["asyncio.Task[None]"])

    def note_cost(self, cost: float) -> None:
        """Expect the next analysis to cost what the last two did, of which one may have met a collection of garbage or a busy machine."""
        self.cost, self.last_cost = min(cost, self.last_cost), cost

    @property
    def current(self) -> Snapshot | None:
        """The snapshot, if it is of the text as it is now."""
        return self.snapshot if self.snapshot_revision == self.revision else None

    @property
    def name(self) -> str:
        """The path, or the URI of a document that has none."""
        return path_of(self.uri)


class Documents:
    """All open documents.  `analyze` is the compiler's; `publish` gets every snapshot whose diagnostics the user should see."""

    def __init__(self, analyze: Analyze, publish: Callable[[Snapshot | None, str], None]) -> None:
        self.guard = Guard()
        self._worker = Worker(analyze, self.guard)
        self._publish = publish
        self._open: dict[str, Document] = {}
        self._following: WeakKeyDictionary[Followed, asyncio.Future[tuple[Diagnostic, ...]]] = WeakKeyDictionary()
        self.settings = ScopedSettings()
        self.encoding: Encoding = "utf-16"

    def open(self, uri: str, language: str, version: int, content: str) -> None:
        """Take over a document from the editor."""
        self.close(uri)
        document = self._open[uri] = Document(uri, language, version, Text.of(content))
        if self._mode(document) != "off":
            self._schedule(document, 0.0)

    def change(self, uri: str, version: int, splices: Iterable[Splice]) -> None:
        """Apply edits, each a range (start and end as line and column; None for the whole text) and its new text, in order."""
        document = self._open.get(uri)
        if document is None:
            return
        for start, end, new in splices:
            document.text = edited(document.text, start, end, new, self.encoding)
        document.version = version
        document.revision += 1
        if document.job is not None:
            document.job.outdated = True
        if self._mode(document) == "onType":
            self._schedule(document, self._delay(document))

    def save(self, uri: str) -> None:
        """The document was saved: its problems are due now."""
        document = self._open.get(uri)
        if document is not None and self._mode(document) != "off":
            self._schedule(document, 0.0)

    def close(self, uri: str) -> None:
        """Forget a document; its problems disappear."""
        document = self._open.pop(uri, None)
        if document is not None:
            self._drop(document)
            self._publish(None, uri)

    def settings_of(self, uri: str) -> Settings:
        """The settings that hold for a document."""
        return self.settings.of(path_of(uri))

    def _mode(self, document: Document) -> str:
        return self.settings.of(document.name).mode

    def configure(self, settings: ScopedSettings) -> None:
        """Follow the settings from now on."""
        self.settings = settings
        for document in self._open.values():
            self._unschedule(document)
            if self._mode(document) == "off":
                self._publish(None, document.uri)
            else:
                self._schedule(document, 0.0)

    def publish_again(self) -> None:
        """The facts about all documents, judged anew."""
        for document in self._open.values():
            if document.current is not None and self._mode(document) != "off":
                self._publish(document.current, document.uri)

    async def fresh(self, uri: str) -> Snapshot | None:
        """The snapshot of the text as it is now, analysed if need be; None for a document that is not open."""
        document = self._open.get(uri)
        while document is not None and document.current is None:
            await self._bring_up_to_date(document, waited_for=True)
            document = self._open.get(uri)
        return document.current if document is not None else None

    def latest(self, uri: str) -> Snapshot | None:
        """The newest snapshot there is without waiting; its text may be older than the document's."""
        document = self._open.get(uri)
        return document.snapshot if document is not None else None

    def text(self, uri: str) -> Text | None:
        """The text as it is now."""
        document = self._open.get(uri)
        return document.text if document is not None else None

    def files(self) -> tuple[File, ...]:
        """The Python files that are open."""
        return tuple(
            File(Path(each.name), each.uri, each.version, each.text.content)
            for each in self._open.values()
            if each.uri.startswith("file:") and _is_python(each)
        )

    def uris(self) -> tuple[str, ...]:
        """The documents that are open."""
        return tuple(self._open)

    def shut_down(self) -> None:
        """Close everything; nothing is published any more."""
        for document in self._open.values():
            self._drop(document)
        self._open.clear()

    async def read(self, file: File) -> Analysis | None:
        """The analysis of a file that is not open; open ones come first."""
        if len(file.text) > LARGEST:
            return None
        return await self._worker.result(Job(file.text, str(file.path), None, self.settings.of(file.path).limit))

    def read_anew(self, modules: Collection[str]) -> None:
        """Files with these names have changed: what imports them is not what it was."""
        named = re.compile(rf"\bimport\b|\b(?:{'|'.join(map(re.escape, modules))})\b")
        for document in self._open.values():
            if document.snapshot is not None and len({*named.findall(document.text.content)}) > 1:
                document.snapshot = replace(document.snapshot, analysis=None)
                document.revision, document.partial = document.revision + 1, None
                if document.job is not None:
                    document.job.outdated = True
                if self._mode(document) != "off":
                    self._schedule(document, 0.0)

    def given(self, uri: str) -> Given:
        """The instantiations that are chosen in a document."""
        document = self._open.get(uri)
        return {} if document is None else document.given

    def instantiate(self, uri: str, name: str, values: Mapping[str, object]) -> None:
        """Read the function `name` of a document for these values of its parameters from now on; without values for all."""
        document = self._open.get(uri)
        if document is None:
            return
        document.given.pop(name, None)
        if values:
            document.given[name] = values
        document.revision += 1
        if document.job is not None:
            document.job.outdated = True
        if self._mode(document) != "off":
            self._schedule(document, 0.0)

    def _drop(self, document: Document) -> None:
        """Nobody wants to know anything about the document any more."""
        self._unschedule(document)
        if document.job is not None:
            self._worker.drop(document.job)

    def _delay(self, document: Document) -> float:
        """A keystroke after a pause is answered at once where that is quick; one that follows another waits until they pause, no longer than is worth it."""
        debounce = self.settings.of(document.name).debounce / 1000
        pause, now = min(debounce, WORTH * document.cost), time.monotonic()
        rested, document.edited = now - document.edited > pause, now
        return 0.0 if rested and self._is_quick(document) else pause

    def _schedule(self, document: Document, delay: float) -> None:
        self._unschedule(document)
        document.timer = asyncio.get_running_loop().call_later(delay, self._start, document)

    def _unschedule(self, document: Document) -> None:
        if document.timer is not None:
            document.timer.cancel()
            document.timer = None

    def _start(self, document: Document) -> None:
        task = asyncio.ensure_future(self._publish_when_known(document, document.revision))
        document.publishing.add(task)
        task.add_done_callback(document.publishing.discard)

    async def _publish_when_known(self, document: Document, revision: int) -> None:
        while self._is_open(document) and document.revision == revision and document.current is None:
            await self._bring_up_to_date(document)
        current = document.current
        if current is not None:
            await self.judged(current.analysis)
        if current is not None and document.revision == revision and self._is_open(document):
            self._publish(current, document.uri)

    async def judged(self, analysis: Analysis | None) -> None:
        """Follow the schedules of a file, once, beside the requests that do not ask what is wrong with it: those that do wait for this first."""
        scripts = None if analysis is None else analysis.scripts
        if analysis is None or scripts is None:
            return
        known = self._following.get(scripts)
        if known is None:
            known = asyncio.ensure_future(asyncio.to_thread(scripts.diagnostics, analysis.source))
            self._following[scripts] = known
        await asyncio.shield(known)

    def _is_open(self, document: Document) -> bool:
        return self._open.get(document.uri) is document

    async def _bring_up_to_date(self, document: Document, waited_for: bool = False) -> None:
        """Analyse the document as it is now; or wait for the analysis under way, whatever its version.

        The worker's task belongs to the document: a request that is cancelled while it waits takes nothing from the others.
        """
        if document.running is None:
            job = self._job(document)
            if job is None:
                _keep(document, document.revision, document.version, document.text, None)
                return
            if self._is_quick(document):
                done, analysis = self._worker.at_once(job, NOT_QUICK)
                if done:
                    document.note_cost(job.next_cost)
                    _keep(document, document.revision, document.version, document.text, analysis)
                    return
            document.job = job
            document.running = asyncio.ensure_future(self._on_worker(document, job))
        if waited_for and document.job is not None:
            document.job.waiting += 1
        await asyncio.shield(document.running)

    async def _on_worker(self, document: Document, job: Job) -> None:
        revision, version, text = document.revision, document.version, document.text
        try:
            analysis = await self._worker.result(job)
            document.note_cost(job.next_cost)
            if analysis is not None or not (job.outdated or job.dropped):
                _keep(document, revision, version, text, analysis)
            elif job.ready is not None:
                document.partial = job.ready
        finally:
            document.running = document.job = None

    def _is_quick(self, document: Document) -> bool:
        return document.snapshot is not None and document.cost < QUICK

    def _job(self, document: Document) -> Job | None:
        """The analysis that the document needs; None when it is no program."""
        if not _is_python(document) or len(document.text.content) > LARGEST:
            return None
        before = document.snapshot.analysis if document.snapshot is not None else None
        earlier = document.partial or before
        limit = self.settings.of(document.name).limit
        return Job(document.text.content, document.name, earlier, limit, dict(document.given))


def _keep(document: Document, revision: int, version: int, text: Text, analysis: Analysis | None) -> None:
    document.snapshot = Snapshot(document.uri, version, text, analysis)
    document.snapshot_revision = revision
    document.partial = None


def _is_python(document: Document) -> bool:
    return document.language.lower() == "python" or document.uri.endswith((".py", ".pyi"))


def path_of(uri: str) -> str:
    """The path of a file, or the URI itself of what is none, such as an untitled document."""
    host, slash, path = uri.removeprefix("file://").partition("/")
    if not uri.startswith("file://") or not slash:
        return uri
    path = unquote(path)
    if host and host != "localhost":
        path = f"//{host}/{path}"
    elif not _DRIVE.match(path):
        path = f"/{path}"
    return path.replace("/", "\\") if os.name == "nt" else path
