"""The stubs of tirx and of what else later releases of TVM have: names that are known, of which nothing else is taken for granted.

Tilewright answers to later names with the nodes and functions of the classic dialect, whose types say less than programs in tirx ask of them
(`Buffer.layout`, lists where a tuple is kept).  So classes are types with any attribute, functions are anything, and further names are admitted.
"""

from __future__ import annotations

import inspect
import textwrap

from generate.annotations import Imports, Places
from generate.declarations import INDENT, SUBSCRIPT, declares_a_type
from generate.decorators import decorator
from generate.rendering import docstring, render
from tilewright.core.builder.namespace import Member, Namespace


def script_namespace(module: str, namespace: Namespace, places: Places) -> str:
    """The stub of a script namespace: every member by name and documentation."""
    names = frozenset(namespace.members)
    imports = Imports(names, places)
    members = [
        decorator(each, imports, module) or _declaration(each, imports, places) for each in namespace.members.values()
    ]
    members.append(
        f"def __getattr__(name: {imports.add('builtins', 'str')}) -> {imports.add('typing', 'Any')}: ...  # pyright: ignore[reportIncompleteStub]"
    )
    return render("namespace.pyi.j2", module=module, names=sorted(names), imports=imports.lines(), members=members)


def _declaration(member: Member, imports: Imports, places: Places) -> str:
    any_ = imports.add("typing", "Any")
    if inspect.isclass(member.value) and (member.value.__module__, member.value.__qualname__) in places:
        module, name = places[member.value.__module__, member.value.__qualname__]
        return f"{member.name} = {imports.add(module, name)}\n{docstring(member.doc)}"
    if inspect.isclass(member.value):
        return f"{member.name} = {imports.add(member.value.__module__, member.value.__qualname__)}\n{docstring(member.doc)}"
    if declares_a_type(member):
        return open_class(member, any_)
    return f"{member.name}: {any_}\n{docstring(member.doc)}"


def open_class(member: Member, any_: str) -> str:
    """A class that can be made of anything and has any attribute."""
    subscript = SUBSCRIPT.format(any=any_)
    body = textwrap.indent(f"{docstring(member.doc)}__init__: {any_}\n{subscript}", INDENT)
    return f"class {member.name}({any_}):  # type: ignore[misc, unused-ignore]\n{body}"
