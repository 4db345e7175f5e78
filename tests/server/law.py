"""The law of renaming: a fresh name gives the same diagnostics, and the old name again the same text.

`python -m tests.server.law FOLDER` tries it on every name of every script below a folder.
"""

from __future__ import annotations

import builtins
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tilewright.core.analyze import Analysis, analyze
from tilewright_server.answers import Change
from tilewright_server.features.rename import renamable, rename

FRESH = "a_fresh_name"


def applied(text: str, changes: tuple[Change, ...]) -> str:
    for change in sorted(changes, key=lambda each: -each.extent.start):
        text = text[: change.extent.start] + change.text + text[change.extent.end :]
    return text


def said(analysis: Analysis, old: str = FRESH, new: str = FRESH) -> Counter[str]:
    """The diagnostics, with `new` for `old`; of code that a message cuts off, how much it shows depends on the names in it, so none counts."""
    messages = ((each.code, re.sub(r"`[^`]*\.\.\.`", "`...`", each.message)) for each in analysis.diagnostics)
    return Counter(f"{code}: {re.sub(rf'{old}', new, message)}" for code, message in messages)


def broken_law(analysis: Analysis, offset: int) -> str | None:
    """What is wrong with renaming the symbol at `offset` to a fresh name and back; None when nothing is, or it is refused."""
    place = renamable(analysis, offset)
    if place is None:
        return None
    text = analysis.source.text
    name = text[place.start : place.end]
    changes = rename(analysis, offset, FRESH)
    assert isinstance(changes, tuple)
    renamed = analyze(applied(text, changes))
    if said(renamed, FRESH, name) != said(analysis):
        return f"other diagnostics: {said(renamed, FRESH, name) - said(analysis)}"
    if hasattr(builtins, name):
        return None  # which no variable can be renamed to
    before = sum(change.extent.end <= place.start for change in changes)
    back = rename(renamed, place.start + before * (len(FRESH) - len(name)), name)
    if isinstance(back, tuple):
        return None if applied(renamed.source.text, back) == text else "the way back leads elsewhere"
    return f"no way back: {back}"


def keeps_the_law(text: str) -> None:
    analysis = analyze(text)
    for definition, symbol in analysis.symbols():
        if symbol.start >= 0:
            assert broken_law(analysis, symbol.start + definition.base) is None, symbol.name


def attempts(text: str) -> Iterator[tuple[str, int, str | None, bool]]:
    """Every definition of a text that could be renamed: its name, its line, how the law is broken, and whether renaming is refused."""
    analysis = analyze(text)
    for definition, symbol in analysis.symbols():
        if symbol.start >= 0:
            offset = symbol.start + definition.base
            refused = renamable(analysis, offset) is None
            broken = None if refused else broken_law(analysis, offset)
            yield symbol.name, analysis.source.where(offset)[0], broken, refused


def main(folder: Path) -> int:
    """Try all files below the folder and print what is broken, then the figures."""
    tried = refused = broken = files = 0
    began = time.monotonic()
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if not re.search(r"prim_func|ir_module|R\.function", text):
            continue
        files += 1
        for name, line, why, no in attempts(text):
            refused += no
            tried += not no
            broken += why is not None
            if why is not None:
                print(f"{path}:{line}: {name}: {why}", flush=True)
    seconds = time.monotonic() - began
    print(f"{files} files, {tried} renames, {refused} refused, {broken} broken, {seconds:.0f} s")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
