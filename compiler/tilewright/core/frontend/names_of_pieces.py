"""Names of the pieces of a file, without a syntax tree: those which a piece binds, and those on which the scripts of the file may depend.

A piece is a definition at the left margin, or the statements between two of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain

from tilewright.core.frontend.unknown import UNKNOWN


class NamesOfPieces:
    """The names that a function finds in the pieces of a file, found when somebody asks."""

    def __init__(self, pieces: list[str], find: Callable[[list[str]], frozenset[str]]) -> None:
        self.pieces, self._find = pieces, find

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    @cached_property
    def _names(self) -> frozenset[str]:
        return self._find(self.pieces)


def bound_somewhere(pieces: list[str]) -> frozenset[str]:
    """The names that some line of the pieces binds in its first column: those of definitions and assignments, and all words of imports; with those that compound statements and functions bind there.  Asked only about names that nothing before has bound."""
    return frozenset[str]().union(*map(bound_in, pieces), *map(_bound_further_in, pieces))


def needed_somewhere(pieces: list[str]) -> frozenset[str]:
    """The names on which scripts of a file may depend: the words of the pieces with decorators or statements, without those of imports, and of the functions and classes that these mention.

    Among them is "*" for what imports take of other files.  There are none where there is no script.
    """
    if not any(map(_may_be_script, pieces)):
        return frozenset()
    found: set[str] = {"*"}
    plain: list[tuple[str, str]] = []
    for piece in pieces:
        header = HEADER.match(piece)
        if header is None or _may_be_script(piece):
            found.update(_WORD.findall(_IMPORT.sub("", piece)))
        else:
            plain.append((header[1], piece))
    while any(name in found for name, _ in plain):
        for name, piece in plain:
            if name in found:
                found.update(_WORD.findall(piece))
        plain = [(name, piece) for name, piece in plain if name not in found]
    return frozenset(found)


def _may_be_script(piece: str) -> bool:
    """Whether a piece has a decorator, or a header that looks like that of a script which lacks its decorator."""
    return _DECORATED.search(piece) is not None or may_be_annotated(piece)


_DECORATED = re.compile(r"^[ \t]*@", re.MULTILINE)
_IMPORT = re.compile(r"^(?:from|import)[ \t](?:[^\r\n(]*\([^)]*\)|[^\r\n]*)", re.MULTILINE)
_WORD = re.compile(r"[^\W\d]\w*")


class Ahead:
    """The values that functions find under the names of plain helpers below them in the file: these are defined by the time the functions run.

    `read` gives the value of a name that a piece defines, where names behind that piece mean what its last argument says.
    """

    def __init__(self, pieces: list[str], read: Callable[[int, str, Callable[[str], object]], object]) -> None:
        self._pieces, self._read = pieces, read
        self._found: dict[str, object] = {}

    def of(self, at: int) -> Callable[[str], object] | None:
        """The values that a piece finds under names that are bound later; None for one that is executed where it stands."""
        return self._value if _MAKES_SCRIPTS.match(self._pieces[at]) and "@" in self._pieces[at] else None

    def is_asked_by(self, at: int, names: Iterable[str]) -> bool:
        """Whether a piece that takes these names from elsewhere finds one of them in a helper behind it."""
        return self.of(at) is not None and any(self._helpers.get(name, at) > at for name in names)

    @cached_property
    def _helpers(self) -> dict[str, int]:
        """The pieces that define one function without decorators each, by its name."""
        found: dict[str, int] = {}
        for at, piece in enumerate(self._pieces):
            header = _PLAIN_FUNCTION.match(piece)
            if header is not None and not _may_be_script(piece):
                found[header[1]] = at
        return found

    def _value(self, name: str) -> object:
        if name not in self._found:
            at = self._helpers.get(name)
            self._found[name] = UNKNOWN  # of one that calls itself
            if at is not None:
                self._found[name] = self._read(at, name, self._value)
        return self._found[name]


_MAKES_SCRIPTS = re.compile(r"(?:async[ \t]+)?(?:def|class)\b|@[ \t]*(?:functools\b|cache\b|lru_cache\b)")
_PLAIN_FUNCTION = re.compile(r"def[ \t]+(\w+)")


@lru_cache(maxsize=1024)
def bound_in(piece: str) -> frozenset[str]:
    """The names that a piece binds; an edit changes one piece of many."""
    return frozenset(word for line in _BINDING_LINE.finditer(piece) for word in _WORD.findall(line[0]))


@lru_cache(maxsize=1024)
def _bound_further_in(piece: str) -> frozenset[str]:
    """The names that a piece may bind at the top of the file by other lines than those in the first column, and by imports of several lines."""
    lines = [found[0] for found in _GLOBAL_LINE.finditer(piece)] if "global" in piece else []
    lines += [found[0] for found in _IMPORT.finditer(piece)] if "import" in piece else []
    if _COMPOUND.match(piece):
        lines += [found[0] for found in _INNER_BINDING.finditer(piece)]
    return frozenset(word for line in lines for word in _WORD.findall(line))


_GLOBAL_LINE = re.compile(r"^[ \t]+global[ \t][^\r\n]*", re.MULTILINE)
_COMPOUND = re.compile(r"(?:if|for|while|with|try|match|async[ \t]+(?:for|with))\b")
_INNER_BINDING = re.compile(
    r"^[ \t]*(?:(?:async[ \t]+)?(?:def|class|for)[ \t]+[^\r\n:(]*|(?:from|import)[ \t][^\r\n]*|[^\r\n=(]*(?=[:=]))|\bas[ \t]+\w+|\w+(?=[ \t]*:=)",
    re.MULTILINE,
)


def is_bound_once(name: str, text: str) -> bool:
    """Whether a text defines or assigns a name in one place at most; an argument `name=` counts as a place."""
    return _places_in(text).count(name) < 2


def bound_several_times(pieces: list[str]) -> frozenset[str]:
    """The names that several pieces bind at the top of the file, or that the pieces define or assign in several places."""
    counts = (Counter(chain.from_iterable(map(find, pieces))) for find in (bound_in, _places_in))
    return frozenset(name for count in counts for name, times in count.items() if times > 1)


@lru_cache(maxsize=1024)
def _places_in(text: str) -> tuple[str, ...]:
    """The names that a text defines or assigns anywhere, each as often as it does."""
    found: list[str] = []
    ends: dict[str, int] = {}  # a place goes on to its `=`, whatever else is mentioned before that
    for place in _PLACE.finditer(text):
        name = place[1] or place[2]
        if place.start() >= ends.get(name, 0):
            found.append(name)
            ends[name] = max(place.end(), place.end(3))
    return tuple(found)


_MAKER = r"(?:def|class|as|import|global|for)"
_PLACE = re.compile(
    rf"\b(?:{_MAKER}[ \t]+(?!{_MAKER}\b)(\w+)"
    r"|(?<!\.)([^\W\d]\w*)(?=((?:[ \t]*,[ \t]*\w+)*[ \t]*(?::[^=\n]*)?=(?!=))))"
)
HEADER = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)
_BINDING_LINE = re.compile(
    r"^(?:(?:async[ \t]+)?(?:def|class)[ \t]+\w+|(?:from|import)[ \t][^\r\n]*|[^\W\d][\w, \t]*(?=[:=]))", re.MULTILINE
)


def may_be_annotated(text: str) -> bool:
    """Whether the header of a plain function may mention buffers or tensors: those whose bodies alone do, such as tests, need not be read again."""
    end = _END_OF_HEADER.search(text) if text.startswith("def") and (".Buffer" in text or ".Tensor" in text) else None
    return end is not None and any(word in text[: end.start()] for word in (".Buffer", ".Tensor"))


_END_OF_HEADER = re.compile(r":[ \t]*(?:#[^\r\n]*)?[\r\n]")

__all__ = [
    "HEADER",
    "Ahead",
    "NamesOfPieces",
    "bound_in",
    "bound_several_times",
    "bound_somewhere",
    "is_bound_once",
    "may_be_annotated",
    "needed_somewhere",
]
