"""`tvm-stubs`: types for programs that say `import tvm`, whether that is TVM itself or Tilewright under its name.

Each module gives again the names of the Tilewright module that answers for it, from where they are defined.  The package is marked
`partial` (PEP 561), so modules it says nothing of are looked for in an installed TVM, and all but the script namespaces, which are
complete, admit further names.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from pathlib import Path
from types import ModuleType
from typing import Any

from generate import today
from generate.files import ROOT
from generate.rendering import render
from generate.script_stubs import NAMESPACES, TODAY
from tilewright.compat import ALIASES, real_name

PACKAGE = ROOT / "stubs" / "tvm-stubs"

# Modules that Tilewright has under the same path.
SAME_PATH = (
    "tvm",
    *(
        f"tvm.{name}"
        for name in (
            "arith",
            "error",
            "instrument",
            "ir",
            "nd",
            "runtime",
            "script",
            "target",
            "te",
            "testing",
            "tir",
            "topi",
            "transform",
        )
    ),
    *(f"tvm.tir.{name}" for name in ("analysis", "functor", "stmt_functor", "transform")),
    "tvm.topi.nn",
    *(f"tvm.script.{name}" for name in (*NAMESPACES, *TODAY)),
)
# Modules of these packages that programs import and that list nothing in `__all__`.
UNLISTED = tuple(
    f"tvm.relax.{name}" for name in ("analysis", "block_builder", "dpl.pattern", "expr_functor", "op", "vm_build")
)
# The ops of Relax as functions are those of its script namespace.
WRITTEN_AS = {"tilewright.relax.op": "tilewright.script.relax"}
# Modules that only today's TVM has.
OF_TODAY = ("tvm.tirx",)
COMPLETE = tuple(f"tvm.script.{name}" for name in NAMESPACES)
SCRIPTS = {f"tilewright.script.{name}": namespace for name, namespace in {**NAMESPACES, **TODAY}.items()}


def listed_modules() -> list[str]:
    """The modules of the packages that say in `__all__` what they offer, by their names under `tvm`."""
    tops = {module.split(".")[1] for module in SAME_PATH if module != "tvm"} | {"hybrid", "relax"}
    names = [name for top in sorted(tops) for name in _below(f"tilewright.{top}")]
    return [name.replace("tilewright", "tvm", 1) for name in names if hasattr(importlib.import_module(name), "__all__")]


def _below(package: str) -> list[str]:
    paths: list[str] = getattr(importlib.import_module(package), "__path__", [])
    return [package, *(found.name for found in pkgutil.walk_packages(paths, f"{package}."))]


MODULES = sorted({*SAME_PATH, *UNLISTED, *ALIASES, *listed_modules()})


def tvm_package() -> dict[Path, str]:
    """The files of the package by path."""
    modules = {PACKAGE.joinpath(*module.split(".")[1:], "__init__.pyi"): _module(module) for module in MODULES}
    return {PACKAGE / "py.typed": "partial\n", **modules}


def _module(module: str) -> str:
    source = WRITTEN_AS.get(real_name(module), real_name(module))
    if source in SCRIPTS:
        imports = [(source, name) for name in sorted(SCRIPTS[source].members)]
        if module not in COMPLETE and real_name(module) != source:
            further = public(importlib.import_module(real_name(module)))
            imports += [(real_name(module), name) for name in further if name not in SCRIPTS[source].members]
        return render("reexport.pyi.j2", source=source, imports=imports, submodules=(), open=module not in COMPLETE)
    if module in OF_TODAY:
        return today.module(source, public(importlib.import_module(source)))
    submodules = [other.rpartition(".")[2] for other in MODULES if other.rpartition(".")[0] == module]
    offered = public(importlib.import_module(source))
    imports = [(defined_in(value, name, source), name) for name, value in offered.items() if name not in submodules]
    return render("reexport.pyi.j2", source=source, imports=imports, submodules=submodules, open=True)


def public(module: ModuleType) -> dict[str, Any]:
    """What a module offers, other modules aside: `__all__`, or what it defines itself."""
    listed: list[str] | None = getattr(module, "__all__", None)
    values = {name: getattr(module, name) for name in sorted(listed if listed is not None else _own(module))}
    return {name: value for name, value in values.items() if name[0] != "_" and not isinstance(value, ModuleType)}


def _own(module: ModuleType) -> list[str]:
    return [name for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__]


def defined_in(value: Any, name: str, source: str) -> str:
    """The module to import `name` from: where a class or function is defined under that name, else where it is offered.

    Of a decorator of scripts the stub knows more than its definition.
    """
    for script, namespace in SCRIPTS.items():
        if source == "tilewright.script" and name in namespace.members:
            return script
    if (inspect.isclass(value) or inspect.isfunction(value)) and value.__name__ == name:
        return value.__module__ if value.__module__.startswith("tilewright") else source
    return source
