"""The diagnostics of one parse, each said once, and nothing inside of text that is in doubt."""

from __future__ import annotations

from collections.abc import Container, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager

from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Source


class Reports:
    """The diagnostics of one source.

    `silenced` are ranges of text that was put out of the way or repaired because of a syntax error, about which nothing more is said.  `quiet` and `heard`,
    the codes that are recorded if not all, are the slots that change: silence covers all that runs inside of it, also a lambda that was written outside.
    """

    __slots__ = ("_seen", "_source", "diagnostics", "heard", "quiet", "silenced")

    def __init__(self, source: Source, silenced: Sequence[tuple[int, int]] = ()) -> None:
        self._source = source
        self.silenced = tuple(silenced)
        self._seen: set[tuple[str, str, int]] = set()
        self.diagnostics: list[Diagnostic] = []
        self.quiet = 0
        self.heard: Container[str] | None = None

    def add(self, diagnostic: Diagnostic) -> None:
        """Record a diagnostic, unless silence reigns or its line has the same one already."""
        key = (diagnostic.code, diagnostic.message, self._source.line_of(diagnostic.span.start))
        heard = not self.quiet and (self.heard is None or diagnostic.code in self.heard)
        if heard and key not in self._seen:
            self._seen.add(key)
            self.diagnostics.append(diagnostic)

    @contextmanager
    def only(self, codes: Container[str]) -> Generator[None]:
        """Suppresses reports with other codes inside the `with`."""
        before, self.heard = self.heard, codes
        try:
            yield
        finally:
            self.heard = before

    def is_silenced(self, offset: int) -> bool:
        """Whether the text at `offset` is in doubt already."""
        return any(low <= offset < high for low, high in self.silenced)

    def silence(self) -> AbstractContextManager[None]:
        """Suppresses reports inside the `with`."""
        return _Silence(self)


class _Silence:
    """Silence of one parse: each constant of the Python around a script is read in it."""

    __slots__ = ("_reports",)

    def __init__(self, reports: Reports) -> None:
        self._reports = reports

    def __enter__(self) -> None:
        self._reports.quiet += 1

    def __exit__(self, *_: object) -> None:
        self._reports.quiet -= 1
