"""Members of `T`, `R` and `I`: their Markdown, and their signatures taken apart into parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tilewright.core.builder.namespace import IR, TIR, Member, Namespace
from tilewright.core.builder.relax_namespace import RELAX

_OPENING, _CLOSING = "([{", ")]}"
_NAME = re.compile(r"\*{0,2}(\w+)")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a signature: its name, and where it stands in the label."""

    name: str
    start: int
    end: int
    variadic: bool
    keyword_only: bool


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature as one line, with its parameters and documentation (Markdown)."""

    label: str
    doc: str
    parameters: tuple[Parameter, ...]

    def active(self, index: int, keyword: str | None) -> int | None:
        """The parameter that an argument is for: by name, else by position, where a variadic one takes all that follow."""
        if keyword is not None:
            return next((i for i, parameter in enumerate(self.parameters) if parameter.name == keyword), None)
        for position, parameter in enumerate(self.parameters):
            if parameter.keyword_only:
                return None
            if position == index or parameter.variadic:
                return position
        return None


def member_signatures() -> Iterator[str]:
    """The signatures of all members of `T` and `R`, each made when it is first read."""
    return (member.signature for namespace in (TIR, RELAX) for member in namespace.members.values())


def member_of(value: object) -> Member | None:
    """The member, if that is what a place was evaluated to."""
    return value if isinstance(value, Member) else None


def markdown(member: Member) -> str:
    """Signature and documentation of a member."""
    parts = [f"```python\n{member.signature}\n```"]
    if member.doc:
        parts.append(member.doc.strip())
    return "\n\n".join(parts)


def signature_of(value: object) -> Signature | None:
    """The signature of a member that can be called."""
    if not isinstance(value, Member) or value.kind == "namespace" or "(" not in value.signature:
        return None
    return parsed_signature(value.signature, value.doc)


def key_of(member: Member) -> str:
    """Under this key `entry_documentation` finds the member again."""
    return f"{member.namespace}.{member.name}"


def entry_documentation(key: str) -> str | None:
    """Markdown of the member with that key, such as "T.axis.remap"."""
    found = member_named(key)
    return markdown(found) if found is not None else None


def member_named(key: str) -> Member | None:
    """The member with that key."""
    root, *names = key.split(".")
    found = {"T": TIR, "R": RELAX, "I": IR}.get(root)
    for name in names:
        inside = found.value if isinstance(found, Member) else found
        found = inside.members.get(name) if isinstance(inside, Namespace) else None
    return found if isinstance(found, Member) else None


@lru_cache(maxsize=1024)
def parsed_signature(label: str, doc: str) -> Signature:
    """A signature in one line, with the places of its parameters."""
    start = label.index("(") + 1
    depth, begin = 1, start
    pieces: list[tuple[int, int]] = []
    for position in range(start, len(label)):
        character = label[position]
        depth += (character in _OPENING) - (character in _CLOSING)
        if depth == 0 or (depth == 1 and character == ","):
            pieces.append((begin, position))
            begin = position + 1
        if depth == 0:
            break
    return Signature(label, doc, tuple(_parameters(label, pieces)))


def _parameters(label: str, pieces: list[tuple[int, int]]) -> list[Parameter]:
    found: list[Parameter] = []
    keyword_only = False
    for begin, end in pieces:
        text = label[begin:end]
        start = begin + len(text) - len(text.lstrip())
        name = _NAME.match(text.strip())
        if name is not None:
            variadic = text.strip().startswith("*")
            double = text.strip().startswith("**")
            found.append(Parameter(name[1], start, end, variadic and not double, keyword_only or double))
        keyword_only = keyword_only or text.strip().startswith("*")
    return found
