"""The text of a function that was rewritten, woven from what its author wrote and what the printer says.

The printer shows the function before and after.  A line that is in both is written as the author wrote it, at its new depth, with its comments; the
others as the printer writes them.  Comments of lines that are gone stand where those lines stood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum, auto

from tilewright.core.refactor.lines import Logical, logical_lines, with_docstrings


class Regions(Enum):
    """Which regions of blocks the new text says: those that the author says, those of new blocks too, or all."""

    AS_WRITTEN = auto()
    OF_NEW_BLOCKS = auto()
    ALL = auto()


@dataclass(frozen=True)
class _Run:
    """Lines `first` to `last` of the author, which say what lines `low` to `high` of the printer say."""

    first: int
    last: int
    low: int
    high: int


def woven(written: str, before: str, after: str, regions: Regions = Regions.AS_WRITTEN) -> str:
    """The author's text `written` of the function that the printer shows as `before`, changed to what it shows as `after`.

    A function whose author says regions says those of new blocks in any case.  Raises `SyntaxError` or `tokenize.TokenError` for text that is no Python.
    """
    mine, old, new = (with_docstrings(logical_lines(each)) for each in (written, before, after))
    if any(map(_says_region, mine)):
        return _text(_Weaving(mine, old, new, says_all=regions is Regions.ALL))
    known = {line.tokens for line in old} if regions is Regions.OF_NEW_BLOCKS else set[tuple[str, ...]]()
    if regions is not Regions.ALL:
        said = regions is Regions.OF_NEW_BLOCKS
        new = [line for line in new if not _says_region(line) or (said and line.tokens not in known)]
    return _text(_Weaving(mine, [line for line in old if not _says_region(line)], new, says_all=False))


def _text(weaving: _Weaving) -> str:
    return "\n".join(weaving.lines())


def _says_region(line: Logical) -> bool:
    return line.tokens[1:3] in ((".", "reads"), (".", "writes"))


class _Weaving:
    """Which lines of the author stand for which lines of the printer, and which comments are left over."""

    def __init__(self, mine: list[Logical], old: list[Logical], new: list[Logical], *, says_all: bool) -> None:
        self.mine, self.old, self.new, self.base = mine, old, new, mine[0].indent
        self.runs = _runs(mine, old)
        self.origin = _origins(old, new)
        self.taken = [run for run in self.runs if run.last > run.first and self._place(run) is not None]
        self.starts = {self._place(run): run for run in self.taken}
        self.covered = {at for run in self.taken for at in self._places(run)}
        unsaid = {at for run in self.runs if run.first == run.last for at in self._kept(run)}
        self.silent = set[int]() if says_all else unsaid

    def _kept(self, run: _Run) -> list[int]:
        return [at for at, old in self.origin.items() if run.low <= old < run.high]

    def _place(self, run: _Run) -> int | None:
        """The new line at which a run begins; None when it is not whole there, or not in a piece."""
        places = sorted(self._kept(run))
        is_whole = len(places) == run.high - run.low and places[-1:] == [at + len(places) - 1 for at in places[:1]]
        return places[0] if places and is_whole else None

    def _places(self, run: _Run) -> range:
        start = self._place(run)
        assert start is not None
        return range(start, start + run.high - run.low)

    def lines(self) -> Iterator[str]:
        """The lines of the new text."""
        left = self._left_over()
        for at, line in enumerate(self.new):
            indent = self.base + line.indent
            yield from (f"{indent}{comment}" for comment in left.get(at, ()))
            run = self.starts.get(at)
            if run is not None:
                yield from self._of_author(run, indent)
            elif at not in self.covered and at not in self.silent:
                yield f"{indent}{line.text}"
        last = self.new[-1]
        yield from (f"{self.base}{last.indent}{comment}" for comment in left.get(len(self.new), ()))

    def _of_author(self, run: _Run, indent: str) -> Iterator[str]:
        first = self.mine[run.first].indent
        for line in self.mine[run.first : run.last]:
            yield from line.at(indent + line.indent.removeprefix(first))

    def _left_over(self) -> dict[int, list[str]]:
        """The comments of the author's lines that are gone, by the new line in front of which they stand now."""
        kept = {at for run in self.taken for at in range(run.first, run.last)}
        found: dict[int, list[str]] = {}
        for run in self.runs:
            for at in range(run.first, run.last):
                if at not in kept:
                    comments = [*self.mine[at].words_above, *self.mine[at].comments]
                    found.setdefault(self._after(run.low), []).extend(comments)
        return found

    def _after(self, old: int) -> int:
        """The new line behind the last one that stood before an old line."""
        earlier = [at for at, each in self.origin.items() if each < old]
        return max(earlier, default=-1) + 1


def _runs(mine: Sequence[Logical], old: Sequence[Logical]) -> list[_Run]:
    """The lines of the author by what the printer says of them, one by one where that can be; a line of which the printer says nothing belongs to the one before."""
    matcher = SequenceMatcher(None, [line.tokens for line in mine], [line.tokens for line in old], autojunk=False)
    found: list[_Run] = []
    for tag, first, last, low, high in matcher.get_opcodes():
        if tag == "equal":
            found += [_Run(first + at, first + at + 1, low + at, low + at + 1) for at in range(last - first)]
        elif low == high and found:
            found[-1] = _Run(found[-1].first, last, found[-1].low, found[-1].high)
        else:
            found += _paired(mine, old, _Run(first, last, low, high))
    return found


def _paired(mine: Sequence[Logical], old: Sequence[Logical], run: _Run) -> list[_Run]:
    """A run of lines that differ: those that are alike, from its beginning and from its end, one by one, and what is left between."""
    first, last, low, high = run.first, run.last, run.low, run.high
    front, back = list[_Run](), list[_Run]()
    while first < last and low < high and _alike(mine[first], old[low]):
        front.append(_Run(first, first + 1, low, low + 1))
        first, low = first + 1, low + 1
    while first < last and low < high and _alike(mine[last - 1], old[high - 1]):
        back.insert(0, _Run(last - 1, last, high - 1, high))
        last, high = last - 1, high - 1
    left = [_Run(first, last, low, high)] if first < last or low < high else []
    return [*front, *left, *back]


def _alike(mine: Logical, old: Logical) -> bool:
    """Whether two lines are the same statement in other words, such as `N` for 16."""
    if mine.tokens[0] != old.tokens[0]:
        return False
    return SequenceMatcher(None, mine.tokens, old.tokens, autojunk=False).ratio() > 0.5


def _origins(old: Sequence[Logical], new: Sequence[Logical]) -> dict[int, int]:
    """For each new line that says what an old one said: that line.  Each old line has one at most."""
    matcher = SequenceMatcher(None, [line.tokens for line in old], [line.tokens for line in new], autojunk=False)
    found: dict[int, int] = {}
    for low, start, size in matcher.get_matching_blocks():
        found.update({start + at: low + at for at in range(size)})
    free = [at for at in range(len(old)) if at not in {*found.values()}]
    for at, line in enumerate(new):
        moved = next((each for each in free if old[each].tokens == line.tokens), None) if at not in found else None
        if moved is not None:
            found[at] = moved
            free.remove(moved)
    return found
