"""The source of names that the script itself does not define: the running program (`Live`) or the text around it (`Static`).

This is all that differs between a decorator and an editor.  In `Live`, captured values are what they are and host functions run when the script
calls them.  In `Static` nothing of the user's is executed: our own names, literal constants and arithmetic on them are known, and the rest is
`UNKNOWN`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any, Final, Protocol

from tilewright.core.base.dtype import DType
from tilewright.core.builder.namespace import Namespace
from tilewright.core.builder.tile_layouts import Readable
from tilewright.core.frontend.imports import OutsideModule, namespace_of
from tilewright.core.frontend.module_reference import ModuleInProgress
from tilewright.core.frontend.numpy_names import NumpyModule
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.node import Array, Node

MISSING: Final = object()


@dataclass(frozen=True)
class FunctionName:
    """A function of the file as the value of a parameter."""

    name: str

    def __repr__(self) -> str:
        return self.name


# Values of parameters, by the qualified names of Python functions.
Given = Mapping[str, Mapping[str, object]]


class Names(Protocol):
    """A set of names that may be worked out only when it is asked."""

    def __contains__(self, name: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...


class Environment(Protocol):
    """The environment of a script: the parser's questions about names outside of it.

    `recorded` says whether the places of names and values will be asked for: an editor asks, a running program does not.
    """

    @property
    def recorded(self) -> bool: ...

    @property
    def shows_python(self) -> bool:
        """Whether the places of names will be asked for in plain Python too, in which no script stands."""
        ...

    def lookup(self, name: str) -> object:
        """The value of a name, `UNKNOWN` when only running the program would tell, `MISSING` when there is none."""
        ...

    def names(self) -> Iterable[str]:
        """The names it knows, for suggestions."""
        ...

    def attribute(self, value: Any, name: str) -> Any:
        """`value.name`; raises `AttributeError` when there is none."""
        ...

    def may_call(self, function: object) -> bool:
        """Whether calling `function` now is allowed."""
        ...

    def instantiation(self, name: str) -> Mapping[str, object]:
        """The values of the parameters for which a Python function, named by those around it too, is to be read."""
        ...

    def may_need(self, name: str) -> bool:
        """Whether a script may depend on a name at the top of the file."""
        ...


@dataclass
class Live:
    """The namespaces a decorated function sees when it is defined, nearest first.

    With `capture`, functions and other objects must be listed there to be seen; numbers, texts, modules and our own names need not be.
    """

    layers: tuple[Mapping[str, Any], ...]
    capture: tuple[Any, ...] | None = None
    refused: set[str] = field(default_factory=lambda: set())

    @property
    def recorded(self) -> bool:
        return False

    @property
    def shows_python(self) -> bool:
        return True

    def lookup(self, name: str) -> object:
        for layer in self.layers:
            if name in layer:
                return self._allowed(name, layer[name])
        return MISSING

    def _allowed(self, name: str, value: object) -> object:
        value = namespace_of(value)
        if self.capture is None or _needs_no_capture(value) or any(value is item for item in self.capture):
            return value
        self.refused.add(name)
        return MISSING

    def names(self) -> Iterable[str]:
        return (name for layer in self.layers for name in layer if not name.startswith("__"))

    def attribute(self, value: Any, name: str) -> Any:
        return value.attribute(name) if isinstance(value, OutsideModule) else namespace_of(getattr(value, name))

    def may_call(self, function: object) -> bool:
        return True

    def instantiation(self, name: str) -> Mapping[str, object]:
        return {}

    def may_need(self, name: str) -> bool:
        return True


class Watched(Live):
    """The namespaces of a decorated function that is read as an editor reads it, with everything that is to be said of it."""

    @property
    def recorded(self) -> bool:
        return True


def _needs_no_capture(value: object) -> bool:
    if value is None or isinstance(value, (bool, int, float, str, tuple, list, dict, Node, Namespace, ModuleType)):
        return True
    return is_ours(value)


def is_ours(value: object) -> bool:
    """Whether a function or class is of this library; its classes say that they are TVM's where it stands in for TVM."""
    return str(getattr(value, "__module__", "")).split(".")[0] in ("tilewright", "tvm")


