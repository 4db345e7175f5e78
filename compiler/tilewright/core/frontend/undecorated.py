"""Functions at the top of a file that are written as functions of the script and lack the decorator that makes them such."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from tilewright.core.builder.namespace import Namespace
from tilewright.core.frontend.recover import read_quietly
from tilewright.core.frontend.tree_parts import parts_of

_BEGINS: Final = re.compile(r"def[ \t]+(\w+)[ \t]*\(")
_RELAX: Final = frozenset({"Tensor", "Shape", "Object", "Tuple", "Callable", "Prim"})


def undecorated(text: str, names: Mapping[str, Any]) -> tuple[str, str] | None:
    """The name of the function that a piece of a file defines, and the decorator that it lacks.

    None where it may be plain Python: unless its parameters are annotated by a namespace among `names` and its body computes on them.
    """
    node = _function(text)
    if node is None:
        return None
    spaces = {name for name, value in names.items() if isinstance(value, Namespace)}
    data = {each.arg: kind for each in node.args.args if (kind := _kind(each.annotation)) and kind[0] in spaces}
    buffers = {name for name, (_, member) in data.items() if member == "Buffer"}
    tensors = {name for name, (_, member) in data.items() if member == "Tensor"}
    if _stores_to(node, buffers) or _calls_with(node, spaces, tensors):
        return node.name, decorator_of(node)
    return None


@lru_cache(maxsize=256)
def _function(text: str) -> ast.FunctionDef | None:
    """The function that a piece of a file defines."""
    tree = read_quietly(text) if _BEGINS.match(text) is not None else None
    node = tree.body[0] if tree is not None else None
    return node if isinstance(node, ast.FunctionDef) else None


def decorator_of(node: ast.FunctionDef, space: str = "T") -> str:
    """The decorator that fits the annotations of a function: `@R.function` where one says `R.Tensor`; without any that of TensorIR, whose namespace is `space`."""
    kinds = [kind for each in (*node.args.args, None) if (kind := _kind(each.annotation if each else node.returns))]
    relax = next((space for space, member in kinds if member in _RELAX), None)
    return f"@{relax}.function" if relax else f"@{kinds[0][0] if kinds else space}.prim_func"


def _kind(annotation: ast.expr | None) -> tuple[str, str] | None:
    """The namespace and the member of an annotation: `T` and `Buffer` of `T.Buffer((8,), "float32")`."""
    inner = annotation
    if isinstance(inner, ast.Call):
        inner = inner.func
    elif isinstance(inner, ast.Subscript):
        inner = inner.value
    if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name):
        return inner.value.id, inner.attr
    return None


def _stores_to(node: ast.FunctionDef, buffers: set[str]) -> bool:
    """Whether the body writes into one of these."""
    return bool(buffers) and any(
        isinstance(part, ast.Subscript)
        and isinstance(part.ctx, ast.Store)
        and isinstance(part.value, ast.Name)
        and part.value.id in buffers
        for part in parts_of(node)
    )


def _calls_with(node: ast.FunctionDef, spaces: set[str], tensors: set[str]) -> bool:
    """Whether the body calls an operator of a namespace with one of these."""
    return bool(tensors) and any(
        isinstance(part, ast.Call)
        and _root(part.func) in spaces
        and any(isinstance(each, ast.Name) and each.id in tensors for each in part.args)
        for statement in node.body
        for part in parts_of(statement)
    )


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def is_mentioned(name: str, text: str) -> bool:
    """Whether the text says the name more often than where it is defined and where it is compiled."""
    uses = len(re.findall(rf"\b{re.escape(name)}\b", text))
    compiled = len(re.findall(rf"\b(?:build|compile)\(\s*{re.escape(name)}\b", text))
    return uses > 1 + compiled
