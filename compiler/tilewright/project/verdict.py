"""The diagnostics of a file as its project wants them: some left out, some silenced by comments, some of another severity, and the comments that silence nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix, Severity, diagnose
from tilewright.core.base.names import nearest
from tilewright.core.base.source import Source
from tilewright.project.configuration import Configuration, absolute
from tilewright.project.ignores import FILE, LINE, Ignore, Named, ignores_in
from tilewright.project.rules import HINT, FileRules

UNUSED = "unused-ignore"


def wanted(source: Source, found: Iterable[Diagnostic], configuration: Configuration) -> tuple[Diagnostic, ...]:
    """The diagnostics to report of a file under the settings of its project; none of a file that these exclude."""
    path = absolute(Path(source.name))
    if configuration.rules.excludes(path):
        return ()
    return judged(source, found, configuration.rules.of_file(path))


def judged(source: Source, found: Iterable[Diagnostic], rules: FileRules) -> tuple[Diagnostic, ...]:
    """The diagnostics to report of a file under its rules, by place."""
    silencer = _Silencer(source)
    reported = [each for each in found if each.code in rules.wanted and not silencer.silences(each)]
    reported += silencer.unused(rules)
    graded = [_graded(each, rules) for each in reported]
    return tuple(sorted(graded, key=lambda each: (each.span.start, each.span.end, each.code)))


def _graded(diagnostic: Diagnostic, rules: FileRules) -> Diagnostic:
    severity: Severity = rules.severity.get(diagnostic.code, diagnostic.severity)
    return diagnostic if severity == diagnostic.severity else replace(diagnostic, severity=severity)


class _Silencer:
    """The comments of a file, and which of their codes have silenced something."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._ignores = ignores_in(source)
        self._used: set[tuple[int, str | None]] = set()

    def silences(self, diagnostic: Diagnostic) -> bool:
        """Whether comments cover it; all that do count as used."""
        if not self._ignores or diagnostic.span.source.name != self._source.name:
            return False
        line = diagnostic.span.line - 1
        covering = [ignore for ignore in self._ignores if ignore.covers(line)]
        hits = [hit for ignore in covering for hit in self._hits(ignore, diagnostic.code)]
        self._used.update(hits)
        return bool(hits)

    def _hits(self, ignore: Ignore, code: str) -> Iterator[tuple[int, str | None]]:
        if ignore.codes is None:
            yield ignore.start, None
        elif any(named.code == code for named in ignore.codes):
            yield ignore.start, code

    def unused(self, rules: FileRules) -> Iterator[Diagnostic]:
        """The codes that comments name in vain, unless that is silenced itself."""
        if UNUSED not in rules.wanted:
            return
        for ignore in self._ignores:
            codes = {named.code for named in ignore.codes or ()}
            if UNUSED not in codes:
                yield from (each for each in self._unused_of(ignore, rules) if not self._file_silences_unused())

    def _file_silences_unused(self) -> bool:
        return any(i.word == FILE and any(named.code == UNUSED for named in i.codes or ()) for i in self._ignores)

    def _unused_of(self, ignore: Ignore, rules: FileRules) -> Iterator[Diagnostic]:
        place = self._source.span(ignore.start, ignore.end)
        if ignore.word not in (LINE, FILE):
            meant = nearest(ignore.word, (LINE, FILE)) or LINE
            at = self._source.text.index(ignore.word, self._source.text.index(":", ignore.start))
            fix = Fix(f"Write `{meant}`", (Edit(self._source.span(at, at + len(ignore.word)), meant),), safe=False)
            yield diagnose(UNUSED, f"`{ignore.word}` silences nothing; did you mean `{meant}`?", place, fixes=(fix,))
        elif not ignore.is_closed:
            yield diagnose(UNUSED, "the bracket behind the codes is not closed", place)
        elif ignore.codes is None:
            if (ignore.start, None) not in self._used and rules.is_complete:
                yield diagnose(UNUSED, f"nothing {_where(ignore)} is reported", place, fixes=(self._without(ignore),))
        elif not ignore.codes:
            yield diagnose(UNUSED, "the comment names no code", place, fixes=(self._without(ignore),))
        else:
            yield from self._unused_codes(ignore, ignore.codes, rules)

    def _unused_codes(self, ignore: Ignore, codes: tuple[Named, ...], rules: FileRules) -> Iterator[Diagnostic]:
        seen: set[str] = set()
        idle: list[Named] = []
        for named in codes:
            judged_here = named.code in rules.wanted or named.code not in CATALOGUE
            if named.code in seen or (judged_here and (ignore.start, named.code) not in self._used):
                idle.append(named)
            seen.add(named.code)
        for named in idle:
            fixes = (self._without(ignore),) if len(idle) == len(codes) else (self._without_codes(ignore, codes, idle),)
            yield self._idle(ignore, named, named is not next(n for n in codes if n.code == named.code), fixes)

    def _idle(self, ignore: Ignore, named: Named, is_repeated: bool, fixes: tuple[Fix, ...]) -> Diagnostic:
        place = self._source.span(named.start, named.end)
        if named.code not in CATALOGUE:
            close = nearest(named.code, CATALOGUE)
            more = f"did you mean `{close}`?" if close else HINT
            return diagnose(UNUSED, f"`{named.code}` is no code of a diagnostic; {more}", place, fixes=fixes)
        if is_repeated:
            return diagnose(UNUSED, f"`{named.code}` is named twice", place, fixes=fixes)
        return diagnose(UNUSED, f"`{named.code}` is not reported {_where(ignore)}", place, fixes=fixes)

    def _without(self, ignore: Ignore) -> Fix:
        """The comment goes, with the line if nothing else stands there, else with the spaces before it."""
        text, start, end = self._source.text, ignore.start, ignore.end
        line = self._source.line_of(start)
        line_start = self._source.line_starts[line]
        if ignore.stands_alone:
            following = line + 1 < len(self._source.line_starts)
            start, end = line_start, self._source.line_starts[line + 1] if following else len(text)
        else:
            kept = text[line_start:start].rstrip()
            start = line_start + len(kept)
            rest = text[end : line_start + len(self._source.line_text(line))]
            if rest.strip():  # another comment follows
                start, end = ignore.start, end + len(rest) - len(rest.lstrip())
        return Fix("Remove the comment", (Edit(self._source.span(start, end), ""),))

    def _without_codes(self, ignore: Ignore, codes: tuple[Named, ...], idle: list[Named]) -> Fix:
        kept = ", ".join(named.code for named in codes if named not in idle)
        span = self._source.span(codes[0].start, codes[-1].end)
        names = ", ".join(f"`{named.code}`" for named in idle)
        return Fix(f"Remove {names} from the comment", (Edit(span, kept),))


def _where(ignore: Ignore) -> str:
    return "in this file" if ignore.word == FILE else "on this line"
