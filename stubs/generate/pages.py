"""The generated pages of the manual: every name under `T`, `I` and `R`, what each Relax op has rules for, and every diagnostic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from generate.files import ROOT
from generate.rendering import render
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.builder.namespace import IR, TIR, Member, Namespace
from tilewright.core.builder.relax_namespace import RELAX
from tilewright.core.importers.onnx import reader
from tilewright.core.importers.torch import layers, operators
from tilewright.core.ops.relax import TOPICS
from tilewright.core.ops.relax_op import FACETS, RelaxOp
from tilewright.core.passes.relax.facets import has_facet
from tilewright.face.rows import Face
from tilewright.face.table import faces
from tilewright.face.table.absences import MODULES, NAMES, PARTS


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
        ROOT / "docs" / "relax_ops.md": render(
            "relax_ops.md.j2",
            facets=FACETS,
            topics=[
                (topic, [(row, [has_facet(row, facet) for facet in FACETS]) for row in rows], waived(rows))
                for topic, rows in TOPICS.items()
            ],
        ),
        ROOT / "docs" / "importers.md": render(
            "importers.md.j2",
            torch={topic: spellings(rows) for topic, rows in operators.TOPICS.items()},
            layers=sorted(map(str, layers.LAYERS)),
            onnx={topic: sorted(rows) for topic, rows in reader.TOPICS.items()},
            of_the_model=sorted(reader.OF_THE_MODEL),
        ),
        ROOT / "docs" / "compatibility.md": render(
            "compatibility.md.j2", modules=modules(), absent=absent(), lacking=lacking(), parts=PARTS
        ),
        ROOT / "docs" / "diagnostics.md": render(
            "diagnostics.md.j2", codes=sorted(CATALOGUE.values(), key=lambda code: code.name)
        ),
    }


def spellings(names: Iterable[str]) -> list[str]:
    """Names of operators without the overload of ATen, such as `default`, in alphabetical order."""
    return sorted({name.partition(".")[0] for name in names}, key=lambda name: (name.strip("_").lower(), name))


@dataclass(frozen=True, slots=True)
class Availability:
    """The places of a module, or of a name of one, in both releases of TVM, "" for none; and what Tilewright has of it."""

    name: str
    classic: str
    today: str
    here: str


def modules() -> list[Availability]:
    """A row for each public module, with the number of names that its row of the table lists."""
    return [
        Availability(face.name, *_paths(face), f"{sum(1 for _ in face.homes())} names")
        for face in sorted(faces(), key=lambda face: face.name)
    ]


def absent() -> list[Availability]:
    """A row for each name of TVM's that is refused, with the reason."""
    return [
        Availability(f"{face.name}.{name}".lstrip("."), *_paths(face), reason)
        for face in sorted(faces(), key=lambda face: face.name)
        for name, reason in sorted(face.absent.items())
    ]


def lacking() -> Iterator[tuple[str, list[str], list[tuple[str, list[str]]]]]:
    """Each reason for which modules or names are not here, with the modules and, by module, the names."""
    for reason in {**MODULES, **NAMES}:
        named = sorted(NAMES.get(reason, {}).items())
        yield reason, sorted(MODULES.get(reason, "").split()), [(module, names.split()) for module, names in named]


def _paths(face: Face) -> tuple[str, str]:
    """The paths of a module in 0.22 and in 0.27."""
    classic = "" if face.since else face.name
    today = face.name if face.today is None else face.today
    return classic, ", ".join(today.split())


def groups(namespace: Namespace) -> list[Group]:
    """Every name of a namespace, those of its inner namespaces included, by group."""
    by_title: dict[str, list[Member]] = {}
    for member in documented(namespace.members.values()):
        by_title.setdefault(member.group or "others", []).append(member)
    return [
        Group(title, tuple(member for _, member in sorted({each.signature: each for each in members}.items())))
        for title, members in sorted(by_title.items())
    ]


def documented(members: Iterable[Member]) -> Iterator[Member]:
    """The members, and the members of inner namespaces instead of these."""
    for member in members:
        if isinstance(member.value, Namespace):
            yield from documented(member.value.members.values())
        else:
            yield member


def waived(rows: Iterable[RelaxOp]) -> dict[tuple[str, str], list[str]]:
    """The ops that waive a facet, by facet and reason."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        for facet, reason in row.waives.items():
            found.setdefault((facet, reason), []).append(str(row.script))
    return dict(sorted(found.items(), key=lambda item: FACETS.index(item[0][0])))
