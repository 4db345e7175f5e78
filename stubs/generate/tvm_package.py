"""`tvm-stubs`: types for programs that say `import tvm`, whether that is TVM itself or Tilewright under its name.

Each module gives again the names of the Tilewright module that answers for it, from where they are defined.  The package is marked
`partial` (PEP 561), so modules it says nothing of are looked for in an installed TVM, and all but the script namespaces, which are
complete, admit further names.
"""

from __future__ import annotations

import importlib
import inspect
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from generate.files import ROOT
from generate.namespaces import NAMESPACES, TIRX_SPACES
from generate.open_types import Homes, OpenModule, declared
from generate.rendering import render
from tilewright.face.install import real_name
from tilewright.face.table import aliases, faces

# Bases stand before the classes made from them, and functions behind all classes.
ROOT_FIRST = 1000
PACKAGE = ROOT / "stubs" / "tvm-stubs"

# The ops of Relax as functions are those of its script namespace, and the parsers offer the script namespaces too.
WRITTEN_AS = {
    "tilewright.relax.op": "tilewright.script.relax",
    **{f"tilewright.script.parser.{name}": f"tilewright.script.{name}" for name in (*NAMESPACES, *TIRX_SPACES)},
}
COMPLETE = tuple(f"tvm.script.{name}" for name in NAMESPACES)
SCRIPTS = {f"tilewright.script.{name}": namespace for name, namespace in {**NAMESPACES, **TIRX_SPACES}.items()}


# Modules of which the stubs say nothing.
_UNTYPED = ("script.ir_builder.relax", "script.ir_builder.tirx", "script.printer")
# The public modules, by their names under `tvm`; `tvm_ffi` is a distribution of its own, with types of its own.
MODULES = sorted(
    {
        *(f"tvm.{row.name}".rstrip(".") for row in faces() if row.name not in _UNTYPED),
        *(f"tvm.{path}" for path in aliases() if path != "tvm_ffi"),
    }
)


def tvm_package() -> dict[Path, str]:
    """The files of the package by path."""
    modules = {PACKAGE.joinpath(*module.split(".")[1:], "__init__.pyi"): _module(module) for module in MODULES}
    return {PACKAGE / "py.typed": "partial\n", **modules}


def _source(module: str) -> str:
    return WRITTEN_AS.get(real_name(module), real_name(module))


def _offered(module: str) -> dict[str, Any]:
    """The names that a module offers beside those of a script namespace."""
    if module in COMPLETE:
        return {}
    scripted = SCRIPTS[_source(module)].members if _source(module) in SCRIPTS else {}
    values = public(importlib.import_module(real_name(module)))
    has_own = module == "tvm.relax.op"  # functions that take something else than those of the namespace
    return {
        name: value
        for name, value in values.items()
        if name not in scripted or (has_own and value is not scripted[name])
    }


@cache
def homes() -> Homes:
    """The module that declares each class and function."""
    return Homes.of({module: _offered(module) for module in MODULES})


def _module(module: str) -> str:
    """The names of a script namespace, what has its home here, and imports of the rest."""
    source = _source(module)
    offered = _offered(module)
    below = [other.rpartition(".")[2] for other in MODULES if other.rpartition(".")[0] == module]
    submodules = [name for name in below if name not in offered]
    words = SCRIPTS[source].members.keys() - {*submodules, *offered} if source in SCRIPTS else ()
    imported = [(source, name, name) for name in sorted(words)]
    writer = OpenModule(module, homes())
    members: list[tuple[int, str]] = []
    for name, value in offered.items():
        if _where(value, name, source) != (module, name):
            imported.append((*_where(value, name, real_name(module)), name))
        elif inspect.isclass(value):
            members.append((len(value.__mro__), writer.type(name, value)))
        else:
            members.append((ROOT_FIRST, writer.function(name, value)))
    return render(
        "reexport.pyi.j2" if module in COMPLETE else "open.pyi.j2",
        source=source,
        imports=writer.imports.lines(),
        reexported=imported,
        submodules=submodules,
        members=[text for _, text in sorted(members, key=lambda member: member[0])],
    )


def _where(value: object, name: str, source: str) -> tuple[str, str]:
    """The module and the name to import a value from: its home, or where it is defined."""
    script = next((script for script, space in SCRIPTS.items() if name in space.members), None)
    if source == "tilewright.script" and script is not None:
        return script, name
    if declared(value):
        return homes().homes[value]
    module = defined_in(value, name, source)
    return (module if name in vars(importlib.import_module(module)) else _holder(value, name, module)), name


def _holder(value: object, name: str, source: str) -> str:
    """The module that has a value where `source` only answers with it: of what `__getattr__` gives, checkers know nothing."""
    modules = {real_name(module) for module in MODULES}
    holders = [module for module in modules if vars(importlib.import_module(module)).get(name) is value]
    return min(holders, key=lambda module: (module.count("."), module), default=source)


def public(module: ModuleType) -> dict[str, Any]:
    """The names that a module offers, other modules aside: `__all__`, or what it defines itself."""
    listed: list[str] | None = getattr(module, "__all__", None)
    values = {name: getattr(module, name) for name in sorted(listed if listed is not None else _own(module))}
    return {name: value for name, value in values.items() if name[0] != "_" and not isinstance(value, ModuleType)}


def _own(module: ModuleType) -> list[str]:
    return [name for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__]


def defined_in(value: object, name: str, source: str) -> str:
    """The module to import `name` from: where a class or function is defined under that name, else where it is offered."""
    if (inspect.isclass(value) or inspect.isfunction(value)) and value.__name__ == name:
        return value.__module__ if value.__module__.startswith("tilewright") else source
    return source