# Methods of Python's own values that are cheap and change nothing.
_METHODS: Final = {
    str: {
        "upper",
        "lower",
        "startswith",
        "endswith",
        "strip",
        "lstrip",
        "rstrip",
        "split",
        "join",
        "count",
        "index",
        "isdigit",
    },
    **{kind: {"index", "count"} for kind in (list, tuple, Array)},
    dict: {"get", "items", "keys", "values"},
    int: {"bit_length", "bit_count"},
    float: {"is_integer"},
}
_QUIET_MODULES: Final = (
    "tilewright.core.builder.",
    "tilewright.core.ir.",
    "tilewright.core.ops.",
    "tilewright.core.base.",
    "tilewright.core.frontend.",
    # What the classes of nodes call themselves where this library stands in for TVM.
    "tvm.tir.",
    "tvm.relax.",
)
# Functions of `math` whose results grow without bounds.
_ENDLESS: Final = frozenset({"factorial", "comb", "perm", "prod", "pow"})
_NOT_QUIET: Final = frozenset({"show", "script"})


@dataclass(frozen=True)
class Static:
    """A file's environment, from its text alone: `known` names with values or `UNKNOWN`, and the names bound `later`.  `given` are the instantiations that were chosen, `needed` the names on which scripts may depend, None for all.  `ahead` tells what a name stands for that is bound later, None where a script is read before that."""

    known: Mapping[str, Any] = field(default_factory=lambda: {})
    later: Names = frozenset()
    given: Given = field(default_factory=dict[str, Mapping[str, object]])
    shows_python: bool = True
    needed: Names | None = None
    ahead: Callable[[str], object] | None = field(default=None, compare=False)

    @property
    def recorded(self) -> bool:
        return True

    def lookup(self, name: str) -> object:
        if name in self.known:
            return self.known[name]
        if name not in self.later:
            return UNKNOWN if "*" in self.known else MISSING
        return UNKNOWN if self.ahead is None else self.ahead(name)

    def names(self) -> Iterable[str]:
        return (*(name for name in self.known if name != "*"), *self.later)

    def attribute(self, value: Any, name: str) -> Any:
        if isinstance(value, (Node, DType, ModuleInProgress, Readable)):
            return getattr(value, name)
        if isinstance(value, (OutsideModule, NumpyModule)):
            return value.attribute(name)
        if value is math:
            return getattr(math, name)
        allowed = _METHODS.get(type(value))
        if allowed is None or (name not in allowed and hasattr(value, name)):
            return UNKNOWN
        return getattr(value, name)

    def may_call(self, function: object) -> bool:
        return _is_quiet(function)

    def instantiation(self, name: str) -> Mapping[str, object]:
        return self.given.get(name, {})

    def may_need(self, name: str) -> bool:
        return self.needed is None or name in self.needed


@dataclass(frozen=True)
class Unexecuted:
    """Another environment whose functions, unless they are ours, are not called."""

    around: Environment

    @property
    def recorded(self) -> bool:
        return self.around.recorded

    @property
    def shows_python(self) -> bool:
        return self.around.shows_python

    def lookup(self, name: str) -> object:
        return self.around.lookup(name)

    def names(self) -> Iterable[str]:
        return self.around.names()

    def attribute(self, value: Any, name: str) -> Any:
        return self.around.attribute(value, name)

    def may_call(self, function: object) -> bool:
        return _is_quiet(function)

    def instantiation(self, name: str) -> Mapping[str, object]:
        return self.around.instantiation(name)

    def may_need(self, name: str) -> bool:
        return self.around.may_need(name)


def _is_quiet(function: object) -> bool:
    """Whether a call changes nothing outside of what is being built: functions of ours, and methods of Python's own values."""
    if type(function) is FunctionType:
        name, module = function.__name__, function.__module__
    else:
        name, module = getattr(function, "__name__", ""), getattr(function, "__module__", None)
        if type(getattr(function, "__self__", None)) in _METHODS:
            return True
        module = module or type(function).__module__
    if module == "math" and name not in _ENDLESS:
        return True
    return f"{module}.".startswith(_QUIET_MODULES) and name not in _NOT_QUIET
