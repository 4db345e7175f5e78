"""Symbolic sizes of programs in tirx: text in a shape, `A: T.Buffer(("n", "n * 2"), "float32")`, and type variables, `n = TypeVar("n")`.

A name in a text is a parameter of the function, or a new size; a type variable is a new 64-bit size of each function that mentions it.
"""

from __future__ import annotations

import ast
from collections.abc import Generator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, TypeVar

from tilewright.core.base.dtype import INT32, dtype
from tilewright.core.frontend.bindings import call_form
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.evaluate import evaluate
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.frontend.tree_parts import last_name, parts_of
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.expr import Var


class _Texts(ast.NodeTransformer):
    """Texts of a shape become the expressions they say; the names in them are gathered."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if not isinstance(node.value, str):
            return node
        try:
            inner = ast.parse(node.value.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            return node
        namespaces = {id(part.value) for part in ast.walk(inner) if isinstance(part, ast.Attribute)}
        self.names += [part.id for part in ast.walk(inner) if isinstance(part, ast.Name) and id(part) not in namespaces]
        for part in ast.walk(inner):
            ast.copy_location(part, node)
        return inner


def with_sizes(context: Context, annotation: ast.expr) -> ast.expr:
    """The annotation with texts in the shape of its buffer read as expressions; names that mean no value yet become new sizes."""
    define_type_variables(context, annotation)
    shape = _shape(annotation)
    if shape is None:
        return annotation
    texts = _Texts()
    read = texts.visit(deepcopy(shape))
    define_type_variables(context, read)
    for name in texts.names:
        if context.scopes.find(name) is None:
            _define(context, name, Var(name, INT32))
    return _replaced(annotation, shape, read)


def define_type_variables(context: Context, annotation: ast.expr) -> None:
    """A new size for each type variable that the annotation mentions."""
    for part in parts_of(annotation):
        if not isinstance(part, ast.Name):
            continue
        binding = context.scopes.find(part.id) or context.captured(part.id)
        if binding is not None and isinstance(binding.value, TypeVar):
            _define(context, part.id, Var(part.id, dtype("int64")))


def _define(context: Context, name: str, size: Var) -> None:
    context.scopes.bind(name, size, Symbol(SymbolKind.SCALAR, name, -1, -1, (-1, -1), size))


def type_variable(node: ast.expr | None) -> TypeVar | None:
    """The type variable of `TypeVar("n")`, None for any other expression."""
    if not isinstance(node, ast.Call) or len(node.args) != 1 or not isinstance(node.args[0], ast.Constant):
        return None
    name = node.args[0].value
    return TypeVar(name) if last_name(node.func) == "TypeVar" and isinstance(name, str) else None  # pyright: ignore[reportGeneralTypeIssues]


def _shape(annotation: ast.expr) -> ast.expr | None:
    """The shape in `T.Buffer(shape, ...)`, when texts stand in it."""
    if not isinstance(annotation, ast.Call):
        return None
    named = [keyword.value for keyword in annotation.keywords if keyword.arg == "shape"]
    shape = named[0] if named else annotation.args[0] if annotation.args else None
    if not isinstance(shape, (ast.Tuple, ast.List)):
        return None
    texts = any(isinstance(size, ast.Constant) and isinstance(size.value, str) for size in shape.elts)
    return shape if texts else None


def _replaced(annotation: Any, shape: ast.expr, read: Any) -> ast.expr:
    args = [read if item is shape else item for item in annotation.args]
    keywords = [
        ast.copy_location(ast.keyword(item.arg, read), item) if item.value is shape else item
        for item in annotation.keywords
    ]
    return ast.copy_location(ast.Call(annotation.func, args, keywords), annotation)


@contextmanager
def scalars_first(context: Context, parameters: list[ast.arg]) -> Generator[dict[str, Var]]:
    """The scalar parameters by name when sizes are text, defined before the buffers whose sizes mention them; else nothing."""
    if not context.dialect.sizes_are_text:
        yield {}
        return
    context.scopes.enter()
    made = {node.arg: variable for node in parameters if (variable := _scalar(context, node)) is not None}
    for name, variable in made.items():
        context.scopes.bind(name, variable, Symbol(SymbolKind.PARAMETER, name, -1, -1, (-1, -1), variable))
    context.scopes.enter()
    try:
        yield made
    finally:
        context.scopes.leave()
        context.scopes.leave()


def _scalar(context: Context, node: ast.arg) -> Var | None:
    """The variable of a scalar parameter, None of any other."""
    if not isinstance(node.annotation, ast.Attribute):
        return None
    with context.silence():
        value = evaluate(context, node.annotation)
        made = call_form(context, value, (), {}, node.annotation) if callable(value) else UNKNOWN
    if not isinstance(made, Var):
        return None
    return context.builder.name(node.arg, made)
