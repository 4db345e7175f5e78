"""The table of names: one row a public module of TVM's.  It is read by topic, when the first module of a topic is opened."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from tilewright.face.rows import Face

# The file of this package with the rows of each top-level module.
TOPICS = {
    "": "top",
    "arith": "arithmetic",
    "backend": "schedules",
    "contrib": "contrib",
    "dlight": "schedules",
    "driver": "top",
    "error": "ir",
    "ffi": "runtime",
    "hybrid": "script",
    "instrument": "ir",
    "ir": "ir",
    "meta_schedule": "schedules",
    "nd": "runtime",
    "relax": "relax",
    "rpc": "runtime",
    "runtime": "runtime",
    "script": "script",
    "target": "runtime",
    "te": "tensor_expressions",
    "testing": "contrib",
    "tir": "tir",
    "tirx": "tir",
    "topi": "tensor_expressions",
    "transform": "ir",
}


@cache
def topic(name: str) -> dict[str, Face]:
    """The rows of one file by the names of their modules."""
    rows: tuple[Face, ...] = import_module(f"{__name__}.{name}").FACES
    return {row.name: row for row in rows}


def face(name: str) -> Face | None:
    """The row of a module by its name below `tilewright`, if it is a public module of TVM's."""
    file = TOPICS.get(name.partition(".")[0])
    return None if file is None else topic(file).get(name)


def faces() -> Iterator[Face]:
    """All rows."""
    for file in dict.fromkeys(TOPICS.values()):
        yield from topic(file).values()


@cache
def aliases() -> dict[str, str]:
    """The faces by the other paths under which TVM has them."""
    return {path: row.name for row in faces() for path in row.also.split()}
