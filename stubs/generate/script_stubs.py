"""The stubs of `tilewright.script.tir` and `tilewright.script.ir`, which lie beside the modules they describe.

Functions under `@T.prim_func` need care: `A: T.Buffer((16,), "float32")` is a call where checkers want a type.  What they all leave alone is
a function under `typing.no_type_check`, so the decorator is, to them, that very function under another name.  `UNCHECKED` says it in
the form that each understands: mypy follows the first branch because of the name `MYPY`, ty and pyrefly because they evaluate
the comparison.  pyright evaluates neither, takes the last declaration, and honours any `no_type_check` that a file called
`typing_extensions.pyi` declares: there it has a result type, so that `f.script()` is known.
"""

from __future__ import annotations

from pathlib import Path

from tilewright.builder.namespace import IR, TIR, Member, Namespace

from generate.annotations import Imports
from generate.declarations import declaration, docstring
from generate.files import ROOT
from generate.rendering import render

SCRIPT = ROOT / "compiler" / "tilewright" / "script"
PYRIGHT = "tilewright.script.pyright"

# Decorators whose functions hold the script language, and what they make of a function.
UNCHECKED = {"prim_func": ("tilewright.ir.function", "PrimFunc")}


def script_stubs() -> dict[Path, str]:
    """The stub of each namespace, and what pyright takes the decorators from."""
    return {
        SCRIPT / "tir.pyi": namespace_stub(TIR),
        SCRIPT / "ir.pyi": namespace_stub(IR),
        **{
            SCRIPT / "pyright" / name / "typing_extensions.pyi": render(
                "typing_extensions.pyi.j2", module=module, result=result
            )
            for name, (module, result) in UNCHECKED.items()
        },
    }


def namespace_stub(namespace: Namespace) -> str:
    """Every member of `namespace`, one declaration each."""
    names = frozenset(namespace.members)
    imports = Imports(names)
    members = [_member(member, imports) for member in namespace.members.values()]
    return render(
        "namespace.pyi.j2", namespace=namespace, names=sorted(names), imports=imports.lines(), members=members
    )


def _member(member: Member, imports: Imports) -> str:
    if member.name in UNCHECKED:
        return render("decorator.pyi.j2", name=member.name, docstring=docstring(member.doc))
    return declaration(member, imports)
