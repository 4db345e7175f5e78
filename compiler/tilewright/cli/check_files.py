"""The files of a check: found, read, looked up among earlier results, inspected by one process or several, and judged by the settings of their projects."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tilewright.cli.check_options import NAMELESS, Options
from tilewright.cli.console import Bar, progress_bar
from tilewright.cli.files import python_files, read_content
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Source
from tilewright.project.configuration import Configuration, absolute, configuration_in
from tilewright.project.inspection import inspect, unreadable
from tilewright.project.result_cache import cache_file, found_before, keep, key_of
from tilewright.project.stored import dumped, is_sound, loaded
from tilewright.project.texts import Unreadable, program
from tilewright.project.verdict import judged
from tilewright.project.workers import Task, inspected, is_worth

# Results of our own failures are not kept: the next version may do better, and memory may be there.
_NOT_KEPT = '"internal-error"'


@dataclass(eq=False)
class File:
    """A file of the check: what was read, the name of its result, and the result once it is there."""

    name: str
    content: bytes = b""
    key: bytes = b""
    reason: str | None = None
    stored: str | None = None

    @property
    def inspected(self) -> tuple[Source, tuple[Diagnostic, ...]]:
        """Its text, and what was found."""
        if self.reason is not None:
            return unreadable(self.name, self.reason)
        assert self.stored is not None
        if not self.stored and b"tilewright" not in self.content:
            return Source("", self.name), ()  # nobody asks for the text
        try:
            source = Source(program(self.content), self.name)
        except Unreadable as reason:
            return unreadable(self.name, str(reason))
        return source, loaded(self.stored, source)


@dataclass(frozen=True)
class Checked:
    """A file after its check: its text and what is reported of it."""

    file: File
    source: Source
    reported: tuple[Diagnostic, ...]
    is_strict: bool


@dataclass
class Outcome:
    """All that is known at the end, or when somebody interrupts: the files done, how many there were, and the mistakes in settings."""

    done: list[Checked] = field(default_factory=list[Checked])
    total: int = 0
    problems: list[Diagnostic] = field(default_factory=list[Diagnostic])
    interrupted: bool = False


class Settings:
    """The settings of all folders of a check, each read once."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._folders: dict[str, Configuration] = {}

    def of(self, name: str) -> Configuration:
        """The rules that hold for a file."""
        folder = os.path.dirname(name)
        found = self._folders.get(folder)
        if found is None:
            found = self._folders[folder] = configuration_in(absolute(Path(folder)))
        return found

    def excludes(self, path: Path) -> bool:
        """Whether a file is left out."""
        rules = self.of(str(path)).rules
        return bool(rules.exclude) and rules.excludes(absolute(path))

    def judged(self, name: str, source: Source, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """The report of a file."""
        if not found and not source.text:
            return ()
        rules = self._options.rules(self.of(name)).of_file(absolute(Path(name)))
        return judged(source, found, rules)

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that settings come from."""
        return tuple({path: None for each in self._folders.values() for path, _ in each.stamps})

    @property
    def problems(self) -> list[Diagnostic]:
        """The mistakes in any of them, each once."""
        read = {each.file: each for each in self._folders.values() if each.file is not None}
        return [problem for each in read.values() for problem in each.problems]


class Memory:
    """Results of files that were inspected before: in this process, and on disk unless nobody wants that."""

    def __init__(self, is_kept: bool) -> None:
        self._file = cache_file() if is_kept else None
        self._known: dict[bytes, str] = {}
        self._new: dict[bytes, str] = {}

    def recall(self, files: list[File]) -> None:
        """Give files the results that are known."""
        unknown = [file.key for file in files if file.reason is None and file.key not in self._known]
        found = found_before(self._file, unknown)
        self._known.update((key, stored) for key, stored in found.items() if is_sound(stored))
        for file in files:
            file.stored = self._known.get(file.key)

    def learn(self, file: File, stored: str) -> None:
        """Take the result of a file."""
        file.stored = stored
        if _NOT_KEPT not in stored:
            self._known[file.key] = self._new[file.key] = stored

    def save(self) -> None:
        """Keep what is new."""
        keep(self._file, self._new)
        self._new = {}


def check_files(options: Options, settings: Settings, memory: Memory) -> Outcome:
    """Check everything; after an interrupt, what was done until then."""
    outcome = Outcome()
    files: list[File] = []
    try:
        files = list(_files(options, settings))
        outcome.total = len(files)
        memory.recall(files)
        missing = [file for file in files if file.stored is None and file.reason is None]
        _inspect(missing, options.jobs, memory)
    except KeyboardInterrupt:
        outcome.interrupted = True
    memory.save()
    for file in files:
        if file.stored is not None or file.reason is not None:
            outcome.done.append(judge(file, settings, options))
    outcome.problems = settings.problems
    return outcome


def judge(file: File, settings: Settings, options: Options) -> Checked:
    """The report of a file under its settings."""
    source, found = file.inspected
    if options.exact and file.reason is None:
        from tilewright.cli.check_exact import exactly

        source, found = exactly(file, options.timeout)
    reported = settings.judged(file.name, source, found)
    return Checked(file, source, reported, options.rules(settings.of(file.name)).strict)


def _files(options: Options, settings: Settings) -> Iterator[File]:
    if options.of_stdin:
        name = options.stdin_filename or NAMELESS
        if not (options.force_exclude and settings.excludes(Path(name))):
            content = sys.stdin.buffer.read()
            yield File(name, content, key_of(content))
        return
    for path in python_files(options.paths, settings.excludes, options.force_exclude):
        settings.of(str(path))
        try:
            content = read_content(path)
        except Unreadable as reason:
            yield File(str(path), reason=str(reason))
        else:
            yield File(str(path), content, key_of(content))


def _inspect(files: list[File], jobs: int, memory: Memory) -> None:
    tasks = [Task(number, file.name, file.content) for number, file in enumerate(files)]
    if is_worth(tasks, jobs):
        results = inspected(tasks, jobs)
        first = next(results)  # the processes are there before the thread that draws the bar
        with progress_bar(len(files)) as bar:
            memory.learn(files[first[0]], first[1])
            bar.advance(files[first[0]].name)
            for number, stored in results:
                memory.learn(files[number], stored)
                bar.advance(files[number].name)
        return
    with progress_bar(len(files)) as bar:
        for file in files:
            memory.learn(file, dumped(*inspect(file.content, file.name, _percent(bar, file.name))))
            bar.advance(file.name)


def _percent(bar: Bar, name: str) -> Callable[[int], None]:
    return lambda percent: bar.show(f"{name}: {percent} %")
