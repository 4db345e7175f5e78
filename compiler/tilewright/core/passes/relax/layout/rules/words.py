"""Layouts of tensors as words over their own dimensions: `ABCD` is the layout a tensor was written in, `ACDB` has its second dimension last,
`ABCD4b` has that one in blocks of 4.  None is the layout of a tensor of unknown rank."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase

from tilewright.core.ir.expr import Expr, IntImm

_PART = re.compile(r"([A-Z])|([0-9]+)([a-z])")


def initial(count: int) -> str | None:
    """The layout in which a tensor of so many dimensions was written; None when their number is not known."""
    if count < 0:
        return None
    if count > len(ascii_uppercase):
        raise ValueError(f"a layout has at most {len(ascii_uppercase)} dimensions, and the tensor has {count}")
    return ascii_uppercase[:count]


def letters(word: str) -> list[str]:
    """The letters of the dimensions in order, small ones for the inner part of a block."""
    return [part[1] or part[3] for part in _PART.finditer(word)]


def is_plain(word: str) -> bool:
    """Whether no dimension is in blocks."""
    return word.isupper() or not word


def renamed(names: str, source: str, target: str) -> str:
    """The word that has `names` where `source` has its letters, in the order of `target`, with the blocks of `target`.

    `renamed("NCHW", "ABCD", "ACDB4b")` is `NHWC4c`.
    """
    made = ""
    for part in _PART.finditer(target):
        letter = part[1] or part[3].upper()
        name = names[letters(source).index(letter)]
        made += name if part[1] else part[2] + name.lower()
    return made


def axis_in(word: str, axis: int) -> int:
    """The position in a layout of a dimension of the tensor as it was written."""
    found = letters(word)
    count = sum(letter.isupper() for letter in found)
    return found.index(ascii_uppercase[axis % count])


def widened(word: str, count: int) -> str:
    """The layout of a tensor of `count` dimensions over which one of fewer, in layout `word`, is broadcast."""
    more = count - len(word)
    return ascii_uppercase[:more] + "".join(chr(ord(letter) + more) for letter in word)


def without(word: str, axes: Sequence[int]) -> str:
    """The layout after dimensions, counted as they were written, are gone."""
    gone = {ascii_uppercase[axis] for axis in axes}
    kept = [letter for letter in sorted(letters(word)) if letter.isupper() and letter not in gone]
    new = dict(zip(kept, ascii_uppercase))
    parts = (part for part in _PART.finditer(word) if (part[1] or part[3].upper()) in new)
    return "".join(new[part[1]] if part[1] else part[2] + new[part[3].upper()].lower() for part in parts)


def fits(word: str, shape: Sequence[Expr] | None) -> bool:
    """Whether a tensor written with that shape can be in the layout without padding; sizes that are not known are trusted."""
    if shape is None:
        return False
    for part in _PART.finditer(word):
        if part[3] and (at := ascii_uppercase.index(part[3].upper())) < len(shape):
            size = shape[at]
            if isinstance(size, IntImm) and size.value % int(part[2]):
                return False
    return sum(letter.isupper() for letter in letters(word)) == len(shape)
