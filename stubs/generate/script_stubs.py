"""The stubs of the script namespaces (`tilewright.script.tir`, `.tirx`, `.relax`, `.ir`), which lie beside the modules they describe."""

from __future__ import annotations

from pathlib import Path

from generate.annotations import Imports
from generate.declarations import declaration
from generate.decorators import pyright_decorators
from generate.files import ROOT
from generate.namespaces import NAMESPACES, TIRX_SPACES
from generate.rendering import render
from generate.tirx import script_namespace
from generate.tvm_package import homes
from tilewright.core.builder.namespace import Namespace

SCRIPT = ROOT / "compiler" / "tilewright" / "script"


def script_stubs() -> dict[Path, str]:
    """The stub of each namespace, and what pyright takes the decorators from."""
    stubs = {SCRIPT / f"{module}.pyi": namespace_stub(module, namespace) for module, namespace in NAMESPACES.items()}
    for module, namespace in TIRX_SPACES.items():
        stubs[SCRIPT / f"{module}.pyi"] = script_namespace(module, namespace, homes().places)
    for module, namespace in {**NAMESPACES, **TIRX_SPACES}.items():
        stubs.update(pyright_decorators(SCRIPT, module, namespace, homes().places))
    return stubs


def namespace_stub(module: str, namespace: Namespace) -> str:
    """Every member of `namespace`, one declaration each."""
    names = frozenset(namespace.members)
    imports = Imports(names, homes().places)
    members = [declaration(member, imports, module) for member in namespace.members.values()]
    return render("namespace.pyi.j2", module=module, names=sorted(names), imports=imports.lines(), members=members)
