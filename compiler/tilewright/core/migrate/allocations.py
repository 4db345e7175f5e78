"""`T.allocate`, which gave the pointer to memory, becomes `T.alloc_buffer` of tirx, which gives a buffer: the name of the pointer is the buffer's, and `p.data` the pointer."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import libcst as cst

from tilewright.core.migrate.pointers import keyword, member
from tilewright.core.migrate.walking import Transformer, Visitor


def with_buffers(module: cst.Module, spaces: Collection[str]) -> cst.Module:
    """The module without `T.allocate`; `spaces` are the names of the script namespaces."""
    return module.visit(_Functions(spaces))


class _Functions(Transformer):
    def __init__(self, spaces: Collection[str]) -> None:
        super().__init__()
        self.spaces = spaces

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:
        found = _Allocated(self.spaces)
        updated_node.visit(found)
        made = updated_node.visit(_Pointers(found.names, self.spaces)) if found.names else updated_node
        assert isinstance(made, cst.FunctionDef)
        return made


class _Allocated(Visitor):
    """The names that a function gives to what it allocates."""

    def __init__(self, spaces: Collection[str]) -> None:
        self.spaces = spaces
        self.names: set[str] = set()

    def visit_Assign(self, node: cst.Assign) -> None:
        if _is_allocation(node.value, self.spaces) and isinstance(node.targets[0].target, cst.Name):
            self.names.add(node.targets[0].target.value)

    def visit_With(self, node: cst.With) -> None:
        if _named(node, self.spaces) is not None:
            self.names.add(str(_named(node, self.spaces)))


class _Pointers(Transformer):
    """Makes buffers of the allocations, and pointers of the uses of their names."""

    def __init__(self, names: Collection[str], spaces: Collection[str]) -> None:
        super().__init__()
        self.names = names
        self.spaces = spaces

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        if original_node.value not in self.names:
            return updated_node
        return cst.Attribute(cst.Name(original_node.value), cst.Name("data"))

    # Where a name is no use of a variable.

    def leave_AssignTarget(self, original_node: cst.AssignTarget, updated_node: cst.AssignTarget) -> cst.AssignTarget:
        return original_node if isinstance(original_node.target, cst.Name) else updated_node

    def leave_AsName(self, original_node: cst.AsName, updated_node: cst.AsName) -> cst.AsName:
        return original_node if isinstance(original_node.name, cst.Name) else updated_node

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.Attribute:
        return updated_node.with_changes(attr=original_node.attr)

    def leave_Arg(self, original_node: cst.Arg, updated_node: cst.Arg) -> cst.Arg:
        return updated_node.with_changes(keyword=original_node.keyword)

    def leave_Param(self, original_node: cst.Param, updated_node: cst.Param) -> cst.Param:
        return updated_node.with_changes(name=original_node.name)

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:
        if not _is_allocation(original_node, self.spaces):
            return updated_node
        assert isinstance(updated_node.func, cst.Attribute)
        args = list(updated_node.args)[:3]
        if len(args) == 3 and not keyword(args[2]):
            equal = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
            args[2] = args[2].with_changes(keyword=cst.Name("scope"), equal=equal, comma=cst.MaybeSentinel.DEFAULT)
        return updated_node.with_changes(func=updated_node.func.with_changes(attr=cst.Name("alloc_buffer")), args=args)

    def leave_With(self, original_node: cst.With, updated_node: cst.With) -> Any:
        name = _named(original_node, self.spaces)
        if name is None or not isinstance(updated_node.body, cst.IndentedBlock):
            return updated_node
        line = cst.SimpleStatementLine(
            [cst.Assign([cst.AssignTarget(cst.Name(name))], updated_node.items[0].item)],
            leading_lines=updated_node.leading_lines,
        )
        return cst.FlattenSentinel([line, *updated_node.body.body])  # pyright: ignore[reportArgumentType]


def _is_allocation(node: cst.BaseExpression, spaces: Collection[str]) -> bool:
    """Whether a call allocates memory for all of the statements behind it, and nothing more is said of it."""
    if not isinstance(node, cst.Call) or member(node.func, spaces) != "allocate":
        return False
    return len(node.args) in (2, 3) and all(keyword(given) in ("", "extents", "dtype", "scope") for given in node.args)


def _named(node: cst.With, spaces: Collection[str]) -> str | None:
    """The name of `with T.allocate(...) as name:`, None for any other `with`."""
    given = node.items[0].asname
    if len(node.items) != 1 or given is None or not _is_allocation(node.items[0].item, spaces):
        return None
    return given.name.value if isinstance(given.name, cst.Name) else None
