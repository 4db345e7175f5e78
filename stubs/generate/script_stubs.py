"""The stubs of `tilewright.script.tir` and `tilewright.script.ir`, which lie beside the modules they describe."""

from __future__ import annotations

from pathlib import Path

from generate.annotations import Imports
from generate.declarations import declaration
from generate.decorators import pyright_decorators
from generate.files import ROOT
from generate.rendering import render
from tilewright.builder.namespace import IR, TIR, Namespace
from tilewright.builder.relax_namespace import RELAX

SCRIPT = ROOT / "compiler" / "tilewright" / "script"
NAMESPACES = {"tir": TIR, "relax": RELAX, "ir": IR}


def script_stubs() -> dict[Path, str]:
    """The stub of each namespace, and what pyright takes the decorators from."""
    stubs = {SCRIPT / f"{module}.pyi": namespace_stub(module, namespace) for module, namespace in NAMESPACES.items()}
    return {**stubs, **pyright_decorators(SCRIPT)}


def namespace_stub(module: str, namespace: Namespace) -> str:
    """Every member of `namespace`, one declaration each."""
    names = frozenset(namespace.members)
    imports = Imports(names)
    members = [declaration(member, imports) for member in namespace.members.values()]
    return render("namespace.pyi.j2", module=module, names=sorted(names), imports=imports.lines(), members=members)
