"""The public modules of TVM's names, `tilewright.tir` and the others: thin files made from the table of names."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from generate.files import ROOT
from generate.rendering import render
from tilewright.face.opening import children, listed
from tilewright.face.rows import Face, home_module
from tilewright.face.table import faces

PACKAGE = ROOT / "compiler" / "tilewright"


def face_modules() -> dict[Path, str]:
    """The files of the public modules by path."""
    return {_path(row): _text(row) for row in faces() if row.summary}


def _path(row: Face) -> Path:
    place = PACKAGE.joinpath(*row.name.split(".")) if row.name else PACKAGE
    return place / "__init__.py" if children(row.name) else place.with_suffix(".py")


def _text(row: Face) -> str:
    imports: dict[str, list[str]] = defaultdict(list)
    for name, (home, there) in listed(row).items():
        if ":" not in home:
            imports[home_module(home)].append(f"{there} as {name}")
    for name in sorted(children(row.name)):
        imports[".".join(filter(None, ("tilewright", row.name)))].append(f"{name} as {name}")
    for name, other in row.modules.items():
        parent, _, last = f"tilewright.{other}".rpartition(".")
        imports[parent].append(f"{last} as {name}")
    public = {line.rpartition(" as ")[2] for lines in imports.values() for line in lines}
    dynamic = bool(row.rest or (row.name and row.absent)) or any(":" in home for home in row.names)
    return render(
        "face.py.j2",
        summary=row.summary,
        top=not row.name,
        imports=dict(sorted(imports.items())),
        dynamic=dynamic,
        public=sorted(public),
    )
