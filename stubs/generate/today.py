"""The stubs of today's TVM: names that are known, of which nothing else is taken for granted.

Tilewright answers to today's names with the nodes and functions of the classic language, whose types say less than today's programs ask of them
(`Buffer.layout`, lists where a tuple is kept).  So classes are types with any attribute, functions take and give anything, and further names are admitted.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Mapping
from typing import Any

from generate.annotations import Imports
from generate.declarations import INDENT, SUBSCRIPT, declares_a_type
from generate.decorators import decorator
from generate.rendering import docstring, render
from tilewright.builder.namespace import Member, Namespace

# Classes of what decorators make, which is known in any age of the language.
AS_THEY_ARE = ("PrimFunc",)
ANYTHING = "*args: {any}, **kwargs: {any}"


def script_namespace(module: str, namespace: Namespace) -> str:
    """The stub of a script namespace: every member by name and documentation."""
    names = frozenset(namespace.members)
    imports = Imports(names)
    members = [decorator(each, imports, module) or _declaration(each, imports) for each in namespace.members.values()]
    members.append(
        f"def __getattr__(name: {imports.add('builtins', 'str')}) -> {imports.add('typing', 'Any')}: ...  # pyright: ignore[reportIncompleteStub]"
    )
    return render("namespace.pyi.j2", module=module, names=sorted(names), imports=imports.lines(), members=members)


def module(source: str, values: Mapping[str, Any]) -> str:
    """The stub of a module of today's TVM for which the module `source` answers with `values`, of which the classes and functions are declared."""
    declared = [
        open_class(name, inspect.getdoc(value) or "", "_Any")
        if inspect.isclass(value)
        else open_function(name, inspect.getdoc(value) or "", "_Any")
        for name, value in values.items()
        if callable(value) and name not in AS_THEY_ARE
    ]
    known = [(values[name].__module__, name) for name in AS_THEY_ARE if name in values]
    return render("today.pyi.j2", source=source, known=known, members=declared)


def _declaration(member: Member, imports: Imports) -> str:
    any_ = imports.add("typing", "Any")
    if member.kind == "namespace":
        return f"{member.name}: {any_}\n{docstring(member.doc)}"
    if declares_a_type(member):
        return open_class(member.name, member.doc, any_)
    return open_function(member.name, member.doc, any_)


def open_class(name: str, doc: str, any_: str) -> str:
    """A class that can be made of anything and has any attribute."""
    head = f"def __init__(self, {ANYTHING.format(any=any_)}) -> None: ...\n"
    body = textwrap.indent(docstring(doc) + head + SUBSCRIPT.format(any=any_), INDENT)
    return f"class {name}({any_}):  # type: ignore[misc, unused-ignore]\n{body}"


def open_function(name: str, doc: str, any_: str) -> str:
    """A function of anything."""
    return f"def {name}({ANYTHING.format(any=any_)}) -> {any_}:\n{textwrap.indent(docstring(doc), INDENT)}"
