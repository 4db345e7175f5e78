"""The generated pages of the manual: every name under `T`, `I` and `R`, and every diagnostic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from generate.files import ROOT
from generate.rendering import render
from tilewright.core.base.codes import CATALOGUE
from tilewright.core.builder.namespace import IR, TIR, Member, Namespace
from tilewright.core.builder.relax_namespace import RELAX


@dataclass(frozen=True, slots=True)
class Group:
    """The names of one topic of a namespace, in alphabetical order."""

    title: str
    members: tuple[Member, ...]

    @property
    def anchor(self) -> str:
        """The anchor that Markdown viewers give the heading."""
        return self.title.lower().replace(" ", "-").replace(",", "").replace("/", "")


def pages() -> dict[Path, str]:
    """The pages by path."""
    return {
        ROOT / "docs" / "ops.md": render(
            "ops.md.j2", namespaces=[(space, groups(space)) for space in (TIR, IR, RELAX)]
        ),
        ROOT / "docs" / "diagnostics.md": render(
            "diagnostics.md.j2", codes=sorted(CATALOGUE.values(), key=lambda code: code.name)
        ),
    }


def groups(namespace: Namespace) -> list[Group]:
    """Every name of a namespace, those of its inner namespaces included, by group."""
    by_title: dict[str, list[Member]] = {}
    for member in documented(namespace.members.values()):
        by_title.setdefault(member.group or "others", []).append(member)
    return [
        Group(title, tuple(sorted(members, key=lambda member: member.signature)))
        for title, members in sorted(by_title.items())
    ]


def documented(members: Iterable[Member]) -> Iterator[Member]:
    """The members, and the members of inner namespaces instead of these."""
    for member in members:
        if isinstance(member.value, Namespace):
            yield from documented(member.value.members.values())
        else:
            yield member
