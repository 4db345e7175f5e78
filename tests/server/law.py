"""The law of renaming: a fresh name gives the same diagnostics, and the old name again the same text.

`python -m tests.server.law FOLDER...` tries it on every name of every script below the folders, smaller files first; `--done FILE` keeps what was found, file by file, and
goes on from there, and `--each N` takes a sample of N names of each file, evenly spread.
"""

from __future__ import annotations

import argparse
import builtins
import json
import multiprocessing
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from tilewright.core.analyze import Analysis, analyze
from tilewright_server.answers import Change
from tilewright_server.features.rename import renamable, rename

FRESH = "a_fresh_name"
# Texts whose analysis takes more seconds than this are analysed anew only where they changed, as in the editor; what is broken then is tried again on the whole.
_LONG = 0.05


def applied(text: str, changes: tuple[Change, ...]) -> str:
    for change in sorted(changes, key=lambda each: -each.extent.start):
        text = text[: change.extent.start] + change.text + text[change.extent.end :]
    return text


def said(analysis: Analysis, old: str = FRESH, new: str = FRESH) -> Counter[str]:
    """The diagnostics, with `new` for `old`; of code that a message cuts off, how much it shows depends on the names in it, so none counts."""
    messages = ((each.code, re.sub(r"`[^`]*\.\.\.`", "`...`", each.message)) for each in analysis.diagnostics)
    return Counter(f"{code}: {re.sub(rf'{old}', new, message)}" for code, message in messages)


def broken_law(analysis: Analysis, offset: int, previous: Analysis | None = None) -> str | None:
    """What is wrong with renaming the symbol at `offset` to a fresh name and back; None when nothing is, or it is refused.

    With `previous`, only what differs from it is analysed anew.
    """
    place = renamable(analysis, offset)
    if place is None:
        return None
    text = analysis.source.text
    name = text[place.start : place.end]
    changes = rename(analysis, offset, FRESH)
    assert isinstance(changes, tuple)
    renamed = analyze(applied(text, changes), previous=previous)
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


@dataclass
class Tried:
    """What was tried on one file: how many renames, how many names are refused, and how the law is broken, with the lines."""

    path: str
    tried: int = 0
    refused: int = 0
    broken: list[str] = field(default_factory=list[str])
    seconds: float = 0.0


def attempts(text: str, each: int | None = None) -> Iterator[tuple[str, int, str | None, bool]]:
    """Every definition of a text that could be renamed, or a sample of them: its name, its line, how the law is broken, and whether renaming is refused."""
    began = time.process_time()
    analysis = analyze(text)
    previous = analysis if time.process_time() - began > _LONG else None
    found = [(symbol, symbol.start + definition.base) for definition, symbol in analysis.symbols() if symbol.start >= 0]
    for symbol, offset in found[:: 1 if each is None else max(1, len(found) // each)]:
        refused = renamable(analysis, offset) is None
        broken = None if refused else broken_law(analysis, offset, previous)
        if broken is not None and previous is not None:
            broken = broken_law(analysis, offset)
        yield symbol.name, analysis.source.where(offset)[0], broken, refused


def try_file(path: Path, each: int | None = None) -> Tried:
    """Try the names of one file."""
    found = Tried(str(path))
    began = time.monotonic()
    for name, line, why, refused in attempts(path.read_text(encoding="utf-8", errors="replace"), each):
        found.refused += refused
        found.tried += not refused
        if why is not None:
            found.broken.append(f"{path}:{line}: {name}: {why}")
    found.seconds = time.monotonic() - began
    return found


def scripts(folders: Iterable[Path]) -> list[Path]:
    """The files with scripts below the folders, smaller ones first."""
    every = {path for folder in folders for path in ([folder] if folder.is_file() else folder.rglob("*.py"))}
    texts = {path: path.read_text(encoding="utf-8", errors="replace") for path in every if path.is_file()}
    return sorted(
        (path for path, text in texts.items() if re.search(r"prim_func|ir_module|R\.function", text)),
        key=lambda path: (len(texts[path]), path),
    )


def main(folders: list[Path], done: Path | None, jobs: int, each: int | None = None) -> int:
    """Try all files below the folders and print what is broken, then the figures."""
    known = [Tried(**json.loads(line)) for line in done.read_text().splitlines()] if done and done.exists() else []
    before = {each.path for each in known}
    rest = [path for path in scripts(folders) if str(path) not in before]
    with multiprocessing.Pool(jobs, maxtasksperchild=20) as pool:
        for made in pool.imap_unordered(partial(try_file, each=each), rest):
            known.append(made)
            if done is not None:
                with done.open("a") as file:
                    file.write(json.dumps(asdict(made)) + "\n")
            for line in made.broken:
                print(line, flush=True)
    tried, refused = sum(each.tried for each in known), sum(each.refused for each in known)
    broken = sum(len(each.broken) for each in known)
    seconds = sum(each.seconds for each in known)
    print(f"{len(known)} files, {tried} renames, {refused} refused, {broken} broken, {seconds:.0f} s")
    return int(broken > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--done", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--each", type=int)
    given = parser.parse_args()
    sys.exit(main(given.folders, given.done, given.jobs, given.each))
