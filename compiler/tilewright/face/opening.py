"""Opening a face: what a public module answers when it is asked for a name.

A name is fetched from where it lives when it is first asked for, and kept, so that importing a face costs nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module

from tilewright.face.rows import Face, home_module
from tilewright.face.table import TOPICS, aliases, face, topic

TYPE_CHECKING = False  # `import tilewright` comes here, and `typing` would take longer than all the rest
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Opened = tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]

PACKAGE = "tilewright"
_MISSING = object()


def open_face(module: str) -> Opened:
    """The `__getattr__`, `__dir__` and `__all__` of the public module `module`, by its row of the table."""
    name = module.partition(".")[2]  # the package is `tvm` where pytest loads a module by that name
    row = face(name)
    assert row is not None, f"{module} has no row in the table of names"
    homes = listed(row)
    below = children(name)

    if row.since:
        _later_release()
    later = {name for names in row.only.values() for name in names.split()}

    def get(wanted: str) -> Any:
        if wanted in later:
            _later_release()
        value = _listed(wanted, row, homes, below)
        if value is _MISSING:
            value = _rest(wanted, row)
        vars(sys.modules[module])[wanted] = value
        return value

    def names() -> list[str]:
        return sorted({*homes, *row.modules, *below, *_rest_names(row)})

    for name_and_module in below & homes.keys():
        # The import system gives a package its submodules as attributes: the name has to come after that.
        import_module(f"{module}.{name_and_module}")
        get(name_and_module)
    return get, names, sorted({*homes, *row.modules})


def _later_release() -> None:
    """A program that asks for what only the later release has stands for that release."""
    from tilewright.core.dialects import later_imported

    later_imported()


def listed(row: Face) -> dict[str, tuple[str, str]]:
    """The names of a face, and of the faces that its `rest` names, with where each lives; its own stand before theirs."""
    found: dict[str, tuple[str, str]] = {}
    for source in row.rest:
        other = None if ":" in source else face(source)
        found |= {} if other is None else listed(other)
    for module in children(row.name):
        found.pop(module, None)  # a module of its own stands before a name of another face
    return found | {name: (home, there) for name, home, there in row.homes()}


def home_of(module: str, name: str) -> str:
    """The module of the engine in which a name of a face lives, as its row gives it; "" where none of its rows lists the name."""
    row = face(module)
    return "" if row is None else listed(row).get(name, ("", ""))[0]


def children(name: str) -> set[str]:
    """The last words of the faces right below one."""
    if not name:
        return TOPICS.keys() - {""}
    rows = topic(TOPICS[name.partition(".")[0]])
    return {row.rpartition(".")[2] for row in rows if row.rpartition(".")[0] == name and row}


def look_up(home: str, there: str) -> Any:
    """The object called `there` in a module of the engine, or in its namespace `module:NAME`."""
    module, _, namespace = home.partition(":")
    held = import_module(home_module(module))
    return getattr(held, namespace).members[there].value if namespace else getattr(held, there)


def _listed(wanted: str, row: Face, homes: dict[str, tuple[str, str]], below: set[str]) -> Any:
    if wanted in homes:
        return look_up(*homes[wanted])
    if wanted in row.modules:
        return import_module(f"{PACKAGE}.{row.modules[wanted]}".rstrip("."))
    if wanted in below:
        return import_module(f"{PACKAGE}.{row.name}.{wanted}" if row.name else f"{PACKAGE}.{wanted}")
    return _MISSING


def _private(wanted: str, row: Face) -> Any:
    """A private name of one of the modules that a face takes names from: programs of TVM's tests ask for them."""
    for home in row.names:
        found = {} if ":" in home else vars(import_module(home_module(home)))
        if wanted in found:
            return found[wanted]
    return _MISSING


def _rest(wanted: str, row: Face) -> Any:
    """A name that the row does not list.  Raises `AttributeError`, with the reason for a name of TVM's that Tilewright does not have."""
    title = f"{PACKAGE}.{row.name}" if row.name else PACKAGE
    if wanted.startswith("__"):
        raise AttributeError(f"module {title!r} has no attribute {wanted!r}")
    if wanted.startswith("_") and (value := _private(wanted, row)) is not _MISSING:
        return value
    for path in (row.name, *row.also.split()):
        if (elsewhere := aliases().get(f"{path}.{wanted}")) is not None:
            return import_module(f"{PACKAGE}.{elsewhere}")
    from tilewright.face.table.absences import listed_reason, parts, reason_of_module

    reason = row.absent.get(wanted) or listed_reason(row.name, wanted)
    if reason is None:
        for source in row.rest:
            value = _from_source(source, wanted, title)
            if value is not _MISSING:
                return value
        reason = row.absent.get("*")
    if reason is None and wanted in parts(row.name):
        return sys.modules[title]
    reason = reason or reason_of_module(f"{row.name}.{wanted}".lstrip("."))
    if reason is not None:
        error = ImportError if row.refuses_imports else AttributeError
        raise error(refusal(f"{row.name}.{wanted}".lstrip("."), reason))
    from tilewright.core.base.names import nearest

    near = (
        None if wanted.startswith("_") else nearest(wanted, [*(name for name, _, _ in row.homes()), *_rest_names(row)])
    )
    raise AttributeError(f"module {title!r} has no attribute {wanted!r}" + (f"; did you mean {near}?" if near else ""))


def refusal(path: str, reason: str) -> str:
    """The sentence about a name or module of TVM's that Tilewright does not have."""
    return f"TVM's {path} is not in Tilewright: {reason}"


def _from_source(source: str, wanted: str, title: str) -> Any:
    module, colon, inside = source.partition(":")
    if colon and not inside:
        return _answered(home_module(module), wanted, title)
    if not inside:
        return getattr(import_module(f"{PACKAGE}.{module}"), wanted, _MISSING)
    held = getattr(import_module(home_module(module)), inside)
    if _is_mapping(held):
        return held.get(wanted, _MISSING)
    return _MISSING if wanted not in held.members else held.members[wanted].value


def _is_mapping(held: object) -> bool:
    from collections.abc import Mapping

    return isinstance(held, Mapping)


def _answered(home: str, wanted: str, title: str) -> Any:
    """A name of a module of the engine that answers for itself; its refusal names the public module."""
    try:
        return getattr(import_module(home), wanted)
    except AttributeError as error:
        raise AttributeError(str(error).replace(repr(home), repr(title))) from None


def _rest_names(row: Face) -> set[str]:
    found: set[str] = set()
    for source in row.rest:
        module, colon, inside = source.partition(":")
        if not inside:
            found |= set() if colon else set(dir(import_module(f"{PACKAGE}.{module}")))
            continue
        held = getattr(import_module(home_module(module)), inside)
        found |= set(held if _is_mapping(held) else held.members)
    return found
