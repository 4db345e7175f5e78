"""Names of the pieces of a file, without a syntax tree: those which a piece binds, and those on which the scripts of the file may depend.

A piece is a definition at the left margin, or the statements between two of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache


class _NamesOfPieces:
    """Names that the pieces of a file tell, found when somebody asks."""

    def __init__(self, pieces: list[str]) -> None:
        self.pieces = pieces

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    @cached_property
    def names(self) -> frozenset[str]:
        """All of them."""
        raise NotImplementedError


class BoundNames(_NamesOfPieces):
    """The names that some line of the file's pieces binds in its first column; asked only about names that nothing before has bound."""

    @cached_property
    def names(self) -> frozenset[str]:
        """Names of definitions and assignments, and all words of imports."""
        return frozenset[str]().union(*map(bound_in, self.pieces))


class NeededSomewhere(_NamesOfPieces):
    """The names on which scripts of a file may depend: the words of the pieces with decorators or statements, and of the functions and classes that these mention."""

    @cached_property
    def names(self) -> frozenset[str]:
        """The words of all those pieces, without those of imports, and "*" for what these take of other files; none where there is no script."""
        if not any(map(_may_be_script, self.pieces)):
            return frozenset()
        found: set[str] = {"*"}
        plain: list[tuple[str, str]] = []
        for piece in self.pieces:
            header = HEADER.match(piece)
            if header is None or _may_be_script(piece):
                found.update(_WORDS.findall(_IMPORT.sub("", piece)))
            else:
                plain.append((header[1], piece))
        while any(name in found for name, _ in plain):
            for name, piece in plain:
                if name in found:
                    found.update(_WORDS.findall(piece))
            plain = [(name, piece) for name, piece in plain if name not in found]
        return frozenset(found)


def _may_be_script(piece: str) -> bool:
    """Whether a piece has a decorator, or a header that looks like that of a script which lacks its decorator."""
    return _DECORATED.search(piece) is not None or may_be_annotated(piece)


_DECORATED = re.compile(r"^[ \t]*@", re.MULTILINE)
_IMPORT = re.compile(r"^(?:from|import)[ \t](?:[^\r\n(]*\([^)]*\)|[^\r\n]*)", re.MULTILINE)
_WORDS = re.compile(r"[^\W\d]\w*")


@lru_cache(maxsize=1024)
def bound_in(piece: str) -> frozenset[str]:
    """The names that a piece binds; an edit changes one piece of many."""
    words = (match[0] for match in _BINDING_LINE.finditer(piece))
    return frozenset(word for line in words for word in re.findall(r"[^\W\d]\w*", line))


HEADER = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)
_BINDING_LINE = re.compile(
    r"^(?:(?:async[ \t]+)?(?:def|class)[ \t]+\w+|(?:from|import)[ \t][^\r\n]*|[^\W\d][\w, \t]*(?=[:=]))", re.MULTILINE
)


def may_be_annotated(text: str) -> bool:
    """Whether the header of a plain function may mention buffers or tensors: those whose bodies alone do, such as tests, need not be read again."""
    end = _END_OF_HEADER.search(text) if text.startswith("def") and (".Buffer" in text or ".Tensor" in text) else None
    return end is not None and any(word in text[: end.start()] for word in (".Buffer", ".Tensor"))


_END_OF_HEADER = re.compile(r":[ \t]*(?:#[^\r\n]*)?[\r\n]")

__all__ = ["HEADER", "BoundNames", "NeededSomewhere", "bound_in", "may_be_annotated"]
