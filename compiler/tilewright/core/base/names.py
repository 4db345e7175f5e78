"""Names: the nearest known one to an unknown one, fresh ones that clash with none, and names and numbers in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from keyword import iskeyword

# The words of Python that stand for values.
_VALUES = frozenset(("True", "False", "None"))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that a person who typed `name` most likely meant, or None when none is close."""
    candidates = [other for other in known if other != name and (not iskeyword(other) or other in _VALUES)]
    folded: dict[str, str] = {}
    for other in candidates:
        folded.setdefault(other.lower().replace("_", ""), other)
    same = folded.get(name.lower().replace("_", ""))
    if same is not None:
        return same
    swapped = next((other for other in candidates if sorted(other) == sorted(name)), None)
    if swapped is not None:
        return swapped
    found = get_close_matches(name, candidates, n=1, cutoff=0.6 if len(name) > 3 else 0.5)
    return found[0] if found else None


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


def with_article(name: str) -> str:
    """The name of a type behind its article: "an int", "a list", "a uint8"."""
    return f"an {name}" if name[:1].lower() in tuple("aeio") else f"a {name}"


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun: "1 dimension", "2 dimensions"."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def are(number: int, noun: str | None = None, plural: str | None = None) -> str:
    """The beginning of a sentence about so many: "1 is", "2 are", "1 value is", "2 values are"."""
    return f"{counted(number, noun, plural) if noun else number} {'is' if number == 1 else 'are'}"
