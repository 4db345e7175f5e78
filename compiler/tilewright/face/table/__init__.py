"""The table of names: one row a public module of TVM's.  It is read by topic, when the first module of a topic is opened."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # `import tilewright` comes here
if TYPE_CHECKING:
    from collections.abc import Iterator

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


_READ: dict[str, dict[str, Face]] = {}  # by file


def topic(name: str) -> dict[str, Face]:
    """The rows of one file by the names of their modules."""
    known = _READ.get(name)
    if known is None:
        rows: tuple[Face, ...] = import_module(f"{__name__}.{name}").FACES
        known = _READ[name] = {row.name: row for row in rows}
    return known


def face(name: str) -> Face | None:
    """The row of a module by its name below `tilewright`, if it is a public module of TVM's."""
    file = TOPICS.get(name.partition(".")[0])
    return None if file is None else topic(file).get(name)


def faces() -> Iterator[Face]:
    """All rows."""
    for file in dict.fromkeys(TOPICS.values()):
        yield from topic(file).values()


_ALIASES: dict[str, str] = {}


def aliases() -> dict[str, str]:
    """The faces by the other paths under which TVM has them."""
    if not _ALIASES:
        _ALIASES.update({path: row.name for row in faces() for path in row.also.split()})
    return _ALIASES
