"""Names: the nearest known one to an unknown one, fresh ones that clash with none, and names and numbers in sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from keyword import iskeyword

# The words of Python that stand for values.
_VALUES = frozenset(("True", "False", "None"))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that a person who typed `name` most likely meant, or None when none is close."""
    index, wanted = _index(tuple(known)), _shape(name)
    same = next((other for other in index.folded.get(wanted.folded, ()) if other != name), None)
    if same is not None:
        return same
    swapped = next((other for other in index.lettered.get("".join(sorted(name)), ()) if other != name), None)
    return swapped or _most_alike(wanted, index)


@dataclass(frozen=True, slots=True)
class _Index:
    """Known names that can stand for values: without case and underscores, by their letters in order, and by length."""

    folded: dict[str, list[str]]
    lettered: dict[str, list[str]]
    lengths: dict[int, list[_Shape]]


# A file may misspell thousands of names, among the same thousand known ones.
@lru_cache(maxsize=16)
def _index(known: tuple[str, ...]) -> _Index:
    made = _Index({}, {}, {})
    for shape in map(_shape, known):
        if shape.is_value:
            made.folded.setdefault(shape.folded, []).append(shape.name)
            made.lettered.setdefault(shape.sorted, []).append(shape.name)
            made.lengths.setdefault(len(shape.name), []).append(shape)
    return made


@dataclass(frozen=True, slots=True)
class _Shape:
    """A name, itself without case and underscores, its letters in order, `letters`, and whether it can stand for a value.

    `letters` has for each letter of ASCII as many bits as the name has of it; None where there are more than eight of one, or others.
    """

    name: str
    folded: str
    sorted: str
    letters: int | None
    is_value: bool


# Some thousand names are known at a time, and each unknown one is compared with all of them.
@lru_cache(maxsize=1 << 14)
def _shape(name: str) -> _Shape:
    counts = Counter(name)
    plain = name.isascii() and all(count <= 8 for count in counts.values())
    letters = sum(((1 << count) - 1) << 8 * ord(letter) for letter, count in counts.items()) if plain else None
    folded, ordered = name.lower().replace("_", ""), "".join(sorted(name))
    return _Shape(name, folded, ordered, letters, not iskeyword(name) or name in _VALUES)


def _most_alike(wanted: _Shape, index: _Index) -> str | None:
    """The name of which most is in `wanted` in the same order, if that is enough.  Lengths and letters in common bound how much it can be, so most need no closer look."""
    best, found = 0.65 if len(wanted.name) > 3 else 0.5, ""
    bounds: list[tuple[float, str]] = []
    for length, shapes in index.lengths.items():
        both = length + len(wanted.name)
        if 2 * min(length, len(wanted.name)) >= best * both:
            least = best * both / 2
            bounds += [
                (2 * common / both, other.name) for other in shapes if (common := _common(wanted, other)) >= least
            ]
    matcher = SequenceMatcher()
    matcher.set_seq2(wanted.name)
    for bound, other in sorted(bounds, reverse=True):
        if bound < best:
            break
        if other != wanted.name:
            matcher.set_seq1(other)
            alike = matcher.ratio() if matcher.quick_ratio() >= best and _is_slip(wanted.name, other) else 0.0
            best, found = max((best, found), (alike, other))
    return found or None


def _is_slip(wrong: str, right: str) -> bool:
    """Whether a short name is another one with a letter wrong, missing or too many: of three or four letters two others make another word."""
    if len(wrong) > 4:
        return True
    same = next((at for at, (a, b) in enumerate(zip(wrong, right)) if a != b), min(len(wrong), len(right)))
    longer = max(len(wrong), len(right))
    return wrong[same + (len(wrong) == longer) :] == right[same + (len(right) == longer) :]


def _common(a: _Shape, b: _Shape) -> int:
    """The number of letters that two names have in common; where that is not known, the most that it may be."""
    if a.letters is None or b.letters is None:
        return min(len(a.name), len(b.name))
    return (a.letters & b.letters).bit_count()


def fresh(name: str, taken: Iterable[str]) -> str:
    """`name`, or `name_1`, `name_2`, ... : the first that is not in `taken`."""
    if name not in taken:
        return name
    number = 1
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


def identifier(text: str, default: str = "v") -> str:
    """`text` with everything that a Python identifier may not hold replaced by underscores."""
    made = re.sub(r"\W", "_", text)
    if not made:
        return default
    return made if not made[0].isdigit() else f"_{made}"


def te_function_name(func: object, hint: str | None) -> str:
    """The name of the TensorIR function that a function of te tensors makes: the hint, else the function's own, as a Python identifier: `_lambda_` for a lambda.

    TVM keeps `<lambda>`, which its own parser does not read back.
    """
    return identifier(hint or str(getattr(func, "__name__", "te_func")))


def with_article(name: str) -> str:
    """The name of a type behind its article: "an int", "a list", "a uint8"."""
    return f"an {name}" if name[:1].lower() in tuple("aeio") else f"a {name}"


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun: "1 dimension", "2 dimensions"."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def are(number: int, noun: str | None = None, plural: str | None = None) -> str:
    """The beginning of a sentence about so many: "1 is", "2 are", "1 value is", "2 values are"."""
    return f"{counted(number, noun, plural) if noun else number} {'is' if number == 1 else 'are'}"
