"""`check --fix` and `check --diff`: the fixes of a file made, or shown."""

from __future__ import annotations

import difflib
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from tilewright.cli.check_files import Checked, Settings
from tilewright.cli.check_options import Options
from tilewright.cli.files import fail, rewrite
from tilewright.core.base.cells import UNIT
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Source
from tilewright.project.fixing import Fixed, fixed, is_fixable
from tilewright.project.inspection import inspect_text
from tilewright.project.notebook import notebook_in
from tilewright.project.texts import Unreadable, decoded


@dataclass(frozen=True)
class Changed:
    """The files after their fixes, how many fixes there were, and how many files they change."""

    checked: list[Checked]
    fixes: int = 0
    files: int = 0


def made(found: list[Checked], options: Options, settings: Settings) -> Changed:
    """The fixes written into the files, or to standard output for what came from standard input."""
    results = [(each, _fixed(each, options, settings)) for each in found]
    for each, result in results:
        if options.of_stdin:
            sys.stdout.write(_content(each, _text(each) if result is None else result.text))
        elif result is not None and result.count:
            _write(each, result.text)
    after = [each if result is None else _after(each, result) for each, result in results]
    counts = [result.count for _, result in results if result is not None and result.count]
    return Changed(after, sum(counts), len(counts))


def shown(found: list[Checked], options: Options, settings: Settings) -> Changed:
    """The differences that the fixes would make; nothing is written into the files."""
    counts: list[int] = []
    for each in found:
        result = _fixed(each, options, settings)
        if result is not None and result.count:
            counts.append(result.count)
            sys.stdout.write(_difference(each.file.name, _text(each), result.text))
    return Changed(found, sum(counts), len(counts))


def _fixed(each: Checked, options: Options, settings: Settings) -> Fixed | None:
    """The text of a file with its fixes; None where there are none."""
    if not any(is_fixable(diagnostic, options.unsafe_fixes) for diagnostic in each.reported):
        return None

    def judge(text: str) -> tuple[Source, tuple[Diagnostic, ...]]:
        source, diagnostics = inspect_text(text, each.file.name)
        return source, settings.judged(each.file.name, source, diagnostics)

    return fixed(_text(each), judge, options.unsafe_fixes)


def _after(each: Checked, result: Fixed) -> Checked:
    return replace(each, source=result.source, reported=result.left)


def _text(each: Checked) -> str:
    """The Python of a file with its own line ends."""
    try:
        text = decoded(each.file.content)[0]
    except Unreadable:
        return ""
    found = notebook_in(text)
    return text if found is None else found.program


def _content(each: Checked, program: str) -> str:
    """The content of a file whose Python is this now."""
    found = notebook_in(decoded(each.file.content)[0])
    return program if found is None else found.changed(program)


def _write(each: Checked, program: str) -> None:
    encoding = decoded(each.file.content)[1]
    path = Path(each.file.name)
    try:
        if path.read_bytes() != each.file.content:
            raise fail(f"{path} was changed while it was checked; it is left as it is")
        rewrite(path, _content(each, program).encode(encoding))
    except UnicodeEncodeError as error:
        raise fail(f"{path} cannot be written: a fix needs a character that {encoding} does not have") from error
    except OSError as error:
        raise fail(f"{path} cannot be written: {error.strerror or error}") from error


def _difference(name: str, before: str, after: str) -> str:
    before, after = (text.replace(UNIT, "") for text in (before, after))
    lines = difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), name, name)
    return "".join(line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file\n" for line in lines)
