"""The facts about one file on disk or from standard input: its text, and everything that is wrong with it, before its project silences any of it.

Never raises: what cannot be read, and what defeats us, is a diagnostic at the top of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tilewright.core.analyze import analyze
from tilewright.core.base.diagnostics import Diagnostic, diagnose
from tilewright.core.base.gc_pause import gc_paused
from tilewright.core.base.source import Source
from tilewright.core.describe.instances import with_instances
from tilewright.project.texts import Unreadable, program

Inspected = tuple[Source, tuple[Diagnostic, ...]]


def inspect(content: bytes, name: str, on_progress: Callable[[int], None] | None = None) -> Inspected:
    """The text of a file and its diagnostics."""
    try:
        text = program(content)
    except Unreadable as reason:
        return unreadable(name, str(reason))
    return inspect_text(text, name, on_progress)


def inspect_text(text: str, name: str, on_progress: Callable[[int], None] | None = None) -> Inspected:
    """A text and its diagnostics."""
    try:
        with gc_paused():
            analysis = with_instances(analyze(text, name, on_progress=on_progress, shows_python=False))
            known = analysis.definitions or analysis.extra
            found = analysis.diagnostics if known else tuple(_broken_python(analysis.source))
            return analysis.source, found
    except Exception as error:
        return failed(text, name, f"{type(error).__name__}: {error}")


def unreadable(name: str, reason: str) -> Inspected:
    """A file without a text."""
    source = Source("", name)
    return source, (diagnose("unreadable-file", f"the file cannot be read: {reason}", source.span(0, 0)),)


def failed(text: str, name: str, reason: str) -> Inspected:
    """A file that was too much for us."""
    source = Source(text, name)
    message = f"Tilewright itself failed on this file, which is a bug of ours: {reason}"
    return source, (diagnose("internal-error", message, source.span(0, 0)),)


def _broken_python(source: Source) -> Iterator[Diagnostic]:
    """The syntax errors of a file without any script; `check` reports them, the editor leaves them to other tools."""
    from tilewright.core.frontend.recover import is_python, recover

    for mistake in () if is_python(source.text) else recover(source).mistakes:
        yield diagnose(mistake.code, mistake.message, source.span(mistake.start, mistake.end))
