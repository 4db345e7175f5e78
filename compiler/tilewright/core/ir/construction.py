"""Saying more of a node that was just made: the only place outside of constructors that writes to fields of nodes.

A node is never changed once something else may hold it.  The `with_` functions give a copy of which something else is said; they serve expressions, which are
known by what they say.  The `fill_` functions complete a variable, buffer, axis or reference that is known by identity and was declared before all of it
was known; each may be filled once, by what declared it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from tilewright.core.base.source import Span
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import IterVar, Range, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.node.type_ import PointerType, PrimType

NodeT = TypeVar("NodeT", bound=Node)


def with_span(node: NodeT, span: Span | None) -> NodeT:
    """A copy of an expression that stands at `span`."""
    made = _copy(node)
    made.span = span
    return made


def with_struct_info(node: NodeT, struct_info: object) -> NodeT:
    """A copy of a Relax expression with that `struct_info`; the expression itself when it has it already."""
    if node.struct_info_ is struct_info:  # pyright: ignore[reportAttributeAccessIssue]
        return node
    made = _copy(node)
    made.struct_info_ = struct_info
    return made


def fill_name(node: Var | Buffer, name: str) -> None:
    """Name a variable or buffer that was just made."""
    node.name = name


def fill_struct_info(node: Any, struct_info: object) -> None:
    """Set the struct info of a value that was just made; of a reference, when the module that declared it knows the function."""
    node.struct_info_ = struct_info


def fill_domain(axis: IterVar, dom: Range) -> None:
    """Give a thread, declared without an extent, its domain."""
    if axis.dom is not None:
        raise ValueError(f"the domain of `{axis.var.name}` is known already")
    axis.dom = dom


def fill_pointer_type(pointer: Var, type_: PointerType) -> None:
    """Say what a pointer, declared as a mere handle, points to."""
    if not isinstance(pointer.type_annotation, PrimType):
        raise ValueError(f"what `{pointer.name}` points to is known already")
    pointer.type_annotation = type_


def _copy(node: object) -> Any:
    return _copier(type(node))(node)


@cache
def _copier(kind: type) -> Callable[[object], object]:
    """The function that copies a kind of node, derived fields too: straight-line code, since every call of a script needs it."""
    lines = [f"    made.{field.name} = node.{field.name}" for field in dataclasses.fields(kind)]
    scope: dict[str, Any] = {"new": object.__new__, "kind": kind}
    text = "\n".join(["def copy(node):", "    made = new(kind)", *lines, "    return made"])
    exec(compile(text, __file__, "exec"), scope)
    return scope["copy"]
