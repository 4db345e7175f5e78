"""Imports in a script, resolved without importing any of the user's code: our namespaces under all their names.

`tvm` and `tilewright` are the same library here.  Only a few of our own modules of pure functions and nodes are opened; anything else that is
imported is `UNKNOWN`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, Final

from tilewright.core.builder.dialects import HYBRID, NAMESPACES, member_called
from tilewright.core.builder.namespace import IR, Namespace
from tilewright.core.builder.relax_namespace import RELAX
from tilewright.core.dialects import DIALECTS
from tilewright.core.frontend.numpy_names import NUMPY
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.node import ports

# A module of another package that stands where ours usually does, such as `import other.language as T`: its functions are none of ours.
OTHER_LANGUAGE: Final = object()
_USUAL: Final = frozenset({"T", "R", "I"})
ROOTS: Final = frozenset({"tvm", "tilewright"})

# Dotted names below the root, whichever release of the language they belong to.
_NAMESPACES: Final[dict[str, Namespace]] = {
    **{
        f"{package}.{row.script}": NAMESPACES[name]
        for name, row in DIALECTS.items()
        if row.release is not None
        for package in ("script", "script.parser", "script.ir_builder")
    },
    "script.ty": HYBRID,
    "script.relax": RELAX,
    "script.parser.relax": RELAX,
    "script.ir_builder.relax": RELAX,
    "script.ir": IR,
    "script.parser.ir": IR,
    "script.ir_builder.ir": IR,
    "hybrid.ty": HYBRID,
    "hybrid.tir": HYBRID,
}
_MEMBERS: Final[dict[str, tuple[Namespace, str]]] = {"script.ir_module": (IR, "ir_module")}
_PACKAGES: Final = frozenset({"", "script", "script.parser", "script.ir_builder", "hybrid"})
_OPENED: Final = {"tir": "tir", "tirx": "tir", "ir": "ir"}


class _HybridScript:
    """`tvm.hybrid.script`: makes a function or class of hybrid script."""

    script_role = "hybrid"


HYBRID_SCRIPT: Final = _HybridScript()
# Decorators that are no members of a namespace.
_DECORATORS: Final = {"hybrid.script": HYBRID_SCRIPT}


@dataclass(frozen=True)
class OutsideModule:
    """A module of ours, by its path below the root, that a script mentions; nothing is imported before it is needed."""

    path: str

    def attribute(self, name: str) -> Any:
        """Its attribute `name`."""
        return resolve(f"{self.path}.{name}" if self.path else name)


def resolve(path: str) -> object:
    """The value of the dotted name `path` below the root; `UNKNOWN` when only running the file would tell."""
    if path in _NAMESPACES:
        return _NAMESPACES[path]
    if path in _MEMBERS:
        namespace, member = _MEMBERS[path]
        return namespace.members[member].value if member in namespace.members else UNKNOWN
    if path in _DECORATORS:
        return _DECORATORS[path]
    if path in _PACKAGES or path in _OPENED:
        return OutsideModule(path)
    parent, _, name = path.rpartition(".")
    if parent in _NAMESPACES:
        member_ = member_called(_NAMESPACES[parent], name)
        return UNKNOWN if member_ is None else member_.value
    return _opened(parent, name)


def _opened(parent: str, name: str) -> object:
    if parent not in _OPENED or _is_of_later_work(_OPENED[parent], name):
        return UNKNOWN
    try:
        return getattr(ports.public_module.call(_OPENED[parent]), name, UNKNOWN)
    except ImportError:
        return UNKNOWN


@cache
def _is_of_later_work(module: str, name: str) -> bool:
    """Whether a public name is of what transforms, builds or runs programs, which no script mentions and reading does not load."""
    return ports.home_of_name.call(module, name).partition(".")[0] in _LATER


_LATER: Final = frozenset({"codegen", "driver", "passes", "runtime", "schedule", "training", "tuning", "vm"})


def imported(module: str, name: str | None = None) -> object:
    """The value that `import module` or `from module import name` binds."""
    root, _, rest = module.partition(".")
    if module == "math":
        return math if name is None else getattr(math, name, UNKNOWN)
    if module == "numpy":
        return NUMPY if name is None else NUMPY.attribute(name)
    if root not in ROOTS:
        return UNKNOWN
    if name is None:
        return resolve(rest)
    return resolve(f"{rest}.{name}" if rest else name)


def of_other_language(module: str, asname: str | None) -> bool:
    """Whether `asname`, one of the usual names of our namespaces, is given to an unknown module that is called neither that nor as ours."""
    last = module.rpartition(".")[2]
    return asname in _USUAL and last not in _USUAL | DIALECTS.keys() | {"relax", "ir", "script"}


def namespace_of(value: object) -> object:
    """The namespace behind one of our script modules, which says it as `__script_namespace__`; any other value as it is."""
    return vars(value).get("__script_namespace__", value) if isinstance(value, ModuleType) else value
