"""Evaluation: from an expression of the script to the value it stands for, by interpretation of Python's `ast`.

A value is an IR expression, a buffer or region, a frame of the builder, or any Python value.  What each kind of expression means stands in
the context's table (`expressions.EXPRESSIONS`); what goes wrong is reported where it stands and gives `UNKNOWN`.
"""

from __future__ import annotations

import ast
import builtins
from typing import Any

from tilewright.core.frontend.builtin_functions import LARGEST
from tilewright.core.frontend.context import Context, Rule
from tilewright.core.frontend.describe import describe, python_failure
from tilewright.core.frontend.free_names import in_world
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.node import Node


def evaluate(context: Context, node: ast.expr) -> Any:
    """The value of `node`."""
    return context.expressions[type(node)](context, node)


def evaluate_alone(context: Context, node: ast.expr) -> object:
    """The value of an expression that is a statement; a call of Python's own, `print(x)`, that is not made leaves nothing out of the function."""
    holes, told = context.gaps.count, len(context.reports.diagnostics)
    value = evaluate(context, node)
    if value is UNKNOWN and len(context.reports.diagnostics) == told and _calls_python(context, node):
        context.gaps.count = holes
    return value


def _calls_python(context: Context, node: ast.expr) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    name = node.func.id
    return hasattr(builtins, name) and name not in {
        *context.scopes.names(),
        *context.recorder.names(context.environment),
    }


def evaluate_all(context: Context, nodes: list[ast.expr], rule: Rule | None = None) -> list[Any]:
    """The values of several expressions, starred ones spread out; `rule` evaluates each, in place of the rule for its kind."""
    values: list[object] = []
    rules = context.expressions
    for node in nodes:
        kind = type(node)
        if kind is not ast.Starred:
            values.append((rule or rules[kind])(context, node))
        else:
            inner = node.value  # pyright: ignore[reportAttributeAccessIssue]
            spread = iterate(context, (rule or rules[type(inner)])(context, inner), inner)
            if spread is UNKNOWN:
                values.append(UNKNOWN)
            else:
                values.extend(spread)
    return values


def iterate(context: Context, value: Any, node: ast.expr) -> Any:
    """The items of a Python collection as a list; anything else is reported."""
    if value is UNKNOWN:
        return UNKNOWN
    if isinstance(value, Node) or not hasattr(value, "__iter__"):
        return context.report("not-iterable", f"{describe(value)} cannot be unpacked or iterated over here", node)
    if isinstance(value, range) and len(value) > LARGEST:
        return context.report(
            "too-large", f"a collection of {len(value)} items is too large to build while parsing", node
        )
    items: list[object] = []
    try:
        for item in value:
            items.append(item)
            if len(items) > LARGEST:
                return context.report(
                    "too-large", f"more than {LARGEST} items are too many to build while parsing", node
                )
    except Exception as error:
        return python_failure(context, node, "iterating", error)
    return items


def mention(context: Context, node: ast.Name, access: str = "text") -> object:
    """The value of a name that is not read for its elements: before a dot, or as what a subscript or store is about."""
    known = context.scopes.bindings.get(node.id)
    if not known:
        return context.expressions[ast.Name](context, node)
    if context.recorder.recording:
        context.use(known[-1], node, access)
    world, value = context.world, known[-1].value
    if world is None or (value is not UNKNOWN and not world.origins):
        return value
    return in_world(context, world, node, known[-1])
