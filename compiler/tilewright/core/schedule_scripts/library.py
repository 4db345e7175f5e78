"""The library as scripts use it: which names there are, what values have, and calls of what makes programs and changes nothing else."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from tilewright.core.frontend.imports import ROOTS, imported
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.node import Node, ports
from tilewright.core.schedule_scripts.values import PLAIN, Function, Handle, Items, Native, Ours, Table, is_known

# Packages whose functions make programs; the last word of the path below the root, and the public package.
_OPENED: Final = {"te": "te", "tir": "tir", "tirx": "tir", "topi": "topi", "topi.nn": "topi.nn", "ir": "ir", "": ""}
# The rooms in which such functions live.
_ROOMS: Final = ("te", "topi", "ir", "ops", "builder", "base", "arith")
_KNOWN: Final[Mapping[str, type]] = {"IRModule": IRModule, "ir.IRModule": IRModule, "tir.PrimFunc": PrimFunc}
_OF_LISTS: Final = frozenset(
    (
        "append",
        "extend",
        "insert",
        "pop",
        "index",
        "count",
        "reverse",
        "copy",
        "get",
        "items",
        "keys",
        "values",
        "update",
    )
)
_OF_TEXTS: Final = frozenset(
    ("upper", "lower", "startswith", "endswith", "strip", "split", "join", "replace", "format")
)
_OF_NODES: Final = frozenset(
    ("with_attr", "with_attrs", "without_attr", "specialize", "astype", "get_global_var", "from_expr", "output")
)
# A text for `format` whose fields are no longer than what they are given: no `{:>1000000}`.
_PLAIN_FIELDS: Final = re.compile(r"(?:[^{}]|\{\w*\}|\{\{|\}\})*")


class NotKnown(Exception):
    """Raised where an argument is not known."""


def name_of_module(module: str, name: str | None = None) -> Any:
    """The value that an import binds, `import module` or `from module import name`."""
    root, _, rest = module.partition(".")
    if root in ROOTS:
        return Ours(".".join(each for each in (rest, name) if each))
    if module == "math":
        return imported(module, name)
    return UNKNOWN


def is_schedule(value: object) -> bool:
    """Whether a name of the library is that of `Schedule`."""
    return isinstance(value, Ours) and value.path in _SCHEDULES


_SCHEDULES: Final = frozenset(
    f"{package}.{name}"
    for package in ("tir", "s_tir", "tirx")
    for name in ("Schedule", "schedule.Schedule", "schedule.schedule.Schedule")
)


def attribute(value: Any, name: str) -> Any:
    """`value.name`, as far as it is known."""
    if isinstance(value, Ours):
        return Ours(f"{value.path}.{name}" if value.path else name)
    if value is math:
        found = getattr(math, name, UNKNOWN)
        return Native(found) if callable(found) and name not in ("factorial", "comb", "perm", "prod", "pow") else found
    if isinstance(value, (Items, Table)):
        value.is_unknown = value.is_unknown or name not in _OF_LISTS  # such as `remove`, which would change it
        return UNKNOWN if value.is_unknown else Native(getattr(value, name, None))
    if isinstance(value, str):
        is_plain = name in _OF_TEXTS and (name != "format" or _PLAIN_FIELDS.fullmatch(value) is not None)
        return Native(getattr(value, name)) if is_plain else UNKNOWN
    if isinstance(value, Node) or is_of_library(value):
        return _of_node(value, name)
    return UNKNOWN


def _of_node(value: Any, name: str) -> Any:
    if name.startswith("_"):
        return UNKNOWN
    try:
        found = getattr(value, name)
    except Exception:  # what a node lacks is said elsewhere
        return UNKNOWN
    if callable(found) and not isinstance(found, Node):
        return Native(found) if name in _OF_NODES else UNKNOWN
    return as_value(found)


def is_of_library(value: object) -> bool:
    """Whether a value is a part of programs that the library made: a tensor of expressions, a map."""
    return type(value).__module__.startswith(("tilewright.core.te", "tilewright.core.ir", "tvm."))


def function(path: str) -> Callable[..., Any] | None:
    """The function of the library with that path, if calling it only makes something."""
    if path in _KNOWN:
        return _KNOWN[path]
    parent, _, name = path.rpartition(".")
    opened = _OPENED.get(parent)
    if path == "IRModule.from_expr" or path == "ir.IRModule.from_expr":
        return IRModule.from_expr
    if opened is None or ports.home_of_name.call(opened, name).partition(".")[0] not in _ROOMS:
        return None
    found = getattr(ports.public_module.call(opened), name, None)
    return found if callable(found) else None


def call_native(called: Callable[..., Any], args: list[Any], named: dict[str, Any], made: Maker) -> Any:
    """Call a function of the library, or a method of a list; what it refuses is said elsewhere."""
    receiver = getattr(called, "__self__", None)
    if isinstance(receiver, (Items, Table)):
        try:
            return as_value(called(*args, **named))
        except Exception:  # no mistake of a schedule
            receiver.is_unknown = True
            return UNKNOWN
    try:
        given = [as_argument(each, made) for each in args]
        return as_value(called(*given, **{name: as_argument(each, made) for name, each in named.items()}))
    except Exception:  # not known, or wrong in a way that is no mistake of a schedule
        return UNKNOWN


# Makes something to call of a function of the script.
Maker = Callable[[Function], Callable[..., Any]]


def as_value(given: Any) -> Any:
    """Something that the library gives, as a value of the script."""
    if isinstance(given, (Items, Table)):
        return given
    if isinstance(given, list) or type(given).__name__ in ("dict_keys", "dict_values", "dict_items"):
        return Items(as_value(each) for each in given)
    if isinstance(given, tuple):
        return tuple(as_value(each) for each in given)  # pyright: ignore[reportUnknownVariableType]
    if isinstance(given, dict):
        return Table(given)  # pyright: ignore[reportUnknownArgumentType]
    if given is None or isinstance(given, (*PLAIN, Node, Handle)) or is_of_library(given):
        return given
    return UNKNOWN


def as_argument(value: Any, made: Maker) -> Any:
    """A value of the script as an argument of the library; raises `NotKnown` where it is none."""
    if isinstance(value, Handle):
        if value.variable is None:
            raise NotKnown
        return value.variable
    if isinstance(value, Function):
        return made(value)
    if isinstance(value, Native):
        return value.function
    if isinstance(value, Ours):
        found = function(value.path)
        if found is None:
            raise NotKnown
        return found
    if isinstance(value, (Items, Table)) and value.is_unknown:
        raise NotKnown
    if isinstance(value, list):
        return [as_argument(each, made) for each in value]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, tuple):
        return tuple(as_argument(each, made) for each in value)  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, dict):
        return {key: as_argument(each, made) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if (value is None or isinstance(value, (*PLAIN, Node)) or is_of_library(value)) and is_known(value):
        return value
    raise NotKnown


__all__ = [
    "Maker",
    "NotKnown",
    "as_argument",
    "as_value",
    "attribute",
    "call_native",
    "function",
    "is_of_library",
    "is_schedule",
    "name_of_module",
]
