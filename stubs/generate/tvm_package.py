"""`tvm-stubs`: types for programs that say `import tvm`, whether that is TVM itself or Tilewright under its name.

Each module gives again the names of the Tilewright module that answers for it, from where they are defined.  The package is marked
`partial` (PEP 561), so modules it says nothing of are looked for in an installed TVM, and all but the script namespaces, which are
complete, admit further names.
"""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

from generate.files import ROOT
from generate.rendering import render
from generate.script_stubs import NAMESPACES

PACKAGE = ROOT / "stubs" / "tvm-stubs"

# Modules of TVM that programs import; each is answered for by the module of the same path in Tilewright.
MODULES = ("", "error", "ir", "nd", "runtime", "script", "target", "tir", "transform")


def tvm_package() -> dict[Path, str]:
    """The files of the package by path."""
    modules = {PACKAGE.joinpath(module, "__init__.pyi"): _module(module) for module in MODULES}
    scripts = {PACKAGE / "script" / f"{name}.pyi": _namespace(name) for name in NAMESPACES}
    return {PACKAGE / "py.typed": "partial\n", **modules, **scripts}


def _namespace(name: str) -> str:
    source = f"tilewright.script.{name}"
    imports = [(source, member) for member in sorted(NAMESPACES[name].members)]
    return render("reexport.pyi.j2", source=source, imports=imports, submodules=(), open=False)


def _module(module: str) -> str:
    source = f"tilewright.{module}" if module else "tilewright"
    submodules = {"": sorted(filter(None, MODULES)), "script": sorted(NAMESPACES)}.get(module, [])
    offered = public(importlib.import_module(source))
    imports = [(defined_in(value, name, source), name) for name, value in offered.items() if name not in submodules]
    return render("reexport.pyi.j2", source=source, imports=imports, submodules=submodules, open=True)


def public(module: ModuleType) -> dict[str, Any]:
    """What a module offers: `__all__`, or the names that are neither private nor modules."""
    listed: list[str] = getattr(module, "__all__", None) or [name for name in vars(module) if name != "annotations"]
    values = {name: getattr(module, name) for name in sorted(listed) if not name.startswith("_")}
    return {name: value for name, value in values.items() if not isinstance(value, ModuleType)}


def defined_in(value: Any, name: str, source: str) -> str:
    """The module to import `name` from: where a class or function is defined under that name, else where it is offered."""
    if (inspect.isclass(value) or inspect.isfunction(value)) and value.__name__ == name:
        return value.__module__ if value.__module__.startswith("tilewright") else source
    return source
