"""The place at which the documented stub of a namespace defines a member."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from tilewright.core.builder.namespace import Member

_SCRIPT = Path(__file__).parents[2] / "script"
_FILES: Mapping[str, str] = {"T": "tir.pyi", "R": "relax.pyi", "I": "ir.pyi"}
_DEFINITION = re.compile(
    r"^(?P<indent>[ ]*)(?:(?:async )?def (?P<function>\w+)|class (?P<class>\w+)|(?P<value>[A-Za-z_]\w*)[ ]*(?::|=)"
    r"|from \S+ import \w+ as (?P<alias>\w+))",
    re.MULTILINE,
)

Place = tuple[str, int, int, int]


def stub_place(member: Member) -> Place | None:
    """Path, 0-based line, and the columns between which the name stands; None when the stub does not have it."""
    root, *path = f"{member.namespace}.{member.name}".split(".")
    file = _FILES.get(root)
    if file is None:
        return None
    places = _index(str(_SCRIPT / file))
    name = ".".join(path)
    # A nested namespace may be a class of its own name, or of a private one: `axis` or `_axis`.
    found = places.get(name) or places.get(f"_{name}") or places.get(f"{name[:1].upper()}{name[1:]}")
    return (str(_SCRIPT / file), *found) if found is not None else None


@lru_cache(maxsize=8)
def _index(file: str) -> Mapping[str, tuple[int, int, int]]:
    """Every name that a stub defines, those in classes qualified by theirs, with line and columns; the first of several definitions counts."""
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    found: dict[str, tuple[int, int, int]] = {}
    classes: list[tuple[int, str]] = []
    for number, line in enumerate(lines):
        match = _DEFINITION.match(line)
        if match is None or match.lastgroup is None:
            continue
        depth = len(match["indent"])
        while classes and classes[-1][0] >= depth:
            classes.pop()
        if depth > (classes[-1][0] + 4 if classes else 0):
            continue
        name = match[match.lastgroup]
        qualified = ".".join([*(outer for _, outer in classes), name])
        found.setdefault(qualified, (number, match.start(match.lastgroup), match.end(match.lastgroup)))
        if match.lastgroup == "class":
            classes.append((depth, name))
    return found
