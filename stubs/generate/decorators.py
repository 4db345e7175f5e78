"""The decorators of scripts, which checkers must be told about in their own ways.

Functions under `@T.prim_func` need care: `A: T.Buffer((16,), "float32")` is a call where checkers want a type.  What they all leave alone
is a function under `typing.no_type_check`, so the decorator is, to them, that very function under another name.  pyright goes on
to a second declaration, under a condition that the others know to be false (mypy by the name `MYPY`, ty and pyrefly by the
comparison): it honours any `no_type_check` that a file called `typing_extensions.pyi` declares.  There it has a result type, so that
`f.script()` is known, and options: `@T.prim_func(private=True)` calls it without a function, and then its result is a
`no_type_check` of its own, which pyright takes from the parameter's default.

Classes under `@I.ir_module` need none: a decorator of a class may have any result, which mypy alone does not look at.
"""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path

from generate.annotations import Imports, Places
from generate.rendering import docstring, render
from tilewright.core.builder.namespace import Member, Namespace

# What each makes of a function or a class.
OF_FUNCTIONS = {
    "prim_func": ("tilewright.core.ir.function", "PrimFunc"),
    "function": ("tilewright.core.ir.relax", "Function"),
    "macro": ("typing", "Any"),
    "inline": ("typing", "Any"),
}
OF_CLASSES = {"ir_module": ("tilewright.core.ir.function", "IRModule")}


def decorator(member: Member, imports: Imports, module: str) -> str | None:
    """The declaration of a decorator of the script namespace `module`; None for any other member."""
    if member.name in OF_FUNCTIONS:
        return render(
            "function_decorator.pyi.j2",
            name=member.name,
            folder=f"{module}_{member.name}",
            docstring=docstring(member.doc),
            first=imports.first("MYPY"),
        )
    if member.name in OF_CLASSES:
        return _of_classes(member, imports, module)
    return None


def _of_classes(member: Member, imports: Imports, module: str) -> str:
    parameters = inspect.signature(getattr(import_module(f"tilewright.script.{module}"), member.name)).parameters
    first, *options = [f"{name}: {each.annotation} = {each.default!r}" for name, each in parameters.items()]
    return render(
        "class_decorator.pyi.j2",
        name=member.name,
        first=first.split(":")[0].split("=")[0].strip(),
        options=options,
        result=imports.add(*OF_CLASSES[member.name]),
        overload=imports.add("typing", "overload"),
        callable=imports.add("collections.abc", "Callable"),
        any=imports.add("typing", "Any"),
        docstring=docstring(member.doc),
    )


def _parameters(member: Member) -> list[str]:
    """The parameters of a decorator as its signature has them; the builder's function of that name has others."""
    _, _, signature = member.signature.partition(".")
    made = ast.parse(f"def {signature}: ...").body[0]
    assert isinstance(made, ast.FunctionDef), member.signature
    first = [ast.unparse(made.args.vararg)] if made.args.vararg is not None else []
    pairs = [*zip(made.args.args, made.args.defaults), *zip(made.args.kwonlyargs, made.args.kw_defaults)]
    return first + [f"{ast.unparse(arg)} = {ast.unparse(default)}" for arg, default in pairs if default is not None]


def pyright_decorators(script: Path, module: str, namespace: Namespace, places: Places) -> dict[Path, str]:
    """The files from which pyright takes the decorators of functions; `script` is the folder of the script modules."""
    files: dict[Path, str] = {}
    for name in OF_FUNCTIONS.keys() & namespace.members.keys():
        made, result = places.get(OF_FUNCTIONS[name], OF_FUNCTIONS[name])
        folder = script / "pyright" / f"{module}_{name}"
        options = _parameters(namespace.members[name])[1:]
        told = {"folder": folder.name, "module": made, "result": result, "options": options}
        files[folder / "typing_extensions.pyi"] = render("decorator_with_options.pyi.j2", **told)
        files[folder / "applied" / "typing_extensions.pyi"] = render("decorator_applied.pyi.j2", **told)
    return files
