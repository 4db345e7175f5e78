"""Python functions of modules: their heads and what they say of themselves.  Their text is read, never run."""

from __future__ import annotations

import ast

from tilewright.core.describe.text import code
from tilewright.core.ir.relax import ExternFunc


def python_description(name: str, function: ExternFunc) -> str:
    """Markdown about a Python function."""
    node = _definition(function)
    head = f"def {name}{_signature(node)}"
    said = ast.get_docstring(node) if node is not None else None
    return f"{code(head)}\n\n**Python function**" + (f"\n\n{said}" if said else "")


def python_detail(function: ExternFunc) -> str:
    """The parameters in one line."""
    return _signature(_definition(function))


def _definition(function: ExternFunc) -> ast.FunctionDef | None:
    try:
        (node,) = ast.parse(str(function.attrs["python_source"])).body
    except (SyntaxError, ValueError):
        return None
    return node if isinstance(node, ast.FunctionDef) else None


def _signature(node: ast.FunctionDef | None) -> str:
    if node is None:
        return "(...)"
    returned = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"({ast.unparse(node.args)}){returned}"
