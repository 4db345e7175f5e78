"""`tvm-stubs`: types for programs that say `import tvm`, whether that is TVM itself or Tilewright under its name.

Each module gives again the names of the Tilewright module that answers for it.  The package is marked `partial` (PEP 561), so
modules it says nothing of are looked for in an installed TVM, and all but the script namespaces, which are complete, admit further
names.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

from generate.files import ROOT
from generate.rendering import render
from generate.script_stubs import NAMESPACES

PACKAGE = ROOT / "stubs" / "tvm-stubs"

# Modules of TVM that programs import, as packages are nested; each is answered for by the module of the same path in Tilewright.
MODULES = ("", "error", "ir", "runtime", "script", "target", "tir", "transform")


def tvm_package() -> dict[Path, str]:
    """The files of the package by path."""
    modules = {_path(module): _module(module) for module in MODULES}
    namespaces = {
        PACKAGE / "script" / f"{name}.pyi": render(
            "reexport.pyi.j2",
            source=f"tilewright.script.{name}",
            names=sorted(namespace.members),
            submodules=(),
            open=False,
        )
        for name, namespace in NAMESPACES.items()
    }
    return {PACKAGE / "py.typed": "partial\n", **modules, **namespaces}


def _path(module: str) -> Path:
    return PACKAGE.joinpath(*module.split("."), "__init__.pyi")


def _module(module: str) -> str:
    source = f"tilewright.{module}" if module else "tilewright"
    submodules = sorted(NAMESPACES) if module == "script" else [name for name in MODULES if name and not module]
    names = [name for name in public_names(importlib.import_module(source)) if name not in submodules]
    return render("reexport.pyi.j2", source=source, names=names, submodules=submodules, open=True)


def public_names(module: ModuleType) -> list[str]:
    """What a module offers: `__all__`, or the names without underscore that are no modules."""
    listed: list[str] | None = getattr(module, "__all__", None)
    if listed is not None:
        return sorted(name for name in listed if not name.startswith("_"))
    values = vars(module).items()
    return sorted(
        name
        for name, value in values
        if not name.startswith("_") and not isinstance(value, ModuleType) and name != "annotations"
    )
