"""The stubs of the script namespaces (`tilewright.script.tir`, `.tirx`, `.relax`, `.ir`), which lie beside the modules they describe."""

from __future__ import annotations

from pathlib import Path

from generate.annotations import Imports
from generate.declarations import declaration
from generate.decorators import pyright_decorators
from generate.files import ROOT
from generate.rendering import render
from generate.today import script_namespace
from tilewright.builder.dialects import TIRX
from tilewright.builder.namespace import IR, TIR, Namespace
from tilewright.builder.relax_namespace import RELAX

SCRIPT = ROOT / "compiler" / "tilewright" / "script"
NAMESPACES = {"tir": TIR, "relax": RELAX, "ir": IR}
TODAY = {"tirx": TIRX}


def script_stubs() -> dict[Path, str]:
    """The stub of each namespace, and what pyright takes the decorators from."""
    stubs = {SCRIPT / f"{module}.pyi": namespace_stub(module, namespace) for module, namespace in NAMESPACES.items()}
    for module, namespace in TODAY.items():
        stubs[SCRIPT / f"{module}.pyi"] = script_namespace(module, namespace)
    for module, namespace in {**NAMESPACES, **TODAY}.items():
        stubs.update(pyright_decorators(SCRIPT, module, namespace))
    return stubs


def namespace_stub(module: str, namespace: Namespace) -> str:
    """Every member of `namespace`, one declaration each."""
    names = frozenset(namespace.members)
    imports = Imports(names)
    members = [declaration(member, imports, module) for member in namespace.members.values()]
    return render("namespace.pyi.j2", module=module, names=sorted(names), imports=imports.lines(), members=members)
