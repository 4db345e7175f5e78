"""Sentences about values, and about Python's own failures while it computes something for a script."""

from __future__ import annotations

import ast

from tilewright.core.builder.frames import Frame
from tilewright.core.builder.namespace import Namespace
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.module_reference import ModuleInProgress
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import Expr, IterVar, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import EqualOp


def describe(value: object) -> str:
    """A noun phrase for a value, for messages."""
    if isinstance(value, Buffer):
        return f"the buffer `{value.name}`" if value.name else "a buffer"
    if isinstance(value, BufferRegion):
        return f"a slice of `{value.buffer.name}`"
    if isinstance(value, Var):
        return f"`{value.name}` of type {value.dtype}" if value.name else f"a variable of type {value.dtype}"
    if isinstance(value, (Expr, EqualOp)):
        return f"an expression of type {value.dtype}"
    if isinstance(value, IterVar):
        return f"the thread or axis `{value.var.name}`"
    if isinstance(value, (Frame, Node)):
        return f"a `{type(value).__name__}`"
    if isinstance(value, Namespace):
        return f"the namespace `{value.name}`"
    if isinstance(value, ModuleInProgress):
        return f"the module `{value.script_name}`"
    return describe_python(value)


def describe_python(value: object) -> str:
    """A noun phrase for a plain Python value."""
    if value is None or isinstance(value, (bool, int, float)):
        return f"`{value}`"
    if isinstance(value, str):
        return f'the text "{value}"' if len(value) < 30 else "a text"
    if isinstance(value, (list, tuple, dict, set)):
        return f"a {type(value).__name__}"
    name = getattr(value, "__name__", None)
    return f"`{name}`" if callable(value) and name else f"a value of type `{type(value).__name__}`"


def python_failure(context: Context, node: ast.AST, doing: str, error: Exception) -> object:
    """Report that Python could not compute something: `doing` is a gerund."""
    text = str(error) or type(error).__name__
    return context.report("python-error", f"{doing} failed while parsing: {text}", node)
